"""What pages that follow show: a match as spectators see it, or a word where there is none to be seen.

Their `main` has a scope, the table's or a word's, by which the browser swaps it whole only when one takes the place of
the other. From match to match the regions are swapped one by one, each by its own scope and version.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.broadcast.running import ORDERS, Running, running
from matches.houses import HOUSES
from matches.live.render import match_fragments, watchers_of
from matches.live.state import MatchState
from matches.live.view import MatchView
from matches.live.words import TRADE_WORDS, Word, rule_words
from matches.models import Option
from matches.robots import shown_name
from triad.errors import NotAllowed

#: What stands in the place of a table.
WORD_NOTHING, WORD_PRIVATE, WORD_LATER = "nothing", "private", "later"
WORDS: dict[str, tuple[Promise, Promise]] = {
    WORD_NOTHING: (_("Nobody plays just now"), _("The next match comes here by itself as soon as one begins.")),
    WORD_PRIVATE: (
        _("This match is private"),
        _("Its players let nobody watch. If they open it again, it comes here by itself."),
    ),
    WORD_LATER: (_("Not yet"), _("It comes here by itself.")),
}

ORDER_WORDS: dict[str, Promise] = {
    "rating": _("Rating"),
    "stake": _("Stake"),
    "viewers": _("Spectators"),
    "newest": _("Newest"),
}


@dataclass(frozen=True, slots=True)
class RunningView:
    """A line of the list of running matches."""

    id: int
    blue: str
    red: str
    house: str
    rules: tuple[tuple[str, Word], ...]
    trade: Word
    bet: int
    ratings: tuple[str, ...]
    viewers: int


def running_views(*, house: str, order: str) -> list[RunningView]:
    """The running matches of a house, or of all, in an order of `ORDERS`."""
    return [_line(each) for each in sorted(running(house=house), key=ORDERS[order], reverse=True)]


def _line(each: Running) -> RunningView:
    return RunningView(
        id=each.id,
        blue=shown_name(each.blue),
        red=shown_name(each.red),
        house=str(HOUSES[each.house].name) if each.house in HOUSES else each.house,
        rules=tuple(rule_words(each.rules)),
        trade=TRADE_WORDS[each.trade],
        bet=each.bet,
        ratings=tuple(rating.text for rating in each.ratings),
        viewers=each.viewers,
    )


def page_context(match_id: int | None, *, word: str = "") -> dict[str, Any]:
    """What a page that follows is drawn from: a loaded match for spectators, or a word; a word too of
    a match that is private or shown later."""
    try:
        state = None if match_id is None else MatchState.load(match_id)
    except NotAllowed as error:
        state, word = None, WORD_LATER if error.code == "shown_later" else WORD_PRIVATE
        if word == WORD_LATER:
            return {"word": word, "word_title": WORDS[word][0], "word_text": error.message}
    if state is not None and state.match.option != Option.PRIVATE:
        return {"state": state, "view": MatchView.of(state, "watch"), "watchers": watchers_of(state.match.pk)}
    word = word if state is None else WORD_PRIVATE
    title, text = WORDS[word]
    return {"word": word, "word_title": title, "word_text": text}


def page_fragments(
    place: str,
    match_id: int | None,
    *,
    word: str = "",
    chat: dict[str, Any] | None = None,
    language: str = settings.LANGUAGE_CODE,
) -> str:
    """A page whole, and each region of it, to be swapped by their ids; `place` is `tv` or `cast`. What its `chat` is
    drawn from is in the whole alone."""
    with translation.override(language):
        context = page_context(match_id, word=word) | (chat or {})
        whole = render_to_string(f"matches/broadcast/_{place}_main.html", context)
        if "word" in context:
            return whole
        regions = match_fragments(context["state"], "watch", language=language)
        names = (*ABOUT[place], "matches/_watchers.html")
        return "\n".join([whole, regions, *(render_to_string(name, context | {"oob": True}) for name in names)])


#: The regions that tell what match it is; they change with the match alone.
ABOUT: dict[str, tuple[str, ...]] = {
    "tv": ("matches/broadcast/_title.html", "matches/broadcast/_tv_now.html", "matches/_terms_dialog.html"),
    "cast": ("matches/broadcast/_title.html", "matches/broadcast/_cast_head.html"),
}
