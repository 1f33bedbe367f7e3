"""The curators' desk in the admin: the queue, one submission, decisions singly and in bulk, and who may."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from cards.customs.models import State, Submission
from cards.models import Card
from cards.services.pictures import picture_take
from cards.services.roles import CURATORS, roles_load
from cards.services.submissions import draft_save
from tests.cards.customs import curator_make, design, image_bytes, submit

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]

QUEUE = "/admin/cards/submission/"


@pytest.fixture
def curator(db: None) -> User:
    return curator_make()


@pytest.fixture
def desk(client: Client, curator: User) -> Client:
    """A browser in which a curator is signed in."""
    client.force_login(curator)
    return client


def page_of(made: Submission) -> str:
    return f"{QUEUE}{made.pk}/change/"


def decide(desk: Client, made: Submission, do: str, **more: Any) -> Any:
    return desk.post(page_of(made), {"do": do, "seen": str(made.version), "text": "", **more})


def test_the_queue_shows_what_waits_newest_first(desk: Client, alice: User, bob: User) -> None:
    waiting = [submit(alice), submit(bob, name="Vargas")]
    asked = submit(alice, name="Chupon")
    decide(desk, asked, "ask", text="Why?")
    draft_save(maker=bob, key=asked.key, design=design(name="Nobody's business"))
    page = desk.get(QUEUE).content.decode()
    rows = re.findall(r"/submission/(\d+)/change/[^>]*>(\w+)</a>", page)
    assert rows == [(str(made.pk), made.name) for made in reversed(waiting)]
    assert "18 (18 to 21)" in page and "ground-small" not in page and "emblem-ground.svg" in page
    assert "Chupon" in desk.get(f"{QUEUE}?state=asked").content.decode()
    everything = desk.get(f"{QUEUE}?state=all").content.decode()
    assert "Chupon" in everything and "Ultros" in everything and "business" not in everything
    assert "Vargas" in desk.get(f"{QUEUE}?q=bob").content.decode()


def test_the_queue_takes_few_queries(desk: Client, alice: User, bob: User, django_assert_max_num_queries: Any) -> None:
    for maker in (alice, bob):
        for name in ("Ultros", "Vargas", "Chupon"):
            file = SimpleUploadedFile("o.png", image_bytes())
            submit(maker, name=name, picture=picture_take(owner=maker, file=file))
    with django_assert_max_num_queries(16):
        desk.get(QUEUE)


def test_a_submission_is_seen_beside_what_it_is_like(desk: Client, alice: User, bob: User) -> None:
    twin = submit(bob, name="Ultross")
    picture = picture_take(owner=alice, file=SimpleUploadedFile("o.png", image_bytes()))
    geezard = Card.objects.get(pk="A001")
    made = submit(alice, name="Ultros", picture=picture, text="<b>Octopus</b>\nmenace")
    page = desk.get(page_of(made)).content.decode()
    assert 'aria-label="Ultros, level 5, water. Up 3, right 4, down 5, left 6."' in page
    assert f"/cards/custom/pictures/{picture.key}-ground-large.svg" in page
    assert "18; at this level 18 to 21" in page and "&lt;b&gt;Octopus&lt;/b&gt;<br>menace" in page
    assert "Ultross" in page and f'href="{page_of(twin)}"' in page
    assert re.search(r"\d+ apart", page)
    same = submit(alice, name="Mongrel", level=1, ranks=geezard.ranks)
    page = desk.get(page_of(same)).content.decode()
    assert "the same ranks" in page and "A001" in page


def test_no_page_of_the_desk_breaks_the_policy(desk: Client, alice: User) -> None:
    made = submit(alice)
    bulk = {"action": "refuse_all", "_selected_action": [made.pk]}
    for answer in (desk.get(QUEUE), desk.get(page_of(made)), desk.post(QUEUE, bulk)):
        page = answer.content.decode()
        assert answer.status_code == 200 and "'unsafe" not in answer["Content-Security-Policy"]
        assert " style=" not in page and "<style" not in page and not re.search(r"<script(?![^>]*src=)", page)


def test_asked_sent_again_accepted(desk: Client, curator: User, alice: User) -> None:
    made = submit(alice)
    assert decide(desk, made, "ask", text="Less water.").status_code == 302
    made.refresh_from_db()
    assert made.state == State.ASKED
    page = desk.get(page_of(made)).content.decode()
    assert 'value="accept"' not in page and 'value="refuse"' in page and "Less water." in page
    other = Client()
    other.force_login(alice)
    form = {
        "name": "Ultros",
        "level": "5",
        "up": "3",
        "right": "4",
        "down": "5",
        "left": "6",
        "element": "",
        "text": "",
    }
    other.post(f"/cards/custom/{made.pk}/design/", {**form, "do": "submit"})
    made.refresh_from_db()
    answer = desk.post(page_of(made), {"do": "accept", "seen": str(made.version)}, follow=True)
    assert "C001 Ultros is in the database" in answer.content.decode()
    made.refresh_from_db()
    assert made.card_id == "C001"
    log = LogEntry.objects.filter(user=curator, object_id=str(made.pk)).order_by("pk")
    assert [entry.change_message for entry in log] == ["ask", "accept"]


@pytest.mark.parametrize(
    ("do", "text", "status", "sentence"),
    [
        ("ask", "", 400, "Write a few words first."),
        ("refuse", "  ", 400, "Write a few words first."),
        ("refuse", "x" * 1001, 400, "This has 1001 characters"),
        ("say", "", 400, "Write a few words first."),
        ("burn", "x", 400, "no such button"),
    ],
)
def test_a_refused_decision_says_why_and_keeps_the_words(
    desk: Client, alice: User, do: str, text: str, status: int, sentence: str
) -> None:
    made = submit(alice)
    answer = decide(desk, made, do, text=text)
    assert answer.status_code == status and sentence in answer.content.decode()
    made.refresh_from_db()
    assert made.state == State.SUBMITTED and not LogEntry.objects.exists()


def test_a_stale_page_decides_nothing(desk: Client, alice: User) -> None:
    made = submit(alice)
    answer = decide(desk, made, "accept", seen="7")
    assert answer.status_code == 409 and "has changed since you looked" in answer.content.decode()


def test_a_message_is_only_said(desk: Client, alice: User) -> None:
    made = submit(alice)
    decide(desk, made, "say", text="Nice arms.")
    assert made.steps.last().text == "Nice arms."
    made.refresh_from_db()
    assert made.state == State.SUBMITTED


@pytest.mark.parametrize(
    ("action", "state"), [("accept_all", "accepted"), ("ask_all", "asked"), ("refuse_all", "refused")]
)
def test_decisions_in_bulk(desk: Client, alice: User, bob: User, action: str, state: str) -> None:
    rows = [submit(alice), submit(bob, name="Vargas")]
    form: dict[str, Any] = {"action": action, "_selected_action": [made.pk for made in rows]}
    page = desk.post(QUEUE, form).content.decode()
    assert "Ultros" in page and "Vargas" in page
    assert set(Submission.objects.values_list("state", flat=True)) == {"submitted"}
    seen = {f"seen_{made.pk}": str(made.version) for made in rows}
    answer = desk.post(QUEUE, {**form, **seen, "confirmed": "1", "text": "All of you."}, follow=True)
    assert "2 cards are decided on." in answer.content.decode()
    assert set(Submission.objects.values_list("state", flat=True)) == {state}
    if state == "accepted":
        assert set(Card.objects.filter(series="C").values_list("pk", "name")) == {
            ("C001", "Ultros"),
            ("C002", "Vargas"),
        }


def test_in_bulk_each_is_decided_by_itself(desk: Client, alice: User, bob: User) -> None:
    rows = [submit(alice), submit(bob, name="U1tros"), submit(bob, name="Vargas")]
    form = {"action": "accept_all", "_selected_action": [made.pk for made in rows], "confirmed": "1", "text": ""}
    page = desk.post(QUEUE, form, follow=True).content.decode()
    assert "2 cards are decided on." in page and "U1tros: There is a card of that name" in page
    assert list(Submission.objects.filter(state="submitted")) == [rows[1]]


def test_in_bulk_a_reason_is_needed_too(desk: Client, alice: User) -> None:
    made = submit(alice)
    form = {"action": "refuse_all", "_selected_action": [made.pk], "confirmed": "1", "text": " "}
    assert "Write a few words first." in desk.post(QUEUE, form).content.decode()
    made.refresh_from_db()
    assert made.state == State.SUBMITTED


def test_strangers_staff_without_the_right_and_drafts(client: Client, alice: User, bob: User, desk: Client) -> None:
    made = submit(alice)
    draft = draft_save(maker=alice, key=uuid4(), design=design(name="Vargas"))
    assert desk.get(page_of(draft)).status_code == 404
    assert desk.get(f"{QUEUE}x/change/").status_code == 404
    outside = Client()
    assert outside.get(QUEUE).status_code == 302
    outside.force_login(alice)
    assert outside.get(QUEUE).status_code == 302 and outside.post(page_of(made), {"do": "accept"}).status_code == 302
    bob.is_staff = True
    bob.save()
    outside.force_login(bob)
    assert outside.get(QUEUE).status_code == 403 and outside.post(page_of(made), {"do": "accept"}).status_code == 403
    made.refresh_from_db()
    assert made.state == State.SUBMITTED


def test_a_curators_own_card_waits_for_another(desk: Client, curator: User) -> None:
    made = submit(curator)
    answer = decide(desk, made, "accept")
    assert answer.status_code == 403 and "Another curator decides" in answer.content.decode()


def test_the_role_is_made_once_and_has_just_its_rights(desk: Client) -> None:
    assert roles_load() is False
    rights = set(Group.objects.get(name=CURATORS).permissions.values_list("codename", flat=True))
    assert "decide_submission" in rights and "change_card" in rights
    assert not any(right.startswith("delete") or "user" in right or "ledger" in right for right in rights)
    assert desk.get("/admin/cards/card/").status_code == 200
    assert desk.get("/admin/accounts/user/").status_code == 403


def test_nothing_is_added_or_deleted_by_hand(desk: Client, alice: User) -> None:
    made = submit(alice)
    assert desk.get(f"{QUEUE}add/").status_code == 403
    assert desk.post(f"{QUEUE}{made.pk}/delete/", {"post": "yes"}).status_code == 403
    desk.post(QUEUE, {"action": "delete_selected", "_selected_action": [made.pk], "post": "yes"})
    assert Submission.objects.filter(pk=made.pk).exists()


def test_numbers_that_are_none_break_nothing(desk: Client, alice: User) -> None:
    made = submit(alice)
    for wrong in ("²", "9" * 5000, "-1"):
        assert desk.get(f"{QUEUE}{wrong}/change/").status_code == 404
        assert decide(desk, made, "nothing", seen=wrong).status_code == 400
