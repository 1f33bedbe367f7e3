"""`uv run python -m tests.bench.pages`: how long the server takes for the pages of a big collection.

It makes a database of its own in a temporary folder with 3,000 cards, a stash of 2,000 copies and 25 other players with
as many, asks each page many times through Django's test client, and prints for each the median and the slowest
tenth of the server's time, the processor's time (which tells more on a busy machine), and the queries.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from typing import TYPE_CHECKING
from uuid import UUID

if TYPE_CHECKING:
    from accounts.models import User

CARDS, COPIES, OTHERS = 3_000, 2_000, 25
PAGES = (
    ("card list", "/cards/"),
    ("card list, page 20", "/cards/?page=20"),
    ("card list, searched", "/cards/?q=made&up=5&own=missing"),
    ("card list, affordable", "/cards/?own=affordable&order=id"),
    ("card list, table", "/cards/?view=table"),
    ("a card", "/cards/A085/"),
    ("stash", "/cards/stash/"),
    ("stash, list", "/cards/stash/?view=list"),
    ("deck builder", "/cards/decks/{deck}/"),
    ("shop", "/shop/"),
    ("question before a pack", "/shop/buy/?kind=pack&series=A"),
    ("receipts", "/shop/receipts/"),
    ("wish list", "/cards/wishes/"),
    ("question before a card", "/shop/buy/?kind=named&card=H001"),
)


def main() -> None:
    """Makes the collection, measures, prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20, help="requests of each page")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="triad-bench-") as folder:
        os.environ |= {"TRIAD_VAR": folder, "DJANGO_SETTINGS_MODULE": "triad.settings"}
        os.environ.pop("DATABASE_URL", None)
        import django

        django.setup()
        _measure(asked.times)


def _measure(times: int) -> None:
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    user, deck = collection(others=OTHERS)
    client = Client(HTTP_HOST="localhost")
    client.force_login(user)
    print(f"{'page':26} {'median':>9} {'slowest tenth':>14} {'processor':>12} {'queries':>8}")
    for name, address in PAGES:
        address = address.format(deck=deck)
        client.get(address)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address).status_code == 200, address
        queries = len(captured)
        took: list[float] = []
        busy = time.process_time()
        for _ in range(times):
            began = time.perf_counter()
            client.get(address)
            took.append(1000 * (time.perf_counter() - began))
        busy = 1000 * (time.process_time() - busy) / times
        slow = statistics.quantiles(took, n=10)[-1]
        print(f"{name:26} {statistics.median(took):6.0f} ms {slow:11.0f} ms {busy:9.0f} ms {queries:8}")


def collection(*, others: int) -> tuple[User, int]:
    """The cards, a player with many of them, and others with as many; gives the player and a deck of five."""
    from django.db import transaction

    from accounts.models import User
    from accounts.services.wallet import pay
    from cards.models import Card, Copy
    from cards.services.decks import deck_add, deck_create
    from cards.services.loading import load_cards
    from cards.services.wishes import wish_add
    from shop.orders import order_read
    from shop.services.buying import buy

    load_cards()
    made = (
        Card(
            id=f"{code}{number:03}",
            series_id=code,
            number=number,
            name=f"Made {code} {number}",
            name_key=f"made{code.lower()}{number}",
            level=number % 10 + 1,
            up=number % 10 + 1,
            right=number % 7 + 1,
            down=number % 5 + 1,
            left=number % 3 + 1,
        )
        for code in "CHWZ"
        for number in range(100, 100 + (CARDS - 617 + 3) // 4)
    )
    Card.objects.bulk_create(made)
    cards = list(Card.objects.filter(level__lte=6, series__in="AX").select_related("series"))
    users = [User.objects.create_user(username=f"player{number:02}x") for number in range(others + 1)]
    slots = [(card, slot) for card in cards for slot in range(1, card.hold_limit + 1)][:COPIES]
    with transaction.atomic():
        for user in users:
            Copy.objects.bulk_create(
                Copy(card=card, owner=user, slot=slot, slot_limit=card.hold_limit) for card, slot in slots
            )
    user = users[0]
    deck = deck_create(owner=user, name="Bench")
    deck_add(owner=user, deck_id=deck.pk, text=",".join(card.pk for card in cards[:5]))
    pay(user=user, points=20_000, reason="grant", cause="bench")
    wish_add(player=user, card_ids=[card.pk for card in cards[-100:]])
    for number in range(30):
        buy(buyer=user, order=order_read({"kind": "pack", "series": "X"}, buyer=user), key=UUID(int=number))
    return user, deck.pk


if __name__ == "__main__":
    main()
