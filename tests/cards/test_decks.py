"""Decks: names, cards, order, and the check that says what is wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from cards.decks import deck_check_cards
from cards.models import Card, Copy, Deck
from cards.queries import deck_cards, deck_check, deck_get, decks_of
from cards.services.decks import (
    deck_add,
    deck_create,
    deck_delete,
    deck_move,
    deck_remove,
    deck_remove_at,
    deck_reorder,
)
from tests.cards.conftest import Give
from triad.errors import Conflict, GameError, NotFound

pytestmark = pytest.mark.django_db


@pytest.fixture
def deck(alice: User, loaded: None) -> Deck:
    """Alice's deck Stone with Geezard, Funguar and Bite Bug."""
    made = deck_create(owner=alice, name="Stone")
    deck_add(owner=alice, deck_id=made.pk, text="A001, A002, A003")
    return made


def ids(deck: Deck) -> list[str]:
    """The IDs of the cards that lie in the deck now."""
    return [card.pk for card in deck_cards(deck_get(owner=deck.owner, deck_id=deck.pk))]


@pytest.mark.parametrize("name", ["Start", "a", "9", "-_-", "x" * 30])
def test_a_deck_is_named_with_letters_digits_and_two_signs(alice: User, name: str) -> None:
    assert deck_create(owner=alice, name=name).name == name


@pytest.mark.parametrize("name", ["", " ", "two words", "é", "x" * 31, "x" * 10_000, "a\n", "<b>", "ａ"])
def test_other_names_are_refused(alice: User, name: str) -> None:
    with pytest.raises(GameError) as refusal:
        deck_create(owner=alice, name=name)
    assert (refusal.value.code, refusal.value.status) == ("deck_name", 400)
    assert not Deck.objects.exists()


def test_one_name_is_one_deck_whatever_its_case(alice: User, bob: User) -> None:
    deck_create(owner=alice, name="Stone")
    with pytest.raises(Conflict) as refusal:
        deck_create(owner=alice, name="STONE")
    assert refusal.value.code == "deck_name_taken"
    deck_create(owner=bob, name="Stone")


def test_there_are_twenty_decks_at_most(alice: User) -> None:
    for number in range(20):
        deck_create(owner=alice, name=f"d{number}")
    with pytest.raises(Conflict) as refusal:
        deck_create(owner=alice, name="d20")
    assert refusal.value.code == "too_many_decks"


def test_cards_are_added_by_names_and_ids_in_order(alice: User, deck: Deck) -> None:
    deck_add(owner=alice, deck_id=deck.pk, text="red-bat; FLAN")
    assert ids(deck) == ["A001", "A002", "A003", "A004", "A005"]


def test_adding_is_all_or_nothing(alice: User, deck: Deck) -> None:
    for text, code in [("A004, Nobody", "no_card"), ("A004, Ifrit", "ambiguous_card"), ("A4,A5,A6", "deck_full")]:
        with pytest.raises(GameError) as refusal:
            deck_add(owner=alice, deck_id=deck.pk, text=text)
        assert refusal.value.code == code
    assert ids(deck) == ["A001", "A002", "A003"]


@pytest.mark.parametrize("text", ["", " , ;\n", "x" * 501, "A1," * 21])
def test_a_text_that_names_nothing_or_too_much_is_refused(alice: User, deck: Deck, text: str) -> None:
    with pytest.raises(GameError) as refusal:
        deck_add(owner=alice, deck_id=deck.pk, text=text)
    assert refusal.value.status == 400
    assert ids(deck) == ["A001", "A002", "A003"]


def test_several_cards_are_removed_one_place_each(alice: User, deck: Deck) -> None:
    deck_add(owner=alice, deck_id=deck.pk, text="A001")
    deck_remove(owner=alice, deck_id=deck.pk, text="Geezard, bite bug")
    assert ids(deck) == ["A002", "A001"]


def test_a_card_that_is_not_in_the_deck_is_not_removed(alice: User, deck: Deck) -> None:
    with pytest.raises(Conflict) as refusal:
        deck_remove(owner=alice, deck_id=deck.pk, text="A001, A001")
    assert refusal.value.code == "not_in_deck"
    assert ids(deck) == ["A001", "A002", "A003"]


@pytest.mark.parametrize(
    ("position", "to", "order"),
    [(1, 3, ["A002", "A003", "A001"]), (3, 1, ["A003", "A001", "A002"]), (2, 2, ["A001", "A002", "A003"])],
)
def test_a_card_is_moved_to_another_place(alice: User, deck: Deck, position: int, to: int, order: list[str]) -> None:
    deck_move(owner=alice, deck_id=deck.pk, position=position, to=to)
    assert ids(deck) == order


def test_a_deck_takes_a_new_order(alice: User, deck: Deck) -> None:
    again = deck_reorder(owner=alice, deck_id=deck.pk, order=[3, 1, 2])
    assert [card.pk for card in deck_cards(again)] == ids(deck) == ["A003", "A001", "A002"]


@pytest.mark.parametrize("order", [[], [1, 2], [1, 2, 2], [0, 1, 2], [1, 2, 3, 4]])
def test_an_order_that_forgets_or_doubles_a_place_is_refused(alice: User, deck: Deck, order: list[int]) -> None:
    with pytest.raises(Conflict):
        deck_reorder(owner=alice, deck_id=deck.pk, order=order)
    assert ids(deck) == ["A001", "A002", "A003"]


@pytest.mark.parametrize("position", [0, -1, 4, 99])
def test_a_place_that_is_empty_cannot_be_emptied(alice: User, deck: Deck, position: int) -> None:
    with pytest.raises(Conflict):
        deck_remove_at(owner=alice, deck_id=deck.pk, position=position)


def test_a_change_of_a_deck_that_changed_meanwhile_does_nothing(alice: User, deck: Deck) -> None:
    seen = ids(deck)
    deck_add(owner=alice, deck_id=deck.pk, text="A004", seen=seen)
    for change in (
        lambda: deck_add(owner=alice, deck_id=deck.pk, text="A004", seen=seen),
        lambda: deck_remove_at(owner=alice, deck_id=deck.pk, position=1, seen=seen),
        lambda: deck_move(owner=alice, deck_id=deck.pk, position=1, to=2, seen=seen),
    ):
        with pytest.raises(Conflict) as refusal:
            change()
        assert refusal.value.code == "deck_changed"
    assert ids(deck) == [*seen, "A004"]


def test_anothers_deck_is_not_there(bob: User, deck: Deck) -> None:
    changes: list[Callable[[], object]] = [
        lambda: deck_get(owner=bob, deck_id=deck.pk),
        lambda: deck_delete(owner=bob, deck_id=deck.pk),
        lambda: deck_add(owner=bob, deck_id=deck.pk, text="A004"),
        lambda: deck_remove(owner=bob, deck_id=deck.pk, text="A001"),
        lambda: deck_remove_at(owner=bob, deck_id=deck.pk, position=1),
        lambda: deck_move(owner=bob, deck_id=deck.pk, position=1, to=2),
        lambda: deck_reorder(owner=bob, deck_id=deck.pk, order=[3, 2, 1]),
    ]
    for change in changes:
        with pytest.raises(NotFound):
            change()
    assert ids(deck) == ["A001", "A002", "A003"]


def test_deleting_a_deck_loses_no_card(alice: User, deck: Deck, give: Give) -> None:
    give(alice, "A001")
    assert deck_delete(owner=alice, deck_id=deck.pk) == "Stone"
    assert decks_of(owner=alice) == []
    assert Copy.objects.filter(owner=alice).count() == 1


def test_the_check_says_everything_that_is_wrong(alice: User, deck: Deck, give: Give) -> None:
    give(alice, "A001", "A002")
    deck_add(owner=alice, deck_id=deck.pk, text="A001")
    check = deck_check(user=alice, deck=deck_get(owner=alice, deck_id=deck.pk))
    assert check.problems == [
        "The deck has 4 cards; it needs five.",
        "The deck names A001 Geezard 2 times; you have it once.",
        "A003 Bite Bug is not in your stash.",
    ]
    assert (check.ok, check.count, check.total_level) == (False, 4, 4)


def test_the_check_adds_up_the_levels(alice: User, give: Give) -> None:
    cards = ["A100", "A089", "A001", "A002", "A003"]
    give(alice, *cards)
    deck = deck_create(owner=alice, name="Tall")
    deck_add(owner=alice, deck_id=deck.pk, text=",".join(cards))
    deck = deck_get(owner=alice, deck_id=deck.pk)
    check = deck_check(user=alice, deck=deck)
    assert check.problems == ["The levels add up to 22; without Limitless the limit is 20."]
    assert deck_check(user=alice, deck=deck, level_limit=None).ok
    assert deck_check(user=alice, deck=deck, level_limit=22).ok


def test_a_deck_breaks_when_a_card_of_it_is_lost(alice: User, bob: User, give: Give) -> None:
    from cards.services.copies import move_copy

    copies = give(alice, "A001", "A002", "A003", "A004", "A005")
    deck = deck_create(owner=alice, name="Five")
    deck_add(owner=alice, deck_id=deck.pk, text="A1 , A2, A3, A4, A5")
    deck = deck_get(owner=alice, deck_id=deck.pk)
    assert deck_check(user=alice, deck=deck).ok
    move_copy(copy=copies[2], taker=bob, reason="spoils", cause="match:1")
    assert deck_check(user=alice, deck=deck).problems == ["A003 Bite Bug is not in your stash."]


@pytest.mark.parametrize(
    ("levels", "problems"),
    [
        ([7, 8, 6, 6, 6], []),
        ([10, 7, 6, 1, 1], []),
        ([9, 10, 1, 1, 1], ["2 cards have five stars (level 9 and up); one may."]),
        ([7, 7, 8, 1, 1], ["3 cards have four stars or more (level 7 and up); two may."]),
        (
            [9, 9, 7, 1, 1],
            [
                "3 cards have four stars or more (level 7 and up); two may.",
                "2 cards have five stars (level 9 and up); one may.",
            ],
        ),
    ],
)
def test_the_limit_by_stars(levels: list[int], problems: list[str]) -> None:
    cards = [Card(id=f"A{number:03}", level=level) for number, level in enumerate(levels, 1)]
    owned = {card.pk: 1 for card in cards}
    check = deck_check_cards(cards=cards, owned=owned, level_limit=None, stars=True)
    assert check.problems == problems and check.over_stars == bool(problems)
    assert deck_check_cards(cards=cards, owned=owned, level_limit=None).ok
