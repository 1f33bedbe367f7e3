"""The dialogue in each house: what it offers, why something is shut, and what is told before a match."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.services.wallet import pay
from matches.houses import HOUSES
from matches.models import Challenge, Match
from matches.services.seeds import seed_make
from tests.matches import world

PICKS = "A001, A002, A003, A004, A005"
HTMX = {"HX-Request": "true"}


def form(user: User, **change: Any) -> dict[str, Any]:
    """A challenge of the Free house, filled in."""
    return {
        "seed_id": seed_make(owner=user).pk,
        "house": "free",
        "rules": ["open", "same"],
        "trade": "none",
        "draw": "draw",
        "option": "open",
        "move_time": "60",
        "bet": "0",
        "first": "",
        "hand": "pick",
        "picks": PICKS,
        **change,
    }


def words(page: str) -> str:
    """What a page says, without its markup."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def box(page: str, name: str, value: str) -> str:
    """The tag of one choice of a form."""
    found = re.search(rf'<input[^>]*name="{name}" value="{value}"[^>]*>', page)
    assert found, (name, value)
    return found[0]


@pytest.mark.parametrize("house", HOUSES.values(), ids=lambda house: house.key)
def test_a_house_shows_its_rules_stakes_and_ways_out_of_a_draw(alice_s: Client, house: Any) -> None:
    page = alice_s.get("/challenge/bob/", {"house": house.key}, headers=HTMX).content.decode()
    assert "<!doctype" not in page and f'data-house="{house.key}"' in page
    rules = set(re.findall(r'name="rules" value="(\w+)"', page))
    assert rules == set(house.rules) - {"sudden_death"}
    assert re.findall(r'name="trade" value="(\w+)"', page) == list(house.trades)
    assert re.findall(r'name="draw" value="(\w+)"', page) == list(house.draws)
    assert ('name="first"' in page) == house.names_first
    assert ("fourth round" in page) == (len(house.draws) > 1 or house.draws == ("replay",))
    assert ("Always on with Same or Plus here" in page) == bool(house.always)
    assert ("all nine squares" in page) == house.total_victory


def test_changing_the_house_keeps_what_still_applies(alice_s: Client) -> None:
    typed = {
        "house": "ffxiv",
        "rules": ["same", "battle", "random"],
        "trade": "one",
        "move_time": "120",
        "hand": "pick",
    }
    page = alice_s.get("/challenge/bob/", {**typed, "picks": PICKS, "bet": "3"}, headers=HTMX).content.decode()
    assert "checked" in box(page, "rules", "same") and "checked" in box(page, "rules", "random")
    assert 'value="battle"' not in page
    assert "checked" in box(page, "trade", "one") and '<option value="120" selected>' in page
    assert f'value="{PICKS}"' in page and 'name="bet" type="number"' in page and 'value="3"' in page


def test_without_a_script_a_button_changes_the_house_and_nothing_is_sent(
    alice_s: Client, players: tuple[User, User]
) -> None:
    answer = alice_s.post("/challenge/bob/", form(players[0], house="guild", look="1", rules=["same", "swap"]))
    page = answer.content.decode()
    assert answer.status_code == 200 and 'data-house="guild"' in page and "checked" in box(page, "house", "guild")
    assert "checked" in box(page, "rules", "same") and not Challenge.objects.exists()


def test_a_house_that_is_not_there_shows_the_first(alice_s: Client) -> None:
    assert 'data-house="deling"' in alice_s.get("/challenge/bob/", {"house": "nowhere" * 99}).content.decode()


def test_the_last_choice_is_remembered_but_for_its_bet(
    alice_s: Client, players: tuple[User, User], bets_open: None
) -> None:
    pay_both(players, points=500)
    sent = form(players[0], draw="sudden_death", bet="20", first="opponent", rules=["same", "plus_wall", "plus"])
    assert alice_s.post("/challenge/bob/", sent).status_code == 302
    challenge = Challenge.objects.get()
    assert (challenge.draw, challenge.bet, challenge.first) == ("sudden_death", 20, "opponent")
    alice_s.post(f"/challenges/{challenge.pk}/withdraw/")
    page = alice_s.get("/challenge/bob/").content.decode()
    assert "checked" in box(page, "house", "free") and "checked" in box(page, "draw", "sudden_death")
    assert "checked" in box(page, "rules", "plus_wall") and "checked" in box(page, "first", "")
    assert re.search(r'name="bet"[^>]*value="0"', page)


def pay_both(players: tuple[User, User], **due: int) -> None:
    for user in players:
        pay(user=user, reason="grant", cause=f"test:{user.pk}", **due)


@pytest.mark.parametrize(
    ("house", "experience", "trade", "sentence"),
    [
        ("deling", 0, "total", "Total is open to you after five matches with people."),
        ("balamb", 0, "one", "One needs 1000 experience here, and you have 0."),
        ("guild", 0, "one", "One is open to you after five matches with people."),
        ("deling", 0, "one", ""),
        ("balamb", 1000, "one", ""),
        ("guild", 0, "none", ""),
    ],
)
def test_a_stake_that_is_not_open_is_shut_with_the_reason(
    alice_s: Client, players: tuple[User, User], house: str, experience: int, trade: str, sentence: str
) -> None:
    if experience:
        pay_both(players, experience=experience)
    page = alice_s.get("/challenge/bob/", {"house": house, "trade": trade}).content.decode()
    choice = box(page, "trade", trade)
    assert ("disabled" in choice) == bool(sentence) and ("checked" in choice) == (not sentence)
    assert sentence in page
    # Something that is open is chosen instead.
    chosen = re.findall(r'name="trade" value="\w+" checked[^>]*>', page)
    assert len(chosen) == 1 and "disabled" not in chosen[0]


def test_the_bet_s_limit_is_told_and_kept(alice_s: Client, players: tuple[User, User], bets_open: None) -> None:
    page = alice_s.get("/challenge/bob/", {"house": "free"}).content.decode()
    assert "No bet now" in page and "data-shut" in page
    pay_both(players, points=300)
    page = alice_s.get("/challenge/bob/", {"house": "free"}).content.decode()
    assert "From 0 to 30" in page and 'max="30"' in page
    for bet, status, code in (("31", 409, "bet_too_high"), ("x", 400, "bad_bet"), ("501", 400, "bad_bet")):
        answer = alice_s.post("/challenge/bob/", form(players[0], bet=bet))
        assert answer.status_code == status and f'data-code="{code}"' in answer.content.decode(), bet
        assert f'value="{bet}"' in answer.content.decode()
    training = alice_s.post("/challenge/bob/", form(players[0], bet="3", trade="training"))
    assert 'data-code="bet_in_training"' in training.content.decode()


def test_with_random_no_hand_is_chosen_and_both_are_told_of_their_pool(
    alice_s: Client, bob_s: Client, players: tuple[User, User]
) -> None:
    page = words(alice_s.get("/challenge/bob/", {"house": "ffviii", "rules": "random"}).content.decode())
    assert "Your hand comes from all your free cards: there are 12." in page
    assert "Any of your free cards may be drawn and be at stake" in page
    sent = form(players[0], house="ffviii", rules=["random"], trade="one", hand="", picks="")
    assert alice_s.post("/challenge/bob/", sent).status_code == 302
    challenge = Challenge.objects.get()
    asked = bob_s.get(f"/challenges/{challenge.pk}/").content.decode()
    assert "there are 12." in asked and "may be drawn and be at stake" in asked
    assert "none of them is at stake" not in asked and "data-picker" not in asked
    assert "Pick five cards" not in bob_s.get("/").content.decode()
    assert bob_s.post(f"/challenges/{challenge.pk}/accept/").status_code == 302
    assert Match.objects.get().setup["rules"] == ["random"]


def test_a_pool_that_gives_no_hand_is_told_before_and_refused(charlie: User, players: tuple[User, User]) -> None:
    world.copies_give(charlie, ["A001", "A002", "A003", "A004"])
    client = Client()
    client.force_login(charlie)
    page = client.get("/challenge/bob/", {"house": "free", "rules": "random"}).content.decode()
    assert "Random needs five of your cards" in page
    answer = client.post("/challenge/bob/", form(charlie, rules=["random"]))
    assert answer.status_code == 409 and "Random needs five of your cards" in answer.content.decode()


def test_a_deck_is_measured_by_the_limit_of_the_house(alice_s: Client, players: tuple[User, User]) -> None:
    world.copies_give(players[0], ["A025", "A028", "A019"])
    page = alice_s.get("/challenge/bob/", {"house": "ffxiv"}).content.decode()
    assert 'data-stars="4:2 5:1"' in page and 'data-limit=""' in page
    picked = form(players[0], house="ffxiv", hand="pick", picks="A001, A002, A019, A025, A028")
    answer = alice_s.post("/challenge/bob/", picked)
    assert answer.status_code == 400 and "four stars or more" in answer.content.decode()
    assert 'data-limit="20"' in alice_s.get("/challenge/bob/", {"house": "deling"}).content.decode()


def test_the_one_who_is_asked_reads_all_terms_in_words(
    alice_s: Client, bob_s: Client, players: tuple[User, User], bets_open: None
) -> None:
    pay_both(players, points=400)
    sent = form(players[0], draw="sudden_death", bet="20", first="opponent", option="private", move_time="120")
    alice_s.post("/challenge/bob/", sent)
    page = words(bob_s.get(f"/challenges/{Challenge.objects.get().pk}/").content.decode())
    for told in (
        "House: Free play",
        "Trade: None",
        "each plays on with the cards of their own colour",
        "From the fourth round of a match on, a move has 30 seconds at most.",
        "Each of you puts in 20 points",
        "You begin. The match is not rated.",
        "120 seconds a move",
        "Nobody but the two players sees the match.",
        "Win 10 50",
        "Point value of alice",
    ):
        assert told in page, told
    mine = words(alice_s.get(f"/challenges/{Challenge.objects.get().pk}/").content.decode())
    assert "bob begins. The match is not rated." in mine


def test_who_does_not_want_to_be_disturbed_gets_no_form(alice_s: Client, players: tuple[User, User]) -> None:
    User.objects.filter(pk=players[1].pk).update(do_not_disturb=True)
    page = alice_s.get("/challenge/bob/").content.decode()
    assert "does not want to be disturbed" in page and 'name="rules"' not in page and "data-closed" in page
    answer = alice_s.post("/challenge/bob/", form(players[0]))
    assert answer.status_code == 409 and 'name="rules"' in answer.content.decode()


def test_one_challenge_waits_at_a_time(alice_s: Client, players: tuple[User, User]) -> None:
    world.challenge_make(*players)
    page = alice_s.get("/challenge/bob/").content.decode()
    assert "is waiting for an answer" in page and 'name="rules"' not in page


def test_training_pays_nothing_and_says_so(alice_s: Client, bob_s: Client, players: tuple[User, User]) -> None:
    alice_s.post("/challenge/bob/", form(players[0], trade="training"))
    page = bob_s.get(f"/challenges/{Challenge.objects.get().pk}/").content.decode()
    assert "Training pays nothing" in page and "What it pays you" not in page


def test_tffo_pays_as_it_says(alice_s: Client) -> None:
    page = words(alice_s.get("/challenge/bob/", {"house": "tffo"}).content.decode())
    assert "Win 3 50 Draw 2 30 Loss 1 20" in page
