from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.civility.models import Letter, Report, Sanction
from accounts.civility.reports import report_send
from accounts.civility.sanctions import check_may_speak, is_muted, is_suspended, sanction_lay, sanction_lift
from accounts.models import Kind, User
from accounts.roles import MODERATOR
from accounts.services.guests import guest_make
from cards.services.roles import roles_load
from tests.accounts.conftest import PASSWORD, signed_in
from tests.conftest import Clock
from triad.errors import GameError

HOUR = timedelta(hours=1)
SUSPEND, MUTE = Sanction.Kind.SUSPEND, Sanction.Kind.MUTE


@pytest.fixture
def mod(db: None) -> User:
    """A moderator, who is no superuser."""
    roles_load()
    user = User.objects.create_user(username="marshal", password=PASSWORD, is_staff=True)
    user.groups.add(Group.objects.get(name=MODERATOR))
    return user


@pytest.fixture
def lay(clock: Clock, mod: User) -> Callable[..., Sanction]:
    """Lays something on a player for an hour."""

    def laid(player: User, kind: str = SUSPEND, **more: Any) -> Sanction:
        given = {"until": clock.now + HOUR, "reason": "Insults", "by": mod, **more}
        return sanction_lay(player=player, kind=kind, **given)

    return laid


def test_a_suspended_player_is_shut_out_and_told_until_when_and_why(
    alice: User,
    alices: Client,
    clock: Clock,
    lay: Callable[..., Sanction],
    hub_sent: list[dict[str, Any]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    alices.get("/settings/")
    with django_capture_on_commit_callbacks(execute=True):
        lay(alice, reason="<b>Insults</b>")
    told, closed = hub_sent
    assert told["topic"] == closed["topic"] == f"user.{alice.pk}" and closed["close"] == 4401
    assert "suspended until 4 May 2026, 13:00 UTC" in told["html"] and "<b>Insults" not in told["html"]
    answer = alices.get("/settings/")
    assert answer.status_code == 403
    page = answer.content.decode()
    assert "4 May 2026, 13:00 UTC" in page and "&lt;b&gt;Insults" in page and "/letter/" in page
    assert alices.get("/settings/")["Location"].startswith("/account/login/")


def test_signing_in_says_so_once_the_password_is_right(
    alice: User, clock: Clock, lay: Callable[..., Sanction], client: Client
) -> None:
    lay(alice)
    wrong = client.post("/account/login/", {"login": "alice", "password": "guess"})
    assert wrong.status_code == 400 and b"suspended" not in wrong.content
    right = client.post("/account/login/", {"login": "alice", "password": PASSWORD})
    assert right.status_code == 400 and b"suspended until 4 May 2026, 13:00 UTC" in right.content
    assert client.get("/settings/").status_code == 302
    clock.advance(3601)
    assert client.post("/account/login/", {"login": "alice", "password": PASSWORD}).status_code == 302
    assert client.get("/settings/").status_code == 200


def test_programs_and_fragments_get_the_sentence_too(alice: User, lay: Callable[..., Sanction]) -> None:
    browsers = [signed_in(alice), signed_in(alice)]
    lay(alice)
    said = browsers[0].get("/settings/", headers={"Accept": "application/json"})
    assert said.status_code == 403 and said.json()["error"]["code"] == "suspended"
    said = browsers[1].get("/settings/", headers={"HX-Request": "true"})
    assert said.status_code == 403 and b'data-code="suspended"' in said.content


def test_a_mute_ends_by_itself_and_by_hand(alice: User, clock: Clock, lay: Callable[..., Sanction], mod: User) -> None:
    check_may_speak(alice)
    laid = lay(alice, MUTE)
    with pytest.raises(GameError) as refused:
        check_may_speak(alice)
    assert "until 4 May 2026, 13:00 UTC" in refused.value.message and "Insults" in refused.value.message
    assert is_muted(User.objects.get(pk=alice.pk)) and not is_suspended(alice)
    sanction_lift(sanction=laid, by=mod)
    assert not is_muted(User.objects.get(pk=alice.pk))
    laid.refresh_from_db()
    assert laid.lifted_by == mod
    lay(alice, MUTE)
    alice.refresh_from_db()
    clock.advance(3600)
    assert not is_muted(alice)


def test_a_second_one_takes_the_place_of_the_first(
    alice: User, clock: Clock, lay: Callable[..., Sanction], mod: User
) -> None:
    first, second = lay(alice, until=clock.now + 9 * HOUR), lay(alice)
    first.refresh_from_db()
    assert first.lifted_at and User.objects.get(pk=alice.pk).suspended_until == second.until


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"reason": " \n "}, "no_reason"),
        ({"until": timedelta(0)}, "in_the_past"),
        ({"by": "bob"}, "no_moderator"),
        ({"player": "chief"}, "staff_account"),
        ({"player": "mog"}, "not_a_person"),
    ],
)
def test_wrong_ones_are_refused(
    alice: User, bob: User, clock: Clock, lay: Callable[..., Sanction], change: dict[str, Any], code: str
) -> None:
    people = {
        "bob": bob,
        "chief": User.objects.create_superuser(username="chief"),
        "mog": User.objects.create_user(username="Mog Easy", kind=Kind.ROBOT),
    }
    given = {name: people.get(value, value) if isinstance(value, str) else value for name, value in change.items()}
    if "until" in given:
        given["until"] = clock.now
    with pytest.raises(GameError) as refused:
        lay(given.pop("player", alice), **given)
    assert refused.value.code == code and not Sanction.objects.exists()


def test_a_guest_can_be_suspended(client: Client, lay: Callable[..., Sanction]) -> None:
    guest = guest_make()
    session = client.session
    session["guest_id"] = guest.pk
    session.save()
    lay(guest)
    assert client.get("/").status_code == 403
    assert client.get("/").status_code == 200


def test_a_report_goes_to_the_moderators_queue(alice: User, alices: Client, bob: User, mod: User) -> None:
    page = alices.get("/players/bob/report/").content.decode()
    assert "Report bob" in page and "insults or harassment" in page
    answer = alices.post("/players/bob/report/", {"why": "words", "text": "<script>x</script>"})
    assert answer["Location"] == "/players/bob/"
    report = Report.objects.get()
    assert (report.reporter, report.about, report.name_then, report.state) == (alice, bob, "bob", "open")
    desk = signed_in(mod)
    queue = desk.get("/admin/accounts/report/").content.decode()
    assert "&lt;script&gt;x" in queue and "<script>x" not in queue
    assert f"player={bob.pk}" in desk.get(f"/admin/accounts/report/{report.pk}/change/").content.decode()
    for _ in range(2):
        desk.post("/admin/accounts/report/?state=all", {"action": "acted", "_selected_action": [report.pk]})
    report.refresh_from_db()
    assert (report.state, report.decided_by) == ("acted", mod)
    assert b"&lt;script&gt;x" not in desk.get("/admin/accounts/report/").content
    assert b"&lt;script&gt;x" in desk.get("/admin/accounts/report/?state=done").content


def test_a_moderator_lays_and_lifts_in_the_admin(alice: User, mod: User) -> None:
    desk = signed_in(mod)
    add = "/admin/accounts/sanction/add/"
    assert desk.get(f"{add}?player={alice.pk}").status_code == 200
    form = {"player": alice.pk, "kind": "suspend", "until_0": "2999-01-01", "until_1": "12:00:00", "reason": "Cheats"}
    assert desk.post(add, {**form, "until_0": "1999-01-01"}).status_code == 200
    assert not Sanction.objects.exists()
    assert desk.post(add, form).status_code == 302
    laid = Sanction.objects.get()
    assert (laid.by, laid.reason) == (mod, "Cheats") and is_suspended(User.objects.get(pk=alice.pk))
    assert desk.get(f"/admin/accounts/sanction/{laid.pk}/change/").status_code == 200
    desk.post("/admin/accounts/sanction/", {"action": "lift", "_selected_action": [laid.pk]})
    assert not is_suspended(User.objects.get(pk=alice.pk))
    assert "Mute or suspend" in desk.get(f"/admin/accounts/user/{alice.pk}/change/").content.decode()


@pytest.mark.parametrize("path", ["report", "sanction", "letter", "keptname"])
def test_the_desk_is_for_moderators_only(alices: Client, alice: User, path: str) -> None:
    assert alices.get(f"/admin/accounts/{path}/").status_code == 302
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    assert alices.get(f"/admin/accounts/{path}/").status_code == 403


@pytest.mark.parametrize(
    ("path", "data", "status"),
    [
        ("/players/nobody/report/", {"why": "words"}, 404),
        ("/players/alice/report/", {"why": "words"}, 409),
        ("/players/bob/report/", {}, 400),
        ("/players/bob/report/", {"why": "weather"}, 400),
        ("/players/bob/report/", {"why": "other", "text": " "}, 400),
        ("/players/bob/report/", {"why": "words", "text": "x" * 501}, 400),
        ("/players/bob/report/", {"why": "words", "what": "match:1"}, 404),
    ],
)
def test_wrong_reports_are_refused(alices: Client, bob: User, path: str, data: dict[str, str], status: int) -> None:
    assert alices.post(path, data).status_code == status
    assert not Report.objects.exists()
    assert Client().post("/players/bob/report/", {"why": "words"}).status_code == 403


def test_letters_come_from_players_and_visitors(
    alices: Client, client: Client, mod: User, settings: Any, clock: Clock, mailoutbox: list[Any]
) -> None:
    from accounts.civility.letters import letters_mail

    settings.STAFF_EMAIL = ["staff@example.org"]
    assert b'name="name"' not in alices.get("/letter/").content and b'name="name"' in client.get("/letter/").content
    letter = {"subject": "Hello <b>", "text": "A word.\nAnother."}
    assert alices.post("/letter/", letter)["Location"] == "/letter/"
    client.post("/letter/", {**letter, "name": "Zed", "email": "zed@example.org"})
    assert list(Letter.objects.values_list("name", "email")) == [("alice", ""), ("Zed", "zed@example.org")]
    letters_mail(), letters_mail()
    assert [mail.reply_to for mail in mailoutbox] == [[], ["zed@example.org"]]
    assert mailoutbox[0].to == ["staff@example.org"] and "A word." in mailoutbox[0].body
    desk = signed_in(mod)
    page = desk.get("/admin/accounts/letter/").content.decode()
    assert page.count("field-subject") == 2
    first = Letter.objects.first()
    assert first is not None and desk.get(f"/admin/accounts/letter/{first.pk}/change/").status_code == 200
    desk.post("/admin/accounts/letter/", {"action": "answered", "_selected_action": [first.pk]})
    assert desk.get("/admin/accounts/letter/").content.decode().count("field-subject") == 1


@pytest.mark.parametrize(
    "wrong", [{"text": "x"}, {"subject": "x"}, {"subject": "x" * 101, "text": "x"}, {"email": "no"}]
)
def test_a_wrong_letter_is_not_lost(client: Client, db: None, wrong: dict[str, str]) -> None:
    answer = client.post("/letter/", {"subject": "", "text": "", **wrong})
    assert answer.status_code == 400 and not Letter.objects.exists()
    assert client.put("/letter/").status_code == 405


def test_the_questions_lead_to_their_pages(client: Client, db: None) -> None:
    page = client.get("/faq/").content.decode()
    assert "Can I lose cards?" in page and 'href="/rules/"' in page
    assert client.post("/faq/").status_code == 405


def test_too_many_are_told_the_seconds_to_wait(
    alice: User, alices: Client, bob: User, charlie: User, settings: Any, clock: Clock
) -> None:
    settings.LIMITS = {**settings.LIMITS, "report": (1, 60), "letter": (1, 60)}
    report_send(reporter=alice, about=bob, why="words")
    clock.advance(20)
    answer = alices.post("/players/charlie/report/", {"why": "words"}, headers={"HX-Request": "true"})
    assert (answer.status_code, answer["Retry-After"]) == (429, "40")
    assert b"Wait 40 seconds" in answer.content
    clock.advance(41)
    assert alices.post("/players/charlie/report/", {"why": "words"}).status_code == 302
    visitor = Client()
    assert visitor.post("/letter/", {"subject": "x", "text": "x"}).status_code == 302
    assert visitor.post("/letter/", {"subject": "x", "text": "x"}).status_code == 429
    assert visitor.post("/letter/", {"subject": "x", "text": "x"}, REMOTE_ADDR="192.0.2.7").status_code == 302
