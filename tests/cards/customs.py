"""Designs, pictures and submissions for the tests about custom cards."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import Group
from PIL import Image

from accounts.models import LedgerEntry, User
from accounts.services.wallet import pay
from cards.customs.design import Design
from cards.customs.models import Submission
from cards.services.roles import CURATORS, roles_load
from cards.services.submissions import submission_submit

#: What a form of the drawing board sends.
FORM = {
    "name": "Ultros",
    "level": "5",
    "up": "3",
    "right": "4",
    "down": "5",
    "left": "6",
    "element": "water",
    "text": "Octopus menace.",
}
#: What Ultros costs: half of 80 points, times five.
PRICE = 200


def design(**changed: Any) -> Design:
    """Ultros, or what is said of it otherwise."""
    fields: dict[str, Any] = {"name": "Ultros", "level": 5, "ranks": (3, 4, 5, 6), "element": "water", "text": ""}
    return Design(**fields | changed)


def grant(user: User, points: int) -> None:
    """Points from nowhere, through the ledger."""
    pay(user=user, points=points, reason=LedgerEntry.Reason.GRANT, cause=f"test:{uuid4()}")


def submit(maker: User, **changed: Any) -> Submission:
    """A submission of a player who is given the points for it."""
    grant(maker, 400)
    return submission_submit(maker=maker, key=uuid4(), design=design(**changed))


def curator_make(name: str = "kurt") -> User:
    """Somebody of the staff with the curators' rights and no others."""
    roles_load()
    user = User.objects.create_user(username=name, password="eight-squares")
    user.is_staff = True
    user.save()
    user.groups.add(Group.objects.get(name=CURATORS))
    return User.objects.get(pk=user.pk)


def image_bytes(format: str = "PNG", size: tuple[int, int] = (300, 200), mode: str = "RGB", **how: Any) -> bytes:
    """An image with something on it, in a file of a format."""
    picture = Image.effect_noise(size, 60).convert("RGB")
    picture.paste((200, 60, 40), (size[0] // 4, size[1] // 4, size[0] // 2, size[1] // 2))
    written = BytesIO()
    picture.convert(mode).save(written, format, **how)
    return written.getvalue()


def chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG, with its checksum."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png_that_claims(width: int, height: int) -> bytes:
    """A PNG of a few bytes whose header says how much it would be."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"\0" * 100_000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
