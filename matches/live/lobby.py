"""The lobby's running matches with Watch, and the Broadcast strip: whole, and line by line."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from matches.engine import SQUARES
from matches.houses import HOUSES
from matches.live.past import is_kept_back
from matches.live.state import MatchState
from matches.live.story import story_of
from matches.live.words import TRADE_WORDS, Word, rule_words
from matches.models import Match, Option
from matches.queries.public import has_begun, running_now, runs
from matches.robots import shown_name
from triad.clock import now

MOST_TABLES = 30
MOST_CASTS = 8


@dataclass(frozen=True, slots=True)
class TableView:
    """A running match in one line."""

    id: int
    blue: str
    red: str
    house: str
    rules: tuple[tuple[str, Word], ...]
    trade: Word


@dataclass(frozen=True, slots=True)
class MiniSquare:
    """A square of the small board: whose, which element, the last one placed."""

    owner: str
    element: str
    last: bool


@dataclass(frozen=True, slots=True)
class CastView:
    """A broadcast match: names, score, a small board, the last placement in words."""

    table: TableView
    score: tuple[int, int]
    squares: tuple[MiniSquare, ...]
    text: str
    version: int


def table_of(match: Match) -> TableView:
    """A match, its seats loaded, as one line."""
    names = {seat.colour: shown_name(seat.user.username) for seat in match.seats.all()}
    house = HOUSES.get(match.house)
    return TableView(
        match.pk,
        names.get("blue", ""),
        names.get("red", ""),
        str(house.name) if house else match.house,
        tuple(rule_words(match.setup["rules"])),
        TRADE_WORDS[match.setup["trade"]],
    )


def tables() -> list[TableView]:
    """The running matches that may be watched, the newest first."""
    matches = Match.objects.filter(running_now()).exclude(option=Option.PRIVATE)
    return [table_of(match) for match in matches.prefetch_related("seats__user").order_by("-pk")[:MOST_TABLES]]


def table_of_player(user: User) -> TableView | None:
    """The running match of a player that may be watched, if there is one."""
    match = (
        Match.objects.filter(running_now(), seats__user=user)
        .exclude(option=Option.PRIVATE)
        .order_by("-with_people", "-pk")
        .prefetch_related("seats__user")
        .first()
    )
    return None if match is None else table_of(match)


def casts() -> list[CastView]:
    """The broadcast matches that run, the newest first."""
    ids = Match.objects.filter(running_now(), option=Option.BROADCAST).order_by("-pk")
    return [cast_of(MatchState.load(match_id)) for match_id in ids.values_list("pk", flat=True)[:MOST_CASTS]]


def cast_of(state: MatchState) -> CastView:
    """A loaded match for the Broadcast strip; only what lies on the board is in it."""
    standing = state.standing
    round = standing.round
    assert round is not None
    board, shown = round.board, standing.rounds[-1]
    last = shown.moves[-1].square if shown.moves else 0
    squares = tuple(
        MiniSquare(board[number].colour if number in board else "", round.elements.get(number, ""), number == last)
        for number in SQUARES
    )
    text = story_of(shown, len(shown.moves) - 1).words if shown.moves else _("No card lies on the board yet.")
    if shown.moves:
        text = f"{shown_name(state.seats[shown.moves[-1].colour].user.username)}: {text}"
    return CastView(table_of(state.match), round.score, squares, text, state.match.version)


def lobby_context() -> dict[str, object]:
    """What the running matches and the strip are drawn from."""
    version = _ms(now())
    return {"tables": tables(), "casts": casts(), "version": version}


def tables_fragment(*, language: str = settings.LANGUAGE_CODE) -> str:
    """The running matches and the strip, whole, to be swapped by their ids: what a socket begins with."""
    with translation.override(language):
        context = {**lobby_context(), "oob": True}
        lists = ("matches/lobby/_casts.html", "matches/lobby/_tables.html")
        return "\n".join(render_to_string(template, context) for template in lists)


def line_fragment_with_version(match_id: int, *, language: str = settings.LANGUAGE_CODE) -> tuple[str, int]:
    """One match for the list, and for the strip where it is broadcast, or its going from them; and the moment of it in
    milliseconds, which is its version."""
    version = _ms(now())
    match = Match.objects.filter(pk=match_id).prefetch_related("seats__user").first()
    running = match is not None and runs(match)
    context = {"version": version, "oob": True}
    parts: list[str] = []
    with translation.override(language):
        if match is not None and running and match.option != Option.PRIVATE:
            parts.append(render_to_string("matches/lobby/_table.html", {**context, "table": table_of(match)}))
        else:
            parts.append(_gone(f"table-{match_id}", "lobby-tables", version))
        if match is not None and running and match.option == Option.BROADCAST:
            parts.append(cast_fragment(MatchState.load(match_id), language=language))
        else:
            # The strip counts by the match's own version, which a match taken out of it never reaches.
            parts.append(_gone(f"cast-{match_id}", "lobby-casts", version if match is None else _counted(match)))
    return "".join(parts), version


def _counted(match: Match) -> int:
    """To which version others have counted a match."""
    if not is_kept_back(match):
        return match.version
    return MatchState.load(match.pk).match.version if has_begun(match) else match.first_version


def _gone(id: str, into: str, version: int) -> str:
    return render_to_string("matches/lobby/_gone.html", {"id": id, "into": into, "version": version})


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def cast_fragment(state: MatchState, *, language: str = settings.LANGUAGE_CODE) -> str:
    """One broadcast match of the strip, to be swapped by its id."""
    with translation.override(language):
        return render_to_string("matches/_cast.html", {"cast": cast_of(state), "oob": True})
