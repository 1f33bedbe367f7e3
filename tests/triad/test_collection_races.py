"""Everything of the collection at once, with real threads: everybody has what they must have (FAULTS 3, 9)."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from functools import partial
from random import Random

import pytest

from cards.services.loading import load_cards
from matches.services import eligibility
from tests.conftest import Clock
from tests.matches.races import failures, race
from tests.triad.market import ACTS, Market, prove, prove_all

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

#: So many act at once, and so many times; what they do is drawn anew each time, always the same in all runs.
AT_ONCE, TIMES = 12, 8


def test_everybody_has_what_they_must_whatever_happens_at_once(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eligibility, "NEWCOMER_MATCHES", 0)
    monkeypatch.setattr(eligibility, "BET_MATCHES", 0)
    monkeypatch.setattr(eligibility, "BET_AGE", timedelta(days=-36500))
    load_cards()
    market, chance = Market(clock, Random(1)), Random(3)
    names = sorted(set(ACTS) - {"waits"})
    done: Counter[str] = Counter()
    for _time in range(TIMES):
        drawn = [
            (chance.choice(names), [chance.randrange(12) for _number in range(4)], chance.choice([0, 5, 200]))
            for _act in range(AT_ONCE)
        ]
        results = race(
            [
                partial(ACTS[name], market, who % 3, whom % 3, what, which, much)
                for name, (who, whom, what, which), much in drawn
            ]
        )
        assert not failures(results), results
        done += Counter(name for (name, *_), result in zip(drawn, results, strict=True) if result is None)
        prove(market)

    prove_all()
    assert sum(done.values()) > AT_ONCE * TIMES / 4, done
