"""Many at once over one submission: one effect, and the rest polite answers, with real threads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from uuid import uuid4

import pytest

from accounts.audit import findings as wallet_findings
from accounts.models import LedgerEntry, User
from cards.audit import findings
from cards.customs.models import Submission
from cards.models import Card, Copy
from cards.services.curating import submission_accept, submission_ask, submission_refuse
from cards.services.loading import load_cards
from cards.services.submissions import submission_submit, submission_withdraw
from tests.cards.customs import PRICE, curator_make, design, grant, submit
from tests.matches.races import failures, race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

#: How often each race is run.
TIMES = 8
NAMES = ("Ultros", "Vargas", "Chupon", "Zeppo", "Laragorn", "Izana", "Hoopla", "Moulder")


@pytest.fixture(autouse=True)
def _books(transactional_db: None) -> Iterator[None]:
    """The cards are loaded, and after every race the books are right."""
    load_cards()
    yield
    assert list(findings()) == [] and list(wallet_findings()) == []


def test_twenty_posts_with_points_for_one_submit_one(alice: User) -> None:
    grant(alice, PRICE + 50)
    keys = [uuid4() for _post in range(20)]
    results = race([partial(submission_submit, maker=alice, key=key, design=design()) for key in keys])
    assert not failures(results), results
    assert results.count("not_enough_points") == 19
    assert Submission.objects.count() == 1 and LedgerEntry.objects.filter(reason="custom").count() == 1


def test_twenty_posts_of_one_form_submit_one(alice: User) -> None:
    grant(alice, 20 * PRICE)
    key = uuid4()
    results = race([partial(submission_submit, maker=alice, key=key, design=design())] * 20)
    assert not failures(results) and len({result.pk for result in results}) == 1
    assert LedgerEntry.objects.filter(reason="custom").count() == 1


def test_three_are_open_whatever_the_haste(alice: User) -> None:
    grant(alice, 20 * PRICE)
    calls = [partial(submission_submit, maker=alice, key=uuid4(), design=design(name=name)) for name in NAMES]
    results = race(calls)
    assert not failures(results) and results.count("too_many_open") == len(NAMES) - 3
    assert Submission.objects.count() == 3


def test_accept_against_withdraw_against_refuse(alice: User) -> None:
    curator = curator_make()
    for name in NAMES[:TIMES]:
        made = submit(alice, name=name)
        results = race(
            [
                partial(submission_accept, curator=curator, submission_id=made.pk),
                partial(submission_withdraw, maker=alice, submission_id=made.pk),
                partial(submission_refuse, curator=curator, submission_id=made.pk, text="No."),
            ]
        )
        assert not failures(results) and results.count("closed") == 2, results
        made.refresh_from_db()
        assert (made.state == "accepted") == (made.card_id is not None)
        back = LedgerEntry.objects.filter(cause=f"custom-back:{made.pk}").count()
        assert back == (0 if made.state == "accepted" else 1)
    assert Copy.objects.count() == Card.objects.filter(series="C").count()


def test_ten_accepts_make_one_card(alice: User) -> None:
    curator, made = curator_make(), submit(alice)
    results = race([partial(submission_accept, curator=curator, submission_id=made.pk)] * 10)
    assert not failures(results) and results.count("closed") == 9
    assert Copy.objects.count() == Card.objects.filter(series="C").count() == 1


def test_accept_against_asking_against_sending_again(alice: User) -> None:
    curator = curator_make()
    for name in NAMES[:TIMES]:
        made = submit(alice, name=name)
        results = race(
            [
                partial(submission_accept, curator=curator, submission_id=made.pk, seen=1),
                partial(submission_ask, curator=curator, submission_id=made.pk, text="Why?", seen=1),
            ]
        )
        assert not failures(results), results
        assert Counter(result for result in results if isinstance(result, str)) in ({"closed": 1}, {"changed": 1})
        made.refresh_from_db()
        if made.is_open:
            submission_withdraw(maker=alice, submission_id=made.pk)


def test_cards_accepted_at_once_get_numbers_of_their_own_and_one_gets_the_name(
    alice: User, bob: User, charlie: User
) -> None:
    curator = curator_make()
    makers = (alice, bob, charlie)
    rows = [submit(makers[place % 3], name=name) for place, name in enumerate((*NAMES[:5], "U1tros"))]
    results = race([partial(submission_accept, curator=curator, submission_id=made.pk) for made in rows])
    assert not failures(results), results
    assert results.count("name_taken") == 1
    numbers = Card.objects.filter(series="C").order_by("number").values_list("number", flat=True)
    assert list(numbers) == [1, 2, 3, 4, 5]
