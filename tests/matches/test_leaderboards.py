"""Leaderboards, the charts of a profile, and two players head to head."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.civility.sanctions import sanction_lay
from accounts.models import User
from cards.queries import point_value
from matches.models import Match, Option
from matches.queries.opponents import opponents
from matches.ratings.boards import BOARDS
from matches.ratings.chart import charts_of
from matches.ratings.queries import rating_of
from matches.services.robots import robots_load
from tests.conftest import Clock
from tests.matches import world
from tests.matches.stock import settle
from tests.matches.test_ratings import ended

pytestmark = pytest.mark.django_db


def names(board: str, house: str = "deling") -> list[str]:
    """The players of a board, from the first down."""
    return [line.username for line in BOARDS[board].page(None, house=house)[1]]


def test_the_board_of_ratings_puts_the_provisional_behind_the_others(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    for day in range(10, 0, -1):
        ended(alice, bob, days_ago=day)
    ended(charlie, bob)
    ended(charlie, alice)
    assert rating_of(player=charlie, house="deling").value > rating_of(player=bob, house="deling").value
    _page, lines = BOARDS["rating"].page(None, house="deling")
    assert [(line.username, line.place) for line in lines] == [("alice", 1), ("bob", 2), ("charlie", None)]
    assert lines[2].figure.endswith("?") and lines[0].beside == "11"
    assert names("rating", "balamb") == []


def test_the_boards_of_value_and_collection_count_copies(players: tuple[User, User], charlie: User) -> None:
    alice, bob = players
    world.copies_give(bob, ["A030"])
    world.copies_give(charlie, ["A001", "A001", "A001"])
    _page, lines = BOARDS["value"].page(None)
    assert [(line.username, line.figure) for line in lines] == [
        ("bob", str(point_value(bob))), ("alice", str(point_value(alice))), ("charlie", str(point_value(charlie))),
    ]  # fmt: skip
    assert [(line.username, line.figure, line.beside) for line in BOARDS["collection"].page(None)[1]] == [
        ("bob", "13", "13"), ("alice", "12", "12"), ("charlie", "1", "3"),
    ]  # fmt: skip


def test_the_board_of_wins_forgets_after_thirty_days(alice: User, bob: User, clock: Clock) -> None:
    ended(alice, bob)
    ended(alice, bob, "draw")
    ended(bob, alice, days_ago=31)
    # Left before its end, it came to no result: it is no match that was played and not won.
    left = ended(alice, bob)
    left.seats.update(outcome="")
    _page, lines = BOARDS["wins"].page(None)
    assert [(line.username, line.figure, line.beside) for line in lines] == [("alice", "1", "2")]


def test_closed_accounts_and_robots_stand_on_no_board(alice: User, bob: User, clock: Clock) -> None:
    robots_load()
    ended(alice, bob)
    ended(alice, User.objects.filter(kind="robot")[0])
    bob.is_active = False
    bob.save()
    assert names("rating") == ["alice"] and names("wins") == ["alice"]


@pytest.mark.parametrize("by", BOARDS)
def test_every_board_is_read_with_few_queries(
    client: Client, alice: User, bob: User, clock: Clock, by: str, django_assert_max_num_queries: Any
) -> None:
    ended(alice, bob)
    with django_assert_max_num_queries(4):
        BOARDS[by].page("9", house="deling")
    page = client.get("/leaderboards/", {"by": by, "house": "balamb", "page": "9"})
    assert page.status_code == 200 and f'?by={by}" aria-current="page"' in page.content.decode()
    assert client.post("/leaderboards/").status_code == 405


@pytest.mark.parametrize("query", ["", "?by=nonsense&house=nowhere&page=x", "?by=rating&house=deling&page=-1"])
def test_what_there_is_not_leads_to_the_first_board(client: Client, query: str, clock: Clock) -> None:
    html = client.get(f"/leaderboards/{query}").content.decode()
    assert '?by=rating" aria-current="page"' in html and 'house=deling" aria-current="page"' in html


def test_a_board_marks_the_player_who_looks(client: Client, alice: User, bob: User, clock: Clock) -> None:
    ended(alice, bob)
    client.force_login(bob)
    html = client.get("/leaderboards/").content.decode()
    assert len(re.findall(r'<tr class="is-own"', html)) == 1 and ">bob</span>" in html.split('class="is-own"')[1]


def test_a_profile_draws_a_chart_for_each_house(
    client: Client, alice: User, bob: User, clock: Clock, django_assert_num_queries: Any
) -> None:
    for day in range(12, 0, -1):
        ended(alice, bob, days_ago=day)
    ended(bob, alice, house="ffxiv")
    with django_assert_num_queries(4):
        deling, ffxiv = charts_of(player=alice, viewer=None)
    assert (deling.name, deling.now.rated, len(deling.rows)) == ("Deling", 12, 12)
    assert len(deling.early_points.split()) == 11 and len(deling.points.split()) == 3
    assert ffxiv.points == "" and len(ffxiv.early_points.split()) == 2
    assert deling.highest == deling.now.value and deling.lowest == 1500
    assert all(0 <= line.down <= 100 for chart in (deling, ffxiv) for line in chart.grid) and len(deling.grid) >= 2
    html = client.get("/players/alice/").content.decode()
    assert html.count('class="rchart"') == 2 and 'role="img" aria-label="Deling: now ' in html
    assert "style=" not in html.split('class="panel ratings"')[1].split("</section>")[0]


def test_a_private_match_is_in_the_chart_without_a_way_to_it(alice: User, bob: User, clock: Clock) -> None:
    match = ended(alice, bob)
    Match.objects.filter(pk=match.pk).update(option=Option.PRIVATE)
    for viewer, seen in ((None, None), (bob, match.pk)):
        (chart,) = charts_of(player=alice, viewer=viewer)
        assert chart.rows[0].match_id == seen


def test_opponents_are_listed_with_the_cards_that_moved(client: Client, match: Match, charlie: User) -> None:
    match = settle(world.match_play(match))
    won, lost = match.seats.get(outcome="won").user, match.seats.get(outcome="lost").user
    html = client.get(f"/players/{won.username}/opponents/").content.decode()
    cells = re.findall(r'<td class="n">(\d+)</td>', html)
    assert cells == ["1", "1", "0", "0", "0", "1", "0"]
    assert f"/players/{won.username}/opponents/{lost.username}/" in html
    html = client.get(f"/players/{lost.username}/opponents/{won.username}/").content.decode()
    card = match.brought.get(key=match.chosen[0]).copy.card
    assert f"/cards/{card.pk}/" in html and html.count("No card yet.") == 1
    assert "No match with a person" in client.get("/players/charlie/opponents/").content.decode()


def test_the_matches_with_an_opponent_are_the_sum_of_what_came_of_them(alice: User, bob: User, clock: Clock) -> None:
    ended(alice, bob)
    ended(bob, alice, "draw")
    ended(alice, bob).seats.update(outcome="")
    (row,) = opponents(alice)
    assert [row[name] for name in ("played", "won", "lost", "drawn", "unfinished")] == [3, 1, 0, 1, 1]


def test_the_profile_of_another_says_how_one_stands_against_them(
    client: Client, alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    ended(alice, bob)
    ended(alice, bob, "red")
    ended(bob, alice, "draw")
    client.force_login(bob)
    html = client.get("/players/alice/").content.decode()
    figures = re.findall(r"<dd>(\d+)</dd>", html.split("data-duel")[1].split("</dl>")[0])
    assert figures == ["1", "1", "1"] and "/players/bob/opponents/alice/" in html
    assert "You have not played each other yet." in client.get("/players/charlie/").content.decode()
    assert "data-duel" not in client.get("/players/bob/").content.decode()


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/players/alice/opponents/bob/", 200),
        ("/players/alice/opponents/charlie/", 200),
        ("/players/ALICE/opponents/bob/", 302),
        ("/players/Alice/opponents/", 302),
        ("/players/alice/opponents/alice/", 404),
        ("/players/alice/opponents/nobody/", 404),
        ("/players/nobody/opponents/", 404),
        ("/players/Mog-Easy/opponents/", 404),
    ],
)
def test_who_has_a_page_of_opponents(
    client: Client, alice: User, bob: User, charlie: User, clock: Clock, path: str, status: int
) -> None:
    robots_load()
    ended(alice, bob)
    assert client.get(path).status_code == status
    assert client.post(path).status_code == 405


def test_the_table_shows_both_ratings_between_people(client: Client, match: Match) -> None:
    html = client.get(f"/matches/{match.pk}/").content.decode()
    assert html.count('title="Rating in this house">1500?') == 2


def test_the_history_calls_robots_by_their_shown_name(client: Client, alice: User, clock: Clock) -> None:
    robots_load()
    ended(alice, User.objects.get(username="Mog-Easy"))
    html = client.get("/players/alice/").content.decode()
    assert "<b>Mog Easy</b>" in html and "<b>Mog-Easy</b>" not in html


@pytest.mark.parametrize("board", list(BOARDS))
def test_who_is_suspended_stands_on_no_board_until_that_is_over(
    players: tuple[User, User], clock: Clock, board: str
) -> None:
    alice, bob = players
    ended(alice, bob)
    ended(bob, alice)
    suspension = sanction_lay(
        player=bob, kind="suspend", until=clock.now + timedelta(hours=1), reason="Insults",
        by=User.objects.create_superuser(username="marshal", password="x"),
    )  # fmt: skip
    assert names(board) == ["alice"]
    clock.advance((suspension.until - clock.now).total_seconds())
    assert sorted(names(board)) == ["alice", "bob"]


def test_a_challenge_says_both_ratings_and_when_it_would_not_be_rated(
    client: Client, players: tuple[User, User]
) -> None:
    alice, bob = players
    for _match in range(5):
        ended(alice, bob)
    challenge = world.challenge_make(alice, bob)
    client.force_login(bob)
    html = client.get(f"/challenges/{challenge.pk}/").content.decode()
    for user in players:
        assert f'<dd class="num">{rating_of(player=user, house="deling").text}</dd>' in html
    assert "It is not rated: you and alice have played five matches today." in html


def test_the_end_of_a_match_says_what_it_did_to_ones_rating(client: Client, match: Match, charlie: User) -> None:
    match = settle(world.match_play(match))
    for seat in match.seats.all():
        client.force_login(seat.user)
        html = client.get(f"/matches/{match.pk}/").content.decode()
        change = match.rating_changes.get(user=seat.user)
        moved = round(change.mu_after) - round(change.mu_before)
        sign = "+" if seat.outcome == "won" else "−"
        assert f"Your rating in Deling: {round(change.mu_after)} ({sign}{abs(moved)})." in html and moved
    client.force_login(charlie)
    assert "Your rating in" not in client.get(f"/matches/{match.pk}/").content.decode()
