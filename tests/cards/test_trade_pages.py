"""The pages of trades: the table, the list, the answers; without a script, and told to the other at once."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.blocks import block_set
from accounts.models import User
from cards.models import Copy
from cards.services.copies import move_copy
from cards.services.trade_answers import trade_accept, trade_refuse
from cards.trades.models import State, Trade
from matches.services import eligibility
from tests.cards.conftest import Give
from tests.cards.trades import cards_of, clean, offer, points_of
from tests.conftest import Clock
from triad import hub

pytestmark = pytest.mark.usefixtures("old_hands")


@pytest.fixture
def maker(client: Client, pair: tuple[User, User]) -> Client:
    """Alice's browser."""
    client.force_login(pair[0])
    return client


@pytest.fixture
def answerer(pair: tuple[User, User]) -> Client:
    """Bob's browser."""
    browser = Client()
    browser.force_login(pair[1])
    return browser


def sent(**changed: Any) -> dict[str, Any]:
    """What the table sends with an offer of A001 for A004."""
    return {"key": str(uuid4()), "give": ["A001"], "get": ["A004"], "do": "offer"} | changed


def test_a_trade_is_put_together_without_a_script_offered_and_accepted(
    maker: Client, answerer: Client, pair: tuple[User, User]
) -> None:
    page = maker.get("/players/bob/trade/").content.decode()
    assert 'value="add give A001"' in page and 'value="add get A004"' in page and 'value="add get A001"' not in page
    key = re.search(r'name="key" value="([-0-9a-f]+)"', page)
    assert key
    form = {"key": key[1], "do": "add give A001"}
    page = maker.post("/players/bob/trade/", form).content.decode()
    assert '<input type="hidden" name="give" value="A001">' in page and 'value="drop give A001"' in page
    form |= {"give": ["A001"], "get": ["A004", "A005"], "get_points": "7", "do": "drop get A005"}
    page = maker.post("/players/bob/trade/", form).content.decode()
    assert '<input type="hidden" name="get" value="A005">' not in page and 'value="7"' in page
    answer = maker.post("/players/bob/trade/", form | {"get": ["A004"], "do": "offer"})
    made = Trade.objects.get()
    assert answer["Location"] == f"/cards/trades/{made.pk}/"
    listed = answerer.get("/cards/trades/").content.decode()
    assert "waits for you" in listed and "A001" in listed and "A004" in listed and "7 points" in listed
    assert answerer.post(f"/cards/trades/{made.pk}/accept/").status_code == 302
    assert cards_of(pair[0]) == ["A002", "A003", "A004"] and points_of(pair[0]) == 507 and clean()
    assert "You gave" in maker.get(f"/cards/trades/{made.pk}/").content.decode()


def test_the_search_looks_in_both_stashes_and_loses_nothing(maker: Client) -> None:
    page = maker.post("/players/bob/trade/", sent(do="look", give_q="a002", get_q="no such card")).content.decode()
    assert 'value="add give A002"' in page and 'value="add give A003"' not in page and 'value="add get' not in page
    assert 'value="drop give A001"' in page and 'value="drop get A004"' in page and "is called so" in page


def test_the_table_alone_comes_for_the_table(maker: Client) -> None:
    page = maker.post("/players/bob/trade/", sent(do="look"), headers={"HX-Request": "true", "HX-Target": "table"})
    assert page.content.decode().lstrip().startswith("<form") and page.status_code == 200


def test_both_values_and_a_gift_are_told(maker: Client) -> None:
    page = maker.post("/players/bob/trade/", sent(do="look", get=[], give_points="3")).content.decode()
    assert re.search(r"You give what is worth \d+", page) and "You get what is worth 0." in page
    assert "a gift from alice" in page


BAD: list[tuple[dict[str, Any], int, str]] = [
    ({"give": [], "get": []}, 400, "There is nothing in this trade yet."),
    ({"give_points": "-5"}, 400, "Points are a number from 0 to 1000000."),
    ({"give_points": "<u>5</u>"}, 400, "Points are a number"),
    ({"give_points": "٣"}, 400, "Points are a number"),
    ({"give_points": "9" * 50}, 400, "Points are a number"),
    ({"give_points": "5", "get_points": "5"}, 400, "Points go one way only"),
    ({"give": ["A001", "A001"]}, 409, "alice has only 1 of A001"),
    ({"get": ["A004"], "get_points": "501"}, 409, "bob would give 501 points, and has 500."),
    ({"give_points": "501"}, 409, "You would give 501 points, and you have 500."),
]


@pytest.mark.parametrize(("changed", "status", "sentence"), BAD)
def test_bad_input_gets_a_sentence_and_loses_nothing(
    maker: Client, changed: dict[str, Any], status: int, sentence: str
) -> None:
    answer = maker.post("/players/bob/trade/", sent(**changed))
    page = answer.content.decode()
    assert answer.status_code == status and sentence in page.replace("&#x27;", "'")
    assert not Trade.objects.exists() and "<u>5" not in page
    if changed.get("give", True):
        assert '<input type="hidden" name="give" value="A001">' in page


@pytest.mark.parametrize("key", ["", "7", "<b>"])
def test_a_form_without_its_number_is_none(maker: Client, key: str) -> None:
    assert maker.post("/players/bob/trade/", sent(key=key)).status_code == 400 and not Trade.objects.exists()


def test_cards_that_are_not_there_are_left_out(maker: Client) -> None:
    page = maker.post("/players/bob/trade/", sent(do="look", give=["A001", "ZZZZZZ", "A050"] * 30)).content.decode()
    assert "ZZZZZZ" not in page and 'name="give" value="A050"' not in page


def test_a_counter_offer_keeps_what_was_there(maker: Client, answerer: Client, pair: tuple[User, User]) -> None:
    made = offer(*pair, gives=["A001"], gets=["A004", "A005"], points=9)
    page = answerer.get(f"/cards/trades/{made.pk}/counter/").content.decode()
    for field in ('name="get" value="A001"', 'name="give" value="A004"', 'name="give" value="A005"', 'value="9"'):
        assert field in page
    answer = answerer.post(f"/cards/trades/{made.pk}/counter/", sent(give=["A004"], get=["A001"], get_points="9"))
    second = Trade.objects.get(counter_of=made)
    assert answer["Location"] == f"/cards/trades/{second.pk}/" and second.maker == pair[1]
    assert f"/cards/trades/{second.pk}/" in maker.get(f"/cards/trades/{made.pk}/").content.decode()
    assert answerer.get(f"/cards/trades/{made.pk}/counter/").status_code == 302


def test_a_refusal_is_said_on_the_page_of_the_trade(answerer: Client, pair: tuple[User, User], charlie: User) -> None:
    made = offer(*pair, gives=["A001"], gets=["A004"])
    move_copy(copy=Copy.objects.get(card="A001"), taker=charlie, reason="spoils", cause="test:lost")
    listed = answerer.get("/cards/trades/").content.decode()
    assert "can no longer be accepted" in listed and f"/cards/trades/{made.pk}/accept/" not in listed
    answer = answerer.post(f"/cards/trades/{made.pk}/accept/")
    assert answer.status_code == 409 and answer.content.decode().count("is gone, so this trade has ended.") == 1
    assert answerer.post(f"/cards/trades/{made.pk}/refuse/").status_code == 409


def test_buttons_pressed_ten_times_have_one_effect(answerer: Client, pair: tuple[User, User]) -> None:
    made = offer(*pair, gives=["A001"], gets=["A004"])
    codes = [answerer.post(f"/cards/trades/{made.pk}/accept/").status_code for _time in range(10)]
    assert codes == [302] + [409] * 9 and clean()


def test_refused_and_taken_back(maker: Client, answerer: Client, pair: tuple[User, User]) -> None:
    first, second = offer(*pair, gives=["A001"], gets=["A004"]), offer(*pair, gives=["A002"], gets=["A004"])
    assert answerer.post(f"/cards/trades/{first.pk}/refuse/")["Location"] == "/cards/trades/"
    assert maker.post(f"/cards/trades/{second.pk}/withdraw/")["Location"] == "/cards/trades/"
    page = maker.get("/cards/trades/").content.decode()
    assert 'data-state="refused"' in page and 'data-state="withdrawn"' in page


def test_what_is_not_mine_is_not_there(pair: tuple[User, User], charlie: User, client: Client) -> None:
    made = offer(*pair, gives=["A001"], gets=["A004"])
    client.force_login(charlie)
    assert client.get(f"/cards/trades/{made.pk}/").status_code == 404
    for act in ("accept", "refuse", "withdraw"):
        assert client.post(f"/cards/trades/{made.pk}/{act}/").status_code == 404
        assert client.get(f"/cards/trades/{made.pk}/{act}/").status_code == 405
    assert client.get(f"/cards/trades/{made.pk}/counter/").status_code == 404


def test_visitors_sign_in_first(pair: tuple[User, User], client: Client) -> None:
    made = offer(*pair, gives=["A001"], gets=["A004"])
    for address in ("/cards/trades/", f"/cards/trades/{made.pk}/", "/players/bob/trade/"):
        assert client.get(address).status_code == 302
    assert client.post(f"/cards/trades/{made.pk}/accept/").status_code == 403
    assert "/players/bob/trade/" not in client.get("/players/bob/").content.decode()


def test_the_profile_and_the_stash_lead_there(maker: Client, answerer: Client, pair: tuple[User, User]) -> None:
    offer(*pair, gives=["A001"], gets=["A004"])
    for address in ("/players/bob/", "/players/bob/stash/"):
        assert "/players/bob/trade/" in maker.get(address).content.decode()
    assert "/cards/trades/" in maker.get("/cards/stash/").content.decode()
    assert "1 to answer" in answerer.get("/players/bob/").content.decode()


def test_nobody_trades_with_oneself_or_a_robot(maker: Client) -> None:
    User.objects.create_user(username="Mog", kind="robot")
    assert maker.get("/players/alice/trade/").status_code == 409
    assert maker.get("/players/Mog/trade/").status_code == 409
    assert maker.get("/players/nobody/trade/").status_code == 404


def test_newcomers_are_told_so(maker: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eligibility, "BET_MATCHES", 10)
    sentence = "Trades are open to you after 10 matches with people"
    assert sentence in maker.get("/players/bob/trade/").content.decode()
    assert sentence in maker.get("/cards/trades/").content.decode()
    answer = maker.post("/players/bob/trade/", sent())
    assert answer.status_code == 409 and not Trade.objects.exists()


def test_a_hidden_stash_is_not_shown(maker: Client, pair: tuple[User, User]) -> None:
    User.objects.filter(pk=pair[1].pk).update(hides_stash=True)
    page = maker.post("/players/bob/trade/", sent(do="look")).content.decode()
    assert "add get" not in page and 'name="get" value' not in page and "you can only ask for points" in page


def test_the_other_is_told_at_once(
    pair: tuple[User, User],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    alice, bob = pair
    told: list[tuple[str, str]] = []
    monkeypatch.setattr(hub, "publish", lambda *, topic, html, **_more: told.append((topic, html)))
    with django_capture_on_commit_callbacks(execute=True):
        first, second = (offer(alice, bob, gives=[card], gets=["A004"]) for card in ("A001", "A002"))
        trade_refuse(trade_id=first.pk, user=bob)
        trade_accept(trade_id=second.pk, user=bob)
    for who, said, often in (
        (bob, "alice offers you a trade.", 2),
        (alice, "bob refused your trade.", 1),
        (alice, "bob accepted your trade.", 1),
    ):
        assert [topic for topic, html in told if said in html] == [f"user.{who.pk}"] * often


def test_an_offer_expires_at_sight(maker: Client, pair: tuple[User, User], clock: Clock) -> None:
    made = offer(*pair, gives=["A001"], gets=["A004"])
    clock.advance(3 * 86400)
    assert 'data-state="expired"' in maker.get(f"/cards/trades/{made.pk}/").content.decode()
    made.refresh_from_db()
    assert made.state == State.EXPIRED


def test_many_trades_and_cards_take_few_queries(
    maker: Client, pair: tuple[User, User], give: Give, django_assert_max_num_queries: Any
) -> None:
    give(pair[0], *(f"A{number:03}" for number in range(10, 60)))
    for _time in range(3):
        for trade in (offer(*pair, gives=["A001", "A010"], gets=["A004", "A005"]) for _each in range(2)):
            trade_refuse(trade_id=trade.pk, user=pair[1])
    maker.get("/cards/trades/")
    with django_assert_max_num_queries(15):
        maker.get("/cards/trades/")
    with django_assert_max_num_queries(18):
        maker.post("/players/bob/trade/", sent(do="look"))


def test_the_staff_sees_trades_and_changes_none(admin_client: Client, pair: tuple[User, User]) -> None:
    made = offer(*pair, gives=["A001"], gets=["A004"])
    assert "alice" in admin_client.get("/admin/cards/trade/").content.decode()
    page = admin_client.get(f"/admin/cards/trade/{made.pk}/change/").content.decode()
    assert "A004" in page and 'name="_save"' not in page


def test_no_table_is_laid_with_who_keeps_apart(maker: Client, answerer: Client, pair: tuple[User, User]) -> None:
    block_set(blocker=pair[1], blocked=pair[0], on=True)
    for browser, name in ((maker, "bob"), (answerer, "alice")):
        answer = browser.get(f"/players/{name}/trade/")
        assert answer.status_code == 409 and f"You and {name} keep apart." in answer.content.decode()
