"""What a position's end means, in words: who won, what is due, and with which cards a next round begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from matches.engine import COLOURS, Card, RoundStanding, Standing
from matches.live.reasons import listed
from matches.live.words import COLOUR_WORDS


def ending_words(standing: Standing, shown: RoundStanding) -> str:
    """What follows the round that is shown: nothing while it goes on."""
    if standing.ended and shown is standing.rounds[-1]:
        return " ".join(filter(None, (_ended(standing), claim_words(standing))))
    if shown.turn is None and shown.number + 1 < len(standing.rounds):
        return _next_round(standing.rounds[shown.number + 1])
    return ""


def _ended(standing: Standing) -> str:
    assert standing.setup is not None
    if standing.ended == "did_not_finish":
        return _("The match was not finished: nobody wins.")
    blue, red = standing.counted or (0, 0)
    values: dict[str, Any] = {"blue": blue, "red": red, "most": max(blue, red), "least": min(blue, red)}
    if standing.winner == "draw":
        return _("%(blue)s to %(red)s: the match is a draw.") % values
    values["winner"] = COLOUR_WORDS[standing.winner or ""]
    said = _("%(winner)s wins %(most)s to %(least)s.") % values
    if standing.ended == "forfeit":
        said = _("%(winner)s wins by forfeit, %(most)s to %(least)s.") % values
    if standing.rounds[-1].total_victory:
        said += " " + _("All nine squares are of one colour: a total victory.")
    return said


def claim_words(standing: Standing) -> str:
    """What is due at the end of the match, in a sentence."""
    claim, setup = standing.claim, standing.setup
    assert setup is not None
    cards = {card.key: card for hand in setup.brought.values() for card in hand}
    if claim is None:
        return _("No card changes hands.")
    if "keep" in claim:
        return " ".join(_kept(colour, claim["keep"][colour], cards) for colour in COLOURS)
    loser = "red" if claim["by"] == "blue" else "blue"
    values: dict[str, Any] = {
        "winner": COLOUR_WORDS[claim["by"]],
        "loser": COLOUR_WORDS[loser],
        "count": claim.get("choose", 1),
        "of": len(claim["of"]),
        "cards": names_of(cards[key] for key in claim["of"]),
    }
    if "random" in claim:
        return _("One of these is drawn for %(winner)s: %(cards)s.") % values
    if values["count"] == values["of"]:
        return _("%(winner)s may take all that %(loser)s brought: %(cards)s.") % values
    return _("%(winner)s may choose %(count)s of what %(loser)s brought: %(cards)s.") % values


def _kept(colour: str, keys: Iterable[str], cards: Mapping[str, Card]) -> str:
    values = {"colour": COLOUR_WORDS[colour], "cards": names_of(cards[key] for key in keys)}
    if not values["cards"]:
        return _("%(colour)s keeps no card of the other.") % values
    return _("%(colour)s keeps %(cards)s.") % values


def _next_round(following: RoundStanding) -> str:
    hands = following.start.hands
    values = {
        "round": following.number + 1,
        "blue": names_of(hands["blue"]) or _("no card"),
        "red": names_of(hands["red"]) or _("no card"),
    }
    return _("An equal score: round %(round)s follows. Blue plays it with %(blue)s; red with %(red)s.") % values


def names_of(cards: Iterable[Card]) -> str:
    """The names of some cards as a list in words."""
    return listed([name_of(card) for card in cards])


def name_of(card: Card) -> str:
    """A card's name, and something to call it by where it has none."""
    return card.name or _("a card without a name")
