"""What of matches ends with an account, and what of them its player may take along (RULES 8)."""

from __future__ import annotations

from typing import Any

from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.civility.reports import Attached
from accounts.exports import rows
from accounts.models import User
from matches.arena.models import Seek
from matches.arena.seeks import seeks_end
from matches.chat.quiz_models import Quiz
from matches.live import announce
from matches.models import Challenge, Match, Option, Seat
from matches.queries.frozen import in_live_match
from matches.queries.public import ended, has_begun, kept_back
from matches.ratings.models import Rating, RatingChange
from matches.services.endings import match_drop
from matches.services.parting import challenges_end
from triad.clock import now
from triad.errors import Conflict, NotFound


def check_not_in_match(*, player: User) -> None:
    """Raises Conflict `in_a_match` for who is in a live match with people, or to whom a delayed one still owes pay."""
    if in_live_match([player.pk]) or Seat.objects.filter(kept_back("match__"), user=player).exists():
        raise Conflict(
            "in_a_match", _("You are in a match that is not over, or whose spoils are not chosen yet. Leave after it.")
        )


def plans_end(*, player: User) -> None:
    """Ends what a locked player has begun: waiting challenges, wishes for a rematch, matches against robots."""
    challenges_end(Q(challenger=player) | Q(opponent=player))
    seeks_end(user_ids=[player.pk])
    wishes = Seat.objects.filter(user=player, wants_rematch=True)
    for match_id in sorted(wishes.values_list("match", flat=True)):
        wishes.filter(match=match_id).update(wants_rematch=False, rematch_addition="", rematch_copies=None)
        Match.objects.filter(pk=match_id).update(version=F("version") + 1)
        announce.after_commit(announce.match_changed, match_id)
    against_robots = Seat.objects.filter(user=player, busy=Seat.Busy.ROBOT).order_by("match_id")
    for match_id in list(against_robots.values_list("match", flat=True)):
        match_drop(match_id=match_id, moment=now())


def reasons_forget(*, player: User) -> None:
    """Deletes the words with which a player who leaves has refused challenges."""
    Challenge.objects.filter(opponent=player, state=Challenge.State.REFUSED).exclude(reason="").update(reason="")


def export(player: User) -> dict[str, Any]:
    """A player's challenges, matches with the addresses of the records, ratings, and questions answered first."""
    seats = Seat.objects.filter(ended("match__"), user=player).order_by("match_id")
    found = rows(
        seats, "match_id", "match__house", "match__began_at", "match__ended_at", "colour", "outcome", "points",
        "experience", "did_not_finish", "deck_name", "match__played_on_from", "match__played_on_at",
    )  # fmt: skip
    return {
        "played": [{**row, "record": reverse("matches:record", args=[row["match_id"]])} for row in found],
        "challenges_made": rows(
            Challenge.objects.filter(challenger=player).order_by("id"),
            "made_at", "way", "opponent__username", "house", "rules", "trade", "draw", "option", "move_time", "bet",
            "first", "deck_name", "state", "settled_at", "reason",
        ),
        "challenges_got": rows(
            Challenge.objects.filter(opponent=player).order_by("id"),
            "made_at", "way", "challenger__username", "house", "rules", "trade", "draw", "option", "move_time", "bet",
            "first", "state", "settled_at", "reason",
        ),
        "looking": rows(Seek.objects.filter(user=player), "house", "trade", "deck_name", "joined_at"),
        "ratings": rows(Rating.objects.filter(user=player).order_by("house"), "house", "mu", "sigma", "rated", "at"),
        "rating_changes": rows(
            RatingChange.objects.filter(user=player).order_by("id"), "match_id", "house", "mu_before", "sigma_before",
            "mu_after", "sigma_after", "at",
        ),
        "quizzes_won": rows(
            Quiz.objects.filter(winner=player).order_by("id"), "asked_at", "closed_at", "question", "told", "paid"
        ),
    }  # fmt: skip


def match_attached(reporter: User, about: User, match_id: int) -> Attached:
    """A match of the reported player that the reporter played in, or could watch, for a report."""
    match = Match.objects.filter(pk=match_id, seats__user=about).prefetch_related("seats__user").first()
    seats = match.seats.all() if match is not None else ()
    if match is None or (match.option == Option.PRIVATE and reporter.pk not in {seat.user_id for seat in seats}):
        raise NotFound("nothing_there", _("What you want to report is not there."))
    if not has_begun(match) and reporter.pk not in {seat.user_id for seat in seats}:
        raise NotFound("nothing_there", _("What you want to report is not there."))
    names = " – ".join(seat.user.username for seat in seats)
    title = _("Match %(number)d: %(names)s") % {"number": match.pk, "names": names}
    return Attached(title, reverse("matches:match", args=[match.pk]))
