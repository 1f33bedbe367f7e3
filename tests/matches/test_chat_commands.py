"""Lines that begin with an exclamation mark: each command in each room, in any spelling, and what is none."""

from __future__ import annotations

import pytest

from accounts.models import Kind, User
from matches.chat.bang import BANGS, hear
from matches.chat.models import Line
from matches.chat.quiz_models import Quiz
from matches.chat.room import Room
from matches.chat.showing import line_answered
from matches.chat.speaking import line_say
from matches.models import Match
from matches.services.delays import delay_begin
from matches.services.leaving import match_leave
from tests.conftest import Clock
from tests.matches import world

pytestmark = pytest.mark.django_db

LOBBY = Room.lobby()


def answer(room: Room, author: User, text: str) -> str:
    """What the house says to a line; empty where it says nothing."""
    before = set(Line.objects.values_list("pk", flat=True))
    hear(room=room, author=author, text=text)
    said = Line.objects.exclude(pk__in=before)
    assert all((line.kind, line.author, line.room) == ("house", None, room) for line in said)
    assert len(said) <= 1
    return said[0].text if said else ""


@pytest.mark.parametrize("text", ["!help", "!HELP", "!aide", "!Aïdé", "! help", "!help me please"])
def test_help_lists_every_command(alice: User, clock: Clock, text: str) -> None:
    said = answer(LOBBY, alice, text)
    assert len(said.splitlines()) == len(BANGS) == 5
    assert all(f"!{name}" in said for bang in BANGS for name in bang.names)
    assert "60 seconds, 2 points" in said and "5 paid a day" in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("!qiuz", "There is no such command. The nearest is !quiz."),
        ("!scores", "There is no such command. The nearest is !score."),
        ("!rule", "There is no such command. The nearest is !rules."),
        ("!aid", "There is no such command. The nearest is !aide."),
        ("!abracadabra", "There is no such command. !help lists what there is."),
        ("!", ""),
        ("!!!", ""),
        ("!?", ""),
        ("help", ""),
        ("quiz", ""),
    ],
)
def test_what_is_no_command_is_told_the_nearest(alice: User, clock: Clock, text: str, said: str) -> None:
    assert answer(LOBBY, alice, text) == said


def test_the_house_says_no_word_after_anybody(alice: User, clock: Clock) -> None:
    for text in ("!bob-is-rude", "!scorebob", "!" + "q" * 199):
        assert text[1:] not in answer(LOBBY, alice, text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("!score", "Nobody has answered a quiz today. !quiz asks one."),
        ("!rules", "The rule book: /rules/"),
        ("!time", "It is 12:00:00 UTC."),
        ("!TIME", "It is 12:00:00 UTC."),
        ("!quiz", "alice: There is nothing to ask about."),
    ],
)
def test_the_lobby_is_answered(alice: User, clock: Clock, text: str, said: str) -> None:
    assert answer(LOBBY, alice, text) == said


def test_quiz_asks_and_the_answer_is_an_ordinary_line(players: tuple[User, User]) -> None:
    alice, bob = players
    assert answer(LOBBY, alice, "!quiz").startswith("Quiz, 60 seconds, 2 points: Wh")
    quiz = Quiz.objects.get()
    right = max(quiz.answers, key=len)
    assert answer(LOBBY, bob, f"!{right}") != answer(LOBBY, bob, "Nobody knows that") == ""
    assert answer(LOBBY, bob, right).startswith("Right, bob, and first: ")
    assert answer(LOBBY, bob, "!score") == "The quiz today: bob 1."


@pytest.mark.parametrize("kind", [Kind.GUEST, Kind.ROBOT])
def test_only_people_are_answered(db: None, clock: Clock, kind: str) -> None:
    other = User.objects.create_user(username="other", kind=kind)
    assert answer(LOBBY, other, "!help") == ""


@pytest.mark.parametrize("kind", [Room.PLAYERS, Room.SPECTATORS])
def test_a_match_is_answered_as_its_readers_may_see_it(
    players: tuple[User, User], charlie: User, clock: Clock, kind: str
) -> None:
    match = world.match_make(*players)
    room, asker = Room(kind, match.pk), players[1] if kind == Room.PLAYERS else charlie
    turn = world.turn_user(match).username
    assert {answer(room, asker, "!score")} <= {
        f"{near} 5–5 {far}. {turn} is to play, round 1." for near, far in (("alice", "bob"), ("bob", "alice"))
    }
    assert answer(room, asker, "!time") == f"It is 12:00:00 UTC. {turn} has 1:00 left for this move."
    clock.advance(20)
    assert answer(room, asker, "!time") == f"It is 12:00:20 UTC. {turn} has 0:40 left for this move."
    rules = answer(room, asker, "!rules")
    assert rules.endswith("60 seconds a move. The rule book: /rules/")
    assert all(word in rules for word in ("Open", "Same", "Plus", "Combo", "Trade: One"))
    match_leave(match_id=match.pk, user=players[0])
    assert answer(room, asker, "!score").endswith("The match is over, without a winner.")
    assert answer(room, asker, "!time") == "It is 12:00:20 UTC. The match is over, without a winner."


def test_the_words_about_the_end_are_true_for_both_players(match: Match, players: tuple[User, User]) -> None:
    Match.objects.filter(pk=match.pk).update(state="over", ended="played", winner="blue", turn="", due_at=None)
    for player in players:
        assert answer(Room.players(match.pk), player, "!score").endswith(" alice has won.")


def test_spectators_hear_of_a_delayed_match_no_more_than_its_page_shows(
    players: tuple[User, User], charlie: User, clock: Clock
) -> None:
    match = world.match_make(*players)
    delay_begin(match=match, seconds=300)
    match.save()
    first, room = world.turn_user(match).username, Room.spectators(match.pk)
    for text in ("!score", "!time", "!rules"):
        assert answer(room, charlie, text).startswith("charlie: ")
    clock.advance(50)
    world.placement_play(match)
    clock.advance(255)
    assert answer(room, charlie, "!score").endswith(f" {first} is to play, round 1.")
    assert answer(room, charlie, "!time") == f"It is 12:05:05 UTC. {first} has 0:55 left for this move."
    clock.advance(50)
    assert not answer(room, charlie, "!score").endswith(f" {first} is to play, round 1.")


def test_a_line_that_was_said_is_answered(alice: User, clock: Clock) -> None:
    line = line_say(room=LOBBY, author=alice, text="!time")
    line_answered(line.pk)
    assert Line.objects.get(kind="house").text == "It is 12:00:00 UTC."
    line_answered(line_say(room=LOBBY, author=alice, preset="thanks").pk)
    assert Line.objects.filter(kind="house").count() == 1
