"""The staff's pages in a browser: none breaks the policy that pages are served with; a card is seen as it will be."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.stage import DESKTOP, Visitor
from tests.cards.customs import image_bytes
from tests.served import Site

pytestmark = pytest.mark.browser

SCENE = """
from accounts.models import User
from cards.models import Card
from cards.services.editing import card_save
from cards.services.copies import give_copy
import tests.cards.customs as customs
warden = User.objects.create_superuser(username="warden")
alice = User.objects.create_user(username="alice")
give_copy(card=Card.objects.get(pk="A085"), taker=alice, reason="grant", cause="test:1")
card = Card.objects.get(pk="A085")
card.text = "Hell hound"
card_save(card=card, by=warden, reason="A text for it")
version = Card.history.filter(id="A085").last().pk
print(version, alice.pk, customs.submit(alice).pk)
"""
OWN = (
    "card/import/", "card/export/", "card/add/", "card/A085/change/", "card/A085/history/",
    "card/A085/history/{version}/", "card/A002/delete/", "series/import/", "series/add/", "series/A/change/",
    "submission/{made}/change/",
)  # fmt: skip
LISTEN = """document.addEventListener("securitypolicyviolation", (event) => {
  console.error("Content Security Policy:", event.violatedDirective, event.blockedURI, event.lineNumber);
})"""


@pytest.fixture(scope="module")
def ids(site: Site) -> dict[str, str]:
    """A card that was edited and is owned, its owner, and a card that was handed in."""
    return dict(zip(("version", "alice", "made"), site.python(SCENE).split(), strict=True))


@pytest.fixture
def warden(chrome: Browser, site: Site, ids: dict[str, str]) -> Visitor:
    """The warden's browser, which tells every fault of a page."""
    visitor = Visitor(chrome, site.url, size=DESKTOP)
    visitor.context.add_cookies([{"name": "sessionid", "value": site.cookie("warden"), "url": site.url}])
    visitor.context.add_init_script(LISTEN)
    visitor.page.on("console", lambda said: visitor.faults.append(said.text) if said.type == "error" else None)
    return visitor


def test_no_page_of_the_staff_breaks_the_policy(warden: Visitor, ids: dict[str, str]) -> None:
    page = warden.page
    page.goto(f"{warden.url}/admin/")
    lists = page.locator("#content-main th[scope=row] a").evaluate_all("all => all.map(each => each.pathname)")
    people = f"/admin/accounts/user/{ids['alice']}/"
    own = [f"/admin/cards/{path.format(**ids)}" for path in OWN]
    assert len(lists) > 15
    for path in (*lists, *own, *(people + end for end in ("change/", "view-as/", "correct/", "history/"))):
        answer = page.goto(warden.url + path)
        assert answer is not None and answer.status == 200, path
        assert not warden.faults, (path, warden.faults)
    warden.context.close()


def test_a_card_is_drawn_as_it_will_look_while_it_is_typed(warden: Visitor) -> None:
    page = warden.page
    page.goto(f"{warden.url}/admin/cards/card/A003/change/")
    card = page.locator("[data-desk-preview] .card")
    shipped = card.locator("img").get_attribute("src")
    page.get_by_label("Name:").fill("Biter")
    expect(card.locator(".card__name")).to_have_text("Biter")
    page.locator("#id_up").fill("10")
    expect(card.locator(".card__ranks b").first).to_have_text("A")
    page.get_by_label("New picture:").set_input_files(
        {"name": "biter.png", "mimeType": "image/png", "buffer": image_bytes()}
    )
    expect(card.locator("img")).not_to_have_attribute("src", shipped or "")
    page.get_by_label("New picture:").set_input_files(
        {"name": "biter.svg", "mimeType": "image/png", "buffer": b"<svg/>"}
    )
    expect(page.locator("[data-desk-preview] .errornote")).to_contain_text("no PNG, JPEG or WebP")
    assert not warden.faults
    warden.context.close()
