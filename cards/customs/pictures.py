"""Reads a picture that somebody sent and draws it anew, so that nothing of the file itself is kept."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO

from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from triad.errors import GameError

#: What a file may weigh, in bytes; looked at before anything is decoded.
MOST_BYTES = 5 * 1024 * 1024
#: What a picture may measure, in pixels, by its header; looked at before anything is decoded.
MOST_SIDE, MOST_PIXELS, LEAST_SIDE = 8_000, 25_000_000, 64
FORMATS = ("PNG", "JPEG", "WEBP")
#: Sizes of a picture on a card that is looked at, and on a card among others.
LARGE, SMALL = (640, 800), (320, 400)
#: Behind pictures that are clear in places.
_GROUND = (22, 34, 30)

# Pillow itself refuses at twice this, also where a size is told later than in the header.
Image.MAX_IMAGE_PIXELS = MOST_PIXELS


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture drawn anew: WebP in two sizes, and the key that names what they show."""

    key: str
    large: bytes
    small: bytes


def weigh(size: int) -> None:
    """Raises GameError `picture_too_heavy` for a file of more bytes than are taken, `picture_empty` for none."""
    if size > MOST_BYTES:
        sentence = _("The picture has %(size).1f MB; %(most)d MB are the most.")
        raise GameError(
            "picture_too_heavy", sentence % {"size": size / 1024 / 1024, "most": MOST_BYTES // 1024 // 1024}
        )
    if size == 0:
        raise GameError("picture_empty", _("The file of the picture is empty."))


def draw_anew(data: bytes) -> Drawn:
    """The picture in a file, cut to the shape of a card and encoded again without anything else that was in it.

    Raises GameError `picture_too_heavy`, `picture_empty`, `picture_too_wide`, `picture_too_small`, `no_picture`.
    """
    weigh(len(data))
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as checked:
            _measure(checked.size)
            checked.verify()
        with Image.open(BytesIO(data), formats=FORMATS) as opened:
            _measure(opened.size)
            # A JPEG can be decoded at a half or a quarter of its size.
            opened.draft("RGB", (2 * LARGE[0], 2 * LARGE[1]))
            whole = _flat(ImageOps.exif_transpose(_reduced(opened)))
    except GameError:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _too_wide() from None
    except Exception:  # a decoder can trip over a hostile file in any way
        raise GameError("no_picture", _("This file is no PNG, JPEG or WebP picture, whatever its name says.")) from None
    large, small = _encoded(whole, LARGE), _encoded(whole, SMALL)
    return Drawn(key=sha256(large + small).hexdigest()[:32], large=large, small=small)


def _measure(size: tuple[int, int]) -> None:
    width, height = size
    if max(size) > MOST_SIDE or width * height > MOST_PIXELS:
        raise _too_wide(size)
    if min(size) < LEAST_SIDE:
        sentence = _("The picture measures %(width)d by %(height)d pixels; it needs %(least)d each way.")
        raise GameError("picture_too_small", sentence % {"width": width, "height": height, "least": LEAST_SIDE})


def _too_wide(size: tuple[int, int] | None = None) -> GameError:
    limits = {"side": MOST_SIDE, "million": MOST_PIXELS // 1_000_000}
    if size is None:
        sentence = _("The picture has too many pixels: at most %(side)d each way and %(million)d million in all.")
        return GameError("picture_too_wide", sentence % limits)
    sentence = _(
        "The picture measures %(width)d by %(height)d pixels: at most %(side)d each way and %(million)d million in all."
    )
    return GameError("picture_too_wide", sentence % {"width": size[0], "height": size[1], **limits})


def _reduced(picture: Image.Image) -> Image.Image:
    """A picture that is many times too large, at a part of its size, before copies of it are made."""
    times = min(picture.width // (2 * LARGE[0]), picture.height // (2 * LARGE[1]))
    return picture.reduce(times) if times > 1 and picture.mode in ("RGB", "RGBA", "L", "LA") else picture


def _flat(picture: Image.Image) -> Image.Image:
    """Its pixels alone, on a ground: no palette, no clear places, no information beside it."""
    coloured = picture.convert("RGBA")
    flat = Image.new("RGB", coloured.size, _GROUND)
    flat.paste(coloured, mask=coloured.getchannel("A"))
    return flat


def _encoded(picture: Image.Image, size: tuple[int, int]) -> bytes:
    cut = ImageOps.fit(picture, size, Image.Resampling.LANCZOS, centering=(0.5, 0.4))
    written = BytesIO()
    cut.save(written, "WEBP", quality=80, method=4)
    return written.getvalue()
