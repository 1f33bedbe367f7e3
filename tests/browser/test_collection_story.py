"""A new player collects: the starter, a deck by keys alone, 300 points granted and spent, a card of their own that the
curators accept, and a match with it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.stage import PHONE, Visitor
from tests.cards.customs import image_bytes
from tests.served import Site

pytestmark = pytest.mark.browser

#: A grant of 300 points, and a curator, whose session is printed.
STAFF = """
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import Group
from django.contrib.sessions.backends.db import SessionStore
from accounts.models import User
from cards.services.granting import grant_make
from cards.services.roles import CURATORS
grant_make(by=None, players=[User.objects.get(username="mira")], kind="prize", reason="For coming", points=300)
kurt = User.objects.create_user(username="kurt", is_staff=True)
kurt.groups.add(Group.objects.get(name=CURATORS))
session = SessionStore()
session[SESSION_KEY] = str(kurt.pk)
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session[HASH_SESSION_KEY] = kurt.get_session_auth_hash()
session.create()
print(session.session_key)
"""
MOST_TABS = 120


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """A picture of an octopus, and beside it one that is no PNG, JPEG or WebP."""
    (tmp_path / "octopus.gif").write_bytes(image_bytes("GIF", mode="P"))
    (tmp_path / "octopus.png").write_bytes(image_bytes())
    return tmp_path / "octopus.png"


def test_a_new_player_collects_from_the_starter_to_a_card_of_their_own(
    site: Site, chrome: Browser, picture: Path
) -> None:
    maker = Visitor(chrome, site.url, size=PHONE, touch=True)
    maker.keep_notices()
    maker.sign_up("mira")
    session = site.python(STAFF).strip()
    curator = Visitor(chrome, site.url)
    curator.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])

    deck = builds_a_deck_by_keys(maker)
    opens_a_grant(maker)
    spends_221_points(maker)
    submission = designs_a_card(maker, picture)
    desk = asks_for_earth(curator, maker.page)
    changes_it_by_keys(maker, submission)
    accepts(desk, maker.page)

    # It is in the shop at the listed price, though not for somebody without points.
    desk.goto(site.url + "/shop/buy/?kind=named&card=C001")
    expect(desk.get_by_role("alert")).to_contain_text("This costs 80 points")
    curator.close()
    page = maker.go("/cards/stash/?q=ultros")
    art_is_drawn(page, "#found")
    expect(page.locator('#found .card[data-card="C001"]')).to_be_visible()
    plays_with_it(maker, deck)
    maker.close()
    assert "nothing amiss" in site.manage("audit")


def builds_a_deck_by_keys(maker: Visitor) -> str:
    """A deck of five different cards of the starter, without a pointer; gives its address."""
    page = maker.go("/cards/decks/")
    tabs_to(page, "#deck-name")
    page.keyboard.type("Arms")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/cards/decks/\d+/$"))
    for count in range(1, 6):
        tabs_to(page, ".picker__add")
        page.keyboard.press("Enter")
        expect(page.locator("#deck")).to_have_attribute("data-cards", re.compile(rf"^(A\d+ ?){{{count}}}$"))
    expect(page.get_by_label("Deck code", exact=True)).to_be_visible()
    return page.url.removeprefix(maker.url)


def opens_a_grant(maker: Visitor) -> None:
    page = maker.go("/cards/grants/")
    page.get_by_role("button", name="Open For coming").click()
    expect(page.get_by_role("status").first).to_contain_text("300 points for your wallet.")
    has_points(page, 300)


def spends_221_points(maker: Visitor) -> None:
    """A random card, a named card, and a pack; what is drawn stays as it was shown."""
    page = maker.go("/shop/")
    page.get_by_role("link", name="Draw a card of level 5 for 50 points").click()
    expect(page.locator(".purchase__sum")).to_contain_text("250")
    random_card = bought(page, 250)
    assert len(random_card) == 1
    page.get_by_role("link", name="To the shop").click()
    page.get_by_role("textbox", name="A card by its name or ID").fill("geezard")
    page.keyboard.press("Enter")
    assert bought(page, 225) == ["A001"]

    # What costs more than is left is refused, and the box keeps its text.
    page.goto(maker.url + "/shop/buy/?kind=named&card=squall")
    expect(page.get_by_role("alert")).to_contain_text("975 are missing")
    expect(page.get_by_role("textbox", name="A card by its name or ID")).to_have_value("squall")
    page.get_by_role("link", name=re.compile("146 points.*Final Fantasy")).click()
    pack = bought(page, 79)
    assert len(pack) == 5
    page.reload()
    expect(page.get_by_role("status").first).to_contain_text("left then: 79.")
    assert shown(page) == pack
    page.get_by_role("link", name="Receipts").click()
    lines = page.locator(".receipts tbody tr")
    expect(lines).to_have_count(3)
    paid = [line.locator("td.n").all_inner_texts() for line in lines.all()]
    assert paid == [["146", "79"], ["25", "225"], ["50", "250"]]


def designs_a_card(maker: Visitor, picture: Path) -> str:
    """The board, on a phone: everything that is typed shows on the card at once. Gives the submission's address."""
    page = maker.go("/cards/custom/new/")
    page.get_by_label("Name", exact=True).fill("Ultros")
    page.get_by_label("Level", exact=True).select_option("1")
    expect(page.locator("#custom-card .card")).to_have_attribute("aria-label", re.compile("^Ultros, level 1"))
    expect(page.locator("#custom-price")).to_have_text(re.compile("40 points"))
    for side, rank in (("Up", "a"), ("Right", "4"), ("Down", "4"), ("Left", "4")):
        page.get_by_label(side, exact=True).fill(rank)
    expect(page.locator("#custom-sum")).to_contain_text("The ranks make 22; at level 1 they make 10 to 13.")
    page.locator("[data-ranks]").nth(2).click()
    expect(page.locator("#custom-sum .is-off")).to_have_count(0)
    page.locator(".designer__elements .elbtn[data-el=water]").click()
    page.locator("#id_picture").set_input_files(picture.with_suffix(".gif"))
    expect(page.locator("#picture-error")).to_contain_text("no PNG, JPEG or WebP picture")
    page.locator("#id_picture").set_input_files(picture)
    drawn = re.compile("/cards/custom/pictures/.*element=water")
    expect(page.locator("#custom-card img")).to_have_attribute("src", drawn)
    art_is_drawn(page, "#custom-card")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Ultros")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("button", name="Submit to the curators").click()
    page.wait_for_url(re.compile(r"/cards/custom/\d+/$"))
    page.wait_for_selector("body[data-connected]")
    has_points(page, 39)
    return page.url.removeprefix(maker.url)


def asks_for_earth(curator: Visitor, makers: Page) -> Page:
    """The desk: the card as it will look, and a wish, of which the maker hears at once."""
    desk = curator.go("/admin/cards/submission/")
    desk.get_by_role("link", name="Ultros", exact=True).click()
    art_is_drawn(desk, ".desk__card")
    desk.get_by_label("Words to the maker").fill("An octopus of earth, please.")
    desk.get_by_role("button", name="Ask for changes").click()
    expect(desk.locator("[data-state=asked]")).to_be_visible()
    expect(makers.locator("#notices")).to_contain_text("The curators ask for changes to Ultros.")
    return desk


def changes_it_by_keys(maker: Visitor, submission: str) -> None:
    page = maker.go(submission)
    expect(page.locator(".talk__text")).to_have_text("An octopus of earth, please.")
    page.get_by_role("link", name="Change it").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/design/$"))
    art_is_drawn(page, "#custom-card")
    page.locator("input[name=element]:checked").focus()
    for _press in range(3):
        page.keyboard.press("ArrowLeft")
    expect(page.locator("#custom-card .card")).to_have_attribute("aria-label", re.compile("level 1, earth"))
    page.get_by_role("button", name="Send it again").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/cards/custom/\d+/$"))
    page.wait_for_selector("body[data-connected]")
    has_points(page, 39)


def accepts(desk: Page, makers: Page) -> None:
    desk.reload()
    desk.get_by_role("button", name="Accept").click()
    expect(desk.locator(".messagelist")).to_contain_text("C001 Ultros is in the database")
    expect(makers.locator("#notices")).to_contain_text("Ultros is a card now: C001.")


def plays_with_it(maker: Visitor, deck: str) -> None:
    """Puts the card into the deck, and lays it on the board against a robot."""
    page = maker.go(deck)
    page.locator("#place-5").click()
    page.locator("#out-5").click()
    expect(page.locator("#deck")).to_have_attribute("data-cards", re.compile(r"^(A\d+ ?){4}$"))
    page.get_by_label("Name or ID").press_sequentially("ultros")
    expect(page.locator("[data-pick]")).to_have_count(1)
    page.locator('[data-pick="C001"] button').click()
    expect(page.locator("#deck")).to_have_attribute("data-cards", re.compile(r"^(A\d+ ){4}C001$"))
    page = maker.go("/robots/")
    page.locator("label.choice", has_text="Arms").click()
    page.locator("select[name=move_time]").select_option("300")
    page.get_by_role("button", name="Mog Easy").click()
    page.wait_for_url(re.compile(r"/matches/\d+/"))
    page.wait_for_selector("body[data-connected]")
    page.wait_for_selector('#match-prompt[data-turn="mine"]', timeout=30_000)
    page.locator('#match-near button.card[data-card="C001"]').click()
    page.locator("#match-board button[data-square]:not([data-taken])").first.click()
    expect(page.locator('#match-board [data-card="C001"]')).to_be_visible()


def tabs_to(page: Page, selector: str) -> None:
    """Presses Tab until the focus is on the next such element."""
    for _press in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
    raise AssertionError(f"no {selector} is reached by Tab")


def has_points(page: Page, points: int) -> None:
    expect(page.locator("#purse .num")).to_have_text(str(points))


def bought(page: Page, left: int) -> list[str]:
    """Confirms the purchase by a double click, and gives the cards that it shows."""
    page.get_by_role("button", name=re.compile("Buy for")).dblclick()
    page.wait_for_url(re.compile(r"/shop/receipts/\d+/"))
    expect(page.get_by_role("status").first).to_contain_text(f"left then: {left}.")
    has_points(page, left)
    return shown(page)


def shown(page: Page) -> list[str]:
    """The IDs of the cards on the page."""
    return [str(card.get_attribute("data-card")) for card in page.locator(".opening__cards .card[data-card]").all()]


def art_is_drawn(page: Page, inside: str) -> None:
    """Waits until the picture of a card is not only asked for but there."""
    expect(page.locator(f"{inside} .card__art").first).to_be_attached()
    for art in page.locator(f"{inside} .card__art").all():
        art.evaluate("art => art.decode()")
