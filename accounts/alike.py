"""Characters that look alike, and what remains of a text in which they are one: for every name that must be new."""

from __future__ import annotations

import unicodedata

#: Greek and Cyrillic letters that are drawn like a Latin one; both cases, because they may be like different letters.
_TWINS = str.maketrans(
    "АВЕЅЗІЈКМНОРСТУХҮҺԚԜЬавеѕзіјкмнорстухүһԁԛԝьӏӀ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβγεηικνορστυχω",
    "ABES3IJKMHOPCTYXYHQWbabes3ijkmhopctyxyhdqwbll" + "ABEZHIKMNOPTYXabyenikvopotuxw",
)
#: Signs of the Latin alphabet that look alike in common fonts, once case is gone.
_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", "ı": "l"})


def fold_alike(text: str) -> str:
    """What remains of a text when case, accents and look-alikes are folded; signs and spaces stay."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return plain.translate(_TWINS).casefold().translate(_ALIKE)
