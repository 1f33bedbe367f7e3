"""What ends in matches between two who keep apart from now on."""

from __future__ import annotations

from django.db.models import Q

from accounts.models import User
from matches.arena.models import Pairing
from matches.arena.seeks import pairing_dissolve
from matches.live import announce
from matches.models import Challenge
from triad.clock import now


def plans_end_between(*, blocker: User, blocked: User) -> None:
    """Ends the challenges that wait between two players, both locked, and the pairing of the two."""
    between = Q(challenger=blocker, opponent=blocked) | Q(challenger=blocked, opponent=blocker)
    challenges_end(between)
    found = Pairing.objects.filter(seeks__user=blocker).filter(seeks__user=blocked)
    for pairing_id in list(found.values_list("pk", flat=True)):
        pairing_dissolve(pairing_id=pairing_id)


def challenges_end(which: Q) -> None:
    """Takes back waiting challenges; their players are locked."""
    waiting = Challenge.objects.filter(which, state=Challenge.State.WAITING)
    for challenge_id in list(waiting.values_list("pk", flat=True)):
        waiting.filter(pk=challenge_id).update(state=Challenge.State.WITHDRAWN, settled_at=now())
        announce.after_commit(announce.challenge_changed, challenge_id)
