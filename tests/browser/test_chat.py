"""People talk in browsers of their own, and what somebody types survives whatever comes in meanwhile."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.stage import DESKTOP, PHONE, Visitor
from tests.served import Site

pytestmark = pytest.mark.browser

#: Posts as the page itself would: `sent` one after another, each an address and what is posted there.
POST = """
async (sent) => {
  const headers = { ...JSON.parse(document.body.getAttribute("hx-headers")), "Content-Type": "application/json",
    Accept: "application/json" };
  for (const [address, data] of sent) {
    const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(data) });
    if (!answer.ok) throw new Error(await answer.text());
  }
}
"""


@pytest.fixture
def table(site: Site) -> int:
    """A match of alice, blue, and bob, red, who begins; the clock plays for nobody while they talk."""
    made = site.python(
        "from datetime import timedelta\nfrom accounts.models import User\nfrom tests.matches import rows\n"
        "alice, bob = (User.objects.get_or_create(username=name)[0] for name in ('alice', 'bob'))\n"
        "match = rows.match_write(rows.record(first='red'), alice, bob)\n"
        "match.due_at += timedelta(hours=1)\nmatch.save()\nprint(match.pk)"
    )
    return int(made)


@pytest.fixture
def visit(chrome: Browser, site: Site) -> Iterator[object]:
    """Opens a page of the site as somebody, in a browser that ends with the test."""
    visitors = []

    def open_as(name: str, path: str, *, phone: bool = False) -> Page:
        visitor = Visitor(chrome, site.url, size=PHONE if phone else DESKTOP, touch=phone)
        visitors.append(visitor)
        if name:
            visitor.context.add_cookies([{"name": "sessionid", "value": site.cookie(name), "url": site.url}])
        page = visitor.go(path)
        page.wait_for_selector("body[data-chat=ready]")
        return page

    yield open_as
    for visitor in visitors:
        visitor.close()


def said(page: Page, text: str) -> None:
    """Waits until the own room shows a line, once."""
    expect(page.locator("#chat .chat__lines").first.get_by_text(text, exact=True)).to_have_count(1, timeout=15_000)


def test_two_people_and_a_spectator_talk(visit: object, table: int) -> None:
    address = f"/matches/{table}/"
    alice, bob = visit("alice", address), visit("bob", address, phone=True)  # type: ignore[operator]
    charlie = visit("charlie", address)  # type: ignore[operator]
    alice.locator("#chat-text").fill("Hello <b>bob</b>")
    alice.keyboard.press("Enter")
    said(alice, "Hello <b>bob</b>")
    expect(alice.locator("#chat-text")).to_have_value("")
    tab = bob.locator("[data-rail=chat]")
    expect(tab).to_contain_text("· 1")
    tab.click()
    said(bob, "Hello <b>bob</b>")
    expect(tab).not_to_contain_text("· 1")
    bob.locator(".chat__presets summary").click()
    bob.get_by_role("button", name="Good luck!").click()
    said(alice, "Good luck!")
    said(bob, "Good luck!")

    charlie.locator("#chat-text").fill("x" * 201)
    charlie.keyboard.press("Enter")
    expect(charlie.locator("#notices")).to_contain_text("200 are the most")
    expect(charlie.locator("#chat-text")).to_have_value("x" * 201)
    charlie.locator("#chat-text").fill("What a deal")
    charlie.keyboard.press("Enter")
    said(charlie, "What a deal")
    alice.locator("#chat-text").fill("Thanks")
    alice.get_by_role("button", name="Send").click()
    said(bob, "Thanks")
    expect(alice.locator("#chat .msg")).to_have_count(3)
    expect(charlie.locator("#chat .msg")).to_have_count(1)

    # The match is over: now the players may read what was said beside their table.
    expect(alice.locator("#chat-after-lines")).to_have_count(0)
    bob.evaluate(POST, [[f"{address}leave/", {}]])
    alice.get_by_text("What the spectators said").click()
    expect(alice.locator("#chat-spectators .msg")).to_have_text(re.compile("What a deal"))
    charlie.locator("#chat-text").fill("Again!")
    charlie.keyboard.press("Enter")
    said(charlie, "Again!")
    expect(alice.locator("#chat-spectators .msg")).to_have_count(2)
    for page, count in ((alice, 3), (charlie, 2)):
        page.reload()
        page.wait_for_selector("body[data-connected]")
        expect(page.locator("#chat .chat__lines").first.locator(".msg")).to_have_count(count)


def test_a_typed_line_survives_twenty_that_come_in_and_a_move(visit: object, table: int, site: Site) -> None:
    address = f"/matches/{table}/"
    alice, bob = visit("alice", address), visit("bob", address)  # type: ignore[operator]
    field = alice.locator("#chat-text")
    field.fill("half line")
    field.evaluate("field => field.setSelectionRange(4, 4)")
    lines = [["/chat/", {"room": f"players:{table}", "text": f"line {number}"}] for number in range(20)]
    bob.evaluate(POST, [*lines[:10], [f"{address}moves/", {"card": "r1", "square": 5, "version": 1}], *lines[10:]])
    expect(alice.locator("#chat .msg")).to_have_count(20, timeout=15_000)
    expect(alice.locator("#match-moves li[data-owner]")).to_have_count(1)
    expect(field).to_be_focused()
    alice.keyboard.type(" a 1/2")
    expect(field).to_have_value("half a 1/2 line")
    expect(alice.locator("#commands")).to_be_hidden()
    expect(alice.locator("#match-near [aria-pressed=true]")).to_have_count(0)
    texts = alice.locator("#chat .msg p").all_text_contents()
    assert texts == [f"line {number}" for number in range(20)]
    alice.keyboard.press("Enter")
    said(bob, "half a 1/2 line")
    expect(field).to_have_value("")
    expect(field).to_be_focused()
    field.fill("not sent yet")
    alice.reload()
    expect(field).to_have_value("not sent yet")

    # Whoever signs in next in this browser does not get it.
    alice.context.add_cookies([{"name": "sessionid", "value": site.cookie("bob"), "url": site.url}])
    alice.goto(f"{site.url}{address}")
    alice.wait_for_selector("body[data-chat=ready]")
    expect(field).to_have_value("")
