"""What the forms of challenges and robots hold: read from a post as it is, so that nothing typed is lost."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from accounts.models import User
from cards.lookup import find_cards, read_words
from cards.models import Deck
from cards.queries import copy_ids_for, deck_get
from matches.houses import DEFAULT_MOVE_TIME, DELING, HOUSES, House
from matches.models import Challenge, Option
from triad.errors import GameError

#: Longer words of a form are cut before anything looks at them.
LONGEST = 200
MOST_RULES = 40
LONGEST_PICKS = 500
LENT, PICK = "lent", "pick"
#: The draw rule that is chosen by choosing the rule of play of this name (RULES 6).
SUDDEN_DEATH = "sudden_death"


@dataclass(frozen=True, slots=True)
class Draft:
    """The form of a challenge, an acceptance or a robot's match, filled in as far as it is.

    `hand` is a deck's ID, `pick` (the cards named in `picks`), or `lent`. `draw` and `first` are empty where nothing
    was said; `offered` is the hand that was chosen already when the form came; `bet` is what was typed. `look` asks
    for the form of another house and sends nothing.
    """

    house: str = DELING.key
    rules: tuple[str, ...] = ()
    trade: str = DELING.default_trade
    draw: str = ""
    option: str = Option.OPEN
    move_time: int | None = DEFAULT_MOVE_TIME
    bet: str = ""
    first: str = ""
    hand: str = ""
    offered: str = ""
    picks: str = ""
    seed_id: int = 0
    addition: str = ""
    confirmed: bool = False
    reason: str = ""
    robot: str = ""
    look: bool = False

    @classmethod
    def of_post(cls, post: QueryDict) -> Draft:
        """What was posted; what is no number where one is wanted is refused later, with a sentence."""
        hand = _cut(post.get("hand") or post.get("deck", ""))
        named = [_cut(name) for name in post.getlist("rules")[:MOST_RULES]]
        return cls(
            house=_cut(post.get("house", DELING.key)),
            rules=tuple(name for name in named if name != SUDDEN_DEATH),
            trade=_cut(post.get("trade", "")),
            draw=_cut(post.get("draw", "")) or (SUDDEN_DEATH if SUDDEN_DEATH in named else ""),
            option=_cut(post.get("option", Option.OPEN)),
            move_time=_number(post.get("move_time", str(DEFAULT_MOVE_TIME))),
            bet=_cut(post.get("bet", "")).strip(),
            first=_cut(post.get("first", "")),
            offered=_cut(post.get("offered", "")),
            hand=hand or (PICK if post.get("picks") else ""),
            picks=post.get("picks", "")[: LONGEST_PICKS + 1],
            seed_id=_number(post.get("seed_id", "")) or 0,
            addition=_cut(post.get("addition", "")),
            confirmed=post.get("confirmed") == "1",
            reason=post.get("reason", "")[: LONGEST + 1],
            robot=_cut(post.get("robot", "")),
            look=post.get("look") == "1",
        )

    @classmethod
    def of_last(cls, user: User) -> Draft:
        """The form as the player last sent it, without its bet, or the house's defaults."""
        last = Challenge.objects.filter(challenger=user).order_by("-pk").first()
        house = HOUSES.get(last.house) if last else None
        if last is None or house is None:
            return cls()
        return cls(
            house=last.house,
            rules=tuple(name for name in last.rules if name != SUDDEN_DEATH),
            trade=last.trade,
            draw=last.draw,
            option=last.option,
            move_time=last.move_time,
        ).fitted(house)

    def fitted(self, house: House) -> Draft:
        """The draft in a house: what the house has of it stays, the rest is the house's own, the hand too if it is
        the one that was offered."""
        untouched = self.hand == self.offered and not self.picks
        return replace(
            self,
            house=house.key,
            rules=tuple(name for name in self.rules if name in house.rules),
            trade=self.trade if self.trade in house.trades else house.default_trade,
            draw=self.draw if self.draw in house.draws else "",
            first=self.first if house.names_first else "",
            hand="" if untouched else self.hand,
        )

    @property
    def bet_points(self) -> int:
        """The bet in points; what is no number is as wrong as a bet below nothing, and gets the same sentence."""
        number = _number(self.bet or "0")
        return -1 if number is None else number

    @property
    def seconds(self) -> int:
        """The seconds a move; a number that is none is as wrong as one that is not offered."""
        return -1 if self.move_time is None else self.move_time

    @property
    def drawn_hand(self) -> bool:
        """Whether Random draws the hand, so that none is chosen."""
        return "random" in self.rules

    def asked_by(self, user: User) -> dict[str, Any]:
        """The terms and the hand as the services take them that ask for a match; raises what `cards_of` raises."""
        return {
            "seed_id": self.seed_id,
            "addition": self.addition,
            "house": self.house,
            "rules": self.rules,
            "trade": self.trade,
            "draw": self.draw or None,
            "option": self.option,
            "move_time": self.seconds,
            "bet": self.bet_points,
            "first": self.first,
            "confirmed": self.confirmed,
            **self.cards_of(user),
        }

    def cards_of(self, user: User) -> dict[str, Any]:
        """The chosen hand as services take it: `deck`, or `copies` in order; nothing where Random draws it.

        Raises GameError no_hand, too_long; NotFound no_deck, no_card; Conflict ambiguous_card, not_owned,
        copies_frozen.
        """
        if self.drawn_hand:
            return {}
        if self.hand == PICK:
            if not self.picks.strip(" ,"):
                raise GameError("no_hand", _("Choose a deck or five cards."))
            cards = find_cards(words=read_words(self.picks), user=user)
            return {"copies": copy_ids_for(user=user, card_ids=[card.pk for card in cards])}
        deck = self.deck_of(user)
        if deck is None:
            raise GameError("no_hand", _("Choose a deck or five cards."))
        return {"deck": deck}

    def deck_of(self, user: User) -> Deck | None:
        """The chosen saved deck, None if none is chosen; raises NotFound for another's."""
        number = _number(self.hand)
        return None if number is None else deck_get(owner=user, deck_id=number)


def _cut(text: str) -> str:
    return text[:LONGEST].replace("\x00", "")


def _number(text: str) -> int | None:
    """A whole number of up to nine digits, None for anything else."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
