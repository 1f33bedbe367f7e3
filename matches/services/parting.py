"""What ends in matches between two who keep apart from now on."""

from __future__ import annotations

from django.db.models import Q

from accounts.models import User
from matches.live import announce
from matches.models import Challenge
from triad.clock import now


def challenges_end_between(*, blocker: User, blocked: User) -> None:
    """Ends the challenges that wait between two players, both locked."""
    between = Q(challenger=blocker, opponent=blocked) | Q(challenger=blocked, opponent=blocker)
    challenges_end(between)


def challenges_end(which: Q) -> None:
    """Takes back waiting challenges; their players are locked."""
    waiting = Challenge.objects.filter(which, state=Challenge.State.WAITING)
    for challenge_id in list(waiting.values_list("pk", flat=True)):
        waiting.filter(pk=challenge_id).update(state=Challenge.State.WITHDRAWN, settled_at=now())
        announce.after_commit(announce.challenge_changed, challenge_id)
