"""Matches against robots: at once, with own or lent cards, nothing at stake (RULES 5, 7)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from random import Random
from secrets import SystemRandom

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.limits import spend
from accounts.models import Kind, User
from accounts.services.wallet import players_lock
from cards.models import Deck
from matches.live.sight import Audience, known_to
from matches.models import Match, Option, Seat
from matches.queries.records import seats, standing
from matches.robots import ROBOTS, robot_of
from matches.robots.sight import see
from matches.services.hands import hand_choose
from matches.services.heart import heal
from matches.services.lending import LENT_TOTAL, lent_hand, lent_total
from matches.services.locks import match_lock
from matches.services.matches import Entrant, match_start
from matches.services.placing import place
from matches.services.random_hands import why_no_hand
from matches.services.seeds import read_addition, seed_make, seed_use
from matches.services.terms import Terms, read_terms
from triad.clock import now
from triad.errors import Conflict, GameError, NotFound

DEMO_RULES = ("open", "same", "plus", "combo", "elemental")
DEMO_PAUSE = timedelta(seconds=8)

_SYSTEM_RANDOM = SystemRandom()


@transaction.atomic
def robots_load() -> int:
    """Makes the accounts of the robots that are missing; gives how many it made."""
    made = 0
    for robot in ROBOTS.values():
        if not User.objects.filter(username=robot.username).exists():
            User.objects.create_user(username=robot.username, password=None, kind=Kind.ROBOT)
            made += 1
    return made


def robot_match_start(
    *,
    user: User,
    robot: str,
    seed_id: int | None = None,
    addition: str = "",
    house: str = "deling",
    rules: Iterable[str] = (),
    trade: str = "none",
    draw: str | None = None,
    move_time: int | None = None,
    option: str = Option.OPEN,
    deck: Deck | None = None,
    copies: Iterable[int] | None = None,
    lent: bool = False,
    first: str = "",
    random: Random = _SYSTEM_RANDOM,
) -> Match:
    """A match of a person or guest against a robot (its key: easy, steady, sharp); the person is blue.

    With a deck or copies of one's own, or with a hand that is lent and suits the house. With Random the hand is
    drawn from one's own copies, or lent where that is wanted (`lent`) or these give none. The trade rule is `none`
    or `training`. Raises what `read_terms` and `hand_choose` raise; GameError robot_stakes; NotFound no_robot;
    Conflict in_a_match, in_a_robot_match, no_cards, seed_used; TooOften.
    """
    moment = heal()
    terms = read_terms(
        house=house, rules=rules, trade=trade or "none", draw=draw, option=option, move_time=move_time, first=first
    )
    if terms.staked:
        raise GameError("robot_stakes", _("Against a robot nothing is at stake."))
    own_addition = read_addition(addition)
    opponent = robot_user(robot)
    with transaction.atomic():
        players_lock(user_ids=[user.pk])
        require_free(user)
        if _is_lent(user, terms, wanted=lent, named=deck is not None or copies is not None):
            own = Entrant(user, lent_hand(total=lent_total(terms), terms=terms, random=random), addition=own_addition)
        else:
            hand = hand_choose(user=user, terms=terms, deck=deck, copies=copies)
            own = Entrant.of(user, hand, terms, addition=own_addition)
        spend("robot", user.pk)
        total = sum(card["level"] for card in own.cards) or lent_total(terms)
        seed = seed_make() if seed_id is None else None
        return match_start(
            terms=terms,
            blue=own,
            red=Entrant(opponent, lent_hand(total=total, terms=terms, random=random)),
            seed=seed_use(seed_id=seed.pk if seed else seed_id or 0, owner=user, moment=moment),
            moment=moment,
        )


def robot_move(*, match_id: int) -> None:
    """Lets the robot on turn place a card, if it is due; twice at once is one placement."""
    seen = Match.objects.filter(pk=match_id, state=Match.State.PLAYING, robot_at__lte=now()).first()
    if seen is None:
        return
    at = standing(seen)
    seat = seats(seen)[seen.turn]
    robot = robot_of(seat.user.username)
    assert robot is not None and at.round is not None
    # Thinks before anything is locked.
    placement = robot.choose(see(at.round, known_to(_colour(seen.turn), at)), _SYSTEM_RANDOM)
    with transaction.atomic():
        match = match_lock(match_id=match_id)
        if match.version == seen.version and match.state == Match.State.PLAYING:
            place(match=match, at=at, placement=placement, moment=now())


def demo_begin() -> Match | None:
    """Lets two robots begin to play each other, for ever (`demo_continue`); None if two do already."""
    if _demo_matches().exists():
        return None
    return _demo_match("steady", "sharp", heal(), None)


def demo_continue(*, moment: datetime) -> Match | None:
    """Begins the next match of two robots some seconds after their last one ended, the colours changed."""
    over = _demo_matches().filter(state=Match.State.OVER, ended_at__lte=moment - DEMO_PAUSE)
    last = over.order_by("-ended_at").first()
    if last is None or last.rematches.exists():
        return None
    players = seats(last)
    blue, red = (robot_of(players[colour].user.username) for colour in ("red", "blue"))
    if blue is None or red is None:
        return None
    try:
        return _demo_match(blue.key, red.key, moment, last)
    except IntegrityError:
        return None


def _demo_matches() -> QuerySet[Match]:
    return Match.objects.filter(is_demo=True, with_people=False)


@transaction.atomic
def _demo_match(blue: str, red: str, moment: datetime, last: Match | None) -> Match:
    terms = read_terms(house="deling", rules=DEMO_RULES, trade="none")
    seed = seed_make()
    hands = [lent_hand(total=LENT_TOTAL) for _colour in range(2)]
    players = [robot_user(key) for key in (blue, red)]
    return match_start(
        terms=terms,
        blue=Entrant(players[0], hands[0]),
        red=Entrant(players[1], hands[1]),
        seed=seed_use(seed_id=seed.pk, owner=players[0], moment=moment),
        moment=moment,
        rematch_of=last,
        is_demo=True,
    )


def robot_user(key: str) -> User:
    """The account of a robot by its key. Raises NotFound no_robot."""
    robot = ROBOTS.get(key)
    user = User.objects.filter(username=robot.username, kind=Kind.ROBOT).first() if robot else None
    if user is None:
        raise NotFound("no_robot", _("There is no such robot."))
    return user


def require_free(user: User) -> None:
    """Raises Conflict in_a_match, in_a_robot_match, if the player can begin no match against a robot now."""
    if user.is_robot:
        raise GameError("robot_cannot_ask", _("Robots wait to be asked."))
    busy = set(Seat.objects.filter(user=user).exclude(busy="").values_list("busy", flat=True))
    if Seat.Busy.PEOPLE in busy:
        raise Conflict("in_a_match", _("You are in a match that is not over, or whose spoils are not chosen yet."))
    if Seat.Busy.ROBOT in busy:
        raise Conflict("in_a_robot_match", _("You are playing a robot already: finish or leave that match first."))


def _is_lent(user: User, terms: Terms, *, wanted: bool, named: bool) -> bool:
    """Whether the player's hand is lent: it is wanted, or nothing of one's own is named or can be drawn."""
    if wanted:
        return True
    return bool(why_no_hand(user=user, terms=terms)) if terms.uses_random else not named


def _colour(turn: str) -> Audience:
    return "blue" if turn == "blue" else "red"
