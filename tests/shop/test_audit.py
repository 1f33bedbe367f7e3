"""The audit of the shop finds every purchase that is not what it says."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import call_command

from accounts.models import LedgerEntry, User
from cards.models import Pack, PackCopy, Price, Transfer
from shop import audit
from shop.models import Purchase
from tests.shop.conftest import bought, drawn, named, pack

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stocked")]


def test_it_tells_what_it_proved(rich: User) -> None:
    for order in (named("A007"), drawn("A", 1), pack()):
        bought(rich, order)
    out = StringIO()
    call_command("audit", stdout=out)
    assert "shop.audit: 3 purchases were paid and gave 7 copies" in out.getvalue()


def _other_pack(purchase: Purchase) -> None:
    Pack.objects.create(owner=purchase.buyer, source=Pack.Source.SHOP)


def _dearer_list(purchase: Purchase) -> None:
    Price.objects.filter(pk=purchase.listed_id).update(specific=26)


TAMPERINGS: dict[str, tuple[Callable[[Purchase], object], str]] = {
    "price": (lambda purchase: Purchase.objects.update(price=1), "says 1 points"),
    "balance": (lambda purchase: Purchase.objects.update(balance_after=999), "999 left"),
    "unpaid": (lambda purchase: LedgerEntry.objects.filter(points__lt=0).delete(), "was not paid"),
    "another card": (lambda purchase: Purchase.objects.update(card="A008"), "was not asked for"),
    "nothing": (lambda purchase: PackCopy.objects.all().delete(), "gave 0 cards, not 1"),
    "unlogged": (lambda purchase: Transfer.objects.update(cause="pack:999"), "has 0 transfers, not 1"),
    "listed": (_dearer_list, "which price"),
    "later": (lambda purchase: Price.objects.update(valid_from="2099-01-01T00:00:00Z"), "did not hold"),
    "no purchase": (_other_pack, "came from the shop without a purchase"),
    "paid for nothing": (lambda purchase: Purchase.objects.all().delete(), "which is no purchase"),
}


@pytest.mark.parametrize("name", TAMPERINGS)
def test_it_finds_what_was_tampered_with(rich: User, name: str) -> None:
    purchase = bought(rich, named("A007"))
    assert list(audit.findings()) == []
    tamper, said = TAMPERINGS[name]
    tamper(purchase)
    assert any(said in line for line in audit.findings())


def test_a_purchase_in_anothers_pack_is_found(rich: User, bob: User) -> None:
    bought(rich, drawn("A", 7))
    Pack.objects.update(owner=bob)
    assert any("lies in a pack of" in line for line in audit.findings())


def test_a_card_of_another_level_is_found(rich: User) -> None:
    bought(rich, drawn("A", 7))
    Purchase.objects.update(level=10)
    lines = list(audit.findings())
    assert any("of level 7, not 10" in line for line in lines) and any("which price" in line for line in lines)
