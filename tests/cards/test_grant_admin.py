"""The game masters' desk: a grant is seen before it is made, made once, and what is wrong is said with nothing lost."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from accounts.models import User
from accounts.queries import people_between
from accounts.services.guests import guest_make
from accounts.services.presence import seen, visits_sweep
from cards.grants.models import Grant, GrantShare
from cards.services.granting import grant_open
from tests.cards.conftest import Give
from tests.cards.grants import grant_to, master_make
from tests.conftest import Clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]

LIST = "/admin/cards/grant/"
ADD = f"{LIST}add/"
FORM = {"kind": "promo", "reason": "Opening night", "points": "300"} | dict.fromkeys(
    ("cards", "series", "packs", "names", "came_from", "came_to"), ""
)


@pytest.fixture
def master(db: None) -> User:
    return master_make()


@pytest.fixture
def desk(client: Client, master: User) -> Client:
    """A browser in which a game master is signed in."""
    client.force_login(master)
    return client


def hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]+)"', page)
    assert found is not None, f"no {name} on the page"
    return found[1]


def looked(desk: Client, **changed: str) -> tuple[dict[str, str], str]:
    """The form after a look: what it sends to be confirmed, and the page."""
    form = FORM | {"key": hidden(desk.get(ADD).content.decode(), "key")} | changed
    answer = desk.post(ADD, form)
    page = answer.content.decode()
    assert answer.status_code == 200 and not Grant.objects.exists()
    return form | {"seen": hidden(page, "seen"), "confirmed": "1"}, page


def test_a_grant_is_seen_confirmed_and_logged(desk: Client, master: User, alice: User, bob: User) -> None:
    form, page = looked(desk, names="Alice,\nbob alice", cards="geezard, A085", series="A", packs="2")
    assert "<b>2</b> players get, each:" in page and "300 points" in page and "2 packs of Final Fantasy" in page
    assert "alice, bob" in page and 'data-card="A001"' in page and "Grant it to 2 players" in page
    answer = desk.post(ADD, form, follow=True)
    grant = Grant.objects.get()
    assert answer.redirect_chain[-1][0] == f"{LIST}{grant.pk}/change/"
    assert "Granted to 2 players." in answer.content.decode()
    assert (grant.by, grant.kind, grant.reason, grant.points) == (master, "promo", "Opening night", 300)
    items = [(item.card_id, item.series_id) for item in grant.items.all()]
    assert items == [("A001", None), ("A085", None), (None, "A"), (None, "A")]
    assert set(grant.shares.values_list("player__username", flat=True)) == {"alice", "bob"}
    assert LogEntry.objects.get().change_message == "Granted to 2 players."


def test_the_same_form_sent_twice_grants_once(desk: Client, alice: User) -> None:
    form, _page = looked(desk, names="alice")
    desk.post(ADD, form)
    again = desk.post(ADD, form, follow=True)
    assert "This form had granted it already." in again.content.decode()
    assert Grant.objects.count() == GrantShare.objects.count() == LogEntry.objects.count() == 1
    other = form | {"points": "301"}
    page = desk.post(ADD, other).content.decode()
    used = desk.post(ADD, other | {"seen": hidden(page, "seen")})
    assert used.status_code == 400 and "has granted something else already" in used.content.decode()
    assert Grant.objects.count() == 1


def test_what_was_not_seen_is_not_granted(desk: Client, alice: User, bob: User) -> None:
    form, _page = looked(desk, names="alice")
    for changed in ({"points": "3000"}, {"names": "alice bob"}, {"seen": ""}, {"reason": "Else"}, {"cards": "A001"}):
        answer = desk.post(ADD, form | changed)
        assert answer.status_code == 400 and "This is not what you saw before." in answer.content.decode()
    assert not Grant.objects.exists()


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"names": "alice nobody zora-9"}, "No open account has one of these names: nobody, zora-9"),
        ({"names": " ".join(f"{number:x}" for number in range(33_000))}, "These are 33000 players; 10000 are the most"),
        ({"names": ""}, "Say to whom: by names, or by two times."),
        ({"names": "Mog-Easy"}, "No open account has one of these names: Mog-Easy"),
        ({"names": "gustav"}, "Another game master grants something to you."),
        ({"reason": "  "}, "This field is required."),
        ({"reason": "x" * 201}, "at most 200 characters"),
        ({"reason": "a\u202eb"}, "nobody can read"),
        ({"kind": "bribe"}, "Select a valid choice"),
        ({"points": "-1"}, "greater than or equal to 0"),
        ({"points": "1000001"}, "less than or equal to 1000000"),
        ({"points": "many"}, "Enter a whole number."),
        ({"points": ""}, "Nothing is granted yet"),
        ({"cards": "Chocobo King"}, "There is no card “Chocobo King”"),
        ({"cards": "ifrit"}, "more than one card: say which of A085, X040"),
        ({"cards": ",".join(["A001"] * 51)}, "These are 51 cards; 50 are the most of one grant."),
        ({"cards": "M001", "names": "alice bob"}, "it can be granted once, to one player"),
        ({"series": "A"}, "Say how many packs of Final Fantasy."),
        ({"packs": "3"}, "Say of which series the packs are."),
        ({"series": "M", "packs": "1"}, "Select a valid choice"),
        ({"series": "C", "packs": "1"}, "There are no packs of the series"),
        ({"packs": "21", "series": "A"}, "less than or equal to 20"),
        ({"names": "alice", "came_from": "2026-05-04T10:00"}, "Either names or two times"),
        ({"names": "", "came_from": "2026-05-04T10:00"}, "Both times are needed."),
        ({"names": "", "came_from": "soon", "came_to": "2026-05-04T10:00"}, "Enter a valid date/time."),
        ({"names": "", "came_from": "2026-05-04T11:00", "came_to": "2026-05-04T10:00"}, "before the first time"),
        ({"names": "", "came_from": "2026-05-04T11:00", "came_to": "2026-05-04T12:01"}, "lies ahead"),
        ({"names": "", "came_from": "2001-05-04T11:00", "came_to": "2001-05-04T12:00"}, "Nobody else came"),
        ({"key": "x"}, "Begin this form again."),
    ],
)
def test_what_is_wrong_is_a_sentence_and_the_form_keeps_everything(
    desk: Client, alice: User, bob: User, clock: Clock, changed: dict[str, str], sentence: str
) -> None:
    key = hidden(desk.get(ADD).content.decode(), "key")
    form = {**FORM, "key": key, "names": "alice", "reason": "Kept words", **changed}
    answer = desk.post(ADD, form)
    if answer.status_code == 200:  # what only the service can say comes with the confirmation
        answer = desk.post(ADD, form | {"confirmed": "1", "seen": hidden(answer.content.decode(), "seen")})
    page = answer.content.decode()
    assert answer.status_code == 400 and sentence in page.replace("&#x27;", "'") and "Nothing was granted." in page
    assert not Grant.objects.exists()
    if "reason" not in changed:
        assert 'value="Kept words"' in page
    assert "alice" in page or "names" in changed


def at(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M}"


def test_all_who_came_between_two_times(
    desk: Client, master: User, alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    User.objects.update(date_joined=clock.now - timedelta(days=9), last_login=None)
    begun = clock.now + timedelta(hours=1)
    seen(user_ids=[alice.pk])  # too early
    clock.advance(3600)
    seen(user_ids=[bob.pk, master.pk, guest_make().pk])
    for _minute in range(40):
        clock.advance(60)
        seen(user_ids=[bob.pk])
    ended = clock.now
    clock.advance(600)
    seen(user_ids=[charlie.pk])  # too late
    clock.advance(5 * 3600)
    seen(user_ids=[bob.pk])  # comes again: what counts is the visit, not the last moment
    form, page = looked(desk, came_from=at(begun), came_to=at(ended))
    assert "<b>1</b> player gets:" in page and "You were here too and are left out." in page
    desk.post(ADD, form)
    assert list(GrantShare.objects.values_list("player__username", flat=True)) == ["bob"]
    # In the middle of a visit, and outside every one.
    assert list(people_between(begun + timedelta(minutes=20), begun + timedelta(minutes=21))) == [bob]
    assert list(people_between(ended + timedelta(minutes=2), ended + timedelta(minutes=9))) == []
    visits_sweep(moment=clock.now + timedelta(days=101))
    assert not bob.visits.exists()


def test_the_preview_tells_with_how_many_it_will_wait(desk: Client, alice: User, bob: User, give: Give) -> None:
    give(alice, "A105")
    _form, page = looked(desk, names="alice bob", cards="A105")
    assert "With 1 of them it will wait" in page
    _form, page = looked(desk, names="bob", cards="A105")
    assert "it will wait" not in page


def test_a_link_fills_the_form(desk: Client) -> None:
    page = desk.get(f"{ADD}?cards=M001&names=alice&kind=prize&reason=Cup").content.decode()
    assert "M001</textarea>" in page and "alice</textarea>" in page and 'value="Cup"' in page
    assert '<option value="prize" selected>' in page


def test_what_waits_is_taken_back_after_a_question(desk: Client, alice: User, bob: User) -> None:
    grant = grant_to(alice, bob, points=5)
    grant_open(player=alice, grant_id=grant.pk)
    page = desk.get(f"{LIST}{grant.pk}/change/").content.decode()
    assert "1 of 2" in page and f"{LIST}{grant.pk}/withdraw/" in page
    assert "1 player has not opened" in desk.get(f"{LIST}{grant.pk}/withdraw/").content.decode()
    answer = desk.post(f"{LIST}{grant.pk}/withdraw/", follow=True)
    assert (
        "Taken back from 1 player." in answer.content.decode() and "Nothing waits any more." in answer.content.decode()
    )
    assert GrantShare.objects.filter(withdrawn_at__isnull=False).get().player == bob


def test_the_lists_are_searched_and_take_few_queries(
    desk: Client, alice: User, bob: User, django_assert_max_num_queries: Any
) -> None:
    for number in range(5):
        grant_to(alice, bob, points=5, cards="A001", packs="A", reason=f"Night {number}")
    with django_assert_max_num_queries(19):
        page = desk.get(LIST).content.decode()
    assert "5 points, A001 Geezard, a pack of Final Fantasy" in page and "0 of 2" in page
    assert "Night 3" in desk.get(f"{LIST}?q=alice").content.decode()
    shares = "/admin/cards/grantshare/"
    with django_assert_max_num_queries(16):
        assert "alice" in desk.get(f"{shares}?state=waiting").content.decode()
    grant = Grant.objects.latest("pk")
    page = desk.get(f"{shares}?grant__id__exact={grant.pk}").content.decode()
    assert "2 players&#x27; parts" in page
    assert desk.get(f"{shares}?q=bob").status_code == 200


def test_grants_are_never_changed_or_deleted(desk: Client, alice: User) -> None:
    grant = grant_to(alice, points=5)
    share = grant.shares.get()
    for row, model in ((grant, "grant"), (share, "grantshare")):
        address = f"/admin/cards/{model}/{row.pk}/"
        assert desk.post(f"{address}change/", {"points": "9"}).status_code == 403
        assert desk.post(f"{address}delete/", {"post": "yes"}).status_code == 403
    assert desk.get("/admin/cards/grantshare/add/").status_code == 403


def test_no_page_of_the_desk_breaks_the_policy(desk: Client, alice: User) -> None:
    grant = grant_to(alice, points=5, cards="A001")
    form = FORM | {"key": hidden(desk.get(ADD).content.decode(), "key"), "names": "alice", "cards": "A001"}
    answers = [desk.get(LIST), desk.get(ADD), desk.post(ADD, form), desk.post(ADD, FORM)]
    answers += [desk.get(f"{LIST}{grant.pk}/change/"), desk.get(f"{LIST}{grant.pk}/withdraw/")]
    for answer in answers:
        page = answer.content.decode()
        assert "'unsafe" not in answer["Content-Security-Policy"]
        assert " style=" not in page and "<style" not in page and not re.search(r"<script(?![^>]*src=)", page)
