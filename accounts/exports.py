"""A player's own data in one JSON file: apps register what they keep of a player, so that accounts knows none."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from allauth.account.models import EmailAddress

from accounts.civility.models import Block, KeptName, Letter, Report, Sanction
from accounts.friends.models import Friend
from accounts.models import LedgerEntry, User, Visit
from accounts.notices.choices import choices_of
from accounts.notices.models import Notice
from triad.clock import now

#: Gives what an app keeps of a player as JSON can hold it (Django's encoder: moments, UUIDs).
Part = Callable[[User], Any]

_parts: dict[str, Part] = {}


def register(name: str, part: Part) -> None:
    """Puts a part into every export under a name; the last registration of a name stands."""
    _parts[name] = part


def export_of(player: User) -> dict[str, Any]:
    """Everything that the site keeps of a player and that is theirs to see."""
    return {
        "exported_at": now(),
        "account": _account(player),
        "addresses": rows(EmailAddress.objects.filter(user=player).order_by("id"), "email", "verified", "primary"),
        "ledger": rows(
            LedgerEntry.objects.filter(user=player).order_by("id"),
            "at", "reason", "cause", "points", "experience", "points_after", "experience_after", "note",
        ),
        "visits": rows(Visit.objects.filter(user=player).order_by("id"), "began_at", "last_at"),
        "notices": rows(Notice.objects.filter(player=player).order_by("id"), "at", "kind", "about", "url", "read_at"),
        "notice_choices": [
            {"kind": kind, "channel": channel, "on": on} for (kind, channel), on in choices_of(player).items()
        ],
        "friends": rows(Friend.objects.filter(owner=player), "friend__username", "at"),
        "blocks": rows(Block.objects.filter(blocker=player), "blocked__username", "at"),
        "former_names": rows(KeptName.objects.filter(player=player), "name", "at", "until"),
        "reports_made": rows(
            Report.objects.filter(reporter=player), "at", "about__username", "why", "text", "attached", "state"
        ),
        "sanctions": rows(Sanction.objects.filter(player=player), "kind", "at", "until", "reason", "lifted_at"),
        "letters": rows(Letter.objects.filter(player=player), "at", "email", "subject", "text", "state"),
        **{name: part(player) for name, part in _parts.items()},
    }  # fmt: skip


def rows(found: Any, *fields: str) -> list[dict[str, Any]]:
    """Rows of a query with these fields; `__` in a name becomes `_`."""
    values: Iterable[dict[str, Any]] = found.values(*fields)
    return [{key.replace("__", "_"): value for key, value in row.items()} for row in values]


def _account(player: User) -> dict[str, Any]:
    return {
        "name": player.username,
        "email": player.email,
        "joined_at": player.date_joined,
        "last_sign_in_at": player.last_login,
        "seen_at": player.seen_at,
        "points": player.wallet.points,
        "experience": player.wallet.experience,
        "avatar": player.avatar,
        "do_not_disturb": player.do_not_disturb,
        "hides_stash": player.hides_stash,
        "stakes_unique": player.stakes_unique,
        "muted_until": player.muted_until,
        "suspended_until": player.suspended_until,
    }
