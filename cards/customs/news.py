"""Tells makers what curators did, on whatever page they are."""

from __future__ import annotations

from django.template.loader import render_to_string

from cards.customs.models import Submission
from triad import hub


def tell_maker(submission: Submission, *, wrote: bool = False) -> None:
    """Sends the maker a notice that leads to the submission, after the commit: its new state, or that a curator
    `wrote` something."""
    html = render_to_string("cards/customs/_news.html", {"made": submission, "wrote": wrote})
    hub.publish(topic=f"user.{submission.maker_id}", html=html)
