"""Many at once at a grant, with real threads: opened once, made once, taken back or opened, and a unique card once."""

from __future__ import annotations

from collections import Counter
from functools import partial
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import LedgerEntry, User
from accounts.services.staff import staff_account
from cards.grants.models import Grant, GrantShare
from cards.models import Card, Copy, Pack
from cards.services.copies import give_copy, move_copy
from cards.services.granting import grant_open, grant_withdraw
from cards.services.loading import load_cards
from cards.services.returning import uniques_return
from cards.services.ruin import ruin_help
from cards.services.starter import starter_open
from tests.cards.grants import grant_to, master_make
from tests.matches.races import failures, race
from triad.clock import now

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _loaded(transactional_db: None) -> None:
    load_cards()


def audited() -> None:
    """The audit finds nothing."""
    call_command("audit", stdout=StringIO(), stderr=StringIO())


def test_twenty_clicks_open_a_grant_once(alice: User) -> None:
    grant = grant_to(alice, points=300, cards="A085", packs="A")

    def click() -> object:
        client = Client()
        client.force_login(alice)
        answer = client.post(f"/cards/grants/{grant.pk}/open/")
        return answer.status_code, answer.headers.get("Location")

    results = race([click] * 20)
    assert set(results) == {(302, f"/cards/grants/{grant.pk}/")}
    alice.wallet.refresh_from_db()
    assert alice.wallet.points == 300
    assert Pack.objects.count() == 1 and Copy.objects.count() == 6 and LedgerEntry.objects.count() == 1
    audited()


def test_one_form_sent_ten_times_at_once_grants_once(alice: User, bob: User) -> None:
    master, key = master_make(), uuid4()
    results = race([lambda: grant_to(alice, bob, by=master, key=key, points=5).pk] * 10)
    assert not failures(results) and len(set(results)) == 1
    assert Grant.objects.count() == 1 and GrantShare.objects.count() == 2


def test_taken_back_or_opened_but_not_both(alice: User, bob: User) -> None:
    master = master_make()
    grants = [grant_to(alice, bob, points=5) for _each in range(3)]
    for grant_id in [grant.pk for grant in grants]:
        opens = [partial(grant_open, player=who, grant_id=grant_id) for who in (alice, bob)]
        results = race([*opens, partial(grant_withdraw, by=master, grant_id=grant_id)])
        assert not failures(results)
        opened = sum(result != "grant_withdrawn" for result in results[:2])
        assert results[2] == 2 - opened
        assert GrantShare.objects.filter(grant=grant_id, opened_at__isnull=False).count() == opened
    audited()


def test_the_last_room_is_filled_by_one_of_two_grants(alice: User) -> None:
    first, second = grant_to(alice, cards="A105", points=1), grant_to(alice, cards="A105", points=1)
    results = race([lambda pk=pk: bool(grant_open(player=alice, grant_id=pk).pk) for pk in (first.pk, second.pk)] * 4)  # type: ignore[misc]
    assert Counter(results) == {True: 4, "holding_limit": 4}
    assert Copy.objects.count() == 1 and GrantShare.objects.filter(opened_at=None).count() == 1
    audited()


def test_a_unique_card_is_promised_once(alice: User, bob: User) -> None:
    results = race([lambda who=who: bool(grant_to(who, cards="M001").pk) for who in (alice, bob)] * 4)  # type: ignore[misc]
    assert Counter(results) == {True: 1, "sole_copy_promised": 7}


def test_it_goes_back_to_the_staff_once(alice: User) -> None:
    copy = give_copy(card=Card.objects.get(pk="M001"), taker=alice, reason="grant", cause="t:1")
    User.objects.filter(pk=alice.pk).update(date_joined="2020-01-01T00:00Z")
    moment = now()
    results = race([lambda: uniques_return(moment=moment)] * 6)
    copy.refresh_from_db()
    assert not failures(results) and sum(results) == 1 and copy.owner == staff_account()
    assert copy.transfers.count() == 2


def test_help_after_ruin_comes_once(alice: User, bob: User) -> None:
    starter_open(user=alice)
    for number, copy in enumerate(Copy.objects.order_by("pk")):
        move_copy(copy=copy, taker=bob, reason="spoils", cause=f"match:{number}")
    results = race([lambda: ruin_help(player=alice).contents.count()] * 10)
    assert Counter(results) == {5: 1, "helped_today": 9}
    assert Copy.objects.filter(owner=alice).count() == 5
    audited()
