"""What a robot sees of a position: the opponent's cards that it may not know are replaced by a middling one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from matches.engine import Card, Move, Round, kernel, legal_moves

#: The printed ranks that a robot supposes on every side of a card it has not seen.
SUPPOSED = (6, 6, 6, 6)
HAND = 5


@dataclass(frozen=True, slots=True)
class Sight:
    """A position as the robot on turn sees it."""

    moves: tuple[Move, ...]
    """What it may play."""
    round: Round
    """The position, with supposed cards in the place of those it does not know."""
    supposed: frozenset[int]
    """The kernel's numbers of the cards it does not know."""

    @property
    def colour(self) -> int:
        """The robot's colour: blue 0, red 1."""
        return self.round.position[3]

    def after(self, move: Move) -> kernel.Position:
        """The position after one of the robot's moves."""
        return self.play(self.round.position, self._number(move), move.square)

    def play(self, position: kernel.Position, number: int, square: int) -> kernel.Position:
        """The position after the card of this number is placed by whoever is on turn."""
        return kernel.play(self.round.deal.table, position, number, square)

    def answers(self, position: kernel.Position) -> list[tuple[int, int]]:
        """Every (card, square) that the player on turn may play as far as the robot knows: Order binds the other hand
        too, what Chaos has drawn for it nobody can see."""
        forced = self.round.at(position).forced_number()
        return [answer for answer in kernel.moves(position) if forced in (None, answer[0])]

    def power(self, move: Move) -> int:
        """The power of the move's card."""
        return self.round.deal.cards[self._number(move) - 1].power

    def lead(self, position: kernel.Position) -> int:
        """By how much the robot leads in a position."""
        blue, red = kernel.score(position)
        return red - blue if self.colour else blue - red

    def _number(self, move: Move) -> int:
        return next(number for number, card in enumerate(self.round.deal.cards, 1) if card.key == move.card)


def see(round: Round, known: Collection[str]) -> Sight:
    """The position as the player on turn sees it who knows, of the cards in the opponent's hand, these keys."""
    deal = round.deal
    supposed = frozenset(
        number for number in kernel.cards_of(round.position[2]) if deal.cards[number - 1].key not in known
    )
    cards = tuple(
        Card(f"?{number}", SUPPOSED) if number in supposed else card for number, card in enumerate(deal.cards, 1)
    )
    seen = Round.begin(
        hands={"blue": cards[:HAND], "red": cards[HAND:]},
        rules=deal.rules,
        elements=deal.elements,
        walls=deal.walls,
        own_cards_count=deal.own_cards_count,
    )
    return Sight(legal_moves(round), seen.at(round.position), supposed)
