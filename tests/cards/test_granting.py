"""Grants: given to one or many, opened once, whole or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from accounts.models import LedgerEntry, User
from accounts.notices.models import Notice
from accounts.services.guests import guest_make
from accounts.services.staff import staff_account
from accounts.services.wallet import players_lock
from cards.audit import findings
from cards.grants.models import Grant, GrantShare
from cards.grants.queries import grant_words, share_cards, waiting_count
from cards.models import Card, Copy, Pack, PackCopy, Series, Transfer
from cards.services.copies import give_copy, move_copy
from cards.services.granting import grant_make, grant_open, grant_withdraw
from tests.cards.conftest import Give
from tests.cards.grants import grant_to, master_make, staff_make
from triad.errors import GameError

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]


def opened(player: User, grant: Grant) -> GrantShare:
    return grant_open(player=player, grant_id=grant.pk, random=Random(7))


def points_of(user: User) -> int:
    user.wallet.refresh_from_db()
    return user.wallet.points


def refused(act: Any) -> str:
    """The code with which something is refused; it changed nothing of what was given."""
    before = (Copy.objects.count(), LedgerEntry.objects.count(), Pack.objects.count(), Grant.objects.count())
    with pytest.raises(GameError) as error, transaction.atomic():
        act()
    assert before == (Copy.objects.count(), LedgerEntry.objects.count(), Pack.objects.count(), Grant.objects.count())
    return error.value.code


def test_points_cards_and_a_pack_wait_and_come_when_they_are_opened(alice: User) -> None:
    grant = grant_to(alice, points=300, cards="A001 A001 A085", packs="A")
    assert points_of(alice) == 0 and not Copy.objects.exists() and waiting_count(player=alice) == 1
    assert grant_words(grant) == "300 points, A001 Geezard ×2, A085 Ifrit, a pack of Final Fantasy"
    share = opened(alice, grant)
    cards = share_cards(share)
    assert points_of(alice) == 300 and waiting_count(player=alice) == 0
    assert len(cards) == 8 and Counter(card.pk for card in cards) >= Counter({"A001": 2, "A085": 1})
    assert [card.level for card in cards] == sorted(card.level for card in cards)
    assert not Copy.objects.filter(marked=True).exists()
    assert set(Transfer.objects.values_list("reason", "cause", "taker")) == {("grant", f"grant:{grant.pk}", alice.pk)}
    entry = LedgerEntry.objects.get()
    assert (entry.points, entry.reason, entry.cause, entry.note) == (300, "grant", f"grant:{grant.pk}", grant.reason)
    assert list(findings()) == []


def test_opening_again_gives_the_same(alice: User) -> None:
    grant = grant_to(alice, points=10, packs="A")
    first, again = opened(alice, grant), opened(alice, grant)
    assert first.pack_id == again.pack_id and points_of(alice) == 10 and Copy.objects.count() == 5


def test_points_alone_make_no_pack(alice: User) -> None:
    share = opened(alice, grant_to(alice, points=10))
    assert share.pack is None and not Pack.objects.exists() and list(findings()) == []


def test_everybody_of_many_opens_their_own(alice: User, bob: User, charlie: User) -> None:
    grant = grant_to(alice, bob, alice, points=5, cards="A001")
    assert grant.shares.count() == 2
    opened(alice, grant)
    assert (points_of(alice), points_of(bob), points_of(charlie)) == (5, 0, 0)
    assert refused(lambda: opened(charlie, grant)) == "no_grant"
    opened(bob, grant)
    assert set(Copy.objects.values_list("owner", "card")) == {(alice.pk, "A001"), (bob.pk, "A001")}
    assert list(findings()) == []


def test_over_a_holding_limit_it_waits_whole_and_comes_when_there_is_room(alice: User, bob: User, give: Give) -> None:
    (held,) = give(alice, "A105")
    grant = grant_to(alice, points=300, cards="A001 A105")
    with pytest.raises(GameError, match=r"It stays unopened until there is room.*A105") as error:
        opened(alice, grant)
    assert error.value.code == "holding_limit"
    assert points_of(alice) == 0 and Copy.objects.count() == 1 and waiting_count(player=alice) == 1
    move_copy(copy=held, taker=bob, reason="spoils", cause="match:1")
    opened(alice, grant)
    assert points_of(alice) == 300 and Copy.objects.filter(owner=alice).count() == 2
    assert list(findings()) == []


def test_two_of_a_card_of_which_one_fits_wait(alice: User, give: Give) -> None:
    give(alice, "A085")
    assert refused(lambda: opened(alice, grant_to(alice, cards="A085 A085"))) == "holding_limit"


def test_a_pack_never_draws_what_comes_beside_it_over_the_limit(alice: User) -> None:
    series = Series.objects.create(code="ZZ", name="Tiny", hold_limit=2)
    for number in (1, 2, 3):
        Card.objects.create(series=series, number=number, name=f"Tiny {number}", level=1, up=1, right=1, down=1, left=1)
    assert refused(lambda: opened(alice, grant_to(alice, cards="ZZ001", packs="ZZ ZZ"))) == "nothing_left"
    grant = grant_to(alice, cards="ZZ001", packs="ZZ")
    assert Counter(card.pk for card in share_cards(opened(alice, grant))) == {"ZZ001": 2, "ZZ002": 2, "ZZ003": 2}
    assert list(findings()) == []


def test_a_full_wallet_lets_it_wait(alice: User) -> None:
    alice.wallet.points = 2_147_483_000
    alice.wallet.save()
    grant = grant_to(alice, points=1000, cards="A001")
    with pytest.raises(GameError) as error:
        opened(alice, grant)
    assert error.value.code == "wallet_full" and not Copy.objects.exists()
    assert GrantShare.objects.get().is_waiting


def test_a_form_sent_twice_grants_once(alice: User, bob: User) -> None:
    key, master = uuid4(), master_make()
    first = grant_to(alice, bob, points=5, key=key, by=master)
    assert grant_to(alice, bob, points=5, key=key, by=master) == first
    assert Grant.objects.count() == 1 and GrantShare.objects.count() == 2


def test_what_is_wrong_with_a_grant_is_said_and_nothing_granted(alice: User, bob: User) -> None:
    master, curator = master_make(), staff_make("kurt", "curator")
    guest = guest_make()
    bob.is_active = False
    bob.save()
    wrong: list[tuple[str, tuple[User, ...], dict[str, Any]]] = [
        ("no_game_master", (alice,), {"by": alice, "points": 1}),
        ("no_game_master", (alice,), {"by": curator, "points": 1}),
        ("own_grant", (alice, master), {"by": master, "points": 1}),
        ("unknown_kind", (alice,), {"kind": "bribe", "points": 1}),
        ("no_reason", (alice,), {"reason": "  ", "points": 1}),
        ("reason_too_long", (alice,), {"reason": "x" * 201, "points": 1}),
        ("bad_reason", (alice,), {"reason": "a\u202eb", "points": 1}),
        ("points_out_of_range", (alice,), {"points": -1}),
        ("points_out_of_range", (alice,), {"points": 1_000_001}),
        ("nothing_granted", (alice,), {}),
        ("too_much_granted", (alice,), {"cards": "A001 " * 51}),
        ("too_much_granted", (alice,), {"packs": "A " * 21}),
        ("no_players", (), {"points": 1}),
        ("no_account", (alice, guest), {"points": 1}),
        ("no_account", (bob,), {"points": 1}),
        ("no_account", (staff_account(),), {"points": 1}),
        ("unique_for_one", (alice, curator), {"cards": "M001"}),
        ("unique_for_one", (alice,), {"cards": "M001 M001"}),
        ("no_pack", (alice,), {"packs": "M"}),
        ("no_pack", (alice,), {"packs": "C"}),
    ]
    for code, players, terms in wrong:
        assert refused(lambda players=players, terms=terms: grant_to(*players, **terms)) == code, (code, terms)  # type: ignore[misc]


def test_a_unique_card_is_promised_and_given_once(alice: User, bob: User) -> None:
    grant = grant_to(alice, cards="M001")
    assert refused(lambda: grant_to(bob, cards="M001")) == "sole_copy_promised"
    opened(alice, grant)
    assert Copy.objects.get().sole
    assert refused(lambda: grant_to(bob, cards="M001")) == "sole_copy_exists"
    assert list(findings()) == []


def test_a_unique_card_that_came_out_meanwhile_lets_the_grant_wait(alice: User, bob: User) -> None:
    grant = grant_to(alice, cards="M001", points=5)
    give_copy(card=Card.objects.get(pk="M001"), taker=bob, reason="correction", cause="test")
    assert refused(lambda: opened(alice, grant)) == "sole_copy_exists"
    assert points_of(alice) == 0


def test_a_unique_card_that_the_staff_has_goes_on_with_its_history(alice: User, bob: User) -> None:
    opened(alice, grant_to(alice, cards="M001"))
    copy = Copy.objects.get()
    move_copy(copy=copy, taker=staff_account(), reason="return", cause="return:1")
    share = opened(bob, grant_to(bob, cards="M001 A001"))
    copy.refresh_from_db()
    assert copy.owner == bob and [card.pk for card in share_cards(share)] == ["A001", "M001"]
    owners = list(Transfer.objects.filter(copy=copy).order_by("pk").values_list("giver__username", "taker__username"))
    assert owners == [(None, "alice"), ("alice", "Staff"), ("Staff", "bob")]
    assert list(findings()) == []


def test_what_waits_can_be_taken_back_and_what_was_opened_not(alice: User, bob: User) -> None:
    master = master_make()
    grant = grant_to(alice, bob, points=5)
    opened(alice, grant)
    assert refused(lambda: grant_withdraw(by=bob, grant_id=grant.pk)) == "no_game_master"
    assert grant_withdraw(by=master, grant_id=grant.pk) == 1 and grant_withdraw(by=master, grant_id=grant.pk) == 0
    assert refused(lambda: opened(bob, grant)) == "grant_withdrawn"
    assert points_of(alice) == 5 and waiting_count(player=bob) == 0
    promised = grant_to(alice, cards="M001")
    grant_withdraw(by=master, grant_id=promised.pk)
    assert grant_to(bob, cards="M001").pk
    assert list(findings()) == []


def test_the_players_are_told(alice: User, bob: User, django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        grant = grant_to(alice, bob, points=5)
    told = Notice.objects.order_by("player")
    assert [(each.player, each.kind, each.url) for each in told] == [
        (player, "grant", f"/cards/grants/{grant.pk}/") for player in (alice, bob)
    ]


def test_a_thousand_players_take_few_queries(alice: User, django_assert_max_num_queries: Any) -> None:
    crowd = User.objects.bulk_create(User(username=f"u{n}", name_key=f"u{n}") for n in range(1000))
    with django_assert_max_num_queries(15):
        grant_make(by=None, players=crowd, kind="promo", reason="All who came", points=5)
    assert GrantShare.objects.count() == 1000


@pytest.mark.skipif(connection.vendor != "sqlite", reason="one database is enough to see the constraints")
def test_the_database_itself_keeps_one_part_a_player_and_one_copy_a_unique_card(alice: User, bob: User) -> None:
    grant = grant_to(alice, points=5)
    with pytest.raises(IntegrityError), transaction.atomic():
        GrantShare.objects.create(grant=grant, player=alice)
    give_copy(card=Card.objects.get(pk="M001"), taker=alice, reason="grant", cause="test")
    with pytest.raises(IntegrityError), transaction.atomic():
        Copy.objects.create(card_id="M001", owner=bob, slot=1, slot_limit=1, sole=True)


def test_the_audit_finds_what_is_amiss_with_a_grant(alice: User, bob: User) -> None:
    def found(spoil: Any) -> list[str]:
        with transaction.atomic():
            grant = grant_to(alice, bob, points=5, cards="A110", packs="A")
            share = opened(alice, grant)
            assert list(findings()) == []
            spoil(grant, share)
            lines = [line for line in findings() if "grant" in line or "unique" in line]
            transaction.set_rollback(True)
            return lines

    assert any("the ledger has no +5" in line for line in found(lambda g, s: LedgerEntry.objects.all().delete()))
    assert any(
        "no opened part" in line for line in found(lambda g, s: GrantShare.objects.update(opened_at=None, pack=None))
    )
    assert any("names" in line for line in found(lambda g, s: g.items.filter(card="A110").update(card="A109")))
    assert any("packs" in line for line in found(lambda g, s: g.items.filter(series="A").update(series="F")))
    assert any("other copies" in line for line in found(lambda g, s: PackCopy.objects.filter(position=1).delete()))
    assert any(
        "gives user" in line for line in found(lambda g, s: (g.items.all().delete(), Grant.objects.update(points=0)))
    )


def test_nobody_is_granted_anything_who_leaves_just_then(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def left_before_the_lock(*, user_ids: Iterable[int]) -> dict[int, User]:
        User.objects.filter(pk=alice.pk).update(is_active=False)
        return players_lock(user_ids=user_ids)

    monkeypatch.setattr("cards.services.granting.players_lock", left_before_the_lock)
    with pytest.raises(GameError) as error:
        grant_make(by=master_make(), players=[alice], kind="prize", reason="The cup", points=5)
    assert error.value.code == "no_account" and not Grant.objects.exists()
