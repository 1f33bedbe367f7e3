from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import LedgerEntry, User, Wallet
from accounts.services.staff import staff_account
from accounts.services.wallet import pay
from tests.accounts.conftest import PASSWORD, signed_in

PLAYERS = "/admin/accounts/user/"


@pytest.fixture
def helpers(db: None) -> Client:
    """A browser of a member of the staff who may change players and is no superuser."""
    helper = User.objects.create_user(username="helper", password=PASSWORD, is_staff=True)
    helper.user_permissions.set(Permission.objects.filter(content_type__app_label="accounts"))
    return signed_in(helper)


def act(browser: Client, action: str, *users: User) -> Any:
    data = {"action": action, "_selected_action": [user.pk for user in users], "index": 0}
    return browser.post(PLAYERS, data, follow=True)


def test_players_are_found_by_name_and_kind(staffs: Client, alice: User, bob: User) -> None:
    pay(user=alice, points=4321, reason="match", cause="match:1")
    page = staffs.get(PLAYERS + "?q=ali&kind__exact=person").content.decode()
    assert ">alice<" in page and "4321" in page and ">bob<" not in page
    assert staffs.get(PLAYERS + "?q=%00").status_code == 200


def test_a_player_is_shown_with_the_ledger(staffs: Client, alice: User, bob: User) -> None:
    for number in range(60):
        pay(user=alice, points=1, reason="match", cause=f"match:{number}", note=f"<i>note {number}.")
    pay(user=bob, points=1, reason="match", cause="match:bobs")
    page = staffs.get(f"{PLAYERS}{alice.pk}/change/").content.decode()
    assert "&lt;i&gt;note 59." in page and "note 9." not in page and "match:bobs" not in page


def test_saving_a_player_changes_no_wallet_no_ledger_no_name(staffs: Client, alice: User) -> None:
    pay(user=alice, points=10, reason="match", cause="match:1")
    url = f"{PLAYERS}{alice.pk}/change/"
    form = staffs.get(url).context["adminform"].form
    data = {name: value for name, value in form.initial.items() if isinstance(value, str | bool | int) and value}
    data |= {
        "username": "mallory",
        "kind": "robot",
        "is_active": "",
        "email": "alice@example.org",
        "wallet-TOTAL_FORMS": 1,
        "wallet-INITIAL_FORMS": 1,
        "wallet-0-user": alice.pk,
        "wallet-0-points": 9999,
        "ledger-TOTAL_FORMS": 0,
        "ledger-INITIAL_FORMS": 0,
    }
    answer = staffs.post(url, data)
    assert answer.status_code == 302
    alice.refresh_from_db()
    assert (alice.username, alice.kind, alice.is_active, alice.email) == ("alice", "person", True, "alice@example.org")
    assert Wallet.objects.get(user=alice).points == 10


@pytest.mark.parametrize("model", ["user", "ledgerentry", "wallet"])
def test_nothing_is_deleted(staffs: Client, alice: User, model: str) -> None:
    pay(user=alice, points=10, reason="match", cause="match:1")
    key = LedgerEntry.objects.get().pk if model == "ledgerentry" else alice.pk
    assert staffs.get(f"/admin/accounts/{model}/").status_code == 200
    assert staffs.get(f"/admin/accounts/{model}/{key}/change/").status_code == 200
    assert staffs.post(f"/admin/accounts/{model}/{key}/delete/", {"post": "yes"}).status_code == 403
    staffs.post(f"/admin/accounts/{model}/", {"action": "delete_selected", "_selected_action": key, "post": "yes"})
    assert (User.objects.filter(pk=alice.pk).exists(), LedgerEntry.objects.count()) == (True, 1)


@pytest.mark.parametrize("model", ["ledgerentry", "wallet"])
def test_history_is_not_written_by_hand(staffs: Client, alice: User, model: str) -> None:
    entry = pay(user=alice, points=10, reason="match", cause="match:1")
    assert staffs.get(f"/admin/accounts/{model}/add/").status_code == 403
    key = entry.pk if model == "ledgerentry" else alice.pk
    assert staffs.post(f"/admin/accounts/{model}/{key}/change/", {"points": 99}).status_code == 403
    entry.refresh_from_db()
    assert entry.points == 10


def test_a_link_for_a_new_password_is_shown_logged_and_works(staffs: Client, alice: User) -> None:
    answer = act(staffs, "make_reset_link", alice)
    found = re.search(r'value="http://testserver(/account/password/reset/key/[^"]+)"', answer.content.decode())
    assert found and "no-store" in answer["Cache-Control"]
    entry = LogEntry.objects.get()
    assert (entry.object_id, entry.user.username) == (str(alice.pk), "warden")
    assert found[1] not in entry.change_message
    browser = Client()
    form = browser.get(found[1], follow=True)
    new = {"password1": "moon-and-tide", "password2": "moon-and-tide"}
    assert browser.post(form.redirect_chain[-1][0], new).status_code == 302
    alice.refresh_from_db()
    assert alice.check_password("moon-and-tide")


def test_a_link_is_for_one_person_only(staffs: Client, alice: User, bob: User, charlie: User) -> None:
    User.objects.filter(pk=charlie.pk).update(kind="robot")
    charlie.refresh_from_db()
    assert "Choose one player" in act(staffs, "make_reset_link", alice, bob).content.decode()
    assert "no password" in act(staffs, "make_reset_link", charlie).content.decode()
    assert not LogEntry.objects.exists()


def test_accounts_are_closed_and_opened(
    staffs: Client, alice: User, hub_sent: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    browser = signed_in(alice)
    with django_capture_on_commit_callbacks(execute=True):
        act(staffs, "deactivate", alice)
    assert browser.get("/settings/").status_code == 302
    assert {"topic": f"user.{alice.pk}", "close": 4401} in hub_sent
    act(staffs, "activate", alice)
    alice.refresh_from_db()
    assert alice.is_active
    assert LogEntry.objects.count() == 2


def test_one_does_not_shut_oneself_out(staffs: Client) -> None:
    act(staffs, "deactivate", User.objects.get(username="warden"))
    assert User.objects.get(username="warden").is_active


def test_who_is_no_superuser_touches_no_staff_and_gives_no_rights(helpers: Client, staffs: Client, alice: User) -> None:
    warden = User.objects.get(username="warden")
    assert "Only a superuser" in act(helpers, "make_reset_link", warden).content.decode()
    act(helpers, "deactivate", warden)
    warden.refresh_from_db()
    assert warden.is_active
    for path in (f"{warden.pk}/password/", f"{warden.pk}/correct/"):
        assert helpers.get(PLAYERS + path).status_code == 403
    data = {"email": "", "is_superuser": "on", "is_staff": "on"}
    data |= {f"{name}-{count}_FORMS": "0" for name in ("wallet", "ledger") for count in ("TOTAL", "INITIAL")}
    helpers.post(f"{PLAYERS}{alice.pk}/change/", data)
    alice.refresh_from_db()
    assert not alice.is_superuser and not alice.is_staff


def test_points_are_corrected_by_the_ledger_with_a_reason(staffs: Client, alice: User) -> None:
    url = f"{PLAYERS}{alice.pk}/correct/"
    nonce = re.search(r'name="nonce" value="([^"]+)"', staffs.get(url).content.decode())
    assert nonce
    data = {"points": "30", "experience": "0", "note": "paid twice", "nonce": nonce[1]}
    for _ in range(2):
        assert staffs.post(url, data).status_code == 302
    entry = LedgerEntry.objects.get()
    assert (entry.user, entry.points, entry.reason, entry.note) == (alice, 30, "correction", "paid twice")
    assert "paid twice" in LogEntry.objects.filter(object_id=alice.pk).latest("pk").change_message


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"points": "-1"}, "takes 1 points"),
        ({"points": "0"}, "Nothing would change"),
        ({"note": ""}, "required"),
        ({"note": "x" * 201}, "at most 200"),
        ({"points": "9" * 30}, "less than or equal"),
    ],
)
def test_a_wrong_correction_changes_nothing(
    staffs: Client, alice: User, changes: dict[str, str], sentence: str
) -> None:
    data = {"points": "5", "experience": "0", "note": "why", "nonce": "6f0e8c8e-8d0e-4c5e-9d4e-0c9d7e8f1a2b", **changes}
    answer = staffs.post(f"{PLAYERS}{alice.pk}/correct/", data)
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert not LedgerEntry.objects.exists()


def test_corrections_are_for_the_staff(alices: Client, bob: User, staffs: Client) -> None:
    assert alices.get(f"{PLAYERS}{bob.pk}/correct/").status_code == 302
    assert staffs.get(f"{PLAYERS}{10**9}/correct/").status_code == 404


def test_a_new_password_by_the_staff_ends_what_is_open(
    staffs: Client, alice: User, hub_sent: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    url = f"{PLAYERS}{alice.pk}/password/"
    new = {"password1": "moon-and-tide", "password2": "moon-and-tide", "usable_password": "true"}
    with django_capture_on_commit_callbacks(execute=True):
        assert staffs.post(url, new).status_code == 302
    assert hub_sent == [{"topic": f"user.{alice.pk}", "close": 4401}]


@pytest.mark.parametrize(
    ("name", "status"), [("Seifer", 302), ("admin", 302), ("a", 200), ("AL1CE", 200), ("x" * 10_000, 200)]
)
def test_players_are_made_by_hand_under_the_rules_of_names(staffs: Client, alice: User, name: str, status: int) -> None:
    new = {"username": name, "password1": "moon-and-tide", "password2": "moon-and-tide", "usable_password": "true"}
    assert staffs.post(PLAYERS + "add/", new).status_code == status
    assert User.objects.filter(username=name).exists() == (status == 302)


def test_who_is_no_superuser_gives_no_robot_and_not_the_staffs_account_a_password(helpers: Client, alice: User) -> None:
    robot = User.objects.create_user(username="Mog-Test", password=None, kind="robot")
    new = {"password1": "nine-squares-1", "password2": "nine-squares-1", "usable_password": "true"}
    for user, status in ((robot, 403), (staff_account(), 403), (alice, 302)):
        assert helpers.post(f"{PLAYERS}{user.pk}/password/", new).status_code == status
        user.refresh_from_db()
        assert user.check_password("nine-squares-1") is (user == alice)
        assert helpers.get(f"{PLAYERS}{user.pk}/change/").status_code == 200
