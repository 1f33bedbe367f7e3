"""With 3,000 cards in the database and 2,000 copies in a stash, pages of the collection take fewer than 15 queries."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from cards.models import Card, Copy
from tests.bench.pages import CARDS, COPIES, PAGES, collection
from triad.clock import now


@pytest.mark.django_db
def test_every_page_of_a_big_collection_takes_fewer_than_15_queries(client: Client) -> None:
    user, deck = collection(others=1)
    assert Card.objects.count() >= CARDS and Copy.objects.filter(owner=user).count() >= COPIES
    client.force_login(user)
    taken = {}
    for name, address in PAGES:
        # Who came just now: that somebody is here is written every 20 seconds only.
        User.objects.filter(pk=user.pk).update(seen_at=now())
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address.format(deck=deck)).status_code == 200, name
        taken[name] = len(captured)
    assert {name: count for name, count in taken.items() if count >= 15} == {}, taken
