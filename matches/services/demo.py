"""What `serve --demo` adds: players, finished matches between them, and two robots that never stop playing.

Everything is made by the services that people use, so that the demonstration obeys the rules and the audit.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import cast

from accounts.models import User
from accounts.services.links import one_time_link_make
from cards.models import Card, Copy, Series, Transfer
from cards.services.copies import give_copy, may_hold
from cards.services.starter import starter_open
from matches.engine import Move
from matches.houses import DELING
from matches.live.sight import Audience, known_to
from matches.models import Match
from matches.queries.records import seats, standing
from matches.robots import steady
from matches.robots.sight import see
from matches.services.challenges import challenge_accept, challenge_send
from matches.services.moves import move_play
from matches.services.robots import demo_begin
from matches.services.seeds import seed_make
from matches.services.spoils import spoils_choose
from triad.errors import Conflict

NAMES = ("Tamsin", "Okoro", "Grisaille", "Marrow", "Halloran", "Pell")
#: Who plays whom, as places in NAMES, in which house, with the rules of play and the trade rule.
PAIRINGS = (
    (0, 1, "deling", "open same plus combo", "one"),
    (2, 3, "deling", "open elemental", "one"),
    (4, 5, "deling", "same same_wall combo", "one"),
    (1, 2, "deling", "plus combo", "none"),
    (3, 0, "balamb", "open same plus combo battle power_wall", "training"),
    (5, 0, "ffviii", "three_open same plus elemental sudden_death", "one"),
    (1, 4, "tffo", "random open same plus combo", "one"),
    (2, 5, "ffxiv", "swap order reverse same", "none"),
    (3, 4, "guild", "open same same_wall", "none"),
)
#: Cards of these levels are granted to each demo player besides the starter.
GRANTED_LEVELS = (4, 4, 5, 5, 6, 6, 7, 8, 9, 10)
DEMO_SEED = 8


def demo_load() -> list[str]:
    """Makes the demonstration where it is not there yet; gives one-time links into two of its accounts, as paths."""
    chance = Random(DEMO_SEED)
    players = [_player(name, chance) for name in NAMES]
    for blue, red, house, rules, trade in PAIRINGS:
        if not Match.objects.filter(seats__user=players[blue]).filter(seats__user=players[red]).exists():
            # What was cut short the last time may still hold a player; the others play on.
            with suppress(Conflict):
                _match(players[blue], players[red], house, rules.split(), trade, chance)
    demo_begin()
    return [one_time_link_make(user=player) for player in players[:2]]


def _player(name: str, chance: Random) -> User:
    """A demo player with a starter and some better cards; nobody else's account, even of the same name."""
    user = User.objects.filter(username=name, is_demo=True).first()
    if user is not None:
        return user
    free = name if not User.objects.filter(username__iexact=name).exists() else f"{name}-demo"
    user = User.objects.create_user(username=free, password=None, is_demo=True)
    starter_open(user=user)
    series = Series.objects.get(pk="A")
    for level in GRANTED_LEVELS:
        cards = [card for card in Card.objects.filter(series=series, level=level) if may_hold(user=user, card=card)]
        give_copy(card=chance.choice(cards), taker=user, reason=Transfer.Reason.GRANT, cause="demo")
    return user


def _match(blue: User, red: User, house: str, rules: list[str], trade: str, chance: Random) -> None:
    """A whole match from the challenge to the spoils, both played by a robot's head."""
    challenge = challenge_send(
        challenger=blue,
        opponent=red,
        seed_id=seed_make(owner=blue).pk,
        house=house,
        rules=rules,
        trade=trade,
        copies=_hand(blue, chance),
        confirmed=True,
    )
    match = challenge_accept(challenge_id=challenge.pk, user=red, copies=_hand(red, chance), confirmed=True)
    while match.state == Match.State.PLAYING:
        players = seats(match)
        placement = _placement(match, chance)
        match = move_play(
            match_id=match.pk,
            user=players[match.turn].user,
            card=placement.card,
            square=placement.square,
            version=match.version,
        )
    if match.state == Match.State.CHOOSING and match.claim:
        winner = seats(match)[match.claim["by"]].user
        due = match.brought.filter(key__in=match.claim["of"]).select_related("copy__card__series")
        held = [brought.key for brought in due if may_hold(user=winner, card=brought.copy.card)]
        spoils_choose(match_id=match.pk, user=winner, keys=held[: match.claim["choose"]])


def _placement(match: Match, chance: Random) -> Move:
    at = standing(match)
    if at.round is None:
        raise AssertionError("a match in progress has a round")
    return steady.choose(see(at.round, known_to(cast(Audience, match.turn), at)), chance)


def _hand(user: User, chance: Random) -> list[int]:
    """Five of the player's copies that are a legal deck, drawn until they are."""
    owned = list(Copy.objects.filter(owner=user).select_related("card").order_by("pk"))
    while True:
        hand = chance.sample(owned, 5)
        if sum(copy.card.level for copy in hand) <= (DELING.level_limit or 50):
            return [copy.pk for copy in hand]
