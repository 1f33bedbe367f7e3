"""Whatever people buy, open, trade, design, are granted and play for, in whatever order: the books are right and
everybody has what they must have (issue 4, FAULTS 9)."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, ClassVar

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from accounts.models import LedgerEntry, Wallet
from cards.models import Copy, Transfer
from cards.services import starter
from cards.services.loading import load_cards
from matches.services import eligibility, seeds
from tests.conftest import Clock
from tests.triad.market import ACTS, Market, prove, prove_all
from triad.errors import GameError

START = datetime(2026, 5, 4, 12, tzinfo=UTC)
PEOPLE = st.integers(0, 2)
NUMBERS = st.integers(0, 11)
POINTS = st.sampled_from([0, 1, 5, 60, 200, 901])


def state() -> tuple[Any, ...]:
    """What a refusal must leave as it is."""
    return (
        tuple(Wallet.objects.order_by("pk").values_list("pk", "points", "experience")),
        tuple(Copy.objects.order_by("pk").values_list("pk", "owner")),
        Transfer.objects.count(),
        LedgerEntry.objects.count(),
    )


class Collection(RuleBasedStateMachine):
    """Three people and a curator, to whom everything happens."""

    clock: Clock
    #: How often each act was done in all runs.
    done: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        # Each run begins with the same world: what it did is taken back.
        self.undone = transaction.atomic()
        self.undone.__enter__()
        self.clock.now = START
        self.clock.advance(0)
        self.market = Market(self.clock, Random(1))

    def teardown(self) -> None:
        try:
            prove_all()
        finally:
            transaction.set_rollback(True)
            self.undone.__exit__(None, None, None)

    @rule(name=st.sampled_from(sorted(ACTS)), who=PEOPLE, whom=PEOPLE, what=NUMBERS, which=NUMBERS, much=POINTS)
    def somebody_acts(self, name: str, who: int, whom: int, what: int, which: int, much: int) -> None:
        before = state()
        try:
            with transaction.atomic():
                ACTS[name](self.market, who, whom, what, which, much)
        except GameError:
            assert state() == before
        else:
            self.done[name] += 1

    @invariant()
    def everybody_has_what_they_must(self) -> None:
        prove(self.market)


@pytest.mark.django_db
def test_everybody_has_what_they_must_whatever_happens(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random(2)
    monkeypatch.setattr(seeds.secrets, "token_bytes", chance.randbytes)
    monkeypatch.setitem(starter.welcome_pack_give.__wrapped__.__kwdefaults__, "random", chance)
    monkeypatch.setattr(eligibility, "NEWCOMER_MATCHES", 0)
    monkeypatch.setattr(eligibility, "BET_MATCHES", 0)
    monkeypatch.setattr(eligibility, "BET_AGE", timedelta(days=-36500))
    load_cards()
    Collection.clock = clock
    run_state_machine_as_test(
        Collection,
        settings=settings(
            max_examples=6,
            stateful_step_count=25,
            deadline=None,
            # A failing run is shown as it is: to make it shorter takes minutes.
            phases=[Phase.explicit, Phase.reuse, Phase.generate],
            suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
        ),
    )
    assert sum(Collection.done.values()) > 30, Collection.done
