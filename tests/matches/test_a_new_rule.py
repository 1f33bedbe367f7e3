"""What adding a rule touches: the rule, its row in the engine's table, its page text, and its tests; nothing else."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from matches.engine import RULES, fold
from matches.live.words import CRIES, rule_words
from matches.rule_names import RULE_TITLES, rule_named
from matches.rulebook.book import RULE_BOOK, example_named
from matches.rulebook.entry import Entry, Example
from matches.rulebook.link import of_query, to_query
from matches.rulebook.position import example_position
from tests.engine.test_rules import Neighbourly

#: The page text of the rule that `tests/engine/test_rules.py` invents.
NEIGHBOURLY = Entry(
    title=_("Neighbourly"),
    short=_("A placed 7 takes whatever it touches."),
    text=(_("Where a side with a 7 touches an opponent's card, that card turns, however strong it is."),),
    tip=_("Count the sevens of a hand."),
    also=("Sevens",),
    cry=True,
    examples=(
        Example(
            key="neighbourly",
            caption=_("Torama's 7 touches the 8 of Ruby Weapon and takes it."),
            rules=("neighbourly",),
            blue=("A040",),
            board={2: ("red", "A103")},
            move=("b1", 5),
            flips=((2, "neighbourly"),),
        ),
    ),
)


@pytest.fixture(autouse=True)
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rule's object in the engine's table, and its row in the rule book."""
    monkeypatch.setitem(RULES, "neighbourly", Neighbourly("neighbourly"))
    monkeypatch.setitem(RULE_BOOK, "neighbourly", NEIGHBOURLY)


def test_its_names_tooltip_and_cry_are_known() -> None:
    assert rule_named("Sevens") == rule_named("neighbourly") == "neighbourly"
    assert str(RULE_TITLES["neighbourly"]) == "Neighbourly" and str(CRIES["neighbourly"]) == "Neighbourly!"
    assert [str(word.text) for _name, word in rule_words(["neighbourly"])] == ["A placed 7 takes whatever it touches."]


def test_its_example_shows_what_it_takes() -> None:
    example = example_named("neighbourly")
    assert example is not None
    played = fold(example_position(example).with_move(*example.move).to_record()).rounds[0].moves[-1]
    assert tuple((flip.square, flip.label) for flip in played.flips) == example.flips


def test_it_has_its_chapter_and_is_played_there(db: None, client: Client) -> None:
    page = client.get(reverse("matches:rules")).content.decode()
    assert (
        'id="neighbourly"' in page
        and "that card turns, however strong it is." in page
        and "Also called: Sevens." in page
    )
    example = NEIGHBOURLY.examples[0]
    form = {"example": "neighbourly", "position": to_query(example_position(example)), "card": "b1", "square": 5}
    played = client.post(reverse("matches:rules-play"), form, headers={"HX-Request": "true"}).content.decode()
    assert played.count('class="flip"') == 1 and "Neighbourly!" in played


def test_a_link_of_the_editor_carries_it() -> None:
    position = example_position(NEIGHBOURLY.examples[0])
    fields = {name: [value] for name, value in (pair.split("=", 1) for pair in to_query(position).split("&"))}
    assert of_query(fields, lambda ids: {})[0].rules == ("neighbourly",)


def test_without_its_row_the_page_knows_nothing_of_it(
    db: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(RULE_BOOK, "neighbourly")
    assert "Neighbourly" not in client.get(reverse("matches:rules")).content.decode()
