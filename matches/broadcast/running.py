"""The running matches that anybody may watch, with what people choose one by: house, ratings, stake, spectators."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from accounts.models import User
from matches.models import Match, Option
from matches.queries.public import running_now
from matches.ratings.queries import RatingNow, ratings_of
from matches.services.terms import WITHOUT_STAKES
from triad.presence import audiences_of

#: So many are looked at, the newest.
MOST = 200
#: How many cards may change hands by a trade rule; by those that are not named here all five.
CARDS: Mapping[str, int] = {**dict.fromkeys(WITHOUT_STAKES, 0), "random": 1, "one": 1, "two": 2, "three": 3, "four": 4}
ALL_CARDS = 5
#: Where nobody can have a rating: below every pair of people.
NO_STRENGTH = -1


@dataclass(frozen=True, slots=True)
class Running:
    """A running match; `cards` is how many may change hands, `strength` what its players' ratings surely reach."""

    id: int
    house: str
    rules: tuple[str, ...]
    trade: str
    blue: str
    red: str
    ratings: tuple[RatingNow, ...] = ()
    strength: int = NO_STRENGTH
    cards: int = 0
    bet: int = 0
    viewers: int = 0


def running(*, house: str = "") -> list[Running]:
    """The running matches that are not private, the newest first; of one house if it is named."""
    rows = Match.objects.filter(running_now()).exclude(option=Option.PRIVATE)
    if house:
        rows = rows.filter(house=house)
    matches = list(rows.prefetch_related("seats__user").order_by("-pk")[:MOST])
    ratings = _ratings(matches)
    crowds = audiences_of([match.pk for match in matches])
    return [_running(match, ratings, crowds.get(match.pk, (0, ()))[0]) for match in matches]


def strength_of(ratings: Iterable[RatingNow]) -> int:
    """The sum of what ratings surely reach, each less twice its uncertainty: many matches count more than luck."""
    sure = [max(0, each.value - 2 * each.deviation) for each in ratings]
    return sum(sure) if sure else NO_STRENGTH


#: By what the list can be sorted, the highest first; where that is equal, as the TV chooses.
ORDERS: Mapping[str, Callable[[Running], tuple[int, ...]]] = {
    "rating": lambda each: (each.strength, each.cards, each.bet, each.viewers, each.id),
    "stake": lambda each: (each.cards, each.bet, each.strength, each.viewers, each.id),
    "viewers": lambda each: (each.viewers, each.strength, each.cards, each.bet, each.id),
    "newest": lambda each: (each.id,),
}


def best(matches: Iterable[Running]) -> Running | None:
    """The match for the TV: the strongest players, then the higher stake in cards, then in points, then the most
    spectators, then the newest."""
    return max(matches, key=ORDERS["rating"], default=None)


def _ratings(matches: list[Match]) -> dict[tuple[str, int], RatingNow]:
    """By house and player the ratings of people who play people, in one query a house."""
    players: dict[str, set[User]] = {}
    for match in matches:
        if match.with_people:
            players.setdefault(match.house, set()).update(seat.user for seat in match.seats.all())
    return {
        (house, user_id): rating
        for house, users in players.items()
        for user_id, rating in ratings_of(users, house).items()
    }


def _running(match: Match, ratings: Mapping[tuple[str, int], RatingNow], viewers: int) -> Running:
    seats = sorted(match.seats.all(), key=lambda seat: seat.colour)
    found = tuple(
        ratings[match.house, seat.user_id]
        for seat in seats
        if (match.house, seat.user_id) in ratings and match.with_people
    )
    trade = match.setup.get("trade", "none")
    return Running(
        id=match.pk,
        house=match.house,
        rules=tuple(match.setup.get("rules", ())),
        trade=trade,
        blue=seats[0].user.username,
        red=seats[1].user.username,
        ratings=found,
        strength=strength_of(found),
        cards=CARDS.get(trade, ALL_CARDS),
        bet=match.bet,
        viewers=viewers,
    )
