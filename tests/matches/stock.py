"""Cards with elements and types, players who may play for everything, and matches of every house played out."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from django.core.management import call_command

from accounts.audit import findings as wallet_findings
from accounts.models import LedgerEntry, User
from accounts.services.wallet import pay
from cards.models import Card, Series
from matches.audit import findings
from matches.engine import ELEMENTS, TYPES, legal_moves, referee_lines
from matches.models import Match
from matches.queries.records import record, seats, standing
from matches.services.claims import claim_default
from matches.services.spoils import spoils_choose
from tests.matches import world

#: What each player of `seasoned` owns of each level, from series A and X.
OWNED = 2


def cards_make() -> None:
    """Series A with elements on every second card, and series X with types: three of every level in each."""
    world.cards_make()
    for card in Card.objects.filter(series="A", number__in=range(1, 31, 2)):
        Card.objects.filter(pk=card.pk).update(element=ELEMENTS[card.number // 2 % len(ELEMENTS)])
    Series.objects.get_or_create(code="X", defaults={"name": "Typed cards"})
    for number in range(1, 31):
        level = (number + 2) // 3
        up, right, down, left = ((level + number * step) % 10 + 1 for step in (1, 3, 2, 5))
        Card.objects.create(
            series_id="X", number=number, name=f"Typed {number}", level=level, up=up, right=right, down=down,
            left=left, type=TYPES[number % len(TYPES)],
        )  # fmt: skip


def seasoned(user: User, *, points: int = 2000, experience: int = 5000) -> None:
    """Gives the player cards of all levels, points and experience."""
    cards = Card.objects.values_list("pk", "number")
    world.copies_give(user, [pk for pk, number in cards if (number - 1) % 3 < OWNED])
    pay(user=user, points=points, experience=experience, reason=LedgerEntry.Reason.GRANT, cause="test")


def play_out(match: Match, chance: Random, *, most: int = 400) -> Match:
    """Plays by chance until the match is over; the winner takes the most that may be held."""
    for _placement in range(most):
        match.refresh_from_db()
        if match.state != Match.State.PLAYING:
            break
        at = standing(match)
        assert at.round is not None
        world.placement_play(match, chance.choice(legal_moves(at.round)))
    return settle(match)


def settle(match: Match) -> Match:
    """Lets the winner take the most that may be held, if there is a choice."""
    match.refresh_from_db()
    assert match.state != Match.State.PLAYING, "the match did not end"
    if match.state == Match.State.CHOOSING:
        winner = seats(match)[match.claim["by"]].user
        match = spoils_choose(match_id=match.pk, user=winner, keys=claim_default(match))
    return match


def proves_itself(match: Match, folder: Path) -> dict[str, Any]:
    """Judges the match's own record again and redoes its draws: all is as the site says. Gives the record."""
    match.refresh_from_db()
    line = json.dumps(record(match))
    (judged,) = [json.loads(result) for result in referee_lines([line.encode()])]
    assert judged["error"] is None
    said = (match.winner or None, match.ended or None, match.claim)
    assert said == (judged["winner"], judged["ended"], judged["claim"])
    path = folder / "record.json"
    path.write_text(line, encoding="utf-8")
    call_command("verify_deal", str(path))
    assert list(findings()) == [] and list(wallet_findings()) == []
    found: dict[str, Any] = json.loads(line)
    return found
