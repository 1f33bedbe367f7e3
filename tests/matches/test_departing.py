from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from accounts import audit
from accounts.blocks import block_set
from accounts.civility.models import KeptName, Report
from accounts.civility.naming import is_kept
from accounts.civility.reports import report_send
from accounts.departures import account_leave
from accounts.friends.models import Friend
from accounts.friends.services import friend_set
from accounts.models import LedgerEntry, User
from accounts.notices.models import Notice
from accounts.services.staff import staff_account
from accounts.services.wallet import pay
from cards import audit as cards_audit
from cards.catalogue import spread_of
from cards.grants.models import GrantShare
from cards.models import Card, Copy, Deck, Transfer
from cards.services.copies import give_copy
from cards.services.granting import grant_make, grant_open
from cards.services.trade_offers import trade_offer
from cards.services.trade_terms import Side
from cards.trades.models import Trade
from cards.wishes.models import Wish
from matches.models import Challenge, Match, Option
from matches.services.challenges import challenge_send
from matches.services.rematch import rematch_offer
from matches.services.seeds import seed_make
from tests.accounts.conftest import PASSWORD, signed_in
from tests.matches import rows
from tests.matches.world import challenge_make, match_make, match_play
from triad.errors import Conflict, GameError, NotFound

Players = tuple[User, User]


@pytest.fixture
def boss(db: None) -> Client:
    """A browser of a superuser."""
    return signed_in(User.objects.create_superuser(username="boss", password=PASSWORD))


def test_challenges_and_trades_end_by_a_block_and_none_comes_after(players: Players) -> None:
    alice, bob = players
    waiting = challenge_make(alice, bob)
    offer = Trade.objects.create(maker=bob, other=alice, key=uuid4(), other_points=5, expires_at=waiting.expires_at)
    block_set(blocker=bob, blocked=alice, on=True)
    waiting.refresh_from_db(), offer.refresh_from_db()
    assert (waiting.state, offer.state) == (Challenge.State.WITHDRAWN, "withdrawn")
    for one, other in ((alice, bob), (bob, alice)):
        with pytest.raises(Conflict) as refused:
            challenge_send(challenger=one, opponent=other, seed_id=seed_make(owner=one).pk, rules=["open"])
        assert refused.value.code == "apart"
        with pytest.raises(Conflict) as refused:
            trade_offer(maker=one, other=other, key=uuid4(), gives=Side(points=5), gets=Side(cards=("A001",)))
        assert refused.value.code == "apart"


def test_no_rematch_with_who_keeps_apart(players: Players) -> None:
    alice, bob = players
    match = match_play(match_make(alice, bob, trade="none"))
    block_set(blocker=bob, blocked=alice, on=True)
    with pytest.raises(Conflict) as refused:
        rematch_offer(match_id=match.pk, user=alice)
    assert refused.value.code == "apart"


def test_leaving_ends_what_was_the_players_and_keeps_the_matches(players: Players, charlie: User) -> None:
    alice, bob = players
    alice.email = "alice@example.org"
    alice.save()
    pay(user=alice, points=120, experience=30, reason="correction", cause="test:1")
    Deck.objects.create(owner=alice, name="Mine", name_key="mine")
    Wish.objects.create(player=alice, card_id="A001")
    match = rows.match_write(rows.record(moves=[["b1", 1]]), alice, bob)
    Match.objects.filter(pk=match.pk).update(state="over", ended="left", turn="", due_at=None)
    match.seats.update(busy="")
    waiting = challenge_make(bob, alice)
    offer = Trade.objects.create(maker=alice, other=bob, key=uuid4(), other_points=5, expires_at=waiting.expires_at)
    unique = _unique_card()
    give_copy(card=unique, taker=alice, reason=Transfer.Reason.CORRECTION, cause="test:1")
    block_set(blocker=alice, blocked=charlie, on=True)
    kept = Copy.objects.filter(owner=alice, sole=False).count()

    left = account_leave(player=alice, password=PASSWORD)

    assert left.username.startswith("Ghost-") and not left.is_active and not left.email and left.wallet.points == 0
    assert LedgerEntry.objects.filter(user=alice).latest("id").points == -120
    assert Copy.objects.get(card=unique).owner == staff_account()
    assert Copy.objects.filter(owner=alice).count() == kept and not Deck.objects.filter(owner=alice).exists()
    assert not Wish.objects.exists() and not Notice.objects.filter(player=alice).exists()
    waiting.refresh_from_db(), offer.refresh_from_db()
    assert (waiting.state, offer.state) == (Challenge.State.WITHDRAWN, "withdrawn")
    assert is_kept("Alice") and KeptName.objects.get().player is None
    assert not list(audit.findings()) and not list(cards_audit.findings())
    page = signed_in(bob).get(f"/matches/{match.pk}/").content.decode()
    assert left.username in page and "alice" not in page


def test_who_is_in_a_live_match_cannot_leave(players: Players, match: Match) -> None:
    alice, _bob = players
    browser = signed_in(alice)
    answer = browser.post("/settings/leave/", {"password": PASSWORD, "sure": "on"})
    assert answer.status_code == 409 and "Leave after it" in answer.content.decode()
    alice.refresh_from_db()
    assert alice.is_active and alice.username == "alice"


def test_the_page_says_what_it_means_asks_for_the_password_and_says_farewell(alice: User) -> None:
    browser = signed_in(alice)
    page = browser.get("/settings/leave/").content.decode()
    assert "cannot be undone" in page and "go back to the staff" in page
    for wrong in ({"password": "no"}, {"password": PASSWORD}, {"password": "no", "sure": "on"}):
        assert browser.post("/settings/leave/", wrong).status_code == 400
    alice.refresh_from_db()
    assert alice.is_active
    answer = browser.post("/settings/leave/", {"password": PASSWORD, "sure": "on"})
    assert answer["Location"] == "/"
    assert b"Farewell" in browser.get("/").content
    assert browser.get("/settings/").status_code == 302
    assert not Client().login(username="alice", password=PASSWORD)
    with pytest.raises(GameError):
        account_leave(player=User.objects.get(pk=alice.pk), password=PASSWORD)
    assert Client().get("/players/alice/").status_code == 404


def test_the_export_holds_what_is_ones_own_and_nothing_of_others(players: Players) -> None:
    alice, bob = players
    pay(user=alice, points=120, reason="correction", cause="test:1", note="for alice")
    pay(user=bob, points=77, reason="correction", cause="test:2", note="for bob")
    match = rows.match_write(rows.record(moves=[["b1", 1]]), alice, bob)
    Match.objects.filter(pk=match.pk).update(state="over", ended="left", turn="", due_at=None)
    browser = signed_in(alice)
    answer = browser.get("/settings/export/")
    assert answer["Content-Disposition"] == 'attachment; filename="triad-alice.json"'
    data: dict[str, Any] = json.loads(answer.content)
    assert data["account"]["name"] == "alice" and [each["note"] for each in data["ledger"]] == ["for alice"]
    assert len(data["cards"]["copies"]) == 12 and data["purchases"] == []
    assert [each["record"] for each in data["matches"]["played"]] == [f"/matches/{match.pk}/record.json"]
    assert "for bob" not in answer.content.decode() and "password" not in answer.content.decode()
    assert browser.post("/settings/export/").status_code == 405
    assert Client().get("/settings/export/").status_code == 302


def test_a_match_is_reported_by_who_could_see_it(alice: User, bob: User, charlie: User) -> None:
    match = rows.match_write(rows.record(moves=[["b1", 1]]), alice, bob)
    what = f"match:{match.pk}"
    report = report_send(reporter=charlie, about=bob, why="cheating", what=what)
    assert f"Match {match.pk}" in report.attached_title and report.attached_url == f"/matches/{match.pk}/"
    assert report_send(reporter=charlie, about=bob, why="words", what=what) == report
    Match.objects.filter(pk=match.pk).update(option=Option.PRIVATE)
    report_send(reporter=alice, about=bob, why="cheating", what=what)
    for reporter, about, wrong in (
        (charlie, alice, what),
        (alice, charlie, what),
        (alice, bob, "match:99999"),
        (alice, bob, "match:x"),
        (alice, bob, "user:1"),
        (alice, bob, "match:" + "9" * 40),
    ):
        with pytest.raises(NotFound):
            report_send(reporter=reporter, about=about, why="cheating", what=wrong)
    assert Report.objects.count() == 2


def _unique_card() -> Card:
    card = Card.objects.first()
    assert card is not None
    series = card.series
    series.pk, series.code, series.unique_cards = "Z", "Z", True
    series.save(force_insert=True)
    return Card.objects.create(series=series, number=1, name="Sole", level=9, up=1, right=2, down=3, left=4)


def test_friends_and_waiting_grants_end_and_a_promised_unique_card_is_free_again(players: Players) -> None:
    alice, bob = players
    friend_set(owner=alice, friend=bob, on=True)
    friend_set(owner=bob, friend=alice, on=True)
    card = _unique_card()
    terms: dict[str, Any] = {"by": None, "kind": "prize", "reason": "The cup", "cards": [card]}
    grant_make(players=[alice], points=5, **terms)
    account_leave(player=alice, password=PASSWORD)
    assert not Friend.objects.exists() and GrantShare.objects.get().withdrawn_at is not None
    grant = grant_make(players=[bob], **terms)
    assert grant_open(player=bob, grant_id=grant.pk).pack is not None
    assert not list(cards_audit.findings())


def test_common_cards_of_who_has_left_are_out_of_the_world(players: Players) -> None:
    alice, bob = players
    card = Copy.objects.filter(owner=alice).earliest("pk").card
    before = spread_of(card)
    own = Copy.objects.filter(owner=alice, card=card).count()
    left = account_leave(player=alice, password=PASSWORD)
    after = spread_of(card)
    assert (after.copies, after.owners, after.players) == (before.copies - own, before.owners - 1, before.players - 1)
    assert signed_in(bob).get(f"/players/{left.username}/stash/").status_code in (403, 404)
    assert not list(cards_audit.findings())


def test_nobody_opens_an_account_again_that_has_ended_nor_the_staffs(players: Players, boss: Client) -> None:
    alice, bob = players
    account_leave(player=alice, password=PASSWORD)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    chosen = [alice.pk, bob.pk, staff_account().pk]
    page = boss.post("/admin/accounts/user/", {"action": "activate", "_selected_action": chosen}, follow=True)
    assert "1 account is open." in page.content.decode()
    assert list(User.objects.filter(pk__in=chosen, is_active=True)) == [bob]
