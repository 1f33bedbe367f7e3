"""Draws a match as fragments: the page, the answer to a post and what is pushed come from these same partials."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from matches.live.sight import Audience
from matches.live.state import MatchState
from matches.live.view import MatchView
from triad.clock import now
from triad.presence import audience_of

#: The regions of a match page, each with its own id and version, and for whom besides the reader each looks the same.
Share = Callable[[MatchView], str | None]


def _own(view: MatchView) -> str | None:
    return None


def _all(view: MatchView) -> str | None:
    return "all"


def _players(view: MatchView) -> str | None:
    return "players" if view.is_player and not view.over else "others"


PARTIALS: tuple[tuple[str, Share], ...] = (
    ("matches/_score.html", _own),
    ("matches/_board.html", _players),
    ("matches/_ended.html", _all),
    ("matches/_prompt.html", _own),
    ("matches/_moves.html", _all),
    ("matches/_rules.html", _all),
    ("matches/_option.html", _own),
    ("matches/_outcome.html", _own),
    ("matches/_spoken.html", _own),
)
MOST_NAMES = 5


@dataclass(frozen=True, slots=True)
class Watchers:
    """Who watches: how many, and some of the names. `version` is the moment, in milliseconds."""

    count: int
    names: tuple[str, ...]
    version: int


def watchers_of(match_id: int) -> Watchers:
    """The spectators of a match through all processes."""
    version = int(now().timestamp() * 1000)
    count, names = audience_of(match_id)
    return Watchers(count, names[:MOST_NAMES], version)


def match_fragments(
    state: MatchState, audience: Audience, *, event: bool = False, language: str = settings.LANGUAGE_CODE
) -> str:
    """Every region of a match for an audience, to be swapped by id; with `event` the last placement is played."""
    state = state.seen_by(audience)
    with translation.override(language):
        view = MatchView.of(state, audience, event=event)
        return view_fragments(view, drawn=state.drawn, flavour=f"{language} {event}")


def view_fragments(view: MatchView, *, drawn: dict[tuple[str, ...], str] | None = None, flavour: str = "") -> str:
    """Every region of a view, in the language that is active; `drawn` keeps what other audiences see alike."""
    context = {"view": view, "oob": True}
    kept = drawn if drawn is not None else {}
    parts = []
    for name, share in PARTIALS:
        shared = share(view)
        key = (name, shared or view.audience, flavour)
        if key not in kept:
            kept[key] = render_to_string(name, context)
        parts.append(kept[key])
    for side, hand in (("near", view.near_hand), ("far", view.far_hand)):
        key = (side, view.audience, flavour)
        if key not in kept:
            kept[key] = render_to_string("matches/_hand.html", {**context, "side": side, "hand": hand})
        parts.append(kept[key])
    if view.is_player:
        parts.append(render_to_string("matches/_leaving.html", context))
    return "\n".join(parts)


def watchers_fragment(match_id: int, *, language: str = settings.LANGUAGE_CODE) -> str:
    """The line of spectators."""
    with translation.override(language):
        return render_to_string("matches/_watchers.html", {"watchers": watchers_of(match_id), "oob": True})


def shown_out_fragment(*, later: str = "", language: str = settings.LANGUAGE_CODE) -> str:
    """What spectators see in place of a match that has been made private, or is shown `later` (a sentence)."""
    with translation.override(language):
        context = {"version": int(now().timestamp() * 1000), "later": later}
        return render_to_string("matches/_shown_out.html", context)
