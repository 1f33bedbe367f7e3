"""The rows of the rules about the ground: Broken Wall, Power Wall."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.rulebook.entry import Entry, Example

BROKEN_WALL = Entry(
    title=_("Broken Wall"),
    short=_("The board has no walls: its sides touch."),
    text=(
        _(
            "The left edge touches the right edge and the upper edge the lower one: squares 1 and 3, 4 and 6, 7 and 9 "
            "are neighbours, and so are 1 and 7, 2 and 8, 3 and 9. Every card has four neighbours, combos cross the "
            "edges."
        ),
        _("There is no wall left, so Same Wall and Plus Wall cannot be played with it."),
    ),
    tip=_("No corner is safe. Choose cards that are even on all four sides."),
    icon="broken-wall",
    examples=(
        Example(
            key="broken_wall",
            caption=_("Ifrit's left side looks across the edge at square 3: its 8 beats Geezard's 4."),
            rules=("broken_wall",),
            blue=("A085",),
            board={3: ("red", "A001")},
            move=("b1", 1),
            flips=((3, "basic"),),
        ),
    ),
)

POWER_WALL = Entry(
    title=_("Power Wall"),
    short=_("The walls push rows and columns."),
    text=(
        _(
            "Two to four squares at the edge carry a label: a wall, a sign and a number from 5 to 15. A card's power "
            "is half the sum of its ranks, rounded up. Placed on a labelled square, a card sets the wall off if its "
            "power is above (+), below (-) or equal to (=) the number."
        ),
        _(
            "Then the whole row or column moves one square away from that wall, and what leaves the board comes back "
            "at the other end. Only the placed card attacks, from the square where it ends. A label is not used up, "
            "and elements and labels stay with the squares."
        ),
    ),
    tip=_("A wall can carry your card beside a neighbour that no free square touches."),
    icon="push",
    examples=(
        Example(
            key="power_wall",
            caption=_(
                "Ifrit's power 13 is above 10: the left wall pushes the row. Ifrit ends on square 5 and takes Angelo "
                "and Bomb."
            ),
            rules=("power_wall",),
            walls={4: ("left", "+", 10), 8: ("down", "-", 7)},
            blue=("A085",),
            board={2: ("red", "A079"), 5: ("red", "A037")},
            move=("b1", 4),
            flips=((2, "basic"), (6, "basic")),
        ),
        Example(
            key="power_wall-still",
            caption=_("Geezard's power 6 is not above 10: the wall stays still, and Geezard takes Bomb from square 4."),
            rules=("power_wall",),
            walls={4: ("left", "+", 10), 8: ("down", "-", 7)},
            blue=("A001",),
            board={2: ("red", "A079"), 5: ("red", "A037")},
            move=("b1", 4),
            flips=((5, "basic"),),
        ),
    ),
)
