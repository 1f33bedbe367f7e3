"""Play and Grid."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.commands.rows import ranks_text
from cards.faces import CardFace
from cards.lookup import find_cards
from cards.names import fold_card_name, read_card_id
from matches.commands.finding import done, match_on_page, own_match, view_of
from matches.commands.grid import grid_parts
from matches.live.view import MatchView
from matches.services.moves import move_play
from matches.services.overdue import settle_match
from triad.commands.answers import Answer, Link, say
from triad.commands.registry import Call, Choice, Command, Needs, begins
from triad.errors import Conflict, GameError, NotFound


def play(call: Call) -> Answer:
    """Places a card of the hand on a square."""
    name, equals, square = call.rest.rpartition("=")
    if not equals or not name.strip() or not square.strip():
        raise call.wrong()
    if square.strip() not in tuple("123456789"):
        raise GameError("no_such_square", _("A position is a number from 1 to 9, row by row."))
    match = own_match(call)
    before = view_of(match.pk, call.player)
    if before.over:
        raise Conflict("match_over", _("The match is over."))
    card = named_among(call, name.strip(), hand_faces(before), where=_("in your hand"))[0]
    view, fragments = done(
        call,
        match.pk,
        lambda: move_play(match_id=match.pk, user=call.user, card=card.key, square=int(square), version=before.version),
        event=True,
    )
    said = _("You place %(card)s on %(square)s.") % {"card": card.name, "square": square.strip()}
    return say(
        said, view.why, *_ended(view), *grid_parts(view, hands=not view.over), link=_table(view), fragments=fragments
    )


def grid(call: Call) -> Answer:
    """The match one is in, or the one that one watches."""
    call.nothing_follows()
    on_page = match_on_page(call.page)
    try:
        if call.player is None:
            raise NotFound("no_match_now", _("You are in no match."))
        match_id = own_match(call).pk
    except NotFound:
        if on_page is None:
            raise
        match_id = on_page
        settle_match(match_id=match_id)
    view = view_of(match_id, call.player)
    return say(*grid_parts(view), view.why, *_ended(view), link=_table(view))


def hand_faces(view: MatchView) -> list[CardFace]:
    """The cards that the player holds."""
    return [slot.face for slot in view.near_hand.slots if slot.kind == "card" and slot.face]


def named_among(call: Call, word: str, faces: list[CardFace], *, where: str) -> list[CardFace]:
    """The copies among some cards that a name or an ID means, at least one.

    Raises Conflict `ambiguous_card` where the name is of several cards here; NotFound `no_card`, GameError
    `not_in_hand` for a card that is none of these.
    """
    card_id, key = read_card_id(word), fold_card_name(word)
    found = [face for face in faces if face.id == card_id] or [
        face for face in faces if key and fold_card_name(face.name) == key
    ]
    ids = sorted({face.id for face in found})
    if len(ids) > 1:
        sentence = _("“%(word)s” is more than one card: say which of %(ids)s.")
        raise Conflict("ambiguous_card", sentence % {"word": word[:40], "ids": ", ".join(ids)})
    if not found:
        (card,) = find_cards(words=[word[:60]], user=call.player)
        raise GameError("not_in_hand", _("%(card)s is not %(where)s.") % {"card": card, "where": where})
    return found


def _ended(view: MatchView) -> tuple[str, ...]:
    """How the match ended, and what is to be chosen."""
    outcome = view.outcome
    if outcome is None:
        return ()
    chooses = outcome.spoils.prompt if outcome.spoils else ""
    if outcome.spoils and outcome.spoils.mine:
        chooses += " " + _("+TT/WinList shows them, +TT/Choose takes.")
    return (
        f"{outcome.headline}. {outcome.score}".strip(),
        outcome.text,
        *outcome.taken,
        outcome.paid,
        outcome.bet,
        chooses,
    )


def _table(view: MatchView) -> Link:
    return Link(reverse("matches:match", args=(view.id,)), _("The table"))


def _choices(call: Call) -> Iterable[Choice]:
    view = view_of(own_match(call).pk, call.player)
    if view.over:
        return []
    name, equals, square = call.rest.rpartition("=")
    if equals:
        empty = [(str(each.number), "") for each in view.squares if each.face is None]
        return begins(square, empty, before=f"{name}=")
    faces = hand_faces(view)
    names = [face.name for face in faces]
    shown = {(face.id if names.count(face.name) > 1 else face.name): ranks_text(face.ranks) for face in faces}
    return begins(call.rest, shown.items(), after="=")


COMMANDS = (
    Command(
        name="Play",
        syntax="+TT/Play <Card>=<Position>",
        text=gettext_lazy("Places a card of your hand; the positions are 1 to 9, row by row."),
        handler=play,
        group="playing",
        needs=Needs.PLAYER,
        completer=_choices,
    ),
    Command(
        name="Grid",
        syntax="+TT/Grid",
        text=gettext_lazy("Draws the match you are in, or the one you watch."),
        handler=grid,
        group="playing",
        needs=Needs.NOBODY,
    ),
)
