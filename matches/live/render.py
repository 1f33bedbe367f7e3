"""Draws a match as fragments: the page, the answer to a post and what is pushed come from these same partials."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from matches.live.sight import Audience
from matches.live.state import MatchState
from matches.live.view import MatchView
from triad.clock import now
from triad.presence import audience_of

#: The regions of a match page: partial and what it takes besides the view. Each has its own id and version.
PARTIALS = (
    "matches/_score.html",
    "matches/_board.html",
    "matches/_prompt.html",
    "matches/_moves.html",
    "matches/_rules.html",
    "matches/_option.html",
    "matches/_outcome.html",
    "matches/_spoken.html",
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
    with translation.override(language):
        return view_fragments(MatchView.of(state, audience, event=event))


def view_fragments(view: MatchView) -> str:
    """Every region of a view, in the language that is active."""
    context = {"view": view, "oob": True}
    parts = [render_to_string(name, context) for name in PARTIALS]
    for side, hand in (("near", view.near_hand), ("far", view.far_hand)):
        parts.append(render_to_string("matches/_hand.html", {**context, "side": side, "hand": hand}))
    if view.is_player:
        parts.append(render_to_string("matches/_leaving.html", context))
    return "\n".join(parts)


def watchers_fragment(match_id: int, *, language: str = settings.LANGUAGE_CODE) -> str:
    """The line of spectators."""
    with translation.override(language):
        return render_to_string("matches/_watchers.html", {"watchers": watchers_of(match_id), "oob": True})


def shown_out_fragment(*, language: str = settings.LANGUAGE_CODE) -> str:
    """What spectators see in place of a match that has been made private."""
    with translation.override(language):
        return render_to_string("matches/_shown_out.html", {"version": int(now().timestamp() * 1000)})
