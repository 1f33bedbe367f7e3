"""A finished match played again in Chromium, and framed by another site."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.stage import Visitor
from tests.served import Site

pytestmark = pytest.mark.browser

#: A busy machine takes its time.
WAIT = 20_000
#: A match that blue wins in nine placements, with cards that every site has.
MATCH = """
from accounts.models import User
from tests.matches.rows import card, match_write, record
NINE = [["b1", 1], ["r1", 2], ["b2", 3], ["r2", 4], ["b3", 5], ["r3", 6], ["b4", 7], ["r4", 8], ["b5", 9]]
hands = {
    colour: [card(f"{colour[0]}{n}", (rank,) * 4, id=f"A00{n}") for n in range(1, 6)]
    for colour, rank in (("blue", 6), ("red", 5))
}
alice, bob = (User.objects.create_user(username=name) for name in ("alice", "bob"))
match = match_write(record((), NINE, hands=hands), alice, bob)
match.seats.filter(colour="blue").update(outcome="won")
print(match.pk)
"""


@pytest.fixture(scope="module")
def match_path(site: Site) -> str:
    """Where a match is that alice has won against bob."""
    return f"/matches/{site.python(MATCH).strip()}/"


@pytest.fixture
def elsewhere() -> Iterator[ThreadingHTTPServer]:
    """Another site: a page that frames whatever its address names."""

    class Framing(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            html = f'<!doctype html><iframe src="{self.path[2:]}" width="800" height="700"></iframe>'
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, format: str, *args: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Framing)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def at(page: Page, number: int) -> None:
    """Waits until the replay stands after so many placements, in its address too."""
    expect(page.locator("#replay")).to_have_attribute("data-at", str(number), timeout=WAIT)
    expect(page.locator("#replay-board [data-taken]")).to_have_count(number)


#: Whether steps, board and both hands are seen at once, above a phone's tabs.
ALL_IN_SIGHT = """() => {
    scrollTo(0, 0);
    const end = document.querySelector(".tabbar").getBoundingClientRect().top || innerHeight;
    const parts = document.querySelectorAll("#replay :is(.replay__steps, .board, .smallhand)");
    return parts.length === 4 && [...parts].every((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return top >= 0 && bottom <= end;
    });
}"""


def test_a_replay_is_stepped_played_and_left_by_the_back_button(site: Site, chrome: Browser, match_path: str) -> None:
    visitor = Visitor(chrome, site.url)
    page = visitor.go(match_path)
    expect(page.locator("#match-end")).to_contain_text("alice wins", timeout=WAIT)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url(re.compile("/replay/"))
    at(page, 0)
    # Keys are heard once the scripts are there.
    page.wait_for_selector("body[data-connected]")
    page.keyboard.press("ArrowRight")
    at(page, 1)
    expect(page).to_have_url(f"{site.url}{match_path}replay/?at=1&side=blue")
    expect(page.locator("#announcer")).to_contain_text("is placed on square 1.")
    for width, height in ((390, 844), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(ALL_IN_SIGHT)
    page.locator("#replay-step-6").click()
    at(page, 6)
    page.get_by_label("Speed").select_option("2")
    page.get_by_role("button", name="Play").click()
    at(page, 9)
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("link", name="From the side of bob").click()
    expect(page.locator("#replay .replay__name").first).to_have_text("bob", timeout=WAIT)
    page.go_back()
    expect(page.locator("#match-end")).to_contain_text("alice wins", timeout=WAIT)
    page.go_forward()
    at(page, 9)
    expect(page.locator("#replay .replay__name").first).to_have_text("bob", timeout=WAIT)

    # A visitor plays on from the sixth placement, for who was looked at last.
    page.wait_for_selector("body[data-connected]")
    page.locator("#replay-step-6").click()
    at(page, 6)
    page.get_by_text("Play on from here").click()
    page.get_by_role("button", name="Against Mog Easy").click()
    page.wait_for_url(re.compile(r"/matches/\d+/$"))
    expect(page.locator("main")).to_have_attribute("data-audience", "red")
    expect(page.locator("#match-rail")).to_contain_text("placement 6", timeout=WAIT)
    visitor.close()


def test_another_site_may_frame_the_embedded_replay_only(
    site: Site, chrome: Browser, match_path: str, elsewhere: ThreadingHTTPServer
) -> None:
    visitor = Visitor(chrome, f"http://127.0.0.1:{elsewhere.server_port}")
    page = visitor.go(f"/?{site.url}{match_path}replay/embed/?at=8")
    frame = page.frame_locator("iframe")
    expect(frame.locator("#replay")).to_have_attribute("data-at", "8", timeout=WAIT)
    frame.locator("#replay-forward").click()
    expect(frame.locator("#replay")).to_have_attribute("data-at", "9", timeout=WAIT)
    expect(frame.locator("#replay")).to_contain_text("alice wins")
    assert not visitor.faults
    with page.expect_console_message(lambda said: "frame-ancestors" in said.text, timeout=WAIT):
        visitor.go(f"/?{site.url}{match_path}replay/")
    expect(page.frame_locator("iframe").locator("#replay")).to_have_count(0)
    visitor.faults.clear()
    visitor.close()
