"""The table at which a trade is put together: what lies on both sides, and what both could still lay there."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from django.core.paginator import Page, Paginator
from django.http import QueryDict
from django.utils.translation import gettext as _

from accounts.models import User
from cards.faces import CardFace
from cards.filters import named
from cards.models import Card, Price
from cards.prices import prices_at
from cards.services.trade_terms import Side, check_sides
from cards.trades.models import MOST_COPIES, MOST_POINTS, Party, Trade
from cards.trades.queries import may_see_stash, tradeable_cards
from cards.trades.worth import MOST_GIFT_VALUE, gift_of, worth_of
from triad.errors import GameError

#: Cards of a stash on one page of the table.
PAGE = 15
SIDES = ("give", "get")
#: How much of a field is kept to be shown again.
_KEPT_TEXT, _KEPT_CARDS = 60, 4 * MOST_COPIES


@dataclass(slots=True)
class Half:
    """One side of the table as it was sent: IDs of cards, points as typed, and what is looked for in the stash."""

    name: str
    cards: list[str] = field(default_factory=list)
    points: str = ""
    search: str = ""
    page: str = "1"

    @property
    def terms(self) -> Side:
        """What the side gives. Raises GameError `bad_points`."""
        typed = self.points.strip() or "0"
        if not (typed.isascii() and typed.isdigit() and int(typed) <= MOST_POINTS):
            raise GameError("bad_points", _("Points are a number from 0 to %(most)d.") % {"most": MOST_POINTS})
        return Side(tuple(self.cards), int(typed))


@dataclass(slots=True)
class Table:
    """Both sides and the number of the form; `answers` is the offer that this one answers."""

    key: UUID
    give: Half
    get: Half
    answers: Trade | None = None
    refused: GameError | None = None

    @classmethod
    def fresh(cls) -> Table:
        """An empty table."""
        return cls(uuid4(), Half("give"), Half("get"))

    @classmethod
    def answering(cls, trade: Trade) -> Table:
        """The table with another's offer on it, turned round."""
        table = cls.fresh()
        table.answers = trade
        for row in trade.copies.select_related("copy").order_by("copy__card_id"):
            (table.get if row.side == Party.MAKER else table.give).cards.append(row.copy.card_id)
        table.get.points = str(trade.maker_points or "")
        table.give.points = str(trade.other_points or "")
        return table

    @classmethod
    def sent(cls, data: QueryDict, *, answers: Trade | None = None) -> Table:
        """The table as a form sent it, bounded. Raises GameError `no_key`."""
        try:
            key = UUID(data.get("key", ""))
        except ValueError:
            raise GameError("no_key", _("This form is not complete. Begin again from the other's page.")) from None
        give, get = (
            Half(
                name=name,
                cards=[text[:6] for text in data.getlist(name)[:_KEPT_CARDS]],
                points=data.get(f"{name}_points", "")[:_KEPT_TEXT],
                search=data.get(f"{name}_q", "")[:_KEPT_TEXT],
                page=data.get(f"{name}_page", "1")[:6],
            )
            for name in SIDES
        )
        return cls(key, give, get, answers=answers)

    def act(self, text: str) -> None:
        """What a button of the table does: `add give A001`, `drop get X040`, `page give 2`; else it looks anew."""
        words = text.split()
        if len(words) != 3 or words[1] not in SIDES:
            return
        half: Half = getattr(self, words[1])
        if words[0] == "add" and len(half.cards) < MOST_COPIES:
            half.cards.append(words[2][:6])
        elif words[0] == "drop" and words[2] in half.cards:
            half.cards.remove(words[2])
        elif words[0] == "page":
            half.page = words[2][:6]


@dataclass(frozen=True, slots=True)
class Pick:
    """A card on a side or in the stash beside it: how many lie there, and whether one more can be laid down."""

    card: Card
    face: CardFace
    count: int
    may_add: bool


@dataclass(frozen=True, slots=True)
class ShownHalf:
    """One side as the page shows it. `worth` is None while its points cannot be read."""

    half: Half
    user: User
    own: bool
    chosen: list[Pick]
    copies: int
    stash: list[Pick]
    page: Page[Card]
    hidden: bool
    worth: int | None


def shown(table: Table, *, maker: User, other: User) -> dict[str, Any]:
    """What the page of a table needs."""
    listed = prices_at()
    give = _shown_half(table, table.give, owner=maker, viewer=maker, listed=listed)
    get = _shown_half(table, table.get, owner=other, viewer=maker, listed=listed)
    return {
        "table": table,
        "other": other,
        "halves": [give, get],
        "problem": table.refused.message if table.refused else _problem(table),
        "gift": _gift(give, get, maker, other),
        "most_gift": MOST_GIFT_VALUE,
        "most_copies": MOST_COPIES,
    }


def _shown_half(table: Table, half: Half, *, owner: User, viewer: User, listed: dict[str, Price]) -> ShownHalf:
    counts = Counter(half.cards)
    mine = tradeable_cards(owner=owner)
    hidden = not may_see_stash(owner=owner, viewer=viewer)
    if hidden:
        mine = mine.filter(pk__in=_offered(table))
    page = Paginator(mine.filter(named(half.search)) if half.search.strip() else mine, PAGE).get_page(half.page)
    held = set(mine.filter(pk__in=counts).values_list("pk", flat=True))
    cards = Card.objects.in_bulk(list(counts))
    full = len(half.cards) >= MOST_COPIES
    chosen = [
        Pick(cards[card_id], CardFace.of(cards[card_id], count=count), count, False)
        for card_id, count in sorted(counts.items())
        if card_id in cards
    ]
    stash = [
        Pick(
            card,
            CardFace.of(card, count=card.held, dim=full or counts[card.pk] >= card.held),  # type: ignore[attr-defined]
            counts[card.pk],
            not full and counts[card.pk] < card.held,  # type: ignore[attr-defined]
        )
        for card in page
    ]
    # What was sent but is not there is left out: it cannot be laid down again.
    half.cards = [card_id for card_id in half.cards if card_id in cards and card_id in held]
    try:
        points = half.terms.points
    except GameError:
        worth = None
    else:
        worth = worth_of(cards=[cards[card_id] for card_id in half.cards], points=points, listed=listed)
    chosen = [pick for pick in chosen if pick.card.pk in held]
    return ShownHalf(half, owner, owner == viewer, chosen, len(half.cards), stash, page, hidden, worth)


def _offered(table: Table) -> list[str]:
    """What the owner of a hidden stash has offered here."""
    if table.answers is None:
        return []
    return list(table.answers.copies.filter(side=Party.MAKER).values_list("copy__card", flat=True))


def _problem(table: Table) -> str:
    """What is wrong with what lies on the table, as a sentence; an empty table is only empty."""
    try:
        check_sides(table.give.terms, table.get.terms)
    except GameError as wrong:
        return "" if wrong.code == "nothing" else wrong.message
    return ""


def _gift(give: ShownHalf, get: ShownHalf, maker: User, other: User) -> User | None:
    """Whose gift the trade would be."""
    if give.worth is None or get.worth is None:
        return None
    gift = gift_of(maker_value=give.worth, other_value=get.worth)
    return {Party.MAKER.value: maker, Party.OTHER.value: other}.get(gift)
