"""Parts of addresses that name cards."""

from __future__ import annotations


class CardIdConverter:
    """A card's ID in any case: a series code of one or two signs and three digits."""

    regex = "[A-Za-z0-9]{1,2}[0-9]{3}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
