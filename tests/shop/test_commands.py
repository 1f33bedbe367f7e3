"""List, Buy Random and Buy Card: said rightly and wrongly, and what the page shows after it."""

from __future__ import annotations

import re

import pytest

from accounts.models import User, Wallet
from cards.models import Card, Copy
from shop.models import Purchase
from tests.commands import Speaker, says
from tests.shop.conftest import cards_give


def test_all_series_are_listed_with_their_prices(stocked: None, alice: User) -> None:
    cards_give(alice, "A001", 2)
    speaker = Speaker(alice)
    told = speaker.say("+TT/List")
    assert told.status == 200 and told.url == "/shop/"
    assert re.search(r"^A\s+Beasts\s+9\s+1\s+10/25$", told.text, re.MULTILINE)
    assert re.search(r"^H\s+Heroes\s+2\s+0\s+--/120$", told.text, re.MULTILINE)
    assert re.search(r"^Z\s+Promos\s+1\s+0\s+--/--$", told.text, re.MULTILINE)
    assert "Beasts" in speaker.page("/shop/")
    assert re.search(r"^A\s+Beasts\s+9\s+0\s+10/25$", says(None, "+tt/list").text, re.MULTILINE)


def test_a_series_is_listed_by_level_or_whole(stocked: None, alice: User) -> None:
    cards_give(alice, "A001", 2)
    speaker = Speaker(alice)
    level = speaker.say("+TT/List A/2")
    assert level.status == 200 and "A004" in level.text and "A001" not in level.text
    # up 1, left 4, right 2, down 3 are how this shop's cards are made
    assert re.search(r"A004\s+Ifrit\s+2\s+1 4 2 3\s+20/50", level.text)
    whole = speaker.say("+TT/List beasts/ALL")
    ids = re.findall(r"^A\d{3}", whole.text, re.MULTILINE)
    assert ids == [f"A{number:03}" for number in range(1, 10)]
    assert re.search(r"A001\s+Geezard\s.*x2$", whole.text, re.MULTILINE)
    assert whole.url and "Geezard" in speaker.page(whole.url)
    assert "no such cards in the series Heroes" in speaker.say("+TT/List H/1").text


@pytest.mark.parametrize(
    ("line", "status", "code"),
    [
        ("+TT/List A", 400, "wrong_use"),
        ("+TT/List A/", 400, "wrong_use"),
        ("+TT/List /2", 404, "no_series"),
        ("+TT/List Q/2", 404, "no_series"),
        ("+TT/List A/11", 400, "unknown_level"),
        ("+TT/List A/two", 400, "unknown_level"),
    ],
)
def test_a_list_said_wrongly_says_how(stocked: None, line: str, status: int, code: str) -> None:
    told = says(None, line)
    assert (told.status, told.code) == (status, code)


def test_a_card_is_bought_by_its_name_and_one_by_chance(stocked: None, rich: User) -> None:
    speaker = Speaker(rich)
    several = speaker.say("+TT/Buy Card=geezard")
    assert several.code == "ambiguous_card" and "A001, H001, M001, X001, Z001" in several.text
    named = speaker.say("+TT/Buy Card=krysta")
    assert named.status == 200 and "125 points" in named.text and "875 points left" in named.text
    assert list(Copy.objects.filter(owner=rich).values_list("card_id", flat=True)) == ["A006"]
    assert named.url and "Krysta" in speaker.page(named.url)
    drawn = speaker.say("+TT/Buy Random=A/7")
    bought = Purchase.objects.filter(buyer=rich).latest("pk")
    assert drawn.status == 200 and (bought.kind, bought.level, bought.price) == ("random", 7, 70)
    copy = Copy.objects.select_related("card").get(owner=rich, card__level=7)
    assert copy.card.name in drawn.text and copy.card.name in speaker.page(drawn.url or "")
    assert speaker.say("+tt/buycard=A-009").status == 200
    assert Wallet.objects.get(user=rich).points == 1000 - 125 - 70 - 250


@pytest.mark.parametrize(
    ("line", "status", "code"),
    [
        ("+TT/Buy Card", 400, "wrong_use"),
        ("+TT/Buy Card=Nobody", 404, "no_card"),
        ("+TT/Buy Card=Z001", 409, "not_sold"),
        ("+TT/Buy Random", 400, "wrong_use"),
        ("+TT/Buy Random=A", 400, "wrong_use"),
        ("+TT/Buy Random=A/0", 400, "unknown_level"),
        ("+TT/Buy Random=A/3", 400, "unknown_level"),
        ("+TT/Buy Random=Q/1", 404, "no_series"),
        ("+TT/Buy Random=H/10", 409, "not_sold"),
        ("+TT/Buy Card=H001", 409, "not_enough_points"),
    ],
)
def test_what_cannot_be_bought_costs_nothing(stocked: None, rich: User, line: str, status: int, code: str) -> None:
    told = says(rich, line)
    assert (told.status, told.code) == (status, code) and told.text
    assert Wallet.objects.get(user=rich).points == 1000 and not Copy.objects.filter(owner=rich).exists()


def test_a_line_that_is_sent_twice_buys_once(stocked: None, rich: User) -> None:
    speaker = Speaker(rich)
    for _sending in range(2):
        assert speaker.say("+TT/Buy Card=A001", key="cd" * 16).status == 200
    assert Purchase.objects.filter(buyer=rich).count() == 1


def test_every_level_of_a_series_completes_a_line(stocked: None, alice: User) -> None:
    for level in range(1, 11):
        Card.objects.create(id=f"A9{level:02}", series_id="A", number=900 + level, name=f"New {level}", level=level,
                            up=1, right=1, down=1, left=1)  # fmt: skip
    speaker = Speaker(alice)
    assert speaker.options("+TT/Buy Random=A/") == [f"+TT/Buy Random=A/{level}" for level in range(1, 11)]
    assert len(speaker.options("+TT/List A/")) == 11


def test_series_levels_and_cards_complete_a_line(stocked: None, alice: User) -> None:
    speaker = Speaker(alice)
    assert speaker.options("+TT/Buy Random=") == ["+TT/Buy Random=A/", "+TT/Buy Random=X/"]
    assert speaker.options("+TT/Buy Random=A/") == [f"+TT/Buy Random=A/{level}" for level in (1, 2, 5, 7, 10)]
    assert speaker.options("+TT/List Z/") == ["+TT/List Z/All", "+TT/List Z/7"]
    # Three series have a card of this name, two of them sell it.
    assert {line[-4:] for line in speaker.options("+TT/Buy Card=gee")} == {"A001", "H001", "X001"}
    assert speaker.options("+TT/Buy Card=seif") == ["+TT/Buy Card=Seifer"]
