"""What people and the staff keep about keeping peace."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from accounts.models import User

LONGEST_REASON = 500
LONGEST_LETTER = 4000


class Block(models.Model):
    """One player wants nothing to do with another; it holds both ways."""

    blocker = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocked_by")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="one_block_a_pair"),
            models.CheckConstraint(condition=~Q(blocker=F("blocked")), name="nobody_blocks_themselves"),
        ]

    def __str__(self) -> str:
        return f"{self.blocker_id} | {self.blocked_id}"


class Why(models.TextChoices):
    """What a report is about."""

    WORDS = "words", _("insults or harassment")
    NAME = "name", _("an offending name")
    CHEATING = "cheating", _("cheating, or matches lost on purpose")
    LEAVING = "leaving", _("leaving matches again and again")
    OTHER = "other", _("something else")


class Report(models.Model):
    """A player's word to the moderators about another, with what it is about as it was then."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        ACTED = "acted", _("acted upon")
        SET_ASIDE = "aside", _("set aside")

    reporter = models.ForeignKey(User, on_delete=models.PROTECT, related_name="reports_made")
    about = models.ForeignKey(User, on_delete=models.PROTECT, related_name="reports_got")
    why = models.CharField(_("about"), max_length=10, choices=Why.choices)
    text = models.CharField(_("what happened"), max_length=LONGEST_REASON, blank=True)
    name_then = models.CharField(_("name then"), max_length=20)
    attached = models.CharField(max_length=40, blank=True, help_text=_("what it is about, such as match:12"))
    attached_title = models.CharField(max_length=200, blank=True)
    attached_text = models.TextField(blank=True, help_text=_("as it was when it was reported"))
    attached_url = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(db_default=Now())
    state = models.CharField(max_length=6, choices=State.choices, default=State.OPEN)
    decided_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints = [
            models.UniqueConstraint(
                fields=["reporter", "about", "attached"], condition=Q(state="open"), name="one_open_report_a_matter"
            ),
        ]
        indexes = [models.Index(fields=["state", "id"], name="reports_in_their_queue")]

    def __str__(self) -> str:
        return f"#{self.pk}: {self.name_then} ({self.get_why_display()})"


class Sanction(models.Model):
    """What a moderator laid on a player, until when and why; the player's row says what holds now."""

    class Kind(models.TextChoices):
        MUTE = "mute", _("mute")
        SUSPEND = "suspend", _("suspension")

    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="sanctions")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    reason = models.CharField(max_length=200, help_text=_("the player reads it"))
    at = models.DateTimeField(db_default=Now())
    until = models.DateTimeField()
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["-id"]
        verbose_name = _("mute or suspension")
        verbose_name_plural = _("mutes and suspensions")
        indexes = [models.Index(fields=["player", "kind", "-id"], name="sanctions_of_a_player")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.kind} {self.until:%Y-%m-%d %H:%M}"


class KeptName(models.Model):
    """A name that somebody had, kept from all others for some time; of who has left the site without that player."""

    name = models.CharField(max_length=20)
    key = models.CharField(max_length=40, db_index=True)
    player = models.ForeignKey(User, on_delete=models.CASCADE, null=True, blank=True, related_name="former_names")
    at = models.DateTimeField(db_default=Now())
    until = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.name} until {self.until:%Y-%m-%d}"


class Letter(models.Model):
    """A letter to the staff, from a player or a visitor."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        ANSWERED = "answered", _("answered")

    player = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="letters")
    name = models.CharField(max_length=40, blank=True)
    email = models.EmailField(blank=True)
    subject = models.CharField(max_length=100)
    text = models.TextField(max_length=LONGEST_LETTER)
    at = models.DateTimeField(db_default=Now())
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    mail_due_at = models.DateTimeField(null=True, blank=True)
    mail_tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["id"]
        verbose_name = _("letter")
        verbose_name_plural = _("letters")
        indexes = [
            models.Index(fields=["state", "id"], name="letters_in_their_queue"),
            models.Index(fields=["mail_due_at"], condition=Q(mail_due_at__isnull=False), name="letters_to_mail"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk}: {self.subject}"
