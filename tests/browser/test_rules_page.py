"""The rules page and the board editor in Chromium: every example is played, and a position goes from hand to hand."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from matches.engine import referee_lines
from matches.rulebook.book import all_examples
from tests.browser.stage import DESKTOP, PHONE, Visitor
from tests.served import Site

pytestmark = pytest.mark.browser


@pytest.fixture
def reader(chrome: Browser, site: Site) -> Iterator[Visitor]:
    """Somebody without an account at a desk."""
    visitor = Visitor(chrome, site.url)
    yield visitor
    visitor.close()


@pytest.fixture
def friend(chrome: Browser, site: Site) -> Iterator[Visitor]:
    """Somebody else, on a phone, who was sent a link."""
    visitor = Visitor(chrome, site.url, size=PHONE, touch=True)
    yield visitor
    visitor.close()


def test_each_example_of_the_rules_page_is_played(reader: Visitor) -> None:
    page = reader.go("/rules/")
    examples = list(all_examples().values())
    # All at once, as no hand could: 45 boards one after the other would take a minute.
    for example in examples:
        card, square = example.move
        table = page.locator(f"#try-{example.key}")
        table.locator(f'button.card[data-key="{card}"]').dispatch_event("click")
        assert table.locator(f'button.card[data-key="{card}"]').get_attribute("aria-pressed") == "true"
        table.locator(f'.board [data-square="{square}"]').dispatch_event("click")
    for example in examples:
        table = page.locator(f"#try-{example.key}")
        expect(table.locator("[data-told]")).to_contain_text("is placed on square")
        expect(table.locator(".flip")).to_have_count(len(example.flips))


def test_an_example_is_played_by_keys_and_set_up_again(reader: Visitor) -> None:
    page = reader.go("/rules/#same")
    table = page.locator("#try-same")
    table.locator('[data-square="6"]').focus()
    page.keyboard.press("ArrowLeft")
    expect(table.locator('[data-square="5"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(table.locator("[data-told]")).to_be_focused()
    expect(page.locator("#announcer")).to_contain_text("takes Catoblepas")
    table.get_by_role("button", name="Again").click()
    expect(table.locator(".flip")).to_have_count(0)
    expect(table.locator('[data-square="5"]')).to_have_attribute("aria-label", "Square 5, empty")
    table.locator('[data-square="2"]').press("Enter")
    expect(table.locator(".flip")).to_have_count(0)
    expect(page.locator("#notices")).to_be_empty()


def test_an_example_is_played_without_a_script(chrome: Browser, site: Site) -> None:
    context = chrome.new_context(java_script_enabled=False, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{site.url}/rules/")
    page.locator("#place-plus").click()
    expect(page.locator("[data-told]")).to_contain_text("Plus on 11")
    page.get_by_role("link", name="Back to the rules").click()
    expect(page).to_have_url(f"{site.url}/rules/#example-plus")
    context.close()


def _put(page: Page, place: str, search: str, card_id: str) -> None:
    page.locator(f"#place-{place}").click()
    expect(page.locator(f"#place-{place}")).to_have_attribute("aria-current", "true")
    page.locator("#slot-q").fill(search)
    page.locator("#slot-find").click()
    page.locator(f'.slot__pick:has([data-card="{card_id}"])').click()


def test_a_position_made_by_hand_is_shared_and_played_on_by_another(
    reader: Visitor, friend: Visitor, site: Site
) -> None:
    page = reader.go("/editor/")
    page.locator("#editor-rules > summary").click()
    page.get_by_label("Sudden", exact=False).first.wait_for(state="attached")
    page.get_by_role("button", name="Take all cards away").click()
    expect(page.locator("#place-b1")).to_contain_text("empty")
    _put(page, "s2", "catobl", "A076")
    expect(page.locator("#place-s2")).to_contain_text("Catoblepas")
    page.locator("#slot-turn").click()
    expect(page.locator("#place-s2")).to_have_attribute("data-owner", "red")
    _put(page, "s4", "A094", "A094")
    expect(page.locator("#place-s4")).to_contain_text("Cerberus")
    page.locator("#slot-turn").click()
    _put(page, "b1", "torama", "A040")
    expect(page.locator("#place-b1")).to_contain_text("Torama")
    page.locator("#place-r1").click()
    expect(page.locator("#slot-title")).to_have_text("Red's card 1")
    page.locator("#slot-own > summary").click()
    for side, rank in (("up", "A"), ("right", "9"), ("down", "10"), ("left", "1")):
        page.locator(f'#slot-own input[name="{side}"]').fill(rank)
    page.locator('#slot-own input[name="name"]').fill("<b>Ash</b>")
    page.get_by_role("button", name="Put this card here").click()
    expect(page.locator("#place-r1")).to_contain_text("<b>Ash</b>")

    page.locator('.smallhand[data-owner="blue"] button.card').click()
    page.locator('#editor-board [data-square="5"]').click()
    expect(page.locator("#editor-board .flip")).to_have_count(2)
    expect(page.locator(".editor__told")).to_contain_text("takes Catoblepas on square 2 and Cerberus on square 4")
    expect(page.locator("#announcer")).to_contain_text("Torama is placed on square 5.")
    page.locator("#step-back").click()
    expect(page.locator("#editor-board .card")).to_have_count(2)
    page.locator("#step-forward").click()
    expect(page.locator("#editor-board .flip")).to_have_count(2)
    link = page.locator("#editor-link").input_value()

    other = friend.page
    other.goto(link)
    expect(other.locator(".editor__told")).to_contain_text("Torama is placed on square 5.")
    other.locator('#editor-board [data-square="6"]').tap()
    expect(other.locator(".editor__told")).to_contain_text("is placed on square 6.")
    other.locator("#editor-share > summary").tap()
    address = other.get_by_role("link", name="Export the record").get_attribute("href")
    assert address is not None
    record = other.request.get(site.url + address).text()
    judged = json.loads(next(iter(referee_lines([record]))))
    assert judged["error"] is None
    assert [move["square"] for move in judged["rounds"][0]["moves"]] == [5, 6]
    blue, red = judged["rounds"][0]["score"]
    expect(other.locator(".editor__told")).to_contain_text(f"Blue {blue}, red {red}.")
    other.go_back()
    expect(other.locator(".editor__told")).to_contain_text("Torama is placed on square 5.")


def test_neither_page_has_a_fault_that_axe_finds(chrome: Browser, site: Site) -> None:
    context = chrome.new_context(reduced_motion="reduce")
    page = context.new_page()
    for path in (
        "/editor/?v=1&blue=A085&red=A001&board=5r.A002&elements=6fire&slot=s4&rules=power_wall",
        "/rules/",
    ):
        page.goto(site.url + path)
        page.evaluate("document.querySelectorAll('#editor details').forEach((each) => { each.open = true; })")
        for theme, size in (("dark", DESKTOP), ("light", PHONE)):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
            found = Axe().run(page).response["violations"]
            assert not [(each["id"], [node["target"] for node in each["nodes"][:3]]) for each in found], (path, theme)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, theme)
    context.close()
