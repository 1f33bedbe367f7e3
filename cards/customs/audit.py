"""Proves that what is held for custom cards is what the ledger says, and that every accepted one is a card."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from accounts.models import LedgerEntry
from cards.customs.models import OPEN, State, Submission
from cards.customs.numbers import custom_price, sum_range
from cards.models import Transfer
from cards.services.submissions import MOST_OPEN, back_cause, hold_cause


def findings() -> Iterator[str]:
    """One line for everything that is not as it must be; nothing when all is well."""
    rows = list(Submission.objects.select_related("listed", "card").exclude(state=State.DRAFT).order_by("pk"))
    yield from _points(rows)
    yield from _cards(rows)
    for maker_id, count in Counter(row.maker_id for row in rows if row.is_open).items():
        if count > MOST_OPEN:
            yield f"user {maker_id} has {count} open submissions"


def proved() -> Iterator[str]:
    """What is proved when there are no findings, in numbers."""
    held = sum(row.price or 0 for row in Submission.objects.filter(state__in=OPEN))
    yield f"{held} points are held for {Submission.objects.filter(state__in=OPEN).count()} open submissions"


def _points(rows: list[Submission]) -> Iterator[str]:
    """Open: held once. Accepted: spent. Refused and withdrawn: held and given back. Nothing else under this reason."""
    paid: dict[str, list[LedgerEntry]] = defaultdict(list)
    for entry in LedgerEntry.objects.filter(reason=LedgerEntry.Reason.CUSTOM).order_by("pk"):
        paid[entry.cause].append(entry)
    for row in rows:
        price = row.price or 0
        if row.listed is None or price != custom_price(specific=row.listed.specific or 0, level=row.level):
            yield f"submission {row.pk} holds {price} points, which its price row does not make"
        back = row.state in (State.REFUSED, State.WITHDRAWN)
        for cause, right in ((hold_cause(row), [-price]), (back_cause(row), [price] if back else [])):
            found = paid.pop(cause, [])
            if [entry.points for entry in found if entry.user_id == row.maker_id] != right or len(found) != len(right):
                said = [entry.points for entry in found]
                yield f"submission {row.pk} is {row.state}; the ledger has {said} for {cause}, not {right}"
    for cause in sorted(paid):
        yield f"the ledger has points for {cause}, which is no submission"


def _cards(rows: list[Submission]) -> Iterator[str]:
    """An accepted submission is its card, number for number, and its maker got the first copy; no other did."""
    given = set(
        Transfer.objects.filter(reason=Transfer.Reason.CUSTOM, giver=None).values_list("cause", "taker_id", "card_id")
    )
    for row in rows:
        least, greatest = sum_range(row.level)
        if row.is_open and not least <= sum(row.ranks) <= greatest:
            yield f"submission {row.pk} of level {row.level} has ranks that make {sum(row.ranks)}"
        if row.card is None:
            continue
        card = row.card
        if (card.level, card.ranks, card.element, card.maker_id) != (row.level, row.ranks, row.element, row.maker_id):
            yield f"submission {row.pk} was accepted as {card.pk}, which differs from it"
        line = (hold_cause(row), row.maker_id, card.pk)
        if line not in given:
            yield f"submission {row.pk}: no copy of {card.pk} came to its maker"
        given.discard(line)
    for cause, taker_id, card_id in sorted(given):
        yield f"a copy of {card_id} came to user {taker_id} for {cause}, which is no accepted submission"
