"""What the tests of matches play with: cards of all levels, people who own them, matches begun and played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import timedelta
from random import Random

from accounts.models import User
from cards.models import Card, Copy, Series, Transfer
from matches.engine import Move as Placement
from matches.engine import legal_moves
from matches.models import Challenge, Match
from matches.queries.records import seats, standing
from matches.robots import ROBOTS
from matches.robots.sight import see
from matches.services.challenges import challenge_accept, challenge_send
from matches.services.moves import move_play
from matches.services.seeds import seed_make
from triad.clock import now

RULES = ("open", "same", "plus", "combo")


def cards_make(*, levels: int = 10, each: int = 3) -> None:
    """Series A with some cards of every level; a card's ranks grow with its level and differ by its number."""
    Series.objects.get_or_create(code="A", defaults={"name": "Test cards"})
    cards = []
    for level in range(1, levels + 1):
        for place in range(each):
            number = len(cards) + 1
            up, right, down, left = ((level + place * step) % 10 + 1 for step in (1, 2, 3, 4))
            cards.append(
                Card(
                    id=f"A{number:03}", series_id="A", number=number, name=f"Card {number}", name_key=f"card{number}",
                    level=level, up=up, right=right, down=down, left=left,
                )
            )  # fmt: skip
    Card.objects.bulk_create(cards)


def copies_give(user: User, card_ids: Sequence[str]) -> list[Copy]:
    """Copies of these cards for a player, with their lines in the log: as `give_copy` writes them, in one go."""
    cards = Card.objects.select_related("series").in_bulk(set(card_ids))
    held: dict[str, set[int]] = defaultdict(set)
    for card_id, slot in Copy.objects.filter(owner=user, card__in=cards).values_list("card_id", "slot"):
        held[card_id].add(slot)
    moment, copies, before = now(), [], []
    for card_id in card_ids:
        taken, limit = held[card_id], cards[card_id].hold_limit
        slot = min(set(range(1, limit + 1)) - taken)
        before.append(len(taken))
        taken.add(slot)
        copies.append(Copy(card=cards[card_id], owner=user, slot=slot, slot_limit=limit, came_at=moment))
    made = Copy.objects.bulk_create(copies)
    Transfer.objects.bulk_create(
        Transfer(
            copy=copy, card=copy.card, taker=user, at=moment, reason="grant", cause="test",
            held_before=count, limit=copy.slot_limit,
        )
        for copy, count in zip(made, before, strict=True)
    )  # fmt: skip
    return made


def seen_now(*users: User) -> None:
    """These players are here."""
    User.objects.filter(pk__in=[user.pk for user in users]).update(seen_at=now())


def seen_before(user: User, seconds: float) -> None:
    """This player was last seen so long ago."""
    User.objects.filter(pk=user.pk).update(seen_at=now() - timedelta(seconds=seconds))


def hand_of(user: User, count: int = 5) -> list[int]:
    """The player's five lowest free copies."""
    free = Copy.objects.filter(owner=user).exclude(brought__frozen=True).order_by("card__level", "pk")
    return list(free.values_list("pk", flat=True)[:count])


def challenge_make(challenger: User, opponent: User, **terms: object) -> Challenge:
    """A challenge with the challenger's lowest five cards."""
    given = {"rules": RULES, "trade": "one", "copies": hand_of(challenger), **terms}
    return challenge_send(
        challenger=challenger,
        opponent=opponent,
        seed_id=seed_make(owner=challenger).pk,
        **given,  # type: ignore[arg-type]
    )


def match_make(blue: User, red: User, **terms: object) -> Match:
    """A match between two people that has begun."""
    challenge = challenge_make(blue, red, **terms)
    return challenge_accept(challenge_id=challenge.pk, user=red, copies=hand_of(red), addition="ab" * 16)


def turn_user(match: Match) -> User:
    """The player on turn."""
    return seats(match)[match.turn].user


def placement_play(match: Match, placement: Placement | None = None) -> Match:
    """One placement by the player on turn: the given one, or the first that is legal."""
    match.refresh_from_db()
    at = standing(match)
    assert at.round is not None
    chosen = placement or legal_moves(at.round)[0]
    return move_play(
        match_id=match.pk, user=turn_user(match), card=chosen.card, square=chosen.square, version=match.version
    )


def match_play(match: Match, *, most: int = 400) -> Match:
    """Plays until the match is over: blue takes what it can, red the first placement, so that few rounds are drawn."""
    chance = Random(1)
    for _placement in range(most):
        match.refresh_from_db()
        if match.state != Match.State.PLAYING:
            return match
        placement_next(match, chance)
    raise AssertionError("the match did not end")


def placement_next(match: Match, chance: Random) -> Match:
    """One placement: blue takes what it can, red places the first that is legal."""
    match.refresh_from_db()
    at = standing(match)
    assert at.round is not None
    greedy = ROBOTS["steady"].choose(see(at.round, {card.key for card in at.round.deal.cards}), chance)
    return placement_play(match, greedy if match.turn == "blue" else None)
