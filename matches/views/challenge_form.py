"""What the forms of challenges are drawn from: the terms that a house offers, and the choice of five cards."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from cards.faces import CardFace
from cards.queries import has_starter, point_value, stash
from matches.arena.opening import open_bet_limit
from matches.forms import PICK, Draft
from matches.houses import MOVE_TIMES, House
from matches.live.decks import STAR_LIMITS, DeckChoice
from matches.live.dialogue import (
    bet_words,
    draw_choices,
    first_choices,
    house_facts,
    house_of,
    open_trade,
    option_choices,
    rule_choices,
    trade_choices,
)
from matches.live.told import drawn_told, pay_rows, told_before
from matches.services.bets import bet_limit
from matches.services.eligibility import bet_closed, trade_refusals
from triad.clock import now


def form_context(user: User, opponent: User | None, draft: Draft, *, refused: bool = False) -> dict[str, Any]:
    """The part of the dialogue that hangs on the house; without an opponent yet, as far as it hangs on the player
    alone. A refused form keeps the trade rule that it named."""
    house = house_of(draft.house)
    moment = now()
    shut = trade_refusals(user=user, other=opponent, house=house, moment=moment)
    trade = draft.trade if refused else open_trade(house, draft.trade, shut)
    no_bet = bet_closed(user=user, other=opponent or user, moment=moment)
    limit = 0 if no_bet else bet_limit(user=user, other=opponent) if opponent else open_bet_limit(user)
    return {
        "opponent": opponent,
        "draft": draft,
        "house": house.key,
        "facts": house_facts(house),
        "rules": rule_choices(house, draft.rules),
        "trades": trade_choices(house, trade, shut),
        "draws": draw_choices(house, draft.draw),
        "firsts": first_choices(house, opponent.username if opponent else _("Your opponent"), draft.first),
        "options": option_choices(draft.option),
        "move_times": MOVE_TIMES,
        "bet_limit": limit,
        "bet_words": no_bet or bet_words(limit),
        "draws_hands": "random" in house.rules,
        "drawn": drawn_told(user=user, house=house) if "random" in house.rules else [],
        "pays": pay_rows(user=user, opponent=opponent, house=house, moment=moment),
        "told": told_before(user=user, opponent=opponent, moment=moment),
        "told_in_form": True,
        "my_value": point_value(user),
        "their_value": point_value(opponent) if opponent else None,
        **picker_context(user, draft, house, house.level_limit),
    }


def picker_context(user: User, draft: Draft, house: House, level_limit: int | None) -> dict[str, Any]:
    """The choice of five cards: saved decks with what is wrong with each, and the stash to pick from."""
    decks = DeckChoice.all_of(user, level_limit, stars=house.stars, house=house.key)
    first = next((str(deck.id) for deck in decks if not deck.problem), PICK)
    cards = stash(owner=user)
    return {
        "decks": decks,
        "hand": draft.hand or first,
        "offered": first,
        "picks": draft.picks,
        "stash": [(CardFace.of(card), card.held, card.stars) for card in cards],  # type: ignore[attr-defined]
        "level_limit": level_limit,
        "star_limits": STAR_LIMITS if house.stars else "",
        "needs_starter": not has_starter(user),
    }
