"""The command bar in browsers: a whole match by commands only against one who uses the mouse, and its keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.stage import PHONE, Visitor, line_with, record_of
from tests.served import Site

pytestmark = pytest.mark.browser

MATCH = re.compile(r"/matches/\d+/")


#: Presses the arrow as soon as the ways to go on are listed, and marks the page once HTMX is done with them.
PRESS_AT_ONCE = """() => {
  const listed = new AbortController(), { signal } = listed;
  const press = () => document.getElementById("command-line").dispatchEvent(
    new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }));
  document.addEventListener("htmx:afterSwap", ({ target }) => {
    if (target.id === "command-options") setTimeout(press);
  }, { signal });
  document.addEventListener("htmx:afterSettle", ({ target }) => {
    if (target.id !== "command-options") return;
    listed.abort();
    setTimeout(() => { document.body.dataset.settled = "true"; });
  }, { signal });
}"""


def give(visitor: Visitor, line: str) -> None:
    """Types a command and sends it with Enter, as soon as the line is free."""
    field = visitor.page.locator("#command-line")
    expect(field).to_have_value("")
    field.fill(line)
    field.press("Enter")


def answered(visitor: Visitor, line: str, text: str) -> None:
    """Waits until the last answer is this command's, and says this."""
    last = visitor.page.locator("#command-log > [data-seen]").last
    expect(last).to_contain_text(line)
    expect(last).to_contain_text(text)


def test_a_match_is_played_by_commands_only_against_the_mouse(site: Site, chrome: Browser) -> None:
    alice, bob = Visitor(chrome, site.url), Visitor(chrome, site.url)
    bob.sign_up("bobby")
    bob.go("/")
    alice.context.add_cookies([{"name": "sessionid", "value": site.cookie("alicia"), "url": site.url}])
    page = alice.go("/")
    page.keyboard.press("/")
    expect(page.locator("#command-line")).to_be_focused()
    give(alice, "+TT/Starter")
    page.wait_for_url(re.compile(r"/cards/packs/"))
    answered(alice, "+TT/Starter", "Your current deck is Start.")
    give(alice, "+TT/Game bobby=Start/Open Same Plus Combo One 300s")
    page.wait_for_url(re.compile(r"/challenges/\d+/"))
    answered(alice, "+TT/Game", "Your challenge is sent to bobby")
    expect(page.locator("#command-log")).to_contain_text("Commitment to the draws")
    bob.page.locator("article.challenge").get_by_role("button", name="Accept").click()
    for visitor in (alice, bob):
        visitor.page.wait_for_url(MATCH)
        visitor.page.wait_for_selector("body[data-connected]")
    match_id = int(re.findall(r"/matches/(\d+)/", page.url)[0])
    record = record_of(site, match_id)
    assert all(len(addition) == 32 for addition in record["additions"].values())
    ids = {card["key"]: card["id"] for hand in record["hands"].values() for card in hand}
    line = line_with(record, winners=("blue",))
    for number, placing in enumerate(line.placings, 1):
        if placing.colour == "blue":
            give(alice, f"+TT/Play {ids[placing.card]}={placing.square}")
            answered(alice, "+TT/Play", f"on {placing.square}.")
        else:
            bob.place(placing)
        for visitor in (alice, bob):
            visitor.sees(number)
    wanted = record["hands"]["red"][0]
    give(alice, "+TT/WinList")
    answered(alice, "+TT/WinList", wanted["name"])
    give(alice, f"+TT/Choose {wanted['id']}")
    answered(alice, "+TT/Choose", f"alicia takes {wanted['name']}")
    for visitor in (alice, bob):
        expect(visitor.page.locator("#match-outcome")).to_contain_text(f"alicia takes {wanted['name']}")
    for visitor in (alice, bob):
        visitor.close()


#: Whether the ways to go on leave the bar's head in sight, with nothing said yet.
HEAD_IN_SIGHT = """() => {
    const [head, list] = [".console__head", "#command-options"].map(
        (name) => document.querySelector(name).getBoundingClientRect(),
    );
    return list.height > 0 && head.top >= 0 && head.bottom <= list.top;
}"""


def test_the_line_is_opened_completed_and_recalled_by_keys(site: Site, chrome: Browser) -> None:
    visitor = Visitor(chrome, site.url)
    page = visitor.go("/cards/")
    field, options = page.locator("#command-line"), page.locator("#command-options")
    search = page.locator("main input[name=q]").first
    search.press("/")
    expect(search).to_have_value("/")
    expect(field).not_to_be_visible()
    search.fill("")
    search.blur()
    page.keyboard.press(":")
    expect(field).to_be_focused()
    page.evaluate(PRESS_AT_ONCE)
    field.fill("+tt/hel")
    expect(options.locator("[role=option]")).to_have_count(2)
    page.wait_for_function(HEAD_IN_SIGHT)
    page.wait_for_selector("body[data-settled]")
    active = field.get_attribute("aria-activedescendant")
    assert active and page.locator(f"#{active}").get_attribute("aria-selected") == "true"
    field.press("Enter")
    expect(field).to_have_value("+TT/Help Random=")
    expect(options.locator("[role=option]").first).to_contain_text("+TT/Help Random=1")
    field.press("Tab")
    expect(field).to_have_value("+TT/Help Random=1")
    field.press("Enter")
    answered(visitor, "+TT/Help Random=1", "10 to 13")
    give(visitor, "+TT/Lsit")
    answered(visitor, "+TT/Lsit", "+TT/List")
    expect(field).to_have_value("+TT/Lsit")
    field.press("ArrowUp")
    expect(field).to_have_value("+TT/Lsit")
    field.press("ArrowUp")
    expect(field).to_have_value("+TT/Help Random=1")
    page = visitor.go("/rules/")
    expect(page.locator("#command-log")).to_contain_text("+TT/Lsit")
    expect(field).to_be_focused()
    field.fill("")
    field.press("ArrowUp")
    expect(field).to_have_value("+TT/Lsit")
    field.press("Escape")
    expect(field).not_to_be_visible()
    expect(page.locator("[data-command-open]")).to_be_focused()
    visitor.close()
    phone = Visitor(chrome, site.url, size=PHONE, touch=True)
    page = phone.go("/")
    page.locator("[data-command-open]").tap()
    give(phone, "+TT/Help")
    answered(phone, "+TT/Help", "+TT/Starter")
    expect(page.locator("#command-log > [data-seen] .told__line").last).to_be_in_viewport()
    give(phone, "+TT/Stash")
    expect(page.locator("#command-log")).to_contain_text("needs an account")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the phone"
    phone.close()
