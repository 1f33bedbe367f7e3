"""Addresses of cards."""

from __future__ import annotations

from django.urls import path, register_converter

from cards.art import views as art
from cards.converters import CardIdConverter
from cards.views import database, decks, packs, stash

register_converter(CardIdConverter, "card_id")

app_name = "cards"

urlpatterns = [
    path("cards/", database.card_list, name="list"),
    path("cards/art/back.svg", art.card_back, name="card-back"),
    path("cards/art/<card_id:card_id>-<str:variant>.svg", art.card_art, name="card-art"),
    path("cards/stash/", stash.own_stash, name="stash"),
    path("players/<str:name>/stash/", stash.stash_of, name="stash-of"),
    path("cards/starter/", packs.starter, name="starter"),
    path("cards/packs/<int:pack_id>/", packs.pack, name="pack"),
    path("cards/decks/", decks.deck_list, name="decks"),
    path("cards/decks/<int:deck_id>/", decks.deck, name="deck"),
    path("cards/decks/<int:deck_id>/add/", decks.add, name="deck-add"),
    path("cards/decks/<int:deck_id>/remove/", decks.remove, name="deck-remove"),
    path("cards/decks/<int:deck_id>/move/", decks.move, name="deck-move"),
    path("cards/decks/<int:deck_id>/reorder/", decks.reorder, name="deck-reorder"),
    path("cards/decks/<int:deck_id>/delete/", decks.delete, name="deck-delete"),
    path("cards/<card_id:card_id>/", database.card_detail, name="detail"),
]
