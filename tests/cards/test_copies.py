"""Copies come and move: slots, limits, sole copies, marks, and the log."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import pytest

from accounts.models import User
from cards import frozen
from cards.models import Card, Copy, Series, Transfer
from cards.services.copies import give_copy, may_hold, move_copy
from tests.cards.conftest import Give
from triad.errors import Conflict

pytestmark = pytest.mark.django_db


@pytest.fixture
def freeze() -> Iterator[set[int]]:
    """A set of copies that a match holds."""
    held: set[int] = set()

    def question(copy_ids: Collection[int]) -> Collection[int]:
        return held & set(copy_ids)

    frozen.register(question)
    yield held
    frozen._questions.remove(question)


def spoils(copy: Copy, taker: User, cause: str = "match:1") -> Transfer:
    """Moves a copy as spoils."""
    return move_copy(copy=copy, taker=taker, reason=Transfer.Reason.SPOILS, cause=cause)


def test_a_copy_comes_with_its_first_line_in_the_log(alice: User, give: Give) -> None:
    (copy,) = give(alice, "A001", marked=True)
    assert (copy.owner, copy.slot, copy.slot_limit, copy.marked, copy.sole) == (alice, 1, 9, True, False)
    line = copy.transfers.get()
    assert (line.giver, line.taker, line.held_before, line.limit) == (None, alice, 0, 9)
    assert (line.reason, line.cause, line.card_id) == ("grant", "test:1", "A001")


@pytest.mark.parametrize(
    ("card_id", "limit"),
    [
        *[("A001", 9), ("A012", 9), ("A023", 7), ("A034", 7), ("A045", 5), ("A056", 5), ("A067", 2), ("A085", 2)],
        *[("A089", 1), ("A100", 1), ("H001", 1), ("W001", 1)],
    ],
)
def test_as_many_come_as_may_be_held_and_no_more(alice: User, give: Give, card_id: str, limit: int) -> None:
    copies = give(alice, *[card_id] * limit)
    assert [copy.slot for copy in copies] == list(range(1, limit + 1))
    card = Card.objects.get(pk=card_id)
    assert not may_hold(user=alice, card=card)
    with pytest.raises(Conflict) as refusal:
        give(alice, card_id)
    assert refusal.value.code == "holding_limit"
    assert Copy.objects.count() == limit == Transfer.objects.count()


def test_the_lowest_free_slot_is_taken(alice: User, bob: User, give: Give) -> None:
    first, _second, _third = give(alice, "A001", "A001", "A001")
    spoils(first, bob)
    assert give(alice, "A001")[0].slot == 1


def test_after_a_lowered_limit_what_is_held_stays_and_none_may_come(alice: User, bob: User, give: Give) -> None:
    copies = give(alice, *["A001"] * 4)
    Series.objects.filter(pk="A").update(hold_limit=3)
    with pytest.raises(Conflict):
        give(alice, "A001")
    spoils(copies[0], bob)
    with pytest.raises(Conflict):
        give(alice, "A001")  # three are held, as many as may be
    spoils(copies[1], bob)
    assert give(alice, "A001")[0].slot == 1
    assert Copy.objects.filter(owner=alice).count() == 3


def test_a_copy_that_moves_keeps_its_row_and_its_mark(alice: User, bob: User, give: Give) -> None:
    give(bob, "A001")
    (copy,) = give(alice, "A001", marked=True)
    line = spoils(copy, bob)
    copy.refresh_from_db()
    assert (copy.owner, copy.slot, copy.marked) == (bob, 2, True)
    assert (line.giver, line.taker, line.held_before, line.limit) == (alice, bob, 1, 9)
    assert Copy.objects.count() == 2


def test_moving_twice_for_one_cause_moves_once(alice: User, bob: User, give: Give) -> None:
    (copy,) = give(alice, "A001")
    stale = Copy.objects.get(pk=copy.pk)
    assert spoils(copy, bob) == spoils(stale, bob) == spoils(Copy.objects.get(pk=copy.pk), bob)
    assert copy.transfers.count() == 2


def test_a_copy_over_the_limit_stays_where_it_is(alice: User, bob: User, give: Give) -> None:
    give(bob, "A100")
    (copy,) = give(alice, "A100")
    with pytest.raises(Conflict) as refusal:
        spoils(copy, bob)
    assert refusal.value.code == "holding_limit"
    copy.refresh_from_db()
    assert (copy.owner, copy.transfers.count()) == (alice, 1)


def test_a_copy_that_has_gone_cannot_be_moved_again(alice: User, bob: User, charlie: User, give: Give) -> None:
    (copy,) = give(alice, "A001")
    stale = Copy.objects.get(pk=copy.pk)
    spoils(copy, bob)
    with pytest.raises(Conflict) as refusal:
        spoils(stale, charlie, cause="match:2")
    assert refusal.value.code == "copy_moved"


def test_a_copy_does_not_move_to_its_owner(alice: User, give: Give) -> None:
    (copy,) = give(alice, "A001")
    with pytest.raises(Conflict) as refusal:
        spoils(copy, alice)
    assert refusal.value.code == "own_copy"


def test_a_frozen_copy_moves_as_spoils_only(alice: User, bob: User, give: Give, freeze: set[int]) -> None:
    (copy,) = give(alice, "A001")
    freeze.add(copy.pk)
    with pytest.raises(Conflict) as refusal:
        move_copy(copy=copy, taker=bob, reason=Transfer.Reason.GRANT, cause="gift:1")
    assert refusal.value.code == "copy_frozen"
    spoils(copy, bob)
    copy.refresh_from_db()
    assert copy.owner == bob


def test_of_a_unique_card_there_is_one_copy_in_the_world(alice: User, bob: User, give: Give) -> None:
    (copy,) = give(alice, "M001")
    assert copy.sole
    with pytest.raises(Conflict) as refusal:
        give_copy(card=Card.objects.get(pk="M001"), taker=bob, reason="grant", cause="test:2")
    assert refusal.value.code == "sole_copy_exists"
    spoils(copy, bob)
    assert Copy.objects.get().owner == bob
