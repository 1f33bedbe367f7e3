from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from accounts.notices import kinds
from accounts.notices.choices import choices_set
from accounts.notices.kinds import Kind, register
from accounts.notices.mails import mails_send
from accounts.notices.models import Notice
from accounts.notices.services import notice_tell, notices_settle, notices_sweep
from accounts.services.guests import guest_make
from tests.conftest import Clock

HOSTILE = "<img src=x onerror=alert(1)>\r\nBcc: all@example.org"


def _sentence(about: Mapping[str, str]) -> str:
    return f"{about['name']} has word for you."


@pytest.fixture(autouse=True)
def word() -> Iterator[None]:
    """A kind of the tests' own, which pops up."""
    before = dict(kinds._kinds)
    register(Kind("word", "A word", _sentence))
    register(Kind("quiet", "A quiet word", _sentence, pops=False))
    yield
    kinds._kinds.clear()
    kinds._kinds.update(before)


def tell(player: User, cause: str = "word:1", *, kind: str = "word", name: str = "bob", **more: str) -> Notice | None:
    return notice_tell(player=player, kind=kind, cause=cause, about={"name": name}, url="/rules/", **more)


def only(player: User, *wanted: str) -> None:
    """Lets a kind `word` come by these channels only."""
    choices_set(player=player, wanted={("word", channel) for channel in wanted})


def test_one_cause_is_told_once(alice: User, bob: User) -> None:
    first, again = tell(alice), tell(alice)
    assert first is not None and first == again
    assert tell(alice, "word:2") != first and tell(bob) != first
    assert Notice.objects.count() == 3


def test_of_a_thread_only_the_newest_is_kept(alice: User) -> None:
    for number in range(3):
        tell(alice, f"word:{number}", thread="match:1")
    tell(alice, "word:9", thread="match:2")
    assert sorted(Notice.objects.values_list("cause", flat=True)) == ["word:2", "word:9"]


def test_nobody_is_told_without_an_account(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    alice.refresh_from_db()
    assert tell(guest_make()) is None and tell(alice) is None


def test_it_arrives_on_every_page_after_the_commit(
    alice: User, hub_sent: list[dict[str, Any]], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        tell(alice, name=HOSTILE)
        assert not hub_sent
    news, bell = hub_sent
    assert news["topic"] == bell["topic"] == f"user.{alice.pk}"
    assert "has word for you" in news["html"] and "data-by-browser" in news["html"] and "<img" not in news["html"]
    assert 'class="bell__count num" aria-hidden="true">1<' in bell["html"] and bell["version"]


@pytest.mark.parametrize(
    ("kind", "channels", "arrives", "hidden", "by_browser", "listed"),
    [
        ("word", ("page", "browser"), True, False, True, 1),
        ("word", ("page",), True, False, False, 1),
        ("word", ("browser",), True, True, True, 0),
        ("word", (), False, False, False, 0),
        ("quiet", ("page", "browser"), True, True, True, 1),
    ],
)
def test_each_channel_can_be_switched_off(
    alice: User,
    alices: Client,
    hub_sent: list[dict[str, Any]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    kind: str,
    channels: tuple[str, ...],
    arrives: bool,
    hidden: bool,
    by_browser: bool,
    listed: int,
) -> None:
    choices_set(player=alice, wanted={(kind, channel) for channel in channels})
    with django_capture_on_commit_callbacks(execute=True):
        told = tell(alice, kind=kind)
    assert (told is not None) == arrives
    html = hub_sent[0]["html"] if hub_sent else ""
    assert (" hidden>" in html) == hidden and ("data-by-browser" in html) == by_browser
    page = alices.get("/notices/").content.decode()
    assert page.count("noticelist__row") == listed


def test_the_list_tells_what_is_new_and_marks_it_read(alices: Client, alice: User) -> None:
    tell(alice, name="<b>bob</b>")
    page = alices.get("/notices/").content.decode()
    assert "&lt;b&gt;bob&lt;/b&gt; has word" in page and "is-unread" in page and ">1</span>" in page
    assert alices.post("/notices/read/")["Location"] == "/notices/"
    page = alices.get("/notices/").content.decode()
    assert "has word" in page and "is-unread" not in page and "bell__count" not in page


def test_a_page_reads_what_leads_to_it(alices: Client, bobs: Client, alice: User) -> None:
    tell(alice)
    assert b"bell__count" not in bobs.get("/rules/").content
    assert Notice.objects.filter(read_at=None).count() == 1
    assert b"bell__count" not in alices.get("/rules/").content
    assert Notice.objects.filter(read_at=None).count() == 0


def test_what_waits_no_more_is_read(alice: User, bob: User) -> None:
    tell(alice), tell(bob), tell(bob, kind="quiet")
    notices_settle(url="/rules/", kinds=("word",))
    assert list(Notice.objects.filter(read_at=None).values_list("player", "kind")) == [(bob.pk, "quiet")]


def test_four_weeks_are_kept(clock: Clock, alice: User) -> None:
    tell(alice)
    clock.advance(timedelta(weeks=4).total_seconds() - 1)
    assert notices_sweep(moment=clock.now) == 0
    clock.advance(2)
    assert notices_sweep(moment=clock.now) == 1


def test_a_mail_goes_to_who_asked_and_has_not_read(clock: Clock, alice: User, bob: User) -> None:
    for user in (alice, bob):
        user.email = f"{user.username}@example.org"
        user.save()
    only(alice, "mail")
    tell(alice, name=HOSTILE), tell(bob)
    mails_send()
    assert not mail.outbox
    clock.advance(21)
    mails_send(), mails_send()
    (sent,) = mail.outbox
    assert sent.to == ["alice@example.org"] and "\n" not in sent.subject and not sent.bcc
    assert "/rules/" in sent.body and "/settings/" in sent.body and "&lt;" not in sent.body


def test_who_has_read_it_or_gave_no_address_gets_no_mail(clock: Clock, alice: User, alices: Client) -> None:
    only(alice, "page", "mail")
    tell(alice)
    User.objects.filter(pk=alice.pk).update(email="alice@example.org")
    alice.refresh_from_db()
    tell(alice, "word:2")
    alices.post("/notices/read/")
    clock.advance(60)
    mails_send()
    assert not mail.outbox


def test_a_thread_is_mailed_once_until_it_is_read(clock: Clock, alice: User) -> None:
    alice.email = "alice@example.org"
    alice.save()
    only(alice, "mail")
    for number in range(3):
        tell(alice, f"word:{number}", thread="match:1")
        clock.advance(30)
        mails_send()
    assert len(mail.outbox) == 1


def test_an_address_is_not_flooded(clock: Clock, alice: User, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "mail": (2, 3600)}
    alice.email = "alice@example.org"
    alice.save()
    only(alice, "mail")
    for number in range(4):
        tell(alice, f"word:{number}")
    clock.advance(30)
    mails_send()
    assert len(mail.outbox) == 2 and Notice.objects.filter(mail_due_at__gt=clock.now).count() == 2
    for _minutes in range(2):
        clock.advance(601)
        mails_send()
    assert len(mail.outbox) == 2 and not Notice.objects.filter(mail_due_at__gt=clock.now).exists()


def test_a_mail_server_that_fails_breaks_nothing(
    clock: Clock, alice: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    alice.email = "alice@example.org"
    alice.save()
    only(alice, "mail")
    tell(alice)

    def down(*args: Any, **kwargs: Any) -> None:
        raise ConnectionRefusedError("no server")

    monkeypatch.setattr("accounts.notices.mails.send_mail", down)
    for _ in range(5):
        clock.advance(601)
        mails_send()
    assert caplog.text.count("could not be mailed") == 3
    assert Notice.objects.get().mail_due_at is None


def test_the_settings_page_shows_and_saves_every_choice(alices: Client, alice: User) -> None:
    page = alices.get("/settings/").content.decode()
    for kind in ("challenge", "your_turn", "spoils", "match_found", "card_decision", "trade", "grant"):
        for channel in ("page", "browser", "mail"):
            assert f'value="{kind}.{channel}"' in page
    assert 'value="trade.page" checked' in page and 'value="trade.mail" checked' not in page
    answer = alices.post("/settings/notices/", {"wanted": ["trade.mail", "word.page", "no.such", "rubbish"]})
    assert answer["Location"] == "/settings/#notice-choices"
    page = alices.get("/settings/").content.decode()
    assert 'value="trade.page" checked' not in page and 'value="trade.mail" checked' in page


@pytest.mark.parametrize(
    ("path", "wrong"), [("/notices/", "post"), ("/notices/read/", "get"), ("/settings/notices/", "get")]
)
def test_wrong_ways_are_refused(alices: Client, client: Client, path: str, wrong: str) -> None:
    assert getattr(alices, wrong)(path).status_code == 405
    if wrong == "get":
        assert client.post(path).status_code == 403
    else:
        assert client.get(path)["Location"] == f"/account/login/?next={path}"


def test_choices_of_the_browser_can_be_told_from_the_others(alices: Client) -> None:
    """The page hides them, and says why, where the context is not secure."""
    page = alices.get("/settings/").content.decode()
    assert page.count('data-channel="browser"') == len(kinds._kinds)
    assert 'data-when="insecure"' in page
