"""Leaving a match in progress, by Deling's rule (RULES 7)."""

from __future__ import annotations

import pytest

from accounts.models import User
from cards.models import Transfer
from matches.audit import findings
from matches.models import Match
from matches.queries.records import standing
from matches.services.leaving import match_leave
from matches.services.spoils import spoils_choose
from tests.matches import world
from triad.errors import GameError

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("placements", "seen_ago", "entry", "paid"),
    [
        (0, 0, True, (0, 0)),
        (4, 60, True, (0, 0)),
        (5, 60, True, (10, 50)),
        (8, 0, True, (10, 50)),
        (4, 61, False, (0, 0)),
        (8, 61, False, (0, 0)),
    ],
)
def test_leaving(
    match: Match, players: tuple[User, User], placements: int, seen_ago: float, entry: bool, paid: tuple[int, int]
) -> None:
    alice, bob = players
    for _placement in range(placements):
        world.placement_play(match)
    world.seen_before(bob, seen_ago)
    match = match_leave(match_id=match.pk, user=alice)
    assert (match.state, match.ended, match.winner, match.claim) == ("over", "did_not_finish", "", None)
    left, stayed = match.seats.get(user=alice), match.seats.get(user=bob)
    assert (left.did_not_finish, stayed.did_not_finish) == (entry, False)
    assert (left.points, left.experience, left.outcome) == (0, 0, "")
    assert (stayed.points, stayed.experience) == paid and stayed.outcome == ""
    assert not Transfer.objects.filter(reason="spoils").exists()
    assert not match.brought.filter(frozen=True).exists()
    assert list(findings()) == []


def test_who_stayed_gets_the_welcome_pack_and_who_left_does_not(match: Match, players: tuple[User, User]) -> None:
    alice, bob = players
    match_leave(match_id=match.pk, user=alice)
    assert bob.packs.filter(source="welcome").count() == 1 and not alice.packs.exists()


def test_only_a_player_leaves_and_only_once(match: Match, players: tuple[User, User], charlie: User) -> None:
    with pytest.raises(GameError) as error:
        match_leave(match_id=match.pk, user=charlie)
    assert (error.value.code, error.value.status) == ("not_a_player", 403)
    match_leave(match_id=match.pk, user=players[0])
    with pytest.raises(GameError) as error:
        match_leave(match_id=match.pk, user=players[1])
    assert (error.value.code, error.value.status) == ("match_over", 409)


def test_a_forfeiting_house_gives_the_match_to_who_stayed(
    match: Match, players: tuple[User, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    import dataclasses

    from matches import houses
    from matches.services import endings

    forfeit = dataclasses.replace(houses.DELING, leaving="forfeit")
    monkeypatch.setattr(endings, "HOUSES", {"deling": forfeit})
    for _placement in range(4):
        world.placement_play(match)
    match = match_leave(match_id=match.pk, user=players[0])
    assert (match.state, match.ended, match.winner) == ("choosing", "forfeit", "red")
    assert match.claim == {"by": "red", "choose": 1, "of": ["b1", "b2", "b3", "b4", "b5"]}
    won, lost = match.seats.get(user=players[1]), match.seats.get(user=players[0])
    assert (won.outcome, lost.outcome, lost.did_not_finish) == ("won", "lost", False)
    assert (won.points, lost.points) == (0, 0), "forfeited before the fifth placement: neither gets"


def _placements(match: Match, count: int) -> Match:
    """So many placements, each the first that is legal."""
    for _placement in range(count):
        world.placement_play(match)
    match.refresh_from_db()
    return match


@pytest.mark.parametrize("placements", [0, 4, 5, 7])
@pytest.mark.parametrize("trade", ["one", "change", "direct", "total"])
def test_what_a_forfeit_owes(rich: tuple[User, User], placements: int, trade: str) -> None:
    alice, bob = rich
    match = _placements(world.match_make(alice, bob, house="tffo", rules=["same"], trade=trade), placements)
    board = standing(match).round.board
    blue = [lying.card.key for lying in board.values() if lying.colour == "blue"]
    red = [lying.card.key for lying in board.values() if lying.colour == "red"]
    match = match_leave(match_id=match.pk, user=alice)
    early = placements < 5
    assert (match.ended, match.winner) == ("forfeit", "red")
    if trade == "direct":
        # Who left keeps nothing; who stayed keeps what lies in red and, late, what was in the leaver's hand.
        in_hand = [] if early else [f"b{n}" for n in range(1, 6) if f"b{n}" not in blue + red]
        keep = [key for key in red if key[0] == "b"] + in_hand
        assert match.claim == ({"keep": {"blue": [], "red": keep}} if keep else None)
        assert (match.chosen or []) == keep and match.state == "over"
    else:
        lead = 2 if early else 10 - 2 * len(blue)
        due = {"one": 1, "change": min(5, max(2, lead)), "total": 5}[trade]
        assert match.claim == {"by": "red", "choose": due, "of": [f"b{n}" for n in range(1, 6)]}
        assert match.state == "choosing"
    assert list(findings()) == []


def test_a_forfeit_in_the_guild_is_a_total_victory_where_the_leaver_has_no_square(rich: tuple[User, User]) -> None:
    alice, bob = rich
    for chance in range(12):
        match = world.match_make(alice, bob, house="guild", rules=["same"], trade="one")
        _placements(match, 5 + chance % 4)
        at = standing(match)
        blue = [square for square, lying in at.round.board.items() if lying.colour == "blue"]
        match = match_leave(match_id=match.pk, user=alice)
        assert match.claim["choose"] == (1 if blue else 5)
        match = spoils_choose(match_id=match.pk, user=bob, keys=[])
    assert list(findings()) == []


def test_a_forfeit_leaves_no_entry(rich: tuple[User, User]) -> None:
    match = world.match_make(*rich, house="ffviii", rules=["same"], trade="one")
    match = match_leave(match_id=match.pk, user=rich[0])
    assert not match.seats.filter(did_not_finish=True).exists()
