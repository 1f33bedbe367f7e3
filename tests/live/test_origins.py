"""Only this site's own pages may open a socket."""

from __future__ import annotations

from typing import Any

import pytest

from tests.live.conftest import Browser
from triad.origins import is_own_origin

TABLE = [
    # Host, Origin, whether it may
    ("localhost:8000", "http://localhost:8000", True),
    ("127.0.0.1:8000", "http://127.0.0.1:8000", True),
    ("[::1]:8000", "http://[::1]:8000", True),
    ("127.0.0.1:8000", "http://localhost:8000", True),
    ("localhost", "http://localhost", True),
    ("localhost", "https://localhost", True),
    ("play.example", "https://play.example", True),
    ("play.example", "http://play.example", True),
    ("play.example:8000", "http://play.example:8000", True),
    ("127.0.0.1:8000", "https://play.example", True),
    ("127.0.0.1:8000", "https://play.example:444", False),
    ("localhost:8000", "http://localhost:9000", False),
    ("localhost:8000", "http://localhost", False),
    ("localhost:8000", "http://localhost.evil.example:8000", False),
    ("localhost:8000", "http://evil.example/localhost:8000", False),
    ("localhost:8000", "http://localhost:8000@evil.example", False),
    ("localhost:8000", "http://localhost:8000/", False),
    ("localhost:8000", "http://user@localhost:8000", False),
    ("localhost:8000", "http://localhost:8000.evil.example", False),
    ("localhost:8000", "http://evillocalhost:8000", False),
    ("localhost:8000", "http://lоcalhost:8000", False),  # a Cyrillic о
    ("play.example", "http://play.example.evil.example", False),
    ("play.example", "http://sub.play.example", False),
    ("localhost:8000", "ftp://localhost:8000", False),
    ("localhost:8000", "javascript:alert(1)", False),
    ("localhost:8000", "file://", False),
    ("localhost:8000", "null", False),
    ("localhost:8000", "", False),
    ("localhost:8000", "http://", False),
    ("localhost:8000", "http://[::1", False),
    ("localhost:8000", None, False),
    (None, "http://localhost:8000", False),
    ("evil.example", "http://evil.example", False),  # a name that was bent to this machine
]


def _headers(host: str | None, origin: str | None) -> list[tuple[bytes, bytes]]:
    given = [(b"host", host), (b"origin", origin)]
    return [(name, value.encode("utf-8")) for name, value in given if value is not None]


@pytest.mark.parametrize(("host", "origin", "may"), TABLE)
def test_only_the_sites_own_origin_may(
    host: str | None, origin: str | None, may: bool, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRIAD_HOSTS", "play.example")
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "play.example"]
    assert is_own_origin(_headers(host, origin)) is may


def test_two_origins_are_none(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    origin = (b"origin", b"http://localhost:8000")
    assert not is_own_origin([(b"host", b"localhost:8000"), origin, origin])


def test_behind_tls_only_pages_that_came_by_tls_may(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["play.example"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert is_own_origin(_headers("play.example", "https://play.example"))
    assert not is_own_origin(_headers("play.example", "http://play.example"))


@pytest.mark.parametrize("origin", [b"http://evil.example", b"null", None])
async def test_a_foreign_page_is_refused_before_it_is_accepted(browser: Browser, origin: bytes | None) -> None:
    headers = [(b"host", b"testserver"), *([(b"origin", origin)] if origin is not None else [])]
    connected, _ = await browser.socket(headers=headers).connect()
    assert not connected
