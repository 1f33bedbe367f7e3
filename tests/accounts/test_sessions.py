"""A cookie that names no session Django could have made is no session, and never asks the database."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import signed_in
from triad.visits import visit_of


@pytest.mark.parametrize(
    "key", ['"aaaaaaaa\\000bbbb"', '"\\377\\376aaaaaaaa"', "a" * 41, "short", "../../x", "ABCDEFGHIJ"]
)
def test_a_made_up_cookie_is_a_visitor_and_no_failure(client: Client, db: None, key: str) -> None:
    # Octal escapes in quotes are read as the signs that they name.
    assert client.get("/account/login/", headers={"Cookie": f"sessionid={key}"}).status_code == 200
    visit = visit_of([(b"cookie", f"sessionid={key}".encode())], "192.0.2.1")
    assert visit.player is None and visit.session_key == ""


def test_a_key_with_a_nul_is_not_looked_for(client: Client, db: None, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        visit_of([(b"cookie", b'sessionid="aaaaaaaa\\000bbbb"')], "192.0.2.1")


def test_a_real_session_still_counts(alice: User) -> None:
    client = signed_in(alice)
    assert client.get("/settings/").status_code == 200
    key = client.cookies["sessionid"].value
    assert visit_of([(b"cookie", f"sessionid={key}".encode())], "192.0.2.1").player == alice
