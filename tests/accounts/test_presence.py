from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.test import Client

from accounts import queries
from accounts.decorators import same_for_everybody
from accounts.middleware import PlayerMiddleware
from accounts.models import Kind, User
from accounts.services.guests import guest_make
from accounts.services.presence import seen
from tests.conftest import Clock


def seen_at(user: User) -> object:
    return User.objects.get(pk=user.pk).seen_at


def test_a_page_notes_who_asked_at_most_every_20_seconds(clock: Clock, alices: Client, alice: User) -> None:
    start = clock.now
    alices.get("/settings/")
    assert seen_at(alice) == start
    clock.advance(19)
    alices.get("/settings/")
    assert seen_at(alice) == start
    clock.advance(1)
    alices.get("/settings/")
    assert seen_at(alice) == clock.now


def test_between_two_notes_nothing_is_written(clock: Clock, alice: User, django_assert_num_queries: object) -> None:
    seen(user_ids=[alice.pk])
    clock.advance(10)
    with django_assert_num_queries(1):  # type: ignore[operator]
        seen(user_ids=[alice.pk])


def test_one_is_connected_for_60_seconds(clock: Clock, alice: User, bob: User) -> None:
    seen(user_ids=[alice.pk])
    clock.advance(60)
    assert queries.is_connected(alice)
    assert not queries.is_connected(bob)
    clock.advance(0.001)
    assert not queries.is_connected(alice)


def test_a_closed_account_is_not_connected_and_a_robot_always_is(clock: Clock, alice: User, bob: User) -> None:
    seen(user_ids=[alice.pk])
    User.objects.filter(pk=alice.pk).update(is_active=False)
    bob.kind = Kind.ROBOT
    assert not queries.is_connected(alice)
    assert queries.is_connected(bob)


def test_the_people_here_are_people_and_say_who_wants_rest(clock: Clock, alice: User, bob: User, charlie: User) -> None:
    guest = guest_make()
    robot = User.objects.create_user(username="Mog Easy", kind=Kind.ROBOT)
    User.objects.filter(pk=bob.pk).update(do_not_disturb=True)
    clock.advance(100)
    seen(user_ids=[user.pk for user in (bob, alice, guest, robot)])
    assert [(user.username, user.do_not_disturb) for user in queries.people_here()] == [("alice", False), ("bob", True)]


def test_a_view_that_is_the_same_for_everybody_reads_no_session(alice: User, clock: Clock) -> None:
    @same_for_everybody
    def picture(request: HttpRequest) -> HttpResponse:
        return HttpResponse("picture")

    request = HttpRequest()
    PlayerMiddleware(lambda request: HttpResponse()).process_view(request, picture, (), {})
    assert request.player is None  # type: ignore[attr-defined]
    assert seen_at(alice) is None
