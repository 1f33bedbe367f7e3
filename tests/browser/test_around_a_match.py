"""A card chosen while the other thinks, whose turn it is in title and sign of every tab, and what sounds."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.stage import PHONE, Visitor
from tests.served import Site

pytestmark = pytest.mark.browser

#: Two players, and a match between them that has just begun.
BEGIN = """
from accounts.models import User
from cards.services.starter import starter_open
from matches.services.challenges import challenge_accept, challenge_send
from matches.services.seeds import seed_make
pair = [User.objects.create_user(username=name) for name in NAMES]
for user in pair:
    starter_open(user=user)
sent = challenge_send(challenger=pair[0], opponent=pair[1], seed_id=seed_make(owner=pair[0]).pk, trade="none",
                      rules=["open"], move_time=300, deck=pair[0].decks.first())
match = challenge_accept(challenge_id=sent.pk, user=pair[1], deck=pair[1].decks.first())
print(match.pk, match.setup["first"])
"""


def person(site: Site, chrome: Browser, name: str, **how: Any) -> Visitor:
    visitor = Visitor(chrome, site.url, **how)
    visitor.context.add_cookies([{"name": "sessionid", "value": site.cookie(name), "url": site.url}])
    return visitor


def square(page: Page, number: int) -> Any:
    return page.locator(f'#match-board [data-square="{number}"]')


def sounded(page: Page) -> list[str]:
    return str(page.evaluate("document.body.dataset.sounded ?? ''")).split()


def test_a_card_chosen_ahead_stays_chosen_and_no_click_is_lost_to_a_push(site: Site, chrome: Browser) -> None:
    names = {"blue": "quistis", "red": "zell"}
    match_id, first = site.python(f"NAMES = {list(names.values())!r}\n{BEGIN}").split()
    second = "red" if first == "blue" else "blue"
    thinker, waiter = person(site, chrome, names[first]), person(site, chrome, names[second], size=PHONE)
    table, page = thinker.go(f"/matches/{match_id}/"), waiter.go(f"/matches/{match_id}/")
    lobby = waiter.context.new_page()
    lobby.goto(site.url)
    lobby.wait_for_selector("body[data-connected]")
    lobby.keyboard.press("Shift")
    posts: list[str] = []
    page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    hand, said = page.locator("#match-near button.card[data-key]"), page.locator("#announcer")

    hand.nth(3).click()
    expect(hand.nth(3)).to_have_class(re.compile("is-picked is-ahead"))
    page.keyboard.press("Escape")
    expect(page.locator(".is-picked")).to_have_count(0)
    page.keyboard.press("2")
    expect(hand.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(said).to_contain_text("Chosen for your turn")
    square(page, 5).click()
    expect(said).to_contain_text("not your turn yet")
    assert posts == []
    assert not page.title().startswith("●")

    table.locator("#match-near button.card[data-key]").first.click()
    square(table, 1).click()
    waiter.sees(1)
    expect(said).to_contain_text("Still chosen")
    expect(hand.nth(1)).to_have_class(re.compile(r"is-picked(?! is-ahead)"))
    for each in (page, lobby):
        expect(each).to_have_title(re.compile("^● Your turn – "))
        expect(each.locator("link[rel=icon]")).to_have_attribute("href", re.compile("favicon-turn"))
    # Of the two tabs one alone sounds the turn.
    page.wait_for_selector("body[data-sounded]")
    assert "place" in sounded(page)
    if "turn" not in sounded(page):
        lobby.wait_for_selector("body[data-sounded~=turn]")
    assert (sounded(page) + sounded(lobby)).count("turn") == 1

    square(page, 5).click()
    waiter.sees(2)
    expect(page).not_to_have_title(re.compile("●"))
    thinker.sees(2)

    # The finger is down on a square when the push comes that replaces the board.
    hand.first.click()
    square(page, 9).hover()
    page.mouse.down()
    table.locator("#match-near button.card[data-key]").first.click()
    square(table, 2).click()
    waiter.sees(3)
    page.mouse.up()
    waiter.sees(4)
    expect(square(page, 9)).to_have_attribute("data-taken", "")
    assert len(posts) == 2
    thinker.close()
    waiter.close()


def test_the_volume_is_kept_and_what_is_off_does_not_sound(site: Site, chrome: Browser) -> None:
    guest = Visitor(chrome, site.url)
    page = guest.go("/robots/")
    page.get_by_role("button", name="Sounds").click()
    dialog = page.get_by_role("dialog", name="Sounds")
    slider, laid = dialog.get_by_label("Volume"), dialog.get_by_label("Cards laid and turned")
    expect(slider).to_have_value("40")
    slider.press("End")
    slider.press("ArrowLeft")
    laid.uncheck()
    dialog.get_by_role("button", name="Close").click()
    page.locator("select[name=move_time]").select_option("300")
    page.get_by_role("button", name="Mog Easy").click()
    page.wait_for_url(re.compile(r"/matches/\d+/"))
    page.wait_for_selector('body[data-connected] #match-prompt[data-turn="mine"]')
    page.get_by_role("button", name="Sounds").click()
    expect(slider).to_have_value("95")
    expect(laid).not_to_be_checked()
    dialog.get_by_role("button", name="Close").click()

    page.locator("#match-near button.card[data-key]").first.click()
    page.locator("#match-board button[data-square]:not([data-taken])").first.click()
    page.wait_for_selector("body[data-sounded~=turn]")
    assert not {"place", "flip"} & set(sounded(page))
    guest.close()
