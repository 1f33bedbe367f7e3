"""A match as one audience may see it: plain values, from which hidden cards are missing already.

`MatchView.of` is the only road from a match to a template, a pushed fragment or JSON; templates never hide. What may be
seen is asked of `sight.known_to`. Words are in the language that is active while the view is built.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from cards.faces import CardFace
from matches.engine import COLOURS
from matches.houses import HOUSES
from matches.live.hands import HandView, hand_of
from matches.live.origin import Origin, origin_of
from matches.live.outcome import OutcomeView, outcome_of
from matches.live.parts import MoveView, SeatView, milliseconds, moves_of, seat_of
from matches.live.sight import Audience
from matches.live.spoken import new_round_words, prompt_of, spoken_of, why_of
from matches.live.squares import KindCount, SquareView, kinds_of, squares_of
from matches.live.state import MatchState
from matches.live.story import Story, gain_words
from matches.live.strip import Term, house_name, terms_of
from matches.live.words import OPTION_WORDS, TRADE_WORDS, Word, rule_words
from matches.models import Match

#: So many terms stand as signs in a phone's strip.
MOST_SIGNS = 5


@dataclass(frozen=True, slots=True)
class EndedView:
    """A round that has just ended with an equal score: its last board, played once more over the next one."""

    squares: tuple[SquareView, ...]
    story: Story
    gain: str
    joined: bool
    words: str


@dataclass(frozen=True, slots=True)
class MatchView:
    """Everything that a page of a match shows to one audience."""

    id: int
    version: int
    audience: Audience
    over: bool
    open: bool
    """Whether record, replay, proof and seed are everybody's."""
    round_number: int
    placements: int
    near: SeatView
    far: SeatView
    near_hand: HandView
    far_hand: HandView
    squares: tuple[SquareView, ...]
    joined: bool
    kinds: tuple[KindCount, ...]
    story: Story | None
    gain: str
    ended: EndedView | None
    tells_rounds: bool
    moves: tuple[MoveView, ...]
    rules: tuple[tuple[str, Word], ...]
    trade: Word
    terms: tuple[Term, ...]
    option: str
    options: tuple[tuple[str, Word], ...]
    option_wish: str
    move_time: int
    house: str
    my_turn: bool
    forced: str
    prompt: str
    why: str
    spoken: str
    outcome: OutcomeView | None
    commitment: str
    seed: str
    additions: Mapping[str, str]
    leaving: str
    against_robot: bool
    origin: Origin | None
    now: int

    @classmethod
    def of(cls, state: MatchState, audience: Audience, *, event: bool = False) -> MatchView:
        """The view of a loaded match; the only place at which cards are chosen for an audience.

        With `event` the board carries what its last placement did, to be played once; who joins later gets it plain.
        """
        return _build(state.seen_by(audience), audience, event)

    @classmethod
    def for_viewer(cls, match: Match, audience: Audience) -> MatchView:
        """As `of`, for a row of a match."""
        return cls.of(MatchState.whole(match.pk), audience)

    @property
    def is_player(self) -> bool:
        """Whether one of the two players looks."""
        return self.audience != "watch"

    @property
    def board_version(self) -> int:
        """Goes up with every placement, every deal and the end; nothing else changes the board."""
        return self.round_number * 100 + self.placements * 2 + self.over

    @property
    def more_terms(self) -> int:
        """How many terms a phone's strip has no room for."""
        return max(0, len(self.terms) - MOST_SIGNS)

    @property
    def rail(self) -> tuple[str, ...]:
        """The score as colours, the near side's first."""
        return (self.near.colour,) * self.near.score + (self.far.colour,) * self.far.score

    @property
    def board_label(self) -> str:
        """The board in a few words."""
        taken = sum(square.face is not None for square in self.squares)
        said = _("Board: %(taken)s of nine squares taken.") % {"taken": taken}
        if self.joined:
            said += " " + _("Its edges are joined: left touches right, and top touches bottom.")
        return said

    def to_data(self) -> dict[str, Any]:
        """The view as JSON: what a program that plays or watches may know."""
        return {
            "match": self.id,
            "version": self.version,
            "audience": self.audience,
            "state": "over" if self.over else "playing",
            "round": self.round_number - 1,
            "turn": next((seat.colour for seat in (self.near, self.far) if seat.turn), None),
            "deadline": next((seat.deadline for seat in (self.near, self.far) if seat.turn), None),
            "score": {seat.colour: seat.score for seat in (self.near, self.far)},
            "board": {
                str(square.number): _card_data(square.face) | {"colour": square.face.owner}
                for square in self.squares
                if square.face
            },
            "elements": {str(square.number): square.element for square in self.squares if square.element},
            "walls": {
                str(square.number): [square.wall.wall, square.wall.text.replace("−", "-")]
                for square in self.squares
                if square.wall
            },
            "hands": {
                hand.colour: {
                    "left": hand.left,
                    "cards": [_card_data(slot.face) for slot in hand.slots if slot.kind == "card" and slot.face],
                }
                for hand in (self.near_hand, self.far_hand)
            },
            "must_play": self.forced or None,
            "last": self.why or None,
        }


def _card_data(face: CardFace) -> dict[str, Any]:
    return {
        "key": face.key,
        "id": face.id,
        "name": face.name,
        "level": face.level,
        "ranks": list(face.ranks),
        "element": face.element or None,
        "type": face.type or None,
    }


def _build(state: MatchState, audience: Audience, event: bool) -> MatchView:
    match, standing = state.match, state.standing
    setup = standing.setup
    assert setup is not None and standing.round is not None
    near = "red" if audience == "red" else "blue"
    far = "blue" if near == "red" else "red"
    shown = standing.rounds[-1]
    # A round just dealt is empty: the last placement is still the one to be told.
    stories = state.stories[-2 if not shown.moves and len(standing.rounds) > 1 else -1]
    story = stories[-1] if stories else None
    # Who left moved no card: there is nothing to play again.
    played = story if event and shown.moves and not match.left else None
    my_turn = standing.turn == audience and not state.is_over
    forced = standing.round.forced
    forced_key = forced.key if forced and not state.is_over and forced.key in state.known[audience] else ""
    seats = {colour: seat_of(state, colour, audience, story) for colour in COLOURS}
    return MatchView(
        id=match.pk,
        version=match.version,
        audience=audience,
        over=state.is_over,
        open=state.is_open,
        round_number=shown.number + 1,
        placements=len(shown.moves),
        near=seats[near],
        far=seats[far],
        near_hand=hand_of(state, near, audience, forced_key),
        far_hand=hand_of(state, far, audience, forced_key),
        squares=squares_of(standing.round, shown.moves[-1].square if shown.moves else 0, played),
        joined="broken_wall" in setup.rules,
        kinds=kinds_of(standing.round),
        story=played,
        gain=_gain(played) if played else "",
        ended=_ended(state, story) if event and story and not shown.moves and not match.left else None,
        tells_rounds=setup.draw != "draw" or len(standing.rounds) > 1,
        moves=moves_of(state),
        rules=tuple(rule_words(sorted(setup.rules))),
        trade=TRADE_WORDS[setup.trade],
        terms=terms_of(match, setup),
        option=match.option,
        options=_options(state),
        option_wish=_option_wish(state, audience),
        move_time=match.move_time,
        house=house_name(match),
        my_turn=my_turn,
        forced=forced_key,
        prompt=prompt_of(state, my_turn, forced if forced_key else None),
        why=why_of(state, story),
        spoken=spoken_of(state, story, my_turn, forced if forced_key else None),
        outcome=outcome_of(state, audience),
        commitment=match.seed.commitment,
        seed=match.seed.secret if state.is_open else "",
        additions=match.additions,
        leaving=_leaving(state, audience),
        against_robot=any(seat.user.is_robot for seat in state.seats.values()),
        origin=origin_of(match),
        now=milliseconds(state.at),
    )


def _gain(story: Story) -> str:
    return (
        gain_words(sum(each.label != "lost" for each in story.turned), story.before, story.after)
        if story.turned
        else ""
    )


def _ended(state: MatchState, story: Story) -> EndedView:
    """The board of the round before the one that has just been dealt."""
    before = state.standing.rounds[-2]
    return EndedView(
        squares_of(before.end, before.moves[-1].square, story),
        story,
        _gain(story),
        "broken_wall" in before.end.rules,
        new_round_words(state),
    )


def _options(state: MatchState) -> tuple[tuple[str, Word], ...]:
    return tuple(OPTION_WORDS.items())


def _option_wish(state: MatchState, audience: Audience) -> str:
    """The option that the other player has asked for, for a player to agree to."""
    if audience == "watch":
        return ""
    wishes = [seat.wants_option for colour, seat in state.seats.items() if colour != audience]
    return next((wish for wish in wishes if wish and wish != state.match.option), "")


def _leaving(state: MatchState, audience: Audience) -> str:
    """What leaving now would mean, by the house (RULES 7)."""
    if audience == "watch" or state.is_over:
        return ""
    if any(not seat.user.is_person for seat in state.seats.values()):
        return _("The match ends without a winner. Nothing is at stake against a robot.")
    house = HOUSES.get(state.match.house)
    if house is not None and house.leaving == "forfeit":
        return _("You lose the match, and what is at stake goes to your opponent.")
    return _(
        "The match ends without a winner, and no card changes hands. If your opponent is connected, your record gets "
        "a did-not-finish; from the fifth placement on your opponent is paid as a winner. A second did-not-finish in "
        "a staked match within seven days bars you from staked challenges for a day, a third for a week."
    )
