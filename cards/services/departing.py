"""What of cards ends with an account, or between two who keep apart, and what its player may take along (RULES 8)."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from accounts.exports import rows
from accounts.models import User
from accounts.services.staff import staff_account
from cards.customs.models import OPEN, Submission
from cards.customs.models import State as SubmissionState
from cards.grants.models import GrantShare
from cards.grants.queries import WAITING
from cards.models import Copy, Deck, Transfer
from cards.services.copies import move_copy
from cards.services.submissions import submission_withdraw
from cards.trades.models import State, Trade
from cards.wishes.models import Wish
from triad.clock import now


def trades_end_between(*, blocker: User, blocked: User) -> None:
    """Takes back the open offers between two players, both locked."""
    _trades_end(Q(maker=blocker, other=blocked) | Q(maker=blocked, other=blocker))


def cards_end(*, player: User) -> None:
    """Ends the offers, submissions, waiting grants, decks and wishes of a player who leaves, locked with the staff's
    account. Unique cards go back to the staff; all others stay with the closed account, where nobody reaches them."""
    _trades_end(Q(maker=player) | Q(other=player))
    pending = Submission.objects.filter(maker=player, state__in=[*OPEN, SubmissionState.DRAFT])
    for submission_id in list(pending.order_by("pk").values_list("pk", flat=True)):
        submission_withdraw(maker=player, submission_id=submission_id)
    GrantShare.objects.filter(WAITING, player=player).update(withdrawn_at=now())
    Deck.objects.filter(owner=player).delete()
    Wish.objects.filter(player=player).delete()
    staff = staff_account()
    for copy in Copy.objects.filter(owner=player, sole=True).order_by("pk"):
        move_copy(copy=copy, taker=staff, reason=Transfer.Reason.RETURN, cause=f"left:{player.pk}")


def export(player: User) -> dict[str, Any]:
    """A player's copies, decks, wishes, trades, own cards, and every step of copies that came or went."""
    own = Q(giver=player) | Q(taker=player)
    return {
        "copies": rows(
            Copy.objects.filter(owner=player).order_by("card_id", "slot"), "id", "card_id", "card__name", "marked",
            "came_at",
        ),
        "transfers": rows(
            Transfer.objects.filter(own).order_by("id"), "at", "copy_id", "card_id", "giver__username",
            "taker__username", "reason", "cause",
        ),
        "decks": [
            {"name": deck.name, "cards": [place.card_id for place in deck.places.all()]}
            for deck in Deck.objects.filter(owner=player).prefetch_related("places")
        ],
        "wishes": list(Wish.objects.filter(player=player).values_list("card_id", flat=True)),
        "trades": rows(
            Trade.objects.filter(Q(maker=player) | Q(other=player)).order_by("id"), "made_at", "maker__username",
            "other__username", "maker_points", "other_points", "state", "settled_at",
        ),
        "own_cards": rows(
            Submission.objects.filter(maker=player).order_by("id"), "made_at", "name", "level", "up", "right", "down",
            "left", "element", "text", "state", "card_id",
        ),
    }  # fmt: skip


def _trades_end(which: Q) -> None:
    Trade.objects.filter(which, state=State.OPEN).update(state=State.WITHDRAWN, settled_at=now())
