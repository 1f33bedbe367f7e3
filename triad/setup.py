"""What a fresh machine needs before the site can be served; each step may be repeated and then changes nothing."""

from __future__ import annotations

import hashlib
import io
from importlib import import_module
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command, get_commands

#: Written last into the collected files: what they were collected from.
FINGERPRINT = ".collected"


def prepare() -> None:
    """Makes the database, loads the cards, the roles and the robots, counts ratings where there are none yet, and
    collects the static files."""
    call_command("migrate", interactive=False, verbosity=0)
    if "load_cards" in get_commands():
        call_command("load_cards", verbosity=0, stdout=io.StringIO())
    if roles_load := found("cards.services.roles", "roles_load"):
        roles_load()
    if robots_load := found("matches.services.robots", "robots_load"):
        robots_load()
    if ratings_begin := found("matches.ratings.services", "ratings_begin"):
        ratings_begin()
    collect_static()


def found(module: str, name: str) -> Any:
    """A function of a module; None where there is no such module or function."""
    try:
        return getattr(import_module(module), name, None)
    except ModuleNotFoundError as error:
        if error.name is None or not module.startswith(error.name):
            raise
        return None


def collect_static() -> bool:
    """Collects the static files under their hashed names; False when nothing changed since the last time."""
    mark = Path(settings.STATIC_ROOT) / FINGERPRINT
    now = _fingerprint()
    if mark.exists() and mark.read_text() == now:
        return False
    call_command("collectstatic", interactive=False, verbosity=0, clear=True)
    mark.write_text(now)
    return True


def _fingerprint() -> str:
    """Names, sizes and times of all static files, in short."""
    digest = hashlib.sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in get_finders():
        for name, storage in sorted(finder.list([]), key=lambda entry: entry[0]):
            stat = Path(storage.path(name)).stat()
            digest.update(f"{name} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()
