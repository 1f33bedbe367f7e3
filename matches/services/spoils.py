"""The winner chooses the spoils."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from cards.queries import room_left
from matches.models import Match
from matches.services.claims import brought_copies
from matches.services.endings import spoils_settle
from matches.services.locks import match_lock, own_seat
from matches.services.overdue import settle_match
from triad.clock import now
from triad.errors import Conflict, GameError, NotAllowed


def spoils_choose(*, match_id: int, user: User, keys: Sequence[str] | None) -> Match:
    """Moves the chosen cards (keys of the record) to the winner, and closes the match; fewer than due, or none, is
    possible. Of a delayed match they move once its end was shown. `keys` None says that nothing was chosen at all,
    which is refused: a slip costs no prize.

    Raises NotFound no_match; NotAllowed not_a_player, not_the_winner; GameError nothing_chosen, not_in_claim,
    too_many; Conflict still_playing, spoils_chosen, holding_limit.
    """
    settle_match(match_id=match_id)
    return _spoils_choose(match_id=match_id, user=user, keys=None if keys is None else list(keys))


@transaction.atomic
def _spoils_choose(*, match_id: int, user: User, keys: list[str] | None) -> Match:
    match = match_lock(match_id=match_id)
    seat = own_seat(match=match, user=user)
    if match.state == Match.State.PLAYING:
        raise Conflict("still_playing", _("The match is not over yet."))
    if match.state != Match.State.CHOOSING:
        raise Conflict("spoils_chosen", _("The spoils of this match are settled."))
    claim = match.claim or {}
    if claim["by"] != seat.colour:
        raise NotAllowed("not_the_winner", _("The winner chooses the spoils."))
    if keys is None:
        raise GameError("nothing_chosen", _("Choose a card first, or say that you take none."))
    _check_choice(match, user, keys)
    spoils_settle(match=match, keys=keys, moment=now())
    return match


def _check_choice(match: Match, user: User, keys: list[str]) -> None:
    claim = match.claim or {}
    if len(set(keys)) != len(keys) or any(key not in claim["of"] for key in keys):
        raise GameError("not_in_claim", _("Choose among the five cards that the loser brought."))
    if len(keys) > claim["choose"]:
        raise GameError(
            "too_many",
            ngettext("You may take %(count)d card.", "You may take %(count)d cards.", claim["choose"])
            % {"count": claim["choose"]},
        )
    copies = brought_copies(match)
    cards = {copies[key].card_id: copies[key].card for key in keys}
    room = room_left(user=user, cards=list(cards.values()))
    for card_id, wanted in Counter(copies[key].card_id for key in keys).items():
        if wanted > room[card_id]:
            sentence = _("You may hold %(limit)d of %(card)s, and with these it would be more.")
            raise Conflict("holding_limit", sentence % {"limit": cards[card_id].hold_limit, "card": cards[card_id]})
