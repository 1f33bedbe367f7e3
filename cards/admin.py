"""The curators' view of cards. What is history is read-only here; copies move by services alone."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from cards import admin_customs  # noqa: F401
from cards.admin_prices import PriceInline
from cards.models import Card, Copy, Deck, DeckCard, Pack, PackCopy, Price, Series, Transfer
from cards.prices import Offer, offers_at
from cards.services.loading import FINAL
from cards.templatetags.card_face import card_art
from cards.trades.models import Trade, TradeCopy


class ReadOnly:
    """Shows rows and lets nobody add, change or delete them."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Series)
class SeriesAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Series and their prices; one that has cards cannot be deleted.

    A new price is a new row with the moment from which it holds; `on_sale` takes a series from the shop at once.
    """

    list_display = ("code", "name", "card_count", "price", "on_sale", "hold_limit", "unique_cards")
    list_editable = ("on_sale",)
    list_filter = ("on_sale", "unique_cards")
    search_fields = ("code", "name", "note")
    inlines = (PriceInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Series]:
        self._offers: dict[str, Offer] = offers_at()
        return super().get_queryset(request).annotate(cards_there=Count("cards"))  # type: ignore[no-any-return]

    @admin.display(description=_("random/by name, points a level"))
    def price(self, series: Series) -> str:
        """The prices that hold now, as the shop list writes them."""
        offer = self._offers.get(series.code)
        return f"{offer.random or '--'}/{offer.specific or '--'}" if offer else "--/--"

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Notes who set a price."""
        for row in formset.save(commit=False):
            if isinstance(row, Price):
                row.set_by = request.user  # type: ignore[assignment]
            row.save()
        formset.save_m2m()

    @admin.display(description=_("cards"), ordering="cards_there")
    def card_count(self, series: Series) -> int:
        return series.cards_there  # type: ignore[attr-defined, no-any-return]

    def get_readonly_fields(self, request: HttpRequest, obj: Series | None = None) -> tuple[str, ...]:
        # A unique series with common copies, or the other way round, could never be made true again.
        return ("code", "unique_cards") if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: Series | None = None) -> bool:
        return super().has_delete_permission(request, obj) and obj is not None and not obj.cards.exists()


@admin.register(Card)
class CardAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Cards with their pictures. Ranks, level and element are final once a copy exists (RULES 8)."""

    list_display = ("small_picture", "id", "name", "level", "rank_signs", "element", "type", "copy_count", "on_sale")
    list_display_links = ("id", "name")
    list_editable = ("on_sale",)
    list_filter = ("series", "on_sale", "level", "element", "type")
    search_fields = ("id", "name", "name_key", "text")
    ordering = ("series", "number")
    list_per_page = 50
    fields = (
        ("picture",),
        ("series", "number", "name"),
        ("level", "element", "type"),
        ("up", "right", "down", "left"),
        "text",
        "maker",
        "on_sale",
        "copy_count",
    )
    autocomplete_fields = ("maker",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Card]:
        return super().get_queryset(request).annotate(copies_there=Count("copies"))  # type: ignore[no-any-return]

    @admin.display(description="")
    def small_picture(self, card: Card) -> SafeString:
        address = card_art(card.pk)
        return format_html('<img src="{}" alt="" width="48" height="60" loading="lazy">', address)

    @admin.display(description=_("picture"))
    def picture(self, card: Card) -> SafeString | str:
        if not card.pk:
            return "–"
        return format_html('<img src="{}" alt="{}" width="240" height="300">', card_art(card.pk), card.name)

    @admin.display(description=_("up, right, down, left"))
    def rank_signs(self, card: Card) -> str:
        return " ".join("A" if rank == 10 else str(rank) for rank in card.ranks)

    @admin.display(description=_("copies"), ordering="copies_there")
    def copy_count(self, card: Card) -> int:
        return getattr(card, "copies_there", 0)

    def get_readonly_fields(self, request: HttpRequest, obj: Card | None = None) -> tuple[str, ...]:
        shown = ("picture", "copy_count")
        if obj is None:
            return shown
        return (*shown, "series", "number", *(FINAL if obj.copies.exists() else ()))

    def has_delete_permission(self, request: HttpRequest, obj: Card | None = None) -> bool:
        return super().has_delete_permission(request, obj) and obj is not None and not obj.copies.exists()


class TransferInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """A copy's whole life."""

    model = Transfer
    fk_name = "copy"
    fields = ("at", "giver", "taker", "reason", "cause", "held_before", "limit")
    readonly_fields = fields
    extra = 0


@admin.register(Copy)
class CopyAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Copies with their log; they move by the game alone."""

    list_display = ("id", "card", "owner", "slot", "slot_limit", "marked", "sole", "came_at")
    list_filter = ("marked", "sole", "card__series", "card__level")
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
class TransferAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """The log of every copy; never changed."""

    list_display = ("id", "at", "card", "copy_id", "giver", "taker", "reason", "cause", "held_before", "limit")
    list_filter = ("reason", "card__series", "at")
    search_fields = ("=copy__id", "=card__id", "card__name", "giver__username", "taker__username", "=cause")
    list_select_related = ("card", "giver", "taker")
    date_hierarchy = "at"
    show_full_result_count = False


class DeckCardInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """A deck's cards in their order."""

    model = DeckCard
    extra = 0


@admin.register(Deck)
class DeckAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Players' decks, to look at; not when each was used, which would tell a hand of a match that runs (RULES 3)."""

    list_display = ("name", "owner", "card_ids")
    search_fields = ("name", "owner__username", "=places__card__id")
    exclude = ("used_at",)
    list_select_related = ("owner",)
    inlines = (DeckCardInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deck]:
        return super().get_queryset(request).prefetch_related("places")

    @admin.display(description=_("cards"))
    def card_ids(self, deck: Deck) -> str:
        return " ".join(place.card_id for place in deck.places.all())


class PackCopyInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
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
class PackAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Packs and what lay in them; never changed."""

    list_display = ("id", "owner", "source", "at")
    list_filter = ("source", "at")
    search_fields = ("owner__username",)
    list_select_related = ("owner",)
    inlines = (PackCopyInline,)


class TradeCopyInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
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
class TradeAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Trades with their terms and what became of them; never changed here."""

    list_display = ("id", "maker", "other", "state", "gift_from", "maker_value", "other_value", "made_at")
    list_filter = ("state", "gift_from", "made_at")
    search_fields = ("maker__username", "other__username")
    list_select_related = ("maker", "other")
    inlines = (TradeCopyInline,)
