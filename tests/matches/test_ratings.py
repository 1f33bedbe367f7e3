"""Ratings: what moves them, what does not, and that they are what the matches make of them (RULES 3, 8)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from matches.audit import findings
from matches.models import Match, Seat
from matches.queries.records import seats
from matches.ratings.models import Rating, RatingChange
from matches.ratings.queries import UNRATED, rating_of, ratings_of
from matches.ratings.rated import why_unrated
from matches.ratings.scale import PROVISIONAL_MATCHES, START, Skill, moved
from matches.ratings.services import match_rate, ratings_begin, ratings_rebuild
from matches.services.leaving import match_leave
from matches.services.seeds import seed_make
from tests.conftest import Clock
from tests.matches import world
from triad.clock import now


def ended(blue: User, red: User, winner: str = "blue", *, house: str = "deling", days_ago: float = 0) -> Match:
    """A match that has just ended, rated if it is to be; nobody has played it."""
    moment = now() - timedelta(days=days_ago)
    match = Match.objects.create(
        house=house, with_people=blue.is_person and red.is_person, setup={"trade": "none"}, seed=seed_make(),
        state="over", ended="played", winner=winner, ended_at=moment,
    )  # fmt: skip
    for colour, user in (("blue", blue), ("red", red)):
        outcome = "drawn" if winner == "draw" else "won" if winner == colour else "lost"
        Seat.objects.create(match=match, colour=colour, user=user, outcome=outcome)
    match_rate(match=match, users={"blue": blue, "red": red}, placed=9, moment=moment)
    return match


SKILLS = st.builds(Skill, st.floats(500, 3000), st.floats(50, 350))


@given(SKILLS, SKILLS)
def test_a_win_never_lowers_a_rating_and_a_loss_never_raises_one(blue: Skill, red: Skill) -> None:
    won, lost = moved(blue, red, "blue")
    assert won.mu >= blue.mu and lost.mu <= red.mu
    assert won.sigma > 0 and lost.sigma > 0
    assert moved(red, blue, "red") == (lost, won)


def test_a_draw_brings_two_ratings_nearer() -> None:
    low, high = moved(Skill(1400, 200), Skill(1600, 200), "draw")
    assert low.mu > 1400 and high.mu < 1600
    assert [each.mu for each in moved(START, START, "draw")] == [START.mu, START.mu]


@pytest.mark.parametrize(
    ("changes", "placed", "of_pair", "why"),
    [
        ({}, 9, 0, ""),
        ({}, 9, 4, ""),
        ({}, 9, 5, "pair_limit"),
        ({"winner": "draw"}, 9, 0, ""),
        ({"with_people": False}, 9, 0, "against_robot"),
        ({"setup": {"trade": "training"}}, 9, 0, "training"),
        ({"setup": {"trade": "one", "first_named": True}}, 9, 0, "first_named"),
        ({"winner": "", "ended": "did_not_finish"}, 8, 0, "no_result"),
        ({"ended": "forfeit"}, 4, 0, "too_short"),
        ({"ended": "forfeit"}, 5, 0, ""),
    ],
)
def test_what_is_rated(changes: dict[str, Any], placed: int, of_pair: int, why: str) -> None:
    match = Match(**{"with_people": True, "setup": {"trade": "one"}, "winner": "blue", "ended": "played", **changes})
    assert why_unrated(match=match, placed=placed, of_pair=of_pair) == why


@pytest.mark.django_db
def test_a_match_played_out_moves_both_ratings_in_its_house_and_no_other(match: Match) -> None:
    match = world.match_play(match)
    sides = seats(match)
    blue, red = (rating_of(player=sides[colour].user, house="deling") for colour in ("blue", "red"))
    assert blue.value + red.value == 2 * UNRATED.value
    assert (blue.value > red.value) == (match.winner == "blue")
    assert blue.provisional and blue.text == f"{blue.value}?" and blue.deviation < UNRATED.deviation
    assert rating_of(player=sides["blue"].user, house="balamb") == UNRATED
    assert match.rating_changes.count() == 2 and list(findings()) == []


@pytest.mark.django_db
def test_rating_a_match_twice_changes_nothing(alice: User, bob: User) -> None:
    match = ended(alice, bob)
    before = list(Rating.objects.values())
    match_rate(match=match, users={"blue": alice, "red": bob}, placed=9, moment=now())
    assert list(Rating.objects.values()) == before and RatingChange.objects.count() == 2
    with pytest.raises(IntegrityError), transaction.atomic():
        RatingChange.objects.create(
            match=match, user=alice, house="deling", mu_before=1, sigma_before=1, mu_after=1, sigma_after=1, at=now()
        )


@pytest.mark.django_db
def test_five_matches_of_a_pair_are_rated_a_day_in_all_houses_together(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    for house in ("deling", "balamb", "deling", "ffxiv", "deling", "deling"):
        ended(alice, bob, house=house)
    assert RatingChange.objects.filter(user=alice).count() == 5
    ended(charlie, alice)
    assert RatingChange.objects.filter(user=alice).count() == 6
    clock.advance(12 * 3600)
    ended(bob, alice)
    assert RatingChange.objects.filter(user=alice).count() == 7 and list(ratings_findings()) == []


def ratings_findings() -> list[str]:
    """What the audit says of ratings alone: these matches have no record."""
    from matches.ratings.audit import findings as found

    return list(found())


@pytest.mark.django_db
def test_after_ten_rated_matches_a_rating_is_no_longer_provisional(alice: User, bob: User, clock: Clock) -> None:
    for day in range(PROVISIONAL_MATCHES, 0, -1):
        assert rating_of(player=alice, house="deling").provisional
        ended(alice, bob, days_ago=day)
    found = rating_of(player=alice, house="deling")
    assert not found.provisional and found.text == str(found.value) and found.rated == 10
    values = list(RatingChange.objects.filter(user=alice).order_by("id").values_list("mu_after", flat=True))
    assert values == sorted(values) and round(values[-1]) == found.value


@pytest.mark.django_db
def test_many_ratings_take_one_query(
    alice: User, bob: User, charlie: User, django_assert_num_queries: Any, clock: Clock
) -> None:
    ended(alice, bob)
    with django_assert_num_queries(1):
        found = ratings_of([alice, bob, charlie], "deling")
    assert found[charlie.pk] == UNRATED and found[alice.pk].value > found[bob.pk].value


@pytest.mark.django_db
def test_a_match_without_winner_rates_nobody(match: Match, players: tuple[User, User]) -> None:
    match_leave(match_id=match.pk, user=players[0])
    assert not Rating.objects.exists() and list(findings()) == []


@pytest.mark.django_db
def test_a_forfeit_is_rated_from_the_fifth_placement_on(players: tuple[User, User]) -> None:
    match = world.match_make(*players, house="tffo", rules=["same"], trade="none")
    for _placement in range(5):
        world.placement_play(match)
    match_leave(match_id=match.pk, user=players[0])
    assert rating_of(player=players[0], house="tffo").value < UNRATED.value
    assert rating_of(player=players[1], house="tffo").value > UNRATED.value
    assert list(findings()) == []


@pytest.mark.django_db
def test_counting_again_gives_the_same_ratings(alice: User, bob: User, charlie: User, clock: Clock) -> None:
    for number, (blue, red) in enumerate([(alice, bob), (bob, charlie), (charlie, alice)] * 3):
        ended(blue, red, ("blue", "red", "draw")[number % 3], days_ago=9 - number)
    before = list(Rating.objects.order_by("user").values("user", "mu", "sigma", "rated", "at"))
    assert len(before) == 3 and ratings_findings() == []
    assert ratings_rebuild() == 9
    assert list(Rating.objects.order_by("user").values("user", "mu", "sigma", "rated", "at")) == before
    call_command("rebuild_ratings", stdout=None)
    assert ratings_findings() == []


@pytest.mark.django_db
@pytest.mark.parametrize("fault", ["rating", "row", "lost", "more"])
def test_the_audit_finds_a_rating_that_the_matches_do_not_make(
    alice: User, bob: User, clock: Clock, fault: str
) -> None:
    first, last = ended(alice, bob, days_ago=1), ended(bob, alice)
    if fault == "rating":
        Rating.objects.filter(user=alice).update(mu=1700)
    elif fault == "row":
        RatingChange.objects.filter(match=first, user=bob).update(mu_after=1499)
    elif fault == "lost":
        RatingChange.objects.filter(match=last).delete()
    else:
        Match.objects.filter(pk=last.pk).update(setup={"trade": "training"})
    assert ratings_findings()
    ratings_rebuild()
    assert ratings_findings() == []


@pytest.mark.django_db
def test_a_site_that_is_older_than_its_ratings_counts_them_once(alice: User, bob: User, clock: Clock) -> None:
    ratings_begin()
    assert not Rating.objects.exists()
    ended(alice, bob)
    before = list(Rating.objects.values("user", "mu"))
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    ratings_begin()
    made = RatingChange.objects.values_list("pk", flat=True)
    ids = list(made)
    ratings_begin()
    assert list(Rating.objects.values("user", "mu")) == before and list(made.all()) == ids and len(ids) == 2
