"""Tells makers what curators did."""

from __future__ import annotations

from django.urls import reverse

from accounts.notices.services import notice_tell
from cards.customs.models import Submission
from cards.notices import CARD_DECISION


def tell_maker(submission: Submission, *, wrote: bool = False) -> None:
    """Tells the maker of a card its new state, or that a curator `wrote` something; call inside the transaction."""
    cause = f"submission:{submission.pk}:{submission.version}"
    notice_tell(
        player=submission.maker,
        kind=CARD_DECISION,
        cause=f"{cause}:said:{submission.steps.count()}" if wrote else cause,
        about={
            "name": submission.name,
            "state": "wrote" if wrote else submission.state,
            "card": submission.card_id or "",
        },
        url=reverse("cards:custom", args=[submission.pk]),
    )
