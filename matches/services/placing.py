"""One placement and what follows from it, whoever makes it: a player, a robot or the clock."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from matches.engine import IllegalMove, Standing, fold
from matches.engine import Move as Placement
from matches.engine.moves import check_move
from matches.live import announce
from matches.models import Match, Move
from matches.queries.records import with_placement
from matches.services.delays import shown_later
from matches.services.endings import match_finish
from matches.services.rounds import deadlines_set, round_deal
from triad.errors import Conflict, GameError

_SENTENCES = {
    "match_over": gettext_noop("The match is over."),
    "no_such_square": gettext_noop("There is no such square: they are 1 to 9."),
    "square_taken": gettext_noop("A card lies on this square already."),
    "not_in_hand": gettext_noop("This card is not in your hand."),
    "wrong_card": gettext_noop("Under this rule another card must be played now."),
}
#: What can never be right is 400, what the position does not allow now is 409.
_NEVER = {"no_such_square", "not_in_hand"}


def check_placement(at: Standing, placement: Placement) -> None:
    """Raises GameError with the engine's code and a sentence, if the player on turn may not make this placement."""
    if at.round is None or at.ended:
        raise Conflict("match_over", _("The match is over."))
    try:
        check_move(at.round, placement)
    except IllegalMove as error:
        kind = GameError if error.code in _NEVER else Conflict
        raise kind(error.code, sentence_of(error.code)) from None


def sentence_of(code: str) -> str:
    """The sentence to a player for the engine's code of an illegal move."""
    return _(_SENTENCES[code])


def place(*, match: Match, at: Standing, placement: Placement, moment: datetime, by_clock: bool = False) -> Standing:
    """Makes a legal placement; deals the next round or ends the match if due. The match is locked, and is saved."""
    current = at.rounds[-1]
    Move.objects.create(
        match=match,
        round=current.number,
        number=len(current.moves),
        card=placement.card,
        square=placement.square,
        by_clock=by_clock,
        at=moment,
    )
    match.version += 1
    after = fold(with_placement(at.record, placement))
    if after.awaits_round:
        after = round_deal(match=match, at=after, moment=moment)
    if after.ended:
        match_finish(match=match, at=after, moment=moment)
    else:
        deadlines_set(match=match, at=after, moment=moment)
        shown_later(match=match, moment=moment)
        match.save(update_fields=["version", "turn", "due_at", "robot_at", "shown_at"])
    announce.after_commit(announce.match_changed, match.pk)
    return after
