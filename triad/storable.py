"""Whether text can be stored: PostgreSQL holds no NUL, and no database a half of a surrogate pair."""

from __future__ import annotations

from typing import Any


def is_storable(value: Any) -> bool:
    """Whether every text in a value, and in the lists, tuples and dictionaries in it, can be stored."""
    if isinstance(value, str):
        return "\x00" not in value and not any("\ud800" <= sign <= "\udfff" for sign in value)
    if isinstance(value, dict):
        return is_storable(list(value.items()))
    if isinstance(value, list | tuple):
        return all(is_storable(each) for each in value)
    return True
