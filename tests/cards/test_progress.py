"""How much of every series a stash has, and what is missing with its price."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from cards.catalogue import LevelProgress, progress_of
from cards.models import Series
from cards.queries import holdings
from tests.cards.conftest import Give

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]


def test_progress_counts_different_cards_by_series_and_level(alice: User, give: Give) -> None:
    give(alice, "A001", "A001", "A002", "A085", "M001")
    found = progress_of(parts=holdings(user=alice).parts, series=Series.objects.order_by("code"))
    rows = {part.series.code: part for part in found}
    assert list(rows) == ["A", "H", "M", "W", "X", "Z"]
    assert (rows["A"].owned, rows["A"].cards, rows["A"].missing) == (3, 110, 107)
    assert [line.owned for line in rows["A"].levels] == [2, 0, 0, 0, 0, 0, 0, 1, 0, 0]
    assert [line.level for line in rows["X"].levels] == [2, 4, 6, 8, 10]


@pytest.mark.parametrize(
    ("owned", "cards", "tenths"), [(0, 11, 0), (1, 171, 1), (5, 11, 4), (10, 11, 9), (99, 100, 9), (11, 11, 10)]
)
def test_a_column_is_full_or_empty_only_when_the_level_is(owned: int, cards: int, tenths: int) -> None:
    assert LevelProgress(1, owned, cards).tenths == tenths


def test_the_own_stash_leads_to_what_is_missing_with_its_price(client: Client, alice: User, give: Give) -> None:
    give(alice, "A001", "A085")
    client.force_login(alice)
    page = client.get("/cards/stash/").content.decode()
    assert "108 missing cards, with their prices" in page
    address = re.findall(r'href="(/cards/\?own=missing[^"]*series=A&amp;level=8)"', page)[0].replace("&amp;", "&")
    table = client.get(address).content.decode().split("<tbody")[1]
    assert table.count("<tr") == 10 and "A085" not in table
    assert table.count('<td class="n">200</td>') == 10
    client.logout()
    assert "own=missing" not in client.get("/players/alice/stash/").content.decode()
