"""RULES 2 once more, word for word and slowly: what the kernel is held to.

It shares nothing with the engine but the cards and the way a round is begun.
"""

from __future__ import annotations

from matches.engine import Card, Round

UP, RIGHT, DOWN, LEFT = range(4)
WAYS = {UP: (-1, 0), RIGHT: (0, 1), DOWN: (1, 0), LEFT: (0, -1)}
FACING = {UP: DOWN, DOWN: UP, LEFT: RIGHT, RIGHT: LEFT}
ORDER = ["same", "same_wall", "plus", "plus_wall", "basic", "battle", "combo", "lost"]

Board = dict[tuple[int, int], tuple[Card, str]]


class Oracle:
    """One placement: the board it makes, and every flip with its label."""

    def __init__(self, round: Round, key: str, square: int) -> None:
        self.round, self.rules = round, round.rules
        self.own_cards_count = round.deal.own_cards_count
        self.mover = round.mover
        self.board: Board = {divmod(number - 1, 3): (lying.card, lying.colour) for number, lying in round.board.items()}
        self.about = [card for card, _colour in self.board.values()]
        self.labels: dict[tuple[int, int], str] = {}
        card = next(card for card in round.hands[self.mover] if card.key == key)
        self._place(card, divmod(square - 1, 3))

    def result(self) -> tuple[dict[int, tuple[str, str]], list[tuple[int, str]]]:
        """(square to key and colour, flips by square)."""
        board = {self._number(at): (card.key, colour) for at, (card, colour) in self.board.items()}
        return board, sorted((self._number(at), label) for at, label in self.labels.items())

    @staticmethod
    def _number(at: tuple[int, int]) -> int:
        return at[0] * 3 + at[1] + 1

    def _effective(self, at: tuple[int, int], side: int) -> int:
        card, _colour = self.board[at]
        rank = card.ranks[side]
        element = self.round.elements.get(self._number(at))
        if "elemental" in self.rules and element:
            rank += 1 if card.element == element else -1
        if card.type:
            kin = sum(other.type == card.type for other in self.about)
            rank += kin * (("ascension" in self.rules) - ("descension" in self.rules))
        return max(1, min(10, rank))

    def _neighbour(self, at: tuple[int, int], side: int) -> tuple[int, int] | None:
        """The square it faces, None for the wall."""
        row, column = at[0] + WAYS[side][0], at[1] + WAYS[side][1]
        if "broken_wall" in self.rules:
            return row % 3, column % 3
        return (row, column) if 0 <= row < 3 and 0 <= column < 3 else None

    def _opponents(self, at: tuple[int, int]) -> list[tuple[int, tuple[int, int]]]:
        around = [(side, self._neighbour(at, side)) for side in WAYS]
        return [(side, n) for side, n in around if n in self.board and self.board[n][1] != self.mover]

    def _takes(self, at: tuple[int, int], side: int, other: tuple[int, int]) -> bool:
        mine, theirs = self._effective(at, side), self._effective(other, FACING[side])
        if "fallen_ace" in self.rules:
            if "reverse" in self.rules and (mine, theirs) == (10, 1):
                return True
            if "reverse" not in self.rules and (mine, theirs) == (1, 10):
                return True
        return mine < theirs if "reverse" in self.rules else mine > theirs

    def _label(self, at: tuple[int, int], label: str) -> None:
        if at not in self.labels or ORDER.index(label) < ORDER.index(self.labels[at]):
            self.labels[at] = label

    def _place(self, card: Card, at: tuple[int, int]) -> None:
        self.board[at] = (card, self.mover)
        at = self._slide(card, at)
        self._same_and_plus(card, at)
        by_capture = set(self.labels)
        for side, other in self._opponents(at):
            if other not in by_capture and self._takes(at, side, other):
                self._label(other, "basic")
        lost = self._battle(card, at)
        for other in self.labels:
            self._flip(other)
        if "combo" in self.rules:
            self._combo(list(by_capture))
        if lost:
            self.board[at] = (card, "red" if self.mover == "blue" else "blue")
            self.labels[at] = "lost"

    def _flip(self, at: tuple[int, int]) -> None:
        self.board[at] = (self.board[at][0], self.mover)

    def _slide(self, card: Card, at: tuple[int, int]) -> tuple[int, int]:
        label = self.round.walls.get(self._number(at))
        if "power_wall" not in self.rules or not label:
            return at
        wall, sign, number = label
        power = -(-sum(card.ranks) // 2)
        if not {"+": power > number, "-": power < number, "=": power == number}[sign]:
            return at
        down, right = {"left": (0, 1), "right": (0, -1), "up": (1, 0), "down": (-1, 0)}[wall]
        moved: Board = {}
        for (row, column), lying in self.board.items():
            in_line = row == at[0] if right else column == at[1]
            to = ((row + down) % 3, (column + right) % 3) if in_line else (row, column)
            moved[to] = lying
        self.board = moved
        return (at[0] + down) % 3, (at[1] + right) % 3

    def _same_and_plus(self, card: Card, at: tuple[int, int]) -> None:
        equal: list[tuple[int, int]] = []
        walls = 0
        sums: dict[int, list[tuple[int, int] | None]] = {}
        for side in WAYS:
            other = self._neighbour(at, side)
            rank = card.ranks[side]
            if other is None:
                walls += "same_wall" in self.rules and rank == 10
                if "plus_wall" in self.rules:
                    sums.setdefault(rank + 10, []).append(None)
            elif other in self.board:
                lying, colour = self.board[other]
                if colour == self.mover and not self.own_cards_count:
                    continue
                facing = lying.ranks[FACING[side]]
                if facing == rank:
                    equal.append(other)
                sums.setdefault(rank + facing, []).append(other)
        if "same" in self.rules and len(equal) + walls >= 2:
            for other in equal:
                if self.board[other][1] != self.mover:
                    self._label(other, "same" if len(equal) >= 2 else "same_wall")
        for group in sums.values() if "plus" in self.rules else ():
            cards = [other for other in group if other]
            for other in cards if len(group) >= 2 else ():
                if self.board[other][1] != self.mover:
                    self._label(other, "plus" if len(cards) >= 2 else "plus_wall")

    def _battle(self, card: Card, at: tuple[int, int]) -> bool:
        lost = False
        for side, other in self._opponents(at):
            theirs = self.board[other][0].ranks
            tie = theirs[FACING[side]] == card.ranks[side]
            if "battle" in self.rules and tie and other not in self.labels:
                if sum(card.ranks) > sum(theirs):
                    self._label(other, "battle")
                lost = lost or sum(card.ranks) < sum(theirs)
        return lost

    def _combo(self, attackers: list[tuple[int, int]]) -> None:
        while attackers:
            at = attackers.pop()
            for side, other in self._opponents(at):
                if self._takes(at, side, other):
                    self._flip(other)
                    self._label(other, "combo")
                    attackers.append(other)
