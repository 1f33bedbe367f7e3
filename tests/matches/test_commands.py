"""Asking for a match, answering, watching, and taking back: said rightly and wrongly, and what the page shows after
it."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from cards.models import Card
from cards.queries import deck_current
from cards.services.copies import give_copy
from cards.services.decks import deck_make
from matches.commands.terms import read_wish
from matches.models import Challenge, Match, Seat
from matches.services.robots import robots_load
from tests.commands import Said, Speaker, says
from tests.conftest import Clock
from tests.matches import world
from tests.matches.conftest import OWNED
from triad.errors import GameError


@pytest.fixture
def decks(players: tuple[User, User]) -> tuple[User, User]:
    """Alice and Bob, each with a deck Start of their five lowest cards."""
    for user in players:
        deck_make(owner=user, name="Start", card_ids=OWNED[:5])
    return players


def game(user: User, rest: str) -> Said:
    return says(user, f"+TT/Game {rest}")


def waiting() -> Challenge:
    return Challenge.objects.get(state=Challenge.State.WAITING)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("Open Same Combo One", {"rules": ["open", "same", "combo"], "trade": "one"}),
        ("one COMBO same open", {"rules": ["combo", "same", "open"], "trade": "one"}),
        ("Open Same Wall One", {"rules": ["open", "same_wall", "same"], "trade": "one"}),
        ("Same Plus Wall", {"rules": ["same", "plus", "same_wall"]}),
        ("Same same-wall", {"rules": ["same", "same_wall"]}),
        ("Identiques Même Mur", {"rules": ["same", "same_wall"]}),
        ("Elemental, Limitless; All", {"rules": ["elemental", "limitless"], "trade": "total"}),
        ("All Open", {"rules": ["open"], "trade": None}),
        ("No gain", {"trade": "none"}),
        ("Same Private 30s Unique", {"rules": ["same"], "trade": "one", "option": "private", "move_time": 30}),
        ("broadcast None", {"trade": "none", "option": "broadcast"}),
        ("FFVIII Three Open Mort Subite", {"house": "ffviii", "rules": ["three_open", "sudden_death"]}),
        ("Plus Wall Plus Free play", {"house": "free", "rules": ["plus_wall", "plus", "plus"]}),
        ("Balamb Random random Open", {"house": "balamb", "rules": ["random", "open"], "trade": "random"}),
        ("Hide Same", {"rules": ["hide", "same"]}),
        ("", {"rules": [], "trade": None, "option": "open", "house": "deling", "move_time": None}),
    ],
)
def test_rules_stand_in_any_order_and_spelling(words: str, found: dict[str, Any]) -> None:
    terms = read_wish(words).terms
    assert {key: [each.lower() for each in terms[key]] if key == "rules" else terms[key] for key in found} == found


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("Open Cheese", "rule_unknown"),
        ("One Two Same", "two_trades"),
        ("Deling FFXIV Same", "two_houses"),
        ("Private Broadcast", "rules_exclude"),
    ],
)
def test_words_that_cannot_be_meant_are_refused(words: str, code: str) -> None:
    with pytest.raises(GameError) as refused:
        read_wish(words)
    assert refused.value.code == code


def test_a_challenge_is_sent_and_accepted(decks: tuple[User, User]) -> None:
    alice, bob = decks
    deck_make(owner=alice, name="Other", card_ids=OWNED[:5])
    told = game(alice, "BOB=start/Open Same Combo One")
    made = waiting()
    assert told.status == 200 and (made.rules, made.trade) == (["combo", "open", "same"], "one")
    assert made.deck_name == "Start" and "your deck Start" in told.text and "Same" in told.text
    current = deck_current(owner=alice)
    assert current is not None and current.name == "Start"
    assert told.url and "bob" in Speaker(alice).page(told.url)
    assert "alice" in Speaker(bob).page("/")
    accepted = says(bob, "+tt/accept START")
    match = Match.objects.get()
    assert accepted.status == 200 and accepted.url == f"/matches/{match.pk}/" and "+-----" in accepted.text
    assert 'data-audience="red"' in Speaker(bob).page(accepted.url)


def test_the_default_stake_is_the_house_s(decks: tuple[User, User]) -> None:
    assert game(decks[0], "bob=Start/Open").status == 200 and waiting().trade == "one"


@pytest.mark.parametrize(
    ("rest", "status", "code"),
    [
        ("", 400, "wrong_use"),
        ("bob", 400, "wrong_use"),
        ("bob=", 400, "wrong_use"),
        ("bob=/Open", 400, "wrong_use"),
        ("=Start/Open", 400, "wrong_use"),
        ("nobody=Start/Open", 404, "no_player"),
        ("bob=Nope/Open", 404, "no_deck"),
        ("bob=Start", 400, "nothing_chosen"),
        ("bob=Start/Cheese", 400, "rule_unknown"),
        ("bob=Start/Random Open", 400, "rule_not_in_house"),
        ("bob=Start/Wall", 400, "needs"),
        ("bob=Start/Open 17s", 400, "bad_move_time"),
        ("alice=Start/Open", 409, "not_challengeable"),
        ("bob=Start/Training Same", 400, "trade_not_in_house"),
    ],
)
def test_a_challenge_said_wrongly_is_not_sent(decks: tuple[User, User], rest: str, status: int, code: str) -> None:
    told = game(decks[0], rest)
    assert told.status == status and told.text and not Challenge.objects.exists()
    assert told.code == code or (code == "needs" and "needs" in told.text)


def test_several_challenges_are_listed_and_one_is_chosen(decks: tuple[User, User], charlie: User) -> None:
    alice, bob = decks
    world.copies_give(charlie, OWNED)
    world.seen_now(charlie)
    for user, rules in ((alice, ("open",)), (charlie, ("same", "plus"))):
        world.challenge_make(user, bob, rules=rules)
    for line in ("+TT/Accept Start", "+TT/Refuse"):
        told = says(bob, line)
        assert told.code == "several_challenges" and "alice" in told.text and "charlie" in told.text
    assert Challenge.objects.filter(state=Challenge.State.WAITING).count() == 2
    assert says(bob, "+TT/Refuse Alice").status == 200
    assert Challenge.objects.get(challenger=alice).state == Challenge.State.REFUSED
    told = says(bob, "+TT/Accept Start/CHARLIE")
    assert told.status == 200 and Match.objects.get().challenge is not None
    assert Match.objects.get().challenge.challenger == charlie  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("line", "status", "code"),
    [
        ("+TT/Accept", 400, "wrong_use"),
        ("+TT/Accept Nope", 404, "no_deck"),
        ("+TT/Accept Start/charlie", 404, "no_challenge"),
        ("+TT/Accept Start/nobody", 404, "no_player"),
        ("+TT/Refuse charlie", 404, "no_challenge"),
    ],
)
def test_an_answer_said_wrongly_answers_nothing(
    decks: tuple[User, User], charlie: User, line: str, status: int, code: str
) -> None:
    alice, bob = decks
    world.challenge_make(alice, bob)
    told = says(bob, line)
    assert (told.status, told.code) == (status, code) and waiting()


def test_where_nothing_waits_nothing_is_answered(decks: tuple[User, User]) -> None:
    for line in ("+TT/Accept Start", "+TT/Refuse"):
        assert says(decks[1], line).code == "no_challenge"
    assert says(decks[0], "+TT/Cancel").code == "nothing_to_cancel"


def test_a_refusal_is_told_to_who_asked(decks: tuple[User, User]) -> None:
    alice, bob = decks
    game(alice, "bob=Start/Open")
    told = says(bob, "+TT/Refuse")
    assert told.status == 200 and "alice" in told.text
    assert "bob refused." in Speaker(alice).page("/")


def test_a_challenge_is_taken_back(decks: tuple[User, User], charlie: User) -> None:
    alice, bob = decks
    world.seen_now(charlie)
    game(alice, "bob=Start/Open")
    assert says(alice, "+TT/Cancel").status == 200
    assert Challenge.objects.get().state == Challenge.State.WITHDRAWN
    for name in ("bob", "charlie"):
        assert game(alice, f"{name}=Start/Open").status == 200
    assert says(alice, "+TT/Cancel").code == "several_challenges"
    assert says(alice, "+TT/Cancel charlie").status == 200 and waiting().opponent == bob


def test_a_match_is_left_and_the_record_says_so(match: Match, players: tuple[User, User]) -> None:
    alice, _bob = players
    told = says(alice, "+TT/Cancel")
    match.refresh_from_db()
    assert told.status == 200 and match.ended == "did_not_finish" and "alice left" in told.text
    assert Seat.objects.get(match=match, user=alice).did_not_finish
    assert "Not finished" in Speaker(alice).page(f"/matches/{match.pk}/")


def test_a_precious_stake_is_confirmed_in_text(decks: tuple[User, User]) -> None:
    alice, bob = decks
    precious = Card.objects.filter(level=10)[0]
    for user in (alice, bob):
        give_copy(card=precious, taker=user, reason="grant", cause="test")
        deck_make(owner=user, name="Strong", card_ids=[*OWNED[:4], precious.pk])
    speaker = Speaker(alice)
    asked = speaker.say("+TT/Game bob=Strong/Open One")
    assert (asked.status, asked.code) == (409, "confirm_stake")
    assert precious.name in asked.text and "+TT/Yes" in asked.text and not Challenge.objects.exists()
    page = speaker.post("+TT/Game bob=Strong/Open One", headers={"HX-Request": "true"}).content.decode()
    assert 'data-say="+TT/Yes"' in page
    assert speaker.say("+TT/Yes").status == 200 and waiting().deck_name == "Strong"
    other = Speaker(bob)
    assert other.say("+TT/Accept Strong").code == "confirm_stake"
    assert other.say("+TT/Grid").status == 404  # anything else takes it back
    assert other.say("+TT/Yes").code == "nothing_asked"
    assert other.say("+TT/Accept Strong").code == "confirm_stake"
    assert other.say("+TT/Yes").status == 200 and Match.objects.count() == 1


def test_a_yes_comes_too_late_after_ten_minutes(decks: tuple[User, User], clock: Clock) -> None:
    alice, _bob = decks
    precious = Card.objects.filter(level=10)[0]
    give_copy(card=precious, taker=alice, reason="grant", cause="test")
    deck_make(owner=alice, name="Strong", card_ids=[*OWNED[:4], precious.pk])
    speaker = Speaker(alice)
    assert speaker.say("+TT/Game bob=Strong/Open One").code == "confirm_stake"
    clock.advance(601)
    assert speaker.say("+TT/Yes").code == "nothing_asked"


def test_a_browser_adds_its_part_after_the_commitment_is_shown(decks: tuple[User, User]) -> None:
    alice, bob = decks
    htmx = {"HX-Request": "true"}
    blue, red = Speaker(alice), Speaker(bob)
    first = blue.post("+TT/Game bob=Start/Open", headers=htmx, adds="1")
    assert first.status_code == 200 and "data-again" in first.content.decode() and not Challenge.objects.exists()
    again = first.context["answer"].again
    assert again.commitment in first.content.decode()
    blue.post("+TT/Game bob=Start/Open", headers=htmx, adds="1", addition="ab" * 16, seed_id=again.seed_id)
    assert waiting().seed.commitment == again.commitment and waiting().addition == "ab" * 16
    shown = red.post("+TT/Accept Start", headers=htmx, adds="1").content.decode()
    assert again.commitment in shown and not Match.objects.exists()
    red.post("+TT/Accept Start", headers=htmx, adds="1", addition="cd" * 16)
    assert Match.objects.get().additions == {"blue": "ab" * 16, "red": "cd" * 16}


def test_a_robot_plays_at_once(decks: tuple[User, User]) -> None:
    robots_load()
    told = game(decks[0], "mog easy=Start/Open Same")
    match = Match.objects.get()
    assert told.status == 200 and not match.with_people and match.setup["trade"] == "none"
    assert told.url == f"/matches/{match.pk}/"
    assert game(decks[0], "Mog-Easy=Start/Open One").code == "robot_stakes"


def test_a_match_is_watched_and_left(match: Match, players: tuple[User, User], charlie: User) -> None:
    alice, bob = players
    speaker = Speaker(charlie)
    told = speaker.say("+TT/Spectate Join=ALICE")
    page = f"/matches/{match.pk}/"
    assert told.status == 200 and told.url == page and "alice" in told.text and "+-----" in told.text
    assert 'data-audience="watch"' in speaker.page(page)
    left = speaker.say("+TT/Spectate Leave", page=page)
    assert left.status == 200 and left.url == "/"
    assert speaker.say("+TT/Spectate Leave", page="/").code == "not_watching"
    assert speaker.say("+TT/Spectate Leave now", page=page).code == "wrong_use"
    assert says(alice, "+TT/Spectate Leave", page=page).code == "not_watching"
    assert says(alice, "+TT/Spectate Join=alice").url == page
    assert says(None, "+TT/Spectate Join=bob").url == page
    for line, code in (("", "wrong_use"), ("=", "wrong_use"), ("=nobody", "no_player"), ("=charlie", "no_match_now")):
        assert speaker.say(f"+TT/Spectate Join{line}").code == code
    assert says(bob, "+TT/Option Private").status == 200
    assert speaker.say("+TT/Spectate Join=alice").code == "no_match_now"
    assert speaker.say("+TT/Grid", page=page).status == 403


def test_who_may_watch_is_changed_midgame(match: Match, players: tuple[User, User], charlie: User) -> None:
    alice, bob = players
    page = f"/matches/{match.pk}/"
    asked = says(alice, "+TT/Option Broadcast")
    match.refresh_from_db()
    assert asked.status == 200 and match.option == "open" and "bob must say so too" in asked.text
    assert says(bob, "+tt/option BROADCAST").status == 200
    match.refresh_from_db()
    assert match.option == "broadcast"
    assert says(alice, "+TT/Option None").status == 200
    assert says(alice, "+TT/Option Private", page=page).status == 200
    match.refresh_from_db()
    assert match.option == "private" and "private" in Speaker(alice).page(page)
    for line in ("+TT/Option", "+TT/Option Everybody"):
        assert says(alice, line).code == "wrong_use"
    assert says(charlie, "+TT/Option Private").code == "no_match_now"


def test_statistics_are_told_of_anybody(match: Match, players: tuple[User, User], charlie: User) -> None:
    alice, bob = players
    says(alice, "+TT/Cancel")
    told = says(charlie, "+TT/Stats ALICE")
    assert told.status == 200 and "Matches of alice" in told.text and told.url == "/players/alice/"
    assert told.text.split("With people")[1].split()[:4] == ["0", "0", "0", "1"]
    assert "alice" in Speaker(charlie).page(told.url)
    assert "Matches of bob" in says(bob, "+TT/Stats").text
    assert says(None, "+TT/Stats bob").status == 200
    assert says(bob, "+TT/Stats nobody").code == "no_player"
    assert says(None, "+TT/Stats").status == 403


def test_names_decks_and_rules_complete_a_line(decks: tuple[User, User], charlie: User) -> None:
    alice, bob = decks
    world.seen_now(charlie)
    speaker = Speaker(alice)
    assert speaker.options("+TT/Game b") == ["+TT/Game bob="]
    assert speaker.options("+TT/Game bob=st") == ["+TT/Game bob=Start/"]
    assert speaker.options("+TT/Game bob=Start/Open sam")[:2] == [
        "+TT/Game bob=Start/Open Same",
        "+TT/Game bob=Start/Open Same Wall",
    ]
    world.challenge_make(alice, bob)
    assert Speaker(bob).options("+TT/Refuse ") == ["+TT/Refuse alice"]
    assert Speaker(bob).options("+TT/Accept s") == ["+TT/Accept Start"]
    assert speaker.options("+TT/Cancel ") == ["+TT/Cancel bob"]
