"""manage.py audit finds every way in which rows can contradict the log."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from accounts.models import User
from cards.audit import findings
from cards.models import Copy, Transfer
from cards.services.copies import move_copy
from cards.services.starter import starter_open
from tests.cards.conftest import Give

pytestmark = pytest.mark.django_db


@pytest.fixture
def corrupt() -> Iterator[Callable[..., None]]:
    """Writes rows past every rule of the database."""

    def write(sql: str, *values: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute(sql, values)

    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = 1")
    yield write
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = 0")


@pytest.fixture
def copies(alice: User, bob: User, give: Give) -> list[Copy]:
    """Alice's two Geezards, one of which went to Bob, and a unique card."""
    first, second = give(alice, "A001", "A001")
    move_copy(copy=first, taker=bob, reason="spoils", cause="match:1")
    (sole,) = give(alice, "M001")
    assert list(findings()) == []
    return [Copy.objects.get(pk=copy.pk) for copy in (first, second, sole)]


def test_a_sound_world_is_told_with_its_numbers(alice: User, copies: list[Copy]) -> None:
    starter_open(user=alice)
    out = StringIO()
    call_command("audit", stdout=out)
    assert "cards.audit: 23 copies are where their 24 transfers put them" in out.getvalue()
    assert "cards.audit: 1 sole copies are alone in the world" in out.getvalue()
    assert "cards.audit: 1 packs hold the 20 copies that came with them" in out.getvalue()
    assert "nothing amiss in" in out.getvalue()


def test_the_command_prints_the_rows_and_exits_1(copies: list[Copy], alice: User, corrupt: Callable[..., None]) -> None:
    corrupt("UPDATE cards_copy SET owner_id = %s, slot = 5 WHERE id = %s", alice.pk, copies[0].pk)
    out, err = StringIO(), StringIO()
    with pytest.raises(SystemExit) as exit_:
        call_command("audit", stdout=out, stderr=err)
    assert exit_.value.code == 1
    assert f"cards.audit: copy {copies[0].pk} belongs to user {alice.pk}" in out.getvalue()
    assert "1 findings" in err.getvalue()
    assert "nothing amiss" not in out.getvalue()


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("UPDATE cards_copy SET owner_id = {alice}, slot = 9 WHERE id = {first}", "its log says"),
        ("DELETE FROM cards_transfer WHERE copy_id = {second}", "has no first transfer"),
        ("DELETE FROM cards_transfer WHERE copy_id = {first} AND giver_id IS NULL", "but was with None"),
        ("UPDATE cards_transfer SET giver_id = {bob} WHERE copy_id = {second}", "but was with None"),
        ("UPDATE cards_transfer SET card_id = 'A002' WHERE copy_id = {second}", "is a A001, not a A002"),
        ("UPDATE cards_copy SET slot = 10 WHERE id = {second}", "is in slot 10, its limit is 9"),
        ("UPDATE cards_copy SET slot = 0 WHERE id = {second}", "is in slot 0"),
        ("UPDATE cards_copy SET slot_limit = 99 WHERE id = {second}", "it came under 9"),
        ('UPDATE cards_transfer SET "limit" = 1 WHERE copy_id = {second}', "over the limit of 1"),
        ("UPDATE cards_transfer SET held_before = 0 WHERE copy_id = {second}", "held 1 of A001, not 0"),
        ("UPDATE cards_copy SET sole = 0 WHERE id = {sole}", "not kept as the only one"),
        ("UPDATE cards_copy SET sole = 1 WHERE id = {second}", "its series is not unique"),
        ("UPDATE cards_copy SET card_id = 'M001' WHERE id = {second}", "is unique but has 2 copies"),
    ],
)
def test_it_finds(
    sql: str, expected: str, alice: User, bob: User, copies: list[Copy], corrupt: Callable[..., None]
) -> None:
    first, second, sole = (copy.pk for copy in copies)
    corrupt(sql.format(alice=alice.pk, bob=bob.pk, first=first, second=second, sole=sole))
    assert [line for line in findings() if expected in line]


def test_it_finds_a_pack_that_shows_cards_of_others(
    alice: User, bob: User, loaded: None, corrupt: Callable[..., None]
) -> None:
    pack = starter_open(user=alice)
    corrupt("UPDATE cards_pack SET owner_id = %s WHERE id = %s", bob.pk, pack.pk)
    assert len(list(findings())) == 20
    corrupt("DELETE FROM cards_packcopy")
    assert list(findings()) == [f"pack {pack.pk} is empty"]


def test_a_long_life_of_a_copy_is_followed(alice: User, bob: User, charlie: User, give: Give) -> None:
    (copy,) = give(alice, "A001")
    for number, taker in enumerate([bob, charlie, alice, charlie, bob], start=1):
        move_copy(copy=Copy.objects.get(pk=copy.pk), taker=taker, reason="spoils", cause=f"match:{number}")
    assert Transfer.objects.count() == 6
    assert list(findings()) == []
