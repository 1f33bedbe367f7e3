"""What one placement did, ready to be shown: where the reasons stand, what turns when, and the words for it.

A story tells nothing that does not lie on the board, so that it is the same for every audience.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.faces import SIDES, rank_sign
from matches.engine import Flipped, Placed, Played, Round, RoundStanding
from matches.engine.board import WALLED_FACES, WALLS, WRAPPED_FACES
from matches.live.words import CRIES

MOST_STEPS = 7
SAMES, PLUSES = ("same", "same_wall"), ("plus", "plus_wall")
FIRST = (*SAMES, *PLUSES)
DIRECTIONS = {-3: "up", 1: "right", 3: "down", -1: "left"}


@dataclass(frozen=True, slots=True)
class Turned:
    """A card that turns: about which axis (y: its captor lies beside it), and when (RULES 2, step and place in it)."""

    square: int
    name: str
    label: str
    by: int
    axis: str
    step: int
    order: int


@dataclass(frozen=True, slots=True)
class Edge:
    """A reason at the edge of two squares, or of a square and the wall: a sum, or the equals sign."""

    at: str
    text: str
    order: int


@dataclass(frozen=True, slots=True)
class Chevron:
    """A combo from one square to the next."""

    at: str
    direction: str
    step: int
    order: int


@dataclass(frozen=True, slots=True)
class Cry:
    """A word called out over the board."""

    text: str
    step: int


@dataclass(frozen=True, slots=True)
class Story:
    """One placement: `before` and `after` are scores (blue, red); `words` a sentence, `note` its short form."""

    colour: str
    key: str
    name: str
    square: int
    turned: tuple[Turned, ...]
    edges: tuple[Edge, ...]
    chevrons: tuple[Chevron, ...]
    cries: tuple[Cry, ...]
    hits: dict[int, frozenset[str]]
    cry_row: int
    before: tuple[int, int]
    after: tuple[int, int]
    note: str
    words: str

    @property
    def flip_at(self) -> dict[int, Turned]:
        """The turning cards by square."""
        return {each.square: each for each in self.turned}

    @property
    def last_step(self) -> int:
        """The step of the last card that turns."""
        return max((each.step for each in self.turned), default=0)


def story_of(standing: RoundStanding, number: int) -> Story:
    """The story of a round's placement, counted from 0."""
    played = standing.moves[number]
    before = standing.moves[number - 1].after if number else standing.start
    turned = _turned(played)
    matched = _matched(played, before, turned)
    edges = tuple(Edge(_edge(played.square, side), text, order) for order, (side, text) in enumerate(matched.items()))
    card = next(event.card for event in played.events if isinstance(event, Placed))
    return Story(
        colour=played.colour,
        key=played.card,
        name=card.name,
        square=played.square,
        turned=turned,
        edges=edges,
        chevrons=_chevrons(turned),
        cries=_cries(turned),
        hits=_hits(played, turned, matched),
        cry_row=_cry_row(played, turned),
        before=before.score,
        after=played.score,
        note=_note(played, turned, matched),
        words=_words(card.name, played, turned, matched),
    )


def _turned(played: Played) -> tuple[Turned, ...]:
    flips = [event for event in played.events if isinstance(event, Flipped)]
    base = 1 if any(flip.label in FIRST for flip in flips) else 0
    last = base + max((flip.wave for flip in flips), default=0) + 1
    counted: Counter[int] = Counter()
    turned = []
    for flip in sorted(flips, key=lambda flip: (flip.label == "lost", flip.wave)):
        step = min(last if flip.label == "lost" else base + flip.wave, MOST_STEPS)
        axis = "y" if (flip.by - 1) // 3 == (flip.square - 1) // 3 else "x"
        turned.append(Turned(flip.square, flip.card.name, flip.label, flip.by, axis, step, counted[step]))
        counted[step] += 1
    return tuple(turned)


def _matched(played: Played, before: Round, turned: tuple[Turned, ...]) -> dict[int, str]:
    """The sides of the placed card that made Same or Plus, each with the sign that stands there."""
    taken = {each.square: each.label for each in turned if each.label in FIRST}
    if not taken:
        return {}
    board, square = played.after.board, played.square
    printed = board[square].card.ranks
    was = {lying.card.key: lying.colour for lying in before.board.values()}
    sums: dict[int, int] = {}
    same: set[int] = set()
    plus_sums: set[int] = set()
    for side, facing, back in _faces(played.after)[square]:
        if facing not in board:
            continue
        card = board[facing].card
        if not played.after.deal.own_cards_count and was.get(card.key) == played.colour:
            continue
        sums[side] = printed[side] + card.ranks[back]
        if printed[side] == card.ranks[back] and any(label in SAMES for label in taken.values()):
            same.add(side)
        if taken.get(facing) in PLUSES:
            plus_sums.add(sums[side])
    for side in WALLS[square] if "broken_wall" not in played.after.rules else ():
        if "same_wall" in taken.values() and printed[side] == 10:
            same.add(side)
        if "plus_wall" in taken.values():
            sums[side] = printed[side] + 10
    signs = {
        side: "=" if side in same else str(total) for side, total in sums.items() if side in same or total in plus_sums
    }
    return signs | dict.fromkeys(same, "=")


def _faces(round: Round) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    return WRAPPED_FACES if "broken_wall" in round.rules else WALLED_FACES


def _edge(square: int, side: int) -> str:
    """The name of an edge: "4-5" between two squares, "4-left" at a wall."""
    if side in WALLS[square]:
        return f"{square}-{SIDES[side]}"
    other = square + (-3, 1, 3, -1)[side]
    return f"{min(square, other)}-{max(square, other)}"


def _chevrons(turned: tuple[Turned, ...]) -> tuple[Chevron, ...]:
    found = []
    for each in turned:
        direction = DIRECTIONS.get(each.square - each.by)
        beside = abs(each.square - each.by) != 1 or (each.square - 1) // 3 == (each.by - 1) // 3
        if each.label == "combo" and direction and beside:
            low, high = sorted((each.square, each.by))
            found.append(Chevron(f"{low}-{high}", direction, each.step, each.order))
    return tuple(found)


def _cries(turned: tuple[Turned, ...]) -> tuple[Cry, ...]:
    labels = {each.label: each.step for each in reversed(turned)}
    return tuple(Cry(str(text), labels[label]) for label, text in CRIES.items() if label in labels)


def _hits(played: Played, turned: tuple[Turned, ...], matched: dict[int, str]) -> dict[int, frozenset[str]]:
    """The sides whose ranks made a capture of the placed card, by square."""
    taken = {each.square for each in turned if each.label not in ("combo", "lost")}
    hits: dict[int, set[str]] = {played.square: {SIDES[side] for side in matched}}
    for side, facing, back in _faces(played.after)[played.square]:
        if facing in taken:
            hits[played.square].add(SIDES[side])
        if facing in taken or (side in matched and facing in played.after.board):
            hits.setdefault(facing, set()).add(SIDES[back])
    return {square: frozenset(sides) for square, sides in hits.items() if sides}


def _cry_row(played: Played, turned: tuple[Turned, ...]) -> int:
    """The emptiest row, one where nothing turns if there is one (the ribbon hides no card that turns)."""
    busy = {(square - 1) // 3 for square in (played.square, *(each.square for each in turned))}
    filled = Counter((square - 1) // 3 for square in played.after.board)
    return min((0, 2, 1), key=lambda row: (row in busy, filled[row])) + 1


def _beats(played: Played, each: Turned) -> tuple[str, str] | None:
    """The two effective ranks of a basic capture: the captor's, then the captured card's."""
    for side, facing, back in _faces(played.after)[each.by]:
        if facing == each.square:
            mine, theirs = played.after.effective(each.by)[side], played.after.effective(facing)[back]
            return rank_sign(mine), rank_sign(theirs)
    return None


def _listed(parts: list[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return _("%(most)s and %(last)s") % {"most": ", ".join(parts[:-1]), "last": parts[-1]}


def _note(played: Played, turned: tuple[Turned, ...], matched: dict[int, str]) -> str:
    """The captures in short, by squares."""
    parts = []
    for labels, name in ((SAMES, _("Same")), (PLUSES, _("Plus"))):
        squares = [str(each.square) for each in turned if each.label in labels]
        if squares:
            sums = sorted({text for text in matched.values() if text != "="}) if labels is PLUSES else []
            where = _listed(squares)
            parts.append(
                _("%(rule)s on %(sums)s takes %(squares)s") % {"rule": name, "sums": _listed(sums), "squares": where}
                if sums
                else _("%(rule)s takes %(squares)s") % {"rule": name, "squares": where}
            )
    for each in turned:
        ranks = _beats(played, each) if each.label == "basic" else None
        if ranks:
            parts.append(
                _("%(mine)s over %(theirs)s takes %(square)s")
                % {"mine": ranks[0], "theirs": ranks[1], "square": each.square}
            )
    combo = [str(each.square) for each in turned if each.label == "combo"]
    if combo:
        parts.append(_("Combo takes %(squares)s") % {"squares": _listed(combo)})
    parts.extend(_("Battle takes %(square)s") % {"square": each.square} for each in turned if each.label == "battle")
    parts.extend(_("lost the battle") for each in turned if each.label == "lost")
    return "; ".join(parts)


def _words(name: str, played: Played, turned: tuple[Turned, ...], matched: dict[int, str]) -> str:
    """The placement as sentences: what was placed, each card it took and why, the score."""
    sentences = [_("%(card)s is placed on square %(square)s.") % {"card": name, "square": played.square}]
    sums = _listed(sorted({text for text in matched.values() if text != "="}))
    for each in turned:
        values = {"card": each.name, "square": each.square, "sums": sums}
        ranks = _beats(played, each)
        if each.label in SAMES:
            sentences.append(_("Same takes %(card)s on square %(square)s.") % values)
        elif each.label in PLUSES:
            sentences.append(_("Plus on %(sums)s takes %(card)s on square %(square)s.") % values)
        elif each.label == "combo":
            sentences.append(_("Combo takes %(card)s on square %(square)s.") % values)
        elif each.label == "lost":
            sentences.append(_("%(card)s loses the battle.") % values)
        elif ranks:
            values |= {"mine": ranks[0], "theirs": ranks[1]}
            sentences.append(_("%(mine)s over %(theirs)s takes %(card)s on square %(square)s.") % values)
        else:
            sentences.append(_("It takes %(card)s on square %(square)s.") % values)
    blue, red = played.score
    sentences.append(_("Blue %(blue)s, red %(red)s.") % {"blue": blue, "red": red})
    return " ".join(sentences)


def gain_words(count: int, before: tuple[int, int], after: tuple[int, int]) -> str:
    """What stands under the cry; the scores are blue's and red's."""
    cards = ngettext("+%(count)s card", "+%(count)s cards", count) % {"count": count}
    return _("%(cards)s · from %(was)s to %(now)s") % {
        "cards": cards,
        "was": f"{before[0]}–{before[1]}",
        "now": f"{after[0]}–{after[1]}",
    }
