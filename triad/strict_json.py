"""JSON that a stranger gives, read strictly: no NaN, no number without an end, nothing deep, nothing unstorable."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

from triad.storable import is_storable

DEEPEST = 8


def object_of(text: str) -> dict[str, Any] | None:
    """The object that a text is; None where it is none, or holds what could not be written as JSON again."""
    try:
        data = json.loads(text, parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) and _is_shallow(data) and is_storable(data) else None


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _finite(text: str) -> float:
    """A number that JSON can hold again: 1e999 is read as infinite, and would be written as no JSON."""
    number = float(text)
    return number if math.isfinite(number) else _refuse(text)


def _is_shallow(value: Any, depth: int = 0) -> bool:
    """Whether it is nested no deeper than records are, so that nothing that walks through it gets lost."""
    if depth > DEEPEST:
        return False
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return all(_is_shallow(each, depth + 1) for each in inner)
