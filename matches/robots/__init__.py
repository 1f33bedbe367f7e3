"""Robots that play at once: who they are, and how each chooses a placement.

A robot's head is pure: it is given a position in which cards that it may not know are replaced, and a source of
chance; it knows no database and no clock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from matches.engine import Move
from matches.robots import easy, sharp, steady
from matches.robots.sight import Sight

Head = Callable[[Sight, Random], Move]


@dataclass(frozen=True, slots=True)
class Robot:
    """A robot: `username` is its account's name and `name` what pages show."""

    key: str
    username: str
    name: str
    choose: Head


#: Every robot by its key, the weakest first.
ROBOTS = MappingProxyType(
    {
        robot.key: robot
        for robot in (
            Robot("easy", "Mog-Easy", "Mog Easy", easy.choose),
            Robot("steady", "Mog-Steady", "Mog Steady", steady.choose),
            Robot("sharp", "Mog-Sharp", "Mog Sharp", sharp.choose),
        )
    }
)

_BY_USERNAME = {robot.username: robot for robot in ROBOTS.values()}


def robot_of(username: str) -> Robot | None:
    """The robot whose account has this name; None for everybody else."""
    return _BY_USERNAME.get(username)


def shown_name(username: str) -> str:
    """The name that pages show of a player: robots' names have a space."""
    robot = robot_of(username)
    return robot.name if robot else username
