"""What the table says: what is to do, what happened last, and that a new round has begun."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.engine import Card
from matches.live.state import MatchState
from matches.live.story import Story
from matches.live.words import COLOUR_WORDS
from matches.robots import shown_name


def new_round_words(state: MatchState) -> str:
    """That a new round has been dealt after a draw, and with which cards; empty once a card lies in it."""
    shown, setup = state.standing.rounds[-1], state.standing.setup
    if state.is_over or shown.moves or not shown.number or setup is None:
        return ""
    blue, red = state.standing.rounds[-2].score
    said = _("An equal score, %(blue)s to %(red)s: round %(number)s begins.") % {
        "blue": blue,
        "red": red,
        "number": shown.number + 1,
    }
    if setup.draw == "sudden_death":
        return f"{said} " + _("Each plays on with the cards of their own colour.")
    return f"{said} " + _("The cards are back in the hands that began the match.")


def why_of(state: MatchState, story: Story | None) -> str:
    """What happened last; after a draw first that a new round has been dealt."""
    return " ".join(part for part in (new_round_words(state), story.words if story else "") if part)


def prompt_of(state: MatchState, my_turn: bool, forced: Card | None) -> str:
    """What is to do; `forced` is the card that must be played, where the audience may see it."""
    if state.is_over:
        return _("The match is over.")
    if my_turn and forced:
        return _("Your turn: %(card)s must be played.") % {"card": forced.name}
    if my_turn:
        return _("Your turn: choose a card, then a square.")
    turn = state.standing.turn
    if turn is None:
        return ""
    name = shown_name(state.seats[turn].user.username)
    if forced:
        return _("%(name)s is to play, and must play %(card)s.") % {"name": name, "card": forced.name}
    return _("%(name)s is to play.") % {"name": name}


def spoken_of(state: MatchState, story: Story | None, my_turn: bool, forced: Card | None) -> str:
    """The line that a screen reader speaks: what happened, and whose turn it is."""
    happened = f"{COLOUR_WORDS[story.colour]}: {story.words}" if story else ""
    return " ".join(part for part in (happened, new_round_words(state), prompt_of(state, my_turn, forced)) if part)
