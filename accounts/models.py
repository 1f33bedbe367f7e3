"""Who plays: users, and the wallets that move only through the ledger."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """What kind of player stands behind a name."""

    PERSON = "person", _("person")
    ROBOT = "robot", _("robot")
    GUEST = "guest", _("guest")
    STAFF = "staff", _("the staff")


class PlayerManager(UserManager["User"]):
    """Makes users with their folded name and their wallet."""

    def _create_user(self, username: str, email: str | None, password: str | None, **extra: Any) -> User:
        # Imported late: names.py asks the users for names in use.
        from accounts.names import fold_name

        extra.setdefault("name_key", fold_name(username))
        return super()._create_user(username, email, password, **extra)  # type: ignore[misc, no-any-return]


class User(AbstractUser):
    """A player: a person with an account, a robot, or a guest who plays robots without one.

    One more stands for the staff together: it keeps the unique cards that nobody has, and nobody signs in to it.
    """

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(_("name"), max_length=20, unique=True)
    name_key = models.CharField(
        _("folded name"),
        max_length=40,
        unique=True,
        editable=False,
        help_text=_("what remains of a name when case and look-alikes are folded"),
    )
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.PERSON)
    seen_at = models.DateTimeField(null=True, blank=True, db_index=True)
    do_not_disturb = models.BooleanField(_("do not disturb"), default=False)
    hides_stash = models.BooleanField(_("stash hidden from others"), default=False)
    stakes_unique = models.BooleanField(_("unique cards may be drawn by Random"), default=False)
    is_demo = models.BooleanField(default=False, editable=False)
    avatar = models.CharField(max_length=30, blank=True, editable=False, help_text=_("beast and tint; blank: by name"))
    muted_until = models.DateTimeField(null=True, blank=True, editable=False)
    suspended_until = models.DateTimeField(null=True, blank=True, editable=False)

    objects = PlayerManager()  # type: ignore[misc]

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.CheckConstraint(condition=~Q(name_key=""), name="user_name_key_is_not_empty"),
            models.UniqueConstraint(fields=["kind"], condition=Q(kind="staff"), name="one_account_of_the_staff"),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keeps the folded name and the wallet beside the name, whoever makes the user."""
        from accounts.names import fold_name

        self.name_key = fold_name(self.username)
        made = self._state.adding
        super().save(*args, **kwargs)
        if made:
            Wallet.objects.get_or_create(user=self)

    @property
    def is_person(self) -> bool:
        return self.kind == Kind.PERSON

    @property
    def is_robot(self) -> bool:
        return self.kind == Kind.ROBOT

    @property
    def is_guest(self) -> bool:
        return self.kind == Kind.GUEST


class Visit(models.Model):
    """From when to when a person was here; a new one begins after a break of ten minutes."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="visits")
    began_at = models.DateTimeField()
    last_at = models.DateTimeField(help_text=_("seen last, to the minute"))

    class Meta:
        ordering = ["-began_at"]
        constraints = [
            models.CheckConstraint(condition=Q(last_at__gte=F("began_at")), name="visit_begins_before_it_ends"),
        ]
        indexes = [
            models.Index(fields=["user", "last_at"], name="visits_of_a_person"),
            models.Index(fields=["last_at"], name="visits_by_their_end"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.began_at:%Y-%m-%d %H:%M}"


class Wallet(models.Model):
    """What a player has: points to spend and experience; the sum of the ledger, always."""

    user = models.OneToOneField(User, on_delete=models.PROTECT, primary_key=True, related_name="wallet")
    points = models.PositiveIntegerField(default=0)
    experience = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(points__gte=0), name="wallet_points_not_negative"),
            models.CheckConstraint(condition=Q(experience__gte=0), name="wallet_experience_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.points}"


class LedgerEntry(models.Model):
    """One movement of points and experience; never changed, never deleted."""

    class Reason(models.TextChoices):
        MATCH = "match", _("match")
        BET = "bet", _("bet")
        PURCHASE = "purchase", _("purchase")
        GRANT = "grant", _("grant")
        QUIZ = "quiz", _("quiz")
        CUSTOM = "custom", _("custom card")
        TRADE = "trade", _("trade")
        CORRECTION = "correction", _("correction")

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="ledger")
    at = models.DateTimeField(db_default=Now())
    reason = models.CharField(max_length=12, choices=Reason.choices)
    cause = models.CharField(
        max_length=80,
        help_text=_("what made it, such as match:12; one entry a player and cause, so that nothing is paid twice"),
    )
    points = models.IntegerField(default=0)
    experience = models.IntegerField(default=0)
    points_after = models.PositiveIntegerField()
    experience_after = models.PositiveIntegerField()
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("ledger entry")
        verbose_name_plural = _("ledger entries")
        constraints = [
            models.UniqueConstraint(fields=["user", "cause"], name="one_ledger_entry_a_cause"),
            models.UniqueConstraint(fields=["cause"], condition=Q(reason="quiz"), name="one_payment_a_quiz"),
            models.CheckConstraint(
                condition=Q(points_after__gte=F("points")) & Q(experience_after__gte=F("experience")),
                name="ledger_entry_started_from_no_debt",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.points:+} ({self.cause})"


import accounts.civility.models  # noqa: E402
import accounts.friends.models  # noqa: E402
import accounts.notices.models  # noqa: E402
import accounts.viewing.models  # noqa: E402, F401
