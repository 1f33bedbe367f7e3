"""What of a card is final once a copy of it exists, and who may correct it all the same (RULES 8)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from cards.customs.queries import custom_codes
from cards.models import Card, Copy
from cards.portraits.models import Portrait
from triad.errors import Conflict, GameError, NotAllowed

#: What is final once a copy exists.
FINAL = ("level", "up", "right", "down", "left", "element")
#: Series of unique cards: what somebody won of these is never corrected.
UNIQUE = frozenset({"M", "P"})


def final_changes(before: Card, after: Card) -> list[str]:
    """The fields of `FINAL` in which two states of a card differ."""
    return [name for name in FINAL if getattr(before, name) != getattr(after, name)]


def why_final(card: Card, *, by: User) -> str:
    """Why somebody may not change ranks, level and element of a card; empty where they may, if with a reason."""
    if Portrait.objects.filter(card=card.pk).exists():
        return _("A Portrait's ranks, level and element are fixed when it is made.")
    if not Copy.objects.filter(card=card.pk).exists():
        return ""
    if card.series_id in UNIQUE or card.series_id in custom_codes():
        return _(
            "A copy of this card exists, so its ranks, level and element are final; in the series of custom, mythic "
            "and portrait cards nobody corrects them."
        )
    if not by.is_superuser:
        return _("A copy of this card exists, so its ranks, level and element are final. A superuser may correct them.")
    return ""


def needs_reason(card: Card) -> bool:
    """Whether a change of ranks, level or element is a correction, which is made with a reason."""
    return Copy.objects.filter(card=card.pk).exists()


def check_correction(before: Card, after: Card, *, by: User, reason: str) -> None:
    """Raises where the change from one state of a card to another is not allowed: Conflict or NotAllowed
    `card_is_final`, GameError `no_reason`."""
    if not final_changes(before, after):
        return
    if sentence := why_final(before, by=by):
        kind = Conflict if by.is_superuser else NotAllowed
        raise kind("card_is_final", f"{before}: {sentence}")
    if needs_reason(before) and not reason.strip():
        raise GameError("no_reason", f"{before}: {no_reason()}")


def no_reason() -> str:
    """What is said where the reason of a correction is missing."""
    return _("A copy of this card exists. Give the reason why its ranks, level or element are corrected.")
