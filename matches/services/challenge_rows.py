"""The rows of challenges: how one is written, who may look at it, and what is said of one that has ended."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from accounts.blocks import is_blocked
from accounts.models import User
from matches.live import announce
from matches.models import Challenge, ChallengeCopy
from matches.services.hands import Hand
from matches.services.terms import Terms
from triad.errors import NotAllowed, NotFound


def challenge_write(*, challenge: Challenge, terms: Terms, hand: Hand, moment: datetime, waits: timedelta) -> Challenge:
    """Writes a challenge with its terms and hand, to wait for so long; runs in the caller's transaction."""
    challenge.house, challenge.rules = terms.house.key, sorted(terms.rules)
    challenge.trade, challenge.draw, challenge.option = terms.trade, terms.draw, terms.option
    challenge.move_time, challenge.bet, challenge.first = terms.move_time, terms.bet, terms.first
    challenge.deck_name = hand.deck_name
    challenge.made_at, challenge.expires_at = moment, moment + waits
    challenge.save()
    ChallengeCopy.objects.bulk_create(
        ChallengeCopy(challenge=challenge, position=place, copy=copy) for place, copy in enumerate(hand.copies, 1)
    )
    announce.after_commit(announce.challenge_changed, challenge.pk)
    return challenge


def challenge_for(*, challenge_id: int, user: User, invited: bool = False) -> Challenge:
    """A challenge that the player made, was asked by, or may answer: one that stands in the lobby, or, `invited`, one
    whose link the player came by. NotFound no_challenge for others; NotAllowed needs_account for guests."""
    rows = Challenge.objects.select_related("challenger", "opponent", "seed", "match")
    challenge = rows.filter(pk=challenge_id).first()
    ways = {Challenge.Way.OPEN, Challenge.Way.INVITE} if invited else {Challenge.Way.OPEN}
    if challenge is not None and user.pk in (challenge.challenger_id, challenge.opponent_id):
        return challenge
    if challenge is None or challenge.way not in ways or is_blocked(challenge.challenger, user):
        raise NotFound("no_challenge", _("There is no such challenge."))
    if not user.is_person:
        raise NotAllowed("needs_account", _("Sign up to challenge people; robots play with guests too."))
    return challenge


def away_sentence(challenger: User) -> str:
    """Why a challenge that names nobody cannot be accepted just now."""
    return _("%(player)s is not here just now; the challenge can be accepted again once they are.") % {
        "player": challenger.username
    }


def over_sentence(state: str) -> str:
    """Why a challenge in this state can no longer be answered."""
    return {
        Challenge.State.ACCEPTED: _("This challenge has been accepted: the match has begun."),
        Challenge.State.REFUSED: _("This challenge has been refused."),
        Challenge.State.WITHDRAWN: _("This challenge has been withdrawn."),
        Challenge.State.BROKEN: _("This challenge has ended: it can no longer be played."),
    }.get(Challenge.State(state), _("This challenge has expired."))
