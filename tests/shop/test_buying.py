"""A purchase: price, points and limits are checked once, and cards and points move together (RULES 8)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random
from uuid import uuid4

import pytest

from accounts import audit as wallet_audit
from accounts.models import Kind, LedgerEntry, User
from cards import audit as card_audit
from cards.models import Card, Copy, Pack, Price, Series, Transfer
from shop import audit
from shop.models import Purchase
from shop.orders import Order
from shop.services.buying import buy
from tests.conftest import Clock
from tests.shop.conftest import bought, cards_give, drawn, named, pack, points_give
from triad.errors import Conflict, GameError, NotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stocked")]


def clean() -> bool:
    """Whether no audit finds anything."""
    return not [*audit.findings(), *wallet_audit.findings(), *card_audit.findings()]


def refusal(buyer: User, order: Order) -> str:
    """The code with which a purchase is refused; nothing has changed then."""
    before = Copy.objects.count(), Purchase.objects.count(), LedgerEntry.objects.count(), Pack.objects.count()
    with pytest.raises(GameError) as refused:
        bought(buyer, order)
    assert (Copy.objects.count(), Purchase.objects.count(), LedgerEntry.objects.count(), Pack.objects.count()) == before
    return refused.value.code


def test_a_named_card_costs_its_level_times_the_specific_price(rich: User) -> None:
    purchase = bought(rich, named("A007"))
    assert (purchase.price, purchase.balance_after) == (7 * 25, 1000 - 7 * 25)
    copy = Copy.objects.get(owner=rich)
    assert (copy.card_id, copy.marked) == ("A007", False)
    transfer = Transfer.objects.get()
    assert (transfer.reason, transfer.cause) == ("purchase", f"pack:{purchase.pack_id}")
    entry = LedgerEntry.objects.get(reason="purchase")
    assert (entry.points, entry.cause, entry.note) == (-175, f"pack:{purchase.pack_id}", "A007 Édea")
    assert clean()


def test_a_random_card_costs_its_level_times_the_random_price_and_has_that_level(rich: User) -> None:
    purchase = bought(rich, drawn("A", 7))
    assert purchase.price == 70
    assert Copy.objects.get(owner=rich).card_id in ("A007", "A008")
    assert clean()


def test_a_pack_gives_five_cards_at_the_price_of_four(rich: User) -> None:
    purchase = bought(rich, pack())
    # Levels 1, 2, 5, 7, 10 by weights 20, 20, 10, 6, 1: the mean is 162 / 57.
    assert purchase.price == round(4 * 10 * 162 / 57) == 114
    assert Copy.objects.filter(owner=rich, marked=False).count() == 5
    assert purchase.pack.contents.count() == 5
    assert clean()


def test_one_form_buys_once(rich: User) -> None:
    key = uuid4()
    first, again = (buy(buyer=rich, order=drawn("A", 1), key=key) for _ in range(2))
    assert first == again
    assert Copy.objects.count() == Purchase.objects.count() == 1
    rich.wallet.refresh_from_db()
    assert rich.wallet.points == 990


def test_one_form_does_not_buy_two_things(rich: User) -> None:
    key = uuid4()
    buy(buyer=rich, order=drawn("A", 1), key=key)
    with pytest.raises(Conflict) as refused:
        buy(buyer=rich, order=drawn("A", 2), key=key)
    assert refused.value.code == "form_used"
    assert Purchase.objects.count() == 1


def test_the_number_of_anothers_form_is_no_bar(rich: User, bob: User) -> None:
    points_give(bob, 100)
    key = uuid4()
    buy(buyer=rich, order=drawn("A", 1), key=key)
    buy(buyer=bob, order=drawn("A", 1), key=key)
    assert Copy.objects.filter(owner=bob).count() == 1


def test_who_lacks_points_is_told_how_many(alice: User) -> None:
    points_give(alice, 24)
    with pytest.raises(Conflict, match="1 is missing") as refused:
        bought(alice, named("A001"))
    assert refused.value.code == "not_enough_points"
    assert not Copy.objects.exists()
    points_give(alice, 1)
    assert bought(alice, named("A001")).balance_after == 0


def test_a_card_at_its_limit_is_not_sold_by_name_and_not_drawn(rich: User) -> None:
    cards_give(rich, "A007", 2)
    assert refusal(rich, named("A007")) == "holding_limit"
    assert {bought(rich, drawn("A", 7)).pack.contents.get().copy.card_id for _ in range(2)} == {"A008"}
    assert refusal(rich, drawn("A", 7)) == "nothing_left"
    assert clean()


def test_a_pack_of_fewer_than_five_cards_is_not_sold(rich: User, bob: User) -> None:
    for card_id, limit in (("X001", 9), ("X002", 9), ("X003", 3)):
        cards_give(rich, card_id, limit)
    assert refusal(rich, pack("X")) == "nothing_left"  # four copies of X003 may still come
    points_give(bob, 1000)
    for card_id, limit in (("X001", 9), ("X002", 8), ("X003", 3)):
        cards_give(bob, card_id, limit)
    contents = [content.copy.card_id for content in bought(bob, pack("X")).pack.contents.all()]
    assert sorted(contents) == ["X002", "X003", "X003", "X003", "X003"]


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (lambda: drawn("H", 10), "sold by their name only"),
        (lambda: pack("H"), "sold by their name only"),
        (lambda: drawn("Z", 7), "cannot be bought"),
        (lambda: named("Z001"), "cannot be bought"),
        (lambda: pack("Z"), "cannot be bought"),
        (lambda: drawn("M", 9), "cannot be bought"),
        (lambda: named("M001"), "cannot be bought"),
        (lambda: pack("M"), "cannot be bought"),
    ],
)
def test_what_is_not_sold_cannot_be_bought_by_any_road(rich: User, order: Callable[[], Order], sentence: str) -> None:
    with pytest.raises(Conflict, match=sentence) as refused:
        bought(rich, order())
    assert refused.value.code == "not_sold"
    assert not Purchase.objects.exists() and not Copy.objects.exists()


def test_a_series_without_a_name_price_is_sold_at_random_only(rich: User) -> None:
    Price.objects.filter(series="A").update(specific=None)
    with pytest.raises(Conflict, match="at random only"):
        bought(rich, named("A001"))
    assert bought(rich, drawn("A", 1)).price == 10


def test_a_card_taken_from_the_shop_is_neither_sold_nor_drawn(rich: User) -> None:
    Card.objects.filter(pk="A008").update(on_sale=False)
    with pytest.raises(Conflict, match="no longer in the shop"):
        bought(rich, named("A008"))
    assert bought(rich, drawn("A", 7)).pack.contents.get().copy.card_id == "A007"
    Card.objects.filter(pk="A009").update(on_sale=False)
    assert refusal(rich, drawn("A", 10)) == "not_sold"
    # Without level 10 the mean level of a pack is 152 / 56.
    assert bought(rich, pack()).price == round(40 * 152 / 56)


def test_a_series_taken_from_the_shop_is_not_sold(rich: User) -> None:
    Series.objects.filter(pk="A").update(on_sale=False)
    for order in (named("A001"), drawn("A", 1), pack()):
        assert refusal(rich, order) == "not_sold"


def test_a_price_holds_from_its_date(rich: User, clock: Clock) -> None:
    series = Series.objects.get(pk="A")
    later = Price.objects.create(series=series, valid_from=clock.now + timedelta(hours=1), random=12, specific=30)
    assert bought(rich, named("A001")).price == 25
    clock.advance(3599)
    assert bought(rich, drawn("A", 1)).price == 10
    clock.advance(1)
    purchase = bought(rich, named("A001"))
    assert (purchase.price, purchase.listed) == (30, later)
    assert bought(rich, drawn("A", 1)).price == 12
    Price.objects.create(series=series, valid_from=clock.now + timedelta(hours=1))
    clock.advance(3600)
    assert refusal(rich, named("A001")) == "not_sold"
    assert clean()


@pytest.mark.parametrize("kind", [Kind.GUEST, Kind.ROBOT])
def test_guests_and_robots_buy_nothing(rich: User, kind: str) -> None:
    rich.kind = kind
    rich.save()
    with pytest.raises(NotAllowed) as refused:
        bought(rich, named("A001"))
    assert refused.value.code == "needs_account"


def test_a_fault_after_the_draw_takes_everything_back(rich: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(**kwargs: object) -> None:
        raise RuntimeError("the power is gone")

    monkeypatch.setattr("shop.services.buying.pay", fails)
    with pytest.raises(RuntimeError):
        bought(rich, pack())
    assert not Copy.objects.exists() and not Pack.objects.exists()
    rich.wallet.refresh_from_db()
    assert rich.wallet.points == 1000


def test_the_given_chance_decides_what_is_drawn(rich: User, bob: User) -> None:
    points_give(bob, 1000)
    packs = [buy(buyer=who, order=pack(), key=uuid4(), random=Random(4)).pack for who in (rich, bob)]
    one, other = ([content.copy.card_id for content in each.contents.all()] for each in packs)
    assert one == other
