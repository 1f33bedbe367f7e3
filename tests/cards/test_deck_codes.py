"""Deck codes: every five cards have one, it keeps their order, and a wrong one is noticed and told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.deck_codes import ALPHABET, CARDS, DIGITS, LENGTH, SERIES_SIGNS, _check_sign, deck_code, deck_of_code
from triad.errors import GameError

SERIES = st.text(SERIES_SIGNS, min_size=1, max_size=2)
CARD_IDS = st.builds(lambda code, number: f"{code}{number:03}", SERIES, st.integers(1, 999))
DECKS = st.lists(CARD_IDS, min_size=5, max_size=5)
EDGES = [["0001"] * 5, ["ZZ999"] * 5, ["Z999"] * 5, ["A001", "A002", "AA001", "0A999", "A001"]]
LOW = ["A001", "A002", "A003", "A004", "A005"]


@given(DECKS)
def test_a_code_gives_its_five_cards_back_in_their_order(cards: list[str]) -> None:
    code = deck_code(cards)
    assert deck_of_code(code) == cards
    assert len(code) == LENGTH and set(code) <= set(ALPHABET)


@pytest.mark.parametrize("cards", EDGES)
def test_the_first_and_the_last_cards_there_could_be_have_codes(cards: list[str]) -> None:
    assert deck_of_code(deck_code(cards)) == cards


def test_another_order_is_another_code() -> None:
    assert deck_code(LOW) != deck_code(LOW[::-1])


def test_every_card_has_room() -> None:
    assert len(ALPHABET) ** DIGITS >= CARDS**5


@given(DECKS, st.integers(0, LENGTH - 1), st.sampled_from(ALPHABET))
def test_one_wrong_sign_is_always_noticed(cards: list[str], place: int, sign: str) -> None:
    code = deck_code(cards)
    wrong = code[:place] + sign + code[place + 1 :]
    if wrong != code:
        with pytest.raises(GameError):
            deck_of_code(wrong)


@given(st.text(ALPHABET, min_size=DIGITS, max_size=DIGITS))
def test_a_text_that_is_read_is_the_code_of_what_it_names(body: str) -> None:
    code = body + _check_sign(body)
    try:
        cards = deck_of_code(code)
    except GameError:
        return
    assert deck_code(cards) == code


@given(st.text())
def test_any_text_is_read_or_refused_with_a_sentence(text: str) -> None:
    try:
        assert len(deck_of_code(text)) == 5
    except GameError as refused:
        assert refused.code == "deck_code" and refused.message


def test_a_code_is_read_as_people_type_it() -> None:
    code = deck_code(LOW)
    typed = f" {code[:6].lower()}-{code[6:12].replace('0', 'o')} {code[12:].replace('1', 'l')} "
    assert deck_of_code(typed) == LOW


def test_the_alphabet_and_the_layout_never_change() -> None:
    assert deck_of_code("1037KQVXACQ48Q74SB38TW") == LOW


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Type or paste"),
        (" - - ", "Type or paste"),
        ("A001", "it has 4 signs; a code has 22."),
        ("1" * 10_000, "it has 80 signs; a code has 22."),
        ("<script>", "signs that no code has"),
        ("٣" * 22, "signs that no code has"),
        ("ß" * 11, "signs that no code has"),
        ("U" * 22, "signs that no code has"),
        ("0" * 22, "check sign"),
        ("Z" * 21 + _check_sign("Z" * 21), "names no five cards"),
    ],
)
def test_a_wrong_code_is_told_why(text: str, sentence: str) -> None:
    with pytest.raises(GameError) as refused:
        deck_of_code(text)
    assert sentence in refused.value.message
    assert refused.value.status == 400


@pytest.mark.parametrize("cards", [[], LOW[:4], [*LOW, "A006"], [*LOW[:4], "A000"], [*LOW[:4], "a001"], ["A1"] * 5])
def test_what_is_no_five_cards_has_no_code(cards: list[str]) -> None:
    with pytest.raises(ValueError, match="card"):
        deck_code(cards)
