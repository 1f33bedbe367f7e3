"""The rows of what changes ranks or which rank takes which: Elemental, Ascension, Descension, Reverse, Fallen Ace."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.rulebook.entry import Entry, Example

ELEMENTAL = Entry(
    title=_("Elemental"),
    short=_("On a square with an element a card of that element gains 1 on each side, any other loses 1."),
    text=(
        _(
            "Before a round each square has one chance in two to get one of the eight elements. A card on a square of "
            "its own element counts 1 more on all four sides. Any other card there, one without an element too, counts"
            " 1 less."
        ),
        _(
            "It lasts as long as the card lies there. No rank falls under 1 or rises over 10. Same, Plus and Battle "
            "look at the printed ranks."
        ),
    ),
    tip=_("A strong card without an element loses on a marked square. Send a weak one there."),
    icon="peaks",
    examples=(
        Example(
            key="elemental",
            caption=_("On the fire square Ifrit's 6 counts as 7 and beats Elnoyle's 6."),
            rules=("elemental",),
            elements={5: "fire"},
            blue=("A085",),
            board={6: ("red", "A053")},
            move=("b1", 5),
            flips=((6, "basic"),),
        ),
        Example(
            key="elemental-other",
            caption=_("Siren is not of fire: her 8 counts as 7 and does not beat the 7 of Catoblepas."),
            rules=("elemental",),
            elements={5: "fire"},
            blue=("A086",),
            board={2: ("red", "A076")},
            move=("b1", 5),
        ),
    ),
)

ASCENSION = Entry(
    title=_("Ascension"),
    short=_("Each card on the board strengthens its type."),
    text=(
        _(
            "A card that has a type counts 1 more on every side for each card of that type on the board, whoever owns "
            "it. What lay there when the move began is counted, and the count stands for the whole move."
        ),
        _("Cards in hand count for nothing, and the card just placed counts from the next move on."),
    ),
    tip=_("Play your strong cards of one type last, when the others of the type lie there already."),
    icon="feather",
    examples=(
        Example(
            key="ascension",
            caption=_(
                "Two primals lie on the board. Ifrit, a primal too, counts 2 more: 9 instead of 7 beats Siren's 7."
            ),
            rules=("ascension",),
            blue=("X040",),
            board={1: ("blue", "X042"), 2: ("red", "X021"), 9: ("red", "X041")},
            move=("b1", 5),
            flips=((2, "basic"),),
        ),
    ),
)

DESCENSION = Entry(
    title=_("Descension"),
    short=_("Each card on the board weakens its type."),
    text=(
        _(
            "The mirror of Ascension: a card that has a type counts 1 less on every side for each card of that type on"
            " the board, in either colour, when the move began."
        ),
        _("Never under 1. Cards without a type do not change."),
    ),
    tip=_("Cards without a type are worth more than they look. Use them late."),
    icon="anchor",
    examples=(
        Example(
            key="descension",
            caption=_("With two primals on the board Ramuh's 8 counts as 6. Succubus takes it with a 7."),
            rules=("descension",),
            blue=("X024",),
            board={2: ("red", "X053"), 9: ("red", "X041")},
            move=("b1", 5),
            flips=((2, "basic"),),
        ),
    ),
)

REVERSE = Entry(
    title=_("Reverse"),
    short=_("The lower rank takes the higher."),
    text=(
        _(
            "The basic rule is turned round: a card takes its neighbour if its rank is lower. A tie still takes "
            "nothing."
        ),
        _("Combos follow Reverse as well. Same, Plus and Battle do not change."),
    ),
    tip=_("Bring your weakest cards. An A is now the easiest side to take."),
    icon="duality",
    examples=(
        Example(
            key="reverse",
            caption=_("Geezard's 4 is lower than Ifrit's 8: Ifrit turns blue."),
            rules=("reverse",),
            blue=("A001",),
            board={6: ("red", "A085")},
            move=("b1", 5),
            flips=((6, "basic"),),
        ),
    ),
)

FALLEN_ACE = Entry(
    title=_("Fallen Ace"),
    short=_("A rank 1 takes an A."),
    text=(
        _("Besides what the basic rule gives, a 1 takes an A. Nothing else changes: an A still takes a 1."),
        _("With Reverse it is mirrored: the lower takes the higher, and an A takes a 1 besides."),
    ),
    tip=_("An A at an open side is no wall any more. Guard it, or keep a 1 for the other's."),
    icon="card-ace-spades",
    examples=(
        Example(
            key="fallen_ace",
            caption=_("Sacred's 1 takes Cerberus, whose A faces it."),
            rules=("fallen_ace",),
            blue=("A087",),
            board={6: ("red", "A094")},
            move=("b1", 5),
            flips=((6, "basic"),),
        ),
        Example(
            key="fallen_ace-reverse",
            caption=_("With Reverse the A of Cerberus takes Sacred's 1, which no low rank could do."),
            rules=("reverse", "fallen_ace"),
            blue=("A094",),
            board={4: ("red", "A087")},
            move=("b1", 5),
            flips=((4, "basic"),),
        ),
    ),
)
