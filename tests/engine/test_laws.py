"""What holds for every round and every record, whatever is played."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from matches.engine import COLOURS, SIDE_NAMES, Card, Flipped, Move, Placed, Round, fold, legal_moves, play, result
from matches.engine.board import step
from matches.engine.round import WallLabel
from tests.engine.making import a_record, a_round
from tests.engine.oracle import Oracle

rngs = st.integers(0, 2**32).map(Random)
many = settings(max_examples=100, deadline=None)


def a_game(rng: Random, without: tuple[str, ...] = ()) -> list[tuple[Round, Move]]:
    """Every position of a random round with the move made there."""
    position, game = a_round(rng, without), []
    while moves := legal_moves(position):
        game.append((position, rng.choice(moves)))
        position, _events = play(*game[-1])
    return game


def keys(position: Round) -> list[str]:
    cards = [lying.card for lying in position.board.values()] + [c for hand in position.hands.values() for c in hand]
    return sorted(card.key for card in cards)


def flips(events: Any) -> list[tuple[int, str]]:
    return sorted((event.square, event.label) for event in events if isinstance(event, Flipped))


@many
@given(rngs)
def test_a_placement_does_what_the_rules_say_word_for_word(rng: Random) -> None:
    for position, move in a_game(rng):
        after, events = play(position, move)
        board, turned = Oracle(position, move.card, move.square).result()
        assert {square: (lying.card.key, lying.colour) for square, lying in after.board.items()} == board
        assert flips(events) == turned


@many
@given(rngs)
def test_the_score_adds_up_and_no_card_appears_or_vanishes(rng: Random) -> None:
    for position, move in a_game(rng):
        after, _events = play(position, move)
        assert sum(after.score) == 10
        assert keys(after) == keys(position)
        assert after.mover != position.mover


@many
@given(rngs)
def test_the_events_lead_from_one_position_to_the_next(rng: Random) -> None:
    for position, move in a_game(rng, without=("power_wall",)):
        after, events = play(position, move)
        colours = {square: lying.colour for square, lying in position.board.items()}
        for event in events:
            if isinstance(event, Placed | Flipped):
                assert colours.get(event.square) != event.colour
                colours[event.square] = event.colour
        assert colours == {square: lying.colour for square, lying in after.board.items()}


@many
@given(rngs, st.booleans())
def test_folding_a_record_again_gives_the_same_match_and_leaves_the_record_alone(rng: Random, board: bool) -> None:
    record = a_record(rng, board=board)
    before = copy.deepcopy(record)
    once = result(record)
    assert once["error"] is None
    assert record == before
    assert result(json.loads(json.dumps(record))) == once


@many
@given(rngs)
def test_a_record_cut_after_any_move_stands_where_the_whole_one_stood(rng: Random) -> None:
    record = a_record(rng, stop=False)
    whole = fold(record)
    for number, each in enumerate(record["rounds"]):
        for count in range(len(each.get("moves", [])) + 1):
            cut = {**each, "moves": each.get("moves", [])[:count]}
            standing = fold({**record, "rounds": [*record["rounds"][:number], cut]})
            assert standing.error is None
            done = standing.rounds[number]
            assert done.moves == whole.rounds[number].moves[:count]
            assert done.start == whole.rounds[number].start


@many
@given(rngs)
def test_every_position_is_the_same_in_one_line_of_text(rng: Random) -> None:
    for position, move in a_game(rng):
        text = position.to_text()
        assert "\n" not in text
        again = Round.from_text(text)
        assert again.to_text() == text
        assert (again.board, again.hands, again.score) == (position.board, position.hands, position.score)
        assert play(again, move)[1] == play(position, move)[1]
        assert legal_moves(again) == legal_moves(position)


@many
@given(rngs)
def test_the_order_in_which_neighbours_are_looked_at_does_not_matter(rng: Random) -> None:
    for position, move in a_game(rng):
        shuffled = Round.from_text(position.to_text())
        table = shuffled.deal.table
        table.faces = tuple(tuple(rng.sample(faces, len(faces))) for faces in table.faces)
        after, events = play(shuffled, move)
        plain, plain_events = play(position, move)
        assert after.to_text() == plain.to_text()
        assert {e for e in events if isinstance(e, Flipped)} == {e for e in plain_events if isinstance(e, Flipped)}


def other(colour: str) -> str:
    return COLOURS[1 - COLOURS.index(colour)]


def mirrored(position: Round) -> Round:
    """The same with blue and red changed over."""
    return Round.begin(
        hands={other(colour): hand for colour, hand in position.hands.items()},
        rules=position.rules,
        first=other(position.mover),
        board={square: (lying.card, other(lying.colour)) for square, lying in position.board.items()},
        elements=position.elements,
        walls=position.walls,
        chaos={other(colour): order for colour, order in position.chaos.items()},
        own_cards_count=position.deal.own_cards_count,
    )


@many
@given(rngs)
def test_blue_and_red_are_treated_alike(rng: Random) -> None:
    for position, move in a_game(rng):
        after, events = play(position, move)
        mirror, mirror_events = play(mirrored(position), move)
        assert mirror.score == after.score[::-1]
        assert flips(mirror_events) == flips(events)
        assert {s: other(lying.colour) for s, lying in mirror.board.items()} == {
            s: lying.colour for s, lying in after.board.items()
        }


Turn = tuple[dict[int, int], dict[int, int]]
"""(where each square goes, which side each side becomes)."""


def turned_square(square: int) -> int:
    row, column = divmod(square - 1, 3)
    return column * 3 + (2 - row) + 1


QUARTER: Turn = ({square: turned_square(square) for square in range(1, 10)}, {0: 1, 1: 2, 2: 3, 3: 0})
MIRROR: Turn = (
    {square: square if square % 3 == 2 else step(step(square, 1), 1) if square % 3 == 1 else square - 2
     for square in range(1, 10)},
    {0: 0, 1: 3, 2: 2, 3: 1},
)  # fmt: skip


def turned_card(card: Card, turn: Turn) -> Card:
    ranks = {turn[1][side]: rank for side, rank in enumerate(card.ranks)}
    return Card(card.key, (ranks[0], ranks[1], ranks[2], ranks[3]), card.name, card.level, card.element, card.type)


def turned_label(label: WallLabel, turn: Turn) -> WallLabel:
    wall, sign, number = label
    return SIDE_NAMES[turn[1][SIDE_NAMES.index(wall)]], sign, number


def turned(position: Round, turn: Turn) -> Round:
    squares = turn[0]
    return Round.begin(
        hands={colour: [turned_card(card, turn) for card in hand] for colour, hand in position.hands.items()},
        rules=position.rules,
        first=position.mover,
        board={squares[s]: (turned_card(lying.card, turn), lying.colour) for s, lying in position.board.items()},
        elements={squares[square]: element for square, element in position.elements.items()},
        walls={squares[square]: turned_label(label, turn) for square, label in position.walls.items()},
        chaos=position.chaos,
        own_cards_count=position.deal.own_cards_count,
    )


@many
@given(rngs, st.sampled_from([QUARTER, MIRROR]))
def test_a_board_that_is_turned_or_mirrored_plays_alike(rng: Random, turn: Turn) -> None:
    squares = turn[0]
    for position, move in a_game(rng):
        after, events = play(position, move)
        again, turned_events = play(turned(position, turn), Move(move.card, squares[move.square]))
        assert again.score == after.score
        assert flips(turned_events) == sorted((squares[square], label) for square, label in flips(events))


@many
@given(rngs, st.booleans())
def test_a_claim_names_only_cards_that_the_other_brought(rng: Random, board: bool) -> None:
    record = a_record(rng, board=board, stop=False)
    standing = fold(record)
    assert standing.ended == "played"
    brought = {colour: [card["key"] for card in record["hands"][colour]] for colour in COLOURS}
    if standing.claim and "keep" in standing.claim:
        for colour, kept in standing.claim["keep"].items():
            assert set(kept) <= set(brought[other(colour)])
    elif standing.claim:
        assert standing.winner is not None
        assert standing.winner == standing.claim["by"]
        assert standing.claim["of"] == brought[other(standing.winner)]
        assert 1 <= standing.claim.get("choose", 1) <= len(standing.claim["of"])
