"""The deck bench in a real browser: by click, by keys, by drag, and with what cannot be."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from cards.models import Deck
from cards.services.copies import give_copy
from cards.services.decks import deck_add, deck_create
from cards.services.loading import load_cards
from tests.served import chromium

expect.set_options(timeout=30_000)
DESK, PHONE = (1440, 900), (390, 844)

on_both = pytest.mark.parametrize("bench", [DESK, PHONE], ids=["desk", "phone"], indirect=True)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(chromium() is None, reason="Chromium is not installed"),
]


@pytest.fixture
def deck(transactional_db: None, alice: User) -> Deck:
    """Alice's deck Stone with three of her six cards."""
    from cards.models import Card

    load_cards()
    for number in (1, 2, 3, 4, 5, 6):
        give_copy(card=Card.objects.get(pk=f"A{number:03}"), taker=alice, reason="grant", cause="test:1")
    made = deck_create(owner=alice, name="Stone")
    deck_add(owner=alice, deck_id=made.pk, text="A001,A002,A003")
    return made


@pytest.fixture
def bench(request: pytest.FixtureRequest, live_server: LiveServer, deck: Deck, alice: User) -> Iterator[Page]:
    """The bench of the deck, open in Alice's browser; no error of a script or of the policy is let pass."""
    client = Client()
    client.force_login(alice)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    width, height = getattr(request, "param", DESK)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}])
        page = context.new_page()
        context.set_default_timeout(30_000)
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "console",
            lambda line: wrong.append(line.text) if "Content Security" in line.text else None,
        )
        page.goto(f"{live_server.url}/cards/decks/{deck.pk}/")
        holds(page, "A001 A002 A003")
        yield page
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert not "".join(wrong)
        browser.close()


def holds(page: Page, cards: str) -> None:
    """Waits until the deck on the page has these cards."""
    expect(page.locator("#deck")).to_have_attribute("data-cards", cards)


def test_a_deck_is_built_by_clicks_and_keys(bench: Page) -> None:
    bench.get_by_role("button", name="Add Red Bat").click()
    holds(bench, "A001 A002 A003 A004")
    expect(bench.locator('[data-pick="A004"]')).to_have_attribute("data-in-deck", "1")
    expect(bench.locator("#announcer")).to_have_text("In the deck: Red Bat.")
    bench.locator('[data-pick="A005"] button').focus()
    bench.keyboard.press("Enter")
    holds(bench, "A001 A002 A003 A004 A005")
    expect(bench.locator(".checks")).to_contain_text("Five cards of yours")

    bench.locator("#place-1").focus()
    bench.keyboard.press("ArrowRight")
    holds(bench, "A002 A001 A003 A004 A005")
    expect(bench.locator("#place-2")).to_be_focused()
    bench.keyboard.press("ArrowRight")
    holds(bench, "A002 A003 A001 A004 A005")
    expect(bench.locator("#place-3")).to_be_focused()
    bench.keyboard.press("Delete")
    holds(bench, "A002 A003 A004 A005")
    expect(bench.locator("#place-3")).to_be_focused()


def test_a_sixth_card_is_refused_in_place(bench: Page) -> None:
    for number in (4, 5):
        bench.locator(f'[data-pick="A00{number}"] button').click()
        holds(bench, " ".join(f"A00{n}" for n in range(1, number + 1)))
    bench.locator('[data-pick="A006"] button').click()
    expect(bench.locator("#deck [role=alert]")).to_contain_text("take one out first")
    holds(bench, "A001 A002 A003 A004 A005")


def test_a_wrong_name_is_said_and_kept(bench: Page) -> None:
    bench.get_by_text("By names or IDs").click()
    bench.get_by_label("Add cards").fill("A004, Nobody")
    bench.get_by_label("Add cards").press("Enter")
    expect(bench.locator("#deck [role=alert]")).to_contain_text("There is no card “Nobody”.")
    expect(bench.get_by_label("Add cards")).to_have_value("A004, Nobody")
    holds(bench, "A001 A002 A003")


@on_both
def test_cards_are_ordered_by_drag(bench: Page) -> None:
    bench.locator("#place-1").drag_to(bench.locator("#place-3"))
    holds(bench, "A002 A003 A001")
    bench.locator("#place-3").drag_to(bench.locator("#place-2"))
    holds(bench, "A002 A001 A003")


def test_the_stash_is_searched_without_leaving_the_bench(bench: Page) -> None:
    bench.get_by_label("Name or ID").press_sequentially("red")
    expect(bench.locator("[data-pick]")).to_have_count(1)
    bench.locator('[data-pick="A004"] button').click()
    holds(bench, "A001 A002 A003 A004")
    assert "q=red" in bench.url


@on_both
def test_buttons_move_and_take_out(bench: Page) -> None:
    bench.locator("#place-2").click()
    bench.locator("#left-2").click()
    holds(bench, "A002 A001 A003")
    expect(bench.locator("#place-1")).to_be_focused()
    bench.locator("#out-1").click()
    holds(bench, "A001 A003")


def test_a_card_is_dragged_from_the_stash(bench: Page) -> None:
    bench.locator('[data-pick="A004"] button').drag_to(bench.locator("#deck .slot").first)
    holds(bench, "A001 A002 A003 A004")


@pytest.mark.parametrize("secure", [True, False], ids=["with a clipboard", "plain http"])
@on_both
def test_the_code_of_a_deck_is_copied_and_opened_by_its_field(bench: Page, secure: bool) -> None:
    if not secure:
        bench.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    expect(bench.get_by_label("Deck code", exact=True)).to_have_count(0)
    bench.get_by_role("button", name="Add Red Bat").click()
    holds(bench, "A001 A002 A003 A004")
    bench.get_by_role("button", name="Add Flan").click()
    holds(bench, "A001 A002 A003 A004 A005")
    code = bench.get_by_label("Deck code", exact=True).input_value()
    bench.get_by_role("button", name="Copy the deck code").click()
    expect(bench.locator("#announcer")).to_have_text("Copied")
    bench.get_by_role("link", name="All decks").click()
    bench.get_by_role("link", name="Open a deck code").click()
    bench.get_by_label("Deck code").focus()
    bench.keyboard.press("Control+V")
    expect(bench.get_by_label("Deck code")).to_have_value(code)
    bench.keyboard.press("Enter")
    expect(bench.get_by_text("Yes: all five cards are in your stash.")).to_be_visible()
    bench.get_by_label("Name of the new deck").fill("Again")
    bench.keyboard.press("Enter")
    holds(bench, "A001 A002 A003 A004 A005")
    expect(bench.locator("#deck-title")).to_have_text("Again")


def test_a_default_is_made_by_keys_and_keeps_the_focus(bench: Page) -> None:
    bench.locator("#default-guild").focus()
    bench.keyboard.press("Enter")
    expect(bench.locator("#default-guild")).to_have_attribute("name", "leave")
    expect(bench.locator("#default-guild")).to_be_focused()
    bench.keyboard.press("Enter")
    expect(bench.locator("#default-guild")).to_have_attribute("name", "take")
