"""Begins a match: the deal, the seats, the frozen copies, and what its beginning ends (RULES 3, 5)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from accounts.models import User
from cards.models import Copy
from cards.queries import record_card
from cards.services.decks import deck_used
from matches.arena.seeks import seeks_end
from matches.engine import COLOURS, deal
from matches.engine.draws import Draws
from matches.live import announce
from matches.models import BroughtCopy, Challenge, Match, Seat, Seed
from matches.queries.records import standing
from matches.services.bets import bets_hold
from matches.services.delays import delay_begin, delay_between
from matches.services.endings import match_drop
from matches.services.hands import Hand
from matches.services.random_hands import no_hand_sentence, pool_of, random_hand
from matches.services.rounds import deadlines_set, round_deal
from matches.services.seeds import draws_of
from matches.services.terms import FIRSTS, Terms
from triad.errors import Conflict


@dataclass(frozen=True, slots=True)
class Entrant:
    """One who begins a match: the copies that the player brings, or lent cards that are nobody's."""

    user: User
    cards: tuple[dict[str, Any], ...]
    """As a record writes them, but for their keys."""
    copies: tuple[Copy, ...] = ()
    deck_name: str = ""
    addition: str = ""
    pool: tuple[Copy, ...] = ()
    """What Random draws the hand from; there are no cards then."""

    @classmethod
    def of(cls, user: User, hand: Hand, terms: Terms, *, addition: str = "") -> Entrant:
        """One who brings a hand of own copies, or, with Random, the pool of them."""
        if terms.uses_random:
            return cls(user, (), addition=addition, pool=tuple(pool_of(user=user, terms=terms)))
        return cls.with_copies(user, hand.copies, deck_name=hand.deck_name, addition=addition)

    @classmethod
    def with_copies(cls, user: User, copies: tuple[Copy, ...], *, deck_name: str = "", addition: str = "") -> Entrant:
        """One who brings five copies, which the match freezes."""
        return cls(user, tuple(record_card(copy.card, "") for copy in copies), copies, deck_name, addition)


def match_start(
    *,
    terms: Terms,
    blue: Entrant,
    red: Entrant,
    seed: Seed,
    moment: datetime,
    challenge: Challenge | None = None,
    rematch_of: Match | None = None,
    is_demo: bool = False,
    delay: int = 0,
) -> Match:
    """A match with its first round dealt, which others see `delay` seconds later, or as much later as an earlier match
    of the two that they have not seen to its end.

    Runs in the caller's transaction, both players locked, the seed taken.

    Between people it freezes the ten copies, withdraws the players' other challenges, and drops their matches
    against robots; bets are held. Raises Conflict `in_a_match` or `copies_frozen` if the database has it otherwise,
    `no_random_hand`, `not_enough_points`.
    """
    entrants = {"blue": blue, "red": red}
    with_people = blue.user.is_person and red.user.is_person
    if with_people:
        _end_other_plans(entrants, challenge, rematch_of, moment)
    match = Match(
        challenge=challenge,
        house=terms.house.key,
        option=terms.option,
        move_time=terms.move_time,
        seed=seed,
        additions={colour: entrants[colour].addition for colour in COLOURS},
        with_people=with_people,
        bet=terms.bet if with_people else 0,
        rematch_of=rematch_of,
        is_demo=is_demo,
        began_at=moment,
    )
    draws = draws_of(match)
    entrants, pools = _draw_hands(entrants, draws, terms)
    match.setup = _setup(entrants, pools, draws, terms)
    delay_begin(match=match, seconds=max(delay, delay_between(user_ids=[blue.user.pk, red.user.pk])))
    match.save()
    seats_take(match, entrants, freeze=with_people)
    for entrant in entrants.values():
        if entrant.deck_name:
            deck_used(owner=entrant.user, name=entrant.deck_name, moment=moment)
    bets_hold(match=match, users=[blue.user, red.user])
    at = round_deal(match=match, at=standing(match), moment=moment)
    deadlines_set(match=match, at=at, moment=moment)
    match.save(update_fields=["turn", "due_at", "robot_at"])
    announce.after_commit(announce.match_changed, match.pk)
    announce.after_commit(announce.lobby_changed, match.pk)
    return match


def _draw_hands(
    entrants: dict[str, Entrant], draws: Draws, terms: Terms
) -> tuple[dict[str, Entrant], dict[str, list[list[Any]]]]:
    """The entrants with the hands that Random draws for those who have a pool, and these pools."""
    found, pools = dict(entrants), {}
    for colour, entrant in entrants.items():
        if not entrant.cards:
            hand = random_hand(draws=draws, colour=colour, pool=entrant.pool, terms=terms)
            if hand is None:
                raise Conflict("no_random_hand", no_hand_sentence())
            found[colour] = Entrant.with_copies(entrant.user, hand.copies, addition=entrant.addition)
            pools[colour] = hand.pool
    return found, pools


def _setup(
    entrants: dict[str, Entrant], pools: dict[str, list[list[Any]]], draws: Draws, terms: Terms
) -> dict[str, Any]:
    """What the record says before its first round, with all that is drawn until then."""
    hands = {
        colour: [{**card, "key": f"{colour[0]}{place}"} for place, card in enumerate(entrants[colour].cards, 1)]
        for colour in COLOURS
    }
    setup: dict[str, Any] = {
        "rules": list(terms.rules),
        "options": terms.house.options,
        "draw": terms.draw,
        "trade": terms.trade,
        "first": deal.first(draws),
        "hands": hands,
    }
    if terms.first:
        setup |= {"first": COLOURS[FIRSTS.index(terms.first) - 1], "first_named": True}
    if pools:
        setup["pool"] = pools
    keys = {colour: [card["key"] for card in hands[colour]] for colour in COLOURS}
    swap = None
    if "swap" in terms.rules:
        swap = setup["swap"] = deal.swap(draws, keys)
    if "three_open" in terms.rules:
        setup["shown"] = deal.shown(draws, keys, swap)
    return setup


def seats_take(match: Match, entrants: dict[str, Entrant], *, freeze: bool) -> None:
    """The seats and the frozen copies of a match that begins; the database's own constraints have the last word.

    Raises Conflict `in_a_match`, `copies_frozen`.
    """
    try:
        with transaction.atomic():
            Seat.objects.bulk_create(
                Seat(
                    match=match,
                    colour=colour,
                    user=entrant.user,
                    busy=_busy(entrant.user, freeze),
                    deck_name=entrant.deck_name,
                )
                for colour, entrant in entrants.items()
            )
    except IntegrityError:
        raise Conflict("in_a_match", _("One of the players is in another match now.")) from None
    try:
        with transaction.atomic():
            BroughtCopy.objects.bulk_create(
                BroughtCopy(match=match, key=f"{colour[0]}{place}", copy=copy, frozen=freeze)
                for colour, entrant in entrants.items()
                for place, copy in enumerate(entrant.copies, 1)
            )
    except IntegrityError:
        raise Conflict("copies_frozen", _("One of the cards is in a match that is not over.")) from None


def _busy(user: User, with_people: bool) -> str:
    if user.is_robot:
        return Seat.Busy.NOT
    return Seat.Busy.PEOPLE if with_people else Seat.Busy.ROBOT


def _end_other_plans(
    entrants: dict[str, Entrant], challenge: Challenge | None, rematch_of: Match | None, moment: datetime
) -> None:
    """Withdraws what the two have asked others for, rematches too, and drops their matches against robots (RULES 5)."""
    users = [entrant.user for entrant in entrants.values()]
    waiting = Challenge.objects.filter(challenger__in=users, state=Challenge.State.WAITING)
    others = [pk for pk in waiting.values_list("pk", flat=True) if challenge is None or pk != challenge.pk]
    Challenge.objects.filter(pk__in=others, state=Challenge.State.WAITING).update(
        state=Challenge.State.WITHDRAWN, settled_at=moment
    )
    for challenge_id in others:
        announce.after_commit(announce.challenge_changed, challenge_id)
    seeks_end(user_ids=[user.pk for user in users])
    _end_wishes(users, rematch_of)
    against_robots = Seat.objects.filter(user__in=users, busy=Seat.Busy.ROBOT)
    for match_id in against_robots.order_by("match_id").values_list("match", flat=True):
        match_drop(match_id=match_id, moment=moment)


def _end_wishes(users: list[User], rematch_of: Match | None) -> None:
    """Takes back the players' wishes for a rematch of other matches: nobody is to be called away by them later."""
    wishes = Seat.objects.filter(user__in=users, wants_rematch=True)
    for match_id in sorted(wishes.values_list("match", flat=True)):
        if rematch_of is None or match_id != rematch_of.pk:
            wishes.filter(match=match_id).update(wants_rematch=False, rematch_addition="", rematch_copies=None)
            Match.objects.filter(pk=match_id).update(version=F("version") + 1)
            announce.after_commit(announce.match_changed, match_id)
