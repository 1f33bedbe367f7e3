"""The game's rows: seeds, matches with their rounds and moves, seats, stakes; those of its parts are theirs.

A match is its record (RECORDS.md): `Match.setup`, its `Round` rows (the draws) and its `Move` rows. What stands in
other columns of a match is what the database must search or guard; the fold of the record says everything else.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from matches.broadcast.delay import CONSTRAINTS, INDEXES, Delayed
from matches.choices import Colour as Colour
from matches.choices import Option as Option


class Seed(models.Model):
    """The secret of a match's draws: it exists, its commitment shown, before a player adds anything (RULES 3)."""

    secret = models.CharField(max_length=64, unique=True, help_text=_("256 bits of the operating system, as hex"))
    commitment = models.CharField(max_length=64, unique=True, help_text=_("SHA-256 of the secret's bytes, as hex"))
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    made_at = models.DateTimeField(db_default=Now())
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.commitment[:12]


class Match(Delayed):
    """A match from its deal to its spoils."""

    class State(models.TextChoices):
        PLAYING = "playing", _("playing")
        CHOOSING = "choosing", _("spoils to choose")
        HELD = "held", _("over, not shown yet")
        OVER = "over", _("over")

    challenge = models.OneToOneField(
        "matches.Challenge", on_delete=models.PROTECT, null=True, blank=True, related_name="match"
    )
    house = models.CharField(max_length=12)
    option = models.CharField(max_length=10, choices=Option.choices, default=Option.OPEN)
    move_time = models.PositiveSmallIntegerField(default=60)
    bet = models.PositiveSmallIntegerField(default=0, help_text=_("points that each player put in"))
    setup = models.JSONField(
        help_text=_("the record's rules, options, draw, trade, first, hands, pool, swap, shown (RECORDS.md)")
    )
    seed = models.ForeignKey(Seed, on_delete=models.PROTECT, related_name="matches")
    additions = models.JSONField(default=dict, help_text=_("what each colour added to the draws, as hex"))
    with_people = models.BooleanField(default=False, help_text=_("both players are people with an account"))
    state = models.CharField(max_length=10, choices=State.choices, default=State.PLAYING)
    version = models.PositiveIntegerField(default=1, help_text=_("goes up with every change that a page can show"))
    turn = models.CharField(max_length=4, choices=Colour.choices, blank=True)
    due_at = models.DateTimeField(
        null=True, blank=True, help_text=_("when the clock acts: plays for the player on turn, or chooses the spoils")
    )
    robot_at = models.DateTimeField(null=True, blank=True, help_text=_("when the robot on turn moves"))
    winner = models.CharField(max_length=4, blank=True, help_text=_("blue, red, draw, or empty"))
    ended = models.CharField(max_length=14, blank=True, help_text=_("played, forfeit, did_not_finish, or empty"))
    left = models.JSONField(null=True, blank=True, help_text=_("who left and how, as in the record"))
    claim = models.JSONField(null=True, blank=True, help_text=_("what is due to the winner, as in the record"))
    chosen = models.JSONField(null=True, blank=True, help_text=_("the spoils: keys of the cards that moved"))
    rematch_of = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="rematches")
    next_seed = models.OneToOneField(
        Seed, on_delete=models.PROTECT, null=True, blank=True, related_name="+", help_text=_("made for a rematch")
    )
    played_on_from = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("the match whose first placements, and whose seed, this one took over"),
    )
    played_on_at = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("so many placements were taken over, counted through all rounds")
    )
    is_demo = models.BooleanField(default=False)
    began_at = models.DateTimeField(db_default=Now())
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = _("matches")
        constraints = [
            models.UniqueConstraint(fields=["rematch_of"], name="one_rematch_a_match"),
            models.UniqueConstraint(
                fields=["seed"], condition=Q(played_on_from__isnull=True), name="a_seed_is_of_one_match"
            ),
            models.CheckConstraint(
                condition=Q(played_on_from__isnull=True, played_on_at__isnull=True)
                | Q(played_on_from__isnull=False, played_on_at__isnull=False, with_people=False, bet=0),
                name="played_on_is_whole_and_against_a_robot",
            ),
            models.CheckConstraint(condition=Q(bet__gte=0, bet__lte=500), name="match_bet_is_0_to_500"),
            models.CheckConstraint(condition=Q(bet=0) | Q(with_people=True), name="only_people_bet"),
            models.CheckConstraint(
                condition=Q(state="playing", winner="", ended="") | (~Q(state="playing") & ~Q(ended="")),
                name="match_has_an_end_unless_playing",
            ),
            *CONSTRAINTS,
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=~Q(state="over"), name="match_due"),
            models.Index(fields=["robot_at"], condition=Q(robot_at__isnull=False), name="match_robot_due"),
            models.Index(fields=["state", "option"], name="match_running"),
            models.Index(
                fields=["ended_at"], condition=Q(is_demo=True, with_people=False), name="match_of_demo_robots"
            ),
            *INDEXES,
        ]

    def __str__(self) -> str:
        return f"match {self.pk}"

    @property
    def is_open(self) -> bool:
        """Whether its end and all that it opens, hands and seed, are everybody's; the spoils may still be to choose."""
        return self.state == Match.State.OVER or (self.state == Match.State.CHOOSING and not self.delay)


class Seat(models.Model):
    """A player's place in a match, and what came of it for the player."""

    class Busy(models.TextChoices):
        NOT = "", _("not busy")
        PEOPLE = "people", _("in a match with people")
        ROBOT = "robot", _("in a match against a robot")

    class Outcome(models.TextChoices):
        NONE = "", _("none")
        WON = "won", _("won")
        LOST = "lost", _("lost")
        DRAWN = "drawn", _("drawn")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="seats")
    colour = models.CharField(max_length=4, choices=Colour.choices)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats")
    busy = models.CharField(max_length=6, choices=Busy.choices, blank=True, default=Busy.NOT)
    outcome = models.CharField(max_length=5, choices=Outcome.choices, blank=True, default=Outcome.NONE)
    did_not_finish = models.BooleanField(default=False, help_text=_("left: an entry in the player's record"))
    points = models.PositiveSmallIntegerField(default=0, help_text=_("points that the match paid"))
    experience = models.PositiveSmallIntegerField(default=0)
    wants_rematch = models.BooleanField(default=False)
    rematch_addition = models.CharField(max_length=32, blank=True)
    rematch_copies = models.JSONField(
        null=True, blank=True, help_text=_("IDs of the copies for the rematch; empty: the same cards again")
    )
    wants_option = models.CharField(max_length=10, choices=Option.choices, blank=True)
    deck_name = models.CharField(max_length=30, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "colour"], name="one_seat_a_colour"),
            models.UniqueConstraint(fields=["match", "user"], name="one_seat_a_player"),
            models.UniqueConstraint(
                fields=["user", "busy"], condition=~Q(busy=""), name="one_live_match_a_player_and_kind"
            ),
        ]
        indexes = [models.Index(fields=["user", "-match"], name="seat_history")]

    def __str__(self) -> str:
        return f"{self.colour} of {self.match_id}"


class BroughtCopy(models.Model):
    """A copy that a player brought into a match, under its key in the record; frozen while the match holds it."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="brought")
    key = models.CharField(max_length=2, help_text=_("b1 to b5, r1 to r5"))
    copy = models.ForeignKey("cards.Copy", on_delete=models.PROTECT, related_name="brought")
    frozen = models.BooleanField(default=True)

    class Meta:
        ordering = ["key"]
        verbose_name_plural = _("brought copies")
        constraints = [
            models.UniqueConstraint(fields=["match", "key"], name="one_copy_a_key"),
            models.UniqueConstraint(fields=["copy"], condition=Q(frozen=True), name="a_copy_is_in_one_live_match"),
        ]

    def __str__(self) -> str:
        return f"{self.key} of {self.match_id}"


class Round(models.Model):
    """The draws of one round, made before its first move."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField(help_text=_("counted from 0, as in the record"))
    draws = models.JSONField(default=dict, help_text=_("elements, walls, chaos: as in the record"))
    began_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_round_a_number")]

    def __str__(self) -> str:
        return f"round {self.number} of {self.match_id}"


class Move(models.Model):
    """One placement; never changed, never deleted."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="moves")
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField(help_text=_("counted from 0 within the round"))
    card = models.CharField(max_length=2, help_text=_("the card's key in the record"))
    square = models.PositiveSmallIntegerField()
    by_clock = models.BooleanField(default=False)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "round", "number"], name="one_placement_a_turn"),
            models.CheckConstraint(condition=Q(square__gte=1, square__lte=9), name="move_square_is_1_to_9"),
            models.CheckConstraint(condition=Q(number__lte=8), name="a_round_has_nine_moves"),
        ]

    def __str__(self) -> str:
        return f"{self.card} on {self.square}"


import matches.arena.models  # noqa: E402
import matches.broadcast.models  # noqa: E402
import matches.chat.models  # noqa: E402
import matches.chat.quiz_models  # noqa: E402
import matches.ratings.models  # noqa: E402, F401
from matches.arena.challenge_models import Challenge as Challenge  # noqa: E402
from matches.arena.challenge_models import ChallengeCopy as ChallengeCopy  # noqa: E402
from matches.live.models import Audience as Audience  # noqa: E402
from matches.live.models import HandLook as HandLook  # noqa: E402
from matches.live.models import Heartbeat as Heartbeat  # noqa: E402
