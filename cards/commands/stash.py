"""Starter, Stash and Detail."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cards import queries
from cards.commands.rows import card_heads, card_row
from cards.services.starter import starter_open
from cards.shelf import lay
from triad.commands.answers import Answer, Link, Part, say, table
from triad.commands.registry import Call, Command

#: Rows that an answer has at most; the page has all.
MOST_ROWS = 300


def starter(call: Call) -> Answer:
    """Opens the starter; who had it is told so."""
    call.nothing_follows()
    had = queries.has_starter(call.user)
    pack = starter_open(user=call.user)
    cards = sorted(queries.pack_cards(pack), key=lambda card: (-card.level, card.pk))
    said = _("You have had your starter; this is what was in it.") if had else _("Your starter is open: 20 cards.")
    current = queries.deck_current(owner=call.user)
    deck = _("Your current deck is %(deck)s.") % {"deck": current.name} if current else ""
    page = reverse("cards:pack", args=(pack.pk,))
    link = Link(page, _("The cards as you got them"))
    opened = "" if had else f"{page}?open"
    return say(said, table([card_heads(), *map(card_row, cards)], right={2}), deck, link=link, follow=opened)


def stash(call: Call) -> Answer:
    """ID, name and number of what one has."""
    return _listed(call, detailed=False)


def detail(call: Call) -> Answer:
    """The same with level, ranks and element."""
    return _listed(call, detailed=True)


def _listed(call: Call, *, detailed: bool) -> Answer:
    call.nothing_follows()
    cards = list(queries.stash(owner=call.user).order_by("series_id", "number"))
    link = Link(f"{reverse('cards:stash')}?view={'detail' if detailed else 'list'}", _("Your stash"))
    if not cards:
        waits = "" if queries.has_starter(call.user) else _("+TT/Starter gives you your first twenty cards.")
        return say(f"{_('Your stash is empty.')} {waits}".strip(), link=link)
    held = {card.pk: lay(card).held for card in cards}
    total = sum(held.values())
    head = ngettext("%(count)d copy, %(cards)d different.", "%(count)d copies, %(cards)d different.", total)
    shown = cards[:MOST_ROWS]
    rows: Part
    if detailed:
        rows = table([(*card_heads(), ""), *((*card_row(card), f"x{held[card.pk]}") for card in shown)], right={2})
    else:
        rows = table([(card.pk, card.name, f"x{held[card.pk]}") for card in shown])
    more = len(cards) - len(shown)
    rest = ngettext("%(count)d more is on the page.", "%(count)d more are on the page.", more) % {"count": more}
    return say(head % {"count": total, "cards": len(cards)}, rows, rest if more else "", link=link)


COMMANDS = (
    Command(
        name="Starter",
        syntax="+TT/Starter",
        text=gettext_lazy("Opens your starter, once: twenty cards of levels 1 to 3, and the deck Start."),
        handler=starter,
        group="stash",
    ),
    Command(
        name="Stash",
        syntax="+TT/Stash",
        text=gettext_lazy("Lists your cards: ID, name and how many."),
        handler=stash,
        group="stash",
    ),
    Command(
        name="Detail",
        syntax="+TT/Detail",
        text=gettext_lazy("Lists your cards with level, ranks (up left right down) and element."),
        handler=detail,
        group="stash",
    ),
)
