"""The hands of a match as an audience may see them: cards, backs, and the ghosts of what was played.

Hidden cards are left out here, by `state.known`: of a back nothing is told but that it is there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.faces import CardFace
from matches.engine import RULES, Card, Round
from matches.live.faces import face
from matches.live.reasons import listed
from matches.live.sight import Audience
from matches.live.squares import triggered_by
from matches.live.state import MatchState
from matches.live.words import RULE_WORDS
from matches.robots import shown_name


@dataclass(frozen=True, slots=True)
class SlotView:
    """One place of a hand: a card face up, a back (of which nothing is known), or the ghost of a card played.

    `owner` is the colour that brought a card which another holds; `power` is shown where labels ask for it; `reason`
    says why a card of the own hand may not be played now.
    """

    kind: str
    face: CardFace | None = None
    number: int | None = None
    name: str = ""
    square: int | None = None
    owner: str = ""
    owner_words: str = ""
    power: int | None = None
    power_words: str = ""
    triggers: str | None = None
    reason: str = ""

    @property
    def about(self) -> str:
        """What is to be known of the card here besides its face, in words."""
        return " ".join(part for part in (self.owner_words, self.power_words, self.reason) if part)

    @property
    def about_id(self) -> str | None:
        """The id of the element that says so, if there is one."""
        return f"about-{self.face.key}" if self.face and self.about else None

    @property
    def waits(self) -> str | None:
        """The value of aria-disabled: the card may not be played now."""
        return "true" if self.reason else None

    @property
    def hint(self) -> str | None:
        """What a pointer is told."""
        return self.about or None


@dataclass(frozen=True, slots=True)
class HandView:
    """One hand; the own one in the order of the deck, another's as played, shown, hidden."""

    colour: str
    mine: bool
    label: str
    slots: tuple[SlotView, ...]
    version: int

    @property
    def left(self) -> int:
        """How many cards are left in it."""
        return sum(slot.kind != "ghost" for slot in self.slots)

    @property
    def pressed(self) -> bool:
        """Whether others lie over the card that must be played, where the cards of a hand overlap."""
        held = [slot for slot in self.slots if slot.kind != "ghost"]
        return any(slot.face is not None and slot.face.forced for slot in held[:-1])


def hand_of(state: MatchState, colour: str, audience: Audience, forced: str) -> HandView:
    """A hand for an audience; `forced` is the key of the card that must be played, if the audience knows it.

    Of another's hidden cards neither key nor place is told: backs come last. Only a card that Swap gave lies where
    the one given away lay, and under Open every card lies in its place.
    """
    shown = state.standing.rounds[-1]
    known, mine = state.known[audience], colour == audience
    left = {card.key for card in shown.end.hands[colour]}
    played = {move.card: move.square for move in shown.moves if move.colour == colour}
    version = (shown.number + 1) * 100 + _changes(shown.end, len(shown.moves), len(played)) * 2 + state.is_over
    seen = _Seen(state, shown.end, colour, forced, mine and state.standing.turn == audience)
    numbered = list(enumerate(shown.start.hands[colour], 1))
    all_open = "open" in state.record["rules"] or state.match.played_on_from_id is not None
    if mine or all_open:
        slots = [
            seen.face_up(card, number) if card.key in left else _ghost(card, played, number)
            for number, card in numbered
        ]
        return HandView(colour, mine, _hand_label(state, colour, mine), tuple(slots), version)
    by_key = {card.key: card for _number, card in numbered}
    held = [key for key in by_key if key in left]
    slots = [_ghost(by_key[key], played, None) for key in played if key in by_key]
    slots += [seen.face_up(by_key[key], None) for key in held if key in known and key not in seen.swapped]
    slots += [SlotView("back") for key in held if key not in known]
    for number, card in numbered:
        if card.key in left and card.key in known and card.key in seen.swapped:
            slots.insert(number - 1, seen.face_up(card, None))
    return HandView(colour, False, _hand_label(state, colour, False), tuple(slots), version)


def _hand_label(state: MatchState, colour: str, mine: bool) -> str:
    return _("Your hand") if mine else _("Hand of %(name)s") % {"name": shown_name(state.seats[colour].user.username)}


def _changes(round: Round, moves: int, played: int) -> int:
    """What a hand's version counts: its own placements, or all where others' change how it is shown."""
    rules = [RULES[name] for name in round.rules]
    return moves if any(rule.forces or rule.counts_kin or rule.slides for rule in rules) else played


@dataclass(frozen=True, slots=True)
class _Seen:
    """How the cards of one hand are shown."""

    state: MatchState
    round: Round
    colour: str
    forced: str
    playing: bool

    @property
    def swapped(self) -> frozenset[str]:
        """The two cards that Swap gave."""
        setup = self.state.standing.setup
        if setup is None or not any(RULES[name].swaps for name in setup.rules):
            return frozenset()
        return frozenset(self.state.record.get("swap") or ())

    def face_up(self, card: Card, number: int | None) -> SlotView:
        over = self.state.is_over
        forced = bool(self.forced) and card.key == self.forced
        labelled = bool(self.round.walls) and not over
        counts = any(RULES[name].counts_kin for name in self.round.rules) and not over
        # Where types count, the square makes no difference.
        effective = self.round.effective_there(card, 5) if counts else None
        owner = self._owner(card)
        return SlotView(
            "card",
            face(card, owner=self.colour, forced=forced, effective=effective),
            number,
            owner=owner,
            owner_words=self._owner_words(card, owner),
            power=card.power if labelled else None,
            power_words=_power_words(self.round, card) if labelled else "",
            triggers=" ".join(map(str, triggered_by(self.round, card))) if labelled else None,
            reason=self._reason() if self.playing and self.forced and not forced else "",
        )

    def _owner(self, card: Card) -> str:
        """The colour that brought the card, where another holds it."""
        setup = self.state.standing.setup
        brought = setup.brought if setup else {}
        return next(
            (colour for colour, hand in brought.items() if colour != self.colour and card in hand),
            "",
        )

    def _owner_words(self, card: Card, owner: str) -> str:
        if not owner:
            return ""
        name = shown_name(self.state.seats[owner].user.username)
        if card.key in self.swapped:
            return _("Swapped, owner %(name)s.") % {"name": name}
        return _("Owner %(name)s.") % {"name": name}

    def _reason(self) -> str:
        forced = next((card for card in self.round.hands[self.colour] if card.key == self.forced), None)
        rule = next((RULE_WORDS[name].name for name in sorted(self.round.rules) if RULES[name].forces), "")
        return _("%(rule)s: %(card)s must be played now.") % {"rule": rule, "card": forced.name if forced else ""}


def _power_words(round: Round, card: Card) -> str:
    squares = triggered_by(round, card)
    said = _("Power %(power)s.") % {"power": card.power}
    if squares:
        meets = ngettext("It meets the label of square %(at)s.", "It meets the labels of squares %(at)s.", len(squares))
        said += " " + meets % {"at": listed(map(str, squares))}
    return said


def _ghost(card: Card, played: Mapping[str, int], number: int | None) -> SlotView:
    return SlotView("ghost", None, number, card.name, played.get(card.key))
