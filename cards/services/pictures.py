"""Pictures of cards come and go: drawn anew when they are sent, dropped when nothing names them."""

from __future__ import annotations

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction

from accounts.models import User
from cards.customs.models import Picture
from cards.customs.pictures import Drawn, draw_anew, weigh
from cards.services.locks import lock_players
from triad.clock import now

#: Pictures of one player that lie about without a design; older ones go when another comes.
LOOSE = 5


def picture_take(*, owner: User, file: UploadedFile[bytes]) -> Picture:
    """Keeps a picture that a player sent, drawn anew; the same picture sent again is the same row.

    Raises GameError as `draw_anew` does, and then keeps nothing.
    """
    weigh(file.size or 0)
    drawn = draw_anew(file.read())
    with transaction.atomic():
        picture, made = picture_keep(owner=owner, drawn=drawn)
        if made:
            _drop_loose(owner)
    return picture


def picture_keep(*, owner: User, drawn: Drawn) -> tuple[Picture, bool]:
    """The row of a picture that was drawn anew, and whether it is new; needs a transaction."""
    lock_players(owner.pk)
    return Picture.objects.get_or_create(
        owner=owner,
        key=drawn.key,
        defaults={"large": drawn.large, "small": drawn.small, "made_at": now()},
    )


def _drop_loose(owner: User) -> None:
    loose = Picture.objects.filter(owner=owner, submissions=None, cards=None).order_by("-pk")
    kept = list(loose.values_list("pk", flat=True)[:LOOSE])
    loose.exclude(pk__in=kept).delete()
