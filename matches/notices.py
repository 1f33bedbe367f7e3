"""What players are told of their matches and challenges when they are not at the table."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.notices.kinds import Kind, register
from accounts.notices.services import notice_tell, notices_settle
from matches.models import Challenge, Match
from matches.queries.records import seats
from triad.presence import is_heard

CHALLENGE, YOUR_TURN, SPOILS, MATCH_FOUND = "challenge", "your_turn", "spoils", "match_found"


def kinds_register() -> None:
    """Makes the kinds of matches known. The banner shows all of them at once, so none pops up besides."""
    register(Kind(CHALLENGE, gettext_lazy("A challenge"), _challenge_sentence, icon="crossed-swords", pops=False))
    register(Kind(YOUR_TURN, gettext_lazy("Your turn"), _turn_sentence, icon="ringing-bell", pops=False))
    register(Kind(SPOILS, gettext_lazy("Spoils to choose"), _spoils_sentence, icon="laurels-trophy", pops=False))
    register(Kind(MATCH_FOUND, gettext_lazy("A match has begun"), _found_sentence, icon="sword-clash", pops=False))


def challenge_changed(challenge: Challenge, moment: datetime) -> None:
    """Tells who was challenged; once the challenge is answered or over it waits for nobody. Called after the commit."""
    if challenge.opponent is None:
        return
    url = reverse("matches:challenge-detail", args=[challenge.pk])
    if challenge.state != Challenge.State.WAITING:
        notices_settle(url=url, kinds=(CHALLENGE,))
        return
    about = {"name": challenge.challenger.username}
    notice_tell(player=challenge.opponent, kind=CHALLENGE, cause=f"challenge:{challenge.pk}", about=about, url=url)


def match_changed(match_id: int) -> None:
    """Tells the players of a match between people what waits for them, where they have not its table open; of the
    turns of a match only the newest. Called after the commit."""
    match = Match.objects.filter(pk=match_id, with_people=True).first()
    if match is None:
        return
    if match.state in (Match.State.HELD, Match.State.OVER):
        notices_settle(url=_table(match), kinds=(YOUR_TURN, SPOILS, MATCH_FOUND))
    elif match.state == Match.State.CHOOSING:
        _tell(match, (match.claim or {}).get("by", ""), SPOILS, f"match:{match.pk}")
    else:
        away = [colour for colour in ("blue", "red") if not _is_at_table(match, colour)]
        placed, thread = match.moves.count() if away else 0, f"match:{match.pk}"
        for colour in away:
            if not placed:
                _tell(match, colour, MATCH_FOUND, thread)
            elif colour == match.turn:
                _tell(match, colour, YOUR_TURN, f"{thread}:{placed}", thread=thread)


def _tell(match: Match, colour: str, kind: str, cause: str, *, thread: str = "") -> None:
    """Tells one side, unless it is at the table."""
    if not colour or _is_at_table(match, colour):
        return
    players = seats(match)
    player = players[colour].user
    others = [seat.user.username for seat in players.values() if seat.user_id != player.pk]
    about = {"name": "".join(others)}
    notice_tell(player=player, kind=kind, cause=cause, about=about, url=_table(match), thread=thread)


def _is_at_table(match: Match, colour: str) -> bool:
    return is_heard(f"match.{match.pk}.{colour}")


def _table(match: Match) -> str:
    return reverse("matches:match", args=[match.pk])


def _challenge_sentence(about: Mapping[str, str]) -> str:
    return _("%(name)s challenges you.") % about


def _turn_sentence(about: Mapping[str, str]) -> str:
    return _("It is your turn against %(name)s.") % about


def _spoils_sentence(about: Mapping[str, str]) -> str:
    return _("You won against %(name)s: choose your spoils.") % about


def _found_sentence(about: Mapping[str, str]) -> str:
    return _("Your match with %(name)s has begun.") % about
