"""What players own: stash, copies for a hand, point value, a card in a record."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from cards import frozen
from cards.catalogue import series_lines
from cards.models import Card, Price
from cards.queries import copies_for, holdings, owned_counts, point_value, record_card, stash
from tests.cards.conftest import Give
from triad.errors import Conflict

pytestmark = pytest.mark.django_db


def test_a_card_in_a_record(loaded: None) -> None:
    assert record_card(Card.objects.get(pk="A085"), "b1") == {
        "key": "b1",
        "id": "A085",
        "name": "Ifrit",
        "level": 8,
        "ranks": [9, 6, 2, 8],
        "element": "fire",
        "type": None,
    }
    assert record_card(Card.objects.get(pk="X040"), "r5")["type"] == "primal"


def test_the_point_value_takes_the_specific_price_else_four_times_the_random_else_a_hundred(
    alice: User, give: Give
) -> None:
    assert point_value(alice) == 0
    give(alice, "A001", "A001", "A085")  # 1, 1 and 8 times 25
    assert point_value(alice) == 250
    give(alice, "Z001")  # level 7, neither price
    assert point_value(alice) == 950
    Price.objects.filter(series="A").update(specific=None)
    assert point_value(alice) == 10 * 40 + 700
    assert holdings(user=alice).copies == 4
    assert holdings(user=alice).cards == 3


def test_the_stash_has_each_card_once_with_its_counts(
    alice: User, bob: User, give: Give, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    give(alice, "A001", "A001", "A085")
    give(alice, "A001", marked=True)
    give(bob, "A001", "A002")
    with django_assert_num_queries(1):
        rows = [(card.pk, card.held, card.marked) for card in stash(owner=alice)]  # type: ignore[attr-defined]
    assert rows == [("A085", 1, 0), ("A001", 3, 1)]
    assert owned_counts(user=alice, card_ids=["A001", "A002"]) == {"A001": 3}


def test_series_count_their_cards_and_those_one_owns(alice: User, give: Give) -> None:
    give(alice, "A001", "A001", "A085", "H001")
    rows = {line.series.code: (line.cards, line.owned) for line in series_lines(viewer=alice)}
    assert (rows["A"], rows["H"], rows["X"], rows["C"]) == ((110, 2), (11, 1), (475, 0), (0, 0))


def test_copies_come_in_the_order_of_the_list(alice: User, give: Give) -> None:
    a, b, c = give(alice, "A003", "A001", "A003")
    assert copies_for(user=alice, card_ids=["A003", "A001", "A003"]) == [a, b, c]


def test_of_equal_copies_an_unmarked_one_is_taken_last(alice: User, give: Give) -> None:
    (plain,) = give(alice, "A001")
    (marked,) = give(alice, "A001", marked=True)
    assert copies_for(user=alice, card_ids=["A001"]) == [marked]
    assert copies_for(user=alice, card_ids=["A001", "A001"]) == [marked, plain]


def test_too_few_copies_are_said(alice: User, bob: User, give: Give) -> None:
    give(alice, "A001")
    give(bob, "A002")
    for wanted in (["A002"], ["A001", "A001"], ["Q999"]):
        with pytest.raises(Conflict) as refusal:
            copies_for(user=alice, card_ids=wanted)
        assert refusal.value.code == "not_owned"


def test_a_frozen_copy_is_passed_over(alice: User, give: Give) -> None:
    first, second = give(alice, "A001", "A001")
    held = {first.pk}

    def question(copy_ids: object) -> set[int]:
        return held

    frozen.register(question)
    try:
        assert copies_for(user=alice, card_ids=["A001"]) == [second]
        with pytest.raises(Conflict) as refusal:
            copies_for(user=alice, card_ids=["A001", "A001"])
        assert refusal.value.code == "copies_frozen"
    finally:
        frozen._questions.remove(question)
