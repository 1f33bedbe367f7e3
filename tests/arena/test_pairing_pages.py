"""The pages of quick pairing, and what the banner says of it on every page."""

from __future__ import annotations

import re

from django.test import Client

from accounts.models import User
from cards.services.starter import starter_open
from matches.arena.models import Seek
from matches.models import Match
from tests.conftest import Clock
from tests.matches import world

Players = tuple[User, User]
PICKS = "A001, A002, A003, A004, A005"


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_two_are_led_from_the_form_to_one_table(players: Players) -> None:
    alice_s, bob_s = (signed_in(user) for user in players)
    form = {"house": "deling", "trade": "none", "hand": "pick", "picks": PICKS}
    assert alice_s.post("/pairing/", form).headers["Location"] == "/"
    waiting = alice_s.get("/rules/").content.decode()
    assert "You look for an opponent in Deling" in waiting and "Stop looking" in waiting
    bob_s.post("/pairing/", form)
    found = alice_s.get("/rules/").content.decode()
    address = re.findall(r'hx-post="(/pairing/\d+/ready/)"', found)[0]
    commitment = Seek.objects.select_related("pairing__seed").first().pairing.seed.commitment  # type: ignore[union-attr]
    assert "Found: <b>bob</b>" in found and commitment in found and "data-ready" in found
    first = alice_s.post(address, {"addition": "aa" * 16}, headers={"HX-Request": "true"})
    assert (
        "as soon as both browsers have answered" in first.content.decode()
        and "data-ready" not in first.content.decode()
    )
    second = bob_s.post(address, {"addition": "bb" * 16}, headers={"HX-Request": "true"})
    assert second.headers["HX-Redirect"] == f"/matches/{Match.objects.get().pk}/"
    again = alice_s.post(address, {"addition": "aa" * 16})
    assert again.headers["Location"] == f"/matches/{Match.objects.get().pk}/"


def test_the_form_changes_with_the_house_and_says_what_is_shut(players: Players, clock: Clock) -> None:
    alice_s = signed_in(players[0])
    starter_open(user=players[0])
    page = alice_s.get("/pairing/").content.decode()
    assert "Find an opponent" in page and 'name="trade" value="none" checked' in page and "Start" in page
    part = alice_s.get("/pairing/?house=free", headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<div id="terms" data-house="free">') and "needs 1000 experience" in part


def test_who_has_no_cards_is_offered_the_starter(charlie: User, clock: Clock) -> None:
    assert "Open your starter" in signed_in(charlie).get("/pairing/").content.decode()


def test_stopping_and_the_edges(players: Players, client: Client) -> None:
    alice_s = signed_in(players[0])
    assert client.get("/pairing/").status_code == 302
    for path in ("/pairing/", "/pairing/leave/", "/pairing/1/ready/"):
        assert client.post(path).status_code == 403
    assert alice_s.get("/pairing/leave/").status_code == alice_s.get("/pairing/1/ready/").status_code == 405
    assert alice_s.post("/pairing/1/ready/", {"addition": "aa" * 16}).status_code == 409
    assert alice_s.post("/pairing/1/ready/", {"addition": "zz"}).status_code == 400
    for change in ({"trade": "total"}, {"house": "x" * 5000}, {"picks": "nobody"}, {"hand": "", "picks": ""}):
        form = {"house": "deling", "trade": "none", "hand": "pick", "picks": PICKS, **change}
        assert alice_s.post("/pairing/", form).status_code in (400, 404, 409), change
    alice_s.post("/pairing/", {"house": "guild", "trade": "none", "hand": "pick", "picks": PICKS})
    assert Seek.objects.get().house == "guild"
    stopped = alice_s.post("/pairing/leave/", headers={"HX-Request": "true"}).content.decode()
    assert 'id="banner"' in stopped and "Stop looking" not in stopped and not Seek.objects.exists()
    assert alice_s.post("/pairing/leave/").status_code == 302
    world.seen_now(*players)
