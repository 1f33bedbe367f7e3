"""Starter, Stash, Detail, the six Deck commands, Custom and Help Random: said rightly and wrongly, and what the page
shows after it."""

from __future__ import annotations

import re

import pytest

from accounts.models import User, Wallet
from cards.customs.models import State, Submission
from cards.customs.numbers import sum_range
from cards.models import Copy, Deck
from cards.queries import deck_cards, deck_current, deck_get
from tests.cards.conftest import Give
from tests.cards.customs import grant
from tests.commands import Speaker, says


def cards_in(user: User, name: str) -> list[str]:
    deck = Deck.objects.get(owner=user, name=name)
    return [card.pk for card in deck_cards(deck_get(owner=user, deck_id=deck.pk))]


def current(user: User) -> str | None:
    deck = deck_current(owner=user)
    return deck.name if deck else None


def test_the_starter_is_opened_once_and_its_deck_is_current(loaded: None, alice: User) -> None:
    speaker = Speaker(alice)
    told = speaker.say("+TT/Starter")
    assert told.status == 200 and Copy.objects.filter(owner=alice).count() == 20
    assert "Your current deck is Start." in told.text and current(alice) == "Start"
    assert told.url and told.url.endswith("?open")
    page = speaker.page(told.url)
    assert all(copy.card.name in page for copy in Copy.objects.filter(owner=alice).select_related("card"))
    again = speaker.say("+tt/STARTER")
    assert again.status == 200 and "You have had your starter" in again.text
    assert Copy.objects.filter(owner=alice).count() == 20 and again.url and "?open" not in again.url
    assert speaker.say("+TT/Starter now").code == "wrong_use"


def test_the_stash_tells_ids_names_and_numbers(give: Give, alice: User) -> None:
    speaker = Speaker(alice)
    empty = speaker.say("+TT/Stash")
    assert empty.status == 200 and "+TT/Starter" in empty.text
    give(alice, "A001", "A001", "A085")
    told = speaker.say("+TT/Stash")
    assert re.search(r"A001\s+Geezard\s+x2", told.text) and re.search(r"A085\s+Ifrit\s+x1", told.text)
    assert told.url and "Geezard" in speaker.page(told.url)
    assert speaker.say("+TT/Stash A").code == "wrong_use"


def test_the_detail_tells_ranks_up_left_right_down(give: Give, alice: User) -> None:
    speaker = Speaker(alice)
    give(alice, "A001", "A001", "A085")
    told = speaker.say("+TT/detail")
    # Geezard: up 1, left 5, right 4, down 1.
    assert re.search(r"A001\s+Geezard\s+1\s+1 5 4 1\s+x2", told.text)
    assert re.search(r"A085\s+Ifrit\s+8\s+9 8 6 2\s+fire\s+x1", told.text)
    assert "U L R D" in told.text and told.url and "Geezard" in speaker.page(told.url)
    assert speaker.say("+TT/Detail all").code == "wrong_use"


def test_a_deck_is_made_filled_checked_emptied_and_deleted(give: Give, alice: User) -> None:
    give(alice, "A001", "A002", "A003", "A004", "A005", "A085")
    speaker = Speaker(alice)
    made = speaker.say("+TT/Deck Create=Fire-One")
    assert made.status == 200 and current(alice) == "Fire-One" and "current deck" in made.text
    assert made.url and "Fire-One" in speaker.page(made.url)
    added = speaker.say("+TT/Deck Add=geezard, A002,a-3 , A004")
    assert added.status == 200 and "Into the deck Fire-One" in added.text and "needs five" in added.text
    assert cards_in(alice, "Fire-One") == ["A001", "A002", "A003", "A004"]
    assert added.url == made.url and "Geezard" in speaker.page(added.url)
    assert speaker.say("+TT/Deck Add=A005").text.endswith("It can be played.")
    full = speaker.say("+TT/Deck Add=A085")
    assert (full.status, full.code) == (409, "deck_full")
    removed = speaker.say("+TT/Deck Rem=Geezard,A003")
    assert removed.status == 200 and cards_in(alice, "Fire-One") == ["A002", "A004", "A005"]
    assert "Out of the deck Fire-One" in removed.text and "Geezard" in removed.text
    checked = speaker.say("+TT/Deck Check=fire one")
    assert checked.status == 200 and "needs five" in checked.text and checked.url == made.url
    gone = speaker.say("+TT/Deck Delete=FIREONE")
    assert gone.status == 200 and not alice.decks.exists() and current(alice) is None
    assert gone.url and "Fire-One" not in speaker.page(gone.url)


def test_the_current_deck_is_the_one_last_made_or_checked(give: Give, alice: User) -> None:
    give(alice, "A001", "A002")
    speaker = Speaker(alice)
    for name in ("Fire", "Ice"):
        speaker.say(f"+TT/Deck Create={name}")
    speaker.say("+TT/Deck Add=A001")
    assert (cards_in(alice, "Fire"), cards_in(alice, "Ice")) == ([], ["A001"])
    assert speaker.say("+TT/Deck Check=Fire").status == 200
    speaker.say("+TT/Deck Add=A002")
    assert (cards_in(alice, "Fire"), cards_in(alice, "Ice")) == (["A002"], ["A001"])
    named = speaker.say("+TT/Deck Add=Ice/A002")
    assert "Into the deck Ice" in named.text and cards_in(alice, "Ice") == ["A001", "A002"]
    assert current(alice) == "Fire"
    assert speaker.say("+TT/Deck Rem=ice/A001").status == 200 and cards_in(alice, "Ice") == ["A002"]
    listed = speaker.say("+TT/Deck List")
    assert re.search(r"^\*\s+Fire\s+1 card ", listed.text, re.MULTILINE) and re.search(r"\n\s+Ice", listed.text)
    assert listed.url and "Fire" in speaker.page(listed.url)
    speaker.say("+TT/Deck Delete=Fire")
    assert speaker.say("+TT/Deck Add=A001").code == "no_current_deck"


@pytest.mark.parametrize(
    ("line", "status", "code"),
    [
        ("+TT/Deck Create", 400, "wrong_use"),
        ("+TT/Deck Create=", 400, "wrong_use"),
        ("+TT/Deck Create=two words", 400, "deck_name"),
        ("+TT/Deck Create=start", 409, "deck_name_taken"),
        ("+TT/Deck Delete", 400, "wrong_use"),
        ("+TT/Deck Delete=Nope", 404, "no_deck"),
        ("+TT/Deck List Start", 400, "wrong_use"),
        ("+TT/Deck Add", 400, "wrong_use"),
        ("+TT/Deck Add=,", 400, "nothing_named"),
        ("+TT/Deck Add=Nobody", 404, "no_card"),
        ("+TT/Deck Add=Nope/A001", 404, "no_deck"),
        ("+TT/Deck Add=Golden Feather,xx", 404, "no_card"),
        ("+TT/Deck Rem", 400, "wrong_use"),
        ("+TT/Deck Rem=A001", 409, "not_in_deck"),
        ("+TT/Deck Check=Nope", 404, "no_deck"),
    ],
)
def test_a_deck_command_said_wrongly_changes_nothing(
    loaded: None, alice: User, line: str, status: int, code: str
) -> None:
    speaker = Speaker(alice)
    speaker.say("+TT/Deck Create=Start")
    told = speaker.say(line)
    assert (told.status, told.code) == (status, code) and told.text
    assert list(alice.decks.values_list("name", flat=True)) == ["Start"] and cards_in(alice, "Start") == []
    if code == "no_deck":
        assert "Start" in told.text


def test_a_name_of_several_cards_is_looked_for_in_the_stash_and_then_its_ids_are_listed(
    give: Give, alice: User
) -> None:
    speaker = Speaker(alice)
    speaker.say("+TT/Deck Create=Fire")
    told = speaker.say("+TT/Deck Add=Ifrit")
    assert told.code == "ambiguous_card" and "A085" in told.text and "X040" in told.text
    give(alice, "X040")
    assert speaker.say("+TT/Deck Add=IFRIT").status == 200 and cards_in(alice, "Fire") == ["X040"]


def test_another_s_deck_is_none(give: Give, alice: User, bob: User) -> None:
    Speaker(bob).say("+TT/Deck Create=Fire")
    for line in ("+TT/Deck Check=Fire", "+TT/Deck Delete=Fire", "+TT/Deck Add=Fire/A001"):
        assert says(alice, line).status == 404
    assert bob.decks.count() == 1


ULTROS = (
    '+TT/Custom Ultros/5=3 4 5 6 Water=Octopus Menace%r"Silence Knave! You are in the presence of Octopus Royalty!"'
)


def test_a_card_is_designed_by_its_line_with_four_different_ranks(loaded: None, alice: User) -> None:
    grant(alice, 400)
    speaker = Speaker(alice)
    told = speaker.say(ULTROS)
    made = Submission.objects.get(maker=alice)
    assert (told.status, made.state, made.name, made.level, made.element) == (
        200,
        State.SUBMITTED,
        "Ultros",
        5,
        "water",
    )
    # Up, left, right, down are typed; up, right, down, left are kept.
    assert (made.up, made.left, made.right, made.down) == (3, 4, 5, 6) and made.ranks == (3, 5, 6, 4)
    assert made.text == 'Octopus Menace\n"Silence Knave! You are in the presence of Octopus Royalty!"'
    assert "3 4 5 6" in told.text and "200 points are held" in told.text
    assert Wallet.objects.get(user=alice).points == 200
    page = speaker.page(told.url or "")
    assert "Ultros" in page and "Up 3, right 5, down 6, left 4." in page


def test_a_card_without_text_or_element_ends_with_an_equals_sign(loaded: None, alice: User) -> None:
    grant(alice, 1000)
    assert says(alice, "+tt/custom Marrowgate/5=a 4 3 1=").status == 200
    assert says(alice, "+TT/Custom Brumblewick/5=3 4 5 6 none").status == 200
    assert says(alice, "+TT/Custom Quilladin Ox/5=3 4 5 6 Lightning=A=B%Rc").status == 200
    first, second, third = Submission.objects.filter(maker=alice).order_by("pk")
    assert first.ranks == (10, 3, 1, 4) and first.element == first.text == ""
    assert second.element == "" and (third.element, third.text) == ("thunder", "A=B\nc")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("+TT/Custom", "wrong_use"),
        ("+TT/Custom Ultros=3 4 5 6 Water=", "wrong_use"),
        ("+TT/Custom Ultros/5", "wrong_use"),
        ("+TT/Custom Ultros/5=3 4 5=", "wrong_use"),
        ("+TT/Custom Ultros/5=3 4 5 6 Water Fire=", "wrong_use"),
        ("+TT/Custom Ultros/11=3 4 5 6 Water=", "unknown_level"),
        ("+TT/Custom Ultros/five=3 4 5 6 Water=", "unknown_level"),
        ("+TT/Custom Ultros/5=3 4 5 B Water=", "unknown_rank"),
        ("+TT/Custom Ultros/5=3 4 5 6 Cheese=", "unknown_element"),
        ("+TT/Custom Ultros/5=1 1 1 1 Water=", "sum_out_of_range"),
        ("+TT/Custom Ifrit/5=3 4 5 6 Water=", "name_taken"),
        ("+TT/Custom /5=3 4 5 6 Water=", "no_name"),
        ("+TT/Custom <b>/5=3 4 5 6 Water=", "bad_name"),
        (ULTROS, "not_enough_points"),
    ],
)
def test_a_card_said_wrongly_costs_nothing(loaded: None, alice: User, line: str, code: str) -> None:
    points = 10 if code == "not_enough_points" else 400
    grant(alice, points)
    told = says(alice, line)
    assert told.code == code and 400 <= told.status < 500 and told.text
    assert not Submission.objects.filter(maker=alice).exists()
    assert Wallet.objects.get(user=alice).points == points


def test_a_line_that_is_sent_twice_makes_one_card(loaded: None, alice: User) -> None:
    grant(alice, 400)
    speaker = Speaker(alice)
    for _sending in range(2):
        assert speaker.say(ULTROS, key="ab" * 16).status == 200
    assert Submission.objects.filter(maker=alice).count() == 1 and Wallet.objects.get(user=alice).points == 200


@pytest.mark.parametrize("level", [1, 5, 10])
def test_five_ranks_are_suggested_whose_sum_fits(db: None, level: int) -> None:
    told = says(None, f"+TT/Help Random={level}")
    rows = re.findall(r"^([1-9A] [1-9A] [1-9A] [1-9A])\s+= (\d+)$", told.text, re.MULTILINE)
    least, greatest = sum_range(level)
    assert told.status == 200 and len(rows) == 5
    for ranks, total in rows:
        assert sum(10 if rank == "A" else int(rank) for rank in ranks.split()) == int(total)
        assert least <= int(total) <= greatest


@pytest.mark.parametrize("line", ["+TT/Help Random", "+TT/Help Random=0", "+TT/Help Random=11", "+TT/Help Random=x"])
def test_ranks_are_suggested_for_levels_only(db: None, line: str) -> None:
    assert says(None, line).code == "wrong_use"


def test_cards_and_decks_complete_a_line(give: Give, alice: User) -> None:
    give(alice, "A001", "A085", "X040")
    speaker = Speaker(alice)
    speaker.say("+TT/Deck Create=Fire")
    assert speaker.options("+TT/Deck Check=f") == ["+TT/Deck Check=Fire"]
    assert speaker.options("+TT/Deck Check=fire") == []
    assert speaker.options("+TT/Deck Add=gee") == ["+TT/Deck Add=Geezard"]
    # Two Ifrits in the stash: their IDs.
    assert set(speaker.options("+TT/Deck Add=Geezard,ifr")) == {
        "+TT/Deck Add=Geezard,A085",
        "+TT/Deck Add=Geezard,X040",
    }
    speaker.say("+TT/Deck Add=A001")
    assert speaker.options("+TT/Deck Rem=") == ["+TT/Deck Rem=Geezard"]
