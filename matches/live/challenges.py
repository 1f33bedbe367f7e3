"""Challenges as the two players see them: what is to be played, for what, until when, and how it was answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.queries import is_connected
from matches.arena.opening import invite_token
from matches.arena.showing import point_values
from matches.live.banner import clock_text
from matches.live.decks import DeckChoice
from matches.live.dialogue import GOES_ON, deck_limit, leaving_words, short_clock, trade_notes
from matches.live.told import PayRow, Told, drawn_told, pay_rows, told_before
from matches.live.words import DRAW_WORDS, OPTION_WORDS, TRADE_WORDS, Word, rule_words
from matches.models import Challenge
from matches.ratings.queries import ratings_of
from matches.services.challenge_rows import away_sentence
from matches.services.challenges import terms_of
from matches.services.eligibility import bet_closed, trade_shut
from matches.services.terms import Terms
from triad.clock import now
from triad.errors import GameError

#: How long the answer to a challenge is shown to who made it, and how many answers at most, the newest.
ANSWER_SHOWN = timedelta(minutes=2)
MOST_ANSWERS = 5
_OWN_COLUMNS = [field.name for field in Challenge._meta.concrete_fields]


@dataclass(frozen=True, slots=True)
class Known:
    """Of everybody in some challenges what their cards are worth, and their ratings by house, looked up together."""

    values: dict[int, int]
    ratings: dict[str, dict[int, str]]

    @classmethod
    def of(cls, challenges: Sequence[Challenge], user: User, moment: datetime) -> Known:
        """What is to be known for showing these challenges to a player at a moment; for none, nothing."""
        if not challenges:
            return cls({}, {})
        found = (user, *(each.challenger for each in challenges), *(each.opponent for each in challenges))
        people = {person.pk: person for person in found if person is not None}
        houses = {each.house for each in challenges}
        ratings = {house: ratings_of(list(people.values()), house) for house in houses}
        texts = {house: {pk: each.text for pk, each in rows.items()} for house, rows in ratings.items()}
        return cls(point_values(people, moment), texts)


@dataclass(frozen=True, slots=True)
class ChallengeView:
    """One challenge for one of its two players. Of the challenger's five cards nothing is told but their limit."""

    id: int
    mine: bool
    way: str
    name: str
    """The other player's; empty while there is none."""
    heading: str
    house: str
    house_text: str
    rules: tuple[tuple[str, Word], ...]
    trade_name: str
    trade: Word
    trade_notes: tuple[str, ...]
    draw_name: str
    draw: str
    option: Word
    move_time: int
    bet: str
    first: str
    limit: str
    leaving: str
    drawn: tuple[Told, ...]
    """What is told where Random draws the hands; empty where the players choose them."""
    my_value: int
    their_value: int | None
    my_rating: str
    their_rating: str
    """In the house; both empty where the match cannot be rated."""
    pays: tuple[PayRow, ...]
    told: tuple[Told, ...]
    shut: str
    """Why the player cannot play it as things stand, if so."""
    deadline: int
    clock: str
    link: str
    """The address of an invite, for its maker while it waits."""
    commitment: str
    state: str
    answer: str
    match_id: int | None
    decks: tuple[DeckChoice, ...]

    @property
    def waiting(self) -> bool:
        """Whether it can still be answered."""
        return self.state == Challenge.State.WAITING


def challenge_view(challenge: Challenge, user: User, moment: datetime, known: Known | None = None) -> ChallengeView:
    """The challenge as its challenger or its opponent sees it."""
    known = known or Known.of([challenge], user, moment)
    mine = challenge.challenger_id == user.pk
    other = challenge.opponent if mine else challenge.challenger
    taken = not mine and challenge.opponent_id not in (None, user.pk)
    state = challenge.state
    if state == Challenge.State.WAITING and challenge.expires_at <= moment:
        state = Challenge.State.EXPIRED
    waiting = state == Challenge.State.WAITING
    terms = terms_of(challenge)
    house, training = terms.house, terms.trade == "training"
    shut = trade_shut(user=user, other=other, terms=terms, moment=moment) if waiting else ""
    no_bet = bet_closed(user=user, other=other or user, moment=moment) if waiting and terms.bet else ""
    away = waiting and not mine and not challenge.is_named and not is_connected(challenge.challenger)
    invites = challenge.way == Challenge.Way.INVITE
    begun = state == Challenge.State.ACCEPTED and hasattr(challenge, "match")
    chooses = waiting and not mine and not terms.uses_random
    ratings = {} if training or terms.first else known.ratings.get(challenge.house, {})
    return ChallengeView(
        id=challenge.pk,
        mine=mine,
        way=challenge.way,
        name=other.username if other else "",
        heading=_heading(challenge, mine, other),
        house=str(house.name),
        house_text=str(house.text),
        rules=tuple(rule_words(terms.rules)),
        trade_name=terms.trade,
        trade=TRADE_WORDS[terms.trade],
        trade_notes=trade_notes(house, terms.trade),
        draw_name=terms.draw,
        draw=_draw_words(terms),
        option=OPTION_WORDS[terms.option],
        move_time=terms.move_time,
        bet=_bet_words(terms),
        first=_first_words(terms, mine, other),
        limit=_limit_words(terms),
        leaving=leaving_words(house),
        drawn=tuple(drawn_told(user=user, house=house, staked=terms.staked)) if waiting and terms.uses_random else (),
        my_value=known.values.get(user.pk, 0),
        their_value=known.values.get(other.pk, 0) if other else None,
        my_rating=ratings.get(user.pk, ""),
        their_rating=ratings.get(other.pk, "") if other else "",
        pays=tuple(pay_rows(user=user, opponent=other, house=house, moment=moment)) if waiting and not training else (),
        told=tuple(told_before(user=user, opponent=other, moment=moment, training=training)) if waiting else (),
        shut=shut or no_bet or (away_sentence(challenge.challenger) if away else ""),
        deadline=int(challenge.expires_at.timestamp() * 1000),
        clock=clock_text(challenge.expires_at, moment),
        link=reverse("matches:invite", args=(invite_token(challenge),)) if mine and waiting and invites else "",
        commitment=challenge.seed.commitment,
        state=state,
        answer=_taken_words() if taken else _answer(challenge, state, other),
        match_id=challenge.match.pk if begun and not taken else None,
        decks=DeckChoice.all_of(user, terms.level_limit, stars=terms.stars, house=house.key) if chooses else (),
    )


def _draw_words(terms: Terms) -> str:
    words = str(DRAW_WORDS[terms.draw])
    return f"{words} {short_clock()}" if terms.draw in GOES_ON else words


def _limit_words(terms: Terms) -> str:
    if terms.uses_random:
        return ""
    if "limitless" in terms.rules or terms.level_limit is None:
        return deck_limit(terms.house, limitless=True)
    return _("A deck has %(limit)d levels in total at most.") % {"limit": terms.level_limit}


def _bet_words(terms: Terms) -> str:
    if not terms.bet:
        return ""
    return ngettext(
        "Each of you puts in %(bet)d point; the winner gets both bets, and a draw gives them back.",
        "Each of you puts in %(bet)d points; the winner gets both bets, and a draw gives them back.",
        terms.bet,
    ) % {"bet": terms.bet}


def _heading(challenge: Challenge, mine: bool, other: User | None) -> str:
    if not mine:
        if challenge.is_named:
            return _("%(name)s challenges you") % {"name": challenge.challenger.username}
        return _("%(name)s looks for an opponent") % {"name": challenge.challenger.username}
    if other is not None:
        return _("Your challenge to %(name)s") % {"name": other.username}
    return _("Your invite") if challenge.way == Challenge.Way.INVITE else _("Your open challenge")


def _first_words(terms: Terms, mine: bool, other: User | None) -> str:
    if not terms.first:
        return _("A toss decides who begins.")
    if (terms.first == "challenger") == mine:
        return _("You begin. The match is not rated.")
    if other is None:
        return _("Your opponent begins. The match is not rated.")
    return _("%(name)s begins. The match is not rated.") % {"name": other.username}


def _taken_words() -> str:
    return _("Somebody else was quicker: this challenge is taken.")


def _answer(challenge: Challenge, state: str, other: User | None) -> str:
    name = {"name": other.username if other else "", "reason": challenge.reason}
    expired = _("The ten minutes are over; nobody answered.")
    if not challenge.is_named:
        expired = _("The 24 hours are over; nobody answered.")
    if state == Challenge.State.REFUSED:
        if challenge.reason:
            return _("%(name)s refused: “%(reason)s”") % name
        return _("%(name)s refused.") % name
    return {
        Challenge.State.ACCEPTED: _("The match against %(name)s has begun.") % name,
        Challenge.State.WITHDRAWN: _("The challenge was withdrawn."),
        Challenge.State.EXPIRED: expired,
        Challenge.State.BROKEN: challenge.reason or _("It can no longer be played."),
    }.get(Challenge.State(state), "")


def challenges_of(user: User, moment: datetime) -> list[ChallengeView]:
    """What waits for a player: challenges received, made, and the last answers of two minutes to those made. Of what
    is answered only the answer is shown: values and ratings are not looked up for it."""
    own = Q(challenger=user) | Q(opponent=user)
    rows = Challenge.objects.filter(own, state=Challenge.State.WAITING, expires_at__gt=moment)
    waiting = list(rows.order_by().select_related("challenger", "opponent", "seed"))
    found = {each.pk: each for each in (*_answered(user, moment), *waiting)}
    known = Known.of(waiting, user, moment)
    views = []
    for _pk, challenge in sorted(found.items()):
        try:
            views.append(challenge_view(challenge, user, moment, known))
        except GameError:
            continue  # its house has changed since
    return views


def _answered(user: User, moment: datetime) -> list[Challenge]:
    """The last answers to a player's challenges, the newest first, with what is shown of them."""
    rows = Challenge.objects.filter(challenger=user, settled_at__gt=moment - ANSWER_SHOWN)
    rows = rows.select_related("opponent", "seed", "match").order_by("-settled_at", "-pk")[:MOST_ANSWERS]
    return list(rows.only(*_OWN_COLUMNS, "opponent__username", "seed__commitment", "match__id"))


def challenges_context(user: User | None) -> dict[str, object]:
    """What the region of challenges is drawn from."""
    moment = now()
    shown = challenges_of(user, moment) if user is not None and user.is_person else []
    return {"challenges": shown, "version": int(moment.timestamp() * 1000)}


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


def challenge_taken_fragment(challenge: Challenge, moment: datetime, *, language: str = settings.LANGUAGE_CODE) -> str:
    """How a challenge that names nobody stood at a moment for those who might have answered it; empty while it
    waits."""
    if challenge.state == Challenge.State.WAITING:
        return ""
    with translation.override(language):
        accepted = challenge.state == Challenge.State.ACCEPTED
        words = _taken_words() if accepted else _answer(challenge, challenge.state, None)
        view = {"id": challenge.pk, "waiting": False, "answer": words, "match_id": None}
        context = {"challenge": view, "version": int(moment.timestamp() * 1000), "oob": True}
        return render_to_string("matches/_challenge_state.html", context)
