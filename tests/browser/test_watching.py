"""The big screen and the TV in a browser without account: a match, its end, its rematch, the next match, a restart."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.bench.live import TOKEN
from tests.browser.stage import Visitor
from tests.served import Site

pytestmark = pytest.mark.browser

BIG_SCREEN = {"width": 1920, "height": 1080}

#: Two matches against a robot; the second is the newest, which the TV takes.
SCENE = """
from accounts.models import User
from cards.services.starter import starter_open
from matches.services.robots import robot_match_start
for name in ("wakka81", "rikku81"):
    user = User.objects.create_user(username=name)
    starter_open(user=user)
    match = robot_match_start(user=user, robot="easy", rules=["same"], move_time=300, copies=None)
    print(match.pk, end=" ")
"""
#: Whether the big screen fills its window without scrolling, its result above the board.
FITS = """() => {
    const box = (name) => document.querySelector(name).getBoundingClientRect();
    const { scrollWidth, scrollHeight } = document.documentElement;
    const near = (one, other) => Math.abs(one - other) < 1;
    const filled = near(box("#main").right, innerWidth) && near(box("#main").bottom, innerHeight);
    return filled && scrollWidth <= innerWidth && scrollHeight <= innerHeight
        && box("#match-end").bottom <= box("#match-board").top + 1;
}"""


#: What is shown for some seconds only is noted by the page itself: a busy test may look too late.
WATCH_FOR_AN_END = """() => new MutationObserver(() => {
  if (document.getElementById("match-end")) document.body.dataset.sawEnd = "true";
}).observe(document.body, { childList: true, subtree: true })"""


def post(site: Site, cookie: str, path: str) -> None:
    """Does something as the player whose session this is."""
    cookies = {"sessionid": cookie, "csrftoken": TOKEN}
    headers = {"X-CSRFToken": TOKEN, "Accept": "application/json", "Origin": site.url}
    answer = httpx.post(f"{site.url}{path}", data={"addition": ""}, cookies=cookies, headers=headers, timeout=20)
    assert answer.status_code == 200, answer.text


def shows(page: Page, match_id: int, *, ended: bool) -> None:
    """Waits until every region of the page is of this match."""
    for region in ("match-board", "match-score", "match-near", "match-far", "match-outcome", "follow-title"):
        expect(page.locator(f"#{region}")).to_have_attribute("data-scope", str(match_id), timeout=40_000)
    expect(page.locator("#match-end")).to_have_count(1 if ended else 0, timeout=30_000)


def test_the_big_screen_and_the_tv_go_on_by_themselves(site: Site, chrome: Browser) -> None:
    first, second = map(int, site.python(SCENE).split())
    wakka, rikku = site.cookie("wakka81"), site.cookie("rikku81")
    anybody = Visitor(chrome, site.url, size=BIG_SCREEN)
    screen = anybody.go(f"/broadcast/match/{second}?transparent=1")
    tv = anybody.context.new_page()
    tv.goto(f"{site.url}/tv/")
    for page in (screen, tv):
        page.wait_for_selector("body[data-connected]")
        page.evaluate("window.neverReloaded = true")
        shows(page, second, ended=False)
    assert screen.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert screen.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        1920,
        1080,
    ]

    tv.evaluate(WATCH_FOR_AN_END)
    post(site, rikku, f"/matches/{second}/leave/")
    expect(screen.locator("#match-end")).to_be_visible()
    # The TV has shown the end for some seconds and goes on; the screen stays, and takes the rematch.
    tv.wait_for_selector("body[data-saw-end]")
    shows(tv, first, ended=False)
    shows(screen, second, ended=True)
    post(site, rikku, f"/matches/{second}/rematch/")
    expect(screen.locator("#match-board")).not_to_have_attribute("data-scope", str(second), timeout=30_000)
    again = int(screen.locator("#match-board").get_attribute("data-scope") or 0)
    shows(screen, again, ended=False)

    site.kill()
    site.start()
    post(site, rikku, f"/matches/{again}/leave/")
    post(site, wakka, f"/matches/{first}/leave/")
    shows(screen, again, ended=True)
    shows(tv, first, ended=True)
    for page in (screen, tv):
        assert page.evaluate("window.neverReloaded === true")
    # Whole in a source of another size, and the last position is seen beside the result.
    for width, height in ((1280, 720), (2560, 1440), (1920, 1080)):
        screen.set_viewport_size({"width": width, "height": height})
        screen.wait_for_function(FITS)
    anybody.close()
