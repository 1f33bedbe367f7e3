"""What the table shows of each rule: to whom, in words as well as in signs (issue: a live view of every rule)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from accounts.models import LedgerEntry, User
from accounts.services.wallet import pay
from matches.engine import DRAWS, RULES, TRADES, fold
from matches.live.render import match_fragments
from matches.live.sight import Audience
from matches.live.state import MatchState
from matches.live.strip import draw_term, terms_of
from matches.live.view import MatchView
from matches.models import Match
from matches.services.bets import settled_cause
from tests.art.test_sheets_and_icons import SYMBOLS
from tests.conftest import Clock
from tests.matches.rows import hand, match_write, record

NINE = [["b1", 1], ["r1", 2], ["b2", 3], ["r2", 4], ["b3", 5], ["r3", 6], ["b4", 7], ["r4", 8], ["b5", 9]]
SHOWN = {"blue": ["b1", "b2", "b3"], "red": ["r2", "r3", "r5"]}


@pytest.fixture
def people(alice: User, bob: User, clock: Clock) -> tuple[User, User]:
    return alice, bob


def written(people: tuple[User, User], *rules: str, moves: list[list[Any]] | None = None, **more: Any) -> Match:
    return match_write(record(rules, moves, **more), *people)


def view(match: Match, audience: Audience = "blue", *, event: bool = False) -> MatchView:
    return MatchView.of(MatchState.load(match.pk), audience, event=event)


def html(match: Match, audience: Audience = "blue", *, event: bool = False) -> str:
    return match_fragments(MatchState.load(match.pk), audience, event=event)


def region(text: str, name: str) -> str:
    """From a region's beginning to the next one's."""
    return text.split(f'id="match-{name}"', 1)[1].split('id="match-', 1)[0]


def words(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))


def test_printed_ranks_stand_beside_those_that_count(people: tuple[User, User]) -> None:
    match = written(people, "elemental", moves=[["b1", 5], ["r1", 1]], elements={"5": "fire"})
    board = region(html(match), "board")
    assert board.count('class="cell__printed"') == 1 and "<em>−1</em>" in board
    assert "Up 4, right 4, down 4, left 4. Printed 5 5 5 5." in board and "Element of the square: fire." in board


@pytest.mark.parametrize(("rule", "sign", "rank"), [("ascension", "+2", "7"), ("descension", "−2", "3")])
def test_types_are_counted_where_a_rule_counts_them(people: tuple[User, User], rule: str, sign: str, rank: str) -> None:
    fives = [(5, 5, 5, 5)] * 5
    hands = {
        "blue": hand("blue", *fives, b1="primal", b2="primal"),
        "red": hand("red", *fives, r1="primal", r2="scion"),
    }
    match = written(people, rule, moves=[["b1", 1], ["r1", 9]], hands=hands)
    board = words(region(html(match), "board"))
    assert f"primal 2 on the board: {sign} for each" in board and "garlean 0" in board
    # A card in hand shows what it would count if it were placed now.
    own = next(slot for slot in view(match).near_hand.slots if slot.face and slot.face.key == "b2")
    assert own.face is not None and own.face.marks[0][0] == rank
    assert "kinds" not in html(written(people, "same"))


def test_labels_of_the_walls_are_told_and_power_stands_on_the_hand(people: tuple[User, User]) -> None:
    match = written(people, "power_wall", walls={"1": ["left", "+", 9], "8": ["down", "-", 5], "6": ["right", "=", 10]})
    text = html(match)
    board = region(text, "board")
    assert 'aria-label="Square 1, empty. Left wall: a power above 9 slides the row to the right."' in board
    assert 'aria-label="Square 8, empty. Lower wall: a power below 5 slides the column up."' in board
    assert 'aria-label="Square 6, empty. Right wall: a power of 10 slides the row to the left."' in board
    assert all(f"<b>{label}</b>" in board for label in ("+9", "−5", "=10"))
    near = region(text, "near")
    assert words(near).count("Power 10. It meets the labels of squares 1 and 6.") == 5
    assert 'data-triggers="1 6"' in near and 'aria-describedby="about-b1"' in near and 'id="about-b1"' in near
    assert "Power" not in region(text, "far")
    assert "hand__power" not in html(written(people, "same"))


def test_a_slide_is_played_once(people: tuple[User, User]) -> None:
    match = written(people, "power_wall", moves=[["b1", 2], ["r1", 5], ["b2", 4]], walls={"4": ["left", "+", 5]})
    board = region(html(match, event=True), "board")
    assert "data-slid" in board and board.count('data-slide="right"') == 2
    assert "slid the row to the right: power 10 is above 5" in words(region(html(match), "moves"))
    assert "data-slid" not in html(match)


def test_joined_edges_are_told_once_for_the_board(people: tuple[User, User]) -> None:
    text = html(written(people, "broken_wall"))
    assert text.count("Its edges are joined") == 1 and "data-joined" in text and "board__joins" in text
    assert "joined" not in html(written(people, "same")).replace("rejoined", "")


def test_under_order_only_the_first_card_can_be_played_and_the_others_say_why(people: tuple[User, User]) -> None:
    match = written(people, "order", "open")
    near = region(html(match), "near")
    buttons = re.findall(r"<button[^>]*>", near)
    assert [("aria-disabled" in each, "is-forced" in each) for each in buttons] == [(False, True)] + [(True, False)] * 4
    assert "Order: Card b1 must be played now." in words(near) and "must play" in near
    assert "Your turn: Card b1 must be played." in html(match)
    # Who waits sees which card it is, and nothing of the own hand is barred.
    theirs = html(match, "red")
    assert "alice is to play, and must play Card b1." in theirs
    assert "aria-disabled" not in region(theirs, "near") and region(theirs, "far").count("is-forced") == 1


@pytest.mark.parametrize(("drawn", "told"), [("b3", True), ("b5", False)])
def test_the_draw_of_chaos_is_told_to_others_only_if_that_card_is_shown(
    people: tuple[User, User], drawn: str, told: bool
) -> None:
    order = [drawn, *(key for key in ("b1", "b2", "b3", "b4", "b5") if key != drawn)]
    chaos = {"blue": order, "red": ["r1", "r2", "r3", "r4", "r5"]}
    match = written(people, "chaos", "three_open", shown=SHOWN, chaos=chaos)
    assert view(match).forced == drawn and f"Card {drawn} must be played" in view(match).prompt
    for audience in ("red", "watch"):
        seen = view(match, audience)
        assert seen.forced == (drawn if told else "")
        assert seen.prompt == ("alice is to play, and must play Card b3." if told else "alice is to play.")
        assert (f"Card {drawn}" in html(match, audience)) is told


def test_shown_cards_lie_face_up_before_the_backs(people: tuple[User, User]) -> None:
    match = written(people, "three_open", shown=SHOWN)
    slots = view(match).far_hand.slots
    assert [slot.face.key if slot.face else slot.kind for slot in slots] == ["r2", "r3", "r5", "back", "back"]


def test_under_open_the_other_hand_lies_in_its_own_order(people: tuple[User, User]) -> None:
    match = written(people, "open", moves=[["b1", 1], ["r3", 2]])
    slots = view(match).far_hand.slots
    assert [slot.face.key if slot.face else slot.kind for slot in slots] == ["r1", "r2", "ghost", "r4", "r5"]


def test_a_swapped_card_lies_in_the_other_s_place_and_names_its_owner(people: tuple[User, User]) -> None:
    match = written(people, "swap", swap=["b2", "r4"])
    near, far = view(match).near_hand.slots, view(match).far_hand.slots
    assert [slot.face.key for slot in near if slot.face] == ["b1", "r4", "b3", "b4", "b5"]
    assert near[1].owner_words == "Swapped, owner bob." and near[1].face and near[1].face.owner == "blue"
    assert [slot.face.key if slot.face else slot.kind for slot in far] == ["back", "back", "back", "b2", "back"]
    assert far[3].owner_words == "Swapped, owner alice."
    assert "Swapped, owner bob." in words(region(html(match, "red"), "far"))


def test_in_sudden_death_a_card_that_changed_sides_names_its_owner(people: tuple[User, User]) -> None:
    fives = [(5, 5, 5, 5)] * 5
    hands = {"blue": hand("blue", *fives[:4], (5, 5, 5, 9)), "red": hand("red", *fives[:4], (5, 5, 5, 5))}
    moves = [["b1", 1], ["r1", 2], ["b2", 3], ["r2", 6], ["b3", 7], ["r3", 8], ["b4", 4], ["r4", 5], ["b5", 9]]
    data = record(("sudden_death",), moves, hands=hands, draw="sudden_death")
    hands["red"][0]["ranks"] = [5, 5, 5, 9]
    data["rounds"].append({"moves": []})
    assert fold(data).rounds[0].score == (5, 5)
    match = match_write(data, *people)
    seen = view(match)
    owners = {slot.face.key: slot.owner_words for slot in seen.near_hand.slots if slot.face}
    assert owners["r3"] == "Owner bob." and len(owners) == 5
    assert "Each plays on with the cards of their own colour." in seen.why and seen.round_number == 2


def test_the_round_s_number_stands_where_there_can_be_several(people: tuple[User, User]) -> None:
    assert "Round 1" not in words(region(html(written(people)), "score"))
    assert "Round 1" in words(region(html(written(people, draw="replay")), "score"))


def test_the_last_board_of_a_drawn_round_comes_with_the_next_one(people: tuple[User, User]) -> None:
    match = written(people, draw="replay", rounds=[{"moves": NINE}, {"moves": []}])
    text = html(match, event=True)
    ended = region(text, "ended")
    assert ended.count('role="img" class="cell') == 9 and "is-placed" in ended and "<button" not in ended
    assert "An equal score, 5 to 5: round 2 begins. The cards are back in the hands that began the match." in ended
    assert "inert" in ended and "data-square" not in ended
    board = region(text, "board")
    assert board.count("data-square=") == 9 and "data-taken" not in board
    assert "round 2 begins" in region(text, "spoken") and "round 2 begins" in region(text, "prompt")
    # Who comes later, and every later placement, has the new board only.
    assert "cell" not in region(html(match), "ended")
    after = written(people, draw="replay", rounds=[{"moves": NINE}, {"moves": [["b1", 1]]}])
    assert "cell" not in region(html(after, event=True), "ended") and "begins" not in view(after).why


def test_every_rule_stake_and_draw_rule_has_a_name_a_text_and_a_sign(people: tuple[User, User]) -> None:
    match = written(people)
    setup = MatchState.load(match.pk).standing.setup
    assert setup is not None
    terms = [draw_term(draw) for draw in DRAWS]
    for name in RULES:
        terms += [term for term in terms_of(match, replace(setup, rules=frozenset({name}))) if term.name == name]
    for trade in TRADES:
        terms += [t for t in terms_of(match, replace(setup, trade=trade)) if t.name == f"trade-{trade}"]
    assert len(terms) == 3 + 21 + len(TRADES)
    for term in terms:
        assert term.title and term.text and term.icon in SYMBOLS, term


def test_the_terms_are_explained_on_the_page(people: tuple[User, User]) -> None:
    match = written(people, "reverse", "fallen_ace", options={"own_cards_count": True, "total_victory": True})
    page = Client().get(f"/matches/{match.pk}/").content.decode()
    listed = words(page.split('id="terms"')[1].split("</dialog>")[0])
    for said in ("Reverse", "The lower rank takes the higher.", "Trade: None", "Equal score: Draw", "Total victory"):
        assert said in listed
    assert 'data-opens="terms"' in page


@pytest.mark.parametrize(
    ("points", "said"),
    [
        (1, "You get 1 point and 20 experience."),
        (2, "You get 2 points and 20 experience."),
        (0, "You get 0 points and 20 experience."),
    ],
)
def test_what_a_match_paid_is_told(people: tuple[User, User], points: int, said: str) -> None:
    match = written(people, moves=NINE)
    match.seats.filter(colour="blue").update(points=points, experience=20)
    assert said in words(region(html(match), "end"))


def test_a_bet_of_one_point_is_told_as_one(people: tuple[User, User]) -> None:
    match = written(people, moves=NINE)
    Match.objects.filter(pk=match.pk).update(bet=1)
    assert "Your bet of 1 point is lost." in words(region(html(match), "end"))
    assert "Bet: 1 point" in words(region(html(match), "rules")) and "1 points" not in html(match)


@pytest.mark.parametrize(
    ("settled", "said"),
    [
        (40, "You get both bets: 40 points."),
        (20, "Your bet of 20 points is back."),
        (0, "Your bet of 20 points is lost."),
    ],
)
def test_the_bet_and_what_became_of_it_are_told(people: tuple[User, User], settled: int, said: str) -> None:
    match = written(people, moves=NINE)
    Match.objects.filter(pk=match.pk).update(bet=20)
    if settled:
        pay(user=people[0], points=settled, reason=LedgerEntry.Reason.BET, cause=settled_cause(match.pk))
    assert said in words(region(html(match), "end")) and "Bet: 20 points" in region(html(match), "rules")
    assert "bet" not in words(region(html(match, "watch"), "end"))
