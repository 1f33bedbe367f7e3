"""A deck and the seven houses: where it can be played, why not, where it is the default; and copies of decks."""

from __future__ import annotations

import re

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import User
from cards.deck_houses import house_checks, houses
from cards.models import Deck, DeckDefault
from cards.queries import deck_cards, deck_check, deck_get, default_decks
from cards.services.decks import deck_add, deck_copy, deck_create, deck_default_clear, deck_default_set, deck_make
from matches.houses import HOUSES
from tests.cards.conftest import Give
from triad.errors import Conflict, GameError, NotFound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]

LOW = ["A001", "A002", "A003", "A004", "A005"]
#: Levels 8, 9, 10, 9 and 1: over twenty levels and over the limit by stars.
HIGH = ["A085", "A096", "A110", "A091", "A001"]


@pytest.fixture
def deck(client: Client, alice: User, give: Give) -> Deck:
    """Alice's deck Stone of five low cards that she has; Alice is signed in."""
    give(alice, *LOW, *HIGH[:4])
    client.force_login(alice)
    return deck_make(owner=alice, name="Stone", card_ids=LOW)


def checked(owner: User, deck: Deck) -> dict[str, list[str]]:
    """The limits in the way of a deck by house; None in the list of what could not be played otherwise."""
    found = deck_get(owner=owner, deck_id=deck.pk)
    check = deck_check(user=owner, deck=found, level_limit=None)
    return {each.house.key: each.limits for each in house_checks(deck=found, check=check, defaults={}) if not each.ok}


def test_every_house_of_the_site_is_asked_in_its_order() -> None:
    assert list(houses()) == list(HOUSES)
    for key, house in houses().items():
        assert (house.level_limit, house.stars) == (HOUSES[key].level_limit, HOUSES[key].stars)


def test_a_low_deck_can_be_played_in_every_house(alice: User, deck: Deck) -> None:
    assert checked(alice, deck) == {}


def test_a_high_deck_is_refused_where_there_is_a_limit_and_told_which(alice: User, deck: Deck) -> None:
    high = deck_make(owner=alice, name="High", card_ids=HIGH)
    found = checked(alice, high)
    assert set(found) == {"deling", "ffxiv"}
    assert found["deling"] == ["The levels add up to 37; without Limitless the limit is 20."]
    assert found["ffxiv"] == [
        "4 cards have four stars or more (level 7 and up); two may.",
        "3 cards have five stars (level 9 and up); one may.",
    ]


def test_a_card_not_owned_is_in_the_way_in_every_house(alice: User, deck: Deck) -> None:
    lacking = deck_make(owner=alice, name="Lacking", card_ids=[*LOW[:4], "A006"])
    assert checked(alice, lacking) == {key: [] for key in HOUSES}


def test_the_bench_says_where_it_can_be_played_and_why_not(client: Client, alice: User, deck: Deck) -> None:
    page = client.get(f"/cards/decks/{deck.pk}/").content.decode()
    assert re.findall(r'<li data-house="(\w+)">', page) == list(HOUSES)
    high = deck_make(owner=alice, name="High", card_ids=HIGH)
    page = client.get(f"/cards/decks/{high.pk}/").content.decode()
    assert re.findall(r'<li data-house="(\w+)" data-shut>', page) == ["deling", "ffxiv"]
    assert "without Limitless the limit is 20." in page and "3 cards have five stars" in page


def test_the_check_follows_every_change(client: Client, deck: Deck) -> None:
    answer = client.post(f"/cards/decks/{deck.pk}/remove/", {"position": "1"}, headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert page.count("data-shut") == len(HOUSES)
    assert "The deck has 4 cards; it needs five." in page and page.count("see above") == len(HOUSES)


def test_the_list_tells_in_how_many_houses_a_deck_is_ready(client: Client, alice: User, deck: Deck) -> None:
    deck_make(owner=alice, name="High", card_ids=HIGH)
    deck_default_set(owner=alice, deck_id=deck.pk, house="tffo")
    page = client.get("/cards/decks/").content.decode()
    assert "ready in 5 of 7 houses" in page
    assert "Your default in: TFFO" in re.sub(r"\s+", " ", page)


def test_one_deck_is_the_default_of_a_house(alice: User, deck: Deck) -> None:
    other = deck_create(owner=alice, name="Other")
    deck_default_set(owner=alice, deck_id=deck.pk, house="deling")
    deck_default_set(owner=alice, deck_id=deck.pk, house="ffxiv")
    deck_default_set(owner=alice, deck_id=other.pk, house="deling")
    assert default_decks(owner=alice) == {"deling": other, "ffxiv": deck}
    deck_default_clear(owner=alice, deck_id=deck.pk, house="deling")
    assert default_decks(owner=alice)["deling"] == other
    deck_default_clear(owner=alice, deck_id=other.pk, house="deling")
    assert default_decks(owner=alice) == {"ffxiv": deck}


def test_the_database_keeps_one_default_a_player_and_house(alice: User, deck: Deck) -> None:
    DeckDefault.objects.create(owner=alice, house="free", deck=deck)
    with pytest.raises(IntegrityError), transaction.atomic():
        DeckDefault.objects.create(owner=alice, house="free", deck=deck)


def test_a_deck_that_goes_is_no_default_any_more(alice: User, deck: Deck) -> None:
    deck_default_set(owner=alice, deck_id=deck.pk, house="deling")
    deck.delete()
    assert default_decks(owner=alice) == {}


def test_a_default_is_made_and_taken_away_by_page(client: Client, alice: User, deck: Deck) -> None:
    address = f"/cards/decks/{deck.pk}/default/"
    assert client.post(address, {"take": "guild"}).headers["Location"] == f"/cards/decks/{deck.pk}/"
    assert default_decks(owner=alice) == {"guild": deck}
    page = client.post(address, {"leave": "guild"}, headers={"HX-Request": "true"}).content.decode()
    assert 'id="default-guild" name="take"' in page
    assert "This deck is not the default in Guild now." in page
    assert default_decks(owner=alice) == {}


@pytest.mark.parametrize("data", [{}, {"take": "nowhere"}, {"leave": "x" * 5000}])
def test_a_house_that_is_none_is_a_sentence(client: Client, alice: User, deck: Deck, data: dict[str, str]) -> None:
    answer = client.post(f"/cards/decks/{deck.pk}/default/", data)
    assert answer.status_code == 404
    assert "There is no such house." in answer.content.decode()
    assert default_decks(owner=alice) == {}


def test_anothers_deck_is_neither_copied_nor_made_a_default(client: Client, bob: User, deck: Deck) -> None:
    client.force_login(bob)
    assert client.post(f"/cards/decks/{deck.pk}/default/", {"take": "guild"}).status_code == 404
    assert client.get(f"/cards/decks/{deck.pk}/copy/").status_code == 404
    assert client.post(f"/cards/decks/{deck.pk}/copy/", {"name": "Mine"}).status_code == 404
    assert not DeckDefault.objects.exists() and not Deck.objects.filter(owner=bob).exists()
    with pytest.raises(NotFound):
        deck_default_set(owner=bob, deck_id=deck.pk, house="guild")
    assert client.get(f"/cards/decks/{deck.pk}/default/").status_code == 405


def test_a_copy_has_the_same_cards_in_the_same_order(alice: User, deck: Deck) -> None:
    mixed = deck_make(owner=alice, name="Mixed", card_ids=["A003", "A001", "A003"])
    copied = deck_copy(owner=alice, deck_id=mixed.pk, name="Again")
    assert [card.pk for card in deck_cards(deck_get(owner=alice, deck_id=copied.pk))] == ["A003", "A001", "A003"]


def test_copying_offers_a_free_name_and_leads_to_the_copy(client: Client, alice: User, deck: Deck) -> None:
    assert 'value="Stone-2"' in client.get(f"/cards/decks/{deck.pk}/copy/").content.decode()
    answer = client.post(f"/cards/decks/{deck.pk}/copy/", {"name": "Stone-2"})
    assert answer.headers["Location"] == f"/cards/decks/{Deck.objects.get(name='Stone-2').pk}/"
    long = deck_create(owner=alice, name="x" * 30)
    assert f'value="{"x" * 26}-2"' in client.get(f"/cards/decks/{long.pk}/copy/").content.decode()


def test_a_copy_that_cannot_be_is_a_sentence_at_the_name(client: Client, alice: User, deck: Deck) -> None:
    answer = client.post(f"/cards/decks/{deck.pk}/copy/", {"name": "stone"})
    assert answer.status_code == 409
    assert "You have a deck named stone already." in answer.content.decode()
    assert 'value="stone"' in answer.content.decode()
    for number in range(19):
        deck_create(owner=alice, name=f"d{number}")
    assert client.get(f"/cards/decks/{deck.pk}/copy/").status_code == 200
    answer = client.post(f"/cards/decks/{deck.pk}/copy/", {"name": "One-more"})
    assert (answer.status_code, Deck.objects.count()) == (409, 20)
    assert "You have twenty decks" in answer.content.decode()


@pytest.mark.parametrize(("name", "code"), [("two words", "deck_name"), ("Stone", "deck_name_taken")])
def test_a_wrong_name_makes_nothing(alice: User, deck: Deck, name: str, code: str) -> None:
    with pytest.raises((GameError, Conflict)) as refusal:
        deck_copy(owner=alice, deck_id=deck.pk, name=name)
    assert refusal.value.code == code
    assert Deck.objects.count() == 1


def test_a_deck_added_to_is_checked_anew(alice: User, deck: Deck) -> None:
    made = deck_create(owner=alice, name="Grow")
    assert set(checked(alice, made)) == set(HOUSES)
    deck_add(owner=alice, deck_id=made.pk, text=",".join(LOW))
    assert checked(alice, made) == {}
