"""Trades: cards and points of two players change hands together, or not at all (RULES 5, 8)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from accounts.models import LedgerEntry, User
from accounts.notices.models import Notice
from cards.audit import findings
from cards.models import Card, Copy, Price, Series, Transfer
from cards.services.copies import move_copy
from cards.services.trade_answers import trade_accept, trade_refuse, trade_withdraw, trades_expire
from cards.services.trade_offers import MOST_TO_ONE
from cards.trades.models import State, Trade, TradeCopy
from matches.models import Match, Seat
from matches.services import eligibility
from matches.services.overdue import settle_due
from matches.services.seeds import seed_make
from tests.cards.conftest import Give
from tests.cards.customs import grant
from tests.cards.trades import cards_of, clean, offer, points_of
from tests.conftest import Clock
from triad.errors import GameError

pytestmark = pytest.mark.usefixtures("old_hands")


def live(user: User, other: User) -> Match:
    """A match between two people that goes on, as far as trades look at it."""
    match = Match.objects.create(house="deling", setup={}, seed=seed_make(), with_people=True)
    for colour, each in (("blue", user), ("red", other)):
        Seat.objects.create(match=match, colour=colour, user=each, busy=Seat.Busy.PEOPLE)
    return match


def refused(code: str, call: Any, **arguments: Any) -> str:
    """The sentence of a refusal with this code, which changed nothing."""
    before = (Trade.objects.count(), Transfer.objects.count(), LedgerEntry.objects.count())
    with pytest.raises(GameError) as told:
        call(**arguments)
    assert told.value.code == code, told.value
    assert before == (Trade.objects.count(), Transfer.objects.count(), LedgerEntry.objects.count())
    return told.value.message


def test_cards_and_points_change_hands_together(pair: tuple[User, User]) -> None:
    alice, bob = pair
    trade = offer(alice, bob, gives=["A001", "A002"], gets=["A004"], asks=30)
    assert trade.state == State.OPEN and cards_of(alice) == ["A001", "A002", "A003"]
    done = trade_accept(trade_id=trade.pk, user=bob)
    assert done.state == State.ACCEPTED and done.gift_from == ""
    assert cards_of(alice) == ["A003", "A004"] and cards_of(bob) == ["A001", "A002", "A005", "A006"]
    assert (points_of(alice), points_of(bob)) == (530, 470)
    assert set(Transfer.objects.filter(reason="trade").values_list("cause", flat=True)) == {f"trade:{trade.pk}"}
    assert LedgerEntry.objects.filter(reason="trade", cause=f"trade:{trade.pk}").count() == 2
    assert clean()


@pytest.mark.parametrize(
    ("end", "by", "state"),
    [(trade_accept, "bob", "accepted"), (trade_refuse, "bob", "refused"), (trade_withdraw, "alice", "withdrawn")],
)
def test_what_is_over_stays_so(pair: tuple[User, User], end: Any, by: str, state: str) -> None:
    alice, bob = pair
    trade = offer(alice, bob, gives=["A001"], gets=["A004"])
    end(trade_id=trade.pk, user={"alice": alice, "bob": bob}[by])
    for again, user in ((trade_accept, bob), (trade_refuse, bob), (trade_withdraw, alice)):
        refused("trade_over", again, trade_id=trade.pk, user=user)
    refused("trade_over", offer, maker=bob, other=alice, gives=["A004"], gets=["A001"], counter_of=trade.pk)
    trade.refresh_from_db()
    assert trade.state == state and clean()


def test_only_the_two_may_touch_it_and_each_only_what_is_theirs(pair: tuple[User, User], charlie: User) -> None:
    alice, bob = pair
    trade = offer(alice, bob, gives=["A001"], gets=["A004"])
    for act in (trade_accept, trade_refuse, trade_withdraw):
        refused("no_trade", act, trade_id=trade.pk, user=charlie)
        refused("no_trade", act, trade_id=10**9, user=alice)
    refused("not_for_you", trade_accept, trade_id=trade.pk, user=alice)
    refused("not_for_you", trade_refuse, trade_id=trade.pk, user=alice)
    refused("not_yours", trade_withdraw, trade_id=trade.pk, user=bob)
    refused("no_trade", offer, maker=charlie, other=alice, points=1, counter_of=trade.pk)
    refused("not_for_you", offer, maker=alice, other=bob, points=1, counter_of=trade.pk)


def test_a_form_sent_twice_makes_one_trade(pair: tuple[User, User]) -> None:
    key = uuid4()
    first = offer(*pair, gives=["A001"], gets=["A004"], key=key)
    assert offer(*pair, gives=["A001"], gets=["A004"], key=key) == first and Trade.objects.count() == 1


def test_a_counter_offer_ends_the_first_and_can_be_accepted(pair: tuple[User, User]) -> None:
    alice, bob = pair
    first = offer(alice, bob, gives=["A001"], gets=["A004", "A005"])
    second = offer(bob, alice, gives=["A004"], gets=["A001"], counter_of=first.pk)
    first.refresh_from_db()
    assert first.state == State.COUNTERED and second.counter_of == first
    trade_accept(trade_id=second.pk, user=alice)
    assert cards_of(alice) == ["A002", "A003", "A004"] and clean()


def test_a_counter_offer_that_is_refused_leaves_the_first_open(pair: tuple[User, User]) -> None:
    alice, bob = pair
    first = offer(alice, bob, gives=["A001"], gets=["A004"])
    refused("not_owned", offer, maker=bob, other=alice, gives=["A085"], gets=["A001"], counter_of=first.pk)
    first.refresh_from_db()
    assert first.state == State.OPEN


def test_an_offer_expires_by_the_clock_or_at_sight(pair: tuple[User, User], clock: Clock) -> None:
    alice, bob = pair
    trade, other = offer(alice, bob, gives=["A001"], gets=["A004"]), offer(bob, alice, gives=["A005"], gets=["A002"])
    clock.advance(3 * 86400 - 1)
    assert trades_expire(moment=clock.now) == 0
    clock.advance(1)
    assert "expired" in refused("trade_over", trade_accept, trade_id=trade.pk, user=bob)
    settle_due()
    settle_due()
    assert set(Trade.objects.values_list("state", flat=True)) == {State.EXPIRED}
    other.refresh_from_db()
    assert other.settled_at == clock.now
    told = Notice.objects.filter(kind="trade", about__state="expired").values_list("player", "about__name")
    assert sorted(told) == sorted([(alice.pk, "bob"), (bob.pk, "alice")] * 2)


def test_while_either_is_in_a_live_match_the_answer_is_always_the_same(
    pair: tuple[User, User], charlie: User, give: Give
) -> None:
    alice, bob = pair
    here = offer(alice, bob, gives=["A001"], gets=["A004"])
    gone = offer(alice, bob, gives=["A002"], gets=["A005"])
    move_copy(copy=Copy.objects.get(card="A002"), taker=charlie, reason="spoils", cause="test:lost")
    for user in (alice, bob):
        match = live(user, charlie)
        sentences = {refused("in_a_match", trade_accept, trade_id=each.pk, user=bob) for each in (here, gone)}
        assert len(sentences) == 1 and Trade.objects.filter(state=State.OPEN).count() == 2
        # The offer itself waits, and tells nothing of a hand either.
        trade_withdraw(trade_id=offer(alice, bob, gives=["A003"], gets=["A006"]).pk, user=alice)
        match.seats.update(busy="")
    trade_accept(trade_id=here.pk, user=bob)
    assert clean()


def test_a_trade_whose_card_is_gone_ends_at_acceptance(pair: tuple[User, User], charlie: User) -> None:
    alice, bob = pair
    trade = offer(alice, bob, gives=["A001"], gets=["A004"])
    move_copy(copy=Copy.objects.get(card="A001"), taker=charlie, reason="spoils", cause="test:lost")
    with pytest.raises(GameError, match="A001") as told:
        trade_accept(trade_id=trade.pk, user=bob)
    trade.refresh_from_db()
    assert told.value.code == "trade_broken" and (trade.state, trade.reason) == (State.BROKEN, told.value.message)
    assert cards_of(bob) == ["A004", "A005", "A006"] and clean()


def test_a_closed_account_ends_its_trades(pair: tuple[User, User]) -> None:
    alice, bob = pair
    trade = offer(alice, bob, gives=["A001"], gets=["A004"])
    User.objects.filter(pk=alice.pk).update(is_active=False)
    with pytest.raises(GameError, match="closed"):
        trade_accept(trade_id=trade.pk, user=bob)
    refused("not_tradeable", offer, maker=bob, other=User.objects.get(pk=alice.pk), gives=["A004"])


def test_the_holding_limit_counts_when_offered_and_when_accepted(pair: tuple[User, User], give: Give) -> None:
    alice, bob = pair
    give(bob, *["A001"] * 8)
    trade = offer(alice, bob, gives=["A001"], gets=["A004"])
    give(bob, "A001")
    told = refused("holding_limit", trade_accept, trade_id=trade.pk, user=bob)
    assert "bob" in told and "A001" in told
    trade.refresh_from_db()
    assert trade.state == State.OPEN and cards_of(alice) == ["A001", "A002", "A003"]
    refused("holding_limit", offer, maker=alice, other=bob, gives=["A001"], gets=["A005"])
    give(bob, "A002")
    refused("holding_limit", offer, maker=bob, other=alice, gives=["A001"] * 9, gets=["A002"])


def test_points_must_be_there_at_acceptance_too(pair: tuple[User, User]) -> None:
    alice, bob = pair
    refused("not_enough_points", offer, maker=alice, other=bob, points=501, gets=["A004"])
    refused("other_not_enough_points", offer, maker=alice, other=bob, gives=["A001"], asks=501)
    trade = offer(alice, bob, points=40, gets=["A004"])
    grant(alice, -480)
    assert "alice" in refused("other_not_enough_points", trade_accept, trade_id=trade.pk, user=bob)
    grant(alice, 480)
    trade_accept(trade_id=trade.pk, user=bob)
    assert (points_of(alice), points_of(bob)) == (460, 540) and clean()


def test_unique_and_marked_copies_are_not_traded(pair: tuple[User, User], give: Give) -> None:
    alice, bob = pair
    unique = Card.objects.filter(series__unique_cards=True).first() or _unique_card()
    give(alice, unique.pk)
    give(alice, "A007", marked=True)
    for card_id in (unique.pk, "A007"):
        refused("not_owned", offer, maker=alice, other=bob, gives=[card_id], gets=["A004"])
        refused("not_owned", offer, maker=bob, other=alice, gives=["A004"], gets=[card_id])


def _unique_card() -> Card:
    Series.objects.create(code="Q", name="Queens", unique_cards=True)
    return Card.objects.create(series_id="Q", number=1, name="Queen", level=5, up=5, right=5, down=5, left=5)


def test_a_marked_copy_that_was_won_loses_its_mark_once_its_owner_may_trade(
    pair: tuple[User, User], give: Give, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, bob = pair
    (first, second) = give(alice, "A007", "A008", marked=True)
    monkeypatch.setattr(eligibility, "BET_MATCHES", 10)
    move_copy(copy=first, taker=bob, reason="spoils", cause="test:won-1")
    first.refresh_from_db()
    assert first.marked
    monkeypatch.setattr(eligibility, "BET_MATCHES", 0)
    move_copy(copy=second, taker=bob, reason="spoils", cause="test:won-2")
    second.refresh_from_db()
    assert not second.marked
    trade = offer(bob, alice, gives=["A007"], gets=["A001"])
    first.refresh_from_db()
    assert not first.marked
    trade_accept(trade_id=trade.pk, user=alice)
    assert "A007" in cards_of(alice) and clean()


def test_newcomers_do_not_trade(pair: tuple[User, User], monkeypatch: pytest.MonkeyPatch) -> None:
    alice, bob = pair
    trade = offer(alice, bob, gives=["A001"], gets=["A004"])
    monkeypatch.setattr(eligibility, "BET_MATCHES", 10)
    assert "10 matches" in refused("trades_closed", offer, maker=alice, other=bob, gives=["A001"], gets=["A004"])
    refused("trades_closed", trade_accept, trade_id=trade.pk, user=bob)
    monkeypatch.setattr(eligibility, "BET_MATCHES", 0)
    monkeypatch.setattr(eligibility, "BET_AGE", timedelta(days=3))
    User.objects.filter(pk=alice.pk).update(date_joined=trade.made_at - timedelta(days=4))
    User.objects.filter(pk=bob.pk).update(date_joined=trade.made_at - timedelta(days=2))
    assert "bob" in refused("other_trades_closed", offer, maker=alice, other=bob, gives=["A001"], gets=["A004"])


BAD: list[tuple[str, dict[str, Any]]] = [
    ("nothing", {}),
    ("points_both_ways", {"points": 5, "asks": 5}),
    ("card_both_ways", {"gives": ["A001"], "gets": ["A001"]}),
    ("bad_points", {"points": -5}),
    ("bad_points", {"asks": 10**7}),
    ("too_many_cards", {"gives": ["A001"] * 11}),
    ("not_owned", {"gives": ["A001", "A001"], "gets": ["A004"]}),
    ("not_owned", {"gives": ["<b>"], "gets": ["A004"]}),
    ("not_owned", {"gives": ["A001"], "gets": ["A001x" * 50]}),
]


@pytest.mark.parametrize(("code", "terms"), BAD)
def test_terms_that_no_trade_can_have(pair: tuple[User, User], code: str, terms: dict[str, Any]) -> None:
    refused(code, offer, maker=pair[0], other=pair[1], **terms)


def test_one_cannot_trade_with_oneself_a_robot_or_as_a_guest(pair: tuple[User, User]) -> None:
    alice, _bob = pair
    robot = User.objects.create_user(username="Mog", kind="robot")
    guest = User.objects.create_user(username="Guest-1", kind="guest")
    for other in (alice, robot, guest):
        refused("not_tradeable", offer, maker=alice, other=other, gives=["A001"])
    refused("needs_account", offer, maker=guest, other=alice, points=1)


def test_of_a_hidden_stash_only_points_can_be_asked_or_what_its_owner_offered(pair: tuple[User, User]) -> None:
    alice, bob = pair
    User.objects.filter(pk=bob.pk).update(hides_stash=True)
    told = {
        refused("stash_hidden", offer, maker=alice, other=bob, gives=["A001"], gets=[card]) for card in ("A004", "A050")
    }
    assert len(told) == 1
    first = offer(bob, alice, gives=["A004"], gets=["A001", "A002"])
    refused("stash_hidden", offer, maker=alice, other=bob, gives=["A001"], gets=["A005"], counter_of=first.pk)
    second = offer(alice, bob, gives=["A001"], gets=["A004"], counter_of=first.pk)
    trade_accept(trade_id=second.pk, user=bob)
    assert "A004" in cards_of(alice)


def test_only_so_many_offers_wait(pair: tuple[User, User]) -> None:
    for _time in range(MOST_TO_ONE):
        offer(*pair, gives=["A001"], gets=["A004"])
    refused("too_many_open", offer, maker=pair[0], other=pair[1], gives=["A002"], gets=["A004"])


def _worth(points: int) -> None:
    """A card of series A of level 1 is worth so many points from now on."""
    Price.objects.filter(series="A").update(specific=points)


def test_less_than_a_quarter_is_a_gift_and_a_quarter_is_none(pair: tuple[User, User]) -> None:
    alice, bob = pair
    _worth(100)
    whole = trade_accept(trade_id=offer(alice, bob, gives=["A001"], asks=25).pk, user=bob)
    gift = trade_accept(trade_id=offer(alice, bob, gives=["A002"], asks=24).pk, user=bob)
    assert (whole.gift_from, gift.gift_from) == ("", "maker")
    asked = trade_accept(trade_id=offer(alice, bob, gets=["A004"]).pk, user=bob)
    assert (asked.gift_from, asked.maker_value, asked.other_value) == ("other", 0, 100) and clean()


def test_three_gifts_a_day_on_each_side(pair: tuple[User, User], charlie: User, clock: Clock) -> None:
    alice, bob = pair
    for _time in range(3):
        trade_accept(trade_id=offer(alice, bob, points=10).pk, user=bob)
    assert "alice has given 3" in refused(
        "gifts_today", trade_accept, trade_id=offer(alice, charlie, points=10).pk, user=charlie
    )
    grant(charlie, 100)
    fourth = offer(charlie, bob, points=10)
    assert "bob has got 3" in refused("gifts_today", trade_accept, trade_id=fourth.pk, user=bob)
    clock.advance(12 * 3600)
    trade_accept(trade_id=fourth.pk, user=bob)
    assert clean()


def test_gifts_of_a_day_are_worth_250_together(pair: tuple[User, User], charlie: User) -> None:
    alice, bob = pair
    refused("gift_too_large", offer, maker=alice, other=bob, points=251)
    refused("gift_too_large", offer, maker=alice, other=bob, asks=251)
    trade_accept(trade_id=offer(alice, bob, points=200).pk, user=bob)
    refused("gifts_today", trade_accept, trade_id=offer(alice, charlie, points=51).pk, user=charlie)
    trade_accept(trade_id=offer(alice, charlie, points=50).pk, user=charlie)
    assert points_of(alice) == 250 and clean()


def test_a_gift_that_prices_made_too_large_is_refused_at_acceptance(pair: tuple[User, User]) -> None:
    alice, bob = pair
    trade = offer(alice, bob, gives=["A001"])
    _worth(300)
    refused("gift_too_large", trade_accept, trade_id=trade.pk, user=bob)


def test_of_equal_copies_each_offer_names_its_own(pair: tuple[User, User], charlie: User, give: Give) -> None:
    alice, bob = pair
    give(alice, "A001")
    give(charlie, "A010")
    first, second = (
        offer(alice, bob, gives=["A001"], gets=["A004"]),
        offer(alice, charlie, gives=["A001"], gets=["A010"]),
    )
    trade_accept(trade_id=first.pk, user=bob)
    trade_accept(trade_id=second.pk, user=charlie)
    assert "A001" not in cards_of(alice) and clean()


def test_the_audit_finds_what_is_not_as_it_must_be(pair: tuple[User, User]) -> None:
    alice, bob = pair
    trade = trade_accept(trade_id=offer(alice, bob, gives=["A001"], gets=["A004"], points=9).pk, user=bob)
    TradeCopy.objects.filter(copy__card="A001").delete()
    assert any("which is no accepted trade of it" in line for line in findings())
    Trade.objects.filter(pk=trade.pk).update(maker_points=8)
    assert sum("ledger" in line for line in findings()) == 4
    Trade.objects.filter(pk=trade.pk).update(state=State.REFUSED, maker_value=None, other_value=None)
    assert any(line.startswith("copy ") for line in findings())


WRONG = [
    {"state": "accepted"},
    {"state": "refused"},
    {"maker_points": 5, "other_points": 5},
    {"gift_from": "maker"},
    {"maker_value": 5},
]


@pytest.mark.parametrize("fields", WRONG)
def test_the_database_itself_refuses_a_trade_that_cannot_be(pair: tuple[User, User], fields: dict[str, Any]) -> None:
    trade = offer(*pair, gives=["A001"], gets=["A004"])
    with pytest.raises(IntegrityError), transaction.atomic():
        Trade.objects.filter(pk=trade.pk).update(**fields)


@pytest.mark.parametrize(("gift", "values"), [("", (5, 1)), ("maker", (4, 1)), ("other", (5, 1))])
def test_the_database_knows_a_gift(pair: tuple[User, User], gift: str, values: tuple[int, int]) -> None:
    trade = trade_accept(trade_id=offer(*pair, gives=["A001"], gets=["A004"]).pk, user=pair[1])
    with pytest.raises(IntegrityError), transaction.atomic():
        Trade.objects.filter(pk=trade.pk).update(gift_from=gift, maker_value=values[0], other_value=values[1])
    assert connection.in_atomic_block
