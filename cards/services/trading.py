"""Trades: offered, answered with another offer, accepted, refused, withdrawn, expired (RULES 5, 8).

Locks: both players by ID, then the trade, then its copies. Nothing is held by an offer; all is checked again and moved
in one transaction at acceptance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from accounts.blocks import require_not_blocked
from accounts.limits import spend
from accounts.models import LedgerEntry, User, Wallet
from accounts.services.wallet import pay, players_lock
from cards.models import Card, Copy, Transfer
from cards.openings import is_any_busy, why_closed
from cards.prices import prices_at
from cards.queries import room_left
from cards.services.copies import marks_lift, move_copy
from cards.trades.models import MOST_COPIES, MOST_POINTS, Party, State, Trade, TradeCopy
from cards.trades.news import tell
from cards.trades.queries import may_see_stash, tradeable
from cards.trades.worth import MOST_GIFT_VALUE, MOST_GIFTS, gift_of, gifts_today, worth_of
from triad.clock import now
from triad.errors import Conflict, GameError, NotAllowed, NotFound

#: How long an offer waits, and how many of one player wait at a time: in all, and for one other player.
WAITING_TIME = timedelta(days=3)
MOST_OPEN, MOST_TO_ONE = 20, 3


@dataclass(frozen=True, slots=True)
class Side:
    """What one side of a trade gives: IDs of cards, one for each copy, and points."""

    cards: tuple[str, ...] = ()
    points: int = 0


def trade_cause(trade: Trade) -> str:
    """What the ledger and the transfer log call a trade."""
    return f"trade:{trade.pk}"


@transaction.atomic
def trade_offer(
    *, maker: User, other: User, key: UUID, gives: Side, gets: Side, counter_of: int | None = None
) -> Trade:
    """Offers another player a trade, or answers an offer of theirs with another one, which ends theirs. A second call
    with the same `key` changes nothing and gives the trade that is there.

    Raises what `check_sides` raises; NotAllowed `needs_account`, `not_for_you`; NotFound `no_trade`; Conflict
    `not_tradeable`, `trades_closed`, `other_trades_closed`, `stash_hidden`, `not_owned`, `not_enough_points`,
    `other_not_enough_points`, `holding_limit`, `gift_too_large`, `too_many_open`, `trade_over`.
    """
    check_sides(gives, gets)
    _check_pair(maker, other)
    spend("trade", maker.pk)
    players = players_lock(user_ids=[maker.pk, other.pk])
    maker, other = players[maker.pk], players[other.pk]
    if made := Trade.objects.filter(maker=maker, key=key).first():
        return made
    require_not_blocked(user=maker, other=other)
    moment = now()
    answered = _answered(maker, other, counter_of, moment)
    _check_open(maker, other, moment)
    _check_room_for_offers(maker, other, moment)
    for user in (maker, other):
        marks_lift(user=user)
    copies = {
        Party.MAKER: _copies(maker, gives.cards),
        Party.OTHER: _copies(other, gets.cards, among=_named_copies(maker, other, answered)),
    }
    _check_points(maker, gives.points, own=True)
    _check_points(other, gets.points, own=False)
    _check_room(maker, copies[Party.OTHER])
    if may_see_stash(owner=other, viewer=maker):
        _check_room(other, copies[Party.MAKER])
    trade = Trade(
        maker=maker,
        other=other,
        key=key,
        maker_points=gives.points,
        other_points=gets.points,
        counter_of=answered,
        made_at=moment,
        expires_at=moment + WAITING_TIME,
    )
    _check_gift_size(trade, copies)
    trade.save()
    TradeCopy.objects.bulk_create(
        TradeCopy(trade=trade, side=side, copy=copy) for side, found in copies.items() for copy in found
    )
    tell(other, trade)
    return trade


def trade_accept(*, trade_id: int, user: User) -> Trade:
    """Accepts a trade: its copies and points change hands, all of them or none.

    Raises NotFound `no_trade`; NotAllowed `not_for_you`; Conflict `trade_over`, `in_a_match` (either of the two is in
    a live match: always the same sentence), `trade_broken` (a copy is gone or an account closed: it has ended then),
    `trades_closed`, `other_trades_closed`, `not_enough_points`, `other_not_enough_points`, `holding_limit`,
    `gifts_today`, `gift_too_large`.
    """
    found = _own(trade_id, user)
    if found.other_id != user.pk:
        raise NotAllowed("not_for_you", _("Only the one who was asked can accept."))
    broken = _accept(found)
    if broken:
        raise Conflict("trade_broken", broken)
    return Trade.objects.get(pk=trade_id)


def trade_refuse(*, trade_id: int, user: User) -> Trade:
    """Refuses a trade. Raises NotFound `no_trade`; NotAllowed `not_for_you`; Conflict `trade_over`."""
    found = _own(trade_id, user)
    if found.other_id != user.pk:
        raise NotAllowed("not_for_you", _("Only the one who was asked can refuse."))
    return _end_by_hand(found, State.REFUSED, tells=found.maker)


def trade_withdraw(*, trade_id: int, user: User) -> Trade:
    """Takes an offer back. Raises NotFound `no_trade`; NotAllowed `not_yours`; Conflict `trade_over`."""
    found = _own(trade_id, user)
    if found.maker_id != user.pk:
        raise NotAllowed("not_yours", _("Only the one who offered it can take it back."))
    return _end_by_hand(found, State.WITHDRAWN, tells=found.other)


def trades_expire(*, moment: datetime, user: User | None = None, limit: int = 200) -> int:
    """Lets trades expire whose time is over, all or those of a player; gives how many. Twice changes nothing."""
    due = Trade.objects.filter(state=State.OPEN, expires_at__lte=moment)
    if user is not None:
        due = due.filter(Q(maker=user) | Q(other=user))
    ids = list(due.order_by("expires_at").values_list("pk", flat=True)[:limit])
    if not ids:
        return 0
    return Trade.objects.filter(pk__in=ids, state=State.OPEN).update(state=State.EXPIRED, settled_at=moment)


def check_sides(gives: Side, gets: Side) -> None:
    """Raises GameError for terms that no trade can have: `nothing`, `too_many_cards`, `bad_points`, `points_both_ways`,
    `card_both_ways`."""
    if not (gives.cards or gives.points or gets.cards or gets.points):
        raise GameError("nothing", _("There is nothing in this trade yet. Choose a card, or name points."))
    for side in (gives, gets):
        if len(side.cards) > MOST_COPIES:
            sentence = _("Each side gives %(most)d cards at most.")
            raise GameError("too_many_cards", sentence % {"most": MOST_COPIES})
        if not 0 <= side.points <= MOST_POINTS:
            raise GameError("bad_points", _("Points are a number from 0 to %(most)d.") % {"most": MOST_POINTS})
    if gives.points and gets.points:
        raise GameError("points_both_ways", _("Points go one way only: take the smaller number off both sides."))
    if both := sorted(set(gives.cards) & set(gets.cards)):
        card = Card.objects.filter(pk=both[0]).first() or both[0]
        raise GameError("card_both_ways", _("%(card)s is on both sides. Leave it out on one.") % {"card": card})


@transaction.atomic
def _accept(found: Trade) -> str:
    """Moves everything; or gives the sentence with which the trade has ended."""
    players = players_lock(user_ids=[found.maker_id, found.other_id])
    moment = now()
    trade = _locked_open(found.pk, moment)
    maker, other = trade.maker, trade.other = players[trade.maker_id], players[trade.other_id]
    if is_any_busy([maker.pk, other.pk]):
        raise Conflict(
            "in_a_match", _("One of you two is in a match that is not over. The trade can be accepted after it.")
        )
    rows = list(trade.copies.select_related("copy__card__series").order_by("copy_id"))
    if broken := _why_broken(trade, rows):
        _end(trade, State.BROKEN, moment, reason=broken)
        tell(maker, trade)
        return broken
    _check_open(other, maker, moment)
    _check_points(other, trade.other_points, own=True)
    _check_points(maker, trade.maker_points, own=False)
    copies = {side: [row.copy for row in rows if row.side == side] for side in Party}
    _check_gift(trade, copies, moment)
    for row in rows:
        taker = other if row.side == Party.MAKER else maker
        move_copy(copy=row.copy, taker=taker, reason=Transfer.Reason.TRADE, cause=trade_cause(trade))
    _pay(trade)
    _end(trade, State.ACCEPTED, moment)
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


def _check_pair(maker: User, other: User) -> None:
    if not maker.is_person:
        raise NotAllowed("needs_account", _("Sign up to trade."))
    if maker.pk == other.pk:
        raise Conflict("not_tradeable", _("You cannot trade with yourself."))
    if not other.is_person or not other.is_active:
        raise Conflict("not_tradeable", _("%(player)s cannot trade.") % {"player": other.username})


def _check_open(user: User, other: User, moment: datetime) -> None:
    """Raises Conflict where trades are not open to one of the two; the sentence is to `user`."""
    if closed := why_closed(user, moment):
        raise Conflict("trades_closed", closed.to_self)
    if closed := why_closed(other, moment):
        raise Conflict("other_trades_closed", closed.to_other)


def _check_room_for_offers(maker: User, other: User, moment: datetime) -> None:
    waiting = Trade.objects.filter(maker=maker, state=State.OPEN, expires_at__gt=moment)
    if waiting.filter(other=other).count() >= MOST_TO_ONE:
        sentence = _("%(most)d of your offers wait for %(player)s already, the most there may be.")
        raise Conflict("too_many_open", sentence % {"most": MOST_TO_ONE, "player": other.username})
    if waiting.count() >= MOST_OPEN:
        sentence = _("%(most)d of your offers wait for an answer, the most there may be.")
        raise Conflict("too_many_open", sentence % {"most": MOST_OPEN})


def _answered(maker: User, other: User, trade_id: int | None, moment: datetime) -> Trade | None:
    """The offer that this one answers, ended; both players are locked."""
    if trade_id is None:
        return None
    if _own(trade_id, maker).other_id != maker.pk:
        raise NotAllowed("not_for_you", _("This is your own offer: take it back and make another."))
    trade = _locked_open(trade_id, moment)
    if trade.maker_id != other.pk:
        raise NotFound("no_trade", _("You have no such trade."))
    _end(trade, State.COUNTERED, moment)
    return trade


def _named_copies(maker: User, other: User, answered: Trade | None) -> list[int] | None:
    """The copies of the other that may be asked for: of a hidden stash only what its owner has offered here."""
    if may_see_stash(owner=other, viewer=maker):
        return None
    return list(answered.copies.filter(side=Party.MAKER).values_list("copy", flat=True)) if answered else []


def _copies(owner: User, card_ids: Iterable[str], *, among: list[int] | None = None) -> list[Copy]:
    """Copies for some cards, those before others that no open offer of the owner names."""
    wanted = Counter(card_ids)
    if not wanted:
        return []
    rows = tradeable(owner=owner).filter(card_id__in=wanted).select_related("card__series")
    if among is not None:
        rows = rows.filter(pk__in=among)
    named = TradeCopy.objects.filter(copy=OuterRef("pk"), trade__state=State.OPEN)
    found = list(rows.annotate(named=Exists(named)).order_by("named", "-slot"))
    chosen: list[Copy] = []
    for card_id, count in sorted(wanted.items()):
        own = [copy for copy in found if copy.card_id == card_id][:count]
        if len(own) < count:
            raise _too_few(owner, card_id, len(own), hidden=among is not None)
        chosen += own
    return chosen


def _too_few(owner: User, card_id: str, count: int, *, hidden: bool) -> Conflict:
    name = {"player": owner.username, "card": Card.objects.filter(pk=card_id).first() or card_id, "count": count}
    if hidden:
        return Conflict("stash_hidden", _("The stash of %(player)s is hidden: you can only ask for points.") % name)
    if count:
        return Conflict("not_owned", _("%(player)s has only %(count)d of %(card)s to trade.") % name)
    return Conflict("not_owned", _("%(player)s has no %(card)s to trade.") % name)


def _check_points(user: User, points: int, *, own: bool) -> None:
    have = Wallet.objects.values_list("points", flat=True).get(user=user)
    if points <= have:
        return
    name = {"price": points, "points": have, "player": user.username}
    if own:
        raise Conflict("not_enough_points", _("You would give %(price)d points, and you have %(points)d.") % name)
    sentence = _("%(player)s would give %(price)d points, and has %(points)d.")
    raise Conflict("other_not_enough_points", sentence % name)


def _check_room(taker: User, copies: list[Copy]) -> None:
    """Raises Conflict `holding_limit`. No card is on both sides, so nothing of it leaves meanwhile."""
    cards = list({copy.card_id: copy.card for copy in copies}.values())
    room = room_left(user=taker, cards=cards)
    for card in cards:
        if sum(copy.card_id == card.pk for copy in copies) > room[card.pk]:
            sentence = _("%(player)s can hold %(room)d more of %(card)s (limit %(limit)d).")
            name = {"player": taker.username, "room": room[card.pk], "card": card, "limit": card.hold_limit}
            raise Conflict("holding_limit", sentence % name)


def _weigh(trade: Trade, copies: dict[Party, list[Copy]]) -> None:
    """Writes onto the trade what both sides are worth now, and whose gift it is."""
    listed = prices_at()
    points = {Party.MAKER: trade.maker_points, Party.OTHER: trade.other_points}
    worth = {
        side: worth_of(cards=[copy.card for copy in copies[side]], points=points[side], listed=listed)
        for side in points
    }
    trade.maker_value, trade.other_value = worth[Party.MAKER], worth[Party.OTHER]
    trade.gift_from = gift_of(maker_value=trade.maker_value, other_value=trade.other_value)


def _check_gift_size(trade: Trade, copies: dict[Party, list[Copy]]) -> None:
    """Refuses a gift that no day allows. What the trade is worth is kept at acceptance only."""
    _weigh(trade, copies)
    value = max(trade.maker_value or 0, trade.other_value or 0)
    if trade.gift_from and value > MOST_GIFT_VALUE:
        raise _gift_too_large(value)
    trade.maker_value = trade.other_value = None
    trade.gift_from = ""


def _check_gift(trade: Trade, copies: dict[Party, list[Copy]], moment: datetime) -> None:
    """Raises Conflict where a gift is over what one of the two may give or get in this day; leaves the values."""
    _weigh(trade, copies)
    if not trade.gift_from:
        return
    value = max(trade.maker_value or 0, trade.other_value or 0)
    if value > MOST_GIFT_VALUE:
        raise _gift_too_large(value)
    giver, taker = (trade.maker, trade.other) if trade.gift_from == Party.MAKER else (trade.other, trade.maker)
    for user, given in ((giver, True), (taker, False)):
        count, together = gifts_today(user=user, moment=moment, given=given)
        if count < MOST_GIFTS and together + value <= MOST_GIFT_VALUE:
            continue
        name = {
            "player": user.username,
            "count": count,
            "together": together,
            "value": value,
            "most": MOST_GIFTS,
            "points": MOST_GIFT_VALUE,
        }
        sentence = (
            _(
                "This is a gift worth %(value)d. %(player)s has given %(count)d today, worth %(together)d: "
                "%(most)d gifts a day and %(points)d points of value together are the most."
            )
            if given
            else _(
                "This is a gift worth %(value)d. %(player)s has got %(count)d today, worth %(together)d: "
                "%(most)d gifts a day and %(points)d points of value together are the most."
            )
        )
        raise Conflict("gifts_today", sentence % name)


def _gift_too_large(value: int) -> Conflict:
    sentence = _(
        "One side gives less than a quarter of the other's value, so this is a gift, worth %(value)d: "
        "%(most)d in a day are the most."
    )
    return Conflict("gift_too_large", sentence % {"value": value, "most": MOST_GIFT_VALUE})


def _why_broken(trade: Trade, rows: list[TradeCopy]) -> str:
    """Why a trade can never be accepted any more, as a sentence to both; empty if it can."""
    if not trade.maker.is_active or not trade.other.is_active:
        return _("One of the two accounts is closed, so this trade has ended.")
    owners = {Party.MAKER: trade.maker_id, Party.OTHER: trade.other_id}
    for row in rows:
        if row.copy.owner_id != owners[Party(row.side)]:
            return _("%(card)s is gone, so this trade has ended.") % {"card": row.copy.card}
    return ""


def _own(trade_id: int, user: User) -> Trade:
    trade = Trade.objects.select_related("maker", "other").filter(pk=trade_id).first()
    if trade is None or user.pk not in (trade.maker_id, trade.other_id):
        raise NotFound("no_trade", _("You have no such trade."))
    return trade


def _locked_open(trade_id: int, moment: datetime) -> Trade:
    trade = Trade.objects.select_for_update(of=("self",)).get(pk=trade_id)
    if trade.state != State.OPEN or trade.expires_at <= moment:
        raise Conflict("trade_over", over_sentence(trade.state))
    return trade


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
def _end_by_hand(found: Trade, state: State, *, tells: User) -> Trade:
    moment = now()
    trade = _locked_open(found.pk, moment)
    _end(trade, state, moment)
    tell(tells, trade)
    return trade


def _end(trade: Trade, state: State, moment: datetime, *, reason: str = "") -> None:
    trade.state, trade.settled_at, trade.reason = state, moment, reason
    trade.save(
        update_fields=["state", "settled_at", "reason", "maker_value", "other_value", "gift_from"],
    )
