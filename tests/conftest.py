"""What every test may use: three people, the clock, and the rules for skipping."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import hypothesis
import pytest
from django.conf import settings

from accounts.models import User
from triad import clock as site_clock
from triad import hub

# A busy machine takes its time, which is no fault of what is tried; the rest stays as it is here or on a gate.
hypothesis.settings.register_profile(
    "patient",
    parent=hypothesis.settings.get_profile(hypothesis.settings.get_current_profile_name()),
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("patient")

ON_POSTGRES = settings.DATABASES["default"]["ENGINE"].endswith("postgresql")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests marked postgres run where DATABASE_URL names PostgreSQL, and only they; elsewhere they are deselected.

    The long files, those of browsers, begin first, so that no worker is left alone with them at the end.
    """
    items.sort(key=lambda item: item.get_closest_marker("browser") is None)
    if config.getoption("-m"):
        return
    here = [item for item in items if bool(item.get_closest_marker("postgres")) == ON_POSTGRES]
    chosen = set(here)
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = here


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Where TRIAD_NO_SKIPS is set (the gate), a skipped test has failed."""
    outcome = yield
    report = outcome.get_result()  # type: ignore[attr-defined]
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("TRIAD_NO_SKIPS"):
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be: {item.nodeid}: {report.longrepr}"


@pytest.fixture(autouse=True, scope="session")
def _tokens_spell_nothing() -> Iterator[None]:
    """Gives the random tokens in pages neither digits nor vowels nor capitals: a card's ID, a number or a word that
    must not be on a page would now and then be found in one of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.middleware.csrf.CSRF_ALLOWED_CHARS", "bcdfghjklmnpqrstvwxz")
        yield


@pytest.fixture(autouse=True)
def _nobody_listens_from_before() -> None:
    """Forgets a board that a test before has left without lines: pushes that nobody hears would not be made."""
    if hub._board is not None and not hub._board.lines:
        hub._board = None


def _person(name: str) -> User:
    return User.objects.create_user(username=name, password="eight-squares")


@pytest.fixture
def alice(db: None) -> User:
    """Alice: owns what the test is about; blue where she plays."""
    return _person("alice")


@pytest.fixture
def bob(db: None) -> User:
    """Bob: the other player; red where he plays."""
    return _person("bob")


@pytest.fixture
def charlie(db: None) -> User:
    """Charlie: a stranger to it."""
    return _person("charlie")


class Clock:
    """The site's clock in a test's hand: it stands still until told."""

    def __init__(self, start: datetime) -> None:
        self.now = start
        site_clock.set_now(start)

    def advance(self, seconds: float, *, beating: bool = True) -> datetime:
        """Moves the clock on; without `beating` no server lived meanwhile, which is an outage (RULES 7)."""
        from matches.models import Heartbeat

        self.now += timedelta(seconds=seconds)
        site_clock.set_now(self.now)
        if beating:
            Heartbeat.objects.update_or_create(id=1, defaults={"at": self.now})
        return self.now


@pytest.fixture
def clock(db: None) -> Iterator[Clock]:
    """The clock, stopped at noon of a day, with the server's heart beating."""
    held = Clock(datetime(2026, 5, 4, 12, 0, tzinfo=UTC))
    held.advance(0)
    yield held
    site_clock.set_now(None)
