"""Names of players: what may stand in one, and when two are too alike."""

from __future__ import annotations

import unicodedata

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

VALIDATORS = [
    RegexValidator(
        r"\A[A-Za-z][A-Za-z0-9_-]{2,19}\Z",
        _("A name has 3 to 20 letters, digits, - or _, and begins with a letter."),
        code="name_pattern",
    )
]

#: Characters that look alike in common fonts, each with the one that stands for all of them.
_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", "-": None, "_": None})


def fold_name(name: str) -> str:
    """What remains of a name when case, accents and look-alikes are folded: equal for names too alike."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    plain = "".join(character for character in plain if not unicodedata.combining(character))
    return plain.translate(_ALIKE)
