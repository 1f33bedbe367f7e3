"""Proves that every match is what its record says, and that cards and points moved as it says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import Count, Q, Sum

from accounts.models import LedgerEntry
from cards.models import Transfer
from matches.engine import Standing
from matches.engine.draws import commitment
from matches.engine.verify import verify
from matches.houses import HOUSES
from matches.models import BroughtCopy, Match, Seat, Seed
from matches.queries.public import kept_back
from matches.queries.records import record, seats, standing
from matches.ratings import audit as ratings_audit
from matches.services.bets import held_cause, settled_cause


def findings() -> Iterator[str]:
    """One line for everything that is not as it must be; nothing when all is well."""
    yield from _seeds()
    yield from _copies()
    yield from _held_bets()
    matches = Match.objects.select_related("seed").prefetch_related("rounds", "moves", "brought__copy")
    for match in matches.order_by("pk").iterator(chunk_size=200):
        yield from _record(match)
        yield from _pay(match)
        yield from _bets(match)
        yield from _spoils(match)
    yield from ratings_audit.findings()


def _seeds() -> Iterator[str]:
    for seed in Seed.objects.order_by("pk").iterator(chunk_size=2000):
        if commitment(bytes.fromhex(seed.secret)) != seed.commitment:
            yield f"seed {seed.pk}: its commitment is not the SHA-256 of its secret"


def _copies() -> Iterator[str]:
    frozen = BroughtCopy.objects.filter(frozen=True)
    for copy_id in frozen.values("copy").annotate(n=Count("pk")).filter(n__gt=1).values_list("copy", flat=True):
        yield f"copy {copy_id} is in more than one live match"
    for row in frozen.filter(match__state=Match.State.OVER).order_by("pk"):
        yield f"copy {row.copy_id} is frozen by match {row.match_id}, which is over"
    for row in frozen.exclude(match__state=Match.State.OVER).select_related("copy").order_by("pk"):
        owner = Seat.objects.filter(match=row.match_id, colour__startswith=row.key[0], user=row.copy.owner_id)
        if not owner.exists():
            yield f"copy {row.copy_id} is not its bringer's while match {row.match_id} runs"
    busy = Seat.objects.exclude(busy="").filter(match__state=Match.State.OVER)
    for seat in busy.order_by("pk"):
        yield f"user {seat.user_id} is busy in match {seat.match_id}, which is over"


def _held_bets() -> Iterator[str]:
    """What all bets have taken out of wallets is what the matches that run hold, to the point."""
    taken = LedgerEntry.objects.filter(reason=LedgerEntry.Reason.BET).aggregate(sum=Sum("points"))["sum"] or 0
    holding = Q(state=Match.State.PLAYING) | kept_back()
    live = Match.objects.filter(holding).aggregate(sum=Sum("bet"))["sum"] or 0
    if -taken != 2 * live:
        yield f"the matches that run hold bets of {2 * live} points; the ledger has taken {-taken}"


def _record(match: Match) -> Iterator[str]:
    at = standing(match)
    if at.error:
        yield f"match {match.pk}: its record is wrong: {at.error.code} {at.error.text}"
        return
    if at.awaits_round:
        yield f"match {match.pk} awaits a round that was not dealt"
    said = (match.winner or None, match.ended or None, match.claim, match.turn or None)
    folded = (at.winner, at.ended, at.claim, at.turn)
    if said != folded:
        yield f"match {match.pk} says winner, ended, claim, turn {said}; its record says {folded}"
    yield from _outcomes(match, at)
    if match.state == Match.State.OVER:
        for wrong in verify(record(match), HOUSES[match.house].hand_limit):
            yield f"match {match.pk}: the draw {wrong.label} is {wrong.recorded}; its seed draws {wrong.drawn}"


def _outcomes(match: Match, at: Standing) -> Iterator[str]:
    for colour, seat in seats(match).items():
        winner = at.winner if match.is_open else None
        outcome = {None: "", "draw": "drawn", colour: "won"}.get(winner, "lost")
        if seat.outcome != outcome:
            yield f"match {match.pk}: the seat of {colour} says {seat.outcome!r}, its record {outcome!r}"


def _pay(match: Match) -> Iterator[str]:
    paid = {
        entry.user_id: (entry.points, entry.experience)
        for entry in LedgerEntry.objects.filter(reason=LedgerEntry.Reason.MATCH, cause=f"match:{match.pk}")
    }
    for seat in seats(match).values():
        entry = paid.pop(seat.user_id, (0, 0))
        if entry != (seat.points, seat.experience):
            yield (
                f"match {match.pk} paid user {seat.user_id} {seat.points} points and {seat.experience} experience; "
                f"the ledger says {entry[0]} and {entry[1]}"
            )
    for user_id in paid:
        yield f"match {match.pk} paid user {user_id}, who did not play it"


def _bets(match: Match) -> Iterator[str]:
    """A bet is held from both players while the match runs, and goes in the end to whom it belongs (RULES 5, 7)."""
    entries = LedgerEntry.objects.filter(reason=LedgerEntry.Reason.BET)
    held = dict(entries.filter(cause=held_cause(match.pk)).values_list("user", "points"))
    settled = dict(entries.filter(cause=settled_cause(match.pk)).values_list("user", "points"))
    players = {colour: seat.user_id for colour, seat in seats(match).items()}
    due_held = dict.fromkeys(players.values(), -match.bet) if match.bet else {}
    if held != due_held:
        yield f"match {match.pk} holds the bets {due_held}; the ledger says {held}"
    if not match.is_open or not match.bet:
        due: list[dict[int, int]] = [{}]
    elif match.winner in players:
        due = [{players[match.winner]: 2 * match.bet}]
    else:
        due = [dict.fromkeys(players.values(), match.bet)]
        if match.left:
            due += [{user_id: 2 * match.bet} for colour, user_id in players.items() if colour != match.left["by"]]
    if settled not in due:
        yield f"match {match.pk} owes the bets {due[0]}; the ledger says {settled}"


def _spoils(match: Match) -> Iterator[str]:
    log = Transfer.objects.filter(reason=Transfer.Reason.SPOILS, cause=f"match:{match.pk}")
    moved = dict(log.values_list("copy", "taker"))
    brought = {row.key: row.copy_id for row in match.brought.all()}
    chosen = {brought.get(key) for key in match.chosen or ()}
    if chosen != moved.keys():
        yield f"match {match.pk} says that the copies {_listed(chosen)} moved; the log says {_listed(set(moved))}"
    due, players = match.claim or {}, {colour: seat.user_id for colour, seat in seats(match).items()}
    if "choose" in due and len(chosen) > due["choose"]:
        yield f"match {match.pk}: more was chosen than was due"
    takers = {brought.get(key): players[colour] for key, colour in _takers(match, due).items()}
    for copy_id, taker in sorted(moved.items()):
        if takers.get(copy_id) != taker:
            yield f"match {match.pk}: the copy {copy_id} went to user {taker}, to whom it was not due"


def _takers(match: Match, due: Mapping[str, Any]) -> dict[str, str]:
    """For each card that may go to the opponent, to which colour: what the claim says (RULES 5)."""
    if "keep" in due:
        return {key: colour for colour, keys in due["keep"].items() for key in keys}
    keys = [match.setup.get("drawn")] if "random" in due else due.get("of", ())
    return dict.fromkeys(keys, due.get("by", ""))


def _listed(copy_ids: set[int | None] | set[int]) -> str:
    return ", ".join(sorted(map(str, copy_ids))) or "none"
