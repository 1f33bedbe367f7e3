"""Quick pairing: who looks for an opponent, two who are near each other, and the match that begins between them.

Pairs are made under lock by whoever comes first: a player who joins, a page, or the clock. The match waits for both
browsers: the commitment of its seed is shown to both before either adds anything to the draws, and who has gone
away meanwhile is in no match.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.blocks import is_blocked
from accounts.limits import spend
from accounts.models import User
from accounts.queries import CONNECTED_FOR
from accounts.services.wallet import players_lock
from cards.models import Deck
from cards.queries import point_value
from matches.arena.models import Pairing, Seek
from matches.arena.nearness import nearest_pair
from matches.arena.seeks import pairing_dissolve, seeks_end
from matches.houses import HOUSES
from matches.live import announce
from matches.models import Match, Seat
from matches.ratings.queries import rating_of
from matches.services.eligibility import require
from matches.services.hands import hand_choose
from matches.services.heart import heal
from matches.services.matches import Entrant, match_start
from matches.services.seeds import read_addition, seed_make, seed_use
from matches.services.terms import Terms, read_terms
from triad.clock import now
from triad.errors import Conflict, GameError, NotAllowed

#: So long both browsers have to answer.
READY_TIME = timedelta(seconds=15)
#: What may be at stake between two who do not choose each other.
QUICK_TRADES = ("none", "one")
#: The rules of a quick match, as far as the house has them.
QUICK_RULES = ("open", "same", "plus", "combo")


def quick_terms(*, house: str, trade: str) -> Terms:
    """The terms of a quick match in a house. Raises GameError house_unknown, trade_unknown, trade_not_in_house."""
    if trade not in QUICK_TRADES:
        raise GameError("trade_unknown", _("A quick match is for one card or for none."))
    place = HOUSES.get(house)
    rules = [name for name in QUICK_RULES if place and name in place.rules]
    return read_terms(house=house, rules=rules, trade=trade)


def seek_join(
    *,
    user: User,
    house: str = "deling",
    trade: str = "none",
    deck: Deck | None = None,
    copies: Iterable[int] | None = None,
    confirmed: bool = False,
) -> Seek:
    """A player looks for an opponent, with five cards chosen; looking already, the player looks anew.

    Raises what `quick_terms` and `hand_choose` raise; NotAllowed needs_account; TooOften; Conflict in_a_match,
    newcomer, inexperienced, barred, pairing_found.
    """
    moment = heal()
    if not user.is_person:
        raise NotAllowed("needs_account", _("Sign up to challenge people; robots play with guests too."))
    terms = quick_terms(house=house, trade=trade)
    spend("challenge", user.pk)
    with transaction.atomic():
        held = players_lock(user_ids=[user.pk])[user.pk]
        require(user=held, terms=terms, moment=moment)
        hand = hand_choose(user=user, terms=terms, deck=deck, copies=copies, confirmed=confirmed)
        if Seek.objects.filter(user=user, pairing__isnull=False).exists():
            raise Conflict("pairing_found", _("An opponent is found already: your match is about to begin."))
        seek, _made = Seek.objects.update_or_create(
            user=user,
            defaults={
                "house": terms.house.key,
                "trade": terms.trade,
                "copies": hand.copy_ids,
                "deck_name": hand.deck_name,
                "value": point_value(user),
                "rating": rating_of(player=user, house=terms.house.key).value,
                "joined_at": moment,
            },
        )
        announce.after_commit(announce.seek_changed, user.pk)
    pair_up(moment=moment)
    return seek


@transaction.atomic
def seek_leave(*, user: User) -> None:
    """A player looks for nobody any more; twice changes nothing."""
    players_lock(user_ids=[user.pk])
    seeks_end(user_ids=[user.pk])


def pair_up(*, moment: datetime) -> int:
    """Pairs all who are near enough now; gives how many pairs it made. Any number may call it at once."""
    made = 0
    for _try in range(1000):
        seeks = list(_waiting(moment).select_related("user"))
        found = nearest_pair(seeks, moment, apart=lambda one, other: is_blocked(one.user, other.user))
        if found is None:
            break
        made += _pair(*found, moment)
    return made


def _waiting(moment: datetime) -> QuerySet[Seek]:
    return Seek.objects.filter(pairing=None, user__is_active=True, user__seen_at__gt=moment - CONNECTED_FOR)


@transaction.atomic
def _pair(one: Seek, other: Seek, moment: datetime) -> bool:
    """Pairs two, if both still look; the one who has waited longer is blue."""
    players = players_lock(user_ids=[one.user_id, other.user_id])
    found = Seek.objects.select_for_update().filter(pk__in=[one.pk, other.pk], pairing=None)
    both = sorted(found.order_by("pk"), key=lambda seek: (seek.joined_at, seek.pk))
    if (
        len(both) < 2
        or is_blocked(*players.values())
        or (both[0].house, both[0].trade) != (both[1].house, both[1].trade)
    ):
        return False
    blue, red = both
    seed = seed_make(owner=players[blue.user_id])
    pairing = Pairing.objects.create(seed=seed, found_at=moment, expires_at=moment + READY_TIME)
    for seek, colour in ((blue, "blue"), (red, "red")):
        Seek.objects.filter(pk=seek.pk).update(pairing=pairing, colour=colour, ready=False, addition="")
        announce.after_commit(announce.seek_changed, seek.user_id)
    return True


def pairing_ready(*, pairing_id: int, user: User, addition: str = "") -> Match | None:
    """A browser has seen the commitment and adds to the draws; with the second of the two the match begins.

    None while the other's answer is awaited. What was added first stands. Raises Conflict pairing_over,
    pairing_broken (one of the two cannot play it any more; the other looks on); GameError bad_addition.
    """
    own_addition = read_addition(addition)
    users = list(Seek.objects.filter(pairing=pairing_id).values_list("user", flat=True))
    done = _ready(pairing_id, user, own_addition, users)
    if isinstance(done, str):
        raise Conflict("pairing_broken", done)
    return done


@transaction.atomic
def _ready(pairing_id: int, user: User, addition: str, users: list[int]) -> Match | str | None:
    players = players_lock(user_ids=[*users, user.pk])
    moment = now()
    rows = Seek.objects.select_for_update().filter(pairing=pairing_id)
    seeks = {each.user_id: each for each in rows.order_by("pk")}
    if user.pk not in seeks:
        return _begun(user)
    pairing = Pairing.objects.select_related("seed").get(pk=pairing_id)
    if pairing.expires_at <= moment or set(seeks) != set(users) or len(seeks) < 2:
        raise _over()
    own = seeks[user.pk]
    if not own.ready:
        own.ready, own.addition = True, addition
        own.save(update_fields=["ready", "addition"])
        announce.after_commit(announce.seek_changed, user.pk)
    if not all(seek.ready for seek in seeks.values()):
        return None
    return _begin(pairing, sorted(seeks.values(), key=lambda each: each.colour), players, moment)


def _begin(pairing: Pairing, seeks: list[Seek], players: dict[int, User], moment: datetime) -> Match | str:
    """The match, or why there is none: who cannot play it looks no longer, the other looks on."""
    terms = quick_terms(house=seeks[0].house, trade=seeks[0].trade)
    entrants = []
    for seek in seeks:
        player = players[seek.user_id]
        try:
            require(user=player, terms=terms, moment=moment)
            hand = hand_choose(user=player, terms=terms, copies=seek.copies, confirmed=True)
        except GameError:
            seeks_end(user_ids=[player.pk])
            return _("%(player)s cannot play it any more, so no match begins.") % {"player": player.username}
        entrants.append(Entrant.with_copies(player, hand.copies, deck_name=seek.deck_name, addition=seek.addition))
    seed = seed_use(seed_id=pairing.seed_id, owner=entrants[0].user, moment=moment)
    return match_start(terms=terms, blue=entrants[0], red=entrants[1], seed=seed, moment=moment)


def _begun(user: User) -> Match:
    """The match that the player is in already. Raises Conflict pairing_over where there is none."""
    seat = Seat.objects.filter(user=user, busy=Seat.Busy.PEOPLE).select_related("match").first()
    if seat is None:
        raise _over()
    return seat.match


def _over() -> Conflict:
    return Conflict("pairing_over", _("That was too late: the opponent is gone. You can look for another."))


def pairings_settle(*, moment: datetime) -> None:
    """Ends the looking of who went away or did not answer in time, and pairs who has come near by waiting."""
    if not Seek.objects.exists():
        return
    for pairing_id in Pairing.objects.filter(expires_at__lte=moment).order_by("pk").values_list("pk", flat=True):
        _expire(pairing_id, moment)
    away = Seek.objects.filter(pairing=None).filter(
        Q(user__seen_at=None) | Q(user__seen_at__lte=moment - CONNECTED_FOR) | Q(user__is_active=False)
    )
    for user in User.objects.filter(pk__in=away.values("user")):
        seek_leave(user=user)
    pair_up(moment=moment)


@transaction.atomic
def _expire(pairing_id: int, moment: datetime) -> None:
    players_lock(user_ids=list(Seek.objects.filter(pairing=pairing_id).values_list("user", flat=True)))
    pairing = Pairing.objects.select_for_update().filter(pk=pairing_id, expires_at__lte=moment).first()
    if pairing is None:
        return
    silent = Seek.objects.filter(pairing=pairing_id, ready=False)
    seeks_end(user_ids=list(silent.values_list("user", flat=True)))
    pairing_dissolve(pairing_id=pairing_id)
