"""Every page that a link leads to, as a visitor, a player and the staff, with hostile words wherever words are kept."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator
from datetime import timedelta
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from django.apps import apps
from django.contrib.staticfiles import finders
from django.core import mail
from django.db import models
from django.test import Client

from accounts.civility.letters import letter_send, letters_mail
from accounts.civility.models import Block, Sanction
from accounts.civility.reports import report_send
from accounts.friends.models import Friend
from accounts.models import User
from accounts.names import fold_name
from accounts.notices.mails import mails_send
from accounts.notices.models import Notice
from accounts.services.wallet import pay
from cards.services.granting import grant_make
from matches.chat.models import Line
from matches.live.rooms import LobbyRoom, MatchRoom
from matches.models import Match
from matches.services.challenges import challenge_refuse
from matches.services.demo import demo_load
from matches.services.robots import robots_load
from tests.conftest import Clock
from tests.matches import world

pytestmark = pytest.mark.django_db

#: What would be a tag, an attribute or a link of its own wherever it is not escaped.
EVIL = """'"><b data-evil onclick=x>{{ 7 }}</b></title></textarea></script><script data-evil>x</script>\u202e"""
#: The same in the room of a name.
EVIL_NAME = "'\"><b data-evil>"
#: Fields of text that players or the staff write. The rest are words of the game.
WRITTEN = {
    "note", "text", "attached_title", "attached_text", "reason", "subject", "name", "name_then", "deck_name",
    "history_change_reason",
}  # fmt: skip
#: Pages that are looked at of the same address but for numbers, names and what stands behind the question mark.
MOST_ALIKE = 2
STAYS_OUT = re.compile(r"/(admin/logout|account/logout|demo|admin/jsi18n)/|/cards/art/[A-Z]|\.(webp|png)$")


class Page(HTMLParser):
    """What a page leads to, and the tags that nobody of the site wrote."""

    LINKS = {"a": "href", "link": "href", "script": "src", "img": "src", "iframe": "src", "use": "href"}

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.evil: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        if "data-evil" in has or any(name.startswith("on") for name in has) or "javascript:" in (has.get("href") or ""):
            self.evil.append(str(self.get_starttag_text()))
        address = has.get(self.LINKS.get(tag, "hx-get")) or has.get("hx-get")
        if address:
            self.links.append(address)


class Crawl:
    """Follows links within a part of the site, and notes what is broken or hostile."""

    def __init__(self, client: Client, within: str) -> None:
        self._client = client
        self._within = within
        self._alike: Counter[str] = Counter()
        self._names = re.compile("|".join(re.escape(name) for name in User.objects.values_list("username", flat=True)))
        self._waiting: deque[tuple[str, str]] = deque()
        self._seen: set[str] = set()
        self.faults: list[str] = []
        self.pages = 0

    def run(self, *starts: str) -> None:
        """Looks at everything that these lead to."""
        for start in starts:
            self._ask(start, "the start")
        while self._waiting:
            self._look(*self._waiting.popleft())

    def _ask(self, link: str, where: str) -> None:
        found = urlsplit(urljoin(where, link))
        if found.scheme not in ("", "http", "https") or found.netloc not in ("", "testserver"):
            return
        address = found.path + (f"?{found.query}" if found.query else "")
        if address in self._seen or STAYS_OUT.search(found.path):
            return
        self._seen.add(address)
        if not found.path.startswith((self._within, "/static/")):
            return
        if found.path.startswith("/static/"):
            if finders.find(found.path.removeprefix("/static/")) is None:
                self.faults.append(f"{where}: no file {address}")
            return
        alike = re.sub(r"\d+", "1", self._names.sub("name", unquote(found.path)))
        self._alike[alike] += 1
        if self._alike[alike] <= MOST_ALIKE:
            self._waiting.append((address, where))

    def _look(self, address: str, where: str) -> None:
        answer = self._client.get(address)
        self.pages += 1
        if answer.status_code >= 400:
            self.faults.append(f"{where}: {address} answers {answer.status_code}")
        if "Location" in answer:
            self._ask(answer["Location"], address)
        elif answer.get("Content-Type", "").startswith(("text/html", "image/svg")):
            page = Page(answer.content.decode())
            self.faults += [f"{address}: {tag}" for tag in page.evil]
            for link in page.links:
                self._ask(link, address)


def plant() -> None:
    """Writes hostile words over everything that is written, past every check that would refuse them."""
    for model in apps.get_models():
        if model.__module__.split(".")[0] not in ("accounts", "cards", "matches", "shop"):
            continue
        for field in model._meta.get_fields():
            if isinstance(field, models.CharField | models.TextField) and not field.choices and field.name in WRITTEN:
                words = EVIL_NAME if field.name == "name" else EVIL
                model._default_manager.exclude(**{field.name: ""}).update(**{field.name: words})
    for user in User.objects.exclude(kind="robot").exclude(is_superuser=True):
        name = f"{EVIL_NAME}{user.pk}"
        User.objects.filter(pk=user.pk).update(username=name, name_key=fold_name(name))
    for match in Match.objects.all():
        Match.objects.filter(pk=match.pk).update(setup=_named(match.setup))
    for notice in Notice.objects.all():
        Notice.objects.filter(pk=notice.pk).update(about=dict.fromkeys(notice.about, EVIL))


def _named(value: Any) -> Any:
    """The same with hostile names of cards."""
    if isinstance(value, dict):
        return {key: EVIL_NAME if key == "name" else _named(each) for key, each in value.items()}
    return [_named(each) for each in value] if isinstance(value, list) else value


@pytest.fixture
def staff(db: None) -> User:
    """A superuser, who sees every page of the admin."""
    return User.objects.create_superuser(username="keeper", password="eight-squares")


@pytest.fixture
def players(clock: Clock, staff: User, settings: Any, django_capture_on_commit_callbacks: Any) -> Iterator[list[User]]:
    """A site in which everything has happened once."""
    world.cards_make(each=12)
    robots_load()
    demo_load()
    people = list(User.objects.filter(is_demo=True).order_by("pk"))
    alice, bob, charlie = people[:3]
    User.objects.update(email="somebody@example.org")
    settings.STAFF_EMAIL = ["staff@example.org"]
    world.seen_now(*people)
    over = Match.objects.filter(seats__user=alice, state="over").filter(seats__user=bob).first()
    assert over is not None
    report_send(reporter=alice, about=bob, why="other", text="Look", what=f"match:{over.pk}")
    letter_send(player=None, address="1.2.3.4", subject="Hello", text="Text", name="Zoe", email="zoe@example.org")
    Sanction.objects.create(player=charlie, kind="mute", reason="Words", by=staff, until=clock.now + timedelta(days=1))
    Friend.objects.create(owner=alice, friend=bob)
    Block.objects.create(blocker=alice, blocked=people[3])
    for where, match in (("lobby", None), ("players", over), ("spectators", over)):
        Line.objects.create(where=where, match=match, author=bob, text="Hello", said_at=clock.now)
    with django_capture_on_commit_callbacks(execute=True):
        grant_make(by=None, players=[alice], kind="prize", reason="For coming", points=5)
        challenge = world.challenge_make(bob, alice, trade="none")
        challenge_refuse(challenge_id=challenge.pk, user=alice, reason="Later")
        world.challenge_make(bob, alice, trade="none", rules=("open",))
    pay(user=alice, points=9000, reason="grant", cause="test")
    Notice.objects.update(mail_due_at=clock.now)
    yield people


def test_every_link_leads_somewhere_and_hostile_words_stay_words(players: list[User], staff: User) -> None:
    assert Page(EVIL).evil and Page(EVIL_NAME).evil
    plant()
    letters_mail()
    mails_send()
    assert len(mail.outbox) >= 2
    for message in mail.outbox:
        assert "\n" not in message.subject and message.content_subtype == "plain"
        assert not getattr(message, "alternatives", None)
    for who, starts in ((None, ["/"]), (players[0], ["/", "/settings/", "/notices/"]), (staff, ["/admin/"])):
        client = Client()
        if who is not None:
            client.force_login(who)
        crawl = Crawl(client, within="/admin/" if who == staff else "/")
        crawl.run(*starts)
        assert not crawl.faults, "\n".join(crawl.faults)
        assert crawl.pages > 40
    for player in (None, *players[:3]):
        for room, argument in ((LobbyRoom(), "-"), *((MatchRoom(), str(match.pk)) for match in Match.objects.all())):
            view = room.snapshot(room.join(player, "", argument), player)
            assert not Page(view).evil, f"{type(room).__name__} {argument}"
