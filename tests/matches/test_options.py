"""Who may watch: one player makes a match private, everything else needs both."""

from __future__ import annotations

import pytest

from accounts.models import User
from matches.models import Match
from matches.services.options import option_set
from tests.matches import world
from triad.errors import GameError

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("start", "wishes", "end"),
    [
        ("open", ["alice private"], "private"),
        ("broadcast", ["bob private"], "private"),
        ("open", ["alice broadcast"], "open"),
        ("open", ["alice broadcast", "bob broadcast"], "broadcast"),
        ("open", ["alice broadcast", "alice broadcast"], "open"),
        ("private", ["alice open"], "private"),
        ("private", ["alice open", "bob open"], "open"),
        ("private", ["alice open", "bob broadcast"], "private"),
        ("private", ["alice open", "alice private", "bob open"], "private"),
        ("broadcast", ["alice open"], "open"),
    ],
)
def test_what_comes_of_wishes(players: tuple[User, User], start: str, wishes: list[str], end: str) -> None:
    match = world.match_make(*players, option=start)
    for wish in wishes:
        name, option = wish.split()
        match = option_set(match_id=match.pk, user=User.objects.get(username=name), option=option)
    assert match.option == end
    if match.option != start:
        assert not match.seats.exclude(wants_option="").exists()


def test_a_wish_raises_the_version_and_the_same_again_does_not(match: Match, players: tuple[User, User]) -> None:
    once = option_set(match_id=match.pk, user=players[0], option="broadcast")
    again = option_set(match_id=match.pk, user=players[0], option="broadcast")
    assert (once.version, again.version) == (2, 2)


@pytest.mark.parametrize(
    ("who", "option", "code", "status"),
    [
        ("alice", "secret", "option_unknown", 400),
        ("charlie", "private", "not_a_player", 403),
    ],
)
def test_what_cannot_be_wished(match: Match, charlie: User, who: str, option: str, code: str, status: int) -> None:
    with pytest.raises(GameError) as error:
        option_set(match_id=match.pk, user=User.objects.get(username=who), option=option)
    assert (error.value.code, error.value.status) == (code, status)
