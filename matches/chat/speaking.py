"""Says lines: people with care for limits, mutes and rooms, and the house, which answers."""

from __future__ import annotations

import unicodedata

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.civility.sanctions import check_may_speak, is_suspended, suspended_error
from accounts.limits import spend
from accounts.models import User
from matches.chat.models import LONGEST_LINE, LONGEST_OF_HOUSE, Line
from matches.chat.presets import PRESETS
from matches.chat.rights import check_may_write
from matches.chat.room import Room
from matches.live import announce
from triad.clock import now
from triad.errors import GameError, NotAllowed

#: Invisible signs that words need in some scripts, and emoji; all others of their kind are taken out.
_JOINERS = "\u200c\u200d"
#: Signs that Unicode calls letters and that show nothing.
_BLANKS = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
#: So many accents on one letter are enough for every script.
_MOST_ACCENTS = 4


@transaction.atomic
def line_say(*, room: Room, author: User, text: str = "", preset: str = "") -> Line:
    """A line of a player in a room: a text of 1 to 200 characters, or the short sentence of a key.

    Raises Suspended; NotAllowed `muted`, `only_presets` (guests), `no_voice`, and what `check_may_write` says;
    NotFound `no_match`; GameError `no_preset`, `nothing_said`, `too_long`; TooOften.
    """
    if is_suspended(author):
        raise suspended_error(author)
    check_may_speak(author)
    check_may_write(room=room, user=author)
    said = _preset_text(preset) if preset else _typed(author, text)
    spend("chat", author.pk)
    line = Line.objects.create(
        where=room.kind, match_id=room.match_id, author=author, text=said, preset=preset, said_at=now()
    )
    announce.after_commit(announce.line_said, line.pk)
    return line


@transaction.atomic
def line_announce(*, room: Room, text: str) -> Line:
    """A line of the house, without an author; line breaks stay, and what is too long is cut."""
    kept = "\n".join(filter(None, (text_clean(part) for part in text.splitlines())))[:LONGEST_OF_HOUSE]
    if not kept:
        raise ValueError("the house says nothing")
    line = Line.objects.create(where=room.kind, match_id=room.match_id, kind=Line.Kind.HOUSE, text=kept, said_at=now())
    announce.after_commit(announce.line_said, line.pk)
    return line


@transaction.atomic
def line_hide(*, line_id: int, hidden: bool) -> Line:
    """Hides a line by the staff, or shows it again; twice changes nothing."""
    line = Line.objects.select_for_update(of=("self",)).get(pk=line_id)
    if line.hidden_by_staff != hidden:
        line.hidden_by_staff = hidden
        line.version += 1
        line.save(update_fields=["hidden_by_staff", "version"])
        announce.after_commit(announce.line_changed, line.pk)
    return line


def text_clean(text: str) -> str:
    """A text as one line, without signs that nobody sees, that turn the direction of what follows, or that heap up."""
    kept, accents = "", 0
    for sign in text:
        kind = unicodedata.category(sign)
        if sign in _JOINERS:
            kept += sign
        elif kind in ("Cc", "Zl", "Zp"):
            kept += " "
        elif kind not in ("Cf", "Co", "Cn", "Cs") and sign not in _BLANKS:
            accents = accents + 1 if kind in ("Mn", "Me") else 0
            kept += sign if accents <= _MOST_ACCENTS else ""
    return " ".join(kept.split())


def _typed(author: User, text: str) -> str:
    if author.is_guest:
        raise NotAllowed("only_presets", _("Guests say the short sentences. Sign up to write your own."))
    said = text_clean(text)
    if not any(sign not in _JOINERS and unicodedata.category(sign)[0] not in "MZ" for sign in said):
        raise GameError("nothing_said", _("Write a few words first."))
    if len(said) > LONGEST_LINE:
        sentence = _("This has %(count)d characters; %(most)d are the most.")
        raise GameError("too_long", sentence % {"count": len(said), "most": LONGEST_LINE})
    return said


def _preset_text(preset: str) -> str:
    if preset not in PRESETS:
        raise GameError("no_preset", _("There is no such short sentence."))
    with translation.override("en"):
        return str(PRESETS[preset])
