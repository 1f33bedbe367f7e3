"""Who lost so much that no legal deck can be laid gets cards for the asking, once a day."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client

from accounts.models import User
from accounts.services.guests import guest_make
from cards.audit import findings
from cards.models import Copy, Pack, Transfer
from cards.services.copies import move_copy
from cards.services.ruin import ruin_help
from cards.services.starter import starter_open
from tests.cards.conftest import Give
from tests.conftest import Clock
from triad.errors import GameError

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]


@pytest.fixture
def poor(alice: User, bob: User, clock: Clock) -> User:
    """Alice, who opened her starter and lost it all to Bob."""
    starter_open(user=alice, random=Random(3))
    lose_all(alice, bob)
    return alice


def lose_all(loser: User, winner: User) -> None:
    for number, copy in enumerate(Copy.objects.filter(owner=loser).order_by("pk")):
        move_copy(copy=copy, taker=winner, reason="spoils", cause=f"match:{number}:{copy.transfers.count()}")


def refused(player: User) -> str:
    with pytest.raises(GameError) as error:
        ruin_help(player=player)
    return error.value.code


def test_who_has_nothing_gets_five_marked_cards_of_level_one(poor: User) -> None:
    pack = ruin_help(player=poor)
    copies = list(Copy.objects.filter(owner=poor).select_related("card"))
    assert len(copies) == 5 and all(copy.marked and copy.card.level == 1 for copy in copies)
    assert all(copy.card.series_id == "A" for copy in copies)
    assert set(Transfer.objects.filter(taker=poor, reason="ruin").values_list("cause", flat=True)) == {
        f"pack:{pack.pk}"
    }
    assert list(findings()) == []


@pytest.mark.parametrize(
    ("owned", "wanted"),
    [
        ("A001 A002 A003 A004", 1),  # four of level 1: one is missing
        ("A001", 4),
        ("A105 A107 A100 A101 A102", 4),  # five of level 10: one of them and four make 14
        ("A045 A046 A047 A048 A049", 2),  # five of level 5 make 25; three of them and two make 17
    ],
)
def test_as_many_come_as_are_needed_and_no_more(poor: User, give: Give, owned: str, wanted: int) -> None:
    give(poor, *owned.split())
    ruin_help(player=poor)
    assert Pack.objects.get(source="ruin").contents.count() == wanted
    assert list(findings()) == []


def test_who_can_lay_a_deck_gets_nothing(poor: User, give: Give) -> None:
    give(poor, "A001", "A002", "A003", "A004", "A005")
    assert refused(poor) == "not_ruined"


def test_once_a_day(poor: User, bob: User, clock: Clock) -> None:
    ruin_help(player=poor)
    assert refused(poor) == "helped_today"
    lose_all(poor, bob)
    clock.advance(12 * 3600 - 1)
    assert refused(poor) == "helped_today"
    clock.advance(1)
    assert ruin_help(player=poor).contents.count() == 5
    assert list(findings()) == []


def test_the_starter_comes_first(alice: User, clock: Clock) -> None:
    assert refused(alice) == "starter_first"
    assert refused(guest_make()) == "needs_account"


def test_the_button_is_where_it_is_needed_and_opens_the_cards(poor: User, give: Give) -> None:
    client = Client()
    client.force_login(poor)
    for place in ("/cards/stash/", "/cards/decks/"):
        assert "Get new cards" in client.get(place).content.decode()
    answer = client.post("/cards/ruin/")
    pack = Pack.objects.get(source="ruin")
    assert (answer.status_code, answer["Location"]) == (302, f"/cards/packs/{pack.pk}/")
    page = client.get(answer["Location"]).content.decode()
    assert "New cards after ruin" in page and "They are marked" in page and "is-opening" in page
    for place in ("/cards/stash/", "/cards/decks/"):
        assert "lay a legal deck" not in client.get(place).content.decode()
    again = client.post("/cards/ruin/")
    assert again.status_code == 409 and "Ask again tomorrow" in again.content.decode()


def test_who_was_helped_and_lost_again_is_told_to_come_tomorrow(poor: User, bob: User) -> None:
    ruin_help(player=poor)
    lose_all(poor, bob)
    client = Client()
    client.force_login(poor)
    page = client.get("/cards/stash/").content.decode()
    assert "Ask again tomorrow" in page and "Get new cards" not in page


def test_others_see_no_button(poor: User, bob: User) -> None:
    client = Client()
    client.force_login(bob)
    assert "lay a legal deck" not in client.get("/cards/stash/").content.decode()
    assert "lay a legal deck" not in client.get("/players/alice/stash/").content.decode()
    outside = Client()
    assert outside.post("/cards/ruin/").status_code == 403 and client.get("/cards/ruin/").status_code == 405
