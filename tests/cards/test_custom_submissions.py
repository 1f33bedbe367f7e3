"""A submission from the draft to the card: its states, its points, its number, and the books that prove it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, transaction

from accounts.audit import findings as wallet_findings
from accounts.models import LedgerEntry, User
from cards.audit import findings
from cards.customs.models import CustomSeries, State, Submission, SubmissionStep
from cards.models import Card, Copy, Price, Series, Transfer
from cards.prices import offers_at
from cards.queries import copies_for
from cards.services.curating import submission_accept, submission_ask, submission_refuse
from cards.services.submissions import draft_save, submission_say, submission_submit, submission_withdraw
from shop.orders import order_read
from shop.services.buying import buy
from tests.cards.customs import PRICE, curator_make, design, grant, submit
from triad.clock import now
from triad.errors import GameError, NotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]


@pytest.fixture(autouse=True)
def _books() -> Iterator[None]:
    """After every test the books are right."""
    yield
    assert list(findings()) == [] and list(wallet_findings()) == []


@pytest.fixture
def curator(db: None) -> User:
    return curator_make()


def points_of(user: User) -> int:
    user.wallet.refresh_from_db()
    return user.wallet.points


def refusal(call: Any, **arguments: Any) -> str:
    """The code with which a service refuses; the database is as it was before."""
    with pytest.raises(GameError) as refused, transaction.atomic():
        call(**arguments)
    return refused.value.code


def test_a_submission_holds_its_price(alice: User) -> None:
    grant(alice, 500)
    made = submission_submit(maker=alice, key=uuid4(), design=design())
    assert (made.state, made.price, points_of(alice)) == (State.SUBMITTED, PRICE, 300)
    entry = LedgerEntry.objects.get(reason="custom")
    assert (entry.cause, entry.points) == (f"custom:{made.pk}", -PRICE)
    assert made.listed == Price.objects.get(series="C")


def test_twenty_posts_of_one_form_charge_once(alice: User) -> None:
    grant(alice, 5000)
    key = uuid4()
    made = {submission_submit(maker=alice, key=key, design=design()).pk for _time in range(20)}
    assert len(made) == 1 and points_of(alice) == 4800
    assert SubmissionStep.objects.count() == 1


def test_the_price_stays_what_it_was(alice: User, curator: User) -> None:
    made = submit(alice)
    Price.objects.create(series_id="C", valid_from=now(), specific=800)
    submission_ask(curator=curator, submission_id=made.pk, text="The element?")
    again = submission_submit(maker=alice, key=made.key, design=design(element=""), submission_id=made.pk)
    assert (again.price, points_of(alice)) == (PRICE, 400 - PRICE)
    submission_withdraw(maker=alice, submission_id=made.pk)
    assert points_of(alice) == 400


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"name": ""}, "no_name"),
        ({"name": "<script>"}, "bad_name"),
        ({"name": "Іfrit"}, "name_taken"),
        ({"ranks": (1, 1, 1, 1)}, "sum_out_of_range"),
        ({"ranks": (9, 9, 9, 9)}, "sum_out_of_range"),
        ({"ranks": (0, 9, 9, 1)}, "no_ranks"),
        ({"text": "x" * 501}, "bad_text"),
    ],
)
def test_what_is_wrong_charges_nothing(alice: User, changed: dict[str, Any], code: str) -> None:
    grant(alice, 500)
    assert refusal(submission_submit, maker=alice, key=uuid4(), design=design(**changed)) == code
    assert points_of(alice) == 500 and not Submission.objects.exists()


def test_a_sum_out_of_range_is_told_with_the_range(alice: User) -> None:
    with pytest.raises(GameError, match=r"18 to 21.*22"):
        submission_submit(maker=alice, key=uuid4(), design=design(ranks=(4, 5, 6, 7)))


def test_without_the_points_nothing_is_submitted(alice: User) -> None:
    grant(alice, PRICE - 1)
    assert refusal(submission_submit, maker=alice, key=uuid4(), design=design()) == "not_enough_points"
    assert points_of(alice) == PRICE - 1 and not Submission.objects.exists()


def test_three_are_open_at_a_time(alice: User, curator: User) -> None:
    first, second, _third = (submit(alice, name=name) for name in ("Ultros", "Vargas", "Chupon"))
    grant(alice, 400)
    assert refusal(submission_submit, maker=alice, key=uuid4(), design=design(name="Zeppo")) == "too_many_open"
    submission_ask(curator=curator, submission_id=first.pk, text="Why so wet?")
    assert refusal(submission_submit, maker=alice, key=uuid4(), design=design(name="Zeppo")) == "too_many_open"
    submission_withdraw(maker=alice, submission_id=second.pk)
    assert submission_submit(maker=alice, key=uuid4(), design=design(name="Zeppo")).is_open


def test_guests_and_robots_design_nothing(alice: User) -> None:
    alice.kind = "robot"
    assert refusal(draft_save, maker=alice, key=uuid4(), design=design()) == "needs_account"


def test_a_draft_holds_nothing_and_may_be_unfinished(alice: User) -> None:
    key = uuid4()
    made = draft_save(maker=alice, key=key, design=design(name="", ranks=(0, 0, 0, 0)))
    same = draft_save(maker=alice, key=key, design=design(name="Ultros", ranks=(1, 0, 0, 0)))
    assert (made.pk, same.name, same.price, points_of(alice)) == (same.pk, "Ultros", None, 0)
    assert submission_withdraw(maker=alice, submission_id=made.pk) is None
    assert not Submission.objects.exists()


def test_there_are_only_so_many_drafts(alice: User) -> None:
    for _number in range(10):
        draft_save(maker=alice, key=uuid4(), design=design())
    assert refusal(draft_save, maker=alice, key=uuid4(), design=design()) == "too_many_drafts"


def test_a_draft_of_somebody_else_is_not_there(alice: User, bob: User) -> None:
    made = draft_save(maker=alice, key=uuid4(), design=design())
    for call in (draft_save, submission_submit):
        assert refusal(call, maker=bob, key=uuid4(), design=design(), submission_id=made.pk) == "no_submission"
    assert refusal(submission_withdraw, maker=bob, submission_id=made.pk) == "no_submission"
    assert refusal(submission_say, author=bob, submission_id=made.pk, text="hello") == "no_submission"


def test_an_accepted_card_is_numbered_owned_sold_and_played(alice: User, bob: User, curator: User) -> None:
    made = submit(alice, text="Octopus menace.\nSilence!")
    card = submission_accept(curator=curator, submission_id=made.pk)
    assert (card.pk, card.name, card.ranks, card.element) == ("C001", "Ultros", (3, 4, 5, 6), "water")
    assert (card.maker, card.text) == (alice, "Octopus menace.\nSilence!")
    copy = Copy.objects.get(card=card)
    assert (copy.owner, copy.sole, copy.marked) == (alice, False, False)
    assert Transfer.objects.get(copy=copy).reason == "custom"
    assert copies_for(user=alice, card_ids=["C001"]) == [copy]
    grant(bob, 400)
    buy(buyer=bob, order=order_read({"kind": "named", "card": "ultros"}, buyer=bob), key=uuid4())
    assert points_of(bob) == 0 and Copy.objects.filter(card=card).count() == 2
    second = submit(bob, name="Vargas")
    assert submission_accept(curator=curator, submission_id=second.pk).pk == "C002"


def test_points_go_back_unless_it_is_accepted(alice: User, curator: User) -> None:
    made = submit(alice)
    submission_refuse(curator=curator, submission_id=made.pk, text="Too many arms.")
    made.refresh_from_db()
    assert (made.state, points_of(alice)) == (State.REFUSED, 400)
    assert made.steps.last().text == "Too many arms."
    for call in (submission_accept, submission_ask, submission_refuse):
        words = {} if call is submission_accept else {"text": "Once more."}
        assert refusal(call, curator=curator, submission_id=made.pk, **words) == "closed"
    assert refusal(submission_withdraw, maker=alice, submission_id=made.pk) == "closed"
    again = {"maker": alice, "key": made.key, "design": design(), "submission_id": made.pk}
    assert refusal(submission_submit, **again) == "closed"
    assert points_of(alice) == 400


def test_withdrawing_twice_gives_back_once(alice: User) -> None:
    made = submit(alice)
    for _time in range(2):
        submission_withdraw(maker=alice, submission_id=made.pk)
    assert points_of(alice) == 400
    assert SubmissionStep.objects.filter(submission=made).count() == 2


def test_changes_asked_come_back_as_a_new_version(alice: User, curator: User) -> None:
    made = submit(alice)
    submission_ask(curator=curator, submission_id=made.pk, text="Less water.", seen=made.version)
    assert refusal(submission_accept, curator=curator, submission_id=made.pk) == "not_submitted"
    level_six = {"design": design(level=6, ranks=(5, 5, 5, 5)), "submission_id": made.pk}
    assert refusal(submission_submit, maker=alice, key=made.key, **level_six) == "level_is_paid"
    again = submission_submit(maker=alice, key=made.key, design=design(element=""), submission_id=made.pk)
    assert (again.state, again.element, again.version) == (State.SUBMITTED, "", 3)
    assert refusal(submission_accept, curator=curator, submission_id=made.pk, seen=1) == "changed"
    assert submission_accept(curator=curator, submission_id=made.pk, seen=3).element == ""
    assert points_of(alice) == 400 - PRICE


def test_a_name_that_came_meanwhile_stops_the_acceptance(alice: User, bob: User, curator: User) -> None:
    first, second = submit(alice), submit(bob, name="UItros")
    submission_accept(curator=curator, submission_id=first.pk)
    assert refusal(submission_accept, curator=curator, submission_id=second.pk) == "name_taken"
    second.refresh_from_db()
    assert second.state == State.SUBMITTED


@pytest.mark.parametrize("call", [submission_ask, submission_refuse])
@pytest.mark.parametrize(("text", "code"), [("", "nothing_said"), ("  \n ", "nothing_said"), ("x" * 1001, "too_long")])
def test_a_reason_is_needed_and_bounded(alice: User, curator: User, call: Any, text: str, code: str) -> None:
    made = submit(alice)
    assert refusal(call, curator=curator, submission_id=made.pk, text=text) == code


def test_only_curators_decide_and_not_on_their_own(alice: User, bob: User, curator: User) -> None:
    made = submit(alice)
    bob.is_staff = True
    bob.save()
    for stranger in (alice, bob):
        assert refusal(submission_accept, curator=stranger, submission_id=made.pk) == "no_curator"
    own = submit(curator, name="Vargas")
    assert refusal(submission_accept, curator=curator, submission_id=own.pk) == "own_submission"
    draft = draft_save(maker=alice, key=uuid4(), design=design(name="Chupon"))
    assert refusal(submission_accept, curator=curator, submission_id=draft.pk) == "no_submission"
    assert refusal(submission_accept, curator=curator, submission_id=99_999) == "no_submission"


def test_maker_and_curators_talk(alice: User, bob: User, curator: User) -> None:
    made = submit(alice)
    submission_say(author=alice, submission_id=made.pk, text="Please?")
    submission_say(author=alice, submission_id=made.pk, text="Please?")
    submission_say(author=curator, submission_id=made.pk, text="Soon.")
    assert [step.text for step in made.steps.all()] == ["", "Please?", "Soon."]
    assert refusal(submission_say, author=bob, submission_id=made.pk, text="Me too") == "no_submission"
    submission_withdraw(maker=alice, submission_id=made.pk)
    assert refusal(submission_say, author=alice, submission_id=made.pk, text="Bye") == "closed"


def test_a_thread_has_an_end(alice: User) -> None:
    made = submit(alice)
    for number in range(60):
        submission_say(author=alice, submission_id=made.pk, text=f"{number}")
    assert refusal(submission_say, author=alice, submission_id=made.pk, text="one more") == "thread_full"


def test_a_full_code_goes_on_under_the_next_free_one(alice: User, bob: User, curator: User) -> None:
    Card.objects.create(series_id="C", number=999, name="Last of C", level=1, up=3, right=3, down=3, left=3)
    Series.objects.create(code="D", name="Something else")
    made, second = submit(alice), submit(bob, name="Vargas")
    assert submission_accept(curator=curator, submission_id=made.pk).pk == "E001"
    assert submission_accept(curator=curator, submission_id=second.pk).pk == "E002"
    following, first = Series.objects.get(pk="E"), Series.objects.get(pk="C")
    assert (following.hold_limit, following.name) == (first.hold_limit, first.name)
    assert offers_at()["E"].specific == offers_at()["C"].specific == 80
    assert list(CustomSeries.objects.values_list("series_id", "place")) == [("E", 1)]


def test_no_cards_are_made_without_a_price(alice: User) -> None:
    Price.objects.create(series_id="C", valid_from=now(), specific=None)
    grant(alice, 400)
    assert refusal(submission_submit, maker=alice, key=uuid4(), design=design()) == "no_price"


@pytest.mark.parametrize(
    "change",
    [
        {"state": "accepted"},
        {"price": None},
        {"level": 11},
        {"up": 0},
        {"left": 11},
        {"name": ""},
        {"state": "draft"},
        {"key": UUID(int=7)},
    ],
)
def test_the_database_itself_refuses_what_cannot_be(alice: User, change: dict[str, Any]) -> None:
    made, other = submit(alice), submit(alice, name="Vargas")
    Submission.objects.filter(pk=other.pk).update(key=UUID(int=7))
    with pytest.raises(IntegrityError), transaction.atomic():
        Submission.objects.filter(pk=made.pk).update(**change)


class TestTheAudit:
    """Every way in which the books can be wrong is found; the books are put right again after each."""

    @pytest.fixture
    def made(self, loaded: None, alice: User) -> Submission:
        return submit(alice)

    @pytest.fixture(autouse=True)
    def _undone(self, made: Submission) -> Iterator[None]:
        saved = transaction.savepoint()
        yield
        transaction.savepoint_rollback(saved)

    def test_points_that_were_never_held(self, made: Submission) -> None:
        LedgerEntry.objects.filter(cause=f"custom:{made.pk}").delete()
        assert any("is submitted; the ledger has []" in line for line in findings())

    def test_points_that_never_came_back(self, made: Submission) -> None:
        Submission.objects.filter(pk=made.pk).update(state="withdrawn")
        assert any(f"custom-back:{made.pk}" in line for line in findings())

    def test_points_that_are_held_for_nothing(self, made: Submission) -> None:
        LedgerEntry.objects.filter(cause=f"custom:{made.pk}").update(cause="custom:4711")
        assert any("custom:4711, which is no submission" in line for line in findings())

    def test_a_price_that_no_row_makes(self, made: Submission) -> None:
        Submission.objects.filter(pk=made.pk).update(price=1)
        assert any("which its price row does not make" in line for line in findings())

    def test_an_accepted_card_that_differs(self, made: Submission) -> None:
        card = submission_accept(curator=curator_make(), submission_id=made.pk)
        Card.objects.filter(pk=card.pk).update(up=10)
        assert any("differs from it" in line for line in findings())

    def test_a_copy_that_never_came(self, made: Submission) -> None:
        submission_accept(curator=curator_make(), submission_id=made.pk)
        Transfer.objects.filter(reason="custom").update(cause="custom:4711")
        found = list(findings())
        assert any("no copy of C001" in line for line in found) and any("custom:4711" in line for line in found)

    def test_four_open_at_a_time(self, alice: User, made: Submission) -> None:
        for name in ("Vargas", "Chupon"):
            submit(alice, name=name)
        Submission.objects.create(
            maker=alice, key=uuid4(), state="submitted", name="Zeppo", level=5, up=3, right=4, down=5, left=6,
            price=PRICE, listed=made.listed, submitted_at=now(),
        )  # fmt: skip
        assert any("4 open submissions" in line for line in findings())


def test_who_is_muted_says_nothing_in_a_thread(alice: User) -> None:
    made = submit(alice)
    submission_say(author=alice, submission_id=made.pk, text="One")
    alice.muted_until = now() + timedelta(hours=1)
    with pytest.raises(NotAllowed) as refused:
        submission_say(author=alice, submission_id=made.pk, text="Two")
    assert refused.value.code == "muted" and made.steps.filter(state="").count() == 1
