"""What players are told before a match: what it pays, the limits of a day, and what Random may draw (RULES 3, 7, 8)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from cards.models import Copy
from matches.houses import House
from matches.ratings.rated import RATED_PAIR_MATCHES
from matches.services.eligibility import NEWCOMER_MATCHES, matches_with_people
from matches.services.pay import CLOCK_PLACEMENTS, pair_matches_today, pay_of, why_unpaid
from matches.services.random_hands import pool_of, why_no_hand
from matches.services.terms import read_terms

OUTCOMES: dict[str, Promise] = {"won": gettext_lazy("Win"), "drawn": gettext_lazy("Draw"), "lost": gettext_lazy("Loss")}


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence, and in a form the choice with which alone, or without which alone, it stands."""

    text: str
    only: str = ""
    unless: str = ""


@dataclass(frozen=True, slots=True)
class PayRow:
    """What one outcome pays."""

    word: str
    points: int
    experience: int


def pay_rows(*, user: User, opponent: User | None, house: House, moment: datetime) -> list[PayRow]:
    """What each outcome would pay the player; nothing where the day's limits are reached. Without an opponent yet: by
    what is paid between people."""
    if opponent is not None and unpaid_words(user=user, opponent=opponent, moment=moment):
        return []
    return _rows(house, against_robot=opponent is not None and opponent.is_robot)


def robot_pay_rows(house: House) -> list[PayRow]:
    """What each outcome of a match against a robot that has not paid today pays a person."""
    return _rows(house, against_robot=True)


def _rows(house: House, *, against_robot: bool) -> list[PayRow]:
    dues = [(word, pay_of(outcome, house=house, against_robot=against_robot)) for outcome, word in OUTCOMES.items()]
    return [PayRow(str(word), due.points, due.experience) for word, due in dues]


def unpaid_words(*, user: User, opponent: User, moment: datetime) -> str:
    """Why a match now would pay the player nothing, as a sentence; empty where it pays."""
    name = {"name": opponent.username}
    return {
        "pair_limit": _("It pays nothing: you and %(name)s have played ten matches today.") % name,
        "day_limit": _("It pays nothing: twenty matches with people have paid you today."),
        "robot_paid": _("This robot has paid you today, and pays again tomorrow."),
        "robots_limit": _("It pays nothing: five robots have paid you today."),
    }.get(why_unpaid(user=user, opponent=opponent, moment=moment), "")


def unrated_words(*, user: User, opponent: User, moment: datetime) -> str:
    """That a match of these two would not be rated today any more, as a sentence; empty where it may be."""
    if pair_matches_today(user=user, opponent=opponent, moment=moment) < RATED_PAIR_MATCHES:
        return ""
    return _("It is not rated: you and %(name)s have played five matches today.") % {"name": opponent.username}


def told_before(*, user: User, opponent: User | None, moment: datetime, training: bool | None = None) -> list[Told]:
    """What a player is told of pay and limits before a match with a person.

    `training` None is for a form in which that can still be chosen.
    """
    lines = []
    if training is not False:
        only = "training" if training is None else ""
        lines.append(Told(_("Training pays nothing and is never rated."), only=only))
    if training is not True:
        unless = "training" if training is None else ""
        unpaid = unpaid_words(user=user, opponent=opponent, moment=moment) if opponent else ""
        unrated = unrated_words(user=user, opponent=opponent, moment=moment) if opponent else ""
        paid = [
            unpaid,
            unrated,
            _("The first ten matches of the same two in a day pay, and the first five are rated."),
            _("Twenty matches with people pay you in a day."),
            _("If the clock places %(count)d of your cards or more, you get nothing.") % {"count": CLOCK_PLACEMENTS},
            _("A match that is left before its fifth placement pays nothing and is not rated."),
        ]
        lines += [Told(text, unless=unless) for text in paid if text]
    played = matches_with_people(user)
    if played < NEWCOMER_MATCHES:
        lines.append(
            Told(
                _("You have played %(played)d of your first %(all)d matches with people; the other stakes open then.")
                % {"played": played, "all": NEWCOMER_MATCHES}
            )
        )
    return lines


def drawn_told(*, user: User, house: House, staked: bool | None = None) -> list[Told]:
    """What a player is told where Random draws the hands; `staked` None is for a form in which that is still open."""
    terms = read_terms(house=house.key, rules=["random"], trade="none")
    pool = pool_of(user=user, terms=terms)
    count = len(pool)
    lines = [
        Told(
            ngettext(
                "Your hand comes from all your free cards: there is %(count)d.",
                "Your hand comes from all your free cards: there are %(count)d.",
                count,
            )
            % {"count": count}
        )
    ]
    if why := why_no_hand(user=user, terms=terms):
        lines.append(Told(why))
    if staked is not False:
        text = _("Any of your free cards may be drawn and be at stake, and so may any of your opponent's.")
        lines.append(Told(text, only="stake" if staked is None else ""))
    if staked is not True:
        text = _("Any of your free cards may be drawn; none of them is at stake.")
        lines.append(Told(text, unless="stake" if staked is None else ""))
    if not user.stakes_unique and Copy.objects.filter(owner=user, sole=True).exists():
        lines.append(Told(_("Your unique cards are not drawn: your settings say so.")))
    return lines


def robot_told(person: User | None) -> list[Told]:
    """What is told before a match against a robot; None for a guest or a visitor."""
    if person is None:
        return [
            Told(_("Without an account nothing is paid; sign up afterwards, and the match is kept in your history."))
        ]
    return [
        Told(_("Training pays nothing."), only="training"),
        Told(_("Each robot pays once a day, five of them at most; nothing is rated."), unless="training"),
        Told(
            _("If the clock places %(count)d of your cards or more, you get nothing.") % {"count": CLOCK_PLACEMENTS},
            unless="training",
        ),
    ]
