"""What the environment says: every variable that the site reads is read here."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any

import dj_database_url

BASE_DIR = Path(__file__).resolve().parent.parent


def flag(name: str, *, default: bool = False) -> bool:
    """True for 1, true, yes, on in any case; the default where the variable is not set."""
    value = os.environ.get(name)
    return default if value is None else value.strip().lower() in {"1", "true", "yes", "on"}


def number(name: str, *, default: int) -> int:
    """The whole number of a variable; the default where it is not set or is none."""
    value = os.environ.get(name, "").strip()
    return int(value) if value.isdigit() else default


def rate(name: str, *, default: tuple[int, int]) -> tuple[int, int]:
    """How many times in how many seconds, written 10/60; 0 alone is no limit; the default where it is neither."""
    most, _slash, seconds = os.environ.get(name, "").strip().partition("/")
    if most == "0":
        return 0, 1
    return (int(most), int(seconds)) if most.isdigit() and seconds.isdigit() and int(seconds) else default


def words(name: str) -> list[str]:
    """The comma-separated words of a variable, without empty ones."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def var_dir() -> Path:
    """The folder of everything that the site writes: TRIAD_VAR, or var/ beside manage.py; made when missing."""
    folder = Path(os.environ.get("TRIAD_VAR") or BASE_DIR / "var").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def secret_key(folder: Path) -> str:
    """TRIAD_SECRET_KEY, or the key in the var folder, which is made once and readable by its owner only."""
    if given := os.environ.get("TRIAD_SECRET_KEY"):
        return given
    path = folder / "secret_key"
    if not path.exists():
        # Written aside and linked, so that two processes starting at once read one whole key.
        draft = folder / f".secret_key.{os.getpid()}"
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


def database(folder: Path) -> dict[str, Any]:
    """Django's settings of the one database: DATABASE_URL, or SQLite in the var folder."""
    url = os.environ.get("DATABASE_URL")
    if url:
        found: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=60, conn_health_checks=True))
    else:
        file = folder / "triad.sqlite3"
        found = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(file), "CONN_MAX_AGE": 60}
    if found["ENGINE"].endswith("sqlite3"):
        found["OPTIONS"] = {
            # A transaction that reads first and writes later would fail at once on a lock; IMMEDIATE waits its turn.
            "transaction_mode": "IMMEDIATE",
            "timeout": 10,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=10000;",
        }
    return found
