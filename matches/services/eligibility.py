"""Who may play for what with people: newcomers, few cards, bars after leaving, one live match (RULES 5, 7)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from accounts.models import User
from cards.models import Copy
from matches.models import Match, Seat
from matches.rule_names import TRADE_TITLES
from matches.services.terms import WITHOUT_STAKES, Terms
from triad.errors import Conflict

#: An account's first matches with people, in which not every trade rule is open to it.
NEWCOMER_MATCHES = 5
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
    if Seat.objects.filter(user=user, busy=Seat.Busy.PEOPLE).exists():
        return Refusal(
            "in_a_match",
            _("You are in a match that is not over, or whose spoils are not chosen yet."),
            _("%(player)s is in a match that is not over yet.") % name,
        )
    return stake_refusal(user=user, terms=terms, moment=moment)


def stake_refusal(*, user: User, terms: Terms, moment: datetime) -> Refusal | None:
    """Why the trade rule is not open to the player now, or None."""
    name = {"player": user.username, "trade": TRADE_TITLES[terms.trade], "few": FEW_CARDS}
    if terms.trade not in terms.for_newcomers and matches_with_people(user) < NEWCOMER_MATCHES:
        return Refusal(
            "newcomer",
            _("%(trade)s is open to you after five matches with people.") % name,
            _("%(trade)s is open to %(player)s after five matches with people.") % name,
        )
    if terms.may_take_five and Copy.objects.filter(owner=user).count() <= FEW_CARDS:
        return Refusal(
            "few_cards",
            _("%(trade)s can take five cards: it needs more than %(few)d in your stash.") % name,
            _("%(trade)s can take five cards: it needs more than %(few)d in the stash of %(player)s.") % name,
        )
    if terms.staked and (until := barred_until(user=user, moment=moment)):
        name["until"] = f"{until:%Y-%m-%d %H:%M} UTC"
        return Refusal(
            "barred",
            _("You left matches before their end: no staked matches until %(until)s.") % name,
            _("%(player)s left matches before their end and plays no staked ones now.") % name,
        )
    return None


def matches_with_people(user: User) -> int:
    """How many matches with people the player has brought to an end."""
    ended = Seat.objects.filter(user=user, match__with_people=True)
    return ended.filter(match__ended__in=("played", "forfeit")).count()


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
