"""What becomes of a guest's matches when the guest signs up."""

from __future__ import annotations

from django.db.models import Q

from accounts.models import User
from matches.live import announce
from matches.models import Match, Seat, Seed


def guest_adopted(*, guest: User, user: User) -> None:
    """Hands the guest's seats and seeds to the new user; runs inside the sign-up's transaction."""
    taken = Seat.objects.filter(user=user).values("match")
    seats = Seat.objects.filter(user=guest).exclude(match__in=taken)
    if Seat.objects.filter(user=user, busy=Seat.Busy.ROBOT).exists():
        seats = seats.filter(~Q(busy=Seat.Busy.ROBOT))
    running = list(seats.exclude(match__state=Match.State.OVER).values_list("match", flat=True))
    seats.update(user=user)
    Seed.objects.filter(owner=guest).update(owner=user)
    for match_id in running:
        announce.after_commit(announce.match_changed, match_id)
