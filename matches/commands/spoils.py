"""Choose and WinList: what the winner takes."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.commands.rows import card_heads, card_row
from cards.faces import CardFace
from cards.lookup import read_words
from matches.commands.finding import done, own_match, view_of
from matches.commands.playing import named_among
from matches.live.view import MatchView
from matches.services.spoils import spoils_choose
from triad.commands.answers import Answer, Link, say, table
from triad.commands.registry import Call, Choice, Command, Needs, begins
from triad.errors import GameError, NotAllowed, NotFound

#: What is said to take nothing.
NONE = "none"


def win_list(call: Call) -> Answer:
    """The cards that the winner may take."""
    call.nothing_follows()
    view = view_of(own_match(call).pk, call.player)
    spoils = view.outcome.spoils if view.outcome else None
    if spoils is None:
        raise NotFound("no_spoils", _("There are no spoils to choose."))
    if not spoils.mine:
        raise NotAllowed("not_the_winner", spoils.prompt)
    rows = [(*card_row(spoil.face), spoil.reason) for spoil in spoils.cards]
    said = _("%(clock)s left: +TT/Choose <Card>,<Card>,... or +TT/Choose None") % {"clock": spoils.clock}
    return say(spoils.prompt, table([(*card_heads(), ""), *rows], right={2}), said, link=_table(view))


def choose(call: Call) -> Answer:
    """Takes cards that were won, or none."""
    match = own_match(call)
    before = view_of(match.pk, call.player)
    keys = _keys(call, before)
    view, fragments = done(call, match.pk, lambda: spoils_choose(match_id=match.pk, user=call.user, keys=keys))
    outcome = view.outcome
    told = (*outcome.taken, outcome.paid, outcome.bet) if outcome else ()
    return say(*told, link=_table(view), fragments=fragments)


def _keys(call: Call, view: MatchView) -> list[str] | None:
    """The keys of the cards that are named; None where none is, and nothing was said of none."""
    if call.rest.casefold() == NONE:
        return []
    spoils = view.outcome.spoils if view.outcome else None
    if not call.rest or spoils is None or not spoils.mine:
        return None
    left: list[CardFace] = [spoil.face for spoil in spoils.cards]
    keys = []
    for word in read_words(call.rest):
        found = named_among(call, word, left, where=_("among the cards you may take"))[0]
        left.remove(found)
        keys.append(found.key)
    return keys


def _table(view: MatchView) -> Link:
    return Link(reverse("matches:match", args=(view.id,)), _("The table"))


def _choices(call: Call) -> Iterable[Choice]:
    view = view_of(own_match(call).pk, call.player)
    spoils = view.outcome.spoils if view.outcome else None
    if spoils is None or not spoils.mine:
        raise GameError("no_spoils", "")
    before, comma, typed = call.rest.rpartition(",")
    names = [spoil.face.name for spoil in spoils.cards]
    cards = {
        (spoil.face.id if names.count(spoil.face.name) > 1 else spoil.face.name): _("level %(level)d")
        % {"level": spoil.face.level}
        for spoil in spoils.cards
    }
    none = [] if comma else [("None", "")]
    return begins(typed, [*cards.items(), *none], before=f"{before}{comma}")


COMMANDS = (
    Command(
        name="Choose",
        syntax="+TT/Choose <Card>,<Card>,...",
        text=gettext_lazy("Takes cards that you have won, as many as are due or fewer, or None."),
        handler=choose,
        group="playing",
        needs=Needs.PLAYER,
        completer=_choices,
    ),
    Command(
        name="WinList",
        syntax="+TT/WinList",
        text=gettext_lazy("Lists the cards that you may take, and how many."),
        handler=win_list,
        group="playing",
        needs=Needs.PLAYER,
    ),
)
