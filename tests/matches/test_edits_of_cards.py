"""An edit of a card never changes a match that has begun: its table, record and judgement keep the old numbers."""

from __future__ import annotations

import json

import pytest

from accounts.models import User
from cards.models import Card
from matches.engine import referee_lines
from matches.models import Match
from matches.queries.records import brought_cards, record
from tests.cards.desk import send, signed_in
from tests.matches import world

pytestmark = pytest.mark.django_db

OTHER = {"up": "10", "right": "10", "down": "10", "left": "10", "level": "3", "element": "fire"}


def test_a_correction_in_the_middle_of_a_match_leaves_it_as_it_began(players: tuple[User, User]) -> None:
    match = world.match_make(*players, rules=["open"])
    for _placement in range(4):
        world.placement_play(match)
    before = record(match, complete=False)
    cards = {colour: list(brought_cards(match, colour)) for colour in ("blue", "red")}
    shown = [signed_in(user).get(f"/matches/{match.pk}/regions/").content.decode() for user in players]
    warden = signed_in(User.objects.create_superuser(username="warden", password="eight-squares"))
    for card_id in sorted({card["id"] for hand in cards.values() for card in hand}):
        assert send(warden, card_id, name=f"New {card_id}", reason="A slip", **OTHER) == ""
        assert Card.objects.get(pk=card_id).ranks == (10, 10, 10, 10)
    match.refresh_from_db()
    assert record(match, complete=False) == before
    assert [signed_in(user).get(f"/matches/{match.pk}/regions/").content.decode() for user in players] == shown
    while match.state == Match.State.PLAYING:
        world.placement_play(match)
        match.refresh_from_db()
    over = record(match)
    assert over["hands"] == cards
    judged = json.loads(next(referee_lines([json.dumps(over)])))
    assert judged["winner"] == match.winner and judged["error"] is None
    again = json.loads(next(referee_lines([json.dumps(over | {"hands": cards})])))
    assert again == judged
