"""The chat on its pages: the lobby's, the players' and the spectators' panels, what forms answer, with and without
scripts, and what no page may hold."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Kind, User
from accounts.roles import MODERATOR
from matches.chat.models import Line, Quiet
from matches.chat.presets import PRESETS
from matches.chat.quieting import quiet_set
from matches.chat.room import Room
from matches.chat.speaking import line_announce, line_hide, line_say
from matches.live.rooms import MatchRoom
from matches.models import Match
from tests.cards.grants import staff_make
from tests.cards.test_custom_names import HOSTILE
from tests.matches import rows

pytestmark = pytest.mark.django_db

SAY = "/chat/"
HTMX = {"HX-Request": "true"}


def browser(user: User | None = None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    """Alice, blue, plays Bob, red."""
    return rows.match_write(rows.record(), alice, bob)


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def whisper(match: Match, alice: User, charlie: User) -> None:
    """Something for the players alone, and something for the spectators alone."""
    line_say(room=Room.players(match.pk), author=alice, text="between us two")
    line_say(room=Room.spectators(match.pk), author=charlie, text="bob holds Odin")


def test_the_lobby_has_a_chat_for_everybody(alice: User, client: Client) -> None:
    line_say(room=Room.lobby(), author=alice, text="good evening")
    line_announce(room=Room.lobby(), text="It is noon.")
    seen = page(client, "/")
    assert "good evening" in seen and "It is noon." in seen and 'id="chat-form"' in seen
    assert 'data-player-kind=""' in seen and 'data-player-kind="person"' in page(browser(alice), "/")
    assert 'role="log"' in seen and all(str(words) in seen for words in PRESETS.values())


def test_the_players_and_the_spectators_have_rooms_of_their_own(
    match: Match, alice: User, bob: User, charlie: User
) -> None:
    whisper(match, alice, charlie)
    address = f"/matches/{match.pk}/"
    for user in (alice, bob):
        seen = page(browser(user), address)
        assert "between us two" in seen and "Odin" not in seen and f'value="players:{match.pk}"' in seen
    for reader in (charlie, None):
        for place in (address, "/tv/"):
            seen = page(browser(reader), place)
            assert "Odin" in seen and "between us" not in seen and f'value="spectators:{match.pk}"' in seen
    for user in (alice, bob):
        seen = page(browser(user), "/tv/")
        assert "Odin" not in seen and "between us" not in seen and "chat-form" not in seen
    seen = page(browser(charlie), f"/broadcast/match/{match.pk}/".rstrip("/"))
    assert "Odin" not in seen and "between us" not in seen and "chat" not in seen
    Match.objects.filter(pk=match.pk).update(state="over", ended="played", winner="blue", turn="", due_at=None)
    seen = page(browser(alice), address)
    assert "between us two" in seen and "Odin" in seen and 'id="chat-after-lines"' in seen
    assert "between us" not in page(browser(charlie), address)


def test_of_a_private_match_nobody_else_reads(match: Match, alice: User, charlie: User) -> None:
    whisper(match, alice, charlie)
    Match.objects.filter(pk=match.pk).update(option="private")
    answer = browser(charlie).get(f"/matches/{match.pk}/")
    assert answer.status_code == 403 and b"Odin" not in answer.content
    said = browser(charlie).post(SAY, {"room": f"spectators:{match.pk}", "text": "still here?"}, headers=HTMX)
    assert said.status_code == 403 and b"private" in said.content
    assert Line.objects.count() == 2


def test_against_a_robot_there_is_no_chat(match: Match, alice: User, charlie: User) -> None:
    Match.objects.filter(pk=match.pk).update(with_people=False)
    address = f"/matches/{match.pk}/"
    assert "chat-form" not in page(browser(alice), address) and "chat-form" in page(browser(charlie), address)


def test_who_looks_as_a_player_sees_no_chat(match: Match, alice: User, charlie: User) -> None:
    whisper(match, alice, charlie)
    line_say(room=Room.lobby(), author=charlie, text="good evening")
    desk = browser(staff_make("mona", MODERATOR))
    assert desk.post(f"/admin/accounts/user/{charlie.pk}/view-as/", {"reason": "asked"}).status_code == 302
    for address in ("/", f"/matches/{match.pk}/", "/tv/"):
        seen = page(desk, address)
        assert "Odin" not in seen and "good evening" not in seen and "chat-form" not in seen


def test_a_line_is_said_with_scripts_without_them_and_by_programs(match: Match, alice: User, charlie: User) -> None:
    room = f"players:{match.pk}"
    client = browser(alice)
    answer = client.post(SAY, {"room": room, "text": "hello"}, headers=HTMX)
    line = Line.objects.get()
    assert answer.status_code == 200 and f'id="line-{line.pk}"' in answer.content.decode()
    assert 'hx-swap-oob="true"' in answer.content.decode()
    answer = client.post(SAY, {"room": room, "text": "plainly"})
    assert (answer.status_code, answer["Location"]) == (302, f"/matches/{match.pk}/#chat")
    answer = client.post(SAY, {"room": "lobby", "preset": "good_luck", "text": ""})
    assert answer["Location"] == "/#chat"
    answer = client.post(
        SAY,
        {"room": "lobby", "text": "by JSON"},
        content_type="application/json",
        headers={"Accept": "application/json"},
    )
    assert answer.json() == {"line": Line.objects.latest("pk").pk, "text": "by JSON"}
    assert Line.objects.count() == 4
    assert browser(charlie).post(SAY, {"room": room, "text": "hello"}).status_code == 403


def test_a_refusal_loses_nothing_that_was_typed(alice: User) -> None:
    client, long = browser(alice), "w" * 201
    for text, sentence in (("", "Write a few words first."), (long, "This has 201 characters; 200 are the most.")):
        answer = client.post(SAY, {"room": "lobby", "text": text})
        seen = answer.content.decode()
        assert answer.status_code == 400 and sentence in seen and f'value="{text}"' in seen
        answer = client.post(SAY, {"room": "lobby", "text": text}, headers=HTMX)
        assert answer.status_code == 400 and sentence in answer.content.decode() and answer["HX-Reswap"] == "none"
    assert not Line.objects.exists()


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({}, 404),
        ({"room": "kitchen", "text": "x"}, 404),
        ({"room": "players:999", "text": "x"}, 404),
        ({"room": ["lobby", "lobby"], "text": "x"}, 404),
        ({"room": "lobby"}, 400),
        ({"room": "lobby", "preset": "nonsense"}, 400),
        ({"room": "lobby", "text": "a\x00b"}, 400),
        ({"room": "lobby", "text": ["one", "two"]}, 400),
    ],
)
def test_what_is_posted_wrongly_gets_a_sentence(alice: User, data: dict[str, object], status: int) -> None:
    answer = browser(alice).post(SAY, data, headers=HTMX)
    assert answer.status_code == status and b"notice" in answer.content and not Line.objects.exists()


def test_visitors_read_and_do_not_write(client: Client) -> None:
    assert client.post(SAY, {"room": "lobby", "text": "hello"}).status_code == 403
    assert client.get(SAY).status_code == 405
    assert client.get("/chat/hide/1/").status_code == 302 and client.post("/chat/hide/1/").status_code == 403


def test_a_guest_says_short_sentences(alice: User) -> None:
    client = browser(alice)
    User.objects.filter(pk=alice.pk).update(kind=Kind.GUEST)
    assert 'data-player-kind="guest"' in page(client, "/")
    assert client.post(SAY, {"room": "lobby", "text": "hello"}, headers=HTMX).status_code == 403
    assert client.post(SAY, {"room": "lobby", "preset": "thanks"}, headers=HTMX).status_code == 200


def test_somebody_s_lines_are_hidden_and_shown_again_in_the_same_place(alice: User, bob: User) -> None:
    line_say(room=Room.lobby(), author=bob, text="rude words")
    client, address = browser(alice), reverse("matches:chat-quiet", args=[bob.pk])
    assert "rude words" in page(client, "/") and address in page(client, "/")
    answer = client.post(address, {"room": "lobby"}, headers=HTMX).content.decode()
    assert "rude words" not in answer and 'id="chat-lobby"' in answer and "Show bob again" in answer
    seen = page(client, "/")
    assert "rude words" not in seen and "Show bob again" in seen and Quiet.objects.count() == 1
    assert "rude words" in page(browser(bob), "/")
    answer = client.post(address, {"room": "lobby", "on": "0"}, headers=HTMX).content.decode()
    assert "rude words" in answer and "Show bob again" not in answer
    assert "bob is not told" in page(client, f"{address}?room=lobby")
    assert client.post(address, {"room": "lobby", "on": "1"})["Location"] == "/#chat"
    assert client.post(address, {"room": "lobby", "on": "x"}).status_code == 400
    assert client.post(reverse("matches:chat-quiet", args=[alice.pk]), {"room": "lobby"}).status_code == 409


def test_through_hiding_nobody_reads_a_room_that_is_not_theirs(match: Match, alice: User, charlie: User) -> None:
    whisper(match, alice, charlie)
    address = reverse("matches:chat-quiet", args=[staff_make("mona", MODERATOR).pk])
    for user, room in ((charlie, f"players:{match.pk}"), (alice, f"spectators:{match.pk}")):
        answer = browser(user).post(address, {"room": room}, headers=HTMX)
        assert b"between" not in answer.content and b"Odin" not in answer.content


def test_each_foreign_line_leads_to_a_report(alice: User, bob: User) -> None:
    line = line_say(room=Room.lobby(), author=bob, text="rude words")
    address = f"/players/bob/report/?what=message:{line.pk}"
    client = browser(alice)
    assert address in page(client, "/")
    assert "rude words" in page(client, address)
    line_hide(line_id=line.pk, hidden=True)
    seen = page(client, "/")
    assert "rude words" not in seen and "Hidden by the staff." in seen and address not in seen


def test_hostile_text_is_text(alice: User, bob: User) -> None:
    client = browser(bob)
    told = [*HOSTILE, '"><img src=x onerror=alert(1)>', "<b hx-get=/admin/ hx-trigger=load>"]
    answers = [client.post(SAY, {"room": "lobby", "text": text}, headers=HTMX) for text in told]
    assert {answer.status_code for answer in answers} <= {200, 400}
    seen = page(browser(alice), "/")
    for raw in (*(answer.content.decode() for answer in answers), seen):
        for evil in ("<script>alert", "<b>Mog</b>", "<img src=x", "<b hx-get", "\u202e", "\u200b", "\ufeff", "\x07"):
            assert evil not in raw
    assert "&lt;script&gt;alert(1)" in seen and "{{7*7}}" in seen


def test_the_panels_ask_a_few_questions_however_many_lines(
    alice: User, bob: User, django_assert_max_num_queries: object
) -> None:
    from django.template.loader import render_to_string

    from matches.chat.showing import chat_context, lobby_chat

    Line.objects.bulk_create(Line(where="lobby", author=(alice, bob)[n % 2], text=str(n)) for n in range(60))
    with django_assert_max_num_queries(5):  # type: ignore[operator]
        render_to_string("matches/chat/_panel.html", chat_context(lobby_chat(alice), alice))


def test_a_view_that_many_share_tells_who_hides_nobody_any_more(match: Match, bob: User, charlie: User) -> None:
    room, argument = MatchRoom(), str(match.pk)
    quiet_set(listener=charlie, author_id=bob.pk, on=True)
    assert "You hide the lines of 1 player" in room.snapshot(room.join(charlie, "", argument), charlie)
    quiet_set(listener=charlie, author_id=bob.pk, on=False)
    joined = room.join(charlie, "", argument)
    assert joined.share
    empty = r'<div id="chat-quiets" data-version="\d+" hx-swap-oob="true"></div>'
    assert len(re.findall(empty, room.snapshot(joined, None))) == 1
