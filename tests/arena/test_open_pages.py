"""The pages of open challenges and invites: from the form to the match, and back from sign-up."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from matches.arena.opening import invite_token
from matches.models import Challenge, Match
from matches.services.seeds import seed_make
from tests.arena.open import answer, open_make
from tests.conftest import Clock
from tests.matches import world

Players = tuple[User, User]
PICKS = "A001, A002, A003, A004, A005"


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def form(user: User, **change: Any) -> dict[str, Any]:
    return {
        "way": "open", "seed_id": seed_make(owner=user).pk, "addition": "0f" * 16, "house": "deling",
        "rules": ["same"], "trade": "one", "option": "open", "move_time": "60", "hand": "pick", "picks": PICKS,
        **change,
    }  # fmt: skip


def rows(page: str) -> list[str]:
    return re.findall(r'<li id="(open-\d+)"(?![^>]* hidden)', page)


def test_an_open_challenge_goes_from_the_form_to_the_lobby_to_a_match(players: Players) -> None:
    alice, bob = players
    alice_s, bob_s = signed_in(alice), signed_in(bob)
    assert "Commitment to the draws" in alice_s.get("/open/").content.decode()
    made = alice_s.post("/open/", form(alice))
    challenge = Challenge.objects.get()
    assert made.headers["Location"] == f"/challenges/{challenge.pk}/"
    mine = alice_s.get(made.headers["Location"]).content.decode()
    assert "Your open challenge" in mine and "Withdraw" in mine and "Accept" not in mine
    lobby = bob_s.get("/").content.decode()
    row = lobby[lobby.index(f'id="open-{challenge.pk}"') :].split("</li>")[0]
    for words in ("alice", "value ", "rating", "Deling", "Same", "Trade: One", "60 s a move", "#", "Answer"):
        assert words in row
    page = bob_s.get(f"/challenges/{challenge.pk}/").content.decode()
    assert "alice looks for an opponent" in page and challenge.seed.commitment in page
    assert "Accept" in page and "Refuse" not in page and challenge.seed.secret not in page
    assert not any(copy.copy.card.name in row for copy in challenge.hand.all())
    begun = bob_s.post(f"/challenges/{challenge.pk}/accept/", {"hand": "pick", "picks": PICKS, "addition": "aa" * 16})
    assert begun.headers["Location"] == f"/matches/{Match.objects.get().pk}/"
    assert rows(bob_s.get("/").content.decode()) == []


def test_a_stranger_finds_a_taken_one_over_and_is_told_so(players: Players, charlie: User) -> None:
    alice, bob = players
    challenge = open_make(alice)
    answer(challenge, bob)
    page = signed_in(charlie).get(f"/challenges/{challenge.pk}/").content.decode()
    assert "Somebody else was quicker" in page and "Accept" not in page and "/matches/" not in page
    refused = signed_in(charlie).post(f"/challenges/{challenge.pk}/accept/", {"hand": "pick", "picks": PICKS})
    assert refused.status_code in (400, 409)


def test_visitors_see_open_challenges_and_sign_in_to_answer(players: Players, client: Client) -> None:
    challenge = open_make(players[0])
    assert rows(client.get("/").content.decode()) == [f"open-{challenge.pk}"]
    led = client.get(f"/challenges/{challenge.pk}/")
    assert led.status_code == 302 and f"next=/challenges/{challenge.pk}/" in led.headers["Location"]
    assert client.get("/open/").status_code == 302
    assert client.post("/open/", {}).status_code == 403
    assert client.post(f"/challenges/{challenge.pk}/accept/").status_code == 403


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("", 2), ("house=deling", 1), ("house=guild", 1), ("house=ffxiv", 0), ("rule=plus", 1), ("rule=open", 1),
        ("stake=cards", 1), ("stake=nothing", 1), ("stake=points", 0), ("pace=fast", 1), ("pace=usual", 1),
        ("pace=slow", 0), ("house=nowhere&rule=%00&pace=1", 2), ("house=guild&stake=cards", 0),
    ],
)  # fmt: skip
def test_the_address_filters(players: Players, client: Client, query: str, shown: int) -> None:
    alice, bob = players
    open_make(alice, rules=("plus",), trade="one")
    open_make(bob, house="guild", rules=("open",), trade="none", move_time=30)
    page = client.get(f"/?{query}").content.decode()
    assert len(rows(page)) == shown and len(re.findall(r'<li id="open-', page)) == 2


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"way": "x" * 5000}, 400, "way_unknown"),
        ({"rules": ["combo"]}, 400, "rule_needs"),
        ({"picks": "nobody"}, 404, "no_card"),
        ({"hand": "99999"}, 404, "no_deck"),
        ({"bet": "many"}, 400, "bad_bet"),
        ({"seed_id": "1" * 30}, 409, "seed_used"),
        ({"trade": "total"}, 409, "newcomer"),
    ],
)
def test_bad_input_gets_a_sentence_and_loses_nothing(
    players: Players, change: dict[str, Any], status: int, code: str
) -> None:
    alice = players[0]
    page = signed_in(alice).post("/open/", form(alice, **change))
    assert (page.status_code, f'data-code="{code}"' in page.content.decode()) == (status, True)
    assert 'value="0f0f' in page.content.decode() and not Challenge.objects.exists()


def test_the_wrong_method_and_what_is_not_there(players: Players, client: Client) -> None:
    invite = open_make(players[0], way="invite")
    token, bob_s = invite_token(invite), signed_in(players[1])
    assert bob_s.put("/open/").status_code == 405
    assert bob_s.post(f"/invite/{token}/").status_code == 405
    for part in ("accept", "starter"):
        assert bob_s.get(f"/invite/{token}/{part}/").status_code == 405
        assert client.post(f"/invite/{token}/{part}/").status_code == 403
        assert bob_s.post(f"/invite/{token[:-2]}/{part}/").status_code == 404
    assert client.get("/invite/12.abc/").status_code == client.get(f"/invite/{'x' * 3000}/").status_code == 404
    assert bob_s.get(f"/challenges/{invite.pk}/").status_code == 404
    assert bob_s.post(f"/challenges/{invite.pk}/accept/").status_code == 404


def test_an_invite_leads_through_sign_up_and_starter_to_the_match(players: Players, clock: Clock) -> None:
    alice = players[0]
    alice_s, guest = signed_in(alice), Client()
    made = alice_s.post("/open/", form(alice, way="invite"))
    page = alice_s.get(made.headers["Location"]).content.decode()
    address = re.findall(r'value="http://testserver(/invite/[^"]+)"', page)[0]
    seen = guest.get(address).content.decode()
    assert "alice invites you to a match" in seen and Challenge.objects.get().seed.commitment in seen
    # The invite's own button, and the one at the head of every page.
    assert seen.count(f'href="/account/signup/?next={address}"') == 2 and 'href="/account/signup/"' not in seen
    signed_up = guest.post(
        f"/account/signup/?next={address}",
        {"username": "newcomer", "password1": "five-cards-x", "password2": "five-cards-x", "next": address},
    )
    assert signed_up.headers["Location"] == address
    assert "Open your starter" in guest.get(address).content.decode()
    assert guest.post(f"{address}starter/").headers["Location"] == address
    page = guest.get(address).content.decode()
    deck = re.findall(r'name="hand" value="(\d+)"', page)[0]
    assert f'action="{address}accept/"' in page
    begun = guest.post(f"{address}accept/", {"hand": deck, "addition": "bb" * 16})
    match = Match.objects.get()
    assert begun.headers["Location"] == f"/matches/{match.pk}/" and match.additions["red"] == "bb" * 16
    assert "has been used" in Client().get(address).content.decode()
    assert "Accept" not in guest.get(address).content.decode()


def test_its_maker_sees_the_own_invite_by_its_link_too(players: Players) -> None:
    alice, bob = players
    address = f"/invite/{invite_token(open_make(alice, way='invite'))}/"
    page = signed_in(alice).get(address).content.decode()
    assert "The link to send" in page and address in page
    assert "The link to send" not in signed_in(bob).get(address).content.decode()


def test_precious_cards_are_confirmed(rich: Players) -> None:
    alice = rich[0]
    costly = ", ".join(f"A{number:03}" for number in (1, 2, 4, 5, 22))
    asked = signed_in(alice).post("/open/", form(alice, picks=costly, rules=["limitless"]))
    assert asked.status_code == 409 and "Yes, stake them" in asked.content.decode()
    sent = signed_in(alice).post("/open/", form(alice, picks=costly, rules=["limitless"], confirmed="1"))
    assert sent.status_code == 302


def test_the_lobby_room_of_who_may_not_look_is_refused(players: Players) -> None:
    world.seen_now(*players)
    from matches.live.rooms import ChallengeRoom
    from triad.rooms import Refused

    alice, bob = players
    invite = open_make(alice, way="invite")
    room = ChallengeRoom()
    assert room.join(bob, "", invite_token(invite)).topics[-1] == f"challenge.{invite.pk}.others"
    for who, argument in ((None, str(invite.pk)), (bob, str(invite.pk)), (bob, "9.x"), (bob, "")):
        with pytest.raises(Refused):
            room.join(who, "", argument)
