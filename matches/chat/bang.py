"""Answers lines that begin with an exclamation mark, and hears answers to the quiz among the others."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from cards.names import fold_card_name
from matches.chat.quiz import OPEN_TIME, PAID_A_DAY, quiz_answer, quiz_ask, quiz_best, quizzes_close
from matches.chat.quiz_models import POINTS
from matches.chat.room import Room
from matches.chat.speaking import line_announce
from matches.live.state import MatchState
from matches.live.view import MatchView
from triad.clock import now
from triad.errors import GameError

_BANG = re.compile(r"!\s*(?P<word>\w[\w-]{0,30})")
#: From this likeness on a word is taken for a misspelt command.
NEAR = 0.6


@dataclass(frozen=True, slots=True)
class Heard:
    """A command as it was said: where, and by whom."""

    room: Room
    author: User

    def view(self) -> MatchView:
        """The match of the room as who reads there may see it: players theirs, all others as its page shows it to
        spectators. Raises GameError, where they see nothing of it."""
        assert self.room.match_id is not None
        if self.room.kind == Room.PLAYERS:
            state = MatchState.load(self.room.match_id, self.author)
            return MatchView.of(state, state.audience_of(self.author))
        return MatchView.of(MatchState.load(self.room.match_id), "watch")


@dataclass(frozen=True, slots=True)
class Bang:
    """A command: its names, the usual one first, what it does in words, and what answers it; None where the answer
    has been said already."""

    names: tuple[str, ...]
    text: Promise
    handler: Callable[[Heard], str | None]


def hear(*, room: Room, author: User, text: str) -> None:
    """Called after a line was said and stored: it is a command, or maybe the answer to a question."""
    if text.startswith("!"):
        answer_bang(room=room, author=author, text=text)
        return
    quizzes_close(moment=now(), room=room)
    quiz_answer(room=room, author=author, text=text)


def answer_bang(*, room: Room, author: User, text: str) -> None:
    """Answers a line such as `!help` to its room; a word that is no command is told the nearest one."""
    found = _BANG.match(text)
    if found is None or not author.is_person:
        return
    with translation.override(settings.LANGUAGE_CODE):
        command = _named(found["word"])
        try:
            said = command.handler(Heard(room, author)) if command else _unknown(found["word"])
        except GameError as error:
            said = f"{author.username}: {error.message}"
        if said:
            line_announce(room=room, text=said)


def _named(word: str) -> Bang | None:
    folded = fold_card_name(word)
    return next((bang for bang in BANGS if folded in bang.names), None)


def _unknown(word: str) -> str:
    """Never the word itself: the house's lines are read also by who does not read its author's."""
    names = [name for bang in BANGS for name in bang.names]
    close = get_close_matches(fold_card_name(word), names, n=1, cutoff=NEAR)
    if close:
        return _("There is no such command. The nearest is !%(near)s.") % {"near": close[0]}
    return _("There is no such command. !help lists what there is.")


def _help(heard: Heard) -> str:
    values = {"seconds": int(OPEN_TIME.total_seconds()), "points": POINTS, "most": PAID_A_DAY}
    return "\n".join(f"{', '.join(f'!{name}' for name in bang.names)}: {bang.text % values}" for bang in BANGS)


def _quiz(heard: Heard) -> None:
    quiz_ask(room=heard.room, asker=heard.author)


def _score(heard: Heard) -> str:
    if heard.room.match_id is None:
        return _best()
    view = heard.view()
    words = {"near": view.near.name, "far": view.far.name, "score": f"{view.near.score}–{view.far.score}"}
    if view.outcome is not None and view.outcome.score:
        words["score"] = view.outcome.score
    return _("%(near)s %(score)s %(far)s.") % words + f" {_turn(view)}"


def _best() -> str:
    best = quiz_best(moment=now())
    if not best:
        return _("Nobody has answered a quiz today. !quiz asks one.")
    return _("The quiz today: %(best)s.") % {"best": ", ".join(f"{name} {count}" for name, count in best)}


def _turn(view: MatchView) -> str:
    """Whose turn it is, or how it ended: in words that are true for every reader."""
    seats = (view.near, view.far)
    if view.outcome is None:
        name = next((seat.name for seat in seats if seat.turn), "")
        return _("%(name)s is to play, round %(round)d.") % {"name": name, "round": view.round_number}
    if view.outcome.kind == "drawn":
        return _("A draw.")
    winner = next((seat.name for seat in seats if seat.colour == view.outcome.winner), "")
    return _("%(name)s has won.") % {"name": winner} if winner else _("The match is over, without a winner.")


def _rules(heard: Heard) -> str:
    book = _("The rule book: %(address)s") % {"address": reverse("matches:rules")}
    if heard.room.match_id is None:
        return book
    view = heard.view()
    words = {
        "house": view.house,
        "terms": "; ".join(term.title for term in view.terms),
        "seconds": view.move_time,
    }
    return _("%(house)s. %(terms)s. %(seconds)d seconds a move.") % words + f" {book}"


def _time(heard: Heard) -> str:
    moment = _("It is %(time)s UTC.") % {"time": f"{now():%H:%M:%S}"}
    if heard.room.match_id is None:
        return moment
    view = heard.view()
    turn = next((seat for seat in (view.near, view.far) if seat.turn), None)
    if turn is None or turn.deadline is None:
        return f"{moment} {_turn(view)}".strip()
    return moment + " " + _("%(name)s has %(clock)s left for this move.") % {"name": turn.name, "clock": turn.clock}


BANGS: tuple[Bang, ...] = (
    Bang(("help", "aide"), gettext_lazy("lists these commands"), _help),
    Bang(
        ("quiz",),
        gettext_lazy(
            "asks about a card: %(seconds)d seconds, %(points)d points for the first right answer, %(most)d paid a day"
        ),
        _quiz,
    ),
    Bang(("score",), gettext_lazy("the score of the match; in the lobby who answered the most today"), _score),
    Bang(("rules",), gettext_lazy("the rules of the match, and where the rule book is"), _rules),
    Bang(("time",), gettext_lazy("the time of the server, and what is left for this move"), _time),
)
