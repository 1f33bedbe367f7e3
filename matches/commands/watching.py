"""Spectate Join, Spectate Leave and Option: watching, and who may."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.names import fold_card_name
from matches.commands.finding import done, match_on_page, own_match, player_meant, view_of
from matches.commands.grid import grid_parts
from matches.live.lobby import table_of_player, tables
from matches.live.words import OPTION_WORDS
from matches.models import Match, Option
from matches.queries.history import live_match
from matches.robots import shown_name
from matches.services.options import option_set
from triad.commands.answers import Answer, Link, say
from triad.commands.registry import Call, Choice, Command, Needs, begins
from triad.errors import NotFound

#: What an option is called in a command.
_OPTIONS = {"none": Option.OPEN, "open": Option.OPEN, "private": Option.PRIVATE, "broadcast": Option.BROADCAST}


def join(call: Call) -> Answer:
    """Leads to the running match of a player, and draws it."""
    if not call.rest:
        raise call.wrong()
    user = player_meant(call.rest)
    own = live_match(user) if call.player is not None and user == call.player else None
    table = table_of_player(user)
    match_id = own.pk if own else table.id if table else None
    if match_id is None:
        name = shown_name(user.username)
        raise NotFound("no_match_now", _("%(name)s plays no match that you can watch.") % {"name": name})
    view = view_of(match_id, call.player)
    words = {"near": view.near.name, "far": view.far.name}
    said = _("You watch %(near)s against %(far)s.") if not view.is_player else _("This is your own match.")
    return say(said % words, *grid_parts(view), follow=reverse("matches:match", args=(match_id,)))


def leave(call: Call) -> Answer:
    """Leads away from a match that one watches."""
    call.nothing_follows()
    on_page = match_on_page(call.page)
    found = Match.objects.filter(pk=on_page).exclude(seats__user=call.player).first() if on_page else None
    if found is None:
        raise NotFound("not_watching", _("You are watching no match."))
    return say(_("You no longer watch."), follow=reverse("start"))


def option(call: Call) -> Answer:
    """Changes who may watch the match one plays."""
    wanted = _OPTIONS.get(fold_card_name(call.rest))
    if wanted is None:
        raise call.wrong(_("The options are Private, Broadcast and None."))
    match = own_match(call)
    view, fragments = done(call, match.pk, lambda: option_set(match_id=match.pk, user=call.user, option=wanted))
    word = OPTION_WORDS[view.option]
    said = f"{word.name}: {word.text}"
    if view.option != wanted:
        asked = _("%(name)s must say so too before it is %(option)s.")
        said = asked % {"name": view.far.name, "option": OPTION_WORDS[wanted].name}
    link = Link(reverse("matches:match", args=(match.pk,)), _("The table"))
    return say(said, link=link, fragments=fragments)


def _names(call: Call) -> Iterable[Choice]:
    playing = tables()
    names = {name: f"{table.blue} – {table.red}" for table in playing for name in (table.blue, table.red)}
    return begins(call.rest, names.items())


def _options(call: Call) -> Iterable[Choice]:
    words = {"Private": Option.PRIVATE, "Broadcast": Option.BROADCAST, "None": Option.OPEN}
    return begins(call.rest, [(name, str(OPTION_WORDS[value].text)) for name, value in words.items()])


COMMANDS = (
    Command(
        name="Spectate Join",
        syntax="+TT/Spectate Join=<Name>",
        text=gettext_lazy("Leads to the match that a player is playing."),
        handler=join,
        group="watching",
        needs=Needs.NOBODY,
        completer=_names,
    ),
    Command(
        name="Spectate Leave",
        syntax="+TT/Spectate Leave",
        text=gettext_lazy("Leads away from the match that you watch."),
        handler=leave,
        group="watching",
        needs=Needs.NOBODY,
    ),
    Command(
        name="Option",
        syntax="+TT/Option <Option>",
        text=gettext_lazy(
            "Says who may watch your match: Private, Broadcast, or None for everybody who comes. Private holds at "
            "once, the others once both want them."
        ),
        handler=option,
        group="watching",
        needs=Needs.PLAYER,
        completer=_options,
    ),
)
