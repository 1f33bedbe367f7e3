"""The main pages, each loaded once, in both themes, on a desk and on a phone: axe, width, breaches of the CSP."""

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
#: The rule book and the editor are looked at in test_rules_page.
BOOKS = ("/proof/", "{proof}")
CUSTOMS = ("/cards/custom/", "/cards/custom/new/")
PLAYERS = ("/", "/cards/stash/", "/cards/decks/", "{deck}", "/profile/", "/settings/", "/settings/ledger/", *CUSTOMS)
SHOPS = ("/shop/", "/shop/receipts/")
TABLES = ("{match}", "{challenge}", "/challenge/bob/", "{every}", "{ended}")
STAFF = ("/admin/", "/admin/cards/card/A085/change/", "/admin/matches/match/")

#: A page of 1280 px at 400 %.
NARROW = {"width": 320, "height": 640}
WIDER = "document.documentElement.scrollWidth > innerWidth"

#: Rules that the admin's own templates break.
OF_DJANGO = ("link-in-text-block", "link-name", "aria-input-field-name")

SCENE = """
from datetime import timedelta
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
from tests.matches.rows import hand, match_write, record
walls = {"1": ["left", "+", 9], "2": ["up", "-", 5], "6": ["right", "=", 12], "9": ["down", "+", 14]}
ground = {"elements": {"1": "fire", "5": "ice", "9": "holy"}, "walls": walls}
every = ("open random limitless same same_wall plus plus_wall combo elemental battle power_wall reverse fallen_ace "
    "swap order sudden_death").split()
moves = [["b1", 3], ["r1", 5], ["r4", 7]]
data = record(tuple(every), moves, draw="sudden_death", trade="direct", swap=["b2", "r4"], **ground)
people = [User.objects.create_user(username=name) for name in ("Wilhelmina-Marguerit", "Bartholomew-Featheri")]
full = match_write(data, alice, people[0], bet=500)
full.due_at += timedelta(hours=1)
full.save()
nine = [[f"{'br'[place % 2]}{place // 2 + 1}", place + 1] for place in range(9)]
strong = {"blue": hand("blue", *[(9, 9, 9, 9)] * 5), "red": hand("red", *[(1, 1, 1, 1)] * 5)}
over = match_write(record(("open",), nine, hands=strong, trade="one"), alice, people[1])
over.claim, over.state = {"by": "blue", "of": ["r1", "r2", "r3", "r4", "r5"], "choose": 1}, "choosing"
over.save()
print(f"/matches/{full.pk}/ /matches/{over.pk}/ /matches/{over.pk}/proof/", end=" ")
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
    every, ended, proof, match, challenge, deck = site.python(SCENE).split()
    cookies = {name: site.cookie(name) for name in ("alice", "keeper")}
    places = {"match": match, "challenge": challenge, "deck": deck, "every": every, "ended": ended, "proof": proof}
    return Scene(site, places, cookies)


@pytest.fixture
def context(chrome: Browser, scene: Scene) -> Iterator[BrowserContext]:
    """A browser whose size and theme the test changes."""
    opened = chrome.new_context(viewport=DESKTOP, reduced_motion="reduce")  # type: ignore[arg-type]
    opened.set_default_timeout(30_000)
    opened.add_cookies([{"name": "theme", "value": "dark", "url": scene.site.url}])
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("name", "paths"),
    [("", VISITORS + BOOKS), ("alice", PLAYERS), ("alice", SHOPS + TABLES), ("keeper", STAFF)],
    ids=["visitors", "players", "tables", "staff"],
)
def test_the_main_pages_have_no_fault_that_axe_finds(
    context: BrowserContext, scene: Scene, name: str, paths: tuple[str, ...]
) -> None:
    faults: list[str] = []
    page = context.new_page()
    breaches: list[str] = []
    page.on("console", lambda said: breaches.append(said.text) if "Content Security Policy" in said.text else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    if name:
        context.add_cookies([{"name": "sessionid", "value": scene.cookies[name], "url": scene.site.url}])
    for path in paths:
        page.goto(scene.site.url + path.format(**scene.places))
        # What axe itself tries is no breach of the page's.
        faults += [f"{path}: {breach}" for breach in breaches]
        for theme, size in (("dark", DESKTOP), ("dark", PHONE), ("light", PHONE), ("light", DESKTOP)):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            _wear(page, path, theme)
            faults += [f"{theme}, {size['width']} px: {fault}" for fault in _faults(page, path)]
        page.set_viewport_size(NARROW)  # type: ignore[arg-type]
        if path not in STAFF and page.evaluate(WIDER):
            faults.append(f"{path}: wider than {NARROW['width']} px")
        breaches.clear()
    assert not faults, "\n".join(faults)


def _wear(page: Page, path: str, theme: str) -> None:
    """Puts the page into a theme. The admin's colours fade, so it is loaded anew for its theme."""
    if path not in STAFF:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    elif theme != page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'"):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.reload()


def _faults(page: Page, path: str) -> list[str]:
    """What is wrong with the page that stands there."""
    found = Axe().run(page).response["violations"]
    faults = [
        f"{path}: {each['id']}: {[node['target'] for node in each['nodes']]}"
        for each in found
        if path not in STAFF or each["id"] not in OF_DJANGO
    ]
    if page.evaluate(WIDER):
        faults.append(f"{path}: wider than the window")
    # A table fits its window; once a match is over, its result may stand below the board.
    if page.locator("main.match:not(:has(#match-end))").count() and page.evaluate(
        "document.documentElement.scrollHeight > innerHeight"
    ):
        faults.append(f"{path}: taller than the window")
    return faults
