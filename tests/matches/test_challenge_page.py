"""The dialogue of a challenge and its answers: what is typed stays, what is wrong gets a sentence."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.blocks import block_set
from accounts.models import User
from matches.models import Challenge, Match, Seed
from matches.services.seeds import seed_make
from tests.conftest import Clock
from tests.matches import world

PICKS = "A001, A002, A003, A004, A005"


def form(user: User, **change: Any) -> dict[str, Any]:
    return {
        "seed_id": seed_make(owner=user).pk,
        "addition": "0f" * 16,
        "house": "deling",
        "rules": ["same", "combo"],
        "trade": "one",
        "option": "open",
        "move_time": "60",
        "hand": "pick",
        "picks": PICKS,
        **change,
    }


def test_the_dialogue_shows_rules_stakes_values_and_the_commitment(alice_s: Client) -> None:
    page = alice_s.get("/challenge/bob/").content.decode()
    seed = Seed.objects.get()
    assert seed.commitment in page and seed.secret not in page
    for words in ("Same Wall", "Elemental", "Trade rule", "Your point value", "Point value of bob", "data-needs="):
        assert words in page


def test_who_keeps_apart_or_is_suspended_is_told_of_before_a_form_is_filled_in(
    alice_s: Client, alice: User, bob: User, clock: Clock
) -> None:
    User.objects.filter(pk=bob.pk).update(suspended_until=clock.now + timedelta(hours=1))
    page = alice_s.get("/challenge/bob/").content.decode()
    assert "bob cannot be challenged." in page and "Commitment to the draws" not in page
    block_set(blocker=bob, blocked=alice, on=True)
    page = alice_s.get("/challenge/bob/").content.decode()
    assert "You and bob keep apart." in page and "Commitment to the draws" not in page


def test_a_visitor_signs_in_first_and_a_stranger_s_name_is_404(client: Client, alice_s: Client) -> None:
    assert client.get("/challenge/bob/").status_code == 302
    assert client.post("/challenge/bob/").status_code == 403
    assert alice_s.get("/challenge/nobody/").status_code == 404
    assert alice_s.get(f"/challenge/{'x' * 10_000}/").status_code == 404
    assert alice_s.get("/challenge/?name=BOB").headers["Location"] == "/challenge/bob/"
    assert alice_s.get("/challenge/?name=").status_code == 404


def test_oneself_cannot_be_challenged(alice_s: Client) -> None:
    assert alice_s.get("/challenge/alice/").status_code == 409


def test_a_challenge_is_sent_and_shown_to_both(alice_s: Client, bob_s: Client, players: tuple[User, User]) -> None:
    answer = alice_s.post("/challenge/bob/", form(players[0]))
    challenge = Challenge.objects.get()
    assert answer.status_code == 302 and answer.headers["Location"] == f"/challenges/{challenge.pk}/"
    assert challenge.rules == ["combo", "same"] and challenge.addition == "0f" * 16
    mine = alice_s.get(f"/challenges/{challenge.pk}/").content.decode()
    theirs = bob_s.get(f"/challenges/{challenge.pk}/").content.decode()
    assert "Withdraw" in mine and "Accept" not in mine
    assert "Accept" in theirs and "Refuse" in theirs and "What it pays you" in theirs
    lobby = bob_s.get("/").content.decode()
    assert "alice challenges you" in lobby and 'data-deadline="' in lobby
    for page in (mine, theirs, lobby):
        assert all(f'href="/rules/#{chapter}"' in page for chapter in ("same", "combo", "trade-one", "draw-replay"))


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"rules": ["sameness"]}, 400, "rule_unknown"),
        ({"rules": ["x" * 10_000]}, 400, "rule_unknown"),
        ({"rules": ["battle"]}, 400, "rule_not_in_house"),
        ({"rules": ["combo"]}, 400, "rule_needs"),
        ({"trade": "everything"}, 400, "trade_unknown"),
        ({"trade": "direct"}, 400, "trade_not_in_house"),
        ({"house": "nowhere"}, 400, "house_unknown"),
        ({"option": "secret"}, 400, "option_unknown"),
        ({"move_time": "7"}, 400, "bad_move_time"),
        ({"move_time": "soon"}, 400, "bad_move_time"),
        ({"hand": "", "picks": ""}, 400, "no_hand"),
        ({"picks": ""}, 400, "no_hand"),
        ({"picks": "A001, A002"}, 400, "hand_size"),
        ({"picks": "A001, A002, A003, A004, A029"}, 409, "not_owned"),
        ({"picks": "x" * 600}, 400, "too_long"),
        ({"hand": "77"}, 404, "no_deck"),
        ({"addition": "xyz"}, 400, "bad_addition"),
        ({"seed_id": "0"}, 409, "seed_used"),
    ],
)
def test_bad_input_gets_a_sentence_and_loses_nothing(
    alice_s: Client, players: tuple[User, User], change: dict[str, Any], status: int, code: str
) -> None:
    data = form(players[0], option="private", **change) if "option" not in change else form(players[0], **change)
    answer = alice_s.post("/challenge/bob/", data)
    page = answer.content.decode()
    assert (answer.status_code, f'data-code="{code}"' in page) == (status, True), page[:3000]
    assert not Challenge.objects.exists()
    if "option" not in change:
        assert 'value="private" checked' in page
    if "picks" not in change:
        assert PICKS in page


def test_precious_cards_are_confirmed(alice_s: Client, bob_s: Client, players: tuple[User, User]) -> None:
    world.copies_give(players[0], ["A024"])
    data = form(players[0], picks="A001, A002, A003, A004, A024")
    asked = alice_s.post("/challenge/bob/", data)
    assert asked.status_code == 409 and "Yes, stake them" in asked.content.decode() and "A024" in asked.content.decode()
    assert alice_s.post("/challenge/bob/", {**data, "confirmed": "1"}).status_code == 302


def test_it_is_accepted_with_picked_cards_and_once(
    alice_s: Client, bob_s: Client, players: tuple[User, User], charlie: User
) -> None:
    challenge = world.challenge_make(*players)
    path = f"/challenges/{challenge.pk}/accept/"
    assert bob_s.get(path).status_code == 405
    assert alice_s.post(path, {"hand": "pick", "picks": PICKS}).status_code == 403
    stranger = Client()
    stranger.force_login(charlie)
    assert stranger.post(path).status_code == 404
    assert stranger.get(f"/challenges/{challenge.pk}/").status_code == 404
    wrong = bob_s.post(path, {"hand": "pick", "picks": "A001"})
    assert wrong.status_code == 400 and "A match needs five cards" in wrong.content.decode()
    done = bob_s.post(path, {"hand": "pick", "picks": PICKS, "addition": "ab" * 16}, headers={"HX-Request": "true"})
    match = Match.objects.get()
    assert done.status_code == 204 and done.headers["HX-Redirect"] == f"/matches/{match.pk}/"
    assert match.additions["red"] == "ab" * 16
    again = bob_s.post(path, {"hand": "pick", "picks": PICKS}, headers={"HX-Request": "true"})
    assert again.status_code == 409 and 'role="alert"' in again.content.decode()
    assert Match.objects.count() == 1
    assert f"/matches/{match.pk}/" in alice_s.get("/").content.decode()


def test_it_is_refused_with_a_reason_that_is_only_text(
    alice_s: Client, bob_s: Client, players: tuple[User, User]
) -> None:
    challenge = world.challenge_make(*players)
    hostile = "<img src=x hx-get=/admin/>"
    answer = bob_s.post(f"/challenges/{challenge.pk}/refuse/", {"reason": hostile})
    assert answer.status_code == 302
    page = alice_s.get("/").content.decode()
    assert "bob refused" in page and hostile not in page and "&lt;img" in page
    assert bob_s.post(f"/challenges/{challenge.pk}/refuse/").status_code == 409


def test_too_long_a_reason_is_told(bob_s: Client, players: tuple[User, User]) -> None:
    challenge = world.challenge_make(*players)
    answer = bob_s.post(f"/challenges/{challenge.pk}/refuse/", {"reason": "x" * 10_000}, headers={"HX-Request": "true"})
    assert answer.status_code == 400 and "200 characters" in answer.content.decode()


def test_it_is_withdrawn_by_its_challenger_only(alice_s: Client, bob_s: Client, players: tuple[User, User]) -> None:
    challenge = world.challenge_make(*players)
    path = f"/challenges/{challenge.pk}/withdraw/"
    assert bob_s.post(path).status_code == 403
    assert alice_s.post(path, headers={"HX-Request": "true"}).status_code == 200
    assert alice_s.post(path).status_code == 409
    assert "withdrawn" in bob_s.get(f"/challenges/{challenge.pk}/").content.decode()


def test_of_the_challenger_s_five_cards_nothing_is_told(bob_s: Client, players: tuple[User, User]) -> None:
    only_hers = ["A016", "A017", "A018", "A019", "A020"]
    copies = world.copies_give(players[0], only_hers)
    challenge = world.challenge_make(*players, rules=("limitless",), trade="none", copies=[copy.pk for copy in copies])
    for path in ("/", f"/challenges/{challenge.pk}/"):
        page = bob_s.get(path).content.decode()
        assert "Limitless" in page
        assert not any(card_id in page for card_id in only_hers)
