"""Django's sessions in the database, for keys only that Django could have made.

A cookie can name anything, a NUL too, which PostgreSQL refuses to look for.
"""

from __future__ import annotations

import re

from django.contrib.sessions.backends import db

_KEY = re.compile(r"[a-z0-9]{8,40}", re.ASCII)


class SessionStore(db.SessionStore):
    """A session; any other key is no session."""

    def _validate_session_key(self, key: str | None) -> bool:
        return key is not None and _KEY.fullmatch(key) is not None
