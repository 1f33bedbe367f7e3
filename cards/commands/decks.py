"""Deck Create, Delete, List, Add, Rem and Check. The deck last made, or named in Check or Game, is the current one."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cards import queries
from cards.commands.rows import card_heads, card_row, deck_choices, own_deck, stash_choices
from cards.decks import DECK_SIZE, LEVEL_LIMIT, NAME
from cards.lookup import find_cards
from cards.models import Card, Deck
from cards.services import decks as services
from triad.commands.answers import Answer, Link, Part, say, table
from triad.commands.registry import Call, Choice, Command
from triad.errors import Conflict, GameError, NotFound


def create(call: Call) -> Answer:
    """An empty deck, current from now on."""
    if not call.rest:
        raise call.wrong()
    deck = services.deck_create(owner=call.user, name=call.rest)
    said = _("The deck %(deck)s is made, empty, and is your current deck: +TT/Deck Add=<Card1>,<Card2>,...")
    return say(said % {"deck": deck.name}, follow=_page(deck))


def delete(call: Call) -> Answer:
    """Deletes a deck; its cards stay."""
    if not call.rest:
        raise call.wrong()
    name = services.deck_delete(owner=call.user, deck_id=own_deck(call.user, call.rest).pk)
    current = queries.deck_current(owner=call.user)
    now = _("Your current deck is %(deck)s.") if current else _("You have no current deck now.")
    said = _("The deck %(deck)s is deleted; its cards are in your stash.") % {"deck": name}
    return say(f"{said} {now % {'deck': current.name if current else ''}}", follow=reverse("cards:decks"))


def deck_list(call: Call) -> Answer:
    """All decks with their levels and what is wrong with them."""
    call.nothing_follows()
    decks = queries.decks_of(owner=call.user)
    link = Link(reverse("cards:decks"), _("Your decks"))
    if not decks:
        return say(_("You have no deck. +TT/Deck Create=<Name> makes one."), link=link)
    checks = queries.deck_checks(user=call.user, decks=decks)
    current = queries.deck_current(owner=call.user)
    rows = [
        (
            "*" if deck == current else " ",
            deck.name,
            ngettext("%(count)d card", "%(count)d cards", checks[deck.pk].count) % {"count": checks[deck.pk].count},
            _("level %(total)d") % {"total": checks[deck.pk].total_level},
            _("ready") if checks[deck.pk].ok else checks[deck.pk].problems[0],
        )
        for deck in decks
    ]
    mark = _("* is your current deck.") if current else ""
    return say(table(rows), mark, link=link)


def add(call: Call) -> Answer:
    """Puts cards into the current deck, or into a named one."""
    deck, text = _deck_and_cards(call)
    added = services.deck_add(owner=call.user, deck_id=deck.pk, text=text)
    return _changed(call, deck, _("Into the deck %(deck)s: %(cards)s."), added)


def rem(call: Call) -> Answer:
    """Takes cards out of the current deck, or out of a named one."""
    deck, text = _deck_and_cards(call)
    removed = services.deck_remove(owner=call.user, deck_id=deck.pk, text=text)
    return _changed(call, deck, _("Out of the deck %(deck)s: %(cards)s."), removed)


def check(call: Call) -> Answer:
    """Whether a deck can be played; it is the current one then."""
    deck = own_deck(call.user, call.rest) if call.rest else _current(call)
    services.deck_make_current(deck=deck)
    return say(
        _("%(deck)s, your current deck:") % {"deck": deck.name},
        *_laid(call, deck),
        link=Link(_page(deck), _("The deck %(deck)s") % {"deck": deck.name}),
    )


def _changed(call: Call, deck: Deck, sentence: str, cards: list[Card]) -> Answer:
    said = sentence % {"deck": deck.name, "cards": ", ".join(card.name for card in cards)}
    now = queries.deck_get(owner=call.user, deck_id=deck.pk)
    return say(said, *_laid(call, now), follow=_page(deck))


def _laid(call: Call, deck: Deck) -> tuple[Part, ...]:
    """The cards of a deck, their levels, and what is in the way."""
    result = queries.deck_check(user=call.user, deck=deck)
    cards = queries.deck_cards(deck)
    verdict = [_("Level %(total)d of %(limit)d.") % {"total": result.total_level, "limit": LEVEL_LIMIT}]
    verdict += result.problems or [_("It can be played.")]
    rows = (table([card_heads(), *map(card_row, cards)], right={2}),) if cards else ()
    return (*rows, Part(" ".join(verdict)))


def _deck_and_cards(call: Call) -> tuple[Deck, str]:
    """The deck that is meant, and the cards as they were typed: `<cards>` or `<Deck>/<cards>`."""
    if not call.rest:
        raise call.wrong()
    name, slash, cards = call.rest.partition("/")
    if slash and (named := queries.deck_named(owner=call.user, name=name.strip())):
        return named, cards
    if slash and NAME.fullmatch(name.strip()) and not _is_card(call, call.rest.partition(",")[0]):
        own_deck(call.user, name.strip())
    return _current(call), call.rest


def _is_card(call: Call, word: str) -> bool:
    """Whether a word with a slash in it is the name of a card."""
    try:
        find_cards(words=[word], user=call.user)
    except Conflict:
        return True
    except GameError:
        return False
    return True


def _current(call: Call) -> Deck:
    deck = queries.deck_current(owner=call.user)
    if deck is None:
        sentence = _("You have no current deck. Make one with +TT/Deck Create=<Name>, or name one: %(example)s")
        raise NotFound("no_current_deck", sentence % {"example": "+TT/Deck Check=<Name>"})
    return deck


def _page(deck: Deck) -> str:
    return reverse("cards:deck", args=(deck.pk,))


def _names(call: Call) -> Iterable[Choice]:
    return deck_choices(call.user, call.rest)


def _stash_cards(call: Call) -> Iterable[Choice]:
    before, comma, typed = call.rest.rpartition(",")
    if not comma and "/" in typed:
        deck, _slash, typed = typed.partition("/")
        return stash_choices(call.user, typed, before=f"{deck}/")
    return stash_choices(call.user, typed, before=f"{before},{' ' * typed.startswith(' ')}" if comma else "")


def _deck_cards(call: Call) -> Iterable[Choice]:
    deck = queries.deck_current(owner=call.user)
    before, comma, typed = call.rest.rpartition(",")
    cards = queries.deck_cards(deck)[:DECK_SIZE] if deck else []
    wanted = typed.strip().casefold()
    return [Choice(f"{before}{comma}{card.name}", card.pk) for card in cards if card.name.casefold().startswith(wanted)]


COMMANDS = (
    Command(
        name="Deck Create",
        syntax="+TT/Deck Create=<Name>",
        text=gettext_lazy("Makes an empty deck. Its name is one word, with - or _ if you like."),
        handler=create,
        group="deck",
    ),
    Command(
        name="Deck Delete",
        syntax="+TT/Deck Delete=<Name>",
        text=gettext_lazy("Deletes a deck. Its cards stay in your stash."),
        handler=delete,
        group="deck",
        completer=_names,
    ),
    Command(
        name="Deck List",
        syntax="+TT/Deck List",
        text=gettext_lazy("Lists your decks; * marks the current one."),
        handler=deck_list,
        group="deck",
    ),
    Command(
        name="Deck Add",
        syntax="+TT/Deck Add=<Card1>,<Card2>,...",
        text=gettext_lazy(
            "Adds cards, by name or ID, to your current deck: the one you made last, or named last in Check or Game. "
            "+TT/Deck Add=<Deck>/<Card1>,... adds to another."
        ),
        handler=add,
        group="deck",
        completer=_stash_cards,
    ),
    Command(
        name="Deck Rem",
        syntax="+TT/Deck Rem=<Card1>,<Card2>,...",
        text=gettext_lazy("Takes cards out of your current deck, or out of <Deck>/<Card1>,..."),
        handler=rem,
        group="deck",
        completer=_deck_cards,
    ),
    Command(
        name="Deck Check",
        syntax="+TT/Deck Check=<Name>",
        text=gettext_lazy("Says whether a deck can be played: missing cards, levels. It is your current deck then."),
        handler=check,
        group="deck",
        completer=_names,
    ),
)
