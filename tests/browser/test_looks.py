"""The main pages in both themes, on a desk and on a phone: nothing that axe finds, nothing too wide, no CSP breach."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.stage import DESKTOP, PHONE
from tests.served import Site

pytestmark = pytest.mark.browser

#: What a visitor sees, and what somebody with cards, a deck, a running match and a challenge does.
VISITORS = ("/", "/account/signup/", "/account/login/", "/robots/", "/credits/", "/cards/A085/", "/nowhere/")
CUSTOMS = ("/cards/custom/", "/cards/custom/new/")
PLAYERS = ("/", "/cards/stash/", "/cards/decks/", "{deck}", "/profile/", "/settings/", "/settings/ledger/", *CUSTOMS)
TABLES = ("{match}", "{challenge}", "/challenge/bob/")
STAFF = ("/admin/", "/admin/cards/card/A085/change/", "/admin/matches/match/")

#: Rules that the admin's own templates break.
OF_DJANGO = ("link-in-text-block", "link-name", "aria-input-field-name")

SCENE = """
from accounts.models import User
from cards.services.starter import starter_open
from matches.services.challenges import challenge_send
from matches.services.robots import robot_match_start
from matches.services.seeds import seed_make
alice, bob = (User.objects.create_user(username=name) for name in ("alice", "bob"))
User.objects.create_superuser(username="keeper", password="nine-squares-five-cards")
for user in (alice, bob):
    starter_open(user=user)
challenge = challenge_send(challenger=bob, opponent=alice, seed_id=seed_make(owner=bob).pk, rules=["open", "plus"],
    deck=bob.decks.first())
rules = ["open", "same", "elemental"]
match = robot_match_start(user=alice, robot="easy", rules=rules, move_time=300, copies=None)
print(f"/matches/{match.pk}/ /challenges/{challenge.pk}/ /cards/decks/{alice.decks.first().pk}/")
"""


@dataclass
class Scene:
    """The served site and where its people's things are."""

    site: Site
    places: dict[str, str]
    cookies: dict[str, str]


@pytest.fixture(scope="module")
def scene(site: Site) -> Scene:
    """Alice has a deck, a match against a robot and a challenge by Bob; the keeper may enter the admin."""
    match, challenge, deck = site.python(SCENE).split()
    cookies = {name: site.cookie(name) for name in ("alice", "keeper")}
    return Scene(site, {"match": match, "challenge": challenge, "deck": deck}, cookies)


@pytest.fixture(params=["dark desk", "light desk", "dark phone", "light phone"])
def context(request: pytest.FixtureRequest, chrome: Browser, scene: Scene) -> Iterator[BrowserContext]:
    """A browser of one theme and size."""
    theme, size = request.param.split()
    viewport = DESKTOP if size == "desk" else PHONE
    opened = chrome.new_context(
        viewport=viewport,  # type: ignore[arg-type]
        reduced_motion="reduce",
        color_scheme=theme,
    )
    opened.set_default_timeout(20_000)
    opened.add_cookies([{"name": "theme", "value": theme, "url": scene.site.url}])
    yield opened
    opened.close()


def test_the_main_pages_have_no_fault_that_axe_finds(context: BrowserContext, scene: Scene) -> None:
    faults: list[str] = []
    page = context.new_page()
    breaches: list[str] = []
    page.on("console", lambda said: breaches.append(said.text) if "Content Security Policy" in said.text else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    for name, paths in (("", VISITORS), ("alice", PLAYERS + TABLES), ("keeper", STAFF)):
        if name:
            context.add_cookies([{"name": "sessionid", "value": scene.cookies[name], "url": scene.site.url}])
        for path in paths:
            page.goto(scene.site.url + path.format(**scene.places))
            # What axe itself tries is no breach of the page's.
            faults += [f"{path}: {breach}" for breach in breaches]
            faults += _faults(page, path)
            breaches.clear()
    assert not faults, "\n".join(faults)


def _faults(page: Page, path: str) -> list[str]:
    """What is wrong with the page that stands there."""
    found = Axe().run(page).response["violations"]
    faults = [
        f"{path}: {each['id']}: {[node['target'] for node in each['nodes']]}"
        for each in found
        if path not in STAFF or each["id"] not in OF_DJANGO
    ]
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        faults.append(f"{path}: wider than the window")
    if (
        "/matches/" in page.url
        and "/admin/" not in page.url
        and page.evaluate("document.documentElement.scrollHeight > innerHeight")
    ):
        faults.append(f"{path}: taller than the window")
    return faults
