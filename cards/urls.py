"""Addresses of cards."""

from __future__ import annotations

from django.urls import include, path, register_converter

from cards.art import views as art
from cards.converters import CardIdConverter
from cards.views import customs, database, deck_codes, decks, packs, pictures, stash, wishes

register_converter(CardIdConverter, "card_id")

app_name = "cards"

urlpatterns = [
    path("cards/", database.card_list, name="list"),
    path("cards/art/back.svg", art.card_back, name="card-back"),
    path("cards/art/<card_id:card_id>-<str:variant>.svg", art.card_art, name="card-art"),
    path("cards/art/emblem-<slug:variant>.svg", pictures.emblem, name="emblem"),
    path("cards/art/pictures/<slug:key>-<slug:variant>-<slug:size>.svg", pictures.card_picture, name="card-picture"),
    path("cards/custom/", customs.custom_list, name="customs"),
    path("cards/custom/new/", customs.design_new, name="custom-new"),
    path("cards/custom/<int:submission_id>/", customs.submission, name="custom"),
    path("cards/custom/<int:submission_id>/design/", customs.design, name="custom-design"),
    path("cards/custom/<int:submission_id>/withdraw/", customs.withdraw, name="custom-withdraw"),
    path("cards/custom/<int:submission_id>/say/", customs.say, name="custom-say"),
    path("cards/custom/pictures/<slug:key>-<slug:variant>-<slug:size>.svg", pictures.own_picture, name="own-picture"),
    path("cards/stash/", stash.own_stash, name="stash"),
    path("players/<str:name>/stash/", stash.stash_of, name="stash-of"),
    path("cards/starter/", packs.starter, name="starter"),
    path("cards/packs/<int:pack_id>/", packs.pack, name="pack"),
    path("cards/decks/", decks.deck_list, name="decks"),
    path("cards/decks/code/", deck_codes.find, name="deck-code-find"),
    path("cards/decks/code/<str:code>/", deck_codes.deck_code, name="deck-code"),
    path("cards/decks/<int:deck_id>/", decks.deck, name="deck"),
    path("cards/decks/<int:deck_id>/add/", decks.add, name="deck-add"),
    path("cards/decks/<int:deck_id>/remove/", decks.remove, name="deck-remove"),
    path("cards/decks/<int:deck_id>/move/", decks.move, name="deck-move"),
    path("cards/decks/<int:deck_id>/reorder/", decks.reorder, name="deck-reorder"),
    path("cards/decks/<int:deck_id>/delete/", decks.delete, name="deck-delete"),
    path("cards/decks/<int:deck_id>/copy/", decks.copy, name="deck-copy"),
    path("cards/decks/<int:deck_id>/default/", decks.default, name="deck-default"),
    path("cards/wishes/", wishes.wishes, name="wishes"),
    path("cards/wishes/add/", wishes.add, name="wish"),
    path("cards/wishes/drop/", wishes.drop, name="wish-drop"),
    path("cards/<card_id:card_id>/", database.card_detail, name="detail"),
    path("", include("cards.grant_urls")),
    path("", include("cards.trade_urls")),
]
