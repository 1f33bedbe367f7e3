"""The rows of what is brought, dealt, seen and forced: nine rules about hands."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from matches.rulebook.entry import Entry, Example

BLUE = ("A085", "A046", "A031", "A015", "A003")
RED = ("A079", "A053", "A032", "A020", "A009")
#: Eight placements of these two hands after which Behemoth on square 5 makes it 5 to 5.
EIGHT: tuple[tuple[str, int], ...] = (
    ("b4", 3), ("r1", 8), ("b3", 6), ("r5", 9), ("b5", 4), ("r3", 2), ("b1", 7), ("r2", 1),
)  # fmt: skip
FULL: dict[str, Any] = {"blue": BLUE, "red": RED, "hands": True}


OPEN = Entry(
    title=_("Open"),
    short=_("Both hands lie open for both."),
    text=(
        _("Each player sees all five cards of the other, before the first placement and all through the match."),
        _("Spectators see both hands as well. Nothing else changes."),
    ),
    tip=_("You know every answer that can come. Look for the square where none of them hurts."),
    icon="eyeball",
    also=("All Open",),
    examples=(
        Example(
            key="open",
            caption=_("Blue sees Angelo's 9 in red's hand and still takes Tonberry: all cards lie open."),
            rules=("open",),
            **FULL,
            played=(("b4", 3), ("r3", 6)),
            move=("b1", 5),
            flips=((6, "basic"),),
        ),
    ),
)

THREE_OPEN = Entry(
    title=_("Three Open"),
    short=_("Three cards of each hand lie open."),
    text=(
        _(
            "Three of each player's five cards are drawn once, before the first placement, and lie open. The other two"
            " stay hidden until they are played. A shown card stays shown, also in another hand after Swap."
        ),
        _("Without Open and Three Open, which is sometimes called Hide, only the number of cards is seen."),
    ),
    tip=_("Play as if the two hidden cards were the best ones. They often are."),
    icon="semi-closed-eye",
    examples=(
        Example(
            key="three_open",
            caption=_("Blue sees three cards of red. Two are face down while Ifrit takes Elnoyle, 9 over 7."),
            rules=("three_open",),
            **FULL,
            hidden=("r1", "r5"),
            played=(("b4", 3), ("r2", 4)),
            move=("b1", 7),
            flips=((4, "basic"),),
        ),
    ),
)

RANDOM = Entry(
    title=_("Random"),
    short=_("Each hand is drawn from what its player owns."),
    text=(
        _(
            "Nobody chooses a deck. Each player's five cards are drawn from the copies that the player owns and that "
            "may be at stake. So any card you own may be played, and lost, under the trade rule of the match."
        ),
        _(
            "In houses that draw by stars, two cards of four stars or more come first, where the player has them. "
            "Unique cards are drawn only if their owner has said so. Hands are drawn once a match, not again for a "
            "later round."
        ),
    ),
    tip=_("Who owns many weak cards draws weak hands. Look at your stash before you agree."),
    icon="perspective-dice-six-faces-random",
    also=("Random Deck",),
    examples=(
        Example(
            key="random",
            caption=_("Five drawn cards a side, strong and weak ones mixed. From here on it is played as ever."),
            rules=("random",),
            blue=("A001", "A085", "A022", "A040", "A012"),
            red=("A063", "A009", "A031", "A090", "A005"),
            hands=True,
            played=(("b1", 1), ("r2", 2)),
            move=("b2", 5),
            flips=((2, "basic"),),
        ),
    ),
)

LIMITLESS = Entry(
    title=_("Limitless"),
    short=_("A deck may have any total of levels."),
    text=(
        _("Where a house limits the levels of a deck, Limitless lifts the limit: five cards of level 10 are allowed."),
        _("A challenge says so beforehand, so that both can choose."),
    ),
    tip=_("Ask yourself whether you have five cards of that kind. If not, play without it."),
    icon="crown-coin",
    examples=(
        Example(
            key="limitless",
            caption=_("A hand of level 48 in a house where 20 is the limit: Bahamut takes Phoenix with 6 over 2."),
            rules=("limitless",),
            blue=("A097", "A101", "A105", "A099", "A110"),
            red=("A096", "A104", "A094", "A089", "A098"),
            hands=True,
            played=(("b5", 9), ("r1", 4)),
            move=("b1", 5),
            flips=((4, "basic"),),
        ),
    ),
)

SWAP = Entry(
    title=_("Swap"),
    short=_("One card of each hand changes hands before the first placement."),
    text=(
        _(
            "One card of each hand is drawn and changes hands for this match. It lies where the card given away lay, "
            "and is played in the colour of whoever holds it now."
        ),
        _(
            "It stays its owner's card: the stakes look at who brought it. Swap happens once a match and is not undone"
            " in later rounds. Each player knows the card that was given away."
        ),
    ),
    tip=_("You know one card of the other hand for certain: the one that was yours."),
    icon="card-exchange",
    examples=(
        Example(
            key="swap",
            caption=_("Ifrit and Grendel have changed hands. Red places Ifrit, and it counts for red."),
            rules=("swap", "open"),
            **FULL,
            swap=("b1", "r4"),
            played=(("b2", 5),),
            move=("b1", 6),
            flips=((5, "basic"),),
        ),
    ),
)

ORDER = Entry(
    title=_("Order"),
    short=_("The cards are played in the order of the hand."),
    text=(
        _("The first card left in your hand must be played; where you put it is your choice."),
        _("A deck is a list, and its order is yours: arrange it before the match."),
    ),
    tip=_("Put cards for corners first and cards that take in the middle of the list."),
    icon="podium",
    examples=(
        Example(
            key="order",
            caption=_("Ifrit is first in the hand and must be played. It may go anywhere, and here takes Angelo."),
            rules=("order", "open"),
            **FULL,
            first="red",
            played=(("r1", 2),),
            move=("b1", 5),
            flips=((2, "basic"),),
        ),
    ),
)

CHAOS = Entry(
    title=_("Chaos"),
    short=_("The card to play is drawn."),
    text=(
        _(
            "The card that must be played is drawn from those left in the hand. Only the player on turn sees which, "
            "unless the card lies open anyway."
        ),
        _("All these draws are fixed with the deal of the round, so nobody can change them later."),
    ),
    tip=_("You cannot plan your cards, so plan squares: leave places that suit all you have left."),
    icon="whirlwind",
    examples=(
        Example(
            key="chaos",
            caption=_("The draw says Behemoth, so Ifrit must wait. Behemoth's 6 beats Angelo's 3."),
            rules=("chaos", "open"),
            **FULL,
            chaos={"blue": ("b2", "b1", "b5", "b3", "b4"), "red": ("r1", "r5", "r2", "r4", "r3")},
            first="red",
            played=(("r1", 6),),
            move=("b2", 5),
            flips=((6, "basic"),),
        ),
    ),
)

SUDDEN_DEATH = Entry(
    title=_("Sudden Death"),
    short=_("After a draw each plays on with the cards of their colour."),
    text=(
        _(
            "If a round ends with equal scores, each player takes the cards of their colour, from the board and the "
            "hand, and a new round begins with them. The same player begins, and what is drawn for a round is drawn "
            "anew."
        ),
        _("So it goes on until somebody wins. After 25 rounds without a winner the match is a draw."),
    ),
    tip=_("Before the last placement look which cards you would play on with. A narrow draw may suit you."),
    icon="tombstone",
    also=("Mort Subite",),
    examples=(
        Example(
            key="sudden_death",
            caption=_("Behemoth takes a card and makes it 5 to 5. Both play on with the five cards of their colour."),
            rules=("open", "sudden_death"),
            **FULL,
            draw="sudden_death",
            played=EIGHT,
            move=("b2", 5),
            flips=((4, "basic"),),
        ),
    ),
)
