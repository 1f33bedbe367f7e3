"""Who sets the delay of a match, and when: an organiser, up to an hour, before a card lies."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.roles import CURATOR, GAME_MASTER, ORGANISER
from matches.models import Match
from matches.services.delays import delay_set
from tests.cards.grants import staff_make
from tests.matches import world
from triad.errors import GameError, NotAllowed, NotFound

pytestmark = pytest.mark.django_db


def test_an_organiser_sets_it_in_the_admin_before_the_first_move(match: Match) -> None:
    client = Client()
    client.force_login(staff_make("olga", ORGANISER))
    page = client.get(reverse("admin:matches_match_change", args=[match.pk])).content.decode()
    address = reverse("admin:matches_match_delay", args=[match.pk])
    assert address in page
    assert client.get(address).status_code == 200
    assert client.post(address, {"minutes": "15"}).status_code == 302
    match.refresh_from_db()
    assert match.delay == 900
    assert "15 min" in LogEntry.objects.latest("pk").change_message
    assert client.post(address, {"minutes": "0"}).status_code == 302
    match.refresh_from_db()
    assert (match.delay, match.shown_at) == (0, None)


@pytest.mark.parametrize("minutes", ["61", "-1", "", "soon", "9" * 40])
def test_it_is_whole_minutes_up_to_an_hour(match: Match, minutes: str) -> None:
    client = Client()
    client.force_login(staff_make("olga", ORGANISER))
    answer = client.post(reverse("admin:matches_match_delay", args=[match.pk]), {"minutes": minutes})
    assert answer.status_code == 400 and b"errorlist" in answer.content
    match.refresh_from_db()
    assert match.delay == 0


def test_a_card_that_lies_is_too_late(match: Match) -> None:
    world.placement_play(match)
    client = Client()
    client.force_login(staff_make("olga", ORGANISER))
    answer = client.post(reverse("admin:matches_match_delay", args=[match.pk]), {"minutes": "5"})
    assert answer.status_code == 409
    assert b"before the first move only" in answer.content
    assert (
        reverse("admin:matches_match_delay", args=[match.pk])
        not in client.get(reverse("admin:matches_match_change", args=[match.pk])).content.decode()
    )


def test_nobody_else_does_and_of_no_other_match(match: Match, charlie: User) -> None:
    address = reverse("admin:matches_match_delay", args=[match.pk])
    for role in (CURATOR, GAME_MASTER, ""):
        client = Client()
        client.force_login(staff_make(f"of-{role.replace(' ', '-')}", role))
        assert client.post(address, {"minutes": "5"}).status_code == 403
    client = Client()
    client.force_login(charlie)
    assert client.post(address, {"minutes": "5"}).status_code == 302
    with pytest.raises(NotAllowed):
        delay_set(match_id=match.pk, seconds=60, by=charlie)
    organiser = staff_make("olga", ORGANISER)
    with pytest.raises(NotFound):
        delay_set(match_id=match.pk + 1, seconds=60, by=organiser)
    with pytest.raises(GameError):
        delay_set(match_id=match.pk, seconds=3601, by=organiser)
    client.force_login(organiser)
    assert client.get(reverse("admin:matches_match_delay", args=[match.pk + 1])).status_code == 404
    match.refresh_from_db()
    assert match.delay == 0


def test_the_database_holds_to_it(match: Match) -> None:
    for wrong in ({"delay": 3601}, {"state": "held", "ended": "played"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Match.objects.filter(pk=match.pk).update(**wrong)
