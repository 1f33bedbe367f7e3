"""Challenges: sent, accepted, refused, withdrawn (RULES 3, 5, 6, 7)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.blocks import require_not_blocked
from accounts.civility.sanctions import check_may_speak, is_suspended
from accounts.limits import spend
from accounts.models import User
from accounts.queries import is_connected
from accounts.services.wallet import players_lock
from cards.frozen import frozen_among
from cards.models import Deck
from matches.live import announce
from matches.models import Challenge, ChallengeCopy, Match, Option
from matches.services.bets import bet_check
from matches.services.challenge_rows import away_sentence, challenge_for, challenge_write, over_sentence
from matches.services.eligibility import require, require_other
from matches.services.hands import Hand, hand_check, hand_choose
from matches.services.matches import Entrant, match_start
from matches.services.overdue import heal, is_overdue, settle_challenge
from matches.services.random_hands import why_no_hand
from matches.services.seeds import read_addition, seed_take
from matches.services.terms import Terms, read_terms
from triad.clock import now
from triad.errors import Conflict, GameError, NotAllowed, NotFound

#: How long a challenge waits.
WAITING_TIME = timedelta(minutes=10)
LONGEST_REASON = 200


def challenge_send(
    *,
    challenger: User,
    opponent: User,
    seed_id: int,
    addition: str = "",
    house: str = "deling",
    rules: Iterable[str] = (),
    trade: str | None = None,
    draw: str | None = None,
    option: str = Option.OPEN,
    move_time: int | None = None,
    deck: Deck | None = None,
    copies: Iterable[int] | None = None,
    confirmed: bool = False,
    bet: int = 0,
    first: str = "",
) -> Challenge:
    """Asks another player for a match, with the five cards that the challenger will bring; with Random, without any.

    Raises what `read_terms`, `hand_choose` and `seed_take` raise; NotAllowed needs_account; Conflict not_challengeable
    (oneself, a robot, a guest, a closed account), do_not_disturb, already_challenged, in_a_match, bets_closed,
    newcomer, inexperienced, few_cards, barred, and the last five with `opponent_` before them; bet_too_high; apart;
    TooOften.
    """
    spend("challenge", challenger.pk)
    moment = heal()
    terms = read_terms(
        house=house,
        rules=rules,
        trade=trade,
        draw=draw,
        option=option,
        move_time=move_time,
        bet=bet,
        first=first,
    )
    own_addition = read_addition(addition)
    _check_pair(challenger, opponent)
    with transaction.atomic():
        players = players_lock(user_ids=[challenger.pk, opponent.pk])
        require_not_blocked(user=challenger, other=opponent)
        if players[opponent.pk].do_not_disturb:
            raise Conflict(
                "do_not_disturb", _("%(player)s does not want to be disturbed now.") % {"player": opponent.username}
            )
        waiting = Challenge.objects.filter(
            challenger=challenger, opponent=opponent, state=Challenge.State.WAITING, expires_at__gt=moment
        )
        if waiting.exists():
            raise Conflict(
                "already_challenged",
                _("Your challenge to %(player)s is waiting for an answer.") % {"player": opponent.username},
            )
        _expire_before(challenger, opponent, moment)
        require(user=players[challenger.pk], terms=terms, moment=moment)
        require_other(user=opponent, terms=terms, moment=moment, busy_matters=False)
        bet_check(bet=terms.bet, user=challenger, other=opponent)
        hand = hand_choose(user=challenger, terms=terms, deck=deck, copies=copies, confirmed=confirmed)
        seed_take(seed_id=seed_id, owner=challenger, moment=moment)
        row = Challenge(challenger=challenger, opponent=opponent, seed_id=seed_id, addition=own_addition)
        return challenge_write(challenge=row, terms=terms, hand=hand, moment=moment, waits=WAITING_TIME)


def challenge_accept(
    *,
    challenge_id: int,
    user: User,
    addition: str = "",
    deck: Deck | None = None,
    copies: Iterable[int] | None = None,
    confirmed: bool = False,
    invited: bool = False,
) -> Match:
    """Accepts a challenge with five cards of one's own, and begins the match; `invited` says that the player came by
    the link of an invite.

    Raises NotFound no_challenge; NotAllowed not_for_you (the challenger's own), needs_account; Conflict challenge_over,
    challenge_broken (a card of it is gone, or the challenger may not play it any more: it has ended then),
    opponent_away (nobody was named, and the challenger is not here now); what `hand_choose` raises; in_a_match,
    bets_closed, newcomer, inexperienced, few_cards, barred, the same with `opponent_` before them; bet_too_high.
    """
    moment = heal()
    found = challenge_for(challenge_id=challenge_id, user=user, invited=invited)
    if is_overdue(found, moment):
        settle_challenge(challenge_id=challenge_id)
    if found.challenger_id == user.pk:
        raise NotAllowed("not_for_you", _("Only the one who was challenged can accept."))
    own_addition = read_addition(addition)
    ids = None if copies is None else list(copies)
    done = _accept(challenge=found, user=user, addition=own_addition, deck=deck, copies=ids, confirmed=confirmed)
    if isinstance(done, Match):
        return done
    raise Conflict("challenge_broken", done)


@transaction.atomic
def _accept(
    *, challenge: Challenge, user: User, addition: str, deck: Deck | None, copies: list[int] | None, confirmed: bool
) -> Match | str:
    """The match, or the sentence with which the challenge has ended."""
    players = players_lock(user_ids=[challenge.challenger_id, user.pk])
    moment = now()
    challenge = _locked_waiting(challenge.pk, moment)
    challenger, accepter = players[challenge.challenger_id], players[user.pk]
    terms = terms_of(challenge)
    require_not_blocked(user=accepter, other=challenger)
    if not challenge.is_named and not is_connected(challenger):
        raise Conflict("opponent_away", away_sentence(challenger))
    brought = challenge_hand(challenge)
    if broken := _why_broken(brought, challenger, terms):
        _end(challenge, Challenge.State.BROKEN, moment, broken)
        return broken
    require(user=accepter, terms=terms, moment=moment)
    require_other(user=challenger, terms=terms, moment=moment)
    bet_check(bet=terms.bet, user=accepter, other=challenger)
    hand = hand_choose(user=accepter, terms=terms, deck=deck, copies=copies, confirmed=confirmed)
    challenge.opponent = accepter
    _end(challenge, Challenge.State.ACCEPTED, moment)
    return match_start(
        terms=terms,
        blue=Entrant.of(challenger, brought, terms, addition=challenge.addition),
        red=Entrant.of(accepter, hand, terms, addition=addition),
        seed=challenge.seed,
        moment=moment,
        challenge=challenge,
    )


def challenge_refuse(*, challenge_id: int, user: User, reason: str = "") -> Challenge:
    """Refuses a challenge, with a reason if wanted.

    Raises NotFound no_challenge; NotAllowed not_for_you, muted (a reason is words to another); Conflict
    challenge_over; GameError reason_too_long.
    """
    challenge = _own(challenge_id, user)
    if challenge.opponent_id != user.pk:
        raise NotAllowed("not_for_you", _("Only the one who was challenged can refuse."))
    reason = "".join(sign for sign in " ".join(reason.split()) if sign.isprintable())
    if len(reason) > LONGEST_REASON:
        raise GameError("reason_too_long", _("A reason has 200 characters at most."))
    if reason:
        check_may_speak(user)
    return _settle_by_hand(challenge, Challenge.State.REFUSED, reason)


def challenge_withdraw(*, challenge_id: int, user: User) -> Challenge:
    """Takes a challenge back before it is answered.

    Raises NotFound no_challenge; NotAllowed not_yours; Conflict challenge_over.
    """
    challenge = _own(challenge_id, user)
    if challenge.challenger_id != user.pk:
        raise NotAllowed("not_yours", _("Only the challenger can withdraw a challenge."))
    return _settle_by_hand(challenge, Challenge.State.WITHDRAWN)


def terms_of(challenge: Challenge) -> Terms:
    """The terms that a challenge names. Raises what `read_terms` raises, if the house has changed since."""
    return read_terms(
        house=challenge.house,
        rules=challenge.rules,
        trade=challenge.trade,
        draw=challenge.draw,
        option=challenge.option,
        move_time=challenge.move_time,
        bet=challenge.bet,
        first=challenge.first,
    )


def challenge_hand(challenge: Challenge) -> Hand:
    """The five copies that a challenge was sent with."""
    rows = ChallengeCopy.objects.filter(challenge=challenge).select_related("copy__card__series")
    return Hand(tuple(row.copy for row in rows.order_by("position")), challenge.deck_name)


def _check_pair(challenger: User, opponent: User) -> None:
    if not challenger.is_person:
        raise NotAllowed("needs_account", _("Sign up to challenge people; robots play with guests too."))
    if challenger.pk == opponent.pk:
        raise Conflict("not_challengeable", _("You cannot challenge yourself."))
    if not opponent.is_person or not opponent.is_active or is_suspended(opponent):
        raise Conflict("not_challengeable", _("%(player)s cannot be challenged.") % {"player": opponent.username})


def _expire_before(challenger: User, opponent: User, moment: datetime) -> None:
    """Lets an overdue challenge of this pair expire that nobody has looked at since, to make room for the next."""
    old = Challenge.objects.filter(challenger=challenger, opponent=opponent, state=Challenge.State.WAITING)
    old.filter(expires_at__lte=moment).update(state=Challenge.State.EXPIRED, settled_at=moment)


def _own(challenge_id: int, user: User) -> Challenge:
    """A challenge between the player and somebody, settled where it was overdue."""
    moment = heal()
    challenge = Challenge.objects.filter(pk=challenge_id).first()
    if challenge is None or user.pk not in (challenge.challenger_id, challenge.opponent_id):
        raise NotFound("no_challenge", _("There is no such challenge."))
    if is_overdue(challenge, moment):
        settle_challenge(challenge_id=challenge_id)
    return challenge


def _locked_waiting(challenge_id: int, moment: datetime) -> Challenge:
    challenge = Challenge.objects.select_for_update().get(pk=challenge_id)
    if challenge.state != Challenge.State.WAITING or challenge.expires_at <= moment:
        raise Conflict("challenge_over", over_sentence(challenge.state))
    return challenge


def _why_broken(brought: Hand, challenger: User, terms: Terms) -> str:
    """Why the five cards of the challenger, who is locked, can no longer be played, as a sentence to both; empty if
    they can."""
    if terms.uses_random:
        if why_no_hand(user=challenger, terms=terms):
            return _("The challenger has no hand left that Random can draw, so this challenge has ended.")
        return ""
    if any(copy.owner_id != challenger.pk for copy in brought.copies) or frozen_among(brought.copy_ids):
        return _("One of the challenger's five cards is gone, so this challenge has ended.")
    try:
        hand_check(brought.copies, terms)
    except GameError:
        return _("The challenger's five cards are no legal deck any more, so this challenge has ended.")
    return ""


def _settle_by_hand(challenge: Challenge, state: Challenge.State, reason: str = "") -> Challenge:
    with transaction.atomic():
        moment = now()
        challenge = _locked_waiting(challenge.pk, moment)
        _end(challenge, state, moment, reason)
    return challenge


def _end(challenge: Challenge, state: Challenge.State, moment: datetime, reason: str = "") -> None:
    challenge.state, challenge.settled_at, challenge.reason = state, moment, reason
    challenge.save(update_fields=["opponent", "state", "settled_at", "reason"])
    announce.after_commit(announce.challenge_changed, challenge.pk)
