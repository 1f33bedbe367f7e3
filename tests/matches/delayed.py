"""A delayed match between two people whose ten cards have names that stand nowhere else."""

from __future__ import annotations

from random import Random

from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.roles import ORGANISER
from cards.models import Card
from matches.models import Match
from matches.queries.records import seats
from matches.services.delays import delay_set
from matches.services.overdue import settle_due
from matches.services.spoils import spoils_choose
from tests.cards.grants import staff_make
from tests.conftest import Clock
from tests.matches import world

#: Others see a match so many seconds later.
DELAY = 60
#: Between two placements.
PACE = 10
NAMES = [f"Qopa{number:02}x" for number in range(1, 11)]


def names_give(blue: User, red: User) -> None:
    """Five cards for each, of names of their own, besides seven common ones for both; blue's are the stronger by far,
    so that no round is drawn."""
    world.cards_make()
    for number, name in enumerate(NAMES, 1):
        ranks = dict.fromkeys(("up", "right", "down", "left"), 9 if number <= 5 else 1)
        Card.objects.filter(pk=f"A{number:03}").update(name=name, name_key=name.lower(), **ranks)
    world.copies_give(blue, [f"A{number:03}" for number in (1, 2, 3, 4, 5, *range(15, 22))])
    world.copies_give(red, [f"A{number:03}" for number in (6, 7, 8, 9, 10, *range(15, 22))])
    world.seen_now(blue, red)


def match_delayed(blue: User, red: User, *, seconds: int = DELAY, **terms: object) -> Match:
    """A broadcast match with closed hands, just begun, that an organiser has delayed."""
    given = {"rules": ["same"], "option": "broadcast", "move_time": 300, **terms}
    match = world.match_make(blue, red, **given)
    organiser = User.objects.filter(username="olga").first() or staff_make("olga", ORGANISER)
    delay_set(match_id=match.pk, seconds=seconds, by=organiser)
    match.refresh_from_db()
    return match


def pass_time(clock: Clock, seconds: float) -> None:
    """Some time passes, in which the players stay and the server's clock does what is due."""
    clock.advance(seconds)
    world.seen_now(*User.objects.filter(username__in=("alice", "bob")))
    settle_due()


def play_out(match: Match, clock: Clock) -> list[str]:
    """Plays nine placements, one every ten seconds; gives the names of the cards in their order."""
    placed, chance = [], Random(1)
    names = {card["key"]: card["name"] for hand in match.setup["hands"].values() for card in hand}
    while True:
        match.refresh_from_db()
        if match.state != Match.State.PLAYING:
            return placed
        pass_time(clock, PACE)
        world.placement_next(match, chance)
        placed.append(names[match.moves.last().card])


def choose(match: Match, count: int = 1) -> list[str]:
    """The winner takes the first of the loser's cards, where there is something to choose; gives their keys."""
    match.refresh_from_db()
    if match.state != Match.State.CHOOSING:
        return []
    keys = list(match.claim["of"][:count])
    spoils_choose(match_id=match.pk, user=seats(match)[match.claim["by"]].user, keys=keys)
    match.refresh_from_db()
    return keys


def bytes_of(client: Client, address: str, **headers: str) -> bytes:
    """Whatever an address answers, its head too."""
    answer = client.get(address, headers=headers)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]
    return repr(sorted(answer.headers.items())).encode() + body


def addresses_of(match_id: int) -> list[str]:
    """Every address at which something of a match is to be seen."""
    own = ("match", "regions", "record", "proof", "proof-lists", "replay", "replay-embed", "editor-match")
    pages = [reverse(f"matches:{name}", args=[match_id]) for name in own]
    pages += [reverse(f"matches:{name}") for name in ("running", "tv")]
    return [*pages, reverse("start"), reverse("matches:broadcast", args=[match_id])]


def seen_in(content: bytes) -> set[str]:
    """Which of the ten cards are named."""
    return {name for name in NAMES if name.encode() in content}
