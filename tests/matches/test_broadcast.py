"""Watching: the list of running matches, the TV's choice, the pages that follow a match, and who is shown out."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from matches.broadcast.following import BroadcastRoom, TvRoom, last_of
from matches.broadcast.models import OnAir
from matches.broadcast.running import Running, best, running, strength_of
from matches.broadcast.tv import KEPT, SHOWN, tv_match_id, tv_settle
from matches.models import Audience, Match
from matches.ratings.queries import RatingNow
from matches.services.options import option_set
from tests.conftest import Clock
from tests.matches import rows, world
from triad import hub
from triad.rooms import Refused

pytestmark = pytest.mark.django_db

NINE = [[f"{'br'[place % 2]}{place // 2 + 1}", place + 1] for place in range(9)]
STRONG = {"blue": rows.hand("blue", *[(9, 9, 9, 9)] * 5), "red": rows.hand("red", *[(1, 1, 1, 1)] * 5)}


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Everything that the hub was given, in order."""
    found: list[dict[str, Any]] = []
    monkeypatch.setattr(hub, "_send", found.append)
    return found


def written(blue: User, red: User, **more: Any) -> Match:
    """A running match under closed hands."""
    return rows.match_write(rows.record(), blue, red, **more)


def over(match: Match, clock: Clock) -> None:
    Match.objects.filter(pk=match.pk).update(state="over", ended="played", winner="draw", ended_at=clock.now)


def line(id: int, **more: Any) -> Running:
    return Running(id, "free", (), "one", "alice", "bob", **more)


@pytest.mark.parametrize(
    ("what", "lines", "chosen"),
    [
        ("none", [], None),
        ("the strongest players", [line(1, strength=900), line(2, strength=2400), line(3, strength=1000, cards=5)], 2),
        ("people before robots", [line(1, strength=0), line(2, cards=5, viewers=90)], 1),
        ("then cards at stake", [line(1, cards=1), line(2, cards=5), line(3, bet=500, viewers=9)], 2),
        ("then the bet", [line(1, bet=10, viewers=9), line(2, bet=500)], 2),
        ("then spectators", [line(1, viewers=4), line(2, viewers=3)], 1),
        ("then the newest", [line(7), line(9), line(8)], 9),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_the_tv_chooses(what: str, lines: list[Running], chosen: int | None) -> None:
    found = best(lines)
    assert (found.id if found else None) == chosen


@pytest.mark.parametrize(
    ("ratings", "strength"), [([], -1), ([(1500, 350)] * 2, 1600), ([(1400, 50), (1300, 60)], 2480), ([(100, 90)], 0)]
)
def test_a_rating_that_is_sure_counts_more_than_a_high_one(ratings: list[tuple[int, int]], strength: int) -> None:
    assert strength_of(RatingNow(value, deviation, False) for value, deviation in ratings) == strength


def test_the_list_says_house_ratings_stake_and_spectators(
    alice: User, bob: User, charlie: User, clock: Clock, client: Client
) -> None:
    first, private = written(alice, bob, bet=70), written(bob, charlie, option="private")
    second = written(alice, charlie)
    Audience.objects.create(match=second, process="p", count=12, names=["dora"], seen_at=clock.now)
    assert [each.id for each in running()] == [second.pk, first.pk]
    page = client.get("/matches/running/").content.decode()
    assert page.index(f'data-match="{first.pk}"') < page.index(f'data-match="{second.pk}"')
    assert f'data-match="{private.pk}"' not in page and "Bet: 70" in page and "1500?" in page
    by_viewers = client.get("/matches/running/?by=viewers&house=free").content.decode()
    assert by_viewers.index(f'data-match="{second.pk}"') < by_viewers.index(f'data-match="{first.pk}"')
    assert ">12</td>" in by_viewers
    assert "Nobody plays in this house" in client.get("/matches/running/?house=deling").content.decode()
    assert client.get("/matches/running/?house=%00&by=nonsense").status_code == 200
    part = client.get("/matches/running/", headers={"HX-Request": "true"}).content.decode()
    assert part.startswith('<section id="running"') and "<html" not in part
    assert client.post("/matches/running/").status_code == 405


def test_the_tv_stays_to_the_end_shows_it_and_goes_on(
    alice: User, bob: User, charlie: User, clock: Clock, sent: list[dict[str, Any]]
) -> None:
    assert tv_match_id() is None
    first = written(alice, bob)
    assert tv_match_id() == first.pk
    better = written(alice, charlie, bet=500)
    assert tv_match_id() == first.pk
    over(first, clock)
    clock.advance(SHOWN.total_seconds() - 1)
    assert tv_match_id() == first.pk
    clock.advance(1)
    assert tv_match_id() == better.pk
    over(better, clock)
    clock.advance((KEPT - timedelta(seconds=1)).total_seconds())
    assert tv_match_id() == better.pk
    clock.advance(1)
    assert tv_match_id() is None
    assert OnAir.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_whoever_looks_at_the_tv_is_told_when_it_goes_on(
    alice: User, bob: User, charlie: User, clock: Clock, sent: list[dict[str, Any]]
) -> None:
    first, second = written(alice, bob), written(bob, charlie)
    tv_settle(moment=clock.now)
    assert [each["topic"] for each in sent if each.get("recheck")] == ["tv"]
    room = TvRoom()
    joined = room.join(None, "", "-")
    assert joined.watches == second.pk
    assert {f"match.{second.pk}.watch", "tv", f"follow.{second.pk}"} <= set(joined.topics)
    assert room.join(alice, "", "-") == joined
    sent.clear()
    tv_settle(moment=clock.now)
    assert sent == []
    # A match that is made private is left at once, and those who follow are not shown out with the others.
    option_set(match_id=second.pk, user=bob, option="private")
    closes = [each for each in sent if "close" in each]
    assert [each["apart"] for each in closes] == [[f"follow.{second.pk}"]]
    assert {f"follow.{second.pk}"} <= {each["topic"] for each in sent if each.get("recheck")}
    assert room.join(None, "", "-").watches == first.pk
    view = room.snapshot(room.join(None, "", "-"), None)
    assert 'id="main"' in view and 'id="match-board"' in view and "charlie" not in view


def test_the_tv_page_is_there_for_everybody(alice: User, bob: User, clock: Clock, client: Client) -> None:
    waiting = client.get("/tv/")
    assert waiting.status_code == 200 and "Nobody plays just now" in waiting.content.decode()
    match = written(alice, bob)
    page = client.get("/tv/").content.decode()
    assert f'href="/matches/{match.pk}/"' in page and '"/live/tv/-/"' in page and 'data-scope="table"' in page
    client.force_login(alice)
    assert 'data-audience="watch"' in client.get("/tv/").content.decode()
    assert client.post("/tv/").status_code == 405


def test_the_big_screen_needs_no_login_and_says_what_spectators_may_know(
    alice: User, bob: User, clock: Clock, client: Client
) -> None:
    match = written(alice, bob)
    answer = client.get(f"/broadcast/match/{match.pk}")
    page = answer.content.decode()
    assert answer.status_code == 200 and 'class="topbar' not in page and f'"/live/broadcast/{match.pk}/"' in page
    for part in (
        "match-score",
        "match-board",
        "match-near",
        "match-far",
        "match-prompt",
        "match-rules",
        "follow-title",
    ):
        assert f'id="{part}"' in page
    assert "data-bg" not in page and "Card b1" not in page and "A901" not in page
    assert 'data-bg="none"' in client.get(f"/broadcast/match/{match.pk}?transparent=1").content.decode()
    assert "data-bg" not in client.get(f"/broadcast/match/{match.pk}/?transparent=maybe").content.decode()
    assert client.post(f"/broadcast/match/{match.pk}").status_code == 405
    assert client.get("/broadcast/match/999").status_code == 404
    assert client.get("/broadcast/match/x").status_code == 404
    assert client.get(f"/broadcast/match/{'9' * 30}").status_code == 404


def test_a_private_match_is_a_word_until_it_is_opened(alice: User, bob: User, clock: Clock, client: Client) -> None:
    match = written(alice, bob, option="private")
    for user in (None, alice):
        if user:
            client.force_login(user)
        answer = client.get(f"/broadcast/match/{match.pk}")
        page = answer.content.decode()
        assert answer.status_code == 403 and "This match is private" in page
        assert "match-board" not in page and "alice" not in page
    room = BroadcastRoom()
    joined = room.join(alice, "", str(match.pk))
    assert joined.topics == (f"follow.{match.pk}",) and joined.watches is None
    assert "match-board" not in room.snapshot(joined, alice)
    Match.objects.filter(pk=match.pk).update(option="open")
    assert 'id="match-board"' in room.snapshot(room.join(None, "", str(match.pk)), None)


@pytest.mark.parametrize("argument", ["999", "x", "1" * 60, "²"])
def test_the_big_screen_of_no_match_is_refused(argument: str) -> None:
    with pytest.raises(Refused):
        BroadcastRoom().join(None, "", argument)


def test_a_long_chain_of_rematches_is_followed_in_one_look(
    alice: User, bob: User, django_assert_max_num_queries: Any
) -> None:
    first = last = written(alice, bob)
    for _each in range(12):
        last = written(alice, bob, rematch_of=last)
    other = written(alice, bob)
    with django_assert_max_num_queries(2):
        assert last_of(first.pk) == last.pk
    assert last_of(last.pk) == last.pk and last_of(other.pk) == other.pk and last_of(other.pk + 1) is None


@pytest.mark.django_db(transaction=True)
def test_the_big_screen_follows_rematches(
    players: tuple[User, User], sent: list[dict[str, Any]], client: Client
) -> None:
    from matches.services.leaving import match_leave
    from matches.services.rematch import rematch_offer

    match = world.match_make(*players)
    match_leave(match_id=match.pk, user=players[0])
    room = BroadcastRoom()
    assert room.join(None, "", str(match.pk)).watches == match.pk
    sent.clear()
    rematch_offer(match_id=match.pk, user=players[0])
    assert not [each for each in sent if each.get("recheck")]
    again = rematch_offer(match_id=match.pk, user=players[1])
    assert again is not None
    told = {each["topic"] for each in sent if each.get("recheck")}
    assert told == {f"follow.{match.pk}", f"follow.{again.pk}"}
    joined = room.join(None, "", str(match.pk))
    assert joined.topics == (f"match.{again.pk}.watch", f"follow.{again.pk}")
    assert f'data-scope="{again.pk}"' in room.snapshot(joined, None)
    assert f'data-scope="{again.pk}"' in client.get(f"/broadcast/match/{match.pk}").content.decode()


def test_hidden_cards_are_in_no_byte_until_the_match_is_over(
    alice: User, bob: User, clock: Clock, client: Client
) -> None:
    match = rows.match_write(rows.record(hands=STRONG, moves=NINE[:3]), alice, bob)
    laid = {"Card b1", "Card r1", "Card b2"}
    hidden = {f"Card {key}{place}" for key in "br" for place in range(1, 6)} - laid
    rooms = ((TvRoom(), "-"), (BroadcastRoom(), str(match.pk)))

    def everything(user: User | None) -> str:
        views = [room.snapshot(room.join(user, "", argument), user) for room, argument in rooms]
        pages = [client.get(path).content.decode() for path in ("/tv/", f"/broadcast/match/{match.pk}")]
        return "\n".join(views + pages)

    for user in (None, alice):
        if user:
            client.force_login(user)
        found = everything(user)
        assert all(name in found for name in laid) and not [name for name in hidden if name in found]
    finished = rows.match_write(rows.record(hands=STRONG, moves=NINE), alice, bob, ended_at=clock.now)
    page = client.get(f"/broadcast/match/{finished.pk}").content.decode()
    assert "Card b5" in page
