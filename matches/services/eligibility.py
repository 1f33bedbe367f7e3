"""Who may play for what with people: newcomers, experience, few cards, bars, bets, one live match (RULES 5, 7, 8)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from accounts.civility.sanctions import is_suspended
from accounts.models import User, Wallet
from cards.models import Copy
from cards.openings import Closed
from matches.houses import DEFAULT_MOVE_TIME, House
from matches.models import Match, Option, Seat
from matches.queries.public import ended
from matches.rule_names import TRADE_TITLES
from matches.services.terms import WITHOUT_STAKES, Terms
from triad.errors import Conflict

#: An account's first matches with people, in which not every trade rule is open to it.
NEWCOMER_MATCHES = 5
#: Bets, trades and gifts are open to an account after so many matches with people, and so long after it was made.
BET_MATCHES, BET_AGE = 10, timedelta(days=3)
#: What may take five needs more cards than this.
FEW_CARDS = 10
#: Did-not-finishes within this time count together.
BAR_WINDOW = timedelta(days=7)
#: How long staked challenges are barred after the second and after each further did-not-finish of the window.
BARS = {2: timedelta(days=1), 3: timedelta(days=7)}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why somebody may not play: a code, a sentence to that person, and one about that person."""

    code: str
    to_self: str
    to_other: str


def refusal(*, user: User, terms: Terms, moment: datetime) -> Refusal | None:
    """Why the player may not play a match with people under these terms now, or None."""
    name = {"player": user.username}
    if not user.is_active:
        return Refusal("closed", _("This account is closed."), _("%(player)s does not play here any more.") % name)
    if is_suspended(user):
        return Refusal(
            "suspended",
            _("This account is suspended: it plays nobody until that is over."),
            _("%(player)s cannot play just now.") % name,
        )
    if Seat.objects.filter(user=user, busy=Seat.Busy.PEOPLE).exists():
        return Refusal(
            "in_a_match",
            _("You are in a match that is not over, or whose spoils are not chosen yet."),
            _("%(player)s is in a match that is not over yet.") % name,
        )
    return stake_refusal(user=user, terms=terms, moment=moment)


def stake_refusal(*, user: User, terms: Terms, moment: datetime) -> Refusal | None:
    """Why the trade rule or the bet is not open to the player now, or None."""
    if terms.bet and (found := bet_refusal(user=user, moment=moment)):
        return found
    if not terms.staked:
        return None
    return _refusal_of_stake(user, terms, Reach.of(user, moment))


def bet_refusal(*, user: User, moment: datetime) -> Refusal | None:
    """Why bets are not open to the player yet, or None: without a past, points would go from account to account."""
    if has_past(user=user, moment=moment):
        return None
    name = {"player": user.username, "matches": BET_MATCHES, "days": BET_AGE.days}
    return Refusal(
        "bets_closed",
        _("Bets are open to you after %(matches)d matches with people and %(days)d days.") % name,
        _("Bets are open to %(player)s after %(matches)d matches with people and %(days)d days.") % name,
    )


def trades_closed(user: User, moment: datetime) -> Closed | None:
    """Why trades and gifts are not open to the player yet, or None; they open together with bets (RULES 8)."""
    if has_past(user=user, moment=moment):
        return None
    name = {"player": user.username, "matches": BET_MATCHES, "days": BET_AGE.days}
    return Closed(
        _("Trades are open to you after %(matches)d matches with people and %(days)d days.") % name,
        _("Trades are open to %(player)s after %(matches)d matches with people and %(days)d days.") % name,
    )


def has_past(*, user: User, moment: datetime) -> bool:
    """Whether the account is old enough, and has played enough, for bets, trades and gifts."""
    return moment - user.date_joined >= BET_AGE and matches_with_people(user) >= BET_MATCHES


def bet_closed(*, user: User, other: User, moment: datetime) -> str:
    """Why these two cannot bet yet, whatever they have, as a sentence to the first; empty where they can."""
    if own := bet_refusal(user=user, moment=moment):
        return own.to_self
    theirs = bet_refusal(user=other, moment=moment)
    return theirs.to_other if theirs else ""


@dataclass(frozen=True, slots=True)
class Reach:
    """What decides which trade rules are open to a player."""

    matches: int
    copies: int
    experience: int
    barred_until: datetime | None

    @classmethod
    def of(cls, user: User, moment: datetime) -> Reach:
        """The player's reach now."""
        return cls(
            matches=matches_with_people(user),
            copies=Copy.objects.filter(owner=user).count(),
            experience=Wallet.objects.values_list("experience", flat=True).get(user=user),
            barred_until=barred_until(user=user, moment=moment),
        )


def trade_refusals(*, user: User, other: User | None = None, house: House, moment: datetime) -> dict[str, str]:
    """For each trade rule of the house that is not open to the player, or not to both, why not: a sentence to the
    player. Rules that are open are left out."""
    reach, others = Reach.of(user, moment), Reach.of(other, moment) if other else None
    found: dict[str, str] = {}
    for trade in house.trades:
        terms = Terms(house, (), trade, house.draws[0], Option.OPEN, DEFAULT_MOVE_TIME)
        if own := _refusal_of_stake(user, terms, reach):
            found[trade] = own.to_self
        elif other and others and (theirs := _refusal_of_stake(other, terms, others)):
            found[trade] = theirs.to_other
    return found


def trade_shut(*, user: User, other: User | None = None, terms: Terms, moment: datetime) -> str:
    """Why the trade rule of these terms is not open to the player, or not to both, as a sentence to the player; empty
    where it is."""
    if not terms.staked:
        return ""
    if own := _refusal_of_stake(user, terms, Reach.of(user, moment)):
        return own.to_self
    theirs = _refusal_of_stake(other, terms, Reach.of(other, moment)) if other else None
    return theirs.to_other if theirs else ""


def _refusal_of_stake(user: User, terms: Terms, reach: Reach) -> Refusal | None:
    if not terms.staked:
        return None
    needed = terms.house.experience_needed(terms.trade)
    name = {"player": user.username, "trade": TRADE_TITLES[terms.trade], "few": FEW_CARDS, "needed": needed}
    if terms.trade not in terms.for_newcomers and reach.matches < NEWCOMER_MATCHES:
        return Refusal(
            "newcomer",
            _("%(trade)s is open to you after five matches with people.") % name,
            _("%(trade)s is open to %(player)s after five matches with people.") % name,
        )
    if reach.experience < needed:
        return Refusal(
            "inexperienced",
            _("%(trade)s needs %(needed)d experience here, and you have %(have)d.")
            % {**name, "have": reach.experience},
            _("%(trade)s needs %(needed)d experience here, and %(player)s has less.") % name,
        )
    if terms.may_take_five and reach.copies <= FEW_CARDS:
        return Refusal(
            "few_cards",
            _("%(trade)s can take five cards: it needs more than %(few)d in your stash.") % name,
            _("%(trade)s can take five cards: it needs more than %(few)d in the stash of %(player)s.") % name,
        )
    if reach.barred_until:
        name["until"] = f"{reach.barred_until:%Y-%m-%d %H:%M} UTC"
        return Refusal(
            "barred",
            _("You left matches before their end: no staked matches until %(until)s.") % name,
            _("%(player)s left matches before their end and plays no staked ones now.") % name,
        )
    return None


def matches_with_people(user: User) -> int:
    """How many matches with people the player has brought to an end."""
    known = Seat.objects.filter(ended("match__"), user=user, match__with_people=True)
    return known.filter(match__ended__in=("played", "forfeit")).count()


def barred_until(*, user: User, moment: datetime) -> datetime | None:
    """Until when the player may make and accept no staked challenge; None if now they may."""
    entries = (
        Match.objects.filter(
            seats__user=user, seats__did_not_finish=True, ended_at__gt=moment - BAR_WINDOW - max(BARS.values())
        )
        .exclude(setup__trade__in=list(WITHOUT_STAKES))
        .order_by("ended_at")
        .values_list("ended_at", flat=True)
    )
    times = [at for at in entries if at is not None]
    bars = [
        at + BARS[min(count, max(BARS))]
        for number, at in enumerate(times, 1)
        if (count := sum(before > at - BAR_WINDOW for before in times[:number])) in BARS or count > max(BARS)
    ]
    return max((end for end in bars if end > moment), default=None)


def require(*, user: User, terms: Terms, moment: datetime) -> None:
    """Raises Conflict, with a sentence to the player, if the player may not play under these terms now."""
    if found := refusal(user=user, terms=terms, moment=moment):
        raise Conflict(found.code, found.to_self)


def require_other(*, user: User, terms: Terms, moment: datetime, busy_matters: bool = True) -> None:
    """As `require`, with a sentence to the other player; `busy_matters` False lets a challenge wait."""
    ask = refusal if busy_matters else stake_refusal
    if found := ask(user=user, terms=terms, moment=moment):
        raise Conflict(f"opponent_{found.code}", found.to_other)
