"""Matches written straight into the database from a record, for what no service need play first."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from accounts.models import User
from matches.engine import fold
from matches.models import Match, Move, Round, Seat
from matches.services.seeds import seed_make
from triad.clock import now

Ranks = tuple[int, int, int, int]


def card(key: str, ranks: Ranks, **more: Any) -> dict[str, Any]:
    """A card as a record writes it: ID and name follow from the key unless given."""
    place = (0 if key[0] == "b" else 5) + int(key[1])
    base = {"key": key, "id": f"A9{place:02}", "name": f"Card {key}", "level": 1, "element": None, "type": None}
    return {**base, "ranks": list(ranks), **more}


def hand(colour: str, *ranks: Ranks, **types: str) -> list[dict[str, Any]]:
    """Five cards of a colour with these ranks; by key, `b1="primal"` gives a type."""
    keys = [f"{colour[0]}{place}" for place in range(1, 6)]
    return [card(key, given, type=types.get(key)) for key, given in zip(keys, ranks, strict=True)]


def record(rules: tuple[str, ...] = (), moves: list[list[Any]] | None = None, **more: Any) -> dict[str, Any]:
    """A record of ten cards of equal ranks unless `hands` says otherwise; `walls`, `elements`, `chaos` of its round."""
    fives = [(5, 5, 5, 5)] * 5
    draws = {name: more.pop(name) for name in ("walls", "elements", "chaos") if name in more}
    rounds = more.pop("rounds", [{**draws, "moves": moves or []}])
    hands = {"blue": hand("blue", *fives), "red": hand("red", *fives)}
    setup = {"id": "1", "rules": list(rules), "draw": "draw", "trade": "none", "first": "blue", "hands": hands}
    return {**setup, "rounds": rounds, **more}


def match_write(data: dict[str, Any], blue: User, red: User, **more: Any) -> Match:
    """A match that stands as its record says, with its seats, rounds and moves; nothing is frozen or paid."""
    at = fold(data)
    assert at.error is None, at.error
    moment = now()
    names = ("rules", "options", "draw", "trade", "first", "hands", "swap", "shown")
    placed = sum(len(each.moves) for each in at.rounds)
    match = Match.objects.create(
        house="free",
        seed=seed_make(owner=blue),
        additions={"blue": "", "red": ""},
        setup={name: data[name] for name in names if name in data},
        with_people=True,
        began_at=moment,
        version=placed + 1,
        turn=at.turn or "",
        due_at=moment + timedelta(seconds=60) if at.turn else None,
        **({"state": "over", "ended": at.ended, "winner": at.winner or ""} if at.ended else {}),
        **more,
    )
    Seat.objects.bulk_create(Seat(match=match, colour=c, user=u) for c, u in (("blue", blue), ("red", red)))
    for number, each in enumerate(data["rounds"]):
        draws = {name: value for name, value in each.items() if name != "moves"}
        Round.objects.create(match=match, number=number, draws=draws, began_at=moment)
        for place, (key, square) in enumerate(each.get("moves", [])):
            Move.objects.create(match=match, round=number, number=place, card=key, square=square, at=moment)
    return match
