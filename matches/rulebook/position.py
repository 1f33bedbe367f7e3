"""A position that somebody set up, and what was played from it: a record in the making, held in no database."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from matches.engine import COLOURS, NEEDS, RULES, Card, EngineError, RecordError, Standing, fold
from matches.engine.fold import MOST_ROUNDS
from matches.engine.rules import EXCLUDES
from matches.rulebook.entry import Example, Label, shipped
from triad.errors import GameError

HAND = 5
LONGEST_NAME = 30
#: An ID as series write it; the numbers of standing-in pictures are no IDs (see `cards.art.plain`).
CARD_ID = re.compile(r"[A-Z]{1,2}[0-9]{3}|[0-9]{4}")
#: What stands in a record that was made here.
RECORD_ID = "editor"


@dataclass(frozen=True, slots=True)
class RoundPart:
    """The draws of one round and its moves, (card, square) each."""

    elements: Mapping[int, str] = field(default_factory=dict)
    walls: Mapping[int, Label] = field(default_factory=dict)
    chaos: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    moves: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that a record needs. Cards are called by their place: b1 to b5, r1 to r5, s1 to s9 on the board."""

    rules: tuple[str, ...] = ()
    own_cards_count: bool = True
    total_victory: bool = False
    draw: str = "draw"
    trade: str = "one"
    first: str = "blue"
    blue: tuple[Card, ...] = ()
    red: tuple[Card, ...] = ()
    board: Mapping[int, tuple[str, Card]] = field(default_factory=dict)
    swap: tuple[str, str] | None = None
    rounds: tuple[RoundPart, ...] = (RoundPart(),)
    left: tuple[str, str] | None = None

    @property
    def hands(self) -> dict[str, tuple[Card, ...]]:
        """Both hands by colour, as brought."""
        return {"blue": self.blue, "red": self.red}

    @property
    def moves(self) -> int:
        """How many placements were made in all rounds."""
        return sum(len(part.moves) for part in self.rounds)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the set-up."""
        return (*self.blue, *self.red, *(card for _colour, card in self.board.values()))

    def with_ids(self, known: Container[str]) -> Position:
        """The position in which only cards that are known have an ID."""

        def plain(card: Card) -> Card:
            return card if card.extra.get("id") in known else replace(card, extra={})

        board = {square: (colour, plain(card)) for square, (colour, card) in self.board.items()}
        return replace(self, blue=tuple(map(plain, self.blue)), red=tuple(map(plain, self.red)), board=board)

    def to_record(self, id: str = RECORD_ID) -> dict[str, Any]:
        """The record (RECORDS.md); its `board` is always there, so that hands may be short."""
        record: dict[str, Any] = {
            "id": id,
            "rules": list(self.rules),
            "options": {"own_cards_count": self.own_cards_count, "total_victory": self.total_victory},
            "draw": self.draw,
            "trade": self.trade,
            "first": self.first,
            "hands": {colour: [card.to_data() for card in hand] for colour, hand in self.hands.items()},
            "board": {str(square): [colour, card.to_data()] for square, (colour, card) in sorted(self.board.items())},
            "rounds": [_round_data(part) for part in self.rounds],
        }
        if self.swap:
            record["swap"] = list(self.swap)
        if self.left:
            record["left"] = {"by": self.left[0], "how": self.left[1]}
        return record

    def cut(self, at: int) -> Position:
        """The position after so many placements: later ones are gone; the draws of a round just begun stay."""
        if at >= self.moves:
            return self
        kept: list[RoundPart] = []
        for part in self.rounds:
            kept.append(replace(part, moves=part.moves[:at]))
            if at < len(part.moves) or (not at and not part.moves):
                break
            at -= len(part.moves)
        return replace(self, rounds=tuple(kept), left=None)

    def with_move(self, card: str, square: int) -> Position:
        """The position after one more placement, which nobody has judged yet."""
        standing = fold(self.to_record())
        parts = [*self.rounds, *(RoundPart() for _each in range(len(standing.rounds) - len(self.rounds)))]
        return replace(
            self, rounds=(*parts[:-1], replace(parts[-1], moves=(*parts[-1].moves, (card, square)))), left=None
        )


def _round_data(part: RoundPart) -> dict[str, Any]:
    data: dict[str, Any] = {"moves": [list(move) for move in part.moves]}
    if part.elements:
        data["elements"] = {str(square): element for square, element in sorted(part.elements.items())}
    if part.walls:
        data["walls"] = {str(square): list(label) for square, label in sorted(part.walls.items())}
    if part.chaos:
        data["chaos"] = {colour: list(keys) for colour, keys in part.chaos.items()}
    return data


def clean_name(name: str) -> str:
    """A card's name as it may be shown: printable signs, single spaces, not too long."""
    printable = "".join(sign if sign.isprintable() else " " for sign in name)
    return " ".join(printable.split())[:LONGEST_NAME].strip()


def keyed(cards: Iterable[Card], letter: str) -> tuple[Card, ...]:
    """The cards with the keys of their places."""
    return tuple(replace(card, key=f"{letter}{number}") for number, card in enumerate(cards, 1))


def example_position(example: Example) -> Position:
    """The position of an example with the moves before the one that it shows."""
    return Position(
        rules=example.rules,
        own_cards_count=example.own_cards_count,
        total_victory=example.total_victory,
        draw=example.draw,
        trade=example.trade,
        first=example.first,
        blue=tuple(shipped(card_id, f"b{number}") for number, card_id in enumerate(example.blue, 1)),
        red=tuple(shipped(card_id, f"r{number}") for number, card_id in enumerate(example.red, 1)),
        board={square: (colour, shipped(card_id, f"s{square}")) for square, (colour, card_id) in example.board.items()},
        swap=example.swap,
        rounds=(RoundPart(example.elements, example.walls, example.chaos, example.played),),
    )


def settle(position: Position) -> tuple[Position, list[str]]:
    """The position with everything that goes together, and a sentence for each thing that was left out."""
    said: list[str] = []
    rules = _rules_together(position.rules, said)
    hands = {colour: {card.key for card in hand} for colour, hand in position.hands.items()}
    swap = position.swap
    if swap and (swap[0] not in hands["blue"] or swap[1] not in hands["red"]):
        said.append(_("The swap names a card that is in no hand; it was left out."))
        swap = None
    position = replace(position, rules=rules, swap=swap)
    position = _with_rounds(position, said)
    if position.left and fold(position.to_record()).error:
        said.append(_("Nobody can leave a match that is over; that was left out."))
        position = replace(position, left=None)
    return position, said


def _rules_together(names: Iterable[str], said: list[str]) -> tuple[str, ...]:
    from matches.rule_names import RULE_TITLES

    on = [name for name in RULES if name in set(names)]
    for one, other in EXCLUDES:
        if one in on and other in on:
            on.remove(other)
            values: dict[str, object] = {"rule": RULE_TITLES[other], "other": RULE_TITLES[one]}
            said.append(_("%(rule)s does not go together with %(other)s; it was left out.") % values)
    for name, needed in NEEDS.items():
        if name in on and not set(needed) & set(on):
            on.remove(name)
            titles = _(" or ").join(str(RULE_TITLES[each]) for each in needed)
            values = {"rule": RULE_TITLES[name], "needed": titles}
            said.append(_("%(rule)s needs %(needed)s; it was left out.") % values)
    return tuple(on)


def _with_rounds(position: Position, said: list[str]) -> Position:
    """The rounds up to the first move that may not be made, the draws of Chaos completed."""
    draws_hand = any(RULES[name].draws_hand for name in position.rules)
    wanted = position.rounds[:MOST_ROUNDS] or (RoundPart(),)
    done: list[RoundPart] = []
    for number, part in enumerate(wanted):
        bare = replace(position, rounds=(*done, RoundPart()), left=None)
        standing = fold(bare.to_record())
        if standing.error or len(standing.rounds) <= number:
            said.append(_("A round too many was left out."))
            break
        if draws_hand:
            part = replace(part, chaos=_whole_orders(part.chaos, standing.rounds[number].start.hands))
        standing = fold(replace(bare, rounds=(*done, part)).to_record())
        error = standing.error
        if error is not None:
            kept = part.moves[: error.move or 0]
            done.append(replace(part, moves=kept))
            said.append(_dropped(sum(len(each.moves) for each in done) + 1, error))
            break
        done.append(part)
    return replace(position, rounds=tuple(done))


def _whole_orders(
    drawn: Mapping[str, tuple[str, ...]], hands: Mapping[str, tuple[Card, ...]]
) -> dict[str, tuple[str, ...]]:
    orders = {}
    for colour in COLOURS:
        keys = [card.key for card in hands[colour]]
        named = [key for key in dict.fromkeys(drawn.get(colour, ())) if key in keys]
        orders[colour] = (*named, *(key for key in keys if key not in named))
    return orders


def _dropped(number: int, error: RecordError) -> str:
    sentence = _("From placement %(number)s on the moves were left out. %(why)s")
    return sentence % {"number": number, "why": refusal(error)}


def refusal(error: EngineError) -> str:
    """What the referee found, as a sentence for people."""
    sentences = {
        "match_over": _("The match is over there."),
        "no_such_square": _("There is no such square."),
        "square_taken": _("A card lies on that square already."),
        "not_in_hand": _("That card is not in the hand of the player on turn."),
        "wrong_card": _("Another card must be played now."),
        "rule_unknown": _("It names a rule that does not exist."),
        "rules_exclude": _("Two of its rules exclude each other."),
        "rule_needs": _("One of its rules needs another."),
        "bad_card": _("One of its cards cannot be read."),
        "duplicate_key": _("Two of its cards have one key."),
    }
    return sentences.get(error.code) or _("It is not in the form of a record.")


def position_of(record: Mapping[str, Any]) -> tuple[Position, list[str]]:
    """The position of a record, with a sentence for what could not be kept.

    Raises GameError `bad_record` where the record cannot be read at all.
    """
    standing = fold(record)
    if standing.setup is None:
        assert standing.error is not None
        values = {"why": refusal(standing.error), "text": standing.error.text[:160]}
        raise GameError("bad_record", _("This record cannot be used. %(why)s (%(text)s)") % values)
    said = []
    if standing.error is not None:
        sentence = _("The referee stopped in this record. %(why)s What came before it was kept.")
        said.append(sentence % {"why": refusal(standing.error)})
    return settled_with(_of_standing(standing), said)


def settled_with(position: Position, said: list[str]) -> tuple[Position, list[str]]:
    """As `settle`, after other sentences."""
    settled, more = settle(position)
    return settled, [*said, *more]


def _of_standing(standing: Standing) -> Position:
    setup = standing.setup
    assert setup is not None
    names: dict[str, str] = {}
    for colour in COLOURS:
        names |= {card.key: f"{colour[0]}{number}" for number, card in enumerate(setup.brought[colour], 1)}
    names |= {card.key: f"s{square}" for square, (card, _colour) in setup.board.items()}
    parts = []
    for each in standing.rounds:
        data = setup.rounds[each.number] if each.number < len(setup.rounds) else None
        chaos = {colour: tuple(names[key] for key in keys) for colour, keys in each.start.chaos.items()}
        moves = tuple((names[move.card], move.placed_on) for move in each.moves)
        if data is not None:
            parts.append(RoundPart(dict(data.elements), dict(data.walls), chaos, moves))
    # The swap names cards by who brought them, whether its rule is on or not.
    raw = standing.record.get("swap")
    swap = (names[raw[0]], names[raw[1]]) if raw else None
    return Position(
        rules=tuple(sorted(setup.rules)),
        own_cards_count=setup.own_cards_count,
        total_victory=setup.total_victory,
        draw=setup.draw,
        trade=setup.trade,
        first=setup.first,
        blue=tuple(_plain(card, names[card.key]) for card in setup.brought["blue"]),
        red=tuple(_plain(card, names[card.key]) for card in setup.brought["red"]),
        board={square: (colour, _plain(card, f"s{square}")) for square, (card, colour) in setup.board.items()},
        swap=swap,
        rounds=tuple(parts) or (RoundPart(),),
        left=setup.left if not standing.error else None,
    )


def _plain(card: Card, key: str) -> Card:
    """A card of a record as it is kept here: of what it carries only an ID that could be one."""
    found = card.extra.get("id")
    is_id = isinstance(found, str) and CARD_ID.fullmatch(found)
    return replace(card, key=key, name=clean_name(card.name), extra={"id": found} if is_id else {})
