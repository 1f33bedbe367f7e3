"""What of cards ends with an account, or between two who keep apart (RULES 8)."""

from __future__ import annotations

from collections.abc import Collection

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q

from accounts.civility.forgetting import texts_rename
from accounts.models import LedgerEntry, User
from accounts.services.staff import staff_account
from cards.customs.models import OPEN, Submission
from cards.customs.models import State as SubmissionState
from cards.grants.models import GrantShare
from cards.grants.queries import WAITING
from cards.models import Card, Copy, Deck, Transfer
from cards.portraits.models import Portrait
from cards.services.copies import move_copy
from cards.services.submissions import submission_withdraw
from cards.services.trade_answers import trade_cause
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


def words_forget(*, player: User, names: Collection[str]) -> None:
    """Puts the ghost's name into the ledgers of who traded with who has left, and into what tells of the Portrait."""
    traded = Trade.objects.filter(Q(maker=player) | Q(other=player), state=State.ACCEPTED)
    causes = [trade_cause(trade) for trade in traded]
    entries = LedgerEntry.objects.filter(reason=LedgerEntry.Reason.TRADE, cause__in=causes)
    texts_rename(entries, ("note",), names=names, by=player.username)
    portrait = Portrait.objects.filter(player=player).first()
    if portrait is not None:
        logged = LogEntry.objects.filter(
            content_type=ContentType.objects.get_for_model(Portrait), object_id=portrait.card_id
        )
        texts_rename(logged, ("change_message",), names=names, by=player.username)
        versions = Card.history.filter(id=portrait.card_id, history_change_reason__isnull=False)
        texts_rename(versions, ("history_change_reason",), names=names, by=player.username)


def _trades_end(which: Q) -> None:
    Trade.objects.filter(which, state=State.OPEN).update(state=State.WITHDRAWN, settled_at=now())
