"""What a curator decides about a submission: accepts it into the database, asks for changes, refuses it (RULES 8, 9).

Locks: the maker first, then the submission, then the row of series C, behind which numbers and names are given out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from string import ascii_uppercase, digits

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.wallet import players_lock
from cards.customs.design import check_complete, design_of
from cards.customs.models import OPEN, CardPicture, CustomSeries, State, Submission
from cards.customs.news import tell_maker
from cards.customs.queries import CUSTOM_CODE, custom_codes, last_number
from cards.models import Card, Price, Series, Transfer
from cards.prices import prices_at
from cards.services.copies import give_copy
from cards.services.submissions import hold_cause, is_curator, message_read, points_return, step_write
from triad.clock import now
from triad.errors import Conflict, NotAllowed, NotFound

#: Cards of one code (RULES 9).
MOST_NUMBERS = 999


@transaction.atomic
def submission_accept(*, curator: User, submission_id: int, seen: int | None = None, text: str = "") -> Card:
    """Makes the submission a card: the next ID of the custom series, its picture, one copy for the maker. What was
    held is spent. `seen` is the version on which the curator decides.

    Raises NotFound `no_submission`; NotAllowed `no_curator`, `own_submission`; Conflict `closed`, `not_submitted`,
    `changed`, and `name_taken` where a card of that name has come meanwhile.
    """
    submission = _to_decide(curator=curator, submission_id=submission_id, seen=seen)
    said = message_read(text, required=False)
    if submission.state != State.SUBMITTED:
        raise Conflict("not_submitted", _("Changes were asked for; its maker has not sent it again."))
    # Held until the end: no other card gets the number or the name.
    Series.objects.select_for_update().get(pk=CUSTOM_CODE)
    check_complete(design_of(submission))
    card = _card_make(submission)
    submission.card, submission.state = card, State.ACCEPTED
    step_write(submission, author=curator, text=said)
    give_copy(card=card, taker=submission.maker, reason=Transfer.Reason.CUSTOM, cause=hold_cause(submission))
    tell_maker(submission)
    return card


@transaction.atomic
def submission_ask(*, curator: User, submission_id: int, text: str, seen: int | None = None) -> Submission:
    """Sends a submission back to its maker with what should change; the points stay held.

    Raises as `submission_accept`, and GameError `nothing_said`, `too_long`.
    """
    submission = _to_decide(curator=curator, submission_id=submission_id, seen=seen)
    said = message_read(text)
    if submission.state != State.SUBMITTED:
        raise Conflict("not_submitted", _("Changes were asked for; its maker has not sent it again."))
    submission.state = State.ASKED
    step_write(submission, author=curator, text=said)
    tell_maker(submission)
    return submission


@transaction.atomic
def submission_refuse(*, curator: User, submission_id: int, text: str, seen: int | None = None) -> Submission:
    """Refuses a submission with a reason; the points go back.

    Raises as `submission_ask`; one of which changes were asked can be refused too.
    """
    submission = _to_decide(curator=curator, submission_id=submission_id, seen=seen)
    said = message_read(text)
    submission.state = State.REFUSED
    step_write(submission, author=curator, text=said)
    points_return(submission)
    tell_maker(submission)
    return submission


def _to_decide(*, curator: User, submission_id: int, seen: int | None) -> Submission:
    """An open submission with its maker, both locked."""
    if not is_curator(curator):
        raise NotAllowed("no_curator", _("Only curators decide on cards."))
    maker_id = Submission.objects.filter(pk=submission_id).exclude(state=State.DRAFT).values_list("maker_id", flat=True)
    players_lock(user_ids=list(maker_id))
    submission = (
        Submission.objects.select_for_update(of=("self",)).select_related("maker").filter(pk=submission_id).first()
    )
    if submission is None or submission.state == State.DRAFT:
        raise NotFound("no_submission", _("There is no such submission."))
    if submission.maker_id == curator.pk and not curator.is_superuser:
        raise NotAllowed("own_submission", _("Another curator decides on your own card."))
    if submission.state not in OPEN:
        sentence = _("%(name)s has been decided on: it is %(state)s.")
        raise Conflict("closed", sentence % {"name": submission.name, "state": submission.get_state_display()})
    if seen is not None and seen != submission.version:
        sentence = _("%(name)s has changed since you looked. Look again, then decide.")
        raise Conflict("changed", sentence % {"name": submission.name})
    return submission


def _card_make(submission: Submission) -> Card:
    series = _series_with_room()
    up, right, down, left = submission.ranks
    card = Card.objects.create(
        series=series,
        number=last_number(series) + 1,
        name=submission.name,
        level=submission.level,
        up=up,
        right=right,
        down=down,
        left=left,
        element=submission.element,
        text=submission.text,
        maker=submission.maker,
    )
    if submission.picture_id is not None:
        CardPicture.objects.create(card=card, picture_id=submission.picture_id)
    return card


def _series_with_room() -> Series:
    """The series whose next number is free; a new one once the 999 of the last are used. Series C is locked."""
    code = custom_codes()[-1]
    series = Series.objects.get(pk=code)
    if last_number(series) < MOST_NUMBERS:
        return series
    first = Series.objects.get(pk=CUSTOM_CODE)
    used = set(Series.objects.values_list("pk", flat=True))
    following = Series.objects.create(
        code=next(free for free in _codes_after(CUSTOM_CODE) if free not in used),
        name=first.name,
        hold_limit=first.hold_limit,
        on_sale=first.on_sale,
        note=_("goes on where %(code)s is full") % {"code": code},
    )
    place = CustomSeries.objects.count() + 1
    CustomSeries.objects.create(series=following, place=place)
    if listed := prices_at().get(code):
        Price.objects.create(series=following, valid_from=now(), random=listed.random, specific=listed.specific)
    return following


def _codes_after(code: str) -> Iterator[str]:
    """Codes in the order in which they are taken: the letters after one, those before it, digits, then two letters."""
    place = ascii_uppercase.index(code)
    yield from ascii_uppercase[place + 1 :] + ascii_uppercase[:place]
    yield from digits[1:]
    for first, second in product(ascii_uppercase, repeat=2):
        yield first + second
