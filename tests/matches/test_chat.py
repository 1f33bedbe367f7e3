"""What is said in a chat: by whom, where, how often, for whose eyes, and for how long."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.blocks import block_set
from accounts.civility.models import Report
from accounts.civility.reports import attached_find, report_send
from accounts.civility.sanctions import sanction_lay
from accounts.departures import account_leave
from accounts.exports import export_of
from accounts.limits import TooOften
from accounts.models import Kind, User
from accounts.roles import MODERATOR
from matches.chat import bang
from matches.chat.models import Line, Quiet
from matches.chat.presets import PRESETS
from matches.chat.quieting import lines_sweep, quiet_set
from matches.chat.reading import MOST_SHOWN, log_of, unread_authors
from matches.chat.reporting import withheld_reports
from matches.chat.room import Room
from matches.chat.showing import ChatView, match_chat
from matches.chat.speaking import line_announce, line_hide, line_say
from matches.models import Match
from tests.cards.grants import staff_make
from tests.conftest import Clock
from tests.matches import rows
from triad.clock import now
from triad.errors import GameError

pytestmark = pytest.mark.django_db

LOBBY = Room.lobby()


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    """Alice, blue, plays Bob, red."""
    return rows.match_write(rows.record(), alice, bob)


def over(match: Match) -> Match:
    """The match as it is when everything of it is over."""
    Match.objects.filter(pk=match.pk).update(state="over", ended="played", winner="blue", turn="", due_at=None)
    match.refresh_from_db()
    return match


def refusal(room: Room, author: User, text: str = "Hello", **more: Any) -> tuple[str, int]:
    """Why a line is not said."""
    before = Line.objects.count()
    with pytest.raises(GameError) as error:
        line_say(room=room, author=author, text=text, **more)
    assert Line.objects.count() == before and error.value.message
    return error.value.code, error.value.status


def texts(view: ChatView | None) -> tuple[list[str], list[str] | None]:
    """What a chat shows: the lines of the own room, and what spectators said."""
    assert view is not None
    return [line.text for line in view.log.lines], [line.text for line in view.after.lines] if view.after else None


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Hello  there ", "Hello there"),
        ("one\r\ntwo\tthree\x07", "one two three"),
        ("a\u202egnol\u202c b\u2066c\u2069", "agnol bc"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("e" + "\u0301" * 40, "e" + "\u0301" * 4),
        ("ก" + "\u0e47" * 40, "ก" + "\u0e47" * 4),
        ("a" + "\u0489\u200d" * 9, "a" + "\u0489\u200d" * 4 + "\u200d" * 5),
        ("a\u3164\u2800b", "ab"),
        ("\u2028up", "up"),
        ("x" * 200, "x" * 200),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
    ],
)
def test_a_line_is_one_line_without_signs_that_nobody_sees(alice: User, typed: str, kept: str) -> None:
    assert line_say(room=LOBBY, author=alice, text=typed).text == kept


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "nothing_said"),
        (" \n\t ", "nothing_said"),
        ("\u200b\u200d", "nothing_said"),
        ("\u200d \u200d", "nothing_said"),
        ("\u3164\u2800", "nothing_said"),
        ("x" * 201, "too_long"),
    ],
)
def test_what_is_no_line(alice: User, typed: str, code: str) -> None:
    assert refusal(LOBBY, alice, typed) == (code, 400)


def test_who_may_speak_where(match: Match, alice: User, bob: User, charlie: User) -> None:
    players, spectators = Room.players(match.pk), Room.spectators(match.pk)
    for room, author in ((LOBBY, charlie), (players, alice), (players, bob), (spectators, charlie)):
        assert line_say(room=room, author=author, text="Hello").room == room
    assert refusal(players, charlie) == ("not_your_room", 403)
    assert refusal(spectators, alice) == ("you_play", 403)
    over(match)
    assert refusal(spectators, alice) == ("you_play", 403)
    assert refusal(Room.players(match.pk + 1), alice) == ("no_match", 404)
    Match.objects.filter(pk=match.pk).update(option="private")
    assert refusal(spectators, charlie) == ("private_match", 403)
    Match.objects.filter(pk=match.pk).update(option="open", with_people=False)
    assert refusal(players, alice) == ("no_voice", 403)


def test_of_a_delayed_match_that_nobody_sees_yet_nobody_speaks(match: Match, charlie: User) -> None:
    Match.objects.filter(pk=match.pk).update(delay=60)
    assert refusal(Room.spectators(match.pk), charlie) == ("no_match", 404)
    Match.objects.filter(pk=match.pk).update(shown="running")
    assert line_say(room=Room.spectators(match.pk), author=charlie, text="Hello").pk


def test_robots_the_staff_and_closed_accounts_say_nothing(alice: User) -> None:
    for change in ({"kind": Kind.ROBOT}, {"kind": Kind.STAFF}, {"is_active": False}):
        author = User(pk=alice.pk, **{"kind": Kind.PERSON, "is_active": True, **change})
        assert refusal(LOBBY, author)[0] == "no_voice"


def test_guests_say_short_sentences_only(alice: User) -> None:
    alice.kind = Kind.GUEST
    alice.save()
    assert refusal(LOBBY, alice) == ("only_presets", 403)
    assert refusal(LOBBY, alice, "Hello", preset="nonsense") == ("no_preset", 400)
    for key, words in PRESETS.items():
        line = line_say(room=LOBBY, author=alice, text="not this", preset=key)
        assert (line.preset, line.text) == (key, str(words))


def test_who_is_muted_or_suspended_is_told_until_when(alice: User) -> None:
    mona = staff_make("mona", MODERATOR)
    for kind, code in (("mute", "muted"), ("suspend", "suspended")):
        sanction_lay(player=alice, kind=kind, until=now() + timedelta(hours=1), reason="Shouted", by=mona)
        alice.refresh_from_db()
        assert refusal(LOBBY, alice) == (code, 403)


def test_who_speaks_too_often_is_told_how_long_to_wait(alice: User, bob: User, clock: Clock, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "chat": (2, 15)}
    for text in ("", "one", "x" * 201, "two"):
        try:
            line_say(room=LOBBY, author=alice, text=text)
        except GameError as error:
            assert error.code != "too_often"
    clock.advance(5)
    with pytest.raises(TooOften) as error:
        line_say(room=LOBBY, author=alice, text="three")
    assert error.value.retry_after == 10 and "10 seconds" in error.value.message
    assert line_say(room=LOBBY, author=bob, text="mine are my own").pk
    clock.advance(10)
    assert line_say(room=LOBBY, author=alice, text="three").pk


def test_the_players_read_what_spectators_said_only_afterwards(
    match: Match, alice: User, bob: User, charlie: User
) -> None:
    line_say(room=Room.players(match.pk), author=alice, text="to bob")
    line_say(room=Room.spectators(match.pk), author=charlie, text="bob holds Odin")
    assert texts(match_chat(match, "blue", alice)) == (["to bob"], None)
    assert texts(match_chat(match, "watch", charlie)) == (["bob holds Odin"], None)
    for state in ("choosing", "held"):
        match.state = state
        assert texts(match_chat(match, "red", bob)) == (["to bob"], None)
    over(match)
    assert texts(match_chat(match, "red", bob)) == (["to bob"], ["bob holds Odin"])
    assert texts(match_chat(match, "watch", charlie)) == (["bob holds Odin"], None)
    match.with_people = False
    assert match_chat(match, "blue", alice) is None


def test_a_rematch_goes_on_with_the_conversation(match: Match, alice: User, bob: User, charlie: User) -> None:
    line_say(room=Room.players(match.pk), author=alice, text="again?")
    line_say(room=Room.spectators(match.pk), author=charlie, text="what a match")
    again = rows.match_write(rows.record(), bob, alice, rematch_of=match)
    line_say(room=Room.players(again.pk), author=bob, text="again!")
    assert texts(match_chat(again, "red", alice)) == (["again?", "again!"], None)
    assert texts(match_chat(match, "blue", alice)) == (["again?"], None)
    assert texts(match_chat(again, "watch", charlie)) == ([], None), "the match before is not over"
    over(match)
    assert texts(match_chat(again, "watch", charlie)) == (["what a match"], None)
    assert texts(match_chat(again, "red", alice)) == (["again?", "again!"], None)
    Match.objects.filter(pk=match.pk).update(option="private")
    assert texts(match_chat(again, "watch", charlie)) == ([], None)


def test_of_a_room_the_newest_fifty_are_read(alice: User) -> None:
    Line.objects.bulk_create(Line(where="lobby", author=alice, text=str(n)) for n in range(MOST_SHOWN + 7))
    read = log_of(LOBBY)
    assert [line.text for line in read.lines] == [str(n) for n in range(7, MOST_SHOWN + 7)]
    assert read.upto == read.lines[-1].id
    kept = log_of(LOBBY, apart={alice.pk})
    assert kept.lines == () and kept.upto == read.upto


def test_who_keeps_apart_reads_nothing_of_each_other(alice: User, bob: User, charlie: User) -> None:
    for author in (alice, bob, charlie):
        line_say(room=LOBBY, author=author, text=author.username)
    block_set(blocker=alice, blocked=bob, on=True)
    quiet_set(listener=charlie, author_id=alice.pk, on=True)
    quiet_set(listener=charlie, author_id=alice.pk, on=True)

    def read(user: User | None) -> list[str]:
        return [line.text for line in log_of(LOBBY, apart=unread_authors(user)).lines]

    assert read(alice) == ["alice", "charlie"] and read(bob) == ["bob", "charlie"]
    assert read(charlie) == ["bob", "charlie"] and read(None) == ["alice", "bob", "charlie"]
    quiet_set(listener=charlie, author_id=alice.pk, on=False)
    assert read(charlie) == ["alice", "bob", "charlie"]
    for wrong, code in ((charlie.pk, "not_quietable"), (10**9, "no_player")):
        with pytest.raises(GameError) as error:
            quiet_set(listener=charlie, author_id=wrong, on=True)
        assert error.value.code == code


def test_a_line_hidden_by_the_staff_tells_nothing_more(alice: User) -> None:
    line = line_say(room=LOBBY, author=alice, text="rude words")
    for _twice in range(2):
        assert line_hide(line_id=line.pk, hidden=True).version == 2
    (shown,) = log_of(LOBBY).lines
    assert shown.hidden and not shown.text and not shown.reportable
    assert line_hide(line_id=line.pk, hidden=False).version == 3


def test_a_report_takes_the_lines_around_along(match: Match, alice: User, bob: User, charlie: User) -> None:
    said = [line_say(room=LOBBY, author=(alice, bob)[n % 2], text=f"word {n}") for n in range(20)]
    line_say(room=Room.players(match.pk), author=bob, text="between us")
    found = attached_find(reporter=charlie, about=bob, what=f"message:{said[9].pk}")
    assert found is not None and "word 9" in found.title and found.url == "/#chat"
    lines = found.text.splitlines()
    assert [line.rsplit(" ", 1)[1] for line in lines] == [str(n) for n in range(4, 15)]
    assert [line for line in lines if line.startswith(">")] == [lines[5]]
    report = report_send(reporter=charlie, about=bob, why="words", what=f"message:{said[9].pk}")
    assert report.attached_text == found.text


def test_nobody_reads_through_a_report(match: Match, alice: User, bob: User, charlie: User) -> None:
    secret = line_say(room=Room.players(match.pk), author=bob, text="between us")
    whispered = line_say(room=Room.spectators(match.pk), author=charlie, text="bob holds Odin")

    def sees(reporter: User, about: User, line: Line) -> bool:
        try:
            return attached_find(reporter=reporter, about=about, what=f"message:{line.pk}") is not None
        except GameError as error:
            assert error.status == 404
            return False

    assert sees(alice, bob, secret) and not sees(charlie, bob, secret)
    assert not sees(alice, charlie, whispered) and not sees(alice, alice, secret)
    assert not sees(alice, bob, whispered)
    assert withheld_reports(alice) == [f"message:{whispered.pk}"] and withheld_reports(charlie) == []
    over(match)
    assert sees(alice, charlie, whispered) and withheld_reports(alice) == []


def test_a_moderator_who_plays_reads_no_spectators_in_the_admin(match: Match, alice: User, charlie: User) -> None:
    dora = staff_make("dora", MODERATOR)
    whispered = line_say(room=Room.spectators(match.pk), author=charlie, text="bob holds Odin")
    between = line_say(room=Room.players(match.pk), author=alice, text="between us")
    line_say(room=LOBBY, author=charlie, text="good evening")
    report_send(reporter=dora, about=charlie, why="words", what=f"message:{whispered.pk}")
    client = Client()
    client.force_login(dora)

    def page() -> str:
        answers = [client.get(f"/admin/{place}/") for place in ("matches/line", "accounts/report")]
        assert [answer.status_code for answer in answers] == [200, 200]
        return "".join(answer.content.decode() for answer in answers)

    seen = page()
    assert "good evening" in seen and seen.count("bob holds Odin") == 2
    assert "between us" not in seen, "nobody has reported it"
    match.seats.filter(user=alice).update(user=dora)
    assert "Odin" not in page()
    over(match)
    assert "Odin" in page()
    Report.objects.create(reporter=charlie, about=alice, why="words", attached=f"message:{between.pk}")
    assert "between us" in page()
    hidden = {"action": "hide", "_selected_action": [between.pk]}
    assert client.post("/admin/matches/line/", hidden).status_code == 302
    between.refresh_from_db()
    assert between.hidden_by_staff


def test_old_lines_go_but_those_that_were_reported(match: Match, alice: User, bob: User) -> None:
    ages = {"lobby": (6, 8), "players": (89, 91)}
    for where, days in ages.items():
        for age in days:
            Line.objects.create(
                where=where, match=None if where == "lobby" else match, author=bob, text=f"{where} {age}",
                said_at=now() - timedelta(days=age),
            )  # fmt: skip
    kept = Line.objects.create(where="lobby", author=bob, text="reported", said_at=now() - timedelta(days=400))
    Report.objects.create(reporter=alice, about=bob, why="words", attached=f"message:{kept.pk}")
    lines_sweep(moment=now())
    assert set(Line.objects.values_list("text", flat=True)) == {"lobby 6", "players 89", "reported"}


def test_ones_lines_are_in_the_export_and_go_with_the_account(match: Match, alice: User, charlie: User) -> None:
    line_say(room=LOBBY, author=charlie, text="good evening")
    line_say(room=Room.spectators(match.pk), author=charlie, text="bob holds Odin")
    quiet_set(listener=charlie, author_id=alice.pk, on=True)
    chat = export_of(charlie)["chat"]
    assert [line["text"] for line in chat["lines"]] == ["good evening", "bob holds Odin"]
    assert chat["hidden"][0]["author_username"] == "alice"
    assert "Odin" not in json.dumps(export_of(alice), default=str)
    account_leave(player=charlie, password="eight-squares")
    assert not Line.objects.exists() and not Quiet.objects.exists()


def test_lines_with_an_exclamation_mark_are_answered_after_they_are_said(
    alice: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    heard: list[tuple[str, str, str]] = []

    def answer(*, room: Room, author: User, text: str) -> None:
        heard.append((room.key, author.username, text))
        line_announce(room=room, text=f"!{text}\r\nsecond\x07 line")

    monkeypatch.setattr(bang, "answer_bang", answer)
    with django_capture_on_commit_callbacks(execute=True):
        line_say(room=LOBBY, author=alice, text="!time")
        line_say(room=LOBBY, author=alice, text="what a !time")
        assert heard == []
    assert heard == [("lobby", "alice", "!time")]
    answered = Line.objects.get(kind="house")
    assert answered.author is None and answered.text == "!!time\nsecond line"


@pytest.mark.parametrize(
    "wrong",
    [
        {"where": "lobby", "match": True},
        {"where": "players", "match": False},
        {"text": ""},
        {"text": "x" * 201},
        {"author": None},
        {"kind": "house"},
        {"kind": "house", "author": None, "preset": "bye"},
    ],
)
def test_the_database_holds_no_other_lines(match: Match, alice: User, wrong: dict[str, Any]) -> None:
    given = {"where": "lobby", "author": alice, "text": "Hello", **wrong}
    given["match"] = match if wrong.get("match") else None
    with pytest.raises(IntegrityError), transaction.atomic():
        Line.objects.create(**given)


def test_rooms_are_named_by_their_keys() -> None:
    for room in (Room.lobby(), Room.players(12), Room.spectators(7)):
        assert Room.of_key(room.key) == room
    for wrong in ("", "players", "players:", "players:x", "lobby:1", "players:-1", "players:" + "9" * 18, "tv:1"):
        assert Room.of_key(wrong) is None
