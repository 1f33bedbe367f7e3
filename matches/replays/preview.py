"""What other sites show of a finished match when somebody puts its address there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.live.outcome import outcome_of
from matches.live.state import MatchState
from matches.live.strip import house_name
from matches.live.words import rule_words
from matches.models import Option
from matches.robots import shown_name


@dataclass(frozen=True, slots=True)
class Preview:
    """A title, a sentence, and whole addresses of the page and its picture."""

    title: str
    text: str
    address: str
    picture: str


def preview_of(
    state: MatchState, *, absolute: Callable[[str], str], address: str, at: int | None = None
) -> Preview | None:
    """The preview of a match after `at` placements (all, if None); None until it is over and shown to its
    end, and where it is private.

    `absolute` makes a path a whole address.
    """
    if not state.is_open or state.match.option == Option.PRIVATE:
        return None
    made = sum(len(each.moves) for each in state.standing.rounds)
    picture = reverse("matches:replay-picture", args=(state.match.pk, made if at is None else at))
    return Preview(title_of(state), sentence_of(state), absolute(address), absolute(picture))


def title_of(state: MatchState) -> str:
    """Who played whom, blue first."""
    names = {colour: shown_name(seat.user.username) for colour, seat in state.seats.items()}
    return _("%(one)s against %(other)s") % {"one": names["blue"], "other": names["red"]}


def sentence_of(state: MatchState) -> str:
    """House, rules and result in a sentence."""
    rules = ", ".join(str(word.name) for _name, word in rule_words(sorted(state.record["rules"])))
    parts = [house_name(state.match), rules]
    outcome = outcome_of(state, "watch")
    if outcome and outcome.headline:
        parts.append(f"{outcome.headline} {outcome.score}".strip())
    return ". ".join(part for part in parts if part) + "."
