"""Who may read and who may write in a room. The two players' words are theirs, those of the spectators are hidden from
the players until the match is over, and nobody reads along at a private match."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from matches.chat.room import Room
from matches.models import Match, Option
from triad.errors import NotAllowed, NotFound


def check_may_read(*, room: Room, user: User | None) -> None:
    """Raises NotFound `no_match`, NotAllowed `not_your_room`, `private_match`, `only_afterwards`."""
    if room.match_id is None:
        return
    match, plays = _match_and_seat(room.match_id, user)
    if room.kind == Room.PLAYERS:
        _check_plays(match, plays)
    elif plays:
        if match.state != Match.State.OVER:
            raise NotAllowed("only_afterwards", _("What spectators say can be read by players after the match."))
    else:
        _check_watches(match)


def check_may_write(*, room: Room, user: User) -> None:
    """As `check_may_read`; besides, players of a match do not write among its spectators: NotAllowed `you_play`."""
    if user.is_robot or not (user.is_person or user.is_guest) or not user.is_active:
        raise NotAllowed("no_voice", _("Only people write here."))
    if room.match_id is None:
        return
    match, plays = _match_and_seat(room.match_id, user)
    if room.kind == Room.PLAYERS:
        _check_plays(match, plays)
    elif plays:
        raise NotAllowed("you_play", _("You play in this match: what spectators say among themselves is theirs."))
    else:
        _check_watches(match)


def _match_and_seat(match_id: int, user: User | None) -> tuple[Match, bool]:
    match = Match.objects.filter(pk=match_id).prefetch_related("seats").first()
    if match is None:
        raise _no_match()
    return match, user is not None and user.pk in {seat.user_id for seat in match.seats.all()}


def _check_watches(match: Match) -> None:
    if match.delay and not match.shown and match.state != Match.State.OVER:
        raise _no_match()
    if match.option == Option.PRIVATE:
        raise NotAllowed("private_match", _("This match is private: only its two players see it."))


def _no_match() -> NotFound:
    return NotFound("no_match", _("There is no such match."))


def _check_plays(match: Match, plays: bool) -> None:
    if not plays:
        raise NotAllowed("not_your_room", _("Only the two players of the match write to each other here."))
    if not match.with_people:
        raise NotAllowed("no_voice", _("A robot does not read what you write."))
