"""Even bets of points: held from the beginning of a match, given to whom they belong at its end (RULES 5, 7).

The players are locked by ID before anything here is called, so that their wallets are written in that order.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import ngettext

from accounts.models import LedgerEntry, User, Wallet
from accounts.services.wallet import pay
from matches.models import Match, Seat
from matches.services.terms import MOST_BET
from triad.errors import Conflict

#: A bet is at most this part of the poorer wallet.
PART_OF_WALLET = 10


def bet_limit(*, user: User, other: User) -> int:
    """The highest bet that is open to these two now: a tenth of the poorer wallet, 500 at most."""
    points = Wallet.objects.filter(user__in=(user, other)).values_list("points", flat=True)
    return min(MOST_BET, min(points, default=0) // PART_OF_WALLET)


def bet_check(*, bet: int, user: User, other: User) -> None:
    """Raises Conflict bet_too_high, with the highest that is open, if these two cannot bet so much."""
    if bet and bet > (limit := bet_limit(user=user, other=other)):
        raise Conflict(
            "bet_too_high",
            ngettext(
                "The bet is a tenth of the poorer wallet at most: %(limit)d point between you two now.",
                "The bet is a tenth of the poorer wallet at most: %(limit)d points between you two now.",
                limit,
            )
            % {"limit": limit},
        )


def held_cause(match_id: int) -> str:
    """The ledger's cause of a bet that is held."""
    return f"match:{match_id}:bet"


def settled_cause(match_id: int) -> str:
    """The ledger's cause of what a player gets of the bets in the end."""
    return f"match:{match_id}:bet:settled"


def bets_hold(*, match: Match, users: Iterable[User]) -> None:
    """Takes the bet out of both wallets, once. Raises Conflict not_enough_points."""
    if match.bet:
        for user in sorted(users, key=lambda user: user.pk):
            pay(user=user, points=-match.bet, reason=LedgerEntry.Reason.BET, cause=held_cause(match.pk))


def bets_settle(*, match: Match, players: dict[str, Seat], winner: str | None, stayed: str | None) -> None:
    """Gives both bets to the winner, or to who stayed connected where nobody finished; else each gets theirs back."""
    if not match.bet:
        return
    taker = winner if winner in players else None if winner else stayed
    for colour, seat in sorted(players.items(), key=lambda each: each[1].user_id):
        points = match.bet if taker is None else 2 * match.bet if colour == taker else 0
        if points:
            pay(user=seat.user, points=points, reason=LedgerEntry.Reason.BET, cause=settled_cause(match.pk))
