"""The start page, the robots, and what profiles show of matches."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from cards.services.starter import starter_open
from matches.live.lobby import cast_fragment
from matches.live.state import MatchState
from matches.models import Match
from matches.services.robots import robots_load
from tests.conftest import Clock
from tests.matches import world


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_visitor_is_two_clicks_from_a_match(client: Client, clock: Clock) -> None:
    world.cards_make()
    robots_load()
    assert 'href="/robots/"' in client.get("/").content.decode()
    page = client.get("/robots/").content.decode()
    assert "Mog Easy" in page and "Commitment" in page
    seed_id = client.session["robot_seed"]
    answer = client.post("/robots/", {"robot": "easy", "seed_id": seed_id, "addition": "12" * 16, "rules": ["same"]})
    match = Match.objects.get()
    assert answer.status_code == 302 and answer.headers["Location"] == f"/matches/{match.pk}/"
    assert match.seed_id == seed_id and match.additions["blue"] == "12" * 16
    assert 'data-audience="blue"' in client.get(f"/matches/{match.pk}/").content.decode()
    again = client.post("/robots/", {"robot": "easy"})
    assert again.status_code == 409 and "robot already" in again.content.decode()


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        ({"robot": "nobody"}, 404, "no_robot"),
        ({"robot": "x" * 10_000}, 404, "no_robot"),
        ({}, 404, "no_robot"),
        ({"robot": "easy", "rules": ["combo"]}, 400, "rule_needs"),
        ({"robot": "easy", "hand": "12345"}, 404, "no_deck"),
        ({"robot": "easy", "move_time": "1e9"}, 400, "bad_move_time"),
        ({"robot": "easy", "seed_id": "999999"}, 409, "seed_used"),
        ({"robot": "easy", "addition": "zz"}, 400, "bad_addition"),
    ],
)
def test_bad_input_to_robots_gets_a_sentence(
    clock: Clock, alice: User, data: dict[str, object], status: int, code: str
) -> None:
    world.cards_make()
    robots_load()
    answer = signed_in(alice).post("/robots/", data)
    assert (answer.status_code, f'data-code="{code}"' in answer.content.decode()) == (status, True)
    assert not Match.objects.exists()


def test_a_refused_visitor_becomes_no_guest_and_keeps_the_seed(client: Client, clock: Clock) -> None:
    world.cards_make()
    robots_load()
    client.get("/robots/")
    seed_id, before = client.session["robot_seed"], User.objects.count()
    for data in ({"robot": "nobody"}, {"robot": "easy", "rules": ["combo"]}, {"robot": "easy", "addition": "zz"}):
        answer = client.post("/robots/", {**data, "seed_id": seed_id})
        assert answer.status_code in (400, 404) and f'value="{seed_id}"' in answer.content.decode()
    assert User.objects.count() == before and "guest_id" not in client.session
    assert client.post("/robots/", {"robot": "easy", "seed_id": seed_id}).status_code == 302
    assert Match.objects.get().seed_id == seed_id and User.objects.count() == before + 1


def test_the_way_of_a_newcomer(clock: Clock, alice: User) -> None:
    world.cards_make()
    client = signed_in(alice)
    assert "Open your starter" in client.get("/").content.decode()
    starter_open(user=alice)
    page = client.get("/").content.decode()
    assert "Open your starter" not in page and "Challenge somebody" in page


def test_who_is_here_can_be_challenged_or_watched(match: Match, players: tuple[User, User], charlie: User) -> None:
    world.seen_now(charlie)
    page = signed_in(charlie).get("/").content.decode().split('id="lobby-here"')[1]
    assert f"/matches/{match.pk}/" in page and "playing" in page and "/challenge/alice/" not in page
    User.objects.filter(pk=charlie.pk).update(do_not_disturb=True)
    other = signed_in(players[0]).get("/").content.decode().split('id="lobby-here"')[1]
    assert "does not want to be disturbed" in other and "/challenge/charlie/" not in other


def test_a_running_match_stands_in_one_line_with_watch(match: Match) -> None:
    page = Client().get("/").content.decode()
    assert f'id="table-{match.pk}"' in page and "Watch alice against bob" in page


def test_a_broadcast_match_shows_each_placement(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(option="broadcast")
    assert f'id="cast-{match.pk}"' in Client().get("/").content.decode()
    before = cast_fragment(MatchState.load(match.pk))
    world.placement_play(match)
    after = cast_fragment(MatchState.load(match.pk))
    assert "No card lies on the board yet." in before and "is placed on square" in after and 'class="is-last"' in after


def test_the_banner_tells_of_the_match_on_every_other_page(match: Match, players: tuple[User, User]) -> None:
    mover = world.turn_user(match)
    other = next(user for user in players if user != mover)
    assert "your turn" in signed_in(mover).get("/robots/").content.decode()
    page = signed_in(other).get("/robots/").content.decode()
    assert "your turn" not in page and f"/matches/{match.pk}/" in page


def test_a_profile_shows_statistics_history_and_watch(match: Match, players: tuple[User, User], charlie: User) -> None:
    page = signed_in(charlie).get("/players/alice/").content.decode()
    assert "Statistics" in page and "Match history" in page
    assert f"/matches/{match.pk}/" in page and "/challenge/alice/" in page
    world.match_play(match)
    page = signed_in(charlie).get("/players/alice/").content.decode()
    assert "Deling" in page
    Match.objects.filter(pk=match.pk).update(option="private")
    assert f"/matches/{match.pk}/" not in signed_in(charlie).get("/players/alice/").content.decode()
