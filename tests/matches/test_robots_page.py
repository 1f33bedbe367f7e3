"""The page on which robots are played: house, rules, lent or own cards, for people and visitors."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from matches.houses import HOUSES
from matches.models import Match, Seat
from matches.services.robots import robots_load
from triad.clock import now

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def robots(players: tuple[User, User]) -> None:
    """The three robots, and cards to lend."""
    robots_load()


def form(client: Client, **change: Any) -> dict[str, Any]:
    """The page's form, filled in, with the seed that it showed."""
    page = client.get("/robots/").content.decode()
    seed = re.search(r'name="seed_id" value="(\d+)"', page)
    assert seed
    return {"seed_id": seed[1], "robot": "easy", "house": "deling", "rules": ["open"], "hand": "lent", **change}


@pytest.mark.parametrize("house", HOUSES.values(), ids=lambda house: house.key)
def test_a_house_offers_its_rules_and_nothing_that_is_at_stake(robots: None, client: Client, house: Any) -> None:
    page = client.get("/robots/", {"house": house.key}, headers=HTMX).content.decode()
    assert "<!doctype" not in page and f'data-house="{house.key}"' in page
    assert set(re.findall(r'name="rules" value="(\w+)"', page)) == set(house.rules) - {"sudden_death"}
    assert set(re.findall(r'name="trade" value="(\w+)"', page)) == {"none", "training"} & set(house.trades)
    assert "data-staked" not in page and 'name="bet"' not in page


def test_who_begins_is_chosen_without_a_word_of_rating(robots: None, client: Client) -> None:
    page = client.get("/robots/", {"house": "guild"}).content.decode()
    assert "The robot begins" in page and "Then the match is not rated." not in page


def test_the_rules_stand_above_the_buttons_that_begin(robots: None, client: Client) -> None:
    page = client.get("/robots/").content.decode()
    assert page.index('name="rules"') < page.index('name="robot"')


@pytest.mark.parametrize("house", list(HOUSES))
def test_a_visitor_plays_in_each_house_with_lent_cards(robots: None, client: Client, house: str) -> None:
    rules = ["random"] if "random" in HOUSES[house].rules else []
    answer = client.post("/robots/", form(client, house=house, rules=[*rules, "open"], draw=HOUSES[house].draws[-1]))
    match = Match.objects.get()
    assert answer.status_code == 302 and answer.headers["Location"] == f"/matches/{match.pk}/"
    assert match.house == house and match.setup["trade"] == "none" and match.setup["draw"] == HOUSES[house].draws[-1]


def test_the_lent_cards_of_ffxiv_are_offered_with_the_reason(robots: None, alice_s: Client) -> None:
    page = alice_s.get("/robots/", {"house": "ffxiv"}).content.decode()
    assert "cards of a type, and you have fewer than five" in page
    assert "cards of a type" not in alice_s.get("/robots/", {"house": "ffviii"}).content.decode()


def test_training_is_chosen_where_the_house_has_it(robots: None, alice_s: Client) -> None:
    assert alice_s.post("/robots/", form(alice_s, house="balamb", trade="training")).status_code == 302
    assert Match.objects.get().setup["trade"] == "training"


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"robot": "nobody"}, 404, "no_robot"),
        ({"house": "nowhere"}, 400, "house_unknown"),
        ({"house": "guild", "rules": ["combo"]}, 400, "rule_not_in_house"),
        ({"house": "free", "rules": ["plus_wall"]}, 400, "rule_needs"),
        ({"house": "free", "trade": "one"}, 400, "robot_stakes"),
        ({"house": "deling", "rules": ["same"], "draw": "sudden_death"}, 400, "draw_not_in_house"),
        ({"house": "deling", "rules": ["same"], "first": "opponent"}, 400, "first_not_in_house"),
        ({"move_time": "soon"}, 400, "bad_move_time"),
        ({"hand": "77"}, 404, "no_deck"),
    ],
)
def test_bad_input_gets_a_sentence_and_loses_nothing(
    robots: None, alice_s: Client, change: dict[str, Any], status: int, code: str
) -> None:
    answer = alice_s.post("/robots/", form(alice_s, **{"house": "free", "rules": ["same", "swap"], **change}))
    page = answer.content.decode()
    assert (answer.status_code, f'data-code="{code}"' in page) == (status, True)
    assert not Match.objects.exists()
    if "rules" not in change and "house" not in change:
        assert re.search(r'value="same" checked', page) and re.search(r'value="swap" checked', page)


def test_without_a_script_a_button_changes_the_house_and_begins_nothing(robots: None, client: Client) -> None:
    page = client.post("/robots/", form(client, house="guild", rules=["same", "swap"], look="1")).content.decode()
    assert 'data-house="guild"' in page and re.search(r'value="same" checked', page)
    assert not Match.objects.exists()


def test_a_robot_that_has_paid_today_says_so(robots: None, alice_s: Client, players: tuple[User, User]) -> None:
    assert "has paid you today" not in alice_s.get("/robots/").content.decode()
    alice_s.post("/robots/", form(alice_s))
    Match.objects.update(state="over", ended="played", winner="blue", ended_at=now())
    Seat.objects.update(busy="")
    Seat.objects.filter(user=players[0]).update(points=10, outcome="won")
    assert alice_s.get("/robots/").content.decode().count("has paid you today") == 1
