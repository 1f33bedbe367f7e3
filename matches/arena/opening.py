"""Challenges that name nobody: open ones, which stand in the lobby, and invites, which go by a link."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.limits import spend
from accounts.models import User, Wallet
from accounts.services.wallet import players_lock
from cards.models import Deck
from matches.models import Challenge, Option
from matches.services.bets import PART_OF_WALLET
from matches.services.challenge_rows import challenge_write
from matches.services.eligibility import require
from matches.services.hands import hand_choose
from matches.services.overdue import heal
from matches.services.seeds import read_addition, seed_take
from matches.services.terms import MOST_BET, Terms, read_terms
from triad.errors import Conflict, GameError, NotAllowed, NotFound

#: How long an open challenge and an invite wait.
OPEN_TIME = timedelta(hours=24)
#: The ways of a challenge that names nobody.
WAYS = (Challenge.Way.OPEN, Challenge.Way.INVITE)

_SIGNER = signing.Signer(sep=".", salt="matches.arena.invite")


def challenge_open(
    *,
    challenger: User,
    seed_id: int,
    way: str = Challenge.Way.OPEN,
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
    """Asks whoever comes first for a match, in the lobby (`open`) or by a link (`invite`), for 24 hours.

    Raises what `read_terms`, `hand_choose` and `seed_take` raise; NotAllowed needs_account; GameError way_unknown;
    TooOften; Conflict many_waiting, in_a_match, bets_closed, newcomer, inexperienced, few_cards, barred, bet_too_high.
    """
    moment = heal()
    if way not in WAYS:
        raise GameError("way_unknown", _("A challenge stands in the lobby or goes by a link."))
    if not challenger.is_person:
        raise NotAllowed("needs_account", _("Sign up to challenge people; robots play with guests too."))
    terms = read_terms(
        house=house, rules=rules, trade=trade, draw=draw, option=option, move_time=move_time, bet=bet, first=first
    )
    own_addition = read_addition(addition)
    spend("open", challenger.pk)
    with transaction.atomic():
        held = players_lock(user_ids=[challenger.pk])[challenger.pk]
        _require_room(challenger, moment)
        require(user=held, terms=terms, moment=moment)
        _check_bet(challenger, terms)
        hand = hand_choose(user=challenger, terms=terms, deck=deck, copies=copies, confirmed=confirmed)
        seed_take(seed_id=seed_id, owner=challenger, moment=moment)
        row = Challenge(challenger=challenger, way=way, seed_id=seed_id, addition=own_addition)
        return challenge_write(challenge=row, terms=terms, hand=hand, moment=moment, waits=OPEN_TIME)


def invite_token(challenge: Challenge) -> str:
    """What the link of an invite is made of: nobody else can make it."""
    return _SIGNER.sign(str(challenge.pk))


def invite_of(token: str) -> Challenge:
    """The invite of a link, whatever has become of it. NotFound no_invite for what is no such link."""
    try:
        challenge_id = int(_SIGNER.unsign(token))
    except (signing.BadSignature, ValueError):
        challenge_id = 0
    rows = Challenge.objects.select_related("challenger", "opponent", "seed", "match")
    found = rows.filter(pk=challenge_id, way=Challenge.Way.INVITE).first()
    if found is None:
        raise NotFound("no_invite", _("There is no such invite. Perhaps a part of the link is missing."))
    return found


def open_bet_limit(user: User) -> int:
    """The highest bet that the player can offer to whoever comes first: a tenth of the own wallet, 500 at most."""
    points = Wallet.objects.values_list("points", flat=True).get(user=user)
    return min(MOST_BET, points // PART_OF_WALLET)


def _check_bet(user: User, terms: Terms) -> None:
    if terms.bet and terms.bet > (limit := open_bet_limit(user)):
        sentence = ngettext(
            "The bet is a tenth of your wallet at most: %(limit)d point now.",
            "The bet is a tenth of your wallet at most: %(limit)d points now.",
            limit,
        )
        raise Conflict("bet_too_high", sentence % {"limit": limit})


def _require_room(user: User, moment: datetime) -> None:
    """Raises Conflict many_waiting where the player has enough of them waiting."""
    own = Challenge.objects.filter(challenger=user, way__in=WAYS)
    most = settings.OPEN_CHALLENGES_AT_ONCE
    if own.filter(state=Challenge.State.WAITING, expires_at__gt=moment).count() >= most:
        raise Conflict(
            "many_waiting",
            ngettext(
                "%(count)d open challenge or invite of yours waits already. Withdraw it first.",
                "%(count)d open challenges and invites of yours wait already. Withdraw one first.",
                most,
            )
            % {"count": most},
        )
