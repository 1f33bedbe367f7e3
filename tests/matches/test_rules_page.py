"""The rule book: every rule has its row, every example shows what its text says, and the page plays them."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from matches.engine import DRAWS, EXCLUDES, NEEDS, RULES, TRADES, Flipped, fold
from matches.houses import HOUSES
from matches.live.words import CRIES, DRAW_WORDS, RULE_WORDS, TRADE_WORDS
from matches.rule_names import RULE_TITLES, rule_named, trade_named
from matches.rulebook.book import BASICS, DRAW_BOOK, RULE_BOOK, TRADE_BOOK, all_examples, chapter_of, example_named
from matches.rulebook.entry import Example
from matches.rulebook.link import to_query
from matches.rulebook.page import example_view
from matches.rulebook.position import example_position

EXAMPLES = list(all_examples().values())
BOOKS = (BASICS, RULE_BOOK, TRADE_BOOK, DRAW_BOOK)


def test_every_rule_trade_rule_and_draw_rule_has_its_row() -> None:
    assert set(RULE_BOOK) == set(RULES)
    assert set(TRADE_BOOK) == set(TRADES)
    assert set(DRAW_BOOK) == set(DRAWS)
    assert set(RULE_WORDS) == set(RULES) and set(TRADE_WORDS) == set(TRADES) and set(DRAW_WORDS) == set(DRAWS)


@pytest.mark.parametrize("name", [(number, name) for number, book in enumerate(BOOKS) for name in book])
def test_every_row_says_what_it_does_gives_a_tip_and_shows_it(name: tuple[int, str]) -> None:
    entry = BOOKS[name[0]][name[1]]
    assert str(entry.title) and str(entry.short).endswith(".") and str(entry.tip).endswith((".", "?"))
    assert entry.text and all(str(paragraph).endswith(".") for paragraph in entry.text)
    assert entry.examples or name[1] in ("card", "leaving", "time")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.key)
def test_every_example_is_legal_and_takes_what_its_text_says(example: Example) -> None:
    standing = fold(example_position(example).with_move(*example.move).to_record())
    assert standing.error is None
    made = next(each for each in reversed(standing.rounds) if each.moves)
    assert tuple((flip.square, flip.label) for flip in made.moves[-1].flips) == example.flips
    assert len(made.moves) == len(example.played) + 1
    taken = [event.card.name for event in made.moves[-1].events if isinstance(event, Flipped)]
    shown = example_view(example)
    assert all(name in shown.after.told for name in taken)
    assert shown.before.board.squares != shown.after.board.squares


def test_no_two_examples_share_a_key() -> None:
    keys = [example.key for book in BOOKS for entry in book.values() for example in entry.examples]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize(
    "name", ["same", "same_wall", "plus", "plus_wall", "combo", "battle", "broken_wall", "power_wall", "reverse"]
)
def test_without_its_rule_an_example_would_end_otherwise(name: str) -> None:
    example = RULE_BOOK[name].examples[0]
    record = example_position(example).with_move(*example.move).to_record()
    record["rules"] = [each for each in record["rules"] if each != name and name not in NEEDS.get(each, ())]
    flips = tuple((flip.square, flip.label) for flip in fold(record).rounds[0].moves[-1].flips)
    assert flips != example.flips


@pytest.mark.parametrize("name", ["elemental", "ascension", "descension", "fallen_ace", "swap", "order", "chaos"])
def test_what_changes_ranks_or_hands_is_seen_in_its_example(name: str) -> None:
    example = RULE_BOOK[name].examples[0]
    record = example_position(example).with_move(*example.move).to_record()
    record["rules"] = []
    after = fold(record)
    same_flips = bool(after.rounds[0].moves) and not after.error
    if name in ("order", "chaos"):
        forced = fold(example_position(example).to_record()).round
        assert forced is not None and forced.forced is not None and forced.forced.key == example.move[0]
    else:
        flips = after.rounds[0].moves[-1].flips if same_flips else ()
        assert tuple((flip.square, flip.label) for flip in flips) != example.flips


@pytest.mark.parametrize(
    ("trade", "claim"),
    [
        ("training", None),
        ("none", None),
        ("one", 1),
        ("two", 2),
        ("three", 3),
        ("four", 4),
        ("total", 5),
        ("diff", 2),
        ("change", 4),
    ],
)
def test_a_trade_rule_gives_in_its_example_what_its_text_says(trade: str, claim: int | None) -> None:
    example = TRADE_BOOK[trade].examples[0]
    standing = fold(example_position(example).with_move(*example.move).to_record())
    assert standing.winner == "blue" and standing.counted == (7, 3)
    assert (standing.claim and standing.claim["choose"]) == claim


def test_direct_and_random_are_told_as_they_are() -> None:
    direct = example_view(TRADE_BOOK["direct"].examples[0]).after.ending
    assert direct.startswith("Blue wins 7 to 3. Blue keeps ") and "Red keeps no card" in direct
    assert "One of these is drawn for Blue: " in example_view(TRADE_BOOK["random"].examples[0]).after.ending


def test_what_follows_a_draw_is_told_with_the_hands_of_the_next_round() -> None:
    said = {name: example_view(entry.examples[0]).after.ending for name, entry in DRAW_BOOK.items()}
    assert said["draw"].startswith("5 to 5: the match is a draw.")
    assert "round 2 follows" in said["replay"] and "round 2 follows" in said["sudden_death"]
    assert said["replay"] != said["sudden_death"]
    total = example_view(BASICS["score"].examples[0]).after.ending
    assert "a total victory" in total and "all that Red brought" in total


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Wall", "same_wall"),
        ("meme mur", "same_wall"),
        ("Me\u0302me Mur", "same_wall"),
        ("Identiques", "same"),
        ("all-open", "open"),
        ("RANDOM_DECK", "random"),
        ("mort subite", "sudden_death"),
        ("Combinaison", "combo"),
        ("Hide", ""),
        ("nothing", None),
    ],
)
def test_other_names_of_rules_are_understood_and_told(written: str, meant: str | None) -> None:
    assert rule_named(written) == meant


@pytest.mark.parametrize(
    ("written", "meant"), [("no gain", "none"), ("Entrainement", "training"), ("All", "total"), ("totale", "total")]
)
def test_other_names_of_trade_rules_are_understood(written: str, meant: str) -> None:
    assert trade_named(written) == meant


def test_titles_and_cries_come_from_the_rows() -> None:
    assert str(RULE_TITLES["same_wall"]) == "Same Wall" and str(CRIES["same_wall"]) == "Same Wall!"
    assert "elemental" not in CRIES and "no_rule" not in RULE_TITLES


@pytest.fixture
def page(db: None, client: Client) -> str:
    """The rules page."""
    return client.get(reverse("matches:rules")).content.decode()


def test_the_page_has_a_chapter_a_rule_with_a_link_of_its_own(page: str) -> None:
    for name in (*RULE_BOOK, *(f"trade-{name}" for name in TRADE_BOOK), *(f"draw-{name}" for name in DRAW_BOOK)):
        assert f'id="{name}"' in page and f'href="#{name}"' in page
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert "style=" not in page and " onclick" not in page


def test_a_term_of_a_match_leads_to_its_chapter(page: str) -> None:
    terms = ("basic", "same", "trade-one", "draw-replay", "own_cards_count", "total_victory")
    assert [chapter_of(term) for term in terms] == ["basic", "same", "trade-one", "draw-replay", "same", "score"]
    assert all(f'id="{chapter_of(term)}"' in page for term in terms)
    assert chapter_of("bet") == "" and chapter_of("option-private") == ""


def test_the_heading_comes_before_the_contents_which_are_folded(page: str) -> None:
    assert page.index("<h1>") < page.index('class="toc"') < page.index('id="basic"')
    contents = page[page.index('class="toc"') : page.index("</nav>", page.index('class="toc"'))]
    assert "<details>" in contents and "<details open" not in contents


def test_the_page_tells_what_excludes_and_needs_what_and_where_it_is_played(page: str) -> None:
    for one, other in EXCLUDES:
        assert re.search(rf"{RULE_TITLES[one]} does not go together with [^.<]*{RULE_TITLES[other]}", page)
    assert "Combo needs Same or Plus." in page and "Same Wall needs Same." in page
    assert "Also called: Wall, Même Mur." in page
    for house in HOUSES.values():
        assert f'<th scope="col">{house.name}</th>' in page
    assert f'scope="rowgroup" colspan="{len(HOUSES) + 1}"' in page


def test_the_page_asks_the_database_for_next_to_nothing(
    db: None, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(3):
        assert client.get(reverse("matches:rules")).status_code == 200


def _form(example: Example) -> dict[str, object]:
    query = to_query(example_position(example))
    return {"example": example.key, "position": query, "card": example.move[0], "square": example.move[1]}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.key)
def test_every_example_can_be_played_on_the_page(db: None, client: Client, example: Example) -> None:
    answer = client.post(reverse("matches:rules-play"), _form(example), headers={"HX-Request": "true"})
    html = answer.content.decode()
    assert answer.status_code == 200
    assert html.count('class="flip"') == len(example.flips)
    assert 'class="is-placed"' in html or any(label == "lost" for _square, label in example.flips)
    assert f'id="try-{example.key}"' in html and 'name="again"' in html
    assert "is placed on square" in html


def test_an_example_is_played_without_a_script_and_set_up_again(db: None, client: Client) -> None:
    example = RULE_BOOK["combo"].examples[0]
    played = client.post(reverse("matches:rules-play"), _form(example))
    assert b"<!doctype html>" in played.content
    assert f"{reverse('matches:rules')}#example-combo".encode() in played.content
    again = client.post(reverse("matches:rules-play"), {"example": "combo", "again": "1"}).content.decode()
    assert 'class="flip"' not in again and 'value="b1" selected' in again and 'value="5" selected' in again


@pytest.mark.parametrize(
    ("change", "code", "sentence"),
    [
        ({"square": "2"}, "square_taken", "A card lies on that square already."),
        ({"square": "12"}, "no_such_square", "There is no such square."),
        ({"square": "²"}, "no_such_square", "There is no such square."),
        ({"card": "r1"}, "not_in_hand", "That card is not in the hand of the player on turn."),
        ({"card": "<b>"}, "not_in_hand", "That card is not in the hand of the player on turn."),
        ({"position": "v=1&blue=99"}, "bad_position", "This position could not be read."),
        ({"position": "v=1&" + "blue=A001~" * 900}, "bad_position", "This position is too long to be one of ours."),
        ({"position": "&".join("a=1" for _each in range(60))}, "bad_position", "This position could not be read."),
        ({"example": "nothing"}, "no_example", "There is no such example."),
    ],
)
def test_a_bad_position_or_move_gets_a_sentence(
    db: None, client: Client, change: dict[str, object], code: str, sentence: str
) -> None:
    form = _form(RULE_BOOK["same"].examples[0]) | change
    answer = client.post(reverse("matches:rules-play"), form, headers={"Accept": "application/json"})
    assert answer.status_code in (400, 404)
    assert answer.json()["error"]["code"] == code
    assert answer.json()["error"]["text"].startswith(sentence)


def test_only_a_post_plays(db: None, client: Client) -> None:
    assert client.get(reverse("matches:rules-play")).status_code == 405
    assert client.post(reverse("matches:rules")).status_code == 405


def test_an_example_is_found_by_its_key() -> None:
    found = example_named("same")
    assert found is not None and found.key == "same" and example_named("") is None
