"""What every match has, whatever its rules: the basic rule, a card, a move, the score, total victory, leaving, time."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.rulebook.entry import Entry, Example

BASICS: dict[str, Entry] = {
    "basic": Entry(
        title=_("The basic rule"),
        short=_("A card takes a neighbour whose facing rank is lower."),
        text=(
            _(
                "Each player has five cards, and each card a rank at its four sides, from 1 to 10; 10 is written A. In"
                " turn you place one card on one of nine squares. Where your card's rank is higher than the rank "
                "facing it, the opponent's card turns to your colour. Equal ranks take nothing."
            ),
            _("Only a card just placed takes, and one in a combo. A card that lies there and is stronger stays quiet."),
        ),
        tip=_("Hide low ranks at the wall, and show the high ones."),
        icon="crossed-swords",
        examples=(
            Example(
                key="basic",
                caption=_("Behemoth's 6 beats Cactuar's 3: Cactuar turns blue."),
                blue=("A046",),
                board={5: ("red", "A031")},
                move=("b1", 4),
                flips=((5, "basic"),),
            ),
            Example(
                key="basic-tie",
                caption=_("6 meets 6: a tie takes nothing, and Elnoyle stays red."),
                blue=("A046",),
                board={5: ("red", "A053")},
                move=("b1", 4),
            ),
        ),
    ),
    "card": Entry(
        title=_("What is on a card"),
        short=_("Four ranks, a level, and on some cards an element or a type."),
        text=(
            _(
                "Beside its four ranks a card has a level from 1 to 10. Its stars are half the level, rounded up: one "
                "to five. Some houses limit a deck by the sum of its levels, one by stars."
            ),
            _(
                "Some cards have an element, such as fire or ice, and some a type, such as primal or scion. An element "
                "counts only under Elemental, a type only under Ascension and Descension."
            ),
        ),
        tip=_("Choose five cards whose high ranks lie at different sides."),
        icon="poker-hand",
    ),
    "move": Entry(
        title=_("What a move does, in order"),
        short=_("Every step reads the colours as they were when it began."),
        text=(
            _("1. The card lies on its square in your colour. Under Power Wall its row or column may slide."),
            _("2. Same and Plus are found by the printed ranks, both on the same board, before anything turns."),
            _("3. The basic rule takes what Same and Plus did not; then Battle what the basic rule did not."),
            _("4. All of these cards turn together. Those of Same and Plus then fight on, if Combo is on."),
            _("5. A placed card that lost a battle turns last. Then it is the other player's turn."),
        ),
        tip=_("Where two rules could take a card, the earlier one counts, and only Same and Plus begin a combo."),
        icon="scroll-unfurled",
        examples=(
            Example(
                key="move-order",
                caption=_(
                    "Same takes two cards first, the basic rule a third in the same move, and Combo goes on from the "
                    "two."
                ),
                rules=("same", "combo"),
                blue=("A083",),
                board={
                    2: ("red", "A085"),
                    3: ("red", "A086"),
                    4: ("red", "A089"),
                    6: ("red", "A031"),
                    7: ("red", "A079"),
                },
                move=("b1", 5),
                flips=((2, "same"), (3, "combo"), (4, "same"), (6, "basic"), (7, "combo")),
            ),
        ),
    ),
    "score": Entry(
        title=_("The score, and total victory"),
        short=_("The score counts the cards of a colour on the board and in that hand."),
        text=(
            _(
                "Your score is the number of cards of your colour on the board and in your hand; the two together make "
                "10. After nine placements the round is over, and the higher score wins. What an equal score does is "
                "the draw rule's matter."
            ),
            _(
                "Nine squares of one colour are a total victory. It is always told; in a house where it counts, it "
                "takes all five cards whatever the trade rule, Training and None apart."
            ),
        ),
        tip=_("Who begins places five cards, the other four and keeps one: that one counts as well."),
        icon="laurels-trophy",
        examples=(
            Example(
                key="total-victory",
                caption=_("Ifrit takes the last two red cards: nine blue squares, 9 to 1."),
                total_victory=True,
                trade="one",
                blue=("A085", "A046", "A079", "A053", "A083"),
                red=("A001", "A003", "A009", "A010", "A007"),
                hands=True,
                played=(
                    ("b2", 4),
                    ("r1", 2),
                    ("b5", 5),
                    ("r4", 7),
                    ("b3", 1),
                    ("r5", 6),
                    ("b4", 3),
                    ("r2", 9),
                ),
                move=("b1", 8),
                flips=((7, "basic"), (9, "basic")),
            ),
        ),
    ),
    "leaving": Entry(
        title=_("Leaving a match"),
        short=_("What leaving does is the house's choice."),
        text=(
            _(
                "Under did-not-finish the match ends without a winner and no card moves; the leaver's record shows it,"
                " and from the fifth placement on who stayed is paid as a winner. Leaving staked matches again and "
                "again bars for a while."
            ),
            _(
                "Under forfeit the leaver loses: 6 to 4 before the fifth placement, after it every empty square and "
                "every card in hand counts for who stayed. In a tournament it is always a forfeit."
            ),
        ),
        tip=_("A lost connection is not leaving. Come back before the clock has placed three cards for you."),
        icon="flying-flag",
    ),
    "time": Entry(
        title=_("Time"),
        short=_("A move has 15 to 300 seconds."),
        text=(
            _(
                "The challenger chooses 15, 30, 60, 120 or 300 seconds a move; from the fourth round of a match it is "
                "30 at most. When the time is over, a legal placement is drawn and made for the player."
            ),
            _(
                "The clock goes on while nobody is connected. Only when the server itself was away do the deadlines "
                "move."
            ),
        ),
        tip=_("Somebody for whom the clock has placed three times in a row has left the match."),
        icon="ringing-bell",
    ),
}
"""The chapters that stand before the rules, by the name of their link."""
