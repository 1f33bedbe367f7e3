"""Two people and a spectator in browsers of their own: from an open challenge to a rematch that the third follows."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.bench.live import TOKEN
from tests.browser.stage import Placing, Visitor, line_with, record_of
from tests.served import Site

pytestmark = pytest.mark.browser

TABLE = re.compile(r"/matches/(\d+)/")
#: A busy machine takes its time.
WAIT = 20_000
#: Two people with their starters, and somebody who only looks on.
PEOPLE = """
from accounts.models import User
from cards.services.starter import starter_open
for name in ("alice", "bob", "charlie"):
    starter_open(user=User.objects.create_user(username=name))
"""
#: So many of the nine placements are made by mouse.
BY_MOUSE = 2


class Person(Visitor):
    """Somebody who is signed in."""

    def __init__(self, site: Site, chrome: Browser, name: str) -> None:
        super().__init__(chrome, site.url)
        self.session = site.cookie(name)
        self.context.add_cookies([{"name": "sessionid", "value": self.session, "url": site.url}])

    def send(self, match_id: int, placing: Placing, version: int) -> None:
        """Makes a placement without the mouse."""
        cookies = {"sessionid": self.session, "csrftoken": TOKEN}
        headers = {"X-CSRFToken": TOKEN, "Accept": "application/json", "Origin": self.url}
        move = {"card": placing.card, "square": placing.square, "version": version}
        path = f"{self.url}/matches/{match_id}/moves/"
        answer = httpx.post(path, data=move, cookies=cookies, headers=headers, timeout=20)
        assert answer.status_code == 200, answer.text


def test_from_an_open_challenge_to_a_rematch_with_a_spectator_following(site: Site, chrome: Browser) -> None:
    site.python(PEOPLE)
    alice, bob, charlie = (Person(site, chrome, name) for name in ("alice", "bob", "charlie"))
    watched = charlie.go("/").locator("#lobby-tables > li")
    offers = bob.go("/").locator("#lobby-open > li")

    page = alice.go("/open/?way=open")
    page.locator("input[name=trade][value=none]").check()
    page.locator("select[name=move_time]").select_option("300")
    page.locator("input[name=hand]:not([value=pick])").first.check()
    page.get_by_role("button", name="Make the challenge").click()
    page.wait_for_url(re.compile(r"/challenges/\d+/"))
    page.wait_for_selector("body[data-connected]")
    expect(offers).to_have_count(1, timeout=WAIT)
    offers.get_by_role("link", name="Answer").click()
    bob.page.wait_for_url(re.compile(r"/challenges/\d+/"))
    bob.page.wait_for_selector("body[data-connected]")
    bob.page.get_by_role("button", name="Accept").click()
    bob.page.wait_for_url(TABLE)
    alice.page.wait_for_url(TABLE)
    match_id = int(TABLE.findall(alice.page.url)[0])

    expect(watched).to_have_count(1, timeout=WAIT)
    watched.get_by_role("link", name="Watch").click()
    charlie.page.wait_for_url(TABLE)
    everybody = (alice, bob, charlie)
    for visitor in everybody:
        visitor.page.wait_for_selector("body[data-connected]")
    players = {"blue": alice, "red": bob}
    line = line_with(record_of(site, match_id))
    for number, placing in enumerate(line.placings):
        if number < BY_MOUSE:
            players[placing.colour].place(placing)
            for visitor in everybody:
                visitor.sees(number + 1)
        else:
            players[placing.colour].send(match_id, placing, number + 1)
    winner = {"blue": "alice", "red": "bob"}[line.winner]
    for visitor in everybody:
        visitor.sees(9)
        expect(visitor.page.locator("#match-end")).to_be_visible(timeout=WAIT)
    expect(players[line.winner].page.locator("#match-end h2")).to_contain_text("You win")
    expect(charlie.page.locator("#match-end h2")).to_contain_text(f"{winner} wins")

    # Who looks on is told of the offer, and is led to the rematch as the players are.
    alice.page.locator("#match-outcome").get_by_role("button", name="Rematch", exact=True).click()
    for visitor, said in ((bob, "alice wants a rematch."), (charlie, "alice offers a rematch.")):
        expect(visitor.page.locator("#match-outcome")).to_contain_text(said, timeout=WAIT)
    bob.page.locator("#match-outcome").get_by_role("button", name="Rematch", exact=True).click()
    again = re.compile(rf"/matches/(?!{match_id}/)\d+/")
    for visitor in everybody:
        visitor.page.wait_for_url(again)
        visitor.page.wait_for_selector("body[data-connected]")
        expect(visitor.page.locator("#match-end")).to_have_count(0)
    assert alice.page.url == bob.page.url == charlie.page.url
    expect(charlie.page.locator("main")).to_have_attribute("data-audience", "watch")
    expect(alice.page.locator("main")).to_have_attribute("data-audience", "red")
    for visitor in everybody:
        visitor.close()
