"""Names of players: what may stand in one, when two are too alike, and which are kept for the site."""

from __future__ import annotations

import re

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from accounts.alike import fold_alike

#: The longest name; also the length of the column.
LONGEST = 20

VALIDATORS = [
    RegexValidator(
        r"\A[A-Za-z][A-Za-z0-9_-]{2,19}\Z",
        _("A name has 3 to 20 letters from a to z, digits, - or _, and begins with a letter."),
        code="name_pattern",
    )
]

#: Signs that part the words of a name and tell no names apart.
_PARTING = str.maketrans({"-": None, "_": None})


def fold_name(name: str) -> str:
    """What remains of a name when case, accents and look-alikes are folded: equal for names too alike."""
    return fold_alike(name).translate(_PARTING)


def _folded(words: str) -> frozenset[str]:
    return frozenset(fold_name(word) for word in words.split())


#: Words that would pass for the staff, the site, a robot or a guest wherever they stand in a name.
_RESERVED_WORDS = _folded("admin administrator bot ghost guest mod moderator mog official robot staff sysop system")
#: Names that an address, a command or a sentence of the site may need for itself.
_RESERVED_NAMES = _folded(
    "account accounts anonymous api blue card cards demo everybody everyone false help here house info live login "
    "logout mail match matches nobody none null owner player players red referee root settings shop signup somebody "
    "stash support team triad tripletriad true undefined unknown user webmaster you"
)
_RESERVED_BEGINNINGS = tuple(_folded("admin guest moderator tripletriad"))
#: Parts of a name as an eye parts it: at - and _, and where a capital letter begins a word.
_PART = re.compile(r"[A-Z0-9]+(?![a-z])|[A-Z]?[a-z0-9]+")


def is_reserved(name: str) -> bool:
    """True for a name that nobody may sign up with, such as admin, Mog-Easy, the_staff or guest7."""
    key = fold_name(name)
    parts = {fold_name(form) for part in _PART.findall(name) for form in (part, part.rstrip("0123456789"))}
    whole = {key, fold_name(name.rstrip("0123456789"))}
    return bool(whole & _RESERVED_NAMES or (whole | parts) & _RESERVED_WORDS or key.startswith(_RESERVED_BEGINNINGS))
