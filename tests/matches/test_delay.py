"""A delayed match: others learn everything of it so much later, and until then nothing follows from it."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import LedgerEntry, User, Wallet
from accounts.roles import CURATOR, ORGANISER
from cards.models import Copy, Transfer
from matches import audit
from matches.arena.roll import here_views
from matches.broadcast.following import last_of
from matches.broadcast.tv import tv_match_id
from matches.live.render import match_fragments
from matches.live.state import MatchState
from matches.live.view import MatchView
from matches.models import Match, Seat
from matches.queries.frozen import has_hidden_hand, in_live_match
from matches.ratings.models import Rating, RatingChange
from matches.ratings.services import ratings_rebuild
from matches.services.delays import delay_set
from matches.services.leaving import match_leave
from matches.services.options import option_set
from matches.services.overdue import settle_match
from matches.services.pay import pair_matches_today
from matches.services.rematch import rematch_offer
from tests.cards.grants import staff_make
from tests.commands import says
from tests.conftest import Clock
from tests.matches import world
from tests.matches.delayed import (
    DELAY,
    NAMES,
    addresses_of,
    bytes_of,
    choose,
    match_delayed,
    names_give,
    pass_time,
    play_out,
    seen_in,
)
from triad.errors import Conflict

pytestmark = pytest.mark.django_db

ENDED = re.compile(rb"\b(?:alice|bob) wins\b|A draw")


@pytest.fixture
def two(alice: User, bob: User, clock: Clock) -> tuple[User, User]:
    """Alice and Bob, with cards of names of their own."""
    names_give(alice, bob)
    return alice, bob


@pytest.fixture
def delayed(two: tuple[User, User]) -> Match:
    """A match of the two that others see a minute later."""
    return match_delayed(*two)


@pytest.fixture
def looks(charlie: User) -> list[Client]:
    """Two browsers that play no part: nobody's, and Charlie's."""
    charlies = Client()
    charlies.force_login(charlie)
    return [Client(), charlies]


def found(match: Match, looks: list[Client]) -> bytes:
    """Everything that others get of a match, at every address."""
    page = reverse("matches:match", args=[match.pk])
    told = [bytes_of(looks[0], address) for address in addresses_of(match.pk)]
    told += [bytes_of(looks[1], page), bytes_of(looks[1], page, accept="application/json")]
    told += [says(None, f"+TT/Spectate Join={name}", page=page).text.encode() for name in ("alice", "bob")]
    return b"\n".join(told)


def test_before_it_begins_for_others_they_see_only_when(delayed: Match, looks: list[Client], clock: Clock) -> None:
    pass_time(clock, DELAY - 1)
    for client in looks:
        answer = client.get(reverse("matches:match", args=[delayed.pk]))
        assert answer.status_code == 403
        assert b"it begins here at 12:01 UTC" in answer.content
        screen = client.get(reverse("matches:broadcast", args=[delayed.pk]))
        assert b"it begins here at 12:01 UTC" in screen.content
        for name in ("matches:running", "matches:tv", "start"):
            assert f"/matches/{delayed.pk}/" not in client.get(reverse(name)).content.decode()
    assert tv_match_id() is None
    assert [view.state for view in here_views()].count("playing") == 0
    pass_time(clock, 1)
    for client in looks:
        assert client.get(reverse("matches:match", args=[delayed.pk])).status_code == 200
        assert f"/matches/{delayed.pk}/" in client.get(reverse("matches:running")).content.decode()
    assert tv_match_id() == delayed.pk
    assert [view.match_id for view in here_views()].count(delayed.pk) == 2


def test_nothing_newer_than_the_delay_is_in_any_byte(delayed: Match, looks: list[Client], clock: Clock) -> None:
    placed = play_out(delayed, clock)
    pass_time(clock, 20)
    choose(delayed)
    assert delayed.state == Match.State.HELD
    ends = delayed.ended_at
    assert ends is not None
    for _step in range(9):
        delayed.refresh_from_db()
        if delayed.state == Match.State.OVER:
            break
        shown = delayed.moves.filter(at__lte=clock.now - delayed.delay_time).count()
        told = found(delayed, looks)
        has_ended = ends <= clock.now - delayed.delay_time
        assert seen_in(told) == (set(NAMES) if has_ended else set(placed[:shown]))
        assert bool(ENDED.search(told)) == has_ended
        assert delayed.seed.secret.encode() not in told
        pass_time(clock, 18)
    assert delayed.state == Match.State.OVER
    told = found(delayed, looks)
    assert delayed.seed.secret.encode() in told
    assert len(seen_in(told)) == 10


def test_the_players_see_it_at_once(delayed: Match, alice: User, clock: Clock) -> None:
    client = Client()
    client.force_login(alice)
    placed = play_out(delayed, clock)
    choose(delayed)
    page = client.get(reverse("matches:match", args=[delayed.pk])).content
    assert set(placed) <= seen_in(page)
    assert b"It is shown to others with 1 min of delay; cards, bets and points follow at" in page
    assert delayed.seed.secret.encode() not in page
    delayed.refresh_from_db()
    assert delayed.due_at is not None
    for name in ("record", "proof-lists", "replay", "editor-match"):
        answer = client.get(reverse(f"matches:{name}", args=[delayed.pk]))
        assert answer.status_code == 409
        assert f"others see its end at {delayed.due_at:%H:%M} UTC" in answer.content.decode()


def _plain(content: bytes) -> bytes:
    """Without what differs from request to request."""
    return re.sub(rb'name="csrfmiddlewaretoken" value="\w+"|nonce-\S+|"X-CSRFToken": ?"\w+"|\d{10,}', b"", content)


def elsewhere(two: tuple[User, User], looks: list[Client]) -> dict[str, bytes]:
    """What others get of two players and of their cards where the match itself is not shown."""
    alice, bob = (user.username for user in two)
    addresses = {
        "profile of the one": reverse("accounts:profile", args=[alice]),
        "profile of the other": reverse("accounts:profile", args=[bob]),
        "opponents": reverse("matches:opponents", args=[alice]),
        "head to head": reverse("matches:duel", args=[alice, bob]),
        "the one's stash": reverse("cards:stash-of", args=[alice]),
        "the other's stash": reverse("cards:stash-of", args=[bob]),
        **{f"the page of card {number}": f"/cards/A{number:03}/" for number in (1, 6)},
        **{f"board {key}": f"/leaderboards/?board={key}" for key in ("rating", "value", "collection", "wins")},
    }
    told = {what: _plain(looks[1].get(address).content) for what, address in addresses.items()}
    told["Stats"] = says(None, "+TT/Stats alice").text.encode()
    return told


def test_what_follows_is_nowhere_before_the_end_was_shown(
    two: tuple[User, User], looks: list[Client], clock: Clock
) -> None:
    staff_make("olga", ORGANISER)
    before = elsewhere(two, looks)
    match = match_delayed(*two)
    play_out(match, clock)
    pass_time(clock, 20)
    choose(match)
    while match.shown != "ended":
        pass_time(clock, 10)
        match.refresh_from_db()
    assert match.state == Match.State.HELD
    held = elsewhere(two, looks)
    assert {what for what in before if held[what] != before[what]} == set()
    pass_time(clock, 20)
    match.refresh_from_db()
    assert match.state == Match.State.OVER
    after = elsewhere(two, looks)
    changed = {what for what in before if after[what] != before[what]}
    assert {"profile of the one", "profile of the other", "opponents", "head to head", "Stats"} <= changed
    assert {"board wins", "board value", "board rating"} <= changed


def test_everything_is_settled_once_when_the_end_was_shown(delayed: Match, clock: Clock) -> None:
    play_out(delayed, clock)
    taken = choose(delayed)
    assert delayed.due_at == clock.now + delayed.delay_time
    assert not delayed.seats.exclude(busy="").exists()
    assert delayed.brought.filter(frozen=True).count() == 10
    assert list(audit.findings()) == []
    pass_time(clock, DELAY - 1)
    assert not LedgerEntry.objects.filter(reason="match").exists()
    assert not Transfer.objects.filter(reason="spoils").exists()
    assert not Rating.objects.exists()
    assert set(delayed.seats.values_list("outcome", "points")) == {("", 0)}
    pass_time(clock, 1)
    delayed.refresh_from_db()
    assert (delayed.state, delayed.chosen or []) == (Match.State.OVER, taken)
    assert LedgerEntry.objects.filter(reason="match").count() == 2
    assert Transfer.objects.filter(reason="spoils").count() == len(taken)
    assert Rating.objects.count() == (2 if delayed.winner else 0)
    assert not delayed.brought.filter(frozen=True).exists()
    assert list(audit.findings()) == []
    rows = Wallet.objects.order_by("pk").values_list("points", flat=True), Transfer.objects.count()
    sums = list(rows[0]), rows[1]
    settle_match(match_id=delayed.pk)
    pass_time(clock, DELAY)
    assert (list(Wallet.objects.order_by("pk").values_list("points", flat=True)), Transfer.objects.count()) == sums


def test_who_does_not_choose_has_the_clock_choose_and_then_the_delay_runs(delayed: Match, clock: Clock) -> None:
    play_out(delayed, clock)
    delayed.refresh_from_db()
    if delayed.state == Match.State.CHOOSING:
        pass_time(clock, 60)
        delayed.refresh_from_db()
    assert delayed.state == Match.State.HELD
    pass_time(clock, DELAY)
    delayed.refresh_from_db()
    assert delayed.state == Match.State.OVER and list(audit.findings()) == []


@pytest.mark.usefixtures("rich")
def test_a_bet_stays_where_it_is_until_then(alice: User, bob: User, clock: Clock) -> None:
    match = match_delayed(alice, bob, bet=20, trade="none")
    with_bets = list(Wallet.objects.filter(user__in=(alice, bob)).values_list("points", flat=True))
    play_out(match, clock)
    match.refresh_from_db()
    assert match.state == Match.State.HELD
    assert list(Wallet.objects.filter(user__in=(alice, bob)).values_list("points", flat=True)) == with_bets
    assert list(audit.findings()) == []
    pass_time(clock, DELAY)
    assert LedgerEntry.objects.filter(cause=f"match:{match.pk}:bet:settled").exists()
    assert list(audit.findings()) == []


def test_who_leaves_has_left_for_others_later(delayed: Match, alice: User, looks: list[Client], clock: Clock) -> None:
    pass_time(clock, 10)
    match_leave(match_id=delayed.pk, user=alice)
    delayed.refresh_from_db()
    assert delayed.state == Match.State.HELD
    assert not Seat.objects.filter(did_not_finish=True).exists()
    pass_time(clock, DELAY - 5)
    assert b"alice left" not in looks[0].get(reverse("matches:match", args=[delayed.pk])).content
    pass_time(clock, 5)
    assert Seat.objects.get(did_not_finish=True).user == alice
    assert b"alice left" in looks[0].get(reverse("matches:match", args=[delayed.pk])).content


def test_after_the_play_they_play_on_with_other_cards(two: tuple[User, User], clock: Clock) -> None:
    alice, bob = two
    delayed = match_delayed(alice, bob, rules=["same", "limitless"])
    play_out(delayed, clock)
    choose(delayed)
    with pytest.raises(Conflict, match="stay where they are"):
        rematch_offer(match_id=delayed.pk, user=alice)
    free = [world.hand_of(user) for user in two]
    rematch_offer(match_id=delayed.pk, user=alice, copies=free[0], confirmed=True)
    again = rematch_offer(match_id=delayed.pk, user=bob, copies=free[1], confirmed=True)
    assert again is not None and again.delay == delayed.delay
    assert last_of(delayed.pk) == delayed.pk
    organiser = User.objects.get(username="olga")
    with pytest.raises(Conflict, match="cannot be shorter"):
        delay_set(match_id=again.pk, seconds=0, by=organiser)
    watches = Client().get(reverse("matches:match", args=[delayed.pk])).content.decode()
    assert f"/matches/{again.pk}/" not in watches
    pass_time(clock, DELAY)
    assert last_of(delayed.pk) == again.pk


def test_while_it_is_held_nothing_else_tells_of_it(delayed: Match, two: tuple[User, User], clock: Clock) -> None:
    play_out(delayed, clock)
    choose(delayed)
    assert in_live_match([two[0].pk]) and has_hidden_hand(two[1])
    pass_time(clock, DELAY)
    assert not in_live_match([user.pk for user in two]) and not has_hidden_hand(two[1])


def test_made_private_it_is_private_at_once(delayed: Match, alice: User, looks: list[Client], clock: Clock) -> None:
    pass_time(clock, DELAY + 5)
    option_set(match_id=delayed.pk, user=alice, option="private")
    for client in looks:
        assert client.get(reverse("matches:match", args=[delayed.pk])).status_code == 403


def test_a_whole_state_shows_spectators_no_more(delayed: Match, clock: Clock) -> None:
    placed = play_out(delayed, clock)
    state = MatchState.whole(delayed.pk)
    shown = delayed.moves.filter(at__lte=clock.now - delayed.delay_time).count()
    assert seen_in(match_fragments(state, "blue").encode()) >= set(placed)
    assert seen_in(match_fragments(state, "watch").encode()) <= set(placed[:shown])
    assert seen_in(MatchView.for_viewer(delayed, "watch").why.encode()) <= set(placed[:shown])


def test_what_others_count_goes_up_to_the_end(delayed: Match, alice: User, clock: Clock) -> None:
    counted = [delayed.version]
    play_out(delayed, clock)
    option_set(match_id=delayed.pk, user=alice, option="open")
    while delayed.state != Match.State.OVER:
        view = MatchView.of(MatchState.load(delayed.pk), "watch")
        assert view.version >= counted[-1]
        counted.append(view.version)
        choose(delayed)
        pass_time(clock, 10)
        delayed.refresh_from_db()
    assert MatchView.of(MatchState.load(delayed.pk), "watch").version > counted[-1] > counted[0]


def test_the_day_and_the_order_of_ratings_are_kept(
    delayed: Match, two: tuple[User, User], charlie: User, clock: Clock
) -> None:
    play_out(delayed, clock)
    choose(delayed)
    world.copies_give(two[0], ["A001", "A002", "A003", "A004", "A005"])
    world.copies_give(charlie, ["A001", "A002", "A003", "A004", "A005"])
    world.seen_now(charlie)
    plain = world.match_make(two[0], charlie, rules=["same"], trade="none", move_time=300)
    assert pair_matches_today(user=two[0], opponent=two[1], moment=clock.now) == 1
    clock.advance(1)
    world.match_play(plain)
    assert list(audit.findings()) == []
    pass_time(clock, DELAY)
    assert [row.match_id for row in RatingChange.objects.order_by("id")][::2] == [plain.pk, delayed.pk]
    rows = list(Rating.objects.order_by("user").values_list("user", "mu", "rated"))
    ratings_rebuild()
    assert list(Rating.objects.order_by("user").values_list("user", "mu", "rated")) == rows
    assert pair_matches_today(user=two[0], opponent=two[1], moment=delayed.ended_at or clock.now, before=delayed) == 0
    assert list(audit.findings()) == []


def test_the_staff_sees_no_seed_before_and_curators_no_card_that_moved(delayed: Match, clock: Clock) -> None:
    play_out(delayed, clock)
    taken = choose(delayed)
    copies = list(delayed.brought.filter(key__in=taken).values_list("copy", flat=True))
    organiser, curator = Client(), Client()
    organiser.force_login(User.objects.get(username="olga"))
    curator.force_login(staff_make("cora", CURATOR))
    page = organiser.get(reverse("admin:matches_match_change", args=[delayed.pk])).content
    assert delayed.seed.secret.encode() not in page
    moved = reverse("admin:cards_transfer_changelist") + "?reason__exact=spoils"
    assert b"0 transfers" in curator.get(moved).content
    assert curator.get(reverse("admin:matches_match_changelist")).status_code == 403
    before = set(Copy.objects.filter(pk__in=copies).values_list("owner", flat=True))
    pass_time(clock, DELAY)
    assert set(Copy.objects.filter(pk__in=copies).values_list("owner", flat=True)) != before
