"""Seeds: the secrets of the draws, and what players add to them (RULES 3)."""

from __future__ import annotations

import re
import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from accounts.models import User
from matches.engine.draws import SEED_BYTES, Draws, commitment
from matches.models import Match, Seed
from triad.clock import now
from triad.errors import Conflict, GameError

#: How long an unused seed is kept.
SEED_AGE = timedelta(days=1)
_ADDITION = re.compile(r"[0-9a-f]{32}")


def seed_make(*, owner: User | None = None) -> Seed:
    """A new seed from the operating system's generator, with its commitment; only `owner` may use it, if named."""
    secret = secrets.token_bytes(SEED_BYTES)
    return Seed.objects.create(secret=secret.hex(), commitment=commitment(secret), owner=owner, made_at=now())


def seed_use(*, seed_id: int, owner: User, moment: datetime) -> Seed:
    """The seed, taken as by `seed_take`, whose errors it raises."""
    seed_take(seed_id=seed_id, owner=owner, moment=moment)
    return Seed.objects.get(pk=seed_id)


def seed_take(*, seed_id: int, owner: User, moment: datetime) -> None:
    """Takes an unused seed for one match, for ever; runs in the caller's transaction.

    Raises Conflict `seed_used` for one that is used, too old, somebody else's or kept for a rematch.
    """
    kept = Match.objects.filter(next_seed=OuterRef("pk"))
    free = Seed.objects.filter(Q(owner=owner) | Q(owner=None), ~Exists(kept), pk=seed_id, used_at=None)
    if not free.update(used_at=moment):
        raise Conflict("seed_used", _("This form has been used or is too old. Please look at it again and send it."))


def read_addition(text: str) -> str:
    """What a browser added to the draws: 128 bits as 32 hexadecimal digits, or nothing. Raises `bad_addition`."""
    addition = text.strip().lower()
    if addition and not _ADDITION.fullmatch(addition):
        raise GameError("bad_addition", _("The random addition has 32 hexadecimal digits, or is left out."))
    return addition


def draws_of(match: Match) -> Draws:
    """The draws of a match: its seed with both additions. They never leave the server before the match is over."""
    blue, red = (bytes.fromhex(match.additions.get(colour, "")) for colour in ("blue", "red"))
    return Draws(bytes.fromhex(match.seed.secret), blue, red)


@transaction.atomic
def seeds_sweep(*, moment: datetime) -> int:
    """Deletes seeds that nobody used for a day; gives how many."""
    old = Seed.objects.filter(used_at=None, made_at__lt=moment - SEED_AGE)
    Match.objects.filter(next_seed__in=old.values("pk")).update(next_seed=None)
    return old.filter(challenge=None, matches=None).delete()[0]
