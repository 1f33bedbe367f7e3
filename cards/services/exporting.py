"""What of cards a player may take along, in the file of the own data."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from accounts.exports import rows
from accounts.models import User
from cards.customs.models import Picture, Submission
from cards.grants.models import GrantShare
from cards.models import Copy, CurrentDeck, Deck, DeckDefault, Pack, Transfer
from cards.portraits.models import Portrait
from cards.trades.models import Trade
from cards.wishes.models import Wish


def export(player: User) -> dict[str, Any]:
    """A player's copies with every step of those that came or went, packs, grants, decks, wishes, trades, own cards."""
    own = Q(giver=player) | Q(taker=player)
    return {
        "copies": rows(
            Copy.objects.filter(owner=player).order_by("card_id", "slot"), "id", "card_id", "card__name", "marked",
            "came_at",
        ),
        "transfers": rows(
            Transfer.objects.filter(own).order_by("id"), "at", "copy_id", "card_id", "giver__username",
            "taker__username", "reason", "cause",
        ),
        "packs": [_pack(pack) for pack in _packs(player)],
        "grants": rows(
            GrantShare.objects.filter(player=player).order_by("id"), "grant_id", "grant__made_at", "grant__kind",
            "grant__reason", "grant__points", "opened_at", "withdrawn_at", "pack_id",
        ),
        "decks": [
            {"name": deck.name, "cards": [place.card_id for place in deck.places.all()]}
            for deck in Deck.objects.filter(owner=player).prefetch_related("places")
        ],
        "default_decks": rows(DeckDefault.objects.filter(owner=player).order_by("house"), "house", "deck__name"),
        "current_deck": CurrentDeck.objects.filter(owner=player).values_list("deck__name", flat=True).first(),
        "wishes": list(Wish.objects.filter(player=player).values_list("card_id", flat=True)),
        "trades": [_trade(trade) for trade in _trades(player)],
        "own_cards": [_own_card(made) for made in _submissions(player)],
        "pictures_sent": rows(Picture.objects.filter(owner=player).order_by("id"), "key", "made_at"),
        "portrait": Portrait.objects.filter(player=player).values_list("card_id", flat=True).first(),
    }  # fmt: skip


def _packs(player: User) -> Any:
    return Pack.objects.filter(owner=player).order_by("id").prefetch_related("contents")


def _pack(pack: Pack) -> dict[str, Any]:
    copies = [lying.copy_id for lying in pack.contents.all()]
    return {"id": pack.pk, "source": pack.source, "at": pack.at, "copies": copies}


def _trades(player: User) -> Any:
    found = Trade.objects.filter(Q(maker=player) | Q(other=player)).order_by("id")
    return found.select_related("maker", "other").prefetch_related("copies__copy")


def _trade(trade: Trade) -> dict[str, Any]:
    return {
        "made_at": trade.made_at,
        "maker": trade.maker.username,
        "other": trade.other.username,
        "maker_points": trade.maker_points,
        "other_points": trade.other_points,
        "copies": [
            {"side": row.side, "copy_id": row.copy_id, "card_id": row.copy.card_id} for row in trade.copies.all()
        ],
        "state": trade.state,
        "settled_at": trade.settled_at,
    }


def _submissions(player: User) -> Any:
    found = Submission.objects.filter(maker=player).order_by("id")
    return found.prefetch_related("steps__author")


def _own_card(made: Submission) -> dict[str, Any]:
    fields = (
        "made_at", "submitted_at", "name", "level", "up", "right", "down", "left", "element", "text", "price", "state",
        "card_id",
    )  # fmt: skip
    steps = [
        {"at": step.at, "own": step.author_id == made.maker_id, "state": step.state, "text": step.text}
        for step in made.steps.all()
    ]
    return {**{field: getattr(made, field) for field in fields}, "steps": steps}
