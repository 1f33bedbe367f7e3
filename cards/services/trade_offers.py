"""A trade is offered, or an offer answered with another one (RULES 8).

Locks: both players by ID, then the trade. Nothing is held by an offer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from accounts.blocks import require_not_blocked
from accounts.limits import spend
from accounts.models import User
from accounts.services.wallet import players_lock
from cards.models import Card, Copy
from cards.services.copies import marks_lift
from cards.services.trade_answers import own_trade, trade_end, trade_locked
from cards.services.trade_terms import Side, check_gift_size, check_open, check_points, check_room, check_sides
from cards.trades.models import Party, State, Trade, TradeCopy
from cards.trades.news import tell
from cards.trades.queries import may_see_stash, tradeable
from triad.clock import now
from triad.errors import Conflict, NotAllowed, NotFound

#: How long an offer waits, and how many of one player wait at a time: in all, and for one other player.
WAITING_TIME = timedelta(days=3)
MOST_OPEN, MOST_TO_ONE = 20, 3


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
    check_open(maker, other, moment)
    _check_room_for_offers(maker, other, moment)
    for user in (maker, other):
        marks_lift(user=user)
    copies = {
        Party.MAKER: _copies(maker, gives.cards),
        Party.OTHER: _copies(other, gets.cards, among=_named_copies(maker, other, answered)),
    }
    check_points(maker, gives.points, own=True)
    check_points(other, gets.points, own=False)
    check_room(maker, copies[Party.OTHER])
    if may_see_stash(owner=other, viewer=maker):
        check_room(other, copies[Party.MAKER])
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
    check_gift_size(trade, copies)
    trade.save()
    TradeCopy.objects.bulk_create(
        TradeCopy(trade=trade, side=side, copy=copy) for side, found in copies.items() for copy in found
    )
    tell(other, trade)
    return trade


def _check_pair(maker: User, other: User) -> None:
    if not maker.is_person:
        raise NotAllowed("needs_account", _("Sign up to trade."))
    if maker.pk == other.pk:
        raise Conflict("not_tradeable", _("You cannot trade with yourself."))
    if not other.is_person or not other.is_active:
        raise Conflict("not_tradeable", _("%(player)s cannot trade.") % {"player": other.username})


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
    if own_trade(trade_id, maker).other_id != maker.pk:
        raise NotAllowed("not_for_you", _("This is your own offer: take it back and make another."))
    trade = trade_locked(trade_id, moment)
    if trade.maker_id != other.pk:
        raise NotFound("no_trade", _("You have no such trade."))
    trade_end(trade, State.COUNTERED, moment)
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
