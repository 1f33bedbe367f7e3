"""The demonstration: players with history, two robots that play, links for one visit each; made once."""

from __future__ import annotations

import pytest

from accounts.models import User
from matches.audit import findings
from matches.models import Match
from matches.queries.history import history
from matches.services.demo import NAMES, demo_load
from matches.services.robots import robots_load
from tests.conftest import Clock
from tests.matches import world

pytestmark = pytest.mark.django_db


def test_the_demonstration_is_made_once_with_new_links_each_time(clock: Clock) -> None:
    world.cards_make(each=12)
    robots_load()
    links = demo_load()
    assert len(links) == 2 and User.objects.filter(is_demo=True).count() == len(NAMES)
    played = Match.objects.filter(with_people=True)
    assert played.exists() and set(played.values_list("state", flat=True)) == {"over"}
    assert all(history(user).exists() for user in User.objects.filter(is_demo=True))
    assert Match.objects.filter(with_people=False, state="playing").count() == 1
    before = Match.objects.count()
    demo_load()
    assert Match.objects.count() == before
    assert not any(user.has_usable_password() for user in User.objects.filter(is_demo=True))
    assert list(findings()) == []
