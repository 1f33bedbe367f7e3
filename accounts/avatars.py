"""The lozenges that stand for players: a beast and a tint, chosen, or picked by the name.

What players chose is kept in memory, because every list of names on every page draws them.
"""

from __future__ import annotations

import re
from zlib import crc32

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from triad.errors import GameError, NotAllowed

#: Emblems of the sprite that can stand for a player; of who chose none, one is picked by the name.
BEASTS = (
    "fox", "dodo", "bear-face", "imp", "jellyfish", "cactus", "hound", "wyvern",
    "samurai-helmet", "wolf-head", "tiger-head", "lion", "rooster", "tortoise", "unicorn", "gecko",
)  # fmt: skip
TINTS = 8
_KEPT = re.compile(r"(?P<beast>[a-z-]+):(?P<tint>[1-8])")

_chosen: dict[str, str] = {}


def avatar_of(name: str) -> tuple[str, int]:
    """The beast and the tint, 1 to 8, of the player of a name; asks nothing of the database."""
    draw = crc32(name.casefold().encode())
    found = _KEPT.fullmatch(_chosen.get(name, ""))
    if found and found["beast"] in BEASTS:
        return found["beast"], int(found["tint"])
    return BEASTS[draw % len(BEASTS)], draw // 16 % TINTS + 1


def avatars_load() -> None:
    """Learns anew what everybody has chosen, also through other processes."""
    global _chosen
    _chosen = dict(User.objects.exclude(avatar="").values_list("username", "avatar"))


@transaction.atomic
def avatar_set(*, player: User, beast: str = "", tint: int = 0) -> None:
    """Gives a player a beast and a tint; without a beast the name picks both again.

    Raises NotAllowed `needs_account`; GameError `no_such_avatar`.
    """
    if not player.is_person:
        raise NotAllowed("needs_account", _("Only a player with an account has settings."))
    if beast and (beast not in BEASTS or not 1 <= tint <= TINTS):
        raise GameError("no_such_avatar", _("Choose one of the beasts and one of the tints."))
    player.avatar = f"{beast}:{tint}" if beast else ""
    player.save(update_fields=["avatar"])
    transaction.on_commit(avatars_load)
