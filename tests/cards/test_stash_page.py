"""The stash: one's own and that of others, as list and as detail."""

from __future__ import annotations

import random
import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import Kind, User
from cards.models import Card, Copy
from tests.cards.conftest import Give

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]


def shown(page: str) -> list[str]:
    """The IDs of the cards on a page, in order."""
    return re.findall(r'data-card="(\w+)"', page)


def test_the_own_stash_shows_each_card_with_its_count(client: Client, alice: User, give: Give) -> None:
    give(alice, "A001", "A085", "A001")
    give(alice, "A001", marked=True)
    client.force_login(alice)
    page = client.get("/cards/stash/").content.decode()
    assert shown(page) == ["A085", "A001"]
    assert "×3" in page
    assert "1 marked" in page
    assert "275" in page  # the point value: 3 and 8 levels at 25


def test_the_list_has_id_name_and_amount_only(client: Client, alice: User, give: Give) -> None:
    give(alice, "A001", "A085", "A001")
    client.force_login(alice)
    page = client.get("/cards/stash/?view=list").content.decode()
    assert shown(page) == []
    assert re.search(r'A001</span> <b>Geezard</b></a><span class="num">×2', page)


def test_others_see_it_too(client: Client, alice: User, bob: User, give: Give) -> None:
    give(alice, "A085")
    assert shown(client.get("/players/alice/stash/").content.decode()) == ["A085"]
    client.force_login(bob)
    assert shown(client.get("/players/alice/stash/").content.decode()) == ["A085"]


def test_a_name_in_another_case_leads_to_the_stash(client: Client, alice: User) -> None:
    assert client.get("/players/ALICE/stash/").headers["Location"] == "/players/alice/stash/"


def test_a_hidden_stash_is_hidden_from_others_only(client: Client, alice: User, bob: User, give: Give) -> None:
    give(alice, "A085")
    alice.hides_stash = True
    alice.save()
    for who in (None, bob):
        if who:
            client.force_login(who)
        answer = client.get("/players/alice/stash/")
        page = answer.content.decode()
        assert answer.status_code == 403
        assert "alice keeps this stash out of sight." in page
        assert "Ifrit" not in page and "A085" not in page
    client.force_login(alice)
    page = client.get("/players/alice/stash/").content.decode()
    assert shown(page) == ["A085"]
    assert "hidden from others" in page


def test_a_stash_of_nobody_is_404(client: Client) -> None:
    assert client.get("/players/nobody/stash/").status_code == 404


def test_one_signs_in_to_see_ones_own(client: Client) -> None:
    assert client.get("/cards/stash/").headers["Location"] == "/account/login/?next=/cards/stash/"


def test_it_only_reads(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.post("/cards/stash/").status_code == 405
    assert client.post("/players/alice/stash/").status_code == 405


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?q=ifrit", ["A085", "X040"]),
        ("?series=X", ["X040"]),
        ("?level=1", ["A001"]),
        ("?element=fire", ["A085"]),
        ("?type=primal", ["X040"]),
        ("?element=none&series=A", ["A001"]),
        ("?q=bahamut", []),
    ],
)
def test_it_is_searched_and_filtered(client: Client, alice: User, give: Give, query: str, found: list[str]) -> None:
    give(alice, "A001", "A085", "X040")
    client.force_login(alice)
    answer = client.get(f"/cards/stash/{query}")
    assert answer.status_code == 200
    assert sorted(shown(answer.content.decode())) == found


def test_an_empty_stash_offers_the_starter(client: Client, alice: User) -> None:
    client.force_login(alice)
    page = client.get("/cards/stash/").content.decode()
    assert 'action="/cards/starter/"' in page
    client.logout()
    page = client.get("/players/alice/stash/").content.decode()
    assert 'action="/cards/starter/"' not in page
    assert "There are no cards in this stash yet." in page


def test_two_thousand_copies_take_few_queries(
    client: Client, alice: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    rows = []
    for card in random.Random(1).sample(list(Card.objects.filter(level__lte=8, series__in="AX")), 450):
        limit = card.hold_limit
        rows += [Copy(card=card, owner=alice, slot=slot, slot_limit=limit) for slot in range(1, limit + 1)]
    Copy.objects.bulk_create(rows[:2000])
    assert Copy.objects.count() > 1500
    client.force_login(alice)
    client.get("/cards/stash/")
    for query in ("", "?view=list", "?q=a", "?page=3"):
        with django_assert_max_num_queries(14):
            assert client.get(f"/cards/stash/{query}").status_code == 200


def test_the_profile_tells_cards_and_point_value(client: Client, alice: User, bob: User, give: Give) -> None:
    give(alice, "A085", "A085")
    page = client.get("/players/alice/").content.decode()
    assert "<dt>Cards</dt><dd>2</dd>" in page
    assert "<dt>Point value</dt><dd>400</dd>" in page
    assert 'href="/players/alice/stash/"' in page
    alice.hides_stash = True
    alice.save()
    page = client.get("/players/alice/").content.decode()
    assert 'href="/players/alice/stash/"' not in page
    bob.kind = Kind.ROBOT
    bob.save()
    assert "Point value" not in client.get("/players/bob/").content.decode()
