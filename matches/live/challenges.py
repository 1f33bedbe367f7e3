"""Challenges as the two players see them: what is to be played, for what, until when, and how it was answered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from cards.queries import point_value
from matches.live.banner import clock_text
from matches.live.decks import DeckChoice
from matches.live.words import DRAW_WORDS, OPTION_WORDS, TRADE_WORDS, Word, rule_words
from matches.models import Challenge
from matches.services.challenges import terms_of
from matches.services.pay import PLAYED_POINTS, WON_POINTS, why_unpaid
from triad.clock import now
from triad.errors import GameError

#: How long the answer to a challenge is shown to who made it.
ANSWER_SHOWN = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class ChallengeView:
    """One challenge for one of its two players. Of the challenger's five cards nothing is told but their limit."""

    id: int
    mine: bool
    name: str
    house: str
    rules: tuple[tuple[str, Word], ...]
    trade: Word
    draw: str
    option: Word
    move_time: int
    limit: str
    my_value: int
    their_value: int
    pays: str
    deadline: int
    clock: str
    commitment: str
    state: str
    answer: str
    match_id: int | None
    decks: tuple[DeckChoice, ...]

    @property
    def waiting(self) -> bool:
        """Whether it can still be answered."""
        return self.state == Challenge.State.WAITING


def challenge_view(challenge: Challenge, user: User, moment: datetime) -> ChallengeView:
    """The challenge as its challenger or its opponent sees it."""
    mine = challenge.challenger_id == user.pk
    other = challenge.opponent if mine else challenge.challenger
    state = challenge.state
    if state == Challenge.State.WAITING and challenge.expires_at <= moment:
        state = Challenge.State.EXPIRED
    limitless = "limitless" in challenge.rules
    waiting = state == Challenge.State.WAITING
    terms = terms_of(challenge)
    return ChallengeView(
        id=challenge.pk,
        mine=mine,
        name=other.username,
        house=str(terms.house.name),
        rules=tuple(rule_words(challenge.rules)),
        trade=TRADE_WORDS[challenge.trade],
        draw=str(DRAW_WORDS[challenge.draw]),
        option=OPTION_WORDS[challenge.option],
        move_time=challenge.move_time,
        limit=_("Limitless")
        if limitless or terms.level_limit is None
        else _("Deck level %(limit)s at most") % {"limit": terms.level_limit},
        my_value=point_value(user),
        their_value=point_value(other),
        pays=pay_words(user=user, opponent=other, trade=challenge.trade, moment=moment) if waiting else "",
        deadline=int(challenge.expires_at.timestamp() * 1000),
        clock=clock_text(challenge.expires_at, moment),
        commitment=challenge.seed.commitment,
        state=state,
        answer=_answer(challenge, state, other),
        match_id=challenge.match.pk if state == Challenge.State.ACCEPTED and hasattr(challenge, "match") else None,
        decks=DeckChoice.all_of(user, terms.level_limit) if waiting and not mine else (),
    )


def pay_words(*, user: User, opponent: User, trade: str, moment: datetime) -> str:
    """What the match will pay the player, said before it begins (RULES 8)."""
    if trade == "training":
        return _("Training pays nothing.")
    reasons = {
        "pair_limit": _("It pays nothing: the two of you have played ten matches today."),
        "day_limit": _("It pays nothing: twenty matches with people have paid you today."),
        "robot_paid": _("It pays nothing: this robot has paid you today."),
        "robots_limit": _("It pays nothing: five robots have paid you today."),
    }
    found = why_unpaid(user=user, opponent=opponent, moment=moment)
    if found:
        return reasons.get(found, _("It pays nothing today."))
    return _("It pays %(played)s points for playing it out and %(won)s more to the winner.") % {
        "played": PLAYED_POINTS,
        "won": WON_POINTS,
    }


def _answer(challenge: Challenge, state: str, other: User) -> str:
    name = {"name": other.username, "reason": challenge.reason}
    if state == Challenge.State.REFUSED:
        if challenge.reason:
            return _("%(name)s refused: “%(reason)s”") % name
        return _("%(name)s refused.") % name
    return {
        Challenge.State.ACCEPTED: _("The match against %(name)s has begun.") % name,
        Challenge.State.WITHDRAWN: _("The challenge was withdrawn."),
        Challenge.State.EXPIRED: _("The ten minutes are over; nobody answered."),
        Challenge.State.BROKEN: challenge.reason or _("It can no longer be played."),
    }.get(Challenge.State(state), "")


def challenges_of(user: User) -> list[ChallengeView]:
    """What waits for a player: challenges received, made, and the answers of the last two minutes to those made."""
    moment = now()
    found = (
        Challenge.objects.filter(
            Q(state=Challenge.State.WAITING, expires_at__gt=moment) & (Q(challenger=user) | Q(opponent=user))
            | Q(challenger=user, settled_at__gt=moment - ANSWER_SHOWN)
        )
        .select_related("challenger", "opponent", "seed", "match")
        .order_by("pk")
    )
    views = []
    for challenge in found:
        try:
            views.append(challenge_view(challenge, user, moment))
        except GameError:
            continue  # its house has changed since
    return views


def challenges_context(user: User | None) -> dict[str, object]:
    """What the region of challenges is drawn from."""
    version = int(now().timestamp() * 1000)
    return {"challenges": challenges_of(user) if user is not None and user.is_person else [], "version": version}


def challenges_fragment(user: User, *, language: str = settings.LANGUAGE_CODE) -> str:
    """The region of challenges of the start page, to be swapped by its id."""
    with translation.override(language):
        return render_to_string("matches/_challenges.html", {**challenges_context(user), "oob": True})


def challenge_state_fragment(challenge: Challenge, user: User, *, language: str = settings.LANGUAGE_CODE) -> str:
    """How one challenge stands, for its own page; to be swapped by its id."""
    moment = now()
    with translation.override(language):
        try:
            view = challenge_view(challenge, user, moment)
        except GameError:
            return ""
        context = {"challenge": view, "version": int(moment.timestamp() * 1000), "oob": True}
        return render_to_string("matches/_challenge_state.html", context)
