"""The roles of the staff: which page of the admin is open to whom, as one table."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import User
from accounts.roles import CURATOR, GAME_MASTER, MODERATOR, ORGANISER, ROLES, has_role
from cards.models import Copy
from cards.services.roles import RIGHTS, roles_load
from cards.services.starter import starter_open
from tests.cards.customs import submit
from tests.cards.grants import grant_to, staff_make

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]

EVERY = frozenset(ROLES)
#: Every list of the admin that a role opens; what is not here, is open to superusers alone.
LISTS: dict[str, set[str]] = {
    "accounts/user": {MODERATOR},
    "accounts/wallet": {MODERATOR},
    "accounts/ledgerentry": {MODERATOR},
    "accounts/report": {MODERATOR},
    "accounts/sanction": {MODERATOR},
    "accounts/letter": {MODERATOR},
    "accounts/keptname": {MODERATOR},
    "accounts/playerview": {MODERATOR},
    "cards/card": {CURATOR, GAME_MASTER},
    "cards/series": {CURATOR, GAME_MASTER},
    "cards/submission": {CURATOR},
    "cards/portrait": {CURATOR, GAME_MASTER},
    "cards/copy": {CURATOR, GAME_MASTER},
    "cards/transfer": {CURATOR, GAME_MASTER},
    "cards/pack": {GAME_MASTER},
    "cards/grant": {GAME_MASTER},
    "cards/grantshare": {GAME_MASTER},
    "cards/trade": {MODERATOR},
    "matches/line": {MODERATOR},
    "matches/match": {GAME_MASTER, ORGANISER},
    "matches/challenge": {GAME_MASTER, ORGANISER},
    "matches/seed": {GAME_MASTER},
    "matches/handlook": {GAME_MASTER},
}
#: Pages on which something is made.
MAKING: dict[str, set[str]] = {
    "cards/card/add/": {CURATOR},
    "cards/series/add/": {CURATOR},
    "cards/portrait/add/": {CURATOR},
    "cards/grant/add/": {GAME_MASTER},
    "accounts/user/add/": set(),
    "auth/group/add/": set(),
    "cards/copy/add/": set(),
    "cards/submission/add/": set(),
    "accounts/ledgerentry/add/": set(),
    "matches/match/add/": set(),
}


@pytest.fixture(params=[*ROLES, ""])
def staff(request: pytest.FixtureRequest) -> tuple[Client, str]:
    """A browser of somebody of the staff with one role, or with none."""
    role = request.param
    client = Client()
    client.force_login(staff_make("helper", role))
    return client, role


def statuses(client: Client, addresses: list[str]) -> dict[str, int]:
    return {address: client.get(f"/admin/{address}").status_code for address in addresses}


def right(pages: dict[str, set[str]], role: str) -> dict[str, int]:
    return {page: 200 if role in roles else 403 for page, roles in pages.items()}


def test_every_list_is_open_to_its_roles_and_shut_to_others(staff: tuple[Client, str]) -> None:
    client, role = staff
    pages = {f"{model._meta.app_label}/{model._meta.model_name}": set[str]() for model in admin.site._registry}
    expected = {f"{page}/": roles for page, roles in (pages | LISTS).items()}
    assert not LISTS.keys() - pages.keys()
    assert statuses(client, list(expected)) == right(expected, role)


def test_what_is_made_by_hand_is_made_by_its_role(staff: tuple[Client, str]) -> None:
    client, role = staff
    assert statuses(client, list(MAKING)) == right(MAKING, role)


def test_single_rows_follow_their_lists(staff: tuple[Client, str], alice: User, bob: User) -> None:
    client, role = staff
    starter_open(user=alice)
    made, grant, copy = submit(bob), grant_to(alice, points=5), Copy.objects.all()[0]
    rows = {
        f"accounts/user/{alice.pk}/change/": {MODERATOR},
        f"cards/submission/{made.pk}/change/": {CURATOR},
        "cards/card/A001/change/": {CURATOR, GAME_MASTER},
        "cards/series/A/change/": {CURATOR, GAME_MASTER},
        f"cards/copy/{copy.pk}/change/": {CURATOR, GAME_MASTER},
        f"cards/grant/{grant.pk}/change/": {GAME_MASTER},
        f"cards/grant/{grant.pk}/withdraw/": {GAME_MASTER},
        f"accounts/user/{alice.pk}/correct/": set(),
        f"accounts/user/{alice.pk}/password/": {MODERATOR},
    }
    assert statuses(client, list(rows)) == right(rows, role)


def test_only_curators_change_cards_and_only_game_masters_grant(staff: tuple[Client, str], alice: User) -> None:
    client, role = staff
    answer = client.get("/admin/cards/card/A001/change/")
    assert (b'name="name"' in answer.content) == (role == CURATOR)
    sent = {"key": uuid4(), "kind": "prize", "reason": "x", "points": "1", "names": "alice"}
    assert client.post("/admin/cards/grant/add/", sent).status_code == (200 if role == GAME_MASTER else 403)
    made = submit(alice)
    decided = client.post(f"/admin/cards/submission/{made.pk}/change/", {"do": "refuse", "text": "No.", "seen": "1"})
    assert decided.status_code == (302 if role == CURATOR else 403)


def test_a_moderator_closes_accounts_and_gives_no_rights_and_no_points(alice: User) -> None:
    client = Client()
    client.force_login(staff_make("mona", MODERATOR))
    page = client.get(f"/admin/accounts/user/{alice.pk}/change/").content.decode()
    assert "Correct with a reason" not in page and 'name="groups"' not in page and 'name="is_staff"' not in page
    client.post("/admin/accounts/user/", {"action": "deactivate", "_selected_action": [alice.pk]})
    alice.refresh_from_db()
    assert not alice.is_active


def test_the_groups_are_made_once_with_just_their_rights(db: None) -> None:
    assert roles_load() is True and roles_load() is False
    for role, rights in RIGHTS.items():
        group = Group.objects.get(name=role)
        held = {f"{right.content_type.app_label}.{right.codename}" for right in group.permissions.all()}
        assert held == set(rights), "a right that the table names is unknown"
        assert not any(word in right for right in held for word in ("delete", "group", "permission"))


def test_has_role_asks_for_the_group_and_lets_superusers(alice: User, bob: User) -> None:
    helper = staff_make("helper", ORGANISER)
    boss = User.objects.create_superuser(username="boss", password="eight-squares")
    assert {role for role in ROLES if has_role(helper, role)} == {ORGANISER}
    assert {role for role in ROLES if has_role(boss, role)} == EVERY
    assert not any(has_role(alice, role) for role in ROLES)
    boss.is_active = helper.is_active = False
    assert not has_role(boss, CURATOR) and not has_role(helper, ORGANISER)
    with pytest.raises(ValueError, match="king"):
        has_role(alice, "king")
