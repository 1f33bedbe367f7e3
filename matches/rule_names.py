"""What rules are called: the one name of each in data, the others that people write (RULES 9), and their titles."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

#: The title of each rule of play, as pages show it.
RULE_TITLES = {
    "open": _("Open"),
    "three_open": _("Three Open"),
    "random": _("Random"),
    "limitless": _("Limitless"),
    "same": _("Same"),
    "same_wall": _("Same Wall"),
    "plus": _("Plus"),
    "plus_wall": _("Plus Wall"),
    "combo": _("Combo"),
    "elemental": _("Elemental"),
    "battle": _("Battle"),
    "broken_wall": _("Broken Wall"),
    "power_wall": _("Power Wall"),
    "reverse": _("Reverse"),
    "fallen_ace": _("Fallen Ace"),
    "ascension": _("Ascension"),
    "descension": _("Descension"),
    "swap": _("Swap"),
    "order": _("Order"),
    "chaos": _("Chaos"),
    "sudden_death": _("Sudden Death"),
}

#: The title of each trade rule.
TRADE_TITLES = {
    "training": _("Training"),
    "none": _("None"),
    "one": _("One"),
    "two": _("Two"),
    "three": _("Three"),
    "four": _("Four"),
    "total": _("Total"),
    "diff": _("Diff"),
    "change": _("Change"),
    "direct": _("Direct"),
    "random": _("Random"),
}

#: The title of each draw rule.
DRAW_TITLES = {"draw": _("Draw"), "replay": _("Replay"), "sudden_death": _("Sudden Death")}

_OTHER_RULE_NAMES = {
    "wall": "same_wall",
    "mememur": "same_wall",
    "identiques": "same",
    "allopen": "open",
    "randomdeck": "random",
    "mortsubite": "sudden_death",
    "combinaison": "combo",
}
_OTHER_TRADE_NAMES = {
    "nogain": "none",
    "unique": "one",
    "all": "total",
    "totale": "total",
    "entraînement": "training",
    "entrainement": "training",
}
#: Not a rule: neither Open nor Three Open.
_HIDE = "hide"


def _fold(text: str) -> str:
    plain = text.strip().casefold().replace("ê", "e")
    return plain.replace(" ", "").replace("-", "").replace("_", "")


_RULES = {_fold(name): name for name in RULE_TITLES} | _OTHER_RULE_NAMES
_TRADES = {_fold(name): name for name in TRADE_TITLES} | _OTHER_TRADE_NAMES


def rule_named(text: str) -> str | None:
    """The rule of play that a text names, in any spelling of RULES 9; empty for Hide, None for no rule's name."""
    folded = _fold(text)
    return "" if folded == _HIDE else _RULES.get(folded)


def trade_named(text: str) -> str | None:
    """The trade rule that a text names, in any spelling of RULES 9; None for no trade rule's name."""
    return _TRADES.get(_fold(text))
