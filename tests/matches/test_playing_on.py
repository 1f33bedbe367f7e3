"""Playing on from a placement of a match that is over, against a robot: the same cards lie, and nothing counts."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.limits import TooOften
from accounts.models import LedgerEntry, User
from accounts.services.guests import guest_make
from cards.models import Card, CardFigures
from matches.engine import legal_moves
from matches.live.state import MatchState
from matches.live.view import MatchView
from matches.models import BroughtCopy, Match, Option, Seat
from matches.queries.history import live_match, statistics
from matches.queries.records import placements, record, standing
from matches.replays.replay import replay_of
from matches.services.challenges import challenge_accept
from matches.services.leaving import match_leave
from matches.services.options import option_set
from matches.services.overdue import settle_match
from matches.services.playing_on import match_play_on
from matches.services.rematch import rematch_offer
from matches.services.robots import robot_match_start, robots_load
from tests.conftest import Clock
from tests.matches import delayed, stock, world
from tests.matches.rows import hand, match_write
from tests.matches.rows import record as written
from triad.errors import GameError

pytestmark = pytest.mark.django_db

NINE = [["b1", 1], ["r1", 2], ["b2", 3], ["r2", 4], ["b3", 5], ["r3", 6], ["b4", 7], ["r4", 8], ["b5", 9]]
#: In every house a match to play on from, after which placement, and on which side.
HOUSES_PLAYED: dict[str, tuple[str, str, int, str]] = {
    "deling": ("open same same_wall plus combo elemental", "one", 0, "red"),
    "balamb": ("random elemental battle same plus power_wall", "random", 3, "blue"),
    "ffviii": ("same plus random three_open", "total", 5, "red"),
    "ffxiv": ("same plus reverse swap three_open chaos", "one", 4, "blue"),
    "tffo": ("same plus elemental combo", "direct", 8, "red"),
    "guild": ("same plus same_wall", "change", 1, "blue"),
    "free": ("order swap battle plus plus_wall", "two", 6, "red"),
}


@pytest.fixture
def source(alice: User, bob: User, clock: Clock) -> Match:
    """A match that alice, blue, has won against bob, red: every card of hers is the higher."""
    robots_load()
    hands = {"blue": hand("blue", *[(6, 6, 6, 6)] * 5), "red": hand("red", *[(5, 5, 5, 5)] * 5)}
    match = match_write(written((), NINE, hands=hands), alice, bob)
    match.seats.filter(colour="blue").update(outcome="won")
    match.seats.filter(colour="red").update(outcome="lost")
    return match


def play_on(source: Match, user: User, at: int, side: str = "blue", robot: str = "easy") -> Match:
    return match_play_on(match_id=source.pk, at=at, user=user, side=side, robot=robot)


def code_of(source: Match, user: User, **change: Any) -> tuple[str, int]:
    given = {"match_id": source.pk, "at": 4, "side": "blue", "robot": "easy", **change}
    with pytest.raises(GameError) as caught:
        match_play_on(user=user, **given)
    return caught.value.code, caught.value.status


def play_out(match: Match, clock: Clock) -> Match:
    """Plays until the match is over, the robot by its own machinery, the person by chance."""
    chance = Random(5)
    for _step in range(400):
        match.refresh_from_db()
        if match.state != Match.State.PLAYING:
            return match
        if world.turn_user(match).is_robot:
            clock.advance(1)
            settle_match(match_id=match.pk)
        else:
            world.placement_play(match, chance.choice(legal_moves(standing(match).round)))
    raise AssertionError("the match did not end")


def post(client: Client, source: Match, **change: Any) -> Any:
    given = {"at": 4, "side": "blue", "robot": "easy", **change}
    return client.post(f"/matches/{source.pk}/replay/play/", given)


@pytest.mark.parametrize("side", ["blue", "red"])
@pytest.mark.parametrize("at", [0, 1, 4, 8])
def test_the_same_cards_lie_and_the_other_side_is_the_robots(source: Match, charlie: User, at: int, side: str) -> None:
    match = play_on(source, charlie, at, side)
    before, after = record(source, complete=False), record(match, complete=False)
    assert after["hands"] == before["hands"] and after["rounds"][0]["moves"] == NINE[:at]
    assert after["played_on"] == {"match": str(source.pk), "at": at}
    players = {seat.colour: seat.user for seat in match.seats.select_related("user")}
    assert players.pop(side) == charlie and [user.is_robot for user in players.values()] == [True]
    turn = ("blue", "red")[at % 2]
    assert match.turn == turn and (match.due_at is None) == (turn != side) == (match.robot_at is not None)
    assert live_match(charlie) == match and not BroughtCopy.objects.filter(match=match).exists()


@pytest.mark.parametrize("house", HOUSES_PLAYED)
def test_it_goes_on_in_every_house_and_its_record_is_judged_right(
    rich: tuple[User, User], house: str, clock: Clock, tmp_path: Path
) -> None:
    rules, trade, at, side = HOUSES_PLAYED[house]
    robots_load()
    drawn = "random" in rules.split()
    hands = [None if drawn else world.hand_of(user) for user in rich]
    challenge = world.challenge_make(
        *rich, house=house, rules=rules.split(), trade=trade, copies=hands[0], confirmed=True, addition="0a" * 16
    )
    last = challenge_accept(
        challenge_id=challenge.pk, user=rich[1], copies=hands[1], addition="ab" * 16, confirmed=True
    )
    last = stock.play_out(last, Random(3))
    match = play_out(play_on(last, rich[0], at, side, "steady"), clock)
    assert match.ended == "played" and match.claim is None and match.chosen is None
    found = stock.proves_itself(match, tmp_path)
    assert found["seed"] == record(last)["seed"] and found["additions"] == record(last)["additions"]
    assert replay_of(MatchState.load(match.pk), at=at).told == replay_of(MatchState.load(last.pk), at=at).told


def test_a_round_of_sudden_death_is_gone_on_with(rich: tuple[User, User], clock: Clock, tmp_path: Path) -> None:
    robots_load()
    # Nothing is ever taken, so that the first round is drawn; in the second somebody leaves.
    Card.objects.update(up=5, right=5, down=5, left=5)
    terms: dict[str, Any] = {"house": "free", "rules": ["chaos", "swap", "sudden_death"], "trade": "none"}
    last = world.match_make(*rich, **terms)
    for _placement in range(12):
        last = world.placement_play(last)
    last = match_leave(match_id=last.pk, user=rich[1])
    assert last.state == "over" and [len(each.moves) for each in standing(last).rounds] == [9, 3]
    for at, lying in ((4, [4]), (9, [9, 0]), (10, [9, 1]), (12, [9, 3])):
        match = play_on(last, rich[0], at, "red")
        found = standing(match)
        assert [len(each.moves) for each in found.rounds] == lying and found.setup is not None
        assert found.rounds[-1].start.hands == standing(last).rounds[len(lying) - 1].start.hands
        assert found.rounds[-1].start.chaos == standing(last).rounds[len(lying) - 1].start.chaos
        match = match_leave(match_id=match.pk, user=rich[0])
        stock.proves_itself(match, tmp_path)


def test_nothing_is_paid_counted_rated_or_moved(source: Match, alice: User, clock: Clock) -> None:
    tally = statistics(alice)
    match = play_out(play_on(source, alice, 8, "red"), clock)
    assert match.winner and not LedgerEntry.objects.filter(reason="match").exists()
    seat = match.seats.get(user=alice)
    assert (seat.points, seat.experience, seat.busy) == (0, 0, "") and statistics(alice) == tally
    assert not CardFigures.objects.exists()
    # Nor does it take from what the robot pays that day.
    world.cards_make(each=10)
    paid = play_out(robot_match_start(user=alice, robot="easy", rules=["same"]), clock)
    assert paid.seats.get(user=alice).experience > 0


def test_there_is_no_rematch_of_it(source: Match, alice: User, clock: Clock) -> None:
    match = play_out(play_on(source, alice, 8), clock)
    assert match.next_seed is None
    with pytest.raises(GameError) as caught:
        rematch_offer(match_id=match.pk, user=alice)
    assert caught.value.code == "rematch_too_late"


def test_both_hands_lie_open_though_the_rules_hide_them(source: Match, charlie: User) -> None:
    match = play_on(source, charlie, 3)
    view = MatchView.for_viewer(match, "blue")
    assert [slot.kind for slot in view.far_hand.slots].count("card") == 4
    assert not any(slot.kind == "back" for hand in (view.near_hand, view.far_hand) for slot in hand.slots)


def test_what_the_clock_placed_in_the_match_is_no_delay_of_who_plays_on(source: Match, charlie: User) -> None:
    source.moves.update(by_clock=True)
    match = play_on(source, charlie, 6)
    assert not match.moves.filter(by_clock=True).exists()


def test_one_can_play_on_from_what_was_played_on(source: Match, alice: User, clock: Clock, tmp_path: Path) -> None:
    first = play_out(play_on(source, alice, 5), clock)
    second = play_out(play_on(first, alice, 7, "red"), clock)
    assert second.played_on_from == first and second.seed == source.seed
    assert record(second)["rounds"][0]["moves"][:7] == record(first)["rounds"][0]["moves"][:7]


def test_after_the_last_placement_nothing_is_left_unless_somebody_had_left(
    source: Match, match: Match, charlie: User
) -> None:
    assert code_of(source, charlie, at=9) == ("nothing_left", 409)
    world.placement_play(match)
    left = match_leave(match_id=match.pk, user=User.objects.get(username="bob"))
    assert placements(standing(play_on(left, charlie, 1))) == 1


def test_what_cannot_be_played_on_is_told(source: Match, match: Match, charlie: User) -> None:
    for change, said in (
        ({"at": 10}, ("no_such_step", 400)),
        ({"at": -1}, ("no_such_step", 400)),
        ({"side": "green"}, ("no_such_side", 400)),
        ({"robot": "mog"}, ("no_robot", 404)),
        ({"match_id": 999_999}, ("no_match", 404)),
        ({"match_id": match.pk}, ("still_playing", 409)),
    ):
        assert code_of(source, charlie, **change) == said
    Match.objects.filter(pk=source.pk).update(state="choosing")
    assert code_of(source, charlie) == ("still_playing", 409)
    assert not Seat.objects.filter(user=charlie).exists()


def test_who_plays_already_is_told_so(source: Match, match: Match, alice: User, charlie: User) -> None:
    assert code_of(source, alice) == ("in_a_match", 409)
    play_on(source, charlie, 4)
    assert code_of(source, charlie) == ("in_a_robot_match", 409)


def test_who_begins_matches_with_robots_by_the_dozen_is_told_to_wait(
    source: Match, charlie: User, clock: Clock, settings: Any
) -> None:
    settings.LIMITS = {**settings.LIMITS, "robot": (2, 60)}
    world.cards_make(each=10)
    match_leave(match_id=play_on(source, charlie, 4).pk, user=charlie)
    assert code_of(source, charlie, robot="mog")[0] == "no_robot", "a refusal is not counted"
    match_leave(match_id=robot_match_start(user=charlie, robot="easy", rules=["same"]).pk, user=charlie)
    assert code_of(source, charlie) == ("too_often", 429)
    with pytest.raises(TooOften):
        robot_match_start(user=charlie, robot="easy", rules=["same"])
    clock.advance(60)
    assert play_on(source, charlie, 4).pk


def test_a_private_match_is_for_its_players_and_stays_private(source: Match, alice: User, charlie: User) -> None:
    Match.objects.filter(pk=source.pk).update(option=Option.PRIVATE)
    assert code_of(source, charlie) == ("private_match", 403)
    match = play_on(source, alice, 4)
    assert match.option == Option.PRIVATE
    with pytest.raises(GameError) as caught:
        option_set(match_id=match.pk, user=alice, option="open")
    assert caught.value.code == "stays_private"


def test_a_delayed_match_is_played_on_when_all_have_seen_its_end(
    alice: User, bob: User, charlie: User, client: Client, clock: Clock
) -> None:
    robots_load()
    delayed.names_give(alice, bob)
    match = delayed.match_delayed(alice, bob)
    assert code_of(match, charlie, at=0) == ("shown_later", 403)
    delayed.play_out(match, clock)
    delayed.choose(match)
    assert code_of(match, alice) == ("still_held", 409)
    assert code_of(match, charlie) == ("still_playing", 409)
    client.force_login(charlie)
    assert not {name for name in delayed.NAMES[5:] if name in post(client, match).content.decode()}
    delayed.pass_time(clock, delayed.DELAY)
    assert play_on(match, charlie, 8).played_on_from == match


def test_a_seed_is_of_one_match_and_those_played_on_from_it(source: Match, charlie: User) -> None:
    match = play_on(source, charlie, 4)
    for change in ({"played_on_from": None, "played_on_at": None}, {"played_on_at": None}, {"with_people": True}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Match.objects.filter(pk=match.pk).update(**change)


@pytest.mark.parametrize("who", ["alice", "charlie", "guest", ""])
def test_the_replay_leads_to_the_new_match(client: Client, source: Match, charlie: User, who: str) -> None:
    if who and who != "guest":
        client.force_login(User.objects.get(username=who))
    page = client.get(f"/matches/{source.pk}/replay/?at=4&side=red").content.decode()
    assert 'name="at" value="4"' in page and '<option value="red" selected>bob' in page
    assert page.count('name="robot"') == 3 and f'action="/matches/{source.pk}/replay/play/"' in page
    answer = post(client, source, at=4, side="red")
    match = Match.objects.latest("pk")
    assert answer.status_code == 302 and answer["Location"] == f"/matches/{match.pk}/"
    table = client.get(answer["Location"]).content.decode()
    assert f'<a href="/matches/{source.pk}/replay/?at=4">match {source.pk}, placement 4</a>' in table
    assert 'data-audience="red"' in table and 'data-term="played_on"' in table


def test_a_refusal_keeps_the_placement_the_side_and_makes_no_guest(client: Client, source: Match) -> None:
    for change in ({"at": 9}, {"at": "x"}, {"side": "green"}):
        answer = post(client, source, **{"side": "red", **change})
        assert answer.status_code in (400, 409) and 'role="alert"' in answer.content.decode()
    assert 'data-at="4"' in post(client, source, side="green").content.decode()
    assert "sessionid" not in client.cookies and not User.objects.filter(kind="guest").exists()
    assert post(client, source, robot="mog").status_code == 404


def test_only_a_post_begins_one(client: Client, source: Match, match: Match) -> None:
    assert client.get(f"/matches/{source.pk}/replay/play/").status_code == 405
    assert client.post("/matches/999999/replay/play/").status_code == 404
    assert post(client, match).status_code == 409
    Match.objects.filter(pk=source.pk).update(option=Option.PRIVATE)
    assert post(client, source).status_code == 403
    answer = client.post(f"/matches/{source.pk}/replay/play/", {"at": 4}, headers={"Accept": "application/json"})
    assert answer.status_code == 403 and answer.json()["error"]["code"] == "private_match"


def test_the_frame_and_the_end_offer_no_robot(client: Client, source: Match) -> None:
    assert 'name="robot"' not in client.get(f"/matches/{source.pk}/replay/").content.decode()
    assert "<form" not in client.get(f"/matches/{source.pk}/replay/embed/?at=4").content.decode()
    Match.objects.filter(pk=source.pk).update(state="choosing")
    assert 'name="robot"' not in client.get(f"/matches/{source.pk}/replay/?at=4").content.decode()


def test_its_pages_say_what_it_was_played_on_from(client: Client, source: Match, alice: User, clock: Clock) -> None:
    match = play_on(source, alice, 6)
    link = f'<a href="/matches/{source.pk}/replay/?at=6">match {source.pk}, placement 6</a>'
    running = client.get(f"/matches/{match.pk}/proof/").content.decode()
    assert link in running and f'href="/matches/{source.pk}/proof/"' in running and "Secret until" not in running
    play_out(match, clock)
    for path in (f"/matches/{match.pk}/", f"/matches/{match.pk}/replay/", f"/matches/{match.pk}/proof/"):
        assert link in client.get(path).content.decode(), path
    assert link in client.get("/players/alice/").content.decode()
    Match.objects.filter(pk=match.pk).update(option=Option.PRIVATE)
    assert link not in client.get("/players/alice/").content.decode()


def test_a_guest_plays_on_and_is_nobody_else_s_hindrance(source: Match) -> None:
    one, other = guest_make(), guest_make()
    first, second = play_on(source, one, 2), play_on(source, other, 2)
    assert first.seed == second.seed and {first.state, second.state} == {"playing"}
