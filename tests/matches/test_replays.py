"""Replays of matches that are over: what they show after each placement, to whom, and where they may be framed."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.test import Client

from accounts.models import User
from matches.engine import Standing, fold, legal_moves
from matches.live.state import MatchState
from matches.models import Match, Option
from matches.replays.replay import finished, replay_of
from matches.rulebook.link import of_query
from matches.services.playing_on import rounds_until
from matches.views.editor import find_cards
from tests.conftest import Clock
from tests.matches import world
from tests.matches.rows import hand, match_write, record
from tests.matches.stock import settle
from triad.errors import Conflict, NotAllowed

pytestmark = pytest.mark.django_db

NINE = [["b1", 1], ["r1", 2], ["b2", 3], ["r2", 4], ["b3", 5], ["r3", 6], ["b4", 7], ["r4", 8], ["b5", 9]]
STRONG = {"blue": hand("blue", *[(6, 6, 6, 6)] * 5), "red": hand("red", *[(5, 5, 5, 5)] * 5)}


def over(blue: User, red: User, *rules: str, moves: list[list[Any]] = NINE, **more: Any) -> Match:
    """A match that blue, with the higher ranks, has won."""
    return match_write(record(rules, moves, hands=STRONG, **more), blue, red)


@pytest.fixture
def match_over(alice: User, bob: User, clock: Clock) -> Match:
    """Alice, blue, has beaten Bob, red."""
    return over(alice, bob)


def page(client: Client, match: Match, query: str = "", status: int = 200, **headers: str) -> str:
    answer = client.get(f"/matches/{match.pk}/replay/{query}", headers=headers)
    assert answer.status_code == status
    return answer.content.decode()


def test_every_placement_has_its_board_and_its_words(match_over: Match) -> None:
    state = MatchState.load(match_over.pk)
    for at in range(10):
        shown = replay_of(state, at=at)
        standing = fold(record((), NINE[:at], hands=STRONG))
        assert standing.round is not None or at == 9
        lying = standing.rounds[-1].end
        owners = {square.number: square.face.owner for square in shown.board.squares if square.face}
        assert owners == {square: each.colour for square, each in lying.board.items()}
        assert (shown.near.score, shown.far.score) == lying.score
        assert len(shown.near.slots) + len(shown.far.slots) == 10 - at
        assert shown.told.startswith(f"Card {NINE[at - 1][0]} is placed on square" if at else "")
    assert "6 over 5 takes Card r1 on square 2." in replay_of(state, at=3).told


def test_the_replay_begins_at_the_end_and_goes_to_any_placement_by_link(client: Client, match_over: Match) -> None:
    html = page(client, match_over)
    assert 'data-at="9" data-moves="9"' in html and "alice wins" in html
    html = page(client, match_over, "?at=3")
    assert 'data-at="3"' in html and 'at=3&amp;side=blue" aria-current="step"' in re.sub(r' hx-get="[^"]*"', "", html)
    assert "alice wins" not in html.split('id="replay"')[1] and len(re.findall(r"data-taken", html)) == 3
    assert 'data-at="9"' in page(client, match_over, "?at=999") and "No card lies" in page(client, match_over, "?at=0")
    for wrong in ("?at=x", "?at=-1", "?at=1.5", "?side=green"):
        assert "whole number" in page(client, match_over, wrong, status=400)


def test_it_is_seen_from_either_side(client: Client, match_over: Match) -> None:
    for side, names in (("blue", ["alice", "bob"]), ("red", ["bob", "alice"])):
        html = page(client, match_over, f"?at=2&side={side}")
        assert re.findall(r'class="replay__name">(\w+)<', html) == names


def test_all_hands_are_open_and_nothing_can_be_placed(client: Client, match_over: Match) -> None:
    html = page(client, match_over, "?at=1").split('id="replay"')[1]
    assert html.count('data-key="r') == 5 and html.count('data-key="b') == 5
    assert "<button" not in html.split('class="replay__side')[0] and "card-back" not in html


def test_a_step_is_a_fragment_that_keeps_the_address(client: Client, match_over: Match) -> None:
    answer = client.get(f"/matches/{match_over.pk}/replay/?at=3&side=red&watch=1", headers={"HX-Request": "true"})
    html = answer.content.decode()
    assert html.startswith('<div class="replay" id="replay"') and 'class="flip"' in html
    assert answer["HX-Replace-Url"] == f"/matches/{match_over.pk}/replay/?at=3&side=red"
    still = page(client, match_over, "?at=3")
    assert 'class="flip"' not in still and 'class="board is-still"' in still


def test_a_match_that_runs_has_no_replay(client: Client, match: Match) -> None:
    for path in ("", "embed/"):
        answer = client.get(f"/matches/{match.pk}/replay/{path}")
        assert answer.status_code == 409 and "when it is over" in answer.content.decode()
    with pytest.raises(Conflict):
        finished(match_id=match.pk, viewer=None)
    assert client.get("/matches/999999/replay/").status_code == 404
    assert client.post(f"/matches/{match.pk}/replay/").status_code == 405


def test_a_private_match_is_replayed_to_its_players_only(client: Client, match_over: Match, charlie: User) -> None:
    Match.objects.filter(pk=match_over.pk).update(option=Option.PRIVATE)
    page(client, match_over, status=403)
    client.force_login(charlie)
    page(client, match_over, status=403)
    with pytest.raises(NotAllowed):
        finished(match_id=match_over.pk, viewer=charlie)
    client.force_login(User.objects.get(username="alice"))
    assert "replay__share" not in page(client, match_over)
    assert client.get(f"/matches/{match_over.pk}/replay/embed/").status_code == 403


def test_only_the_embedded_replay_may_be_framed(client: Client, match_over: Match) -> None:
    plain = client.get(f"/matches/{match_over.pk}/replay/")
    assert plain["X-Frame-Options"] == "DENY" and "frame-ancestors 'none'" in plain["Content-Security-Policy"]
    framed = client.get(f"/matches/{match_over.pk}/replay/embed/?at=4")
    policy = framed["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed and "frame-ancestors *" in policy and "'none' *" not in policy
    assert "script-src 'self'" in policy and "Set-Cookie" not in framed
    html = framed.content.decode()
    assert 'data-at="4"' in html and "<form" not in html and 'class="topbar' not in html
    assert f'hx-get="/matches/{match_over.pk}/replay/embed/?at=5' in html
    step = client.get(f"/matches/{match_over.pk}/replay/embed/?at=5", headers={"HX-Request": "true"})
    assert step.content.decode().startswith('<div class="replay"') and "HX-Replace-Url" not in step


def test_one_plays_on_from_a_placement_in_the_board_editor(client: Client, match_over: Match) -> None:
    html = page(client, match_over, "?at=4")
    (address,) = re.findall(r'href="(/editor/\?[^"]+)"', html)
    editor = client.get(address.replace("&amp;", "&")).content.decode()
    assert 'id="editor-place"' in editor and "4 of 9" in editor


@pytest.mark.parametrize("rules", ["chaos swap sudden_death power_wall", "elemental order plus", "same reverse"])
def test_the_editor_stands_as_the_match_stood(alice: User, bob: User, clock: Clock, rules: str) -> None:
    draw = "sudden_death" if "sudden_death" in rules else "draw"
    data = record(tuple(rules.split()), [], swap=["b5", "r5"], first="red", draw=draw, rounds=[])
    for _placement in range(12):
        at = fold(data)
        if at.ended:
            break
        if at.awaits_round:
            data["rounds"].append({**drawn(rules, at), "moves": []})
            at = fold(data)
        assert at.round is not None
        move = legal_moves(at.round)[0]
        data["rounds"][-1]["moves"].append([move.card, move.square])
    match = match_write(data, alice, bob)
    assert match.moves.count() == (12 if "sudden_death" in rules else 9)
    for step in range(match.moves.count() + 1):
        query = parse_qs(replay_of(MatchState.load(match.pk), at=step).query)
        position, said = of_query(query, find_cards)
        there = fold(position.cut(int(query["at"][0])).to_record())
        here = fold({**data, "rounds": rounds_until(data["rounds"], step)})
        assert not said and standing_of(there) == standing_of(here)


def drawn(rules: str, at: Standing) -> dict[str, Any]:
    """The draws of a round, as far as the rules ask for any; no wall moves a card here."""
    found: dict[str, Any] = {"elements": {"1": "fire", "5": "holy"}} if "elemental" in rules else {}
    if "power_wall" in rules:
        found["walls"] = {"2": ["up", "=", 15], "9": ["right", "-", 5]}
    if "chaos" in rules:
        hands = at.rounds[-1].start.hands.items()
        found["chaos"] = {colour: [card.key for card in reversed(hand)] for colour, hand in hands}
    return found


def standing_of(at: Standing) -> dict[str, Any]:
    """Everything of a position that somebody who plays on must find again."""
    assert at.round is not None and at.error is None
    return {
        "round": len(at.rounds),
        "turn": at.turn,
        "rules": at.round.rules,
        "elements": dict(at.round.elements),
        "walls": dict(at.round.walls),
        "forced": at.round.forced.key if at.round.forced else None,
        "board": {square: (each.card.key, each.colour) for square, each in at.round.board.items()},
        "hands": {colour: [card.key for card in hand] for colour, hand in at.round.hands.items()},
    }


def test_a_match_of_several_rounds_is_stepped_through_as_one(alice: User, bob: User, clock: Clock) -> None:
    data = record(
        (), [], draw="replay", rounds=[{"moves": NINE}, {"moves": NINE[:3]}], left={"by": "red", "how": "forfeit"}
    )
    match = match_write(data, alice, bob)
    Match.objects.filter(pk=match.pk).update(
        state="over", ended="forfeit", winner="blue", turn="", left={"by": "red", "how": "forfeit"}
    )
    state = MatchState.load(match.pk)
    ninth, tenth, last = (replay_of(state, at=at) for at in (9, 10, None))
    assert (ninth.round, tenth.round, last.at) == (1, 2, 12)
    assert sum(square.face is not None for square in ninth.board.squares) == 9 and "round 2 follows" in ninth.ending
    assert sum(square.face is not None for square in tenth.board.squares) == 1
    assert last.outcome is not None and "left" in last.outcome.text


def test_a_match_played_by_people_can_be_replayed_whole(client: Client, match: Match) -> None:
    match = settle(world.match_play(match))
    state = finished(match_id=match.pk, viewer=None)
    moves = match.moves.count()
    assert replay_of(state).moves == moves and all(replay_of(state, at=at).told for at in range(1, moves + 1))
    html = client.get(f"/matches/{match.pk}/").content.decode()
    assert f'href="/matches/{match.pk}/replay/?at=0"' in html
