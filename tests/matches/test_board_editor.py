"""The board editor: positions survive their links, hostile ones get a sentence, the referee judges what it exports."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django.fixtures import DjangoAssertNumQueries

from cards.art.plain import KINDS, plain_kind, plain_picture
from cards.services.loading import load_cards
from matches.engine import ELEMENTS, RULES, TYPES, Card, referee_lines, result
from matches.models import Match
from matches.rulebook.book import all_examples
from matches.rulebook.entry import shipped_cards
from matches.rulebook.link import LONGEST, editor_address, of_query, to_query
from matches.rulebook.position import CARD_ID, Position, clean_name, example_position, position_of, settle
from matches.services.leaving import match_leave
from tests.engine.making import a_record
from triad.errors import GameError

EDITOR = "/editor/"


def read(query: str) -> tuple[Position, list[str]]:
    return of_query(parse_qs(query, keep_blank_values=True), shipped_cards)


names = st.text(max_size=14).map(clean_name)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A position as the editor may hold it: a legal record, its cards with names that people may type."""
    record = a_record(Random(draw(st.integers(0, 10**6))), board=True)
    position, _said = position_of(record)
    name = draw(names)
    hand = [Card(c.key, c.ranks, name, c.level, c.element, c.type) for c in position.blue]
    return Position(**{**{f: getattr(position, f) for f in Position.__slots__}, "blue": tuple(hand)})


@settings(deadline=None, max_examples=60)
@given(positions())
def test_every_position_is_the_same_after_its_link(position: Position) -> None:
    try:
        query = to_query(position)
    except GameError as error:
        assert error.code == "too_long"
        return
    assert len(query) <= LONGEST
    assert read(query) == (position, [])


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6), st.booleans())
def test_a_record_is_judged_the_same_after_import_and_export(seed: int, board: bool) -> None:
    record = a_record(Random(seed), board=board)
    position, said = position_of(record)
    assert said == []
    before, after = result(record), result(position.to_record(record["id"]))
    shape = [[[move["square"], move["flips"], move["score"]] for move in each["moves"]] for each in before["rounds"]]
    assert [[[m["square"], m["flips"], m["score"]] for m in each["moves"]] for each in after["rounds"]] == shape
    assert (after["winner"], after["ended"], after["error"]) == (before["winner"], before["ended"], before["error"])
    assert (after["claim"] or {}).keys() == (before["claim"] or {}).keys()
    assert (after["claim"] or {}).get("choose") == (before["claim"] or {}).get("choose")


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=300))
def test_any_text_in_any_part_of_a_link_is_read_without_a_fault(text: str) -> None:
    for name in ("rules", "blue", "board", "moves", "walls", "chaos", "elements", "swap", "left", "trade", "v"):
        position, _said = of_query({"v": ["1"], name: [text]}, shipped_cards)
        assert settle(position) == (position, [])


@settings(deadline=None, max_examples=60)
@given(positions(), st.integers(0, 200), st.characters())
def test_a_damaged_link_keeps_what_can_be_kept(position: Position, at: int, sign: str) -> None:
    try:
        query = to_query(position)
    except GameError:
        return
    at %= max(1, len(query))
    kept, _said = read(query[:at] + sign + query[at + 1 :])
    assert result(kept.to_record())["error"] is None


@pytest.mark.parametrize(
    ("params", "sentence"),
    [
        ("v=1&blue=A085~nothing", "“nothing” in the link could not be read; it was left out."),
        ("v=1&blue=A999", "There is no card A999; its place stays empty."),
        ("v=1&rules=same.flying", "“flying” in the link could not be read; it was left out."),
        ("v=1&rules=same_wall", "Same Wall needs Same; it was left out."),
        ("v=1&rules=order.chaos", "Chaos does not go together with Order; it was left out."),
        ("v=1&blue=A085&red=A001&moves=b15.r15", "From placement 2 on the moves were left out."),
        ("v=1&blue=A085&blue=A001", "A part of the link was given twice; the first was kept."),
        ("v=2&blue=A085", "This link was written by another version of the editor"),
        ("v=1&blue=" + "A085~" * 1200, "This link is too long to be one of ours"),
        ("v=1&blue=" + "~".join(["A001"] * 6), "A hand has five cards at most"),
        ("v=1&walls=5lefta10", "“5lefta10” in the link could not be read"),
        ("v=1&walls=4lefta99", "“4lefta99” in the link could not be read"),
        ("v=1&swap=b1r1", "The swap names a card that is in no hand"),
        ("v=1&moves=" + "~" * 30, "A match has 25 rounds at most"),
    ],
)
def test_a_wrong_part_gets_a_sentence(params: str, sentence: str) -> None:
    _position, said = read(params)
    assert any(each.startswith(sentence) for each in said), said


def test_what_is_right_beside_a_wrong_part_is_kept() -> None:
    position, _said = read("v=1&rules=same.flying&blue=A085~zzz~A001&elements=5fire.9mud&own=0")
    assert [card.name for card in position.blue] == ["Ifrit", "Geezard"]
    assert position.rules == ("same",) and not position.own_cards_count
    assert position.rounds[0].elements == {5: "fire"}


@pytest.mark.parametrize("example", all_examples().values(), ids=lambda example: example.key)
def test_every_example_of_the_rules_page_opens_in_the_editor(example: Any) -> None:
    after = example_position(example).with_move(*example.move)
    assert read(to_query(after)) == (settle(after)[0], [])
    assert settle(after)[1] == []


def test_a_played_record_becomes_an_address() -> None:
    record = a_record(Random(3))
    address = editor_address(record)
    assert address.startswith(f"{EDITOR}?v=1&")
    assert read(urlsplit(address).query)[0].moves == sum(len(each.get("moves", ())) for each in record["rounds"])


def test_a_standing_in_picture_is_no_cards_and_back_again() -> None:
    for element, kind in KINDS:
        for level in (1, 10):
            picture = plain_picture(level, element, kind)
            assert plain_kind(picture) == (level, element, kind) and not CARD_ID.fullmatch(picture)
    assert {element for element, _kind in KINDS if element} == set(ELEMENTS)
    assert {kind for _element, kind in KINDS if kind} == set(TYPES)
    assert plain_kind("A085") is None and plain_kind("99010") is None


# The page.


@pytest.fixture
def cards(db: None) -> None:
    """The shipped cards."""
    load_cards()


def post(client: Client, position: str, do: str, *, htmx: bool = True, **fields: Any) -> Any:
    headers = {"HX-Request": "true"} if htmx else {}
    return client.post(EDITOR, {"position": position, "do": do, **fields}, headers=headers)


def position_after(answer: Any) -> Position:
    return read(urlsplit(answer["HX-Push-Url"]).query)[0]


def test_the_editor_opens_with_two_hands_and_few_questions(
    cards: None, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(4):
        page = client.get(EDITOR).content.decode()
    assert page.count("<button") > 14 and "Blue to play." in page
    with django_assert_max_num_queries(4):
        client.get(EDITOR, {"v": "1", "blue": "A001~A002", "red": "A003", "board": "5r.A004", "slot": "s5"})


def test_cards_are_put_turned_and_taken_away(cards: None, client: Client) -> None:
    one = post(client, "v=1", "card", slot="s5", id="A085")
    assert position_after(one).board[5][0] == "blue" and position_after(one).board[5][1].name == "Ifrit"
    two = post(client, urlsplit(one["HX-Push-Url"]).query, "turn", slot="s5")
    assert position_after(two).board[5][0] == "red"
    three = post(client, urlsplit(two["HX-Push-Url"]).query, "remove", slot="s5")
    assert position_after(three).board == {}


def test_a_hand_fills_up_from_place_to_place(cards: None, client: Client) -> None:
    address, slot = "v=1", "b1"
    for card_id in ("A001", "A002", "A003", "A004", "A005"):
        answer = post(client, address, "card", slot=slot, id=card_id)
        address = urlsplit(answer["HX-Push-Url"]).query
        slot = parse_qs(address)["slot"][0]
    hand = position_after(answer).blue
    assert [card.extra["id"] for card in hand] == ["A001", "A002", "A003", "A004", "A005"]
    assert [card.key for card in hand] == ["b1", "b2", "b3", "b4", "b5"]


def test_a_card_of_ones_own_has_ranks_element_type_and_a_picture(cards: None, client: Client) -> None:
    fields = {"up": "A", "right": "1", "down": "10", "left": "3", "element": "fire", "level": "7", "name": "Ash"}
    answer = post(client, "v=1", "custom", slot="s1", **fields)
    card = position_after(answer).board[1][1]
    assert (card.ranks, card.element, card.level, card.name) == ((10, 1, 10, 3), "fire", 7, "Ash")
    assert b"/01007/" in answer.content or b"01007" in answer.content
    assert client.get(reverse("cards:card-art", args=("01007", "owned"))).status_code == 200
    assert client.get(reverse("cards:card-art", args=("99007", "owned"))).status_code == 404


@pytest.mark.parametrize(
    "wrong", [{"up": "11"}, {"up": "0"}, {"up": ""}, {"up": "²"}, {"element": "mud"}, {"type": "cat"}, {"level": "11"}]
)
def test_a_wrong_card_is_refused_with_a_sentence(cards: None, client: Client, wrong: dict[str, str]) -> None:
    fields = {"up": "1", "right": "1", "down": "1", "left": "1", **wrong}
    answer = post(client, "v=1&blue=A001", "custom", slot="s1", **fields)
    assert answer.status_code == 400 and answer["HX-Reswap"] == "none"
    plain = post(client, "v=1&blue=A001", "custom", htmx=False, slot="s1", **fields)
    assert plain.status_code == 400 and b"Geezard" in plain.content


def test_hostile_text_is_escaped_and_cut(cards: None, client: Client) -> None:
    name = '<img src=x onerror=alert(1)>"\u202e' + "x" * 50
    fields = {"up": "1", "right": "1", "down": "1", "left": "1", "name": name}
    answer = post(client, "v=1", "custom", slot="b1", **fields)
    assert b"<img src=x" not in answer.content and b"&lt;img src=x" in answer.content
    assert len(position_after(answer).blue[0].name) <= 30
    page = client.get(EDITOR, {"v": "1", "blue": "<script>alert(1)</script>", "rules": '"><script>'}).content
    assert b"<script>alert" not in page and b'"><script>' not in page


def test_squares_get_elements_and_wall_labels(cards: None, client: Client) -> None:
    answer = post(client, "v=1", "ground", slot="s4", element="ice", wall="left", sign="+", number="9")
    part = position_after(answer).rounds[0]
    assert part.elements == {4: "ice"} and part.walls == {4: ("left", "+", 9)}
    address = urlsplit(answer["HX-Push-Url"]).query
    bare = position_after(post(client, address, "ground", slot="s4", element="", wall=""))
    assert bare.rounds[0].elements == {} and bare.rounds[0].walls == {}
    for wrong in (
        {"wall": "right"},
        {"wall": "left", "number": "16"},
        {"element": "mud"},
        {"wall": "left", "sign": "x"},
    ):
        fields = {"element": "", "wall": "", "sign": "+", "number": "9", **wrong}
        assert post(client, "v=1", "ground", slot="s4", **fields).status_code == 400


def test_options_are_kept_and_what_does_not_fit_is_left_out_with_a_sentence(cards: None, client: Client) -> None:
    answer = post(
        client,
        "v=1&blue=A001&red=A002",
        "options",
        rules=["same", "same_wall", "swap", "chaos", "elemental", "ascension"],
        total_victory="1",
        draw="sudden_death",
        trade="direct",
        first="red",
        swap_blue="b1",
        swap_red="r1",
    )
    position = position_after(answer)
    assert set(position.rules) == {"same", "same_wall", "swap", "chaos", "ascension", "sudden_death"}
    assert b"Elemental does not go together with Ascension" in answer.content
    assert (position.draw, position.trade, position.first) == ("sudden_death", "direct", "red")
    assert position.total_victory and not position.own_cards_count and position.swap == ("b1", "r1")
    assert post(client, "v=1", "options", trade="everything").status_code == 400


def test_both_sides_are_played_stepped_through_and_played_otherwise(cards: None, client: Client) -> None:
    address = "v=1&trade=none&blue=A085~A001&red=A031~A002"
    for card, square in (("b1", "5"), ("r1", "2"), ("b2", "1")):
        answer = post(client, address, "place", card=card, square=square)
        assert answer.status_code == 200 and b"is placed on square" in answer.content
        address = urlsplit(answer["HX-Push-Url"]).query
    assert position_after(answer).moves == 3
    back = client.get(f"{EDITOR}?{address}&at=1").content.decode()
    assert "1 of 3" in back and "Ifrit is placed on square 5." in back
    watched = client.get(f"{EDITOR}?{address}&at=3&watch=1", headers={"HX-Request": "true"}).content.decode()
    assert 'class="is-placed"' in watched
    other = post(client, address, "place", at="1", card="r2", square="9")
    assert [part.moves for part in position_after(other).rounds] == [(("b1", 5), ("r2", 9))]


def test_an_illegal_placement_is_refused_and_loses_nothing(cards: None, client: Client) -> None:
    address = "v=1&blue=A085&red=A031&board=5r.A001"
    assert post(client, address, "place", card="b1", square="5").status_code == 400
    plain = post(client, address, "place", htmx=False, card="b1", square="5")
    assert plain.status_code == 400 and b"A card lies on that square already." in plain.content
    assert b"Ifrit" in plain.content
    assert post(client, address, "nothing").status_code == 400


def test_without_a_script_an_act_leads_to_its_address(cards: None, client: Client) -> None:
    answer = post(client, "v=1", "card", htmx=False, slot="b1", id="A085")
    assert answer.status_code == 302 and "A085.Ifrit" in answer["Location"]
    assert b"Ifrit" in client.get(answer["Location"]).content


def test_cards_are_found_by_name_and_by_id(cards: None, client: Client) -> None:
    for text in ("ifr", "IFRIT", "a85", "A085"):
        answer = post(client, "v=1", "find", slot="s5", q=text)
        assert b'value="A085"' in answer.content and "HX-Push-Url" not in answer
    assert b"No card is called that." in post(client, "v=1", "find", slot="s5", q="\u2603" * 80).content


def test_the_exported_record_is_judged_as_the_editor_says(cards: None, client: Client) -> None:
    address = "v=1&rules=same&trade=one&blue=A040&red=A001&board=2r.A076~4r.A094&moves=b15"
    answer = client.get(f"/editor/record.json?{address}")
    assert answer["Content-Disposition"].startswith("attachment")
    judged = json.loads(next(iter(referee_lines([answer.content]))))
    assert judged["error"] is None
    assert judged["rounds"][0]["moves"][0]["flips"] == [[2, "same"], [4, "same"]]
    assert b"Blue 3, red 1" in client.get(f"{EDITOR}?{address}").content


def test_the_end_and_what_is_due_are_told(cards: None, client: Client) -> None:
    address = "v=1&blue=A085&red=A001&board=" + "~".join(f"{n}r.A003" for n in range(2, 9)) + "&moves=b11.r19"
    page = client.get(f"{EDITOR}?{address}").content.decode()
    assert "wins" in page and ("may choose" in page or "may take all" in page)


def _record_text(record: Mapping[str, Any]) -> str:
    return json.dumps(record)


def test_a_record_is_imported_by_paste_and_by_file(cards: None, client: Client) -> None:
    record = a_record(Random(7))
    pasted = position_after(post(client, "v=1", "import", record=_record_text(record)))
    file = SimpleUploadedFile("match.json", (_record_text(record) + "\n").encode())
    sent = position_after(post(client, "v=1", "import", file=file))
    assert pasted == sent and result(pasted.to_record())["winner"] == result(record)["winner"]


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("no json", "This is no record"),
        ("[1, 2]", "This is no record"),
        ("{}", "This record cannot be used. It is not in the form of a record."),
        ("[" * 5000, "This is no record"),
        (
            '{"id": "x", "rules": ["fly"], "hands": {"blue": [], "red": []}, "rounds": []}',
            "This record cannot be used.",
        ),
        ('{"id": "x", "level": 1e999}', "This is no record"),
        ("x" * 500_001, "This record is too long to be one match."),
    ],
)
def test_a_record_that_is_none_gets_a_sentence(cards: None, client: Client, record: str, sentence: str) -> None:
    answer = client.post(
        EDITOR, {"position": "v=1", "do": "import", "record": record}, headers={"Accept": "application/json"}
    )
    assert answer.status_code == 400 and sentence in answer.content.decode()


def test_a_record_with_a_wrong_move_is_kept_up_to_it(cards: None, client: Client) -> None:
    record = a_record(Random(7))
    record["rounds"][0]["moves"] = [*record["rounds"][0]["moves"][:2], ["nobody", 1]]
    del record["rounds"][1:]
    answer = post(client, "v=1", "import", record=_record_text(record))
    assert position_after(answer).moves == 2
    assert b"The referee stopped in this record." in answer.content


def test_nothing_is_written(cards: None, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_max_num_queries(4) as captured:
        post(client, "v=1&blue=A001&red=A002", "place", card="b1", square="1")
    assert all(
        query["sql"].lstrip().upper().startswith(("SELECT", "SAVEPOINT", "RELEASE"))
        for query in captured.captured_queries
    )


def test_every_rule_can_be_chosen(cards: None, client: Client) -> None:
    page = client.get(EDITOR).content.decode()
    for name in RULES:
        assert f'value="{name}"' in page


def test_a_match_that_is_over_opens_in_the_editor_and_one_that_goes_on_does_not(match: Match, client: Client) -> None:
    address = reverse("matches:editor-match", args=(match.pk,))
    assert client.get(address, headers={"Accept": "application/json"}).status_code == 409
    match_leave(match_id=match.pk, user=match.seats.get(colour="red").user)
    opened = client.get(address)
    assert opened.status_code == 302
    position, said = read(urlsplit(opened["Location"]).query)
    assert said == [] and result(position.to_record())["ended"] == Match.objects.get(pk=match.pk).ended
