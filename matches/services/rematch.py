"""The rematch: both want it, the colours change, a new toss (RULES 3)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.blocks import require_not_blocked
from accounts.models import User
from cards.models import Copy, Deck
from cards.queries import copies_for
from matches.live import announce
from matches.models import Match, Seat
from matches.queries.records import brought_cards, seats
from matches.services.bets import bet_check
from matches.services.eligibility import require, require_other
from matches.services.hands import Hand, hand_check, hand_choose
from matches.services.lending import lent_hand, lent_total
from matches.services.locks import match_lock, own_seat
from matches.services.matches import Entrant, match_start
from matches.services.overdue import heal, settle_match
from matches.services.random_hands import why_no_hand, why_no_hand_other
from matches.services.robots import require_free
from matches.services.seeds import read_addition
from matches.services.terms import Terms, read_terms
from triad.clock import now
from triad.errors import Conflict, GameError

#: How long after a match a rematch can be wanted.
REMATCH_TIME = timedelta(minutes=10)


def rematch_offer(
    *,
    match_id: int,
    user: User,
    addition: str = "",
    deck: Deck | None = None,
    copies: Iterable[int] | None = None,
    confirmed: bool = False,
) -> Match | None:
    """A player wants a rematch, with the same cards or with others; gives the new match once both want it.

    When there is one already, it is given, whoever asks. Raises NotFound no_match; NotAllowed not_a_player; Conflict
    rematch_too_early, rematch_too_late, rematch_cards (the same cards cannot be brought again); what `hand_choose`
    and a challenge raise.
    """
    settle_match(match_id=match_id)
    heal()
    own_addition = read_addition(addition)
    ids = None if copies is None else list(copies)
    return _rematch_offer(
        match_id=match_id, user=user, addition=own_addition, deck=deck, copies=ids, confirmed=confirmed
    )


@transaction.atomic
def _rematch_offer(
    *, match_id: int, user: User, addition: str, deck: Deck | None, copies: list[int] | None, confirmed: bool
) -> Match | None:
    last = match_lock(match_id=match_id)
    seat = own_seat(match=last, user=user)
    if made := last.rematches.first():
        return made
    moment = now()
    _check_time(last, moment)
    terms = rematch_terms(last)
    players = seats(last)
    other = next(each for each in players.values() if each.pk != seat.pk)
    if last.with_people:
        require_not_blocked(user=user, other=other.user)
        require(user=user, terms=terms, moment=moment)
        bet_check(bet=terms.bet, user=user, other=other.user)
    else:
        require_free(user)
    if terms.uses_random:
        if _had_copies(last, seat):
            _check_pools(user, other, terms)
        seat.rematch_copies = None
    elif deck is not None or copies is not None:
        hand = hand_choose(user=user, terms=terms, deck=deck, copies=copies, confirmed=confirmed)
        seat.rematch_copies = hand.copy_ids
    else:
        seat.rematch_copies = None
        _same_cards(last, seat, terms, to_self=True)
    seat.wants_rematch, seat.rematch_addition = True, addition
    seat.save(update_fields=["wants_rematch", "rematch_addition", "rematch_copies"])
    last.version += 1
    last.save(update_fields=["version"])
    announce.after_commit(announce.match_changed, last.pk)
    if not (other.wants_rematch or other.user.is_robot):
        return None
    if last.with_people:
        require_other(user=other.user, terms=terms, moment=moment)
    return _begin(last, terms, {**players, seat.colour: seat}, moment)


def rematch_decline(*, match_id: int, user: User) -> Match:
    """Takes one's wish for a rematch back, or turns the other's down; both wishes are gone then.

    Raises NotFound no_match; NotAllowed not_a_player.
    """
    settle_match(match_id=match_id)
    return _rematch_decline(match_id=match_id, user=user)


@transaction.atomic
def _rematch_decline(*, match_id: int, user: User) -> Match:
    match = match_lock(match_id=match_id)
    own_seat(match=match, user=user)
    if match.seats.filter(wants_rematch=True).update(wants_rematch=False, rematch_addition="", rematch_copies=None):
        match.version += 1
        match.save(update_fields=["version"])
        announce.after_commit(announce.match_changed, match.pk)
    return match


def rematch_terms(match: Match) -> Terms:
    """The terms of a rematch: those of the match, but that it is open or private as the match is now."""
    return read_terms(
        house=match.house,
        rules=match.setup["rules"],
        trade=match.setup["trade"],
        draw=match.setup["draw"],
        option=match.option,
        move_time=match.move_time,
        bet=match.bet,
    )


def _check_pools(user: User, other: Seat, terms: Terms) -> None:
    """Raises Conflict no_random_hand, opponent_no_random_hand, where Random has nothing to draw from."""
    if user.is_person and (why := why_no_hand(user=user, terms=terms)):
        raise Conflict("no_random_hand", why)
    if other.user.is_person and (why := why_no_hand_other(user=other.user, terms=terms)):
        raise Conflict("opponent_no_random_hand", why)


def _check_time(last: Match, moment: datetime) -> None:
    if last.state not in (Match.State.HELD, Match.State.OVER):
        raise Conflict("rematch_too_early", _("The match, or the choice of its spoils, is not over yet."))
    if (last.is_demo and not last.with_people) or last.played_on_from_id:
        raise Conflict("rematch_too_late", _("There is no rematch of this match."))
    if not is_rematch_time(last, moment) or last.next_seed is None:
        raise Conflict("rematch_too_late", _("It is too late for a rematch: send a challenge."))


def is_rematch_time(last: Match, moment: datetime) -> bool:
    """Whether a rematch of a match that is over may still be wanted at a moment."""
    return last.ended_at is not None and moment <= last.ended_at + REMATCH_TIME


def why_not_the_same(last: Match, seat: Seat) -> str:
    """Why a player cannot bring the same five cards into a rematch, as a sentence; empty where they can."""
    terms = rematch_terms(last)
    if terms.uses_random:
        return ""
    try:
        _same_cards(last, seat, terms, to_self=True)
    except GameError as error:
        return error.message
    return ""


def _begin(last: Match, terms: Terms, players: dict[str, Seat], moment: datetime) -> Match:
    """The new match: blue plays red now."""
    seed = last.next_seed
    assert seed is not None
    seed.used_at = moment
    seed.save(update_fields=["used_at"])
    return match_start(
        terms=terms,
        blue=_entrant(last, players["red"], terms),
        red=_entrant(last, players["blue"], terms),
        seed=seed,
        moment=moment,
        rematch_of=last,
        delay=last.delay,
    )


def _entrant(last: Match, seat: Seat, terms: Terms) -> Entrant:
    """What a player brings into the rematch; lent hands are lent anew."""
    addition = seat.rematch_addition
    if seat.rematch_copies is None and not _had_copies(last, seat):
        total = lent_total(terms) if terms.uses_random else _level_total(last, seat)
        return Entrant(seat.user, lent_hand(total=total, terms=terms), addition=addition)
    hand = Hand(()) if terms.uses_random else _rematch_hand(last, seat, terms)
    return Entrant.of(seat.user, hand, terms, addition=addition)


def _level_total(last: Match, seat: Seat) -> int:
    return sum(card["level"] for card in brought_cards(last, seat.colour))


def _had_copies(last: Match, seat: Seat) -> bool:
    return last.brought.filter(key__startswith=seat.colour[0]).exists()


def _rematch_hand(last: Match, seat: Seat, terms: Terms) -> Hand:
    """The copies that the player chose for the rematch, or those for the same five cards; all still there."""
    if seat.rematch_copies is None:
        return _same_cards(last, seat, terms, to_self=False)
    ids: list[int] = seat.rematch_copies
    held = {copy.pk: copy for copy in Copy.objects.filter(pk__in=ids, owner=seat.user).select_related("card__series")}
    if len(held) < len(ids):
        raise _cannot_bring(seat, to_self=False)
    return Hand(tuple(held[pk] for pk in ids))


def _same_cards(last: Match, seat: Seat, terms: Terms, *, to_self: bool) -> Hand:
    """Own copies for the five cards that the player brought. Raises Conflict rematch_cards."""
    if not _had_copies(last, seat):
        return Hand(())
    ids = [card["id"] for card in brought_cards(last, seat.colour)]
    try:
        hand = Hand(tuple(copies_for(user=seat.user, card_ids=ids)), seat.deck_name)
        hand_check(hand.copies, terms)
    except GameError:
        if last.state == Match.State.HELD:
            raise _still_held(seat, to_self=to_self) from None
        raise _cannot_bring(seat, to_self=to_self) from None
    return hand


def _still_held(seat: Seat, *, to_self: bool) -> Conflict:
    if to_self:
        sentence = _("These five cards stay where they are until the match was shown: choose another deck meanwhile.")
        return Conflict("rematch_cards", sentence)
    sentence = _("The five cards of %(player)s stay where they are until the match was shown.")
    return Conflict("opponent_rematch_cards", sentence % {"player": seat.user.username})


def _cannot_bring(seat: Seat, *, to_self: bool) -> Conflict:
    if to_self:
        return Conflict("rematch_cards", _("You no longer have these five cards: choose another deck for the rematch."))
    return Conflict(
        "opponent_rematch_cards",
        _("%(player)s no longer has the five cards for the rematch.") % {"player": seat.user.username},
    )
