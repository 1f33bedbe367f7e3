"""What every trade must keep to: its sides, openness, points, room, and gifts (RULES 8)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User, Wallet
from cards.models import Card, Copy
from cards.openings import why_closed
from cards.prices import prices_at
from cards.queries import room_left
from cards.trades.models import MOST_COPIES, MOST_POINTS, Party, Trade
from cards.trades.worth import MOST_GIFT_VALUE, MOST_GIFTS, gift_of, gifts_today, worth_of
from triad.errors import Conflict, GameError


@dataclass(frozen=True, slots=True)
class Side:
    """What one side of a trade gives: IDs of cards, one for each copy, and points."""

    cards: tuple[str, ...] = ()
    points: int = 0


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


def check_open(user: User, other: User, moment: datetime) -> None:
    """Raises Conflict where trades are not open to one of the two; the sentence is to `user`."""
    if closed := why_closed(user, moment):
        raise Conflict("trades_closed", closed.to_self)
    if closed := why_closed(other, moment):
        raise Conflict("other_trades_closed", closed.to_other)


def check_points(user: User, points: int, *, own: bool) -> None:
    """Raises Conflict where a player has fewer points than a trade takes; `own`: the sentence is to that player."""
    have = Wallet.objects.values_list("points", flat=True).get(user=user)
    if points <= have:
        return
    name = {"price": points, "points": have, "player": user.username}
    if own:
        raise Conflict("not_enough_points", _("You would give %(price)d points, and you have %(points)d.") % name)
    sentence = _("%(player)s would give %(price)d points, and has %(points)d.")
    raise Conflict("other_not_enough_points", sentence % name)


def check_room(taker: User, copies: list[Copy]) -> None:
    """Raises Conflict `holding_limit`. No card is on both sides, so nothing of it leaves meanwhile."""
    cards = list({copy.card_id: copy.card for copy in copies}.values())
    room = room_left(user=taker, cards=cards)
    for card in cards:
        if sum(copy.card_id == card.pk for copy in copies) > room[card.pk]:
            sentence = _("%(player)s can hold %(room)d more of %(card)s (limit %(limit)d).")
            name = {"player": taker.username, "room": room[card.pk], "card": card, "limit": card.hold_limit}
            raise Conflict("holding_limit", sentence % name)


def check_gift_size(trade: Trade, copies: dict[Party, list[Copy]]) -> None:
    """Refuses a gift that no day allows. What the trade is worth is kept at acceptance only."""
    _weigh(trade, copies)
    value = max(trade.maker_value or 0, trade.other_value or 0)
    if trade.gift_from and value > MOST_GIFT_VALUE:
        raise _gift_too_large(value)
    trade.maker_value = trade.other_value = None
    trade.gift_from = ""


def check_gift(trade: Trade, copies: dict[Party, list[Copy]], moment: datetime) -> None:
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


def _gift_too_large(value: int) -> Conflict:
    sentence = _(
        "One side gives less than a quarter of the other's value, so this is a gift, worth %(value)d: "
        "%(most)d in a day are the most."
    )
    return Conflict("gift_too_large", sentence % {"value": value, "most": MOST_GIFT_VALUE})
