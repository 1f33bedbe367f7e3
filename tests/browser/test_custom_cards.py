"""A player designs a card with a picture; a curator asks for changes, then accepts; it is owned and can be played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.stage import PHONE, Visitor
from tests.cards.customs import image_bytes
from tests.served import Site

pytestmark = pytest.mark.browser

WARDEN = """
from accounts.models import User
from accounts.services.wallet import pay
from cards.services.roles import CURATORS
from django.contrib.auth.models import Group
pay(user=User.objects.get(username="mira"), points=500, reason="grant", cause="test:1")
kurt = User.objects.create_user(username="kurt", password="eight-squares", is_staff=True)
kurt.groups.add(Group.objects.get(name=CURATORS))
"""


def art_is_drawn(page: Page, inside: str) -> None:
    """Waits until the picture of a card is not only asked for but there."""
    expect(page.locator(f"{inside} .card__art").first).to_be_attached()
    for art in page.locator(f"{inside} .card__art").all():
        art.evaluate("art => art.decode()")


def signed_in(chrome: Browser, site: Site, name: str) -> Visitor:
    visitor = Visitor(chrome, site.url)
    visitor.context.add_cookies([{"name": "sessionid", "value": site.cookie(name), "url": site.url}])
    return visitor


def test_a_card_from_the_board_to_the_deck(site: Site, chrome: Browser, tmp_path: Path) -> None:
    picture, spoiled = tmp_path / "octopus.png", tmp_path / "octopus.gif"
    picture.write_bytes(image_bytes())
    spoiled.write_bytes(image_bytes("GIF", mode="P"))
    maker = Visitor(chrome, site.url, size=PHONE, touch=True)
    maker.sign_up("mira")
    site.python(WARDEN)

    # The board, on a phone: everything that is typed shows on the card at once.
    page = maker.go("/cards/custom/new/")
    card = page.locator("#custom-card .card")
    page.get_by_label("Name", exact=True).fill("Ultros")
    page.get_by_label("Level", exact=True).select_option("5")
    expect(card).to_have_attribute("aria-label", re.compile("^Ultros, level 5"))
    expect(page.locator("#custom-price")).to_have_text(re.compile("200 points"))
    expect(page.locator(".suggestions small").first).to_have_text(re.compile("sum (18|19|20|21)"))
    for side, rank in (("Up", "a"), ("Right", "4"), ("Down", "4"), ("Left", "4")):
        page.get_by_label(side, exact=True).fill(rank)
    expect(page.locator("#custom-sum")).to_contain_text("The ranks make 22; at level 5 they make 18 to 21.")
    page.locator("[data-ranks]").nth(2).click()
    expect(page.locator("#custom-sum .is-off")).to_have_count(0)
    page.locator(".designer__elements .elbtn[data-el=water]").click()
    page.locator("#id_picture").set_input_files(spoiled)
    expect(page.locator("#picture-error")).to_contain_text("no PNG, JPEG or WebP picture")
    page.locator("#id_picture").set_input_files(picture)
    expect(page.locator("#custom-card img")).to_have_attribute(
        "src", re.compile("/cards/custom/pictures/.*element=water")
    )
    art_is_drawn(page, "#custom-card")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Ultros")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("button", name="Submit to the curators").click()
    page.wait_for_url(re.compile(r"/cards/custom/\d+/$"))
    expect(page.locator("#purse .num")).to_have_text("300")
    address = page.url.removeprefix(site.url)

    # The desk: the card as it will look, and a wish.
    curator = signed_in(chrome, site, "kurt")
    desk = curator.go("/admin/cards/submission/")
    desk.get_by_role("link", name="Ultros", exact=True).click()
    art_is_drawn(desk, ".desk__card")
    desk.get_by_label("Words to the maker").fill("An octopus of earth, please.")
    desk.get_by_role("button", name="Ask for changes").click()
    expect(desk.locator("[data-state=asked]")).to_be_visible()
    expect(page.locator("#notices")).to_contain_text("The curators ask for changes to Ultros.")

    # The maker changes it by keyboard alone and sends it again.
    page = maker.go(address)
    expect(page.locator(".talk__text")).to_have_text("An octopus of earth, please.")
    page.get_by_role("link", name="Change it").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/design/$"))
    art_is_drawn(page, "#custom-card")
    page.locator("input[name=element]:checked").focus()
    for _press in range(3):
        page.keyboard.press("ArrowLeft")
    expect(card).to_have_attribute("aria-label", re.compile("level 5, earth"))
    page.get_by_role("button", name="Send it again").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/cards/custom/\d+/$"))
    expect(page.locator("#purse .num")).to_have_text("300")

    desk.reload()
    desk.get_by_role("button", name="Accept").click()
    expect(desk.locator(".messagelist")).to_contain_text("C001 Ultros is in the database")
    expect(page.locator("#notices")).to_contain_text("Ultros is a card now: C001.")
    curator.close()

    # In the stash, in a deck, and for others in the shop.
    page = maker.go("/cards/stash/?q=ultros")
    art_is_drawn(page, "#found")
    expect(page.locator('#found .card[data-card="C001"]')).to_be_visible()
    said = site.python(
        "from accounts.models import User\nfrom cards.services.decks import deck_add, deck_create\n"
        "from cards.queries import copies_for\nmira = User.objects.get(username='mira')\n"
        "deck = deck_create(owner=mira, name='Arms')\ndeck_add(owner=mira, deck_id=deck.pk, text='Ultros')\n"
        "print(deck.pk, copies_for(user=mira, card_ids=['C001'])[0].owner_id == mira.pk)"
    )
    deck_id, playable = said.split()
    assert playable == "True"
    page = maker.go(f"/cards/decks/{deck_id}/")
    expect(page.locator('#deck .card[data-card="C001"]')).to_be_visible()
    page = maker.go("/shop/buy/?kind=named&card=C001")
    expect(page.locator("main")).to_contain_text("as many copies")
    assert "nothing amiss" in site.manage("audit")
    maker.close()
