"""Unique cards go back to the staff from who has not come for 180 days; and they move by match, prize or staff only."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import Kind, User
from accounts.services.staff import staff_account
from cards import frozen
from cards.audit import findings
from cards.models import Copy, Transfer
from cards.services import returning
from cards.services.returning import uniques_return
from cards.services.trade_offers import WAITING_TIME
from cards.trades.models import Trade, TradeCopy
from matches.services import overdue
from tests.cards.conftest import Give
from tests.conftest import Clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]

DAY = 24 * 3600


@pytest.fixture
def held(alice: User, give: Give, clock: Clock) -> Copy:
    """The only copy of M001, with Alice, who was seen now."""
    (copy,) = give(alice, "M001")
    alice.seen_at = clock.now
    alice.save()
    return copy


def owner_of(copy: Copy) -> str:
    copy.refresh_from_db()
    return copy.owner.username


def test_after_180_days_it_goes_back_once(held: Copy, clock: Clock) -> None:
    clock.advance(180 * DAY - 1)
    assert uniques_return(moment=clock.now) == 0 and owner_of(held) == "alice"
    clock.advance(1)
    assert uniques_return(moment=clock.now) == 1 and uniques_return(moment=clock.now) == 0
    assert owner_of(held) == "Staff" and held.sole
    last = Transfer.objects.filter(copy=held).latest("pk")
    assert (last.reason, last.giver, last.taker.kind) == ("return", User.objects.get(username="alice"), Kind.STAFF)
    assert Transfer.objects.count() == 2 and list(findings()) == []


def test_who_comes_keeps_it(held: Copy, clock: Clock, alice: User) -> None:
    clock.advance(200 * DAY)
    alice.seen_at = clock.now - timedelta(days=179)
    alice.save()
    assert uniques_return(moment=clock.now) == 0 and owner_of(held) == "alice"


def test_who_never_came_counts_from_joining(held: Copy, clock: Clock, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(seen_at=None, date_joined=clock.now)
    clock.advance(179 * DAY)
    assert uniques_return(moment=clock.now) == 0
    clock.advance(DAY)
    assert uniques_return(moment=clock.now) == 1


def test_common_cards_stay(held: Copy, clock: Clock, alice: User, give: Give) -> None:
    (common,) = give(alice, "A085")
    clock.advance(400 * DAY)
    uniques_return(moment=clock.now)
    assert owner_of(common) == "alice"


def test_while_it_is_at_stake_it_stays(held: Copy, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    clock.advance(200 * DAY)
    at_stake = {held.pk}
    monkeypatch.setattr(frozen, "_questions", [lambda ids: at_stake & set(ids)])
    assert uniques_return(moment=clock.now) == 0 and owner_of(held) == "alice"
    at_stake.clear()
    assert uniques_return(moment=clock.now) == 1


def test_while_an_open_trade_names_it_it_stays(held: Copy, clock: Clock, alice: User, bob: User) -> None:
    clock.advance(200 * DAY)
    trade = Trade.objects.create(maker=alice, other=bob, key=uuid4(), expires_at=clock.now + WAITING_TIME)
    TradeCopy.objects.create(trade=trade, side="maker", copy=held)
    assert uniques_return(moment=clock.now) == 0
    Trade.objects.update(state="expired", settled_at=clock.now)
    assert uniques_return(moment=clock.now) == 1


def test_many_go_back_in_several_steps(clock: Clock, alice: User, give: Give) -> None:
    give(alice, "M001", "M002", "M003")
    User.objects.filter(pk=alice.pk).update(seen_at=clock.now)
    clock.advance(181 * DAY)
    assert uniques_return(moment=clock.now, limit=2) == 2 and uniques_return(moment=clock.now, limit=2) == 1


def test_the_clock_does_it(held: Copy, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overdue, "_swept_at", None)
    clock.advance(returning.AWAY.total_seconds())
    overdue.settle_due()
    assert owner_of(held) == "Staff"


def test_the_card_page_tells_its_owners(held: Copy, clock: Clock) -> None:
    clock.advance(180 * DAY)
    uniques_return(moment=clock.now)
    page = Client().get("/cards/M001/").content.decode()
    owners = page.split("Its owners")[1]
    assert "back to the staff" in owners and "from alice" in owners
    assert owners.index("back to the staff") < owners.index("grant")


def test_the_staffs_account_is_one_and_nobody_signs_in_to_it(alice: User) -> None:
    staff = staff_account()
    assert staff_account() == staff and not staff.has_usable_password() and not staff.is_active
    assert not (staff.is_person or staff.is_robot or staff.is_guest)


def test_the_staffs_account_finds_a_free_name(db: None) -> None:
    User.objects.create_user(username="5taff")
    assert staff_account().username == "Staff-2"
