"""What is played with: series, cards, the copies that players own and their log, decks, packs."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from cards.names import card_id, fold_card_name

#: Copies that one player may hold of a card, by its level 1 to 10 (RULES 8).
HOLDING_LIMITS = (9, 9, 7, 7, 5, 5, 2, 2, 1, 1)
#: The highest price of a series, in points a level.
MOST_PRICE = 100_000


class Series(models.Model):
    """A series of cards; what its cards cost at which time is in its `Price` rows."""

    code = models.CharField(max_length=2, primary_key=True)
    name = models.CharField(max_length=60)
    hold_limit = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("copies of a card a player may hold; blank: by level")
    )
    unique_cards = models.BooleanField(default=False, help_text=_("one copy of each card in the whole world"))
    on_sale = models.BooleanField(
        _("in the shop"), default=True, help_text=_("off: nothing of the series is sold, whatever its prices say")
    )
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["code"]
        verbose_name_plural = _("series")
        constraints = [
            models.CheckConstraint(
                condition=Q(hold_limit__isnull=True) | Q(hold_limit__gte=1),
                name="series_hold_limit_is_positive",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} – {self.name}"


class Price(models.Model):
    """What cards of a series cost from a moment on, in points a level; blank: not sold that way (RULES 8).

    Rows are only added: the newest that holds at a moment counts, the older ones say what was asked before.
    """

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="prices")
    valid_from = models.DateTimeField(_("holds from"))
    random = models.PositiveIntegerField(_("a card drawn at random"), null=True, blank=True)
    specific = models.PositiveIntegerField(_("a card by its name"), null=True, blank=True)
    set_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+", editable=False
    )

    class Meta:
        ordering = ["series_id", "-valid_from"]
        constraints = [
            models.UniqueConstraint(fields=["series", "valid_from"], name="one_price_a_series_and_moment"),
            *(
                models.CheckConstraint(
                    condition=Q(**{f"{way}__isnull": True}) | Q(**{f"{way}__gte": 1, f"{way}__lte": MOST_PRICE}),
                    name=f"{way}_price_is_a_price",
                )
                for way in ("random", "specific")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.series_id} {self.random or '--'}/{self.specific or '--'}"


class Element(models.TextChoices):
    """The eight elements; a card without one has an empty string."""

    FIRE = "fire", _("fire")
    ICE = "ice", _("ice")
    THUNDER = "thunder", _("thunder")
    EARTH = "earth", _("earth")
    POISON = "poison", _("poison")
    WIND = "wind", _("wind")
    WATER = "water", _("water")
    HOLY = "holy", _("holy")


class Type(models.TextChoices):
    """The four types of series X; a card without one has an empty string."""

    PRIMAL = "primal", _("primal")
    SCION = "scion", _("scion")
    BEASTMAN = "beastman", _("beastman")
    GARLEAN = "garlean", _("garlean")


def _rank_is_legal(side: str) -> models.CheckConstraint:
    return models.CheckConstraint(
        condition=Q(**{f"{side}__gte": 1, f"{side}__lte": 10}), name=f"card_{side}_is_1_to_10"
    )


class Card(models.Model):
    """A card of the database; its ID is the series code and three digits (A085)."""

    id = models.CharField(max_length=6, primary_key=True)
    series = models.ForeignKey(Series, on_delete=models.PROTECT, related_name="cards")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    name_key = models.CharField(max_length=80, db_index=True, editable=False)
    level = models.PositiveSmallIntegerField()
    up = models.PositiveSmallIntegerField()
    right = models.PositiveSmallIntegerField()
    down = models.PositiveSmallIntegerField()
    left = models.PositiveSmallIntegerField()
    element = models.CharField(max_length=8, choices=Element.choices, blank=True)
    type = models.CharField(max_length=8, choices=Type.choices, blank=True)
    text = models.CharField(max_length=500, blank=True)
    maker = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="cards_made"
    )
    on_sale = models.BooleanField(_("in the shop"), default=True, help_text=_("off: it is not sold and not drawn"))

    class Meta:
        ordering = ["series_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["series", "number"], name="one_card_a_series_number"),
            models.CheckConstraint(condition=Q(level__gte=1, level__lte=10), name="card_level_is_1_to_10"),
            *(_rank_is_legal(side) for side in ("up", "right", "down", "left")),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=999), name="card_number_is_1_to_999"),
        ]

    def __str__(self) -> str:
        return f"{self.id} {self.name}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keeps the ID and the folded name beside what they are made from, whoever makes the card."""
        self.id = self.id or card_id(self.series_id, self.number)
        self.name_key = fold_card_name(self.name)
        super().save(*args, **kwargs)

    @property
    def ranks(self) -> tuple[int, int, int, int]:
        """The printed ranks: up, right, down, left."""
        return self.up, self.right, self.down, self.left

    @property
    def stars(self) -> int:
        """Half the level, rounded up (RULES 1)."""
        return (self.level + 1) // 2

    @property
    def power(self) -> int:
        """Half the sum of the printed ranks, rounded up (RULES 1)."""
        return (sum(self.ranks) + 1) // 2

    @property
    def hold_limit(self) -> int:
        """How many copies one player may hold now: the series' limit, or the one of the level."""
        return self.series.hold_limit or HOLDING_LIMITS[self.level - 1]


class CardFigures(models.Model):
    """How a card has fared in finished public matches between people; counted when such a match is over."""

    card = models.OneToOneField(Card, on_delete=models.CASCADE, primary_key=True, related_name="figures")
    played = models.PositiveIntegerField(default=0, help_text=_("how often it was placed"))
    flips = models.PositiveIntegerField(default=0, help_text=_("how many cards it turned"))
    flipped = models.PositiveIntegerField(default=0, help_text=_("how often it was turned itself"))
    brought = models.PositiveIntegerField(default=0, help_text=_("hands that it was brought in"))
    won = models.PositiveIntegerField(default=0, help_text=_("of these hands, those that won the match"))

    class Meta:
        verbose_name_plural = _("figures of cards")

    def __str__(self) -> str:
        return f"{self.card_id}: {self.played} played, {self.won} won"


class Copy(models.Model):
    """One copy of a card in one player's stash: what a stake, a trade and a history name.

    `slot` counts the copies of one card in one stash; it never exceeds `slot_limit`, the holding limit when it came,
    and is unique, so that the database itself refuses a copy too many.
    """

    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="copies")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="copies")
    slot = models.PositiveSmallIntegerField()
    slot_limit = models.PositiveSmallIntegerField()
    marked = models.BooleanField(
        default=False,
        help_text=_("can be staked, not traded or given: starter, welcome pack and ruin (RULES 8)"),
    )
    sole = models.BooleanField(default=False, help_text=_("the only copy in the world"))
    came_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["card_id", "slot"]
        verbose_name_plural = _("copies")
        constraints = [
            models.UniqueConstraint(fields=["owner", "card", "slot"], name="one_copy_a_slot"),
            models.CheckConstraint(
                condition=Q(slot__gte=1) & Q(slot__lte=F("slot_limit")), name="copy_slot_within_its_limit"
            ),
            models.UniqueConstraint(fields=["card"], condition=Q(sole=True), name="one_copy_of_a_sole_card"),
        ]

    def __str__(self) -> str:
        return f"{self.card_id}#{self.pk}"


class Transfer(models.Model):
    """One step in the life of a copy: made for a player, or moved from one to another. Never changed or deleted."""

    class Reason(models.TextChoices):
        STARTER = "starter", _("starter")
        WELCOME = "welcome", _("welcome pack")
        SPOILS = "spoils", _("spoils")
        PURCHASE = "purchase", _("purchase")
        GRANT = "grant", _("grant")
        CUSTOM = "custom", _("custom card")
        TRADE = "trade", _("trade")
        CORRECTION = "correction", _("correction")

    copy = models.ForeignKey(Copy, on_delete=models.PROTECT, related_name="transfers")
    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="transfers")
    giver = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    taker = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(db_default=Now())
    reason = models.CharField(max_length=12, choices=Reason.choices)
    cause = models.CharField(max_length=80, help_text=_("what made it, such as match:12 or pack:7"))
    held_before = models.PositiveSmallIntegerField(help_text=_("copies of the card that the taker had before"))
    limit = models.PositiveSmallIntegerField(help_text=_("the taker's holding limit at that moment"))

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(held_before__lt=F("limit")), name="transfer_came_under_the_limit"),
            models.UniqueConstraint(fields=["copy", "cause"], name="one_transfer_a_copy_and_cause"),
        ]

    def __str__(self) -> str:
        return f"{self.copy_id}: {self.giver_id} → {self.taker_id} ({self.cause})"


class Deck(models.Model):
    """An ordered list of up to five cards under a name; it keeps no copy away from anything else."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="decks")
    name = models.CharField(max_length=30)
    name_key = models.CharField(max_length=30, editable=False)
    used_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["name_key"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "name_key"], name="one_deck_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class DeckCard(models.Model):
    """A card's place in a deck, 1 to 5; the deck names cards, not copies."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="places")
    position = models.PositiveSmallIntegerField()
    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["deck", "position"], name="one_card_a_deck_position"),
            models.CheckConstraint(condition=Q(position__gte=1, position__lte=5), name="deck_position_is_1_to_5"),
        ]

    def __str__(self) -> str:
        return f"{self.position}: {self.card_id}"


class DeckDefault(models.Model):
    """The deck that a player takes first in a house; one at most for each player and house."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    house = models.CharField(max_length=20, help_text=_("the house's key"))
    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="defaults")

    class Meta:
        ordering = ["owner_id", "house"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "house"], name="one_default_deck_a_player_and_house"),
        ]

    def __str__(self) -> str:
        return f"{self.house}: {self.deck_id}"


class Pack(models.Model):
    """Copies that came together and are shown as a pack being opened; a reload shows the same ones."""

    class Source(models.TextChoices):
        STARTER = "starter", _("starter")
        WELCOME = "welcome", _("welcome pack")
        SHOP = "shop", _("from the shop")

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="packs")
    source = models.CharField(max_length=12, choices=Source.choices)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "source"],
                condition=Q(source__in=["starter", "welcome"]),
                name="starter_and_welcome_pack_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source} of {self.owner_id}"


class PackCopy(models.Model):
    """A copy that lay in a pack, in the order in which it is shown."""

    pack = models.ForeignKey(Pack, on_delete=models.CASCADE, related_name="contents")
    position = models.PositiveSmallIntegerField()
    copy = models.ForeignKey(Copy, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["pack", "position"], name="one_copy_a_pack_position"),
        ]

    def __str__(self) -> str:
        return f"{self.position}: {self.copy_id}"


# The models of custom cards, wishes and trades are this app's too; Django finds models by this module.
import cards.customs.models  # noqa: E402
import cards.trades.models  # noqa: E402
import cards.wishes.models  # noqa: E402, F401
