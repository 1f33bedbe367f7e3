"""Designs of players on their way to become cards, what was said about each, and the pictures of cards."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

#: Longest name, text of a card and message between maker and curators, in characters.
LONGEST_NAME, LONGEST_TEXT, LONGEST_MESSAGE = 32, 500, 1000


class Picture(models.Model):
    """A picture as the site drew it anew from what was sent: once for a card alone, once for a card among many.

    It lies in the database, not in a folder, so that every process and every copy of the data has it, and so that it
    comes and goes in one transaction with what names it. `key` is a hash of what is shown.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="pictures")
    key = models.CharField(max_length=32, db_index=True)
    large = models.BinaryField()
    small = models.BinaryField()
    made_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "key"], name="one_picture_an_owner_and_content")]

    def __str__(self) -> str:
        return self.key


class CardPicture(models.Model):
    """The picture that is drawn on a card; a card without one has an emblem."""

    card = models.OneToOneField("cards.Card", on_delete=models.CASCADE, primary_key=True, related_name="drawn")
    picture = models.ForeignKey(Picture, on_delete=models.PROTECT, related_name="cards")

    def __str__(self) -> str:
        return f"{self.card_id}: {self.picture_id}"


class CustomSeries(models.Model):
    """A series under whose code custom cards go on, once the 999 numbers of the code before are used (RULES 9)."""

    series = models.OneToOneField("cards.Series", on_delete=models.PROTECT, primary_key=True, related_name="+")
    place = models.PositiveSmallIntegerField(unique=True, help_text=_("1 for the first code after C"))

    class Meta:
        ordering = ["place"]
        verbose_name_plural = _("series of custom cards")

    def __str__(self) -> str:
        return f"{self.place}: {self.series_id}"


class State(models.TextChoices):
    """Where a submission stands; points are held while it is submitted or changes are asked."""

    DRAFT = "draft", _("draft")
    SUBMITTED = "submitted", _("submitted")
    ASKED = "asked", _("changes asked")
    ACCEPTED = "accepted", _("accepted")
    REFUSED = "refused", _("refused")
    WITHDRAWN = "withdrawn", _("withdrawn")


#: States in which points are held and a place of the maker's three is taken.
OPEN = (State.SUBMITTED, State.ASKED)
#: States that nothing follows.
CLOSED = (State.ACCEPTED, State.REFUSED, State.WITHDRAWN)


def _rank_can_be(side: str) -> models.CheckConstraint:
    return models.CheckConstraint(
        condition=Q(**{f"{side}__lte": 10}) & (Q(state="draft") | Q(**{f"{side}__gte": 1})),
        name=f"submission_{side}_is_1_to_10",
    )


class Submission(models.Model):
    """A card that a player designs. In a draft the name may be empty and a rank 0, which is none yet.

    `key` is the number of the form it began with: sent twice, it makes one. `price` is what was held for it, at the
    price row `listed`. `version` rises with every step, so that a curator decides on what was seen.
    """

    maker = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="submissions")
    key = models.UUIDField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT, db_index=True)
    version = models.PositiveIntegerField(default=1)
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    level = models.PositiveSmallIntegerField(default=1)
    up = models.PositiveSmallIntegerField(default=0)
    right = models.PositiveSmallIntegerField(default=0)
    down = models.PositiveSmallIntegerField(default=0)
    left = models.PositiveSmallIntegerField(default=0)
    element = models.CharField(max_length=8, blank=True)
    text = models.CharField(max_length=LONGEST_TEXT, blank=True)
    picture = models.ForeignKey(Picture, on_delete=models.PROTECT, null=True, blank=True, related_name="submissions")
    price = models.PositiveIntegerField(null=True, blank=True, help_text=_("points held or paid"))
    listed = models.ForeignKey("cards.Price", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    card = models.OneToOneField(
        "cards.Card", on_delete=models.PROTECT, null=True, blank=True, related_name="submission"
    )
    made_at = models.DateTimeField(db_default=Now())
    changed_at = models.DateTimeField(db_default=Now())
    submitted_at = models.DateTimeField(_("submitted"), null=True, blank=True)

    class Meta:
        ordering = ["-changed_at", "-id"]
        permissions = [("decide_submission", _("Can decide on submissions of custom cards"))]
        constraints = [
            models.UniqueConstraint(fields=["maker", "key"], name="one_submission_a_form"),
            models.CheckConstraint(condition=Q(level__gte=1, level__lte=10), name="submission_level_is_1_to_10"),
            *(_rank_can_be(side) for side in ("up", "right", "down", "left")),
            models.CheckConstraint(condition=Q(state="draft") | ~Q(name=""), name="submission_has_a_name"),
            models.CheckConstraint(
                condition=Q(state="draft", price__isnull=True, listed__isnull=True, submitted_at__isnull=True)
                | (~Q(state="draft") & Q(price__isnull=False, listed__isnull=False, submitted_at__isnull=False)),
                name="submission_has_its_price_once_submitted",
            ),
            models.CheckConstraint(
                condition=Q(state="accepted", card__isnull=False) | (~Q(state="accepted") & Q(card__isnull=True)),
                name="submission_has_its_card_once_accepted",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name or '…'} ({self.get_state_display()})"

    @property
    def ranks(self) -> tuple[int, int, int, int]:
        """Up, right, down, left."""
        return self.up, self.right, self.down, self.left

    @property
    def is_open(self) -> bool:
        """Whether points are held for it."""
        return self.state in OPEN

    @property
    def is_editable(self) -> bool:
        """Whether its maker may change it now."""
        return self.state in (State.DRAFT, State.ASKED)


class SubmissionStep(models.Model):
    """A step of a submission, or a message of the thread between its maker and the curators; never changed."""

    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="steps")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(db_default=Now())
    state = models.CharField(max_length=10, choices=State.choices, blank=True, help_text=_("blank: a message only"))
    text = models.CharField(max_length=LONGEST_MESSAGE, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(state="") | ~Q(text=""), name="submission_step_says_something"),
        ]

    def __str__(self) -> str:
        return f"{self.submission_id} {self.state or self.text[:20]}"
