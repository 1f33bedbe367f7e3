"""The rules page as values: chapters with examples that the engine has just played, and the table of the houses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from matches.engine import EXCLUDES, NEEDS
from matches.houses import HOUSES, House
from matches.rule_names import RULE_TITLES
from matches.rulebook.book import BASICS, DRAW_BOOK, RULE_BOOK, TRADE_BOOK
from matches.rulebook.entry import Entry, Example
from matches.rulebook.link import to_query
from matches.rulebook.position import example_position
from matches.rulebook.tables import TableView, table_of


@dataclass(frozen=True, slots=True)
class ExampleView:
    """An example before its move and after it. `query` is the position before, `opens` the address in the editor's
    writing with the move to come; `card` and `square` are the move."""

    key: str
    caption: str
    before: TableView
    after: TableView
    query: str
    opens: str
    card: str
    square: int
    hands: bool


@dataclass(frozen=True, slots=True)
class EntryView:
    """One chapter of the page; `anchor` is its link."""

    anchor: str
    entry: Entry
    houses: str
    notes: tuple[str, ...]
    also: str
    examples: tuple[ExampleView, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the page: the basics, the rules of play, the trade rules, the draw rules."""

    anchor: str
    title: str
    text: str
    entries: tuple[EntryView, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table of the houses: what is compared, its link, and a cell a house."""

    title: str
    anchor: str
    cells: tuple[str, ...]


def example_view(example: Example) -> ExampleView:
    """An example as the page shows it, played by the engine."""
    position = example_position(example)
    after = position.with_move(*example.move)
    return ExampleView(
        key=example.key,
        caption=str(example.caption),
        before=table_of(position, id=f"before-{example.key}", hidden=example.hidden),
        after=table_of(after, event="still", id=f"after-{example.key}", hidden=example.hidden),
        query=to_query(position),
        opens=f"{to_query(after)}&at={position.moves}",
        card=example.move[0],
        square=example.move[1],
        hands=example.hands,
    )


def book() -> tuple[tuple[Part, ...], SafeString]:
    """All chapters of the page, as values and as drawn, in the language that is active.

    They are the same for everybody and built once a process, and again only when a row of the book was changed.
    """
    rows = (entry for book in (BASICS, RULE_BOOK, TRADE_BOOK, DRAW_BOOK) for entry in book.values())
    return _built(get_language(), tuple(map(id, rows)))


@lru_cache(maxsize=8)
def _built(language: str | None, rows: tuple[int, ...]) -> tuple[tuple[Part, ...], SafeString]:
    parts = _parts()
    drawn = render_to_string("matches/_rules_pages.html", {"parts": parts})
    # Ninety boards: a picture is asked for when it comes near.
    return parts, SafeString(drawn.replace(' decoding="async">', ' decoding="async" loading="lazy">'))


def _parts() -> tuple[Part, ...]:
    return (
        Part("basics", _("The game"), "", _entries(BASICS, "", lambda house, name: True)),
        Part(
            "rules",
            _("The rules of play"),
            _("Which of these are on is chosen with the challenge, from what the house offers."),
            _entries(RULE_BOOK, "", lambda house, name: name in house.rules or name in house.always),
        ),
        Part(
            "trades",
            _("The trade rules"),
            _("A trade rule says what the winner gets of the loser's five cards."),
            _entries(TRADE_BOOK, "trade-", lambda house, name: name in house.trades),
        ),
        Part(
            "draws",
            _("The draw rules"),
            _("A draw rule says what follows an equal score."),
            _entries(DRAW_BOOK, "draw-", lambda house, name: name in house.draws),
        ),
    )


def _entries(book: Mapping[str, Entry], prefix: str, plays: Callable[[House, str], bool]) -> tuple[EntryView, ...]:
    views = []
    for name, entry in book.items():
        names = [str(house.name) for house in HOUSES.values() if plays(house, name)]
        everywhere = len(names) == len(HOUSES)
        notes = (_needs(name), _excludes(name)) if book is RULE_BOOK else ()
        views.append(
            EntryView(
                anchor=f"{prefix}{name}",
                entry=entry,
                houses=_("every house") if everywhere else ", ".join(names),
                notes=tuple(filter(None, notes)),
                also=", ".join(entry.also),
                examples=tuple(map(example_view, entry.examples)),
            )
        )
    return tuple(views)


def _needs(name: str) -> str:
    needed = NEEDS.get(name, ())
    titles = _(" or ").join(str(RULE_TITLES[each]) for each in needed)
    return _("%(rule)s needs %(needed)s.") % {"rule": RULE_TITLES[name], "needed": titles} if needed else ""


def _excludes(name: str) -> str:
    others = [one if other == name else other for one, other in EXCLUDES if name in (one, other)]
    titles = _(" and ").join(str(RULE_TITLES[each]) for each in others)
    values = {"rule": RULE_TITLES[name], "others": titles}
    return _("%(rule)s does not go together with %(others)s.") % values if others else ""


def house_rows() -> tuple[tuple[str, tuple[Row, ...]], ...]:
    """The table of the houses in groups of rows, each with its title."""
    return (
        (_("Rules of play"), _rows(RULE_BOOK, "", _rule_cell)),
        (_("Trade rules"), _rows(TRADE_BOOK, "trade-", _trade_cell)),
        (_("Draw rules"), _rows(DRAW_BOOK, "draw-", _draw_cell)),
        (
            _("Besides"),
            (
                _row(_("Deck limit"), "limitless", _limit),
                _row(_("Own cards count for Same and Plus"), "same", lambda house: _yes(house.own_cards_count)),
                _row(_("Total victory takes all five"), "score", lambda house: _yes(house.total_victory)),
                _row(_("Leaving"), "leaving", _leaving),
                _row(_("Stakes need experience"), "trades", lambda house: _yes(house.needs_experience)),
                _row(_("A challenge may name who begins"), "basics", lambda house: _yes(house.names_first)),
            ),
        ),
    )


def _rows(book: Mapping[str, Entry], prefix: str, cell: Callable[[House, str], str]) -> tuple[Row, ...]:
    return tuple(
        Row(str(entry.title), f"{prefix}{name}", tuple(cell(house, name) for house in HOUSES.values()))
        for name, entry in book.items()
    )


def _row(title: str | Promise, anchor: str, cell: Callable[[House], str]) -> Row:
    return Row(str(title), anchor, tuple(cell(house) for house in HOUSES.values()))


def _yes(value: bool) -> str:
    return _("yes") if value else "–"


def _rule_cell(house: House, name: str) -> str:
    return _("always") if name in house.always else _yes(name in house.rules)


def _trade_cell(house: House, name: str) -> str:
    return _("usual") if name == house.default_trade else _yes(name in house.trades)


def _draw_cell(house: House, name: str) -> str:
    return _("usual") if name == house.draws[0] else _yes(name in house.draws)


def _limit(house: House) -> str:
    if house.level_limit:
        return _("%(levels)s levels") % {"levels": house.level_limit}
    return _("stars: two of four or more, one of five") if house.stars else _("none")


def _leaving(house: House) -> str:
    return _("did-not-finish") if house.leaving == "did_not_finish" else _("forfeit")
