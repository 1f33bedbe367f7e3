"""Challenges, and the five copies that each was sent with."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from matches.choices import Option


class Challenge(models.Model):
    """One player asks for a match: another by name, for ten minutes at most, or whoever comes first, for a day."""

    class Way(models.TextChoices):
        """Who may answer: the one who is named, anybody in the lobby, or who has its link."""

        NAMED = "named", _("by name")
        OPEN = "open", _("open challenge")
        INVITE = "invite", _("invite link")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")
        EXPIRED = "expired", _("expired")
        BROKEN = "broken", _("broken")  # a card of it is gone, or it can no longer be played

    challenger = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="challenges_made")
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="challenges_got",
        help_text=_("who accepted it, where nobody was named"),
    )
    way = models.CharField(max_length=6, choices=Way.choices, default=Way.NAMED)
    house = models.CharField(max_length=12)
    rules = models.JSONField(default=list, help_text=_("names of the rules of play, sorted"))
    trade = models.CharField(max_length=10)
    draw = models.CharField(max_length=14)
    option = models.CharField(max_length=10, choices=Option.choices, default=Option.OPEN)
    move_time = models.PositiveSmallIntegerField(default=60, help_text=_("seconds a move"))
    bet = models.PositiveSmallIntegerField(default=0, help_text=_("points that each player puts in"))
    first = models.CharField(
        max_length=10, blank=True, help_text=_("who is named to begin: challenger, opponent, or empty for the toss")
    )
    deck_name = models.CharField(max_length=30, blank=True)
    seed = models.OneToOneField("matches.Seed", on_delete=models.PROTECT, related_name="challenge")
    addition = models.CharField(max_length=32, blank=True, help_text=_("the challenger's 128 bits, as hex, or empty"))
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    reason = models.CharField(max_length=200, blank=True, help_text=_("why it was refused or broke"))
    made_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=~Q(challenger=F("opponent")), name="challenge_goes_to_another"),
            models.CheckConstraint(condition=Q(bet__gte=0, bet__lte=500), name="challenge_bet_is_0_to_500"),
            models.CheckConstraint(
                condition=Q(opponent__isnull=False) | (~Q(way="named") & ~Q(state="accepted")),
                name="challenge_has_an_opponent_where_it_needs_one",
            ),
            models.UniqueConstraint(
                fields=["challenger", "opponent"],
                condition=Q(state="waiting"),
                name="one_waiting_challenge_a_pair_and_direction",
            ),
        ]
        indexes = [
            models.Index(fields=["expires_at"], condition=Q(state="waiting"), name="challenge_waiting"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.challenger_id} → {self.opponent_id or self.way} ({self.state})"

    @property
    def is_named(self) -> bool:
        """Whether it asks one player by name."""
        return self.way == Challenge.Way.NAMED


class ChallengeCopy(models.Model):
    """One of the five copies that a challenge was sent with, in the order of the hand."""

    challenge = models.ForeignKey(Challenge, on_delete=models.CASCADE, related_name="hand")
    position = models.PositiveSmallIntegerField()
    copy = models.ForeignKey("cards.Copy", on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["challenge", "position"], name="one_copy_a_challenge_position"),
            models.UniqueConstraint(fields=["challenge", "copy"], name="a_challenge_brings_a_copy_once"),
        ]

    def __str__(self) -> str:
        return f"{self.challenge_id}/{self.position}"
