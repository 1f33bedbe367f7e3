"""The default deck of a house is chosen already where a deck is asked for: challenge, answer and robots."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from cards.models import Deck
from cards.services.decks import deck_default_set, deck_make
from matches.forms import Draft
from matches.houses import HOUSES
from matches.live.decks import DeckChoice
from matches.models import Challenge
from matches.services.leaving import match_leave
from matches.services.robots import robot_match_start, robots_load
from matches.services.seeds import seed_make
from tests.conftest import Clock

HTMX = {"HX-Request": "true"}
FIVE = ["A001", "A002", "A003", "A004", "A005"]


@pytest.fixture
def decks(players: tuple[User, User]) -> dict[str, Deck]:
    """Alice's two playable decks and one that she cannot play; the last made was used last."""
    alice = players[0]
    made = {name: deck_make(owner=alice, name=name, card_ids=FIVE) for name in ("First", "Second")}
    return made | {"Empty": deck_make(owner=alice, name="Empty", card_ids=[])}


def chosen(page: str) -> str:
    """The hand that is chosen on a page."""
    found = re.findall(r'name="hand" value="(\w+)" checked', page)
    assert len(found) == 1
    return str(found[0])


def test_the_default_comes_first_and_is_named_so(alice: User, decks: dict[str, Deck]) -> None:
    deck_default_set(owner=alice, deck_id=decks["First"].pk, house="tffo")
    first, *_others = DeckChoice.all_of(alice, None, house="tffo")
    assert (first.name, first.is_default) == ("First", True)
    assert not any(choice.is_default for choice in DeckChoice.all_of(alice, None, house="guild"))


def test_the_deck_of_the_last_match_is_offered_first(alice: User, decks: dict[str, Deck], clock: Clock) -> None:
    robots_load()
    for name in ("Second", "First", "Second"):
        clock.advance(60)
        match = robot_match_start(user=alice, robot="easy", rules=["open"], deck=decks[name])
        match_leave(match_id=match.pk, user=alice)
        assert DeckChoice.all_of(alice, None)[0].name == name


def test_a_default_that_cannot_be_played_is_not_chosen(alice_s: Client, alice: User, decks: dict[str, Deck]) -> None:
    deck_default_set(owner=alice, deck_id=decks["Empty"].pk, house="tffo")
    for path in ("/challenge/bob/", "/robots/"):
        assert chosen(alice_s.get(path, {"house": "tffo"}).content.decode()) != str(decks["Empty"].pk)


@pytest.mark.parametrize("house", HOUSES)
def test_the_challenge_and_the_robots_page_choose_the_default(
    alice_s: Client, alice: User, decks: dict[str, Deck], house: str
) -> None:
    robots_load()
    for name in ("First", "Second"):
        deck_default_set(owner=alice, deck_id=decks[name].pk, house=house)
        for path in ("/challenge/bob/", "/robots/"):
            for asked in ({}, HTMX):
                page = alice_s.get(path, {"house": house}, headers=asked).content.decode()
                assert chosen(page) == str(decks[name].pk)
                assert "your default here" in page


def test_the_robots_page_lends_cards_where_there_is_no_default(alice_s: Client, decks: dict[str, Deck]) -> None:
    robots_load()
    assert chosen(alice_s.get("/robots/").content.decode()) == "lent"
    assert chosen(Client().get("/robots/").content.decode()) == "lent"


def test_another_house_brings_its_default_unless_a_hand_was_chosen(
    alice_s: Client, alice: User, decks: dict[str, Deck]
) -> None:
    first, second = str(decks["First"].pk), str(decks["Second"].pk)
    deck_default_set(owner=alice, deck_id=decks["First"].pk, house="tffo")
    deck_default_set(owner=alice, deck_id=decks["Second"].pk, house="guild")

    def at_guild(**data: str) -> str:
        return chosen(alice_s.get("/challenge/bob/", {"house": "guild", **data}, headers=HTMX).content.decode())

    page = alice_s.get("/challenge/bob/", {"house": "tffo"}).content.decode()
    assert f'name="offered" value="{first}"' in page
    assert at_guild(hand=first, offered=first) == second
    assert at_guild(hand=first, offered=second) == first
    assert at_guild(hand="pick", offered="pick", picks="A001") == "pick"


def test_a_form_without_what_was_offered_keeps_its_hand() -> None:
    assert Draft(hand="7").fitted(HOUSES["guild"]).hand == "7"


def test_the_answer_chooses_the_default_of_the_challenges_house(
    alice_s: Client, players: tuple[User, User], decks: dict[str, Deck]
) -> None:
    alice, bob = players
    deck_default_set(owner=alice, deck_id=decks["First"].pk, house="tffo")
    bob_s = Client()
    bob_s.force_login(bob)
    form: dict[str, Any] = {"seed_id": seed_make(owner=bob).pk, "house": "tffo", "trade": "none", "draw": "draw"}
    sent = bob_s.post("/challenge/alice/", {**form, "hand": "pick", "picks": ", ".join(FIVE)})
    assert sent.status_code == 302
    challenge = Challenge.objects.get()
    page = alice_s.get(f"/challenges/{challenge.pk}/").content.decode()
    assert chosen(page) == str(decks["First"].pk)
    start = alice_s.get("/").content.decode()
    options = re.findall(r'<option value="(\d+)"', start[start.index(f'id="deck-{challenge.pk}"') :])
    assert options[0] == str(decks["First"].pk)
