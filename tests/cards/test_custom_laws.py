"""Whatever makers and curators do in whatever order, the books stay right and no point is made or lost."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.audit import findings as wallet_findings
from accounts.models import User, Wallet
from cards.audit import findings
from cards.customs.models import OPEN, State, Submission
from cards.models import Card, Copy
from cards.services.curating import submission_accept, submission_ask, submission_refuse
from cards.services.submissions import draft_save, submission_submit, submission_withdraw
from tests.cards.customs import curator_make, design, grant
from triad.errors import GameError

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]

GRANTED = 700
NAMES = ("Ultros", "U1tros", "Vargas", "Chupon", "Zeppo")
DESIGNS = (
    {"level": 5, "ranks": (3, 4, 5, 6)},
    {"level": 1, "ranks": (1, 2, 3, 4)},
    {"level": 10, "ranks": (10, 9, 5, 4)},
    {"level": 10, "ranks": (1, 1, 1, 1)},
)

steps = st.tuples(
    st.sampled_from(["draft", "submit", "again", "withdraw", "ask", "accept", "refuse"]),
    st.integers(0, 1),
    st.integers(0, 3),
    st.sampled_from(NAMES),
    st.sampled_from(DESIGNS),
)


def do(step: tuple[Any, ...], makers: tuple[User, User], curator: User) -> None:
    """One step of somebody, on a new design or on one of those there are."""
    action, who, which, name, numbers = step
    maker, wanted = makers[who], design(name=name, **numbers)
    rows = list(Submission.objects.order_by("pk"))
    if action in ("draft", "submit"):
        (draft_save if action == "draft" else submission_submit)(maker=maker, key=uuid4(), design=wanted)
    elif rows:
        made = rows[which % len(rows)]
        if action == "again":
            submission_submit(maker=maker, key=made.key, design=wanted, submission_id=made.pk)
        elif action == "withdraw":
            submission_withdraw(maker=maker, submission_id=made.pk)
        elif action == "accept":
            submission_accept(curator=curator, submission_id=made.pk)
        else:
            call = submission_ask if action == "ask" else submission_refuse
            call(curator=curator, submission_id=made.pk, text="Why?")


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(story=st.lists(steps, min_size=6, max_size=20))
def test_no_order_of_steps_makes_the_books_wrong(alice: User, bob: User, story: list[tuple[Any, ...]]) -> None:
    with transaction.atomic():
        curator = User.objects.filter(username="kurt").first() or curator_make()
        for maker in (alice, bob):
            grant(maker, GRANTED)
        for step in story:
            with suppress(GameError), transaction.atomic():
                do(step, (alice, bob), curator)
        assert list(findings()) == [] and list(wallet_findings()) == []
        rows = list(Submission.objects.all())
        kept = sum(row.price or 0 for row in rows if row.state in (*OPEN, State.ACCEPTED))
        assert kept + sum(Wallet.objects.values_list("points", flat=True)) == 2 * GRANTED
        accepted = [row for row in rows if row.state == State.ACCEPTED]
        numbers = Card.objects.filter(series="C").order_by("number").values_list("number", flat=True)
        assert list(numbers) == list(range(1, len(accepted) + 1)) and Copy.objects.count() == len(accepted)
        assert {row.name for row in accepted} >= {card.name for card in Card.objects.filter(series="C")}
        transaction.set_rollback(True)
