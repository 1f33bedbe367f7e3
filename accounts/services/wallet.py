"""The only road by which points and experience move: the ledger.

Locks are taken on the player's row first, then on the wallet, and players in the order of their ids; who locks more
than one player calls `players_lock` before anything else.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import LedgerEntry, User, Wallet
from accounts.purse import purse_show
from triad.errors import Conflict

#: What the columns hold at most on every database.
MOST = 2_147_483_647


def players_lock(*, user_ids: Iterable[int]) -> dict[int, User]:
    """Locks players in the order of their ids until the transaction ends; call inside a transaction."""
    # NO KEY: rows that merely refer to a player, such as notices, are written meanwhile and wait for nobody.
    locked = User.objects.select_for_update(no_key=True).filter(pk__in=set(user_ids)).order_by("pk")
    return {user.pk: user for user in locked}


@transaction.atomic
def pay(*, user: User, points: int = 0, experience: int = 0, reason: str, cause: str, note: str = "") -> LedgerEntry:
    """Writes one movement of points and experience, and the balance after it; gives its ledger entry.

    `cause` names what made it, such as match:12; a second payment of one player by one cause changes nothing and
    gives the first entry. Negative points are a charge: Conflict("not_enough_points") where the wallet has fewer.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if made := LedgerEntry.objects.filter(user=user, cause=cause).first():
        return made
    wallet = Wallet.objects.select_for_update().get(user=user)
    wallet.points += points
    wallet.experience += experience
    if wallet.points < 0:
        raise Conflict(
            "not_enough_points",
            _("That takes %(price)d points, and there are %(points)d.")
            % {"price": -points, "points": wallet.points - points},
        )
    if wallet.experience < 0:
        raise Conflict("not_enough_experience", _("There is less experience than that."))
    if wallet.points > MOST or wallet.experience > MOST:
        raise Conflict("wallet_full", _("The wallet cannot hold more."))
    wallet.save(update_fields=["points", "experience"])
    entry = LedgerEntry.objects.create(
        user=user,
        reason=reason,
        cause=cause,
        points=points,
        experience=experience,
        points_after=wallet.points,
        experience_after=wallet.experience,
        note=note,
    )
    if points:
        purse_show(entry)
    return entry
