"""The table: who sees it, what can be done in it, and what a refusal says."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from matches.engine import legal_moves
from matches.models import Match, Move
from matches.queries.records import standing
from tests.matches import world

HTMX = {"HX-Request": "true"}
JSON = {"Accept": "application/json"}


def signed_in(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def post(user: User | None, match: Match, what: str, headers: dict[str, str] | None = None, **data: Any) -> Any:
    return signed_in(user).post(f"/matches/{match.pk}/{what}/", data, headers=headers or HTMX)


def first_legal(match: Match) -> dict[str, Any]:
    at = standing(match)
    assert at.round is not None
    move = legal_moves(at.round)[0]
    return {"card": move.card, "square": move.square, "version": match.version}


def test_players_and_spectators_see_the_table(match: Match, players: tuple[User, User]) -> None:
    alice, bob = players
    for user, audience in ((alice, "blue"), (bob, "red"), (None, "watch")):
        answer = signed_in(user).get(f"/matches/{match.pk}/")
        page = answer.content.decode()
        assert answer.status_code == 200
        assert f'data-audience="{audience}"' in page
        assert ('id="match-move"' in page) is (user is not None)
        assert f'ws-connect="/live/match/{match.pk}/"' in page
        assert match.seed.commitment in page and match.seed.secret not in page
        assert 'href="/rules/#trade-' in page and 'href="/rules/#"' not in page
        assert "style=" not in page and "<script>" not in page


def test_squares_are_buttons_with_words(match: Match, players: tuple[User, User]) -> None:
    page = signed_in(players[0]).get(f"/matches/{match.pk}/").content.decode()
    for number in range(1, 10):
        assert f'aria-label="Square {number}, empty"' in page


def test_there_is_no_such_match(client: Client, match: Match) -> None:
    assert client.get("/matches/999/").status_code == 404
    assert client.post("/matches/999/moves/", headers=HTMX).status_code == 403


@pytest.mark.parametrize("what", ["moves", "leave", "spoils", "rematch", "option"])
def test_what_changes_something_is_posted(match: Match, players: tuple[User, User], what: str) -> None:
    assert signed_in(players[0]).get(f"/matches/{match.pk}/{what}/").status_code == 405


@pytest.mark.parametrize("what", ["moves", "leave", "spoils", "rematch", "option"])
def test_a_visitor_and_a_spectator_change_nothing(match: Match, charlie: User, what: str) -> None:
    data = {"card": "b1", "square": 1, "version": match.version, "option": "private"}
    assert post(None, match, what, **data).status_code == 403
    answer = post(charlie, match, what, **data)
    assert answer.status_code == 403 and 'role="alert"' in answer.content.decode()
    match.refresh_from_db()
    assert match.version == 1


def test_a_placement_answers_with_the_mover_s_own_fragments(match: Match) -> None:
    mover = world.turn_user(match)
    answer = post(mover, match, "moves", **first_legal(match))
    text = answer.content.decode()
    assert answer.status_code == 200
    for region in ("board", "near", "far", "score", "prompt", "moves", "spoken"):
        assert f'id="match-{region}"' in text
    assert text.count("hx-swap-oob=") >= 9 and "is-placed" in text and "<main" not in text
    assert Move.objects.filter(match=match).count() == 1


def test_who_joins_later_gets_the_plain_board(match: Match) -> None:
    world.placement_play(match)
    for path in ("", "regions/"):
        assert "is-placed" not in Client().get(f"/matches/{match.pk}/{path}", headers=HTMX).content.decode()


def test_the_same_post_answers_json(match: Match) -> None:
    mover = world.turn_user(match)
    answer = post(mover, match, "moves", JSON, **first_legal(match))
    data = answer.json()
    assert data["version"] == 2 and len(data["board"]) == 1 and data["score"] == {"blue": 5, "red": 5}
    again = post(mover, match, "moves", JSON, **first_legal(match))
    assert again.status_code == 409 and again.json()["error"]["code"] == "stale_version"


def test_json_may_be_posted_too(match: Match) -> None:
    mover = world.turn_user(match)
    path = f"/matches/{match.pk}/moves/"
    good = json.dumps(first_legal(match))
    bad = signed_in(mover).post(path, b"{", content_type="application/json", headers=JSON)
    assert bad.status_code == 400 and bad.json()["error"]["code"] == "bad_json"
    assert signed_in(mover).post(path, good, content_type="application/json", headers=JSON).status_code == 200


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"version": 0}, 409, "stale_version"),
        ({"version": 99}, 409, "stale_version"),
        ({"card": "x9"}, 400, "not_in_hand"),
        ({"card": ""}, 400, "not_in_hand"),
        ({"card": "b" * 10_000}, 400, "not_in_hand"),
        ({"square": 0}, 400, "no_such_square"),
        ({"square": 10}, 400, "no_such_square"),
        ({"square": "five"}, 400, "bad_move"),
        ({"square": ""}, 400, "bad_move"),
        ({"square": "9" * 5000}, 400, "bad_move"),
        ({"version": "-1"}, 400, "bad_move"),
        ({"version": "١"}, 400, "bad_move"),
    ],
)
def test_a_wrong_placement_gets_a_sentence_and_changes_nothing(
    match: Match, change: dict[str, Any], status: int, code: str
) -> None:
    mover = world.turn_user(match)
    answer = post(mover, match, "moves", **{**first_legal(match), **change})
    text = answer.content.decode()
    assert (answer.status_code, f'data-code="{code}"' in text) == (status, True)
    assert 'id="notices"' in text and 'id="match-board"' in text and answer["HX-Reswap"] == "none"
    assert not Move.objects.filter(match=match).exists()


def test_the_opponent_s_card_a_taken_square_and_the_wrong_turn_are_refused(match: Match) -> None:
    at = standing(match)
    mover = world.turn_user(match)
    other_hand = at.round.hands["red" if match.turn == "blue" else "blue"]  # type: ignore[union-attr]
    theirs = {**first_legal(match), "card": other_hand[0].key}
    assert 'data-code="not_in_hand"' in post(mover, match, "moves", **theirs).content.decode()
    world.placement_play(match)
    match.refresh_from_db()
    assert 'data-code="not_your_turn"' in post(mover, match, "moves", **first_legal(match)).content.decode()
    taken = {**first_legal(match), "square": Move.objects.get(match=match).square}
    answer = post(world.turn_user(match), match, "moves", **taken)
    assert answer.status_code == 409 and 'data-code="square_taken"' in answer.content.decode()


def test_leaving_says_what_it_means_and_ends_the_match(match: Match, players: tuple[User, User]) -> None:
    alice, bob = players
    page = signed_in(alice).get(f"/matches/{match.pk}/").content.decode()
    assert "did-not-finish" in page and "<dialog" in page
    assert post(alice, match, "leave").status_code == 200
    match.refresh_from_db()
    assert match.ended == "did_not_finish"
    again = post(alice, match, "leave")
    assert again.status_code == 409 and "The match is over." in again.content.decode()
    assert "alice left" in signed_in(bob).get(f"/matches/{match.pk}/").content.decode()


def test_the_record_is_there_after_the_end_and_the_commands_judge_it(
    match: Match, players: tuple[User, User], tmp_path: Path
) -> None:
    path = f"/matches/{match.pk}/record.json"
    early = Client().get(path, headers=JSON)
    assert early.status_code == 409 and early.json()["error"]["code"] == "still_playing"
    post(players[0], match, "leave")
    answer = Client().get(path)
    record = answer.json()
    assert record["commitment"] == match.seed.commitment and record["seed"] == match.seed.secret
    assert record["left"] == {"by": "blue", "how": "did_not_finish"}
    file = tmp_path / "record.json"
    file.write_bytes(answer.content)
    said = io.StringIO()
    call_command("referee", str(file), stdout=said)
    call_command("verify_deal", str(file), stdout=said)
    first, drawn = said.getvalue().splitlines()
    judged = json.loads(first)
    assert judged["id"] == str(match.pk) and judged["error"] is None
    assert "Every draw" in drawn


def test_the_winner_chooses_the_spoils_and_a_rematch_follows(match: Match) -> None:
    while match.state == Match.State.PLAYING:
        moves = legal_moves(standing(match).round)  # type: ignore[arg-type]
        world.placement_play(match, moves[match.version * 7 % len(moves)])
        match.refresh_from_db()
    assert match.state == Match.State.CHOOSING
    winner = match.seats.get(colour=match.claim["by"]).user  # type: ignore[index]
    loser = match.seats.exclude(user=winner).get().user
    assert "Choose 1 card, or none." in signed_in(winner).get(f"/matches/{match.pk}/").content.decode()
    assert f"{winner.username} chooses 1 card." in signed_in(loser).get(f"/matches/{match.pk}/").content.decode()
    keys = match.claim["of"]  # type: ignore[index]
    assert post(loser, match, "spoils", keys=keys[0]).status_code == 403
    assert 'data-code="too_many"' in post(winner, match, "spoils", keys=keys[:2]).content.decode()
    assert 'data-code="not_in_claim"' in post(winner, match, "spoils", keys="x").content.decode()
    assert 'data-code="nothing_chosen"' in post(winner, match, "spoils").content.decode()
    match.refresh_from_db()
    assert match.state == Match.State.CHOOSING
    done = post(winner, match, "spoils", keys=keys[0])
    assert done.status_code == 200 and f"{winner.username} takes" in done.content.decode()
    assert post(winner, match, "spoils", keys=keys[0]).status_code == 409
    page = signed_in(loser).get(f"/matches/{match.pk}/").content.decode()
    match.refresh_from_db()
    assert match.next_seed is not None and match.next_seed.commitment in page and "Rematch" in page
    if post(winner, match, "rematch", addition="ab" * 16).status_code == 200:
        assert f"{winner.username} wants a rematch." in signed_in(loser).get(f"/matches/{match.pk}/").content.decode()


def test_taking_none_is_said_on_purpose(match: Match) -> None:
    world.match_play(match)
    winner = match.seats.get(colour=match.claim["by"]).user  # type: ignore[index]
    assert 'name="none"' in signed_in(winner).get(f"/matches/{match.pk}/").content.decode()
    assert post(winner, match, "spoils", none="1").status_code == 200
    match.refresh_from_db()
    assert match.state == Match.State.OVER and match.chosen == []


def test_from_the_fourth_round_both_clocks_say_thirty_seconds(
    match: Match, players: tuple[User, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matches.services.rounds.SHORT_FROM_ROUND", 0)
    Match.objects.filter(pk=match.pk).update(move_time=300)
    page = signed_in(players[0]).get(f"/matches/{match.pk}/").content.decode()
    assert "<b>0:30</b><small>a move</small>" in page


def test_private_shuts_out_strangers_and_needs_one_player(match: Match, players: tuple[User, User]) -> None:
    alice, bob = players
    assert post(bob, match, "option", option="private").status_code == 200
    for client in (Client(),):
        answer = client.get(f"/matches/{match.pk}/")
        assert answer.status_code == 403 and "private" in answer.content.decode()
        assert client.get(f"/matches/{match.pk}/record.json").status_code == 403
        assert client.get("/").content.decode().count(f"/matches/{match.pk}/") == 0
    assert signed_in(alice).get(f"/matches/{match.pk}/").status_code == 200
    wish = post(alice, match, "option", option="broadcast")
    assert wish.status_code == 200
    assert "wants to broadcast" in signed_in(bob).get(f"/matches/{match.pk}/").content.decode()
    assert post(bob, match, "option", option="broadcast").status_code == 200
    match.refresh_from_db()
    assert match.option == "broadcast"
    assert 'data-code="option_unknown"' in post(bob, match, "option", option="x" * 10_000).content.decode()


def test_the_board_s_version_counts_placements_only(match: Match, players: tuple[User, User]) -> None:
    before = signed_in(players[0]).get(f"/matches/{match.pk}/").content.decode()
    post(players[0], match, "option", option="private")
    after = signed_in(players[0]).get(f"/matches/{match.pk}/").content.decode()
    assert 'class="board" data-version="100"' in before and 'class="board" data-version="100"' in after
