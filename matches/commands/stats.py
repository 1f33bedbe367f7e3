"""Stats: what a player has played."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.commands.finding import names_here, player_meant
from matches.houses import HOUSES
from matches.queries.history import Tally, statistics
from matches.robots import shown_name
from triad.commands.answers import Answer, Link, say, table
from triad.commands.registry import Call, Choice, Command, Needs, begins
from triad.errors import NotAllowed


def stats(call: Call) -> Answer:
    """The statistics of a player, one's own without a name."""
    if not call.rest and call.player is None:
        raise NotAllowed(
            "sign_in_first", _("Sign in first, or name a player: %(syntax)s") % {"syntax": "+TT/Stats <Name>"}
        )
    player = player_meant(call.rest) if call.rest else call.user
    found = statistics(player)
    head = ("", _("Won"), _("Lost"), _("Drawn"), _("Not finished"), _("Points"))
    rows = [_row(_("With people"), found.total)]
    rows += [
        _row(f"  {HOUSES[key].name if key in HOUSES else key}", tally) for key, tally in sorted(found.by_house.items())
    ]
    rows.append(_row(_("Against robots"), found.against_robots))
    name = shown_name(player.username)
    link = Link(reverse("accounts:profile", args=(player.username,)), _("The page of %(name)s") % {"name": name})
    return say(_("Matches of %(name)s:") % {"name": name}, table([head, *rows], right={1, 2, 3, 4, 5}), link=link)


def _row(title: str, tally: Tally) -> tuple[object, ...]:
    return title, tally.won, tally.lost, tally.drawn, tally.did_not_finish, tally.points


def _names(call: Call) -> Iterable[Choice]:
    return begins(call.rest, names_here(call))


COMMANDS = (
    Command(
        name="Stats",
        syntax="+TT/Stats <Name>",
        text=gettext_lazy("Tells what a player has won, lost and drawn; without a name your own."),
        handler=stats,
        group="stash",
        needs=Needs.NOBODY,
        completer=_names,
    ),
)
