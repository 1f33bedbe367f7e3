"""Two processes that serve one site on PostgreSQL and Redis: what happens at one is seen at the other."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import httpx
import psycopg
import pytest
from websockets.sync.client import ClientConnection, connect

from tests.bench.live import PREPARE, TOKEN, VERSION
from tests.served import Site

pytestmark = pytest.mark.postgres

DATABASE = "triad_two_processes"
WATCHERS = re.compile(r'id="match-watchers".*?<b class="num">(\d+)</b>', re.DOTALL)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, Site]]:
    """Two served processes with one database, one Redis and one key."""
    if not os.environ.get("REDIS_URL"):
        pytest.skip("REDIS_URL is not set")
    url = os.environ["DATABASE_URL"]
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")
        admin.execute(f"CREATE DATABASE {DATABASE}")
    env = {"DATABASE_URL": urlunsplit(urlsplit(url)._replace(path=f"/{DATABASE}")), "TRIAD_REDIS_PREFIX": DATABASE}
    folder = tmp_path_factory.mktemp("processes")
    sites = Site(folder, env=env).start(), Site(folder, env=env).start()
    yield sites
    for site in sites:
        site.end()
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")


def _match(site: Site, number: int) -> dict[str, Any]:
    code = PREPARE.replace("range(COUNT)", f"range({number}, {number + 1})")
    found: dict[str, Any] = json.loads(site.python(code))[0]
    return found


def _listen(site: Site, match: dict[str, Any], cookie: str) -> ClientConnection:
    return connect(
        f"{site.ws}/live/match/{match['id']}/",
        origin=site.url,  # type: ignore[arg-type]
        additional_headers={"Cookie": cookie},
        compression=None,
        open_timeout=30,
    )


def _place(site: Site, match: dict[str, Any], number: int) -> httpx.Response:
    """The placement of this number (from 0) of a match in which each plays the own hand in order."""
    colour = match["first"] if number % 2 == 0 else {"blue": "red", "red": "blue"}[match["first"]]
    headers = {
        "Cookie": f"sessionid={match['keys'][colour]}; csrftoken={TOKEN}",
        "X-CSRFToken": TOKEN,
        "HX-Request": "true",
        "Origin": site.url,
    }
    data = {"card": f"{colour[0]}{number // 2 + 1}", "square": number + 1, "version": match["version"] + number}
    return httpx.post(f"{site.url}/matches/{match['id']}/moves/", data=data, headers=headers, timeout=30)


def _until_version(socket: ClientConnection, version: int, within: float = 40) -> None:
    end = time.monotonic() + within
    seen: list[str] = []
    while time.monotonic() < end:
        seen += VERSION.findall(str(socket.recv(timeout=max(0.1, end - time.monotonic()))))
        if str(version) in seen:
            return
    raise AssertionError(f"version {version} did not come, but {seen}")


def test_a_placement_at_one_process_reaches_the_browsers_of_the_other(pair: tuple[Site, Site]) -> None:
    one, other = pair
    match = _match(one, 1)
    with _listen(other, match, f"csrftoken={'s' * 32}") as watcher:
        _until_version(watcher, match["version"])
        for number in range(3):
            assert _place((one, other)[number % 2], match, number).status_code == 200
            _until_version(watcher, match["version"] + number + 1)


def test_the_spectators_of_both_processes_are_counted_together(pair: tuple[Site, Site]) -> None:
    one, other = pair
    match = _match(one, 2)
    with (
        _listen(one, match, f"csrftoken={'t' * 32}") as watcher,
        _listen(other, match, f"csrftoken={'u' * 32}"),
        _listen(other, match, f"csrftoken={'v' * 32}"),
    ):
        end = time.monotonic() + 40
        counts: list[str] = []
        while time.monotonic() < end and "3" not in counts:
            counts += WATCHERS.findall(str(watcher.recv(timeout=max(0.1, end - time.monotonic()))))
        assert "3" in counts


def test_a_match_goes_on_at_the_other_process_when_one_is_killed(pair: tuple[Site, Site]) -> None:
    one, other = pair
    match = _match(one, 3)
    assert _place(one, match, 0).status_code == 200
    one.kill()
    with _listen(other, match, f"csrftoken={'w' * 32}") as watcher:
        _until_version(watcher, match["version"] + 1)
        assert _place(other, match, 1).status_code == 200
        _until_version(watcher, match["version"] + 2)
        one.start()
        assert _place(one, match, 2).status_code == 200
        _until_version(watcher, match["version"] + 3)
    assert "nothing amiss" in other.manage("audit")
