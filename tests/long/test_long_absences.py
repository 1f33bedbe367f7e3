"""What takes minutes in browsers: tabs frozen for long, and the way back in a browser that keeps pages."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import chrome  # noqa: F401
from tests.browser.table import BOUND, People, Table, frozen, opened, sockets
from tests.served import Site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site with the hall of the tests."""
    served = Site(tmp_path_factory.mktemp("long"), script="tests/hall_site.py").start()
    yield served
    served.end()


@pytest.mark.parametrize("seconds", [30, 900])
def test_a_page_that_was_frozen_equals_a_fresh_one(site: Site, chrome: Browser, seconds: int) -> None:  # noqa: F811
    table, people = Table(site, seconds), People(chrome)
    player = people.come(table, table.second)
    page = player.go(table.path)
    with frozen(page):
        table.place(0)
        time.sleep(seconds)
    fresh = opened(player, table.path)
    for region in ("#match-moves", "#match-prompt", "#match-near", "#match-far"):
        expect(page.locator(region)).to_have_text(
            fresh.locator(region).inner_text(), timeout=BOUND, use_inner_text=True
        )
    expect(page.locator("[data-line]")).to_be_hidden()
    people.leave()
    sockets(site, 0)


def test_the_way_back_in_a_browser_that_keeps_pages_shows_the_end(site: Site, chrome: Browser) -> None:  # noqa: F811
    whole = next((path for name in ("chromium", "google-chrome") if (path := shutil.which(name))), None)
    if whole is None:
        pytest.skip("only a whole Chromium keeps pages, its shell does not")
    keeping = ["--disable-back-forward-cache"]
    browser = chrome.browser_type.launch(executable_path=whole, ignore_default_args=keeping)
    table, people = Table(site, 1), People(browser)
    page = people.come(table, table.first).go(table.path)
    page.goto(site.url + "/cards/")
    page.wait_for_selector("body[data-connected]")
    table.post(table.second, "leave")
    page.evaluate("history.back()")
    page.wait_for_url(f"**{table.path}", wait_until="commit")
    expect(page.locator("#match-end")).to_be_visible(timeout=BOUND)
    sockets(site, 1)
    people.leave()
    browser.close()
