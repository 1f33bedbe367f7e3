"""How a rating moves: the Plackett-Luce model of openskill on a scale on which a newcomer stands at 1500."""

from __future__ import annotations

from typing import NamedTuple

from openskill.models import PlackettLuce


class Skill(NamedTuple):
    """What is known of a player in a house: the estimate, and how uncertain it is."""

    mu: float
    sigma: float


#: Everybody's first skill in a house.
START = Skill(1500.0, 350.0)
#: Fewer rated matches in a house than this are too few to say much: the rating is provisional.
PROVISIONAL_MATCHES = 10

_model = PlackettLuce(mu=START.mu, sigma=START.sigma, beta=START.sigma / 2, tau=START.sigma / 100)
#: The places of blue and red by the winner, equal in a draw.
_RANKS: dict[str, list[float]] = {"blue": [1, 2], "red": [2, 1], "draw": [1, 1]}


def moved(blue: Skill, red: Skill, winner: str) -> tuple[Skill, Skill]:
    """Both skills after a match that blue, red, or nobody (draw) won."""
    teams = [[_model.create_rating([skill.mu, skill.sigma])] for skill in (blue, red)]
    (after_blue,), (after_red,) = _model.rate(teams, ranks=_RANKS[winner])
    return Skill(after_blue.mu, after_blue.sigma), Skill(after_red.mu, after_red.sigma)


def is_provisional(rated: int) -> bool:
    """Whether so many rated matches are too few."""
    return rated < PROVISIONAL_MATCHES
