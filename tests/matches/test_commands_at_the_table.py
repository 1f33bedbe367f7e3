"""Play, Grid, WinList and Choose: said rightly and wrongly, what the page shows after it, and that no hidden card is
told."""

from __future__ import annotations

import pytest

from accounts.models import User
from matches.engine import legal_moves
from matches.live.state import MatchState
from matches.models import Match, Move
from matches.queries.records import seats, standing
from tests.commands import Speaker, says
from tests.conftest import Clock
from tests.matches import rows, world


def hand(match: Match, user: User) -> list[str]:
    """The names of the cards that a player holds."""
    round = MatchState.load(match.pk).standing.round
    assert round is not None
    colour = next(colour for colour, seat in seats(match).items() if seat.user == user)
    return [card.name for card in round.hands[colour]]


def won(match: Match) -> tuple[Match, User, User]:
    """A match played to its end, its winner, and the loser."""
    world.match_play(match)
    match.refresh_from_db()
    assert match.state == Match.State.CHOOSING
    by = match.claim["by"]  # type: ignore[index]
    players = seats(match)
    return match, players[by].user, players["red" if by == "blue" else "blue"].user


def test_a_card_is_placed_by_its_name_and_the_page_shows_it(match: Match) -> None:
    user = world.turn_user(match)
    name = hand(match, user)[0]
    speaker = Speaker(user)
    told = speaker.say(f"+TT/Play {name.upper()}=5")
    assert told.status == 200 and f"You place {name} on 5." in told.text and told.url == f"/matches/{match.pk}/"
    assert Move.objects.get(match=match).square == 5
    assert f"Square 5: {name}" in speaker.page(f"/matches/{match.pk}/")


def test_on_its_page_the_table_comes_with_the_answer(match: Match) -> None:
    user = world.turn_user(match)
    name, speaker = hand(match, user)[0], Speaker(user)
    answer = speaker.post(f"+TT/Play {name}=1", page=f"/matches/{match.pk}/", headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert "data-done" in page and 'id="match-board"' in page and 'hx-swap-oob="true"' in page
    elsewhere = Speaker(world.turn_user(Match.objects.get()))
    name = hand(match, world.turn_user(Match.objects.get()))[0]
    answer = elsewhere.post(f"+TT/Play {name}=2", page="/", headers={"HX-Request": "true"})
    assert "data-done" in answer.content.decode() and "match-board" not in answer.content.decode()


@pytest.mark.parametrize(
    ("rest", "status", "code"),
    [
        ("", 400, "wrong_use"),
        ("{own}", 400, "wrong_use"),
        ("{own}=", 400, "wrong_use"),
        ("=5", 400, "wrong_use"),
        ("{own}=0", 400, "no_such_square"),
        ("{own}=10", 400, "no_such_square"),
        ("{own}=five", 400, "no_such_square"),
        ("Card 30=5", 400, "not_in_hand"),
        ("Nobody=5", 404, "no_card"),
        ("b1=5", 404, "no_card"),
    ],
)
def test_a_placement_said_wrongly_places_nothing(match: Match, rest: str, status: int, code: str) -> None:
    user = world.turn_user(match)
    told = says(user, f"+TT/Play {rest.format(own=hand(match, user)[0])}")
    assert (told.status, told.code) == (status, code) and told.text
    assert not Move.objects.filter(match=match).exists()


def test_a_taken_square_another_s_turn_and_no_match_are_refused(match: Match, charlie: User) -> None:
    user = world.turn_user(match)
    names = hand(match, user)
    assert says(user, f"+TT/Play {names[0]}=5").status == 200
    assert says(user, f"+TT/Play {names[1]}=6").code == "not_your_turn"
    match.refresh_from_db()
    other = world.turn_user(match)
    assert says(other, f"+TT/Play {hand(match, other)[0]}=5").code == "square_taken"
    assert says(charlie, "+TT/Play Card 1=1").code == "no_match_now"
    assert says(charlie, "+TT/Play Card 1=1", page=f"/matches/{match.pk}/").code == "no_match_now"


def test_the_grid_draws_board_ranks_and_score(match: Match, charlie: User) -> None:
    user = world.turn_user(match)
    name = hand(match, user)[0]
    says(user, f"+TT/Play {name}=1")
    state = MatchState.load(match.pk)
    assert state.standing.round is not None
    up, right, down, left = ("A" if rank == 10 else str(rank) for rank in state.standing.round.board[1].card.ranks)
    told = says(user, "+TT/Grid")
    rows = [line.split("|")[1].split() for line in told.text.splitlines() if line.startswith("|")][:5]
    owner = "B" if state.standing.round.board[1].colour == "blue" else "R"
    assert rows == [["1"], [up], [left, owner, right], [down], name.split()]
    assert "alice (Blue)" in told.text or "alice (Blue)" in told.text.replace("\n", " ")
    watched = says(charlie, "+TT/Grid", page=f"/matches/{match.pk}/")
    assert watched.status == 200 and watched.text.count("+------------+------------+------------+") == 4
    assert says(charlie, "+TT/Grid").code == "no_match_now"
    assert says(user, "+TT/Grid 5").code == "wrong_use"


def test_the_grid_tells_labels_of_walls_whatever_else_stands_on_their_squares(players: tuple[User, User]) -> None:
    walls = {"1": ["left", "+", 14], "3": ["up", "-", 10], "9": ["down", "=", 10]}
    draws = {"walls": walls, "elements": {"1": "thunder", "3": "thunder", "9": "poison"}}
    match = rows.match_write(rows.record(("power_wall", "elemental"), [["b1", 3]], **draws), *players)
    board = says(players[0], "+TT/Grid", page=f"/matches/{match.pk}/").text
    assert all(label in board for label in ("→+14", "↓−10", "↑=10", "1 thunder", "3 thunder −1", "9 poison"))
    assert {len(line) for line in board.splitlines() if line[:1] in ("|", "+")} == {40}


def test_a_hidden_hand_is_told_to_nobody(players: tuple[User, User], charlie: User) -> None:
    alice, bob = players
    match = world.match_make(alice, bob, rules=("same",))
    page = f"/matches/{match.pk}/"
    # Alice brings the five lowest, Bob cards that she has not.
    others = [card["name"] for card in match.setup["hands"]["red"]]
    own = [card["name"] for card in match.setup["hands"]["blue"]]
    for speaker in (Speaker(charlie), Speaker(None)):
        text = speaker.say("+TT/Grid", page=page).text
        assert "Card" not in text.replace("Cards", "") and text.count("5 cards face down.") == 2
    text = Speaker(alice).say("+TT/Grid").text
    assert all(name in text for name in own) and text.count("5 cards face down.") == 1
    for line in ("+TT/Play ", "+TT/Choose ", "+TT/Play Card"):
        offered = " ".join(Speaker(alice).options(line, page=page))
        assert not any(f"{name}=" in offered for name in set(others) - set(own))
    assert Speaker(charlie).options("+TT/Play ", page=page) == []


def test_equal_cards_are_played_one_after_the_other(players: tuple[User, User]) -> None:
    alice, bob = players
    twice = world.copies_give(alice, ["A001"])[0]
    first = alice.copies.get(card_id="A001", slot=1)
    others = alice.copies.filter(card_id__in=["A002", "A003", "A004"])
    match = world.match_make(alice, bob, copies=[first.pk, twice.pk, *others.values_list("pk", flat=True)])
    for square in (1, 2, 3, 4):
        match.refresh_from_db()
        user = world.turn_user(match)
        name = "Card 1" if user == alice else hand(match, bob)[-1]
        assert says(user, f"+TT/Play {name}={square}").status == 200
    played = [move.card for move in Move.objects.filter(match=match) if move.card.startswith("b")]
    assert len(played) == 2 and len(set(played)) == 2


def test_spoils_are_listed_and_chosen(match: Match) -> None:
    match, winner, loser = won(match)
    speaker = Speaker(winner)
    claim = list(match.setup["hands"]["red" if seats(match)["blue"].user == winner else "blue"])
    told = speaker.say("+TT/WinList")
    assert told.status == 200 and all(card["name"] in told.text for card in claim) and "Choose 1 card" in told.text
    assert says(loser, "+TT/WinList").code == "not_the_winner"
    for name in (claim[0]["name"], "Card 30", "Nobody"):
        assert says(loser, f"+TT/Choose {name}").code == "not_the_winner"
    for line, code in (
        ("+TT/Choose", "nothing_chosen"),
        ("+TT/Choose Nobody", "no_card"),
        ("+TT/Choose Card 30", "not_in_hand"),
        (f"+TT/Choose {claim[0]['name']},{claim[1]['id']}", "too_many"),
    ):
        assert speaker.say(line).code == code, line
    assert speaker.options("+TT/Choose ")[-1] == "+TT/Choose None"
    before = winner.copies.filter(card_id=claim[0]["id"]).count()
    chosen = speaker.say(f"+tt/choose {claim[0]['name'].lower()}", page=f"/matches/{match.pk}/")
    assert chosen.status == 200 and f"{winner.username} takes {claim[0]['name']}" in chosen.text
    assert winner.copies.filter(card_id=claim[0]["id"]).count() == before + 1
    assert f"takes {claim[0]['name']}" in speaker.page(f"/matches/{match.pk}/")
    assert speaker.say("+TT/WinList").code == "no_match_now"
    assert speaker.say("+TT/Choose None", page=f"/matches/{match.pk}/").code == "spoils_chosen"


def test_a_winner_may_take_none_and_nobody_leaves_before(match: Match) -> None:
    match, winner, loser = won(match)
    assert says(loser, "+TT/Cancel").code == "match_over"
    assert says(winner, "+TT/Play Card 1=1").code == "match_over"
    told = says(winner, "+TT/Choose NONE")
    match.refresh_from_db()
    assert told.status == 200 and match.state == Match.State.OVER and "No card changes hands" in told.text


def test_while_it_is_played_there_is_nothing_to_choose(match: Match) -> None:
    user = world.turn_user(match)
    assert says(user, "+TT/WinList").code == "no_spoils"
    assert says(user, "+TT/Choose None").code == "still_playing"


def test_what_is_overdue_is_settled_before_a_command(match: Match, clock: Clock) -> None:
    user = world.turn_user(match)
    name = hand(match, user)[0]
    clock.advance(61)
    told = says(user, f"+TT/Play {name}=9")
    assert told.status == 409 and Move.objects.get(match=match).by_clock


def test_a_match_can_be_played_by_commands_alone(match: Match) -> None:
    for _placement in range(60):
        match.refresh_from_db()
        if match.state != Match.State.PLAYING:
            break
        at = standing(match)
        assert at.round is not None
        user, move = world.turn_user(match), legal_moves(at.round)[0]
        name = next(card.name for cards in at.round.hands.values() for card in cards if card.key == move.card)
        line = f"+TT/Play {name}={move.square}"
        assert line in Speaker(user).options(f"+TT/Play {name}=") or Move.objects.count() % 9 == 8
        assert says(user, line).status == 200
    assert match.state != Match.State.PLAYING or Move.objects.filter(match=match).count() == 60
