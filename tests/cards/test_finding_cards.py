"""How cards are found by name and ID: hand, stash, database (RULES 9)."""

from __future__ import annotations

import pytest

from accounts.models import User
from cards.lookup import find_cards, read_words
from cards.models import Card
from cards.names import fold_card_name, read_card_id
from tests.cards.conftest import Give
from triad.errors import Conflict, NotFound

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("spelling", ["Bite Bug", "bite bug", "BITE-BUG", "bite_bug", "BiteBug", "Bité  Bug"])
def test_any_spelling_finds_a_card(loaded: None, spelling: str) -> None:
    assert [card.pk for card in find_cards(words=[spelling])] == ["A003"]


@pytest.mark.parametrize(
    ("text", "card_id"),
    [
        *[("A001", "A001"), ("a1", "A001"), ("x-40", "X040"), ("CA12", "CA012"), ("Geezard", None), ("A", None)],
        *[("A0001", None), ("1", None), ("A٣", None)],
    ],
)
def test_ids_are_read_in_any_case(text: str, card_id: str | None) -> None:
    assert read_card_id(text) == card_id


def test_a_name_of_several_cards_lists_their_ids(loaded: None) -> None:
    with pytest.raises(Conflict) as refusal:
        find_cards(words=["ifrit"])
    assert refusal.value.message == "“ifrit” is more than one card: say which of A085, X040."


def test_the_stash_comes_before_the_database(alice: User, bob: User, give: Give) -> None:
    give(alice, "X040")
    give(bob, "A085")
    assert [card.pk for card in find_cards(words=["Ifrit"], user=alice)] == ["X040"]
    assert [card.pk for card in find_cards(words=["Ifrit"], user=bob)] == ["A085"]


def test_the_hand_comes_before_the_stash(alice: User, give: Give) -> None:
    give(alice, "X040")
    hand = [Card.objects.get(pk="A085")]
    assert find_cards(words=["Ifrit"], user=alice, hand=hand) == hand


def test_both_in_the_stash_is_still_two_cards(alice: User, give: Give) -> None:
    give(alice, "X040", "A085")
    with pytest.raises(Conflict):
        find_cards(words=["Ifrit"], user=alice)


@pytest.mark.parametrize("word", ["Nobody", "A999", "!!", "'; drop table"])
def test_what_is_no_card_is_said(loaded: None, word: str) -> None:
    with pytest.raises(NotFound):
        find_cards(words=[word])


def test_names_with_commas_are_one_word(loaded: None) -> None:
    words = read_words("Geezard, Brendt, Brennan, & Bremondt, ultima, the high seraph;A003\nA004")
    assert words == ["Geezard", "Brendt, Brennan, & Bremondt", "ultima, the high seraph", "A003", "A004"]
    assert [card.pk for card in find_cards(words=words)] == ["A001", "X164", "X250", "A003", "A004"]


def test_folding_keeps_letters_and_digits_only() -> None:
    assert fold_card_name(" Élan-Œuvre_7’s ") == "elanoeuvre7s"
