"""Why each card turned, in words with the numbers: sentences for table and screen reader, notes for the list."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.faces import rank_sign
from matches.engine import Played
from matches.live.captures import FIRST, Captures, Comparison, Group, Side, Turned
from matches.live.words import RULE_WORDS

_SIDES: tuple[Promise, ...] = (gettext_lazy("up"), gettext_lazy("right"), gettext_lazy("down"), gettext_lazy("left"))
#: By the wall that pushed: what slid where.
_SLIDES: dict[str, Promise] = {
    "up": gettext_lazy("slid the column down"),
    "right": gettext_lazy("slid the row to the left"),
    "down": gettext_lazy("slid the column up"),
    "left": gettext_lazy("slid the row to the right"),
}
_TOTAL: dict[str, Promise] = {
    "blue": gettext_lazy("All nine squares are blue: a total victory."),
    "red": gettext_lazy("All nine squares are red: a total victory."),
}
_POWERS: dict[str, Promise] = {
    "+": gettext_lazy("power %(power)s is above %(number)s"),
    "-": gettext_lazy("power %(power)s is below %(number)s"),
    "=": gettext_lazy("power %(power)s is the label's number"),
}


def listed(parts: Iterable[str]) -> str:
    """Parts as people list them."""
    *most, last = [*parts] or [""]
    return _("%(most)s and %(last)s") % {"most": ", ".join(most), "last": last} if most else last


def words_of(captures: Captures) -> str:
    """A placement as sentences: what was placed, what slid, each card that turned and why, the score."""
    played, placed = captures.played, captures.placed
    sentences = [_("%(card)s is placed on square %(square)s.") % {"card": placed.card.name, "square": placed.square}]
    slide = slide_words(captures)
    if slide:
        ends = _("It ends on square %(square)s.") % {"square": played.square}
        sentences.append(_("It %(slid)s.") % {"slid": slide} + f" {ends}")
    for group in captures.groups():
        taken = listed(_at(each, captures) for each in group.taken)
        sentences.append(_("%(group)s takes %(taken)s.") % {"group": _group(group), "taken": taken})
    sentences.extend(_sentence(each, captures) for each in captures.turned if each.label not in FIRST)
    total = played.after.total_victory if played.after.is_over else None
    if total:
        sentences.append(str(_TOTAL[total]))
    blue, red = played.score
    sentences.append(_("Blue %(blue)s, red %(red)s.") % {"blue": blue, "red": red})
    return " ".join(sentences)


def note_of(captures: Captures) -> str:
    """The same in short, by squares."""
    parts = [slide_words(captures)] if captures.slid else []
    for group in captures.groups():
        squares = listed(_square(each, captures) for each in group.taken)
        parts.append(_("%(group)s takes %(squares)s") % {"group": _group(group), "squares": squares})
    for each in captures.turned:
        if each.label not in FIRST:
            parts.append(_note(each, captures))
    return "; ".join(parts)


def slide_words(captures: Captures) -> str:
    """What slid and why: "slid the row to the right: power 13 is above 5"; empty where nothing slid."""
    if captures.slid is None:
        return ""
    placed = captures.placed
    _wall, sign, number = captures.before.walls[placed.square]
    power = str(_POWERS[sign]) % {"power": placed.card.power, "number": number}
    return _("%(slid)s: %(power)s") % {"slid": _SLIDES[captures.slid.wall], "power": power}


def _group(group: Group) -> str:
    """The name of a capture with the sides that made it: "Same, up 5 = 5 and left 3 = 3,"."""
    rule, sides = RULE_WORDS[group.label].name, listed(_side(each, group.total) for each in group.sides)
    if group.total is None:
        return _("%(rule)s (%(sides)s)") % {"rule": rule, "sides": sides}
    return _("%(rule)s on %(total)s (%(sides)s)") % {"rule": rule, "total": group.total, "sides": sides}


def _side(each: Side, total: int | None) -> str:
    values = {"side": _SIDES[each.side], "own": rank_sign(each.own), "facing": rank_sign(each.facing or 10)}
    if each.facing is None:
        text = _("%(side)s A at the wall") if total is None else _("%(side)s %(own)s + A of the wall")
    else:
        text = _("%(side)s %(own)s = %(facing)s") if total is None else _("%(side)s %(own)s + %(facing)s")
    return text % values


def _at(each: Turned, captures: Captures) -> str:
    values = {"card": each.name, "square": each.square}
    if captures.across_the_edge(each.by, each.square):
        return _("%(card)s on square %(square)s across the edge") % values
    return _("%(card)s on square %(square)s") % values


def _square(each: Turned, captures: Captures) -> str:
    if captures.across_the_edge(each.by, each.square):
        return _("%(square)s across the edge") % {"square": each.square}
    return str(each.square)


def _sentence(each: Turned, captures: Captures) -> str:
    """One card that turned by the basic rule, a combo, or a battle."""
    values = {"taken": _at(each, captures), "by": each.by, **_totals(each, captures.played)}
    if each.label == "battle":
        return _("Battle: equal ranks, and a total of %(mine)s over %(theirs)s takes %(taken)s.") % values
    if each.label == "lost":
        values |= {"card": each.name, "winner": captures.played.after.board[each.by].card.name}
        if captures.played.colour == "blue":
            text = _("%(card)s loses the battle to %(winner)s, a total of %(mine)s under %(theirs)s, and turns red.")
        else:
            text = _("%(card)s loses the battle to %(winner)s, a total of %(mine)s under %(theirs)s, and turns blue.")
        return text % values
    values["compared"] = _compared(captures.comparison(each), captures, printed=True)
    if each.label == "combo":
        return _("Combo from square %(by)s: %(compared)s takes %(taken)s.") % values
    return _("%(compared)s takes %(taken)s.") % values


def _note(each: Turned, captures: Captures) -> str:
    values = {"square": _square(each, captures), **_totals(each, captures.played)}
    if each.label == "battle":
        return _("Battle, %(mine)s over %(theirs)s, takes %(square)s") % values
    if each.label == "lost":
        return _("lost the battle, %(mine)s under %(theirs)s") % values
    values["compared"] = _compared(captures.comparison(each), captures, printed=False)
    if each.label == "combo":
        return _("Combo: %(compared)s takes %(square)s") % values
    return _("%(compared)s takes %(square)s") % values


def _totals(each: Turned, played: Played) -> dict[str, int]:
    """The totals of the printed ranks: the placed card's, and that of the card it fought."""
    other = each.by if each.label == "lost" else each.square
    board = played.after.board
    return {"mine": sum(board[played.square].card.ranks), "theirs": sum(board[other].card.ranks)}


def _compared(comparison: Comparison | None, captures: Captures, *, printed: bool) -> str:
    """Two effective ranks and which rule lets the first take the second."""
    if comparison is None:
        return ""
    mine, theirs = comparison.mine, comparison.theirs
    reverse = "reverse" in captures.before.rules
    values = {
        "mine": _rank(mine, comparison.mine_printed if printed else mine),
        "theirs": _rank(theirs, comparison.theirs_printed if printed else theirs),
        "reverse": RULE_WORDS["reverse"].name,
        "fallen": RULE_WORDS["fallen_ace"].name,
    }
    if mine > theirs and reverse:
        text = _("%(mine)s over %(theirs)s, by %(fallen)s and %(reverse)s,")
    elif mine > theirs:
        text = _("%(mine)s over %(theirs)s")
    elif reverse:
        text = _("%(mine)s under %(theirs)s, by %(reverse)s,")
    else:
        text = _("%(mine)s under %(theirs)s, by %(fallen)s,")
    return text % values


def _rank(rank: int, printed: int) -> str:
    if rank == printed:
        return rank_sign(rank)
    return _("%(rank)s (printed %(printed)s)") % {"rank": rank_sign(rank), "printed": rank_sign(printed)}
