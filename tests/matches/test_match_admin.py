"""The staff sees everything of matches but hidden cards, and changes nothing."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.roles import GAME_MASTER, ORGANISER
from matches.models import HandLook, Match
from tests.cards.grants import staff_make
from tests.matches import world

pytestmark = pytest.mark.django_db

PLACES = ("match", "challenge", "seed", "handlook")


@pytest.fixture
def staff(db: None) -> Client:
    User.objects.create_superuser(username="boss", password="eight-squares")
    client = Client()
    client.login(username="boss", password="eight-squares")
    return client


@pytest.fixture
def closed(players: tuple[User, User]) -> Match:
    """A running match whose hands are closed."""
    return world.match_make(*players, rules=["same"])


@pytest.mark.parametrize("place", PLACES)
def test_lists_are_searched_and_shown(staff: Client, match: Match, place: str) -> None:
    assert staff.get(reverse(f"admin:matches_{place}_changelist"), {"q": "alice"}).status_code == 200
    assert staff.get(reverse(f"admin:matches_{place}_changelist"), {"q": "x" * 10_000}).status_code == 200


@pytest.mark.parametrize("place", PLACES)
def test_nothing_is_added_changed_or_deleted(staff: Client, match: Match, place: str) -> None:
    assert staff.get(reverse(f"admin:matches_{place}_add")).status_code == 403
    pk = {"match": match.pk, "challenge": match.challenge_id, "seed": match.seed_id}.get(place)
    if pk:
        assert staff.post(reverse(f"admin:matches_{place}_change", args=[pk]), {"state": "over"}).status_code == 403
        assert staff.post(reverse(f"admin:matches_{place}_delete", args=[pk]), {"post": "yes"}).status_code == 403


def _names(match: Match) -> list[str]:
    return [card["name"] for hand in match.setup["hands"].values() for card in hand]


def test_a_running_matchs_page_shows_no_hidden_card_and_no_seed(staff: Client, closed: Match) -> None:
    world.placement_play(closed)
    played = closed.moves.get()
    for address in (
        reverse("admin:matches_match_change", args=[closed.pk]),
        reverse("admin:matches_seed_change", args=[closed.seed_id]),
        reverse("admin:matches_challenge_change", args=[closed.challenge_id]),
        reverse("admin:matches_match_changelist"),
    ):
        page = staff.get(address).content.decode()
        shown = {card["name"] for hand in closed.setup["hands"].values() for card in hand if card["key"] == played.card}
        for card in (card for hand in closed.setup["hands"].values() for card in hand):
            if card["name"] not in shown:
                assert f"&quot;{card['name']}&quot;" not in page and f"&quot;{card['id']}&quot;" not in page
        assert closed.seed.secret not in page


def test_both_hands_are_shown_by_a_logged_act_with_a_reason(staff: Client, closed: Match) -> None:
    address = reverse("admin:matches_match_look", args=[closed.pk])
    assert b"Card 1" not in staff.get(address).content
    assert b"Card 1" not in staff.post(address, {"reason": "  "}).content and not HandLook.objects.exists()
    page = staff.post(address, {"reason": "A player reported a fault"}).content.decode()
    assert all(name in page for name in _names(closed)) and closed.seed.secret not in page
    look = HandLook.objects.get()
    assert (look.match, look.user.username, look.reason) == (closed, "boss", "A player reported a fault")
    assert LogEntry.objects.filter(object_id=str(closed.pk)).count() == 1


def test_nobody_looks_into_a_match_that_they_play(closed: Match, players: tuple[User, User]) -> None:
    alice = players[0]
    alice.is_staff = alice.is_superuser = True
    alice.save()
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    page = client.post(reverse("admin:matches_match_look", args=[closed.pk]), {"reason": "curious"})
    assert b"you play this match yourself" in page.content.lower() and not HandLook.objects.exists()


def test_players_do_not_come_in(closed: Match, players: tuple[User, User]) -> None:
    client = Client()
    client.force_login(players[0], backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(reverse("admin:matches_match_look", args=[closed.pk])).status_code == 302


def test_game_masters_look_at_hands_and_organisers_see_matches_only(closed: Match) -> None:
    look = reverse("admin:matches_match_look", args=[closed.pk])
    for role, status, looks in ((GAME_MASTER, 200, 1), (ORGANISER, 403, 1)):
        client = Client()
        client.force_login(staff_make(role.replace(" ", "-"), role))
        assert client.get(reverse("admin:matches_match_change", args=[closed.pk])).status_code == 200
        assert client.post(look, {"reason": "A player reported a fault"}).status_code == status
        assert HandLook.objects.count() == looks


@pytest.mark.parametrize(
    ("place", "asked"),
    [
        ("matches_match", "setup__icontains"),
        ("matches_match", "brought"),
        ("matches_seed", "secret__startswith"),
        ("matches_challenge", "deck_name__startswith"),
        ("matches_challenge", "hand"),
        ("cards_copy", "brought"),
        ("cards_deck", "used_at__gte"),
    ],
)
def test_no_filter_of_an_address_answers_what_is_hidden(staff: Client, match: Match, place: str, asked: str) -> None:
    address = reverse(f"admin:{place}_changelist")
    assert staff.get(address, {"id__gte": 0}).status_code == 200
    refused = staff.get(address, {asked: "0"})
    assert refused.status_code == 400 and b"result_list" not in refused.content
