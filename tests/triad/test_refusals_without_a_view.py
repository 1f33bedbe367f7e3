"""What is refused before any view is asked still reaches the page as a sentence, and changes nothing."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from accounts.models import User
from matches.models import Challenge, Match
from tests.conftest import Clock
from tests.matches import world
from triad.storable import is_storable

HTMX = {"HX-Request": "true"}
PROGRAM = {"Accept": "application/json"}


@pytest.fixture
def browser(alice: User) -> Client:
    """Alice's browser, which checks forms as a real one's are checked."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    return client


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("post", "/matches/1/moves/", 403),
        ("get", "/matches/1/moves/", 405),
        ("get", "/nowhere/", 404),
        ("get", "/matches/nothing/", 404),
    ],
)
def test_htmx_gets_a_notice_and_never_a_page_to_swap_in(
    browser: Client, method: str, address: str, status: int
) -> None:
    answer = getattr(browser, method)(address, headers=HTMX)
    assert answer.status_code == status
    assert answer["HX-Reswap"] == "none"
    assert 'role="alert"' in answer.content.decode() and "<html" not in answer.content.decode()
    assert ("Allow" in answer) == (status == 405)


def test_a_program_gets_json(browser: Client) -> None:
    answer = browser.post("/matches/1/moves/", headers=PROGRAM)
    assert answer.status_code == 403 and "reload" in answer.json()["error"]["text"]


def test_a_browser_gets_the_page(browser: Client) -> None:
    answer = browser.post("/matches/1/moves/")
    assert answer.status_code == 403 and "<html" in answer.content.decode()
    back = browser.get("/nowhere/", headers={**HTMX, "HX-History-Restore-Request": "true"})
    assert back.status_code == 404 and "<html" in back.content.decode()


@pytest.mark.parametrize("address", ["/matches/1/moves/", "/settings/notices/", "/chat/"])
def test_an_address_that_only_a_form_uses_is_a_page_with_a_sentence_too(browser: Client, address: str) -> None:
    answer = browser.get(address)
    assert answer.status_code == 405 and answer["Allow"] == "POST"
    page = answer.content.decode()
    assert "cannot be done in that way" in page and "To the start page" in page


@pytest.mark.parametrize("headers", [{}, HTMX, PROGRAM])
def test_what_postgresql_cannot_hold_is_refused_in_every_field(
    players: tuple[User, User], headers: dict[str, str]
) -> None:
    alice, bob = players
    challenge = world.challenge_make(alice, bob)
    client = Client()
    client.force_login(bob)
    answer = client.post(f"/challenges/{challenge.pk}/refuse/", {"reason": "no\x00thing"}, headers=headers)
    assert answer.status_code == 400 and "nobody can read" in answer.content.decode()
    challenge.refresh_from_db()
    assert (challenge.state, challenge.reason) == (Challenge.State.WAITING, "")


@pytest.mark.parametrize("text", ["a\x00b", "\ud800"])
def test_what_cannot_be_stored_is_refused_in_json(match: Match, text: str) -> None:
    client = Client()
    client.force_login(User.objects.get(username="alice"))
    body = json.dumps({"card": text, "square": 1, "version": match.version})
    answer = client.post(f"/matches/{match.pk}/moves/", body, content_type="application/json", headers=PROGRAM)
    assert answer.status_code == 400 and answer.json()["error"]["code"] == "unreadable_text"
    assert not match.moves.exists()


def test_storable_looks_into_everything() -> None:
    assert is_storable(["a", {"b": ["c", 1, None, "🂡"]}])
    assert not is_storable({"a": [("b", "\x00")]}) and not is_storable({"\udfff": 1})


def test_a_reason_keeps_no_sign_that_turns_or_hides_text(players: tuple[User, User], clock: Clock) -> None:
    from matches.services.challenges import challenge_refuse

    alice, bob = players
    challenge = world.challenge_make(alice, bob)
    challenge_refuse(challenge_id=challenge.pk, user=bob, reason=" not\n\u202enow\u200b\x07 ")
    challenge.refresh_from_db()
    assert challenge.reason == "not now"


@pytest.mark.parametrize("path", ["/pairing/{}/ready/", "/matches/{}/leave/", "/matches/{}/rematch/"])
def test_a_number_larger_than_any_id_is_nowhere(client: Client, alice: User, path: str) -> None:
    client.force_login(alice)
    answer = client.post(path.format(2**63), HTTP_ACCEPT="application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_page")
