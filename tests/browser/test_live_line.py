"""The page's line in a real browser: it comes back after every close, notices a dead line, and takes nothing away."""

from __future__ import annotations

import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.served import Site, chromium

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="Chromium is not installed"),
]

CONNECTED = "body[data-connected]"


#: Writes into the page for how long it waited before it tried again, by its own watch: a busy test looks too late.
PAUSE = """() => {
  let since = 0;
  new MutationObserver(() => {
    const { lineState } = document.body.dataset;
    if (lineState === "waiting") since ||= performance.now();
    else if (since) document.body.dataset.paused ??= Math.round(performance.now() - since);
  }).observe(document.body, { attributeFilter: ["data-line-state"] });
}"""
#: What is promised, in milliseconds: in five seconds a page is right after the server's return; a line that says
#: nothing is noticed in eleven, which are looked up once a second.
SOON, NOTICED = 5_000, 13_000


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    served = Site(tmp_path_factory.mktemp("line"), script="tests/hall_site.py").start()
    yield served
    served.end()


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        yield browser
        browser.close()


@pytest.fixture
def context(chrome: Browser) -> Iterator[BrowserContext]:
    made = chrome.new_context(reduced_motion="reduce")
    made.set_default_timeout(30_000)
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("console", lambda line: faults.append(line.text) if "Content Security Policy" in line.text else None)
    yield opened
    assert not faults


def _visit(page: Page, site: Site, argument: str = "a", **query: object) -> None:
    page.goto(f"{site.url}/hall/{argument}/?{'&'.join(f'{key}={value}' for key, value in query.items())}")
    page.wait_for_selector(CONNECTED)


def _board(version: int) -> str:
    return f'<div id="board" data-version="{version}" hx-swap-oob="true">board {version}</div>'


def _lines(site: Site) -> int:
    """How many sockets the server holds."""
    return int(site.post("/hall/publish/", topic="none", html=""))


def _until(found: object, seconds: float = 30) -> bool:
    """Whether something becomes true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found():  # type: ignore[operator]
            return True
        time.sleep(0.1)
    return False


class Relay:
    """A wire between browser and server, by bytes, that can be cut so that neither side hears of it."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.open = threading.Event()
        self.open.set()
        self._pairs: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
                self._pairs += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pump, args=(one, other), daemon=True).start()

    def _pump(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                self.open.wait()
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        self._listener.close()
        self.open.set()
        for end in self._pairs:
            end.close()


@pytest.mark.parametrize("code", [1000, 3000, 4000, 4402])
def test_the_line_comes_back_after_a_close_that_is_not_final(page: Page, site: Site, code: int) -> None:
    _visit(page, site)
    page.evaluate("document.addEventListener('htmx:wsOpen', () => (document.body.dataset.again = 'yes'))")
    site.post("/hall/publish/", topic="hall.a", code=code)
    page.wait_for_selector("body[data-again][data-connected]")
    site.post("/hall/publish/", topic="hall.a", html=_board(2), version=2, key="board")
    expect(page.locator("#board")).to_have_text("board 2")
    expect(page.locator("[data-line]")).to_be_hidden()


@pytest.mark.parametrize("code", [4400, 4401, 4403, 4404])
def test_a_final_close_is_said_and_not_tried_again(page: Page, site: Site, code: int) -> None:
    opened: list[str] = []
    page.on("websocket", lambda made: opened.append(made.url))
    _visit(page, site)
    site.post("/hall/publish/", topic="hall.a", code=code)
    said = page.locator(f"[data-line]:visible >> text='{page.get_attribute('[data-line]', f'data-text-{code}')}'")
    expect(said).to_be_visible()
    expect(page.locator("[data-line-reload]")).to_be_visible()
    page.wait_for_timeout(3000)
    assert len(opened) == 1
    assert page.locator(CONNECTED).count() == 0


@pytest.mark.parametrize("code", [4401, 4403, 4404])
def test_a_room_that_refuses_is_not_asked_again(page: Page, site: Site, code: int) -> None:
    opened: list[str] = []
    page.on("websocket", lambda made: opened.append(made.url))
    page.goto(f"{site.url}/hall/refused-{code}/")
    expect(page.locator("[data-line]")).to_be_visible()
    page.wait_for_timeout(2500)
    assert len(opened) == 1


def test_after_too_much_it_comes_back_after_a_pause(page: Page, site: Site) -> None:
    _visit(page, site)
    page.evaluate(PAUSE)
    site.post("/hall/publish/", topic="hall.a", code=4408)
    expect(page.locator("[data-line]")).to_contain_text("Too many")
    page.wait_for_selector("body[data-paused][data-connected]", timeout=60_000)
    assert int(page.get_attribute("body", "data-paused") or 0) > 11_500
    expect(page.locator("[data-line]")).to_be_hidden()


@pytest.mark.parametrize("how", ["killed", "told to end"])
def test_a_page_is_right_within_five_seconds_of_the_servers_return(page: Page, site: Site, how: str) -> None:
    site.post("/hall/publish/", view="")
    _visit(page, site)
    site.kill() if how == "killed" else site.stop()
    expect(page.locator("[data-line]")).to_be_visible()
    expect(page.locator("[data-line]")).to_contain_text("trying again")
    (site.folder / "hall_view.html").write_text(_board(7))
    page.wait_for_timeout(4000)  # long enough for the waits between attempts to have grown
    site.start()
    expect(page.locator("#board")).to_have_text("board 7", timeout=SOON)
    page.wait_for_selector(CONNECTED)
    expect(page.locator("[data-line]")).to_be_hidden()
    site.post("/hall/publish/", view="")


def test_a_server_that_stands_still_is_noticed_and_found_again(page: Page, site: Site) -> None:
    _visit(page, site)
    site.signal(signal.SIGSTOP)
    try:
        page.wait_for_selector("body:not([data-connected])", state="attached", timeout=NOTICED)
        expect(page.locator("[data-line]")).to_be_visible()
    finally:
        site.signal(signal.SIGCONT)
    page.wait_for_selector(CONNECTED)
    assert _until(lambda: _lines(site) == 1)


def test_a_dead_line_is_noticed_and_what_was_missed_is_there_after_its_return(page: Page, site: Site) -> None:
    relay = Relay(site.port)
    try:
        page.goto(f"http://127.0.0.1:{relay.port}/hall/a/")
        page.wait_for_selector(CONNECTED)
        relay.open.clear()
        site.post("/hall/publish/", topic="hall.a", html=_board(3), version=3, key="board")
        site.post("/hall/publish/", view=_board(3))
        page.wait_for_selector("body:not([data-connected])", state="attached", timeout=NOTICED)
        relay.open.set()
        expect(page.locator("#board")).to_have_text("board 3", timeout=SOON)
        page.wait_for_selector(CONNECTED)
    finally:
        site.post("/hall/publish/", view="")
        page.close()
        relay.close()


def test_swapping_the_body_leaves_one_socket(page: Page, site: Site) -> None:
    assert _until(lambda: _lines(site) == 0)
    _visit(page, site)
    for number in range(5):
        argument = "ba"[number % 2]
        page.click(f"#to-{argument}")
        page.wait_for_selector(f'[ws-connect="/live/hall/{argument}/"]', state="attached")
        page.wait_for_selector(CONNECTED)
    assert _until(lambda: _lines(site) == 1)


def test_an_older_or_equal_fragment_is_dropped(page: Page, site: Site) -> None:
    _visit(page, site)
    for version in (5, 4, 5, 6):
        html = _board(version).replace("board 5", f"board 5, {version}")
        site.post("/hall/publish/", topic="hall.a", html=html)
        if version == 5:
            expect(page.locator("#board")).to_have_attribute("data-version", "5")
            page.evaluate("document.getElementById('board').dataset.mark = 'kept'")
        if version == 4:
            assert page.get_attribute("#board", "data-mark") == "kept"
    expect(page.locator("#board")).to_have_text("board 6")


def test_versions_of_two_scopes_do_not_compare(page: Page, site: Site) -> None:
    _visit(page, site)
    site.post("/hall/publish/", topic="hall.a", html=_board(9))
    expect(page.locator("#board")).to_have_text("board 9")
    html = '<div id="board" data-scope="2" data-version="1" hx-swap-oob="true">another</div>'
    site.post("/hall/publish/", topic="hall.a", html=html)
    expect(page.locator("#board")).to_have_text("another")


def test_twenty_events_take_neither_focus_nor_typed_text_nor_scroll(page: Page, site: Site) -> None:
    def region(version: int) -> str:
        rows = "".join(f"<p>row {row}</p>" for row in range(60))
        return (
            f'<div id="board" data-version="{version}" hx-swap-oob="true">{version}'
            '<form id="say"><input name="line"><textarea id="more"></textarea></form>'
            '<input type="checkbox" id="tick"><button data-focus-key="b3">choose</button>'
            f'<div id="log">{rows}</div></div>'
        )

    _visit(page, site)
    site.post("/hall/publish/", topic="hall.a", html=region(2))
    page.wait_for_selector("#log")
    log = "document.getElementById('log')"
    make_small = f"{log}.style.height = '80px'; {log}.style.overflow = 'auto'"
    page.evaluate(f"() => {{ {make_small}; {log}.scrollTop = 200 }}")
    page.check("#tick")
    page.fill("#more", "more to say")
    page.locator("#say [name=line]").click()
    # Styles set by a script go with the old element; the sheet of the real page keeps its own.
    page.evaluate(f"() => document.addEventListener('htmx:oobAfterSwap', () => {{ {make_small} }})")
    for version in range(3, 23):
        page.keyboard.type("x")
        site.post("/hall/publish/", topic="hall.a", html=region(version))
    expect(page.locator("#board")).to_have_attribute("data-version", "22")
    assert page.input_value("#say [name=line]") == "x" * 20
    assert page.input_value("#more") == "more to say"
    assert page.is_checked("#tick")
    assert page.evaluate("document.activeElement.name") == "line"
    assert page.evaluate("document.activeElement.selectionStart") == 20
    assert page.evaluate(f"{log}.scrollTop") == 200
    page.focus("[data-focus-key=b3]")
    site.post("/hall/publish/", topic="hall.a", html=region(23))
    expect(page.locator("#board")).to_have_attribute("data-version", "23")
    assert page.evaluate("document.activeElement.dataset.focusKey") == "b3"


def test_a_page_of_a_sign_in_that_is_over_is_told_so(context: BrowserContext, page: Page, site: Site) -> None:
    cookie = site.cookie("alice")
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": site.url}])
    _visit(page, site)
    context.clear_cookies()
    site.post("/hall/publish/", topic="hall.a", code=4000)
    expect(page.locator("[data-line]")).to_contain_text("signed in or out")
    assert page.locator(CONNECTED).count() == 0


def test_a_countdown_follows_the_server_whatever_this_clock_says(context: BrowserContext, site: Site) -> None:
    context.add_init_script("const real = Date.now.bind(Date); Date.now = () => real() + 300_000")
    page = context.new_page()
    _visit(page, site, seconds=300)
    # A second is shown for a second only, which a busy test misses: whatever it counts to, it is right by real time.
    for _look in range(3):
        left, now, low = page.evaluate(
            "() => [clock.textContent, performance.timeOrigin + performance.now(), clock.matches('.is-low')]"
        )
        minutes, seconds = map(int, left.split(":"))
        deadline = int(page.get_attribute("#clock", "data-deadline") or 0)
        assert abs(deadline - now - 1000 * (60 * minutes + seconds)) < 15_000 and not low
        expect(page.locator("#clock")).not_to_have_text(left)
    _visit(page, site, seconds=9)
    expect(page.locator("#clock.is-low, #clock[data-over]")).to_be_visible()
    expect(page.locator("#clock[data-over]")).to_have_text("0:00", timeout=30_000)
