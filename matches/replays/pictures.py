"""Pictures of positions and films of whole matches: painted once by a process of their own, then kept as files.

What is painted is told whole by its job, and the job's hash is the file's name: nothing else decides what is in it.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
import subprocess
import sys
import time
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.limits import spend
from cards.art import art_version
from cards.customs.models import Picture
from cards.faces import CardFace
from matches.live.state import MatchState
from matches.replays.replay import Replay, SideView, replay_of
from triad.errors import GameError

log = logging.getLogger("triad.pictures")

#: A picture is as wide as social previews are; a film is smaller.
WIDTH, FILM_WIDTH = 1200, 720
#: A film has the last so many placements of a match.
MOST_FRAMES = 60
#: How long a film shows a placement, and the last one, in milliseconds.
SHOWN, SHOWN_LAST = 1400, 4000
#: So many seconds may a job take, and may another wait for it.
LONGEST, PATIENCE = 60, 20
#: The kept files have this much room; the longest unused go first.
ROOM = 256 * 1024 * 1024


class Busy(GameError):
    """No picture can be painted just now; `retry_after` says when to ask again."""

    status = 503

    def __init__(self) -> None:
        super().__init__("busy", _("Many pictures are being painted just now. Ask again in a minute."))
        self.retry_after = 60


def picture_of(state: MatchState, *, at: int, asker: str) -> Path:
    """The PNG of the match after `at` placements. Raises TooOften and Busy where it would have to be painted."""
    return _file([replay_of(state, at=at)], [], WIDTH, asker)


def film_of(state: MatchState, *, asker: str) -> Path:
    """The whole match as an animated WebP. Raises TooOften and Busy where it would have to be painted."""
    last = replay_of(state)
    first = max(0, last.moves - MOST_FRAMES)
    shown = [*(replay_of(state, at=at) for at in range(first, last.moves)), last]
    return _file(shown, [SHOWN] * (len(shown) - 1) + [SHOWN_LAST], FILM_WIDTH, asker)


def _file(shown: Sequence[Replay], times: list[int], width: int, asker: str) -> Path:
    frames = [frame_of(each) for each in shown]
    job = {"frames": frames, "times": times, "width": width, "pictures": _sent_pictures(frames)}
    text = json.dumps({**job, "version": [_painters(), art_version()]}, sort_keys=True)
    name = sha256(text.encode()).hexdigest()[:40]
    path = _folder() / "replays" / name[:2] / f"{name}.{'webp' if times else 'png'}"
    if not path.is_file():
        spend("picture", asker)
        with _one_at_a_time():
            if not path.is_file():
                _paint({**job, "out": str(path), "faces": str(_folder() / "faces" / art_version())})
                _make_room()
    os.utime(path)
    return path


def _folder() -> Path:
    return Path(settings.VAR_DIR) / "pictures"


@cache
def _painters() -> str:
    """Changes with what paints."""
    here = Path(__file__).parent
    return sha256(b"".join((here / name).read_bytes() for name in ("paint.py", "card_paint.py"))).hexdigest()[:16]


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Waits until no other process paints: one picture at a time, whoever asks."""
    _folder().mkdir(parents=True, exist_ok=True)
    with (_folder() / "lock").open("w") as lock:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > until:
                    raise Busy from None
                time.sleep(0.05)
        yield


def _paint(job: dict[str, Any]) -> None:
    command = [sys.executable, "-m", "matches.replays.paint"]
    try:
        subprocess.run(
            command, input=json.dumps(job), text=True, cwd=settings.BASE_DIR, timeout=LONGEST, check=True,
            capture_output=True,
        )  # fmt: skip
    except (subprocess.SubprocessError, OSError) as error:
        log.error("a picture could not be painted: %s %s", error, getattr(error, "stderr", ""))
        raise Busy from None


def _make_room() -> None:
    """Drops the files that were unused the longest once there are too many."""
    files = [(path.stat(), path) for path in (_folder() / "replays").glob("*/*.*")]
    size = sum(stat.st_size for stat, _path in files)
    for stat, path in sorted(files, key=lambda each: each[0].st_mtime)[:-1]:
        if size <= ROOM:
            return
        path.unlink(missing_ok=True)
        size -= stat.st_size


def frame_of(shown: Replay) -> dict[str, Any]:
    """A position as the painter takes it: plain values."""
    winner = shown.outcome.winner if shown.outcome and shown.at == shown.moves else ""
    count = _("%(at)d of %(moves)d") % {"at": shown.at, "moves": shown.moves}
    return {
        "near": _side(shown.near, winner),
        "far": _side(shown.far, winner),
        "foot": f"{count} · {shown.house}",
        "squares": [
            {
                "number": square.number,
                "element": square.element,
                "wall": [square.wall.wall, square.wall.text] if square.wall else None,
                "card": _card(square.face) if square.face else None,
                "last": square.last,
            }
            for square in shown.board.squares
        ],
    }


def _side(side: SideView, winner: str) -> dict[str, Any]:
    return {
        "colour": side.colour,
        "name": side.name,
        "score": side.score,
        "word": _("wins") if winner == side.colour else "",
        "cards": [_card(slot.face) for slot in side.slots if slot.face],
    }


def _card(face: CardFace) -> dict[str, Any]:
    return {
        "id": face.id,
        "name": face.name,
        "level": face.level,
        "element": face.element,
        "type": face.type,
        "owner": face.owner,
        "marks": [[sign, classes.split()] for sign, classes in face.marks],
    }


def _sent_pictures(frames: Sequence[dict[str, Any]]) -> dict[str, str]:
    """The pictures that players sent for some of the cards, by the card's ID, as base64."""
    ids = {card["id"] for side in ("near", "far") for frame in frames for card in frame[side]["cards"]}
    ids |= {square["card"]["id"] for frame in frames for square in frame["squares"] if square["card"]}
    rows = Picture.objects.filter(cards__in=ids).values_list("cards", "small")
    return {card_id: b64encode(bytes(small)).decode() for card_id, small in rows}
