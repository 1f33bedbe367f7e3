"""A trade is accepted, refused, withdrawn, or expires (RULES 5, 8).

Locks: both players by ID, then the trade, then its copies. All is checked again and moved in one transaction at
acceptance.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import LedgerEntry, User
from accounts.services.wallet import pay, players_lock
from cards.models import Transfer
from cards.openings import is_any_busy
from cards.services.copies import move_copy
from cards.services.trade_terms import check_gift, check_open, check_points
from cards.trades.models import Party, State, Trade, TradeCopy
from cards.trades.news import tell
from triad.clock import now
from triad.errors import Conflict, NotAllowed, NotFound


def trade_cause(trade: Trade) -> str:
    """What the ledger and the transfer log call a trade."""
    return f"trade:{trade.pk}"


def trade_accept(*, trade_id: int, user: User) -> Trade:
    """Accepts a trade: its copies and points change hands, all of them or none.

    Raises NotFound `no_trade`; NotAllowed `not_for_you`; Conflict `trade_over`, `in_a_match` (either of the two is in
    a live match: always the same sentence), `trade_broken` (a copy is gone or an account closed: it has ended then),
    `trades_closed`, `other_trades_closed`, `not_enough_points`, `other_not_enough_points`, `holding_limit`,
    `gifts_today`, `gift_too_large`.
    """
    found = own_trade(trade_id, user)
    if found.other_id != user.pk:
        raise NotAllowed("not_for_you", _("Only the one who was asked can accept."))
    broken = _accept(found)
    if broken:
        raise Conflict("trade_broken", broken)
    return Trade.objects.get(pk=trade_id)


def trade_refuse(*, trade_id: int, user: User) -> Trade:
    """Refuses a trade. Raises NotFound `no_trade`; NotAllowed `not_for_you`; Conflict `trade_over`."""
    found = own_trade(trade_id, user)
    if found.other_id != user.pk:
        raise NotAllowed("not_for_you", _("Only the one who was asked can refuse."))
    return _end_by_hand(found, State.REFUSED, tells=found.maker)


def trade_withdraw(*, trade_id: int, user: User) -> Trade:
    """Takes an offer back. Raises NotFound `no_trade`; NotAllowed `not_yours`; Conflict `trade_over`."""
    found = own_trade(trade_id, user)
    if found.maker_id != user.pk:
        raise NotAllowed("not_yours", _("Only the one who offered it can take it back."))
    return _end_by_hand(found, State.WITHDRAWN, tells=found.other)


def trades_expire(*, moment: datetime, user: User | None = None, limit: int = 200) -> int:
    """Lets trades expire whose time is over, all or those of a player, and tells both; gives how many. Twice changes
    nothing."""
    due = Trade.objects.filter(state=State.OPEN, expires_at__lte=moment)
    if user is not None:
        due = due.filter(Q(maker=user) | Q(other=user))
    return sum(_expire(trade, moment) for trade in due.order_by("expires_at")[:limit])


@transaction.atomic
def _expire(due: Trade, moment: datetime) -> bool:
    players = players_lock(user_ids=[due.maker_id, due.other_id])
    trade = Trade.objects.select_for_update(of=("self",)).get(pk=due.pk)
    if trade.state != State.OPEN or trade.expires_at > moment:
        return False
    trade.maker, trade.other = players[trade.maker_id], players[trade.other_id]
    trade_end(trade, State.EXPIRED, moment)
    for player in (trade.maker, trade.other):
        tell(player, trade)
    return True


def own_trade(trade_id: int, user: User) -> Trade:
    """A trade of which the player is one of the two. Raises NotFound `no_trade`."""
    trade = Trade.objects.select_related("maker", "other").filter(pk=trade_id).first()
    if trade is None or user.pk not in (trade.maker_id, trade.other_id):
        raise NotFound("no_trade", _("You have no such trade."))
    return trade


def trade_locked(trade_id: int, moment: datetime) -> Trade:
    """A trade that waits for an answer, locked; its two are locked already. Raises Conflict `trade_over`."""
    trade = Trade.objects.select_for_update(of=("self",)).get(pk=trade_id)
    if trade.state != State.OPEN or trade.expires_at <= moment:
        raise Conflict("trade_over", over_sentence(trade.state))
    return trade


def trade_end(trade: Trade, state: State, moment: datetime, *, reason: str = "") -> None:
    """Stores in which state a trade has ended; it is locked."""
    trade.state, trade.settled_at, trade.reason = state, moment, reason
    trade.save(
        update_fields=["state", "settled_at", "reason", "maker_value", "other_value", "gift_from"],
    )


def over_sentence(state: str) -> str:
    """What is told of a trade that is answered already."""
    return {
        State.ACCEPTED: _("This trade has been accepted."),
        State.REFUSED: _("This trade has been refused."),
        State.WITHDRAWN: _("This offer has been taken back."),
        State.COUNTERED: _("This offer has been answered with another one."),
        State.BROKEN: _("This trade has ended: it is no longer possible."),
    }.get(State(state), _("This offer has expired."))


@transaction.atomic
def _accept(found: Trade) -> str:
    """Moves everything; or gives the sentence with which the trade has ended."""
    players = players_lock(user_ids=[found.maker_id, found.other_id])
    moment = now()
    trade = trade_locked(found.pk, moment)
    maker, other = trade.maker, trade.other = players[trade.maker_id], players[trade.other_id]
    if is_any_busy([maker.pk, other.pk]):
        raise Conflict(
            "in_a_match", _("One of you two is in a match that is not over. The trade can be accepted after it.")
        )
    rows = list(trade.copies.select_related("copy__card__series").order_by("copy_id"))
    if broken := _why_broken(trade, rows):
        trade_end(trade, State.BROKEN, moment, reason=broken)
        tell(maker, trade)
        return broken
    check_open(other, maker, moment)
    check_points(other, trade.other_points, own=True)
    check_points(maker, trade.maker_points, own=False)
    copies = {side: [row.copy for row in rows if row.side == side] for side in Party}
    check_gift(trade, copies, moment)
    for row in rows:
        taker = other if row.side == Party.MAKER else maker
        move_copy(copy=row.copy, taker=taker, reason=Transfer.Reason.TRADE, cause=trade_cause(trade))
    _pay(trade)
    trade_end(trade, State.ACCEPTED, moment)
    tell(maker, trade)
    return ""


def _pay(trade: Trade) -> None:
    """Points go one way; players in the order of their IDs, as they are locked."""
    points = trade.maker_points or trade.other_points
    if not points:
        return
    payer = trade.maker_id if trade.maker_points else trade.other_id
    for user in sorted((trade.maker, trade.other), key=lambda user: user.pk):
        other = trade.other if user.pk == trade.maker_id else trade.maker
        pay(
            user=user,
            points=-points if user.pk == payer else points,
            reason=LedgerEntry.Reason.TRADE,
            cause=trade_cause(trade),
            note=_("trade with %(player)s") % {"player": other.username},
        )


def _why_broken(trade: Trade, rows: list[TradeCopy]) -> str:
    """Why a trade can never be accepted any more, as a sentence to both; empty if it can."""
    if not trade.maker.is_active or not trade.other.is_active:
        return _("One of the two accounts is closed, so this trade has ended.")
    owners = {Party.MAKER: trade.maker_id, Party.OTHER: trade.other_id}
    for row in rows:
        if row.copy.owner_id != owners[Party(row.side)]:
            return _("%(card)s is gone, so this trade has ended.") % {"card": row.copy.card}
    return ""


@transaction.atomic
def _end_by_hand(found: Trade, state: State, *, tells: User) -> Trade:
    moment = now()
    trade = trade_locked(found.pk, moment)
    trade_end(trade, state, moment)
    tell(tells, trade)
    return trade
