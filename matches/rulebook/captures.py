"""The rows of what takes by the printed ranks, and of what follows: Same, Plus, their walls, Combo, Battle."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.rulebook.entry import Entry, Example

SAME = Entry(
    title=_("Same"),
    short=_("Two or more equal pairs of facing ranks take every opponent's card among them."),
    text=(
        _(
            "Look at the sides of the card you place. A side matches where its rank equals the rank facing it. With "
            "two matches or more, every opponent's card among them turns to your colour, however strong it is."
        ),
        _(
            "A card of your own colour counts as a match too, unless the house says that own cards do not count. "
            "Only the ranks printed on the cards are looked at."
        ),
    ),
    tip=_("A weak card with common ranks is often the best one for Same. Keep it for the middle."),
    icon="domino-tiles",
    also=("Identiques",),
    cry=True,
    examples=(
        Example(
            key="same",
            caption=_("Torama's 7 meets a 7 above, its 4 meets a 4 at the left: both cards turn blue."),
            rules=("same",),
            blue=("A040",),
            board={2: ("red", "A076"), 4: ("red", "A094")},
            move=("b1", 5),
            flips=((2, "same"), (4, "same")),
        ),
        Example(
            key="same-own",
            caption=_("Catoblepas is blue already. It still helps to match, and Cerberus is taken."),
            rules=("same",),
            blue=("A040",),
            board={2: ("blue", "A076"), 4: ("red", "A094")},
            move=("b1", 5),
            flips=((4, "same"),),
        ),
        Example(
            key="same-rivals",
            caption=_("The same board where own cards do not count: one match is not enough, nothing turns."),
            rules=("same",),
            own_cards_count=False,
            blue=("A040",),
            board={2: ("blue", "A076"), 4: ("red", "A094")},
            move=("b1", 5),
        ),
    ),
)

SAME_WALL = Entry(
    title=_("Same Wall"),
    short=_("A rank A against the wall counts as equal for Same."),
    text=(
        _(
            "The edge of the board counts as a 10 for Same: a side with an A that faces the wall is a match. One such "
            "side and one opponent's card with an equal rank are enough."
        ),
    ),
    tip=_("Cards with an A want the edge. Turn the A outwards and look for one equal neighbour."),
    icon="brick-wall",
    also=("Wall", "Même Mur"),
    cry=True,
    examples=(
        Example(
            key="same_wall",
            caption=_(
                "Bahamut's A faces the upper wall, its 8 meets Ifrit's 8: Ifrit turns, though 8 does not beat 8."
            ),
            rules=("same", "same_wall"),
            blue=("A097",),
            board={3: ("red", "A085")},
            move=("b1", 2),
            flips=((3, "same_wall"),),
        ),
    ),
)

PLUS = Entry(
    title=_("Plus"),
    short=_("Two or more equal sums of facing ranks take every opponent's card among them."),
    text=(
        _(
            "Add the two ranks that meet at each side of the card you place. Where two sums or more are equal, every "
            "opponent's card at those sides turns to your colour."
        ),
        _(
            "Two different pairs of equal sums can happen in one move. A card of your own colour counts for a sum too,"
            " unless the house says otherwise. Only printed ranks are added."
        ),
    ),
    tip=_("Before you place a card beside two others, add up. Your opponent does it as well."),
    icon="health-normal",
    cry=True,
    examples=(
        Example(
            key="plus",
            caption=_("5 + 6 above and 3 + 8 at the left both make 11: Siren and Bahamut turn blue."),
            rules=("plus",),
            blue=("A090",),
            board={2: ("red", "A086"), 4: ("red", "A097")},
            move=("b1", 5),
            flips=((2, "plus"), (4, "plus")),
        ),
    ),
)

PLUS_WALL = Entry(
    title=_("Plus Wall"),
    short=_("The wall counts as A for the sums of Plus."),
    text=(
        _(
            "The edge of the board counts as a 10 for Plus: a side that faces the wall has the sum of its rank and 10."
            " If a neighbour gives the same sum, that neighbour turns."
        ),
    ),
    tip=_("At a wall a low rank is useful: 1 makes 11, and so does 5 + 6 at the next side."),
    icon="defensive-wall",
    cry=True,
    examples=(
        Example(
            key="plus_wall",
            caption=_("Shiva's 6 and the wall make 16, its 7 and Ramuh's 9 make 16 as well: Ramuh turns."),
            rules=("plus", "plus_wall"),
            blue=("A084",),
            board={3: ("red", "A104")},
            move=("b1", 2),
            flips=((3, "plus_wall"),),
        ),
    ),
)

COMBO = Entry(
    title=_("Combo"),
    short=_("Cards taken by Same or Plus take their weaker neighbours in turn."),
    text=(
        _(
            "A card taken by Same or Plus fights on at once: it takes each opponent's neighbour that it beats by the "
            "basic rule. Each card taken so fights on as well, until nothing more turns."
        ),
        _(
            "A combo never makes a new Same or Plus. A card taken by the basic rule or by Battle starts no combo. "
            "In a combo Reverse, Fallen Ace and changed ranks count."
        ),
    ),
    tip=_("Watch the cards behind the ones you take. The strongest card of your opponent may work for you."),
    icon="linked-rings",
    also=("Combinaison",),
    cry=True,
    examples=(
        Example(
            key="combo",
            caption=_(
                "Same turns Ifrit and Carbuncle. Ifrit's 6 then beats Siren's 2, Carbuncle's A beats Angelo's 9."
            ),
            rules=("same", "combo"),
            blue=("A083",),
            board={2: ("red", "A085"), 3: ("red", "A086"), 4: ("red", "A089"), 7: ("red", "A079")},
            move=("b1", 5),
            flips=((2, "same"), (3, "combo"), (4, "same"), (7, "combo")),
        ),
    ),
)

BATTLE = Entry(
    title=_("Battle"),
    short=_("Cards with equal facing ranks fight with the totals of their four ranks."),
    text=(
        _(
            "Where the two printed ranks that meet are equal and nothing else took the card, all four printed ranks of"
            " each card are added. The higher total wins."
        ),
        _(
            "If your placed card wins, the other turns to your colour. If it loses, your card turns to the "
            "opponent's colour, after everything else. Equal totals change nothing."
        ),
    ),
    tip=_("A tie is a risk now. Count both totals before you touch an equal rank."),
    icon="sword-clash",
    cry=True,
    examples=(
        Example(
            key="battle",
            caption=_("6 meets 6. Ifrit's ranks add up to 25, Trauma's to 23: Ifrit wins the battle."),
            rules=("battle",),
            blue=("A085",),
            board={6: ("red", "A063")},
            move=("b1", 5),
            flips=((6, "battle"),),
        ),
        Example(
            key="battle-lost",
            caption=_("6 meets 6 again, but Forbidden has only 17: it loses, and the card just placed turns red."),
            rules=("battle",),
            blue=("A023",),
            board={6: ("red", "A063")},
            move=("b1", 5),
            flips=((5, "lost"),),
        ),
    ),
)
