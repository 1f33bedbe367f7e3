"""How rules, stakes and captures are called on the page."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.rule_names import RULE_TITLES, TRADE_TITLES


@dataclass(frozen=True, slots=True)
class Word:
    """A name, what it means in one sentence, and its icon."""

    name: Promise
    text: Promise
    icon: str


#: The rules of play, by their names in a record (RULES 2, 3).
RULE_WORDS: dict[str, Word] = {
    "open": Word(RULE_TITLES["open"], _("Both hands lie open for both."), "semi-closed-eye"),
    "three_open": Word(RULE_TITLES["three_open"], _("Three cards of each hand lie open."), "semi-closed-eye"),
    "random": Word(
        RULE_TITLES["random"], _("Each hand is drawn from what its player owns."), "perspective-dice-six-faces-random"
    ),
    "limitless": Word(RULE_TITLES["limitless"], _("A deck may have any total of levels."), "crown-coin"),
    "same": Word(
        RULE_TITLES["same"],
        _("Two or more equal pairs of facing ranks take every opponent's card among them."),
        "cubes",
    ),
    "same_wall": Word(RULE_TITLES["same_wall"], _("A rank A against the wall counts as equal for Same."), "cubes"),
    "plus": Word(
        RULE_TITLES["plus"],
        _("Two or more equal sums of facing ranks take every opponent's card among them."),
        "sparkles",
    ),
    "plus_wall": Word(RULE_TITLES["plus_wall"], _("The wall counts as A for the sums of Plus."), "sparkles"),
    "combo": Word(
        RULE_TITLES["combo"], _("Cards taken by Same or Plus take their weaker neighbours in turn."), "linked-rings"
    ),
    "elemental": Word(
        RULE_TITLES["elemental"],
        _("On a square with an element a card of that element gains 1 on each side, any other loses 1."),
        "peaks",
    ),
    "battle": Word(RULE_TITLES["battle"], _("Cards that nothing took fight with all they have."), "crossed-swords"),
    "broken_wall": Word(RULE_TITLES["broken_wall"], _("The board has no walls: its sides touch."), "cubes"),
    "power_wall": Word(RULE_TITLES["power_wall"], _("The walls push rows and columns."), "cubes"),
    "reverse": Word(RULE_TITLES["reverse"], _("The lower rank takes the higher."), "duality"),
    "fallen_ace": Word(RULE_TITLES["fallen_ace"], _("A rank 1 takes an A."), "crown-coin"),
    "ascension": Word(RULE_TITLES["ascension"], _("Each card on the board strengthens its type."), "angel-wings"),
    "descension": Word(RULE_TITLES["descension"], _("Each card on the board weakens its type."), "angel-wings"),
    "swap": Word(
        RULE_TITLES["swap"], _("One card of each hand changes hands before the first placement."), "card-exchange"
    ),
    "order": Word(RULE_TITLES["order"], _("The cards are played in the order of the hand."), "scroll-unfurled"),
    "chaos": Word(RULE_TITLES["chaos"], _("The card to play is drawn."), "perspective-dice-six-faces-random"),
    "sudden_death": Word(
        RULE_TITLES["sudden_death"], _("After a draw each plays on with the cards of their colour."), "play-button"
    ),
}

#: The trade rules (RULES 5).
TRADE_WORDS: dict[str, Word] = {
    "training": Word(TRADE_TITLES["training"], _("Nothing is at stake, and nothing is paid."), "rule-book"),
    "none": Word(TRADE_TITLES["none"], _("No card changes hands."), "rule-book"),
    "one": Word(TRADE_TITLES["one"], _("The winner chooses one of the loser's five cards."), "card-exchange"),
    "two": Word(TRADE_TITLES["two"], _("The winner chooses two of the loser's five cards."), "card-exchange"),
    "three": Word(TRADE_TITLES["three"], _("The winner chooses three of the loser's five cards."), "card-exchange"),
    "four": Word(TRADE_TITLES["four"], _("The winner chooses four of the loser's five cards."), "card-exchange"),
    "total": Word(TRADE_TITLES["total"], _("The winner gets all five of the loser's cards."), "card-exchange"),
    "diff": Word(
        TRADE_TITLES["diff"], _("The winner chooses as many cards as the winning score less 5."), "card-exchange"
    ),
    "change": Word(
        TRADE_TITLES["change"],
        _("The winner chooses as many cards as the scores differ, five at most."),
        "card-exchange",
    ),
    "direct": Word(
        TRADE_TITLES["direct"],
        _("Each keeps the opponent's cards that lie in the own colour at the end."),
        "card-exchange",
    ),
    "random": Word(TRADE_TITLES["random"], _("One of the loser's five cards, drawn at random."), "card-exchange"),
}

#: What happens after an equal score (RULES 4).
DRAW_WORDS: dict[str, Promise] = {
    "draw": _("An equal score is a draw."),
    "replay": _("After an equal score the cards return to the hands and a new round is played."),
    "sudden_death": _("After an equal score each plays on with the cards of the own colour."),
}

#: Who may watch.
OPTION_WORDS: dict[str, Word] = {
    "open": Word(_("Open to spectators"), _("Anybody may watch; hidden cards stay hidden."), "semi-closed-eye"),
    "private": Word(_("Private"), _("Nobody but the two players sees the match."), "semi-closed-eye"),
    "broadcast": Word(
        _("Broadcast"), _("Anybody may watch, and the lobby shows each placement by itself."), "play-button"
    ),
}

#: The captures that are called out over the board.
CRIES: dict[str, Promise] = {
    "same": _("Same!"),
    "same_wall": _("Same Wall!"),
    "plus": _("Plus!"),
    "plus_wall": _("Plus Wall!"),
    "combo": _("Combo!"),
    "battle": _("Battle!"),
}

COLOUR_WORDS: dict[str, Promise] = {"blue": _("Blue"), "red": _("Red")}


def rule_words(names: list[str] | tuple[str, ...]) -> list[tuple[str, Word]]:
    """The rules by name with their words, in the order of the rule book."""
    return [(name, word) for name, word in RULE_WORDS.items() if name in names]
