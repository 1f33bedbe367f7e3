"""The starter and the welcome pack (RULES 8)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from accounts.models import Kind, User
from cards.decks import deck_check_cards
from cards.models import Card, Copy, Deck, Pack, Transfer
from cards.queries import deck_cards, deck_check, pack_cards, room_left
from cards.services.decks import deck_create
from cards.services.packs import LEVEL_WEIGHTS, draw_by_level, draw_evenly
from cards.services.starter import starter_open, welcome_pack_give
from triad.errors import Conflict, NotAllowed

pytestmark = pytest.mark.django_db


def series_a() -> list[Card]:
    """The cards of series A."""
    return list(Card.objects.filter(series="A").select_related("series"))


def test_the_starter_is_twenty_marked_cards_of_low_levels_and_a_legal_deck(alice: User, loaded: None) -> None:
    pack = starter_open(user=alice)
    copies = Copy.objects.filter(owner=alice)
    assert len(pack_cards(pack)) == copies.count() == 20
    assert all(copy.marked and copy.card.series_id == "A" and copy.card.level <= 3 for copy in copies)
    assert set(Transfer.objects.values_list("reason", "cause")) == {("starter", f"pack:{pack.pk}")}
    deck = Deck.objects.get(owner=alice)
    assert deck.name == "Start"
    assert deck_check(user=alice, deck=deck).ok


def test_the_starter_is_given_once(alice: User, loaded: None) -> None:
    first = starter_open(user=alice)
    before = list(Copy.objects.values_list("pk", flat=True))
    assert starter_open(user=alice) == first
    assert list(Copy.objects.values_list("pk", flat=True)) == before
    assert Deck.objects.count() == 1


def test_the_random_source_decides_the_starter(alice: User, bob: User, loaded: None) -> None:
    one, other = (pack_cards(starter_open(user=user, random=Random(7))) for user in (alice, bob))
    assert one == other


@pytest.mark.parametrize("kind", [Kind.GUEST, Kind.ROBOT])
def test_guests_and_robots_open_no_starter(alice: User, loaded: None, kind: str) -> None:
    alice.kind = kind
    alice.save()
    with pytest.raises(NotAllowed):
        starter_open(user=alice)


def test_without_cards_the_starter_is_refused_and_can_be_opened_later(alice: User) -> None:
    with pytest.raises(Conflict) as refusal:
        starter_open(user=alice)
    assert refusal.value.code == "no_cards"
    assert not Pack.objects.exists()


def test_a_deck_named_start_that_was_there_is_kept(alice: User, loaded: None) -> None:
    deck_create(owner=alice, name="start")
    starter_open(user=alice)
    assert list(Deck.objects.values_list("name", flat=True)) == ["start", "Start-2"]


def test_a_card_at_its_holding_limit_is_drawn_again(alice: User, loaded: None) -> None:
    cards = series_a()[:2]
    drawn = draw_evenly(cards=cards, room={cards[0].pk: 1, cards[1].pk: 9}, count=20, random=Random(1))
    assert Counter(card.pk for card in drawn) == {cards[0].pk: 1, cards[1].pk: 9}


def test_every_card_of_the_starter_is_as_likely(loaded: None) -> None:
    cards = [card for card in series_a() if card.level <= 3]
    room = {card.pk: 100_000 for card in cards}
    drawn = Counter(card.pk for card in draw_evenly(cards=cards, room=room, count=33_000, random=Random(8)))
    assert len(drawn) == 33
    assert all(850 < count < 1150 for count in drawn.values())


def test_a_pack_draws_levels_by_their_weights(loaded: None) -> None:
    cards = series_a()
    room = {card.pk: 100_000 for card in cards}
    drawn = Counter(card.level for card in draw_by_level(cards=cards, room=room, count=20_000, random=Random(3)))
    assert sum(LEVEL_WEIGHTS) == 100
    for level, weight in enumerate(LEVEL_WEIGHTS, start=1):
        assert drawn[level] == pytest.approx(200 * weight, rel=0.12, abs=40)


def test_a_level_without_room_is_left_out_of_a_pack(loaded: None) -> None:
    cards = series_a()
    room = {card.pk: 9 if card.level in (4, 10) else 0 for card in cards}
    levels = Counter(card.level for card in draw_by_level(cards=cards, room=room, count=90, random=Random(3)))
    assert set(levels) == {4, 10}
    assert levels[4] > levels[10]


def test_the_welcome_pack_is_five_marked_cards_once(alice: User, loaded: None) -> None:
    pack = welcome_pack_give(user=alice, cause="match:3")
    assert pack is not None
    assert len(pack_cards(pack)) == 5
    assert set(Copy.objects.values_list("marked", "card__series")) == {(True, "A")}
    assert set(Transfer.objects.values_list("reason", "cause")) == {("welcome", "match:3")}
    assert welcome_pack_give(user=alice, cause="match:4") is None
    assert Copy.objects.count() == 5


def test_a_robot_gets_no_welcome_pack(alice: User, loaded: None) -> None:
    alice.kind = Kind.ROBOT
    alice.save()
    assert welcome_pack_give(user=alice, cause="match:3") is None


def test_the_cards_shown_are_the_cards_owned(alice: User, loaded: None) -> None:
    pack = starter_open(user=alice)
    shown = Counter(card.pk for card in pack_cards(pack))
    assert shown == Counter(Copy.objects.filter(owner=alice).values_list("card_id", flat=True))
    levels = [card.level for card in pack_cards(pack)]
    assert levels == sorted(levels)


def test_the_deck_start_holds_the_strongest_of_the_starter(alice: User, loaded: None) -> None:
    starter_open(user=alice, random=Random(5))
    deck = deck_cards(Deck.objects.get())
    owned = [copy.card for copy in Copy.objects.select_related("card")]
    assert sorted((card.level, card.power) for card in deck) == sorted((c.level, c.power) for c in owned)[-5:]
    assert deck_check_cards(cards=deck, owned=Counter(card.pk for card in owned)).ok


def test_room_is_what_the_limit_leaves(alice: User, loaded: None) -> None:
    starter_open(user=alice, random=Random(5))
    cards = series_a()
    room = room_left(user=alice, cards=cards)
    held = Counter(Copy.objects.values_list("card_id", flat=True))
    assert all(room[card.pk] == card.hold_limit - held[card.pk] for card in cards)
