"""What happened to cards, to look at: copies with their log, decks, packs, trades. They move by services alone."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.admin_read_only import ReadOnlyMixin
from cards import admin_cards, admin_customs, admin_grants, admin_portraits, admin_series  # noqa: F401
from cards.models import Copy, Deck, DeckCard, Pack, PackCopy, Transfer
from cards.templatetags.card_face import card_art
from cards.trades.models import Trade, TradeCopy


class NotAskedFor:
    """What a page does not show is not asked for in its address either: a filter would answer it (RULES 3)."""

    unasked: tuple[str, ...] = ()

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        allowed: bool = super().lookup_allowed(lookup, value, request)  # type: ignore[misc]
        return allowed and lookup.split("__")[0] not in self.unasked


class TransferInline(ReadOnlyMixin, admin.TabularInline):  # type: ignore[type-arg]
    """A copy's whole life."""

    model = Transfer
    fk_name = "copy"
    fields = ("at", "giver", "taker", "reason", "cause", "held_before", "limit")
    readonly_fields = fields
    extra = 0


@admin.register(Copy)
class CopyAdmin(NotAskedFor, ReadOnlyMixin, admin.ModelAdmin):  # type: ignore[type-arg]
    """Copies with their log; they move by the game alone."""

    list_display = ("id", "card", "owner", "slot", "slot_limit", "marked", "sole", "came_at")
    list_filter = ("marked", "sole", "card__series", "card__level")
    unasked = ("brought",)
    search_fields = ("=id", "=card__id", "card__name", "owner__username")
    list_select_related = ("card", "owner")
    show_full_result_count = False
    fields = ("card", "picture", "owner", "slot", "slot_limit", "marked", "sole", "came_at")
    readonly_fields = ("picture",)
    inlines = (TransferInline,)

    @admin.display(description=_("picture"))
    def picture(self, copy: Copy) -> SafeString:
        return format_html('<img src="{}" alt="" width="160" height="200">', card_art(copy.card_id))


@admin.register(Transfer)
class TransferAdmin(ReadOnlyMixin, admin.ModelAdmin):  # type: ignore[type-arg]
    """The log of every copy; never changed."""

    list_display = ("id", "at", "card", "copy_id", "giver", "taker", "reason", "cause", "held_before", "limit")
    list_filter = ("reason", "card__series", "at")
    search_fields = ("=copy__id", "=card__id", "card__name", "giver__username", "taker__username", "=cause")
    list_select_related = ("card", "giver", "taker")
    date_hierarchy = "at"
    show_full_result_count = False


class DeckCardInline(ReadOnlyMixin, admin.TabularInline):  # type: ignore[type-arg]
    """A deck's cards in their order."""

    model = DeckCard
    extra = 0


@admin.register(Deck)
class DeckAdmin(NotAskedFor, ReadOnlyMixin, admin.ModelAdmin):  # type: ignore[type-arg]
    """Players' decks, to look at; not when each was used, which would tell a hand of a match that runs (RULES 3)."""

    list_display = ("name", "owner", "card_ids")
    search_fields = ("name", "owner__username", "=places__card__id")
    exclude = unasked = ("used_at",)
    list_select_related = ("owner",)
    inlines = (DeckCardInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deck]:
        return super().get_queryset(request).prefetch_related("places")

    @admin.display(description=_("cards"))
    def card_ids(self, deck: Deck) -> str:
        return " ".join(place.card_id for place in deck.places.all())


class PackCopyInline(ReadOnlyMixin, admin.TabularInline):  # type: ignore[type-arg]
    """What lay in a pack."""

    model = PackCopy
    extra = 0
    fields = ("position", "copy", "card")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("copy__card")

    @admin.display(description=_("card"))
    def card(self, content: PackCopy) -> str:
        return str(content.copy.card)


@admin.register(Pack)
class PackAdmin(ReadOnlyMixin, admin.ModelAdmin):  # type: ignore[type-arg]
    """Packs and what lay in them; never changed."""

    list_display = ("id", "owner", "source", "at")
    list_filter = ("source", "at")
    search_fields = ("owner__username",)
    list_select_related = ("owner",)
    inlines = (PackCopyInline,)


class TradeCopyInline(ReadOnlyMixin, admin.TabularInline):  # type: ignore[type-arg]
    """What both sides of a trade give."""

    model = TradeCopy
    extra = 0
    fields = ("side", "card")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("copy__card")

    @admin.display(description=_("card"))
    def card(self, row: TradeCopy) -> str:
        return str(row.copy.card)


@admin.register(Trade)
class TradeAdmin(ReadOnlyMixin, admin.ModelAdmin):  # type: ignore[type-arg]
    """Trades with their terms and what became of them; never changed here."""

    list_display = ("id", "maker", "other", "state", "gift_from", "maker_value", "other_value", "made_at")
    list_filter = ("state", "gift_from", "made_at")
    search_fields = ("maker__username", "other__username")
    list_select_related = ("maker", "other")
    inlines = (TradeCopyInline,)
