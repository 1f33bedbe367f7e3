"""Proves that the accepted trades, and nothing else, are in the transfer log and the ledger as trades."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC

from accounts.models import LedgerEntry
from cards.models import Transfer
from cards.services.trade_answers import trade_cause
from cards.trades.models import Party, State, Trade, TradeCopy
from cards.trades.worth import MOST_GIFT_VALUE, MOST_GIFTS, gift_value


def findings() -> Iterator[str]:
    """One line for everything that is not as it must be; nothing when all is well."""
    yield from _copies()
    yield from _points()
    yield from _gifts()
    for trade in Trade.objects.filter(copies=None, maker_points=0, other_points=0).order_by("pk"):
        yield f"trade {trade.pk} is empty"


def proved() -> Iterator[str]:
    """What is proved when there are no findings, in numbers."""
    accepted = Trade.objects.filter(state=State.ACCEPTED)
    moved = TradeCopy.objects.filter(trade__in=accepted).count()
    yield f"{accepted.count()} trades were accepted; the logs have their {moved} copies and their points, and no others"


def _copies() -> Iterator[str]:
    """Each copy of an accepted trade went from its side to the other under the trade's cause, once."""
    rows = TradeCopy.objects.filter(trade__state=State.ACCEPTED).select_related("trade").order_by("pk")
    right = Counter(
        (trade_cause(row.trade), row.copy_id, row.trade.maker_id, row.trade.other_id)
        if row.side == Party.MAKER
        else (trade_cause(row.trade), row.copy_id, row.trade.other_id, row.trade.maker_id)
        for row in rows.iterator(chunk_size=2000)
    )
    log = Transfer.objects.filter(reason=Transfer.Reason.TRADE)
    said = Counter(log.values_list("cause", "copy", "giver", "taker"))
    for cause, copy_id, giver, taker in sorted(right - said):
        yield f"{cause} was accepted; copy {copy_id} did not go from user {giver} to {taker}"
    for cause, copy_id, giver, taker in sorted(said - right, key=str):
        yield f"copy {copy_id} went from user {giver} to {taker} by {cause}, which is no accepted trade of it"


def _points() -> Iterator[str]:
    """The points of an accepted trade left one wallet and came to the other, once."""
    right: Counter[tuple[str, int, int]] = Counter()
    for trade in Trade.objects.filter(state=State.ACCEPTED).order_by("pk"):
        given = trade.maker_points - trade.other_points
        if given:
            right[trade_cause(trade), trade.maker_id, -given] += 1
            right[trade_cause(trade), trade.other_id, given] += 1
    entries = LedgerEntry.objects.filter(reason=LedgerEntry.Reason.TRADE)
    said = Counter(entries.order_by("pk").values_list("cause", "user", "points"))
    for cause, user_id, points in sorted(right - said):
        yield f"{cause} was accepted; the ledger of user {user_id} has no {points:+} for it"
    for cause, user_id, points in sorted(said - right):
        yield f"the ledger of user {user_id} has {points:+} for {cause}, which is no accepted trade with these points"


def _gifts() -> Iterator[str]:
    """Nobody gave or got more gifts in a day than there may be (RULES 8)."""
    days: dict[tuple[int, str, str], list[int]] = defaultdict(list)
    for gift in Trade.objects.exclude(gift_from="").order_by("pk"):
        assert gift.settled_at is not None
        day = f"{gift.settled_at.astimezone(UTC):%Y-%m-%d}"
        giver, taker = (gift.maker_id, gift.other_id)[:: 1 if gift.gift_from == Party.MAKER else -1]
        days[giver, "gave", day].append(gift_value(gift))
        days[taker, "got", day].append(gift_value(gift))
    for (user_id, did, day), values in sorted(days.items()):
        if len(values) > MOST_GIFTS or sum(values) > MOST_GIFT_VALUE:
            yield f"user {user_id} {did} {len(values)} gifts worth {sum(values)} on {day}"
