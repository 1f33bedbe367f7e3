"""The rows of the trade rules and of the draw rules (RULES 4 and 5)."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from matches.rulebook.entry import Entry, Example
from matches.rulebook.hands import EIGHT, FULL

#: Eight placements after which Ifrit on square 5 wins 7 to 3.
WINNING: dict[str, Any] = {
    **FULL,
    "played": (
        ("b4", 7), ("r2", 1), ("b5", 4), ("r1", 2), ("b3", 9), ("r4", 3), ("b2", 8), ("r5", 6),
    ),
    "move": ("b1", 5),
    "flips": ((2, "basic"), (6, "basic")),
}  # fmt: skip
DRAWN: dict[str, Any] = {**FULL, "played": EIGHT, "move": ("b2", 5), "flips": ((4, "basic"),)}

BOUND = _("What may take all five needs more than ten cards owned, on both sides.")
OWNERS = _(
    "The loser's five cards are those the loser brought, wherever they lie and whoever played them. The winner may "
    "choose fewer. Who has not chosen after 60 seconds gets the strongest that may be held."
)


def _won(key: str, caption: Any, **more: Any) -> tuple[Example, ...]:
    return (Example(**{"key": f"trade-{key}", "caption": caption, "trade": key, **WINNING, **more}),)


TRADE_BOOK: dict[str, Entry] = {
    "training": Entry(
        title=_("Training"),
        short=_("Nothing is at stake, and nothing is paid."),
        text=(_("No card moves, and nobody gets points or experience. It is never rated."),),
        tip=_("Try a new deck here first."),
        icon="poker-hand",
        also=("Entraînement",),
        examples=_won("training", _("Blue wins 7 to 3. Nothing follows.")),
    ),
    "none": Entry(
        title=_("None"),
        short=_("No card changes hands."),
        text=(_("No card moves. The match is paid and may be rated."),),
        tip=_("The rule for cards you could not bear to lose."),
        icon="poker-hand",
        also=("No gain",),
        examples=_won("none", _("Blue wins 7 to 3. No card changes hands.")),
    ),
    "one": Entry(
        title=_("One"),
        short=_("The winner chooses one of the loser's five cards."),
        text=(_("The winner looks at the loser's five cards and takes one."), OWNERS),
        tip=_("Do not bring one treasure and four weak cards: the treasure is what goes."),
        icon="poker-hand",
        also=("Unique",),
        examples=_won("one", _("Blue wins 7 to 3 and may choose one of red's five.")),
    ),
    "two": Entry(
        title=_("Two"),
        short=_("The winner chooses two of the loser's five cards."),
        text=(_("As One, but two cards."),),
        tip=_("Your second best card is at stake too. Look at it before you agree."),
        icon="poker-hand",
        examples=_won("two", _("Blue wins 7 to 3 and may choose two.")),
    ),
    "three": Entry(
        title=_("Three"),
        short=_("The winner chooses three of the loser's five cards."),
        text=(_("As One, but three cards."),),
        tip=_("More than half of a deck goes. Play it with cards of which you have more."),
        icon="poker-hand",
        examples=_won("three", _("Blue wins 7 to 3 and may choose three.")),
    ),
    "four": Entry(
        title=_("Four"),
        short=_("The winner chooses four of the loser's five cards."),
        text=(_("As One, but four cards: the loser keeps the one the winner likes least."),),
        tip=_("Nearly the same as Total. Bring what you can lose."),
        icon="poker-hand",
        examples=_won("four", _("Blue wins 7 to 3 and may choose four.")),
    ),
    "total": Entry(
        title=_("Total"),
        short=_("The winner gets all five of the loser's cards."),
        text=(_("All five of the loser's cards go to the winner."), BOUND),
        tip=_("Equal decks make a fair match. Ask what the other brings."),
        icon="poker-hand",
        also=("All", "Totale"),
        examples=_won("total", _("Blue wins 7 to 3 and may take all five.")),
    ),
    "diff": Entry(
        title=_("Diff"),
        short=_("The winner chooses as many cards as the winning score less 5."),
        text=(_("6 to 4 takes one card, 7 to 3 two, 8 to 2 three, 9 to 1 four, and 10 to 0 five."), BOUND),
        tip=_("When the win is safe, play on for one card more: it counts."),
        icon="poker-hand",
        examples=_won("diff", _("Blue wins 7 to 3: 7 less 5 is two cards.")),
    ),
    "change": Entry(
        title=_("Change"),
        short=_("The winner chooses as many cards as the scores differ, five at most."),
        text=(_("The winning score less the losing score, five at most: 6 to 4 takes two cards, 7 to 3 four."), BOUND),
        tip=_("Even a narrow defeat costs two. Defend the last squares."),
        icon="poker-hand",
        examples=_won("change", _("Blue wins 7 to 3: the difference is four cards.")),
    ),
    "direct": Entry(
        title=_("Direct"),
        short=_("Each keeps the opponent's cards that lie in their own colour at the end."),
        text=(
            _(
                "What you hold at the end of the last round you keep: each player gets the cards of the other that lie"
                " in their colour. That goes for both players, and after a draw too."
            ),
            BOUND,
        ),
        tip=_("Take back your best card before the end, even if it costs another square."),
        icon="poker-hand",
        examples=_won("direct", _("Blue keeps the red cards that lie blue. Red keeps none, as no blue card lies red.")),
    ),
    "random": Entry(
        title=_("Random"),
        short=_("One of the loser's five cards, drawn at random."),
        text=(
            _("One of the loser's five is drawn. If the winner may not hold that card, nothing moves."),
            _("The draw is fixed with the match's seed, so it can be checked afterwards."),
        ),
        tip=_("Four weak cards guard a strong one here: it is drawn once in five times."),
        icon="poker-hand",
        examples=_won("random", _("Blue wins 7 to 3. One of red's five is drawn.")),
    ),
}
"""The trade rules by name, in the order of the rule book."""

DRAW_BOOK: dict[str, Entry] = {
    "draw": Entry(
        title=_("Draw"),
        short=_("An equal score is a draw."),
        text=(_("A round that ends with equal scores ends the match: nobody wins."),),
        tip=_("Against a stronger deck a draw is a good result."),
        examples=(Example(key="draw-draw", caption=_("5 to 5: the match is a draw."), **DRAWN),),
    ),
    "replay": Entry(
        title=_("Replay"),
        short=_("After an equal score the cards return to the hands and a new round is played."),
        text=(
            _(
                "The cards return to the hands in which they began, those after Swap. The same player begins, and what"
                " is drawn for a round is drawn anew. From the second round on every card that has lain on the board "
                "is known."
            ),
        ),
        tip=_("The other has seen your opening. Begin differently."),
        examples=(
            Example(
                key="draw-replay", draw="replay", caption=_("5 to 5: both take their first five cards again."), **DRAWN
            ),
        ),
    ),
    "sudden_death": Entry(
        title=_("Sudden Death"),
        short=_("After an equal score each plays on with the cards of their own colour."),
        text=(
            _(
                "Each player takes the cards of their colour, from the squares in order and then from the hand, and "
                "plays on. Choosing this draw rule is choosing the rule Sudden Death."
            ),
        ),
        tip=_("Which five you play on with is decided by the last placement."),
        examples=(
            Example(
                key="draw-sudden_death",
                draw="sudden_death",
                caption=_("5 to 5: both play on with the five cards that lie in their colour."),
                **DRAWN,
            ),
        ),
    ),
}
"""What follows an equal score, by name."""
