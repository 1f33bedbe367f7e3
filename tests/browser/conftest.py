"""One Chromium a module, and a served site with the cards loaded."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.served import Site, chromium

#: A machine that does much else answers late: where no promise is measured, nothing is expected within five seconds.
expect.set_options(timeout=30_000)


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    """Debian's Chromium; skipped by name where there is none."""
    if chromium() is None:
        pytest.skip("Chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site as `manage.py serve` makes it on a fresh machine."""
    served = Site(tmp_path_factory.mktemp("site")).start()
    yield served
    served.end()
