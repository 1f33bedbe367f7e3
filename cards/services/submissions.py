"""What a maker does with a submission: drafts, submits, withdraws, says something (RULES 8).

Locks: the maker first, then the submission. Points are held by one ledger entry a submission, and go back by another.
"""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.civility.sanctions import check_may_speak
from accounts.models import LedgerEntry, User
from accounts.services.wallet import pay, players_lock
from cards.customs.design import Design, check_complete
from cards.customs.models import LONGEST_MESSAGE, OPEN, State, Submission, SubmissionStep
from cards.customs.names import text_read
from cards.customs.news import tell_maker
from cards.customs.queries import making_price
from triad.clock import now
from triad.errors import Conflict, GameError, NotAllowed, NotFound

#: Submissions of one player for which points are held at a time, and drafts (RULES 8).
MOST_OPEN, MOST_DRAFTS = 3, 10
#: Messages of one thread.
MOST_MESSAGES = 60


def hold_cause(submission: Submission) -> str:
    """What the ledger calls the points that were held for a submission."""
    return f"custom:{submission.pk}"


def back_cause(submission: Submission) -> str:
    """What the ledger calls the points that went back."""
    return f"custom-back:{submission.pk}"


@transaction.atomic
def draft_save(*, maker: User, key: UUID, design: Design, submission_id: int | None = None) -> Submission:
    """Stores a design without submitting it: a new draft, or over the one that is there.

    Raises NotAllowed `needs_account`, NotFound `no_submission`, Conflict `too_many_drafts`, `not_a_draft`.
    """
    players_lock(user_ids=[maker.pk])
    submission = _begun(maker=maker, key=key, submission_id=submission_id)
    if submission.state != State.DRAFT:
        raise Conflict("not_a_draft", _("This card has been submitted; it is no draft any more."))
    if submission.pk is None and Submission.objects.filter(maker=maker, state=State.DRAFT).count() >= MOST_DRAFTS:
        raise Conflict(
            "too_many_drafts", _("There are %(most)d drafts, the most there may be.") % {"most": MOST_DRAFTS}
        )
    _lay_down(submission, design)
    submission.changed_at = now()
    submission.save()
    return submission


@transaction.atomic
def submission_submit(*, maker: User, key: UUID, design: Design, submission_id: int | None = None) -> Submission:
    """Gives a design to the curators and holds its price; one that came back with changes asked goes again for what
    was held. A second call with the same form or of the same submission changes nothing and gives what is there.

    Raises what `check_complete` raises; NotAllowed `needs_account`; NotFound `no_submission`; Conflict
    `not_enough_points`, `too_many_open`, `level_is_paid`, `closed`, `no_price`.
    """
    players_lock(user_ids=[maker.pk])
    submission = _begun(maker=maker, key=key, submission_id=submission_id)
    if submission.state == State.SUBMITTED:
        return submission
    if not submission.is_editable:
        raise Conflict("closed", _("This card has been decided on; nothing can be changed any more."))
    check_complete(design)
    again = submission.state == State.ASKED
    if again and design.level != submission.level:
        sentence = _("The level stays %(level)d, as it was paid; for another level withdraw it and design a new one.")
        raise Conflict("level_is_paid", sentence % {"level": submission.level})
    _lay_down(submission, design)
    moment = now()
    if not again:
        _check_open(maker)
        submission.price, submission.listed = making_price(level=design.level, moment=moment)
    submission.state, submission.submitted_at = State.SUBMITTED, moment
    step_write(submission, author=maker)
    if not again:
        pay(
            user=maker,
            points=-(submission.price or 0),
            reason=LedgerEntry.Reason.CUSTOM,
            cause=hold_cause(submission),
            note=_("held for %(name)s") % {"name": submission.name},
        )
    return submission


@transaction.atomic
def submission_withdraw(*, maker: User, submission_id: int) -> Submission | None:
    """Takes a submission back: the points return. A draft is thrown away, and None given.

    Raises NotFound `no_submission`, Conflict `closed`. Withdrawing twice changes nothing the second time.
    """
    players_lock(user_ids=[maker.pk])
    submission = own_submission(maker=maker, submission_id=submission_id)
    if submission.state == State.DRAFT:
        submission.delete()
        return None
    if submission.state == State.WITHDRAWN:
        return submission
    if not submission.is_open:
        raise Conflict("closed", _("This card has been decided on; it cannot be withdrawn any more."))
    submission.state = State.WITHDRAWN
    step_write(submission, author=maker)
    points_return(submission)
    return submission


@transaction.atomic
def submission_say(*, author: User, submission_id: int, text: str) -> SubmissionStep:
    """A message in the thread of an open submission, from its maker or a curator.

    Raises NotAllowed `muted`; NotFound `no_submission`; GameError `nothing_said`, `too_long`; Conflict `closed`,
    `thread_full`. The last message said again by the same hand is said once.
    """
    check_may_speak(author)
    found = Submission.objects.select_for_update().filter(pk=submission_id).first()
    if found is None or not (found.maker_id == author.pk or is_curator(author)):
        raise NotFound("no_submission", _("There is no such submission."))
    said = message_read(text)
    if not found.is_open:
        raise Conflict("closed", _("Nothing more can be said here: the card is not with the curators."))
    last = found.steps.last()
    if last is not None and (last.author_id, last.text, last.state) == (author.pk, said, ""):
        return last
    if found.steps.filter(state="").count() >= MOST_MESSAGES:
        raise Conflict("thread_full", _("This thread is full."))
    if author.pk != found.maker_id:
        tell_maker(found, wrote=True)
    return SubmissionStep.objects.create(submission=found, author=author, at=now(), text=said)


def message_read(text: str, *, required: bool = True) -> str:
    """A message as it is kept. Raises GameError `nothing_said`, `too_long`."""
    said = text_read(text)
    if required and not said:
        raise GameError("nothing_said", _("Write a few words first."))
    if len(said) > LONGEST_MESSAGE:
        sentence = _("This has %(count)d characters; %(most)d are the most.")
        raise GameError("too_long", sentence % {"count": len(said), "most": LONGEST_MESSAGE})
    return said


def is_curator(user: User) -> bool:
    """Whether somebody decides on submissions."""
    return bool(user.is_active and user.is_staff and user.has_perm("cards.decide_submission"))


def own_submission(*, maker: User, submission_id: int) -> Submission:
    """One of a player's own submissions, locked; anybody else's is NotFound. The maker is locked already."""
    found = Submission.objects.select_for_update(of=("self",)).filter(pk=submission_id, maker=maker).first()
    if found is None:
        raise NotFound("no_submission", _("You have no such card in the making."))
    return found


def points_return(submission: Submission) -> None:
    """Gives back what is held; the maker and the submission are locked."""
    pay(
        user=submission.maker,
        points=submission.price or 0,
        reason=LedgerEntry.Reason.CUSTOM,
        cause=back_cause(submission),
        note=_("back for %(name)s") % {"name": submission.name},
    )


def _begun(*, maker: User, key: UUID, submission_id: int | None) -> Submission:
    """The submission that a form is about: the one of its number, the one it made before, or a new one, not stored."""
    if not maker.is_person:
        raise NotAllowed("needs_account", _("Cards are designed by accounts: sign up first."))
    if submission_id is not None:
        return own_submission(maker=maker, submission_id=submission_id)
    found = Submission.objects.select_for_update(of=("self",)).filter(maker=maker, key=key).first()
    return found or Submission(maker=maker, key=key)


def _lay_down(submission: Submission, design: Design) -> None:
    submission.name, submission.level, submission.element = design.name, design.level, design.element
    submission.up, submission.right, submission.down, submission.left = design.ranks
    submission.text, submission.picture = design.text, design.picture


def _check_open(maker: User) -> None:
    if Submission.objects.filter(maker=maker, state__in=OPEN).count() >= MOST_OPEN:
        sentence = _("%(most)d of your cards are with the curators, the most there may be at a time.")
        raise Conflict("too_many_open", sentence % {"most": MOST_OPEN})


def step_write(submission: Submission, *, author: User, text: str = "") -> None:
    """Stores a submission in its new state, with the step that brought it there; maker and submission are locked."""
    made = submission.pk is not None
    submission.changed_at = now()
    submission.version += int(made)
    submission.save()
    SubmissionStep.objects.create(
        submission=submission, author=author, at=submission.changed_at, state=submission.state, text=text
    )
