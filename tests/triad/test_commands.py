"""The line itself: how it is read, what is said of one that is no command, help, what it goes on with, and who may."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from accounts.services.guests import guest_make
from tests.commands import Speaker, says
from triad.commands.parse import LONGEST_LINE, read_line
from triad.commands.registry import all_commands

#: The commands of document 000, as they are written there.
WRITTEN = """
+TT/Starter
+TT/Stash
+TT/Detail
+TT/Stats <Name>
+TT/Deck Create=<Name>
+TT/Deck Delete=<Name>
+TT/Deck List
+TT/Deck Add=<Card1>,<Card2>,...
+TT/Deck Rem=<Card1>,<Card2>,...
+TT/Deck Check=<Name>
+TT/Game <Name>=<Deck>/<Rules...>
+TT/Accept <Deck>
+TT/Refuse
+TT/Spectate Join=<Name>
+TT/Spectate Leave
+TT/Option <Option>
+TT/Play <Card>=<Position>
+TT/Grid
+TT/Choose <Card>,<Card>,...
+TT/WinList
+TT/Cancel
+TT/List <Series>/<Level or All>
+TT/Buy Random=<Series>/<Level>
+TT/Buy Card=<Name>
+TT/Custom <Name>/<Level>=<Up> <Left> <Right> <Down> <Elemental>=<Text>
+TT/Help Random=<Level>
"""


def test_every_command_is_there_as_it_is_written() -> None:
    written = WRITTEN.split("\n")[1:-1]
    known = {command.syntax: command for command in all_commands()}
    assert len(written) == 26 and set(written) <= set(known)
    for syntax in written:
        command, rest = read_line(syntax)
        assert command is known[syntax] and (rest == "" or rest[0] in "<"), syntax


@pytest.mark.parametrize(
    ("line", "name", "rest"),
    [
        ("+TT/Deck Add=A001, Ifrit", "Deck Add", "A001, Ifrit"),
        ("+tt/deck add = a001", "Deck Add", "a001"),
        ("  + TT / DECK_ADD=a", "Deck Add", "a"),
        ("deck-add=a", "Deck Add", "a"),
        ("+TT/DeckAdd=a", "Deck Add", "a"),
        ("/play Ifrit=5", "Play", "Ifrit=5"),
        (":WINLIST", "WinList", ""),
        ("+TT/win list", "WinList", ""),
        ("+TT/List", "List", ""),
        ("+TT/List A/All", "List", "A/All"),
        ("+TT/Help Random=5", "Help Random", "5"),
        ("+TT/Help Play", "Help", "Play"),
        ("+TT/Custom Ultros/5=3 4 5 6 Water=a=b\nc", "Custom", "Ultros/5=3 4 5 6 Water=a=b c"),
    ],
)
def test_a_line_is_read_in_any_case_and_spelling(line: str, name: str, rest: str) -> None:
    command, found = read_line(line)
    assert (command.name, found) == (name, rest)


@pytest.mark.parametrize(
    ("line", "code", "nearest"),
    [
        ("+TT/Plya Ifrit=5", "unknown_command", "+TT/Play <Card>=<Position>"),
        ("+TT/Stsh", "unknown_command", "+TT/Stash"),
        ("+TT/Deck Creat=Fire", "unknown_command", "+TT/Deck Create=<Name>"),
        ("+TT/Deck", "unknown_command", "+TT/Deck List"),
        ("+TT/Dek Check=a", "unknown_command", "+TT/Deck Check=<Name>"),
        ("+TT/Spectate Bob", "unknown_command", "+TT/Spectate Join=<Name>"),
        ("+TT/Stat Alice", "unknown_command", "+TT/Stats <Name>"),
        ("+TT/Plan Ifrit=5", "unknown_command", "+TT/Play <Card>=<Position>"),
        ("+TT/BuyCrad=Ifrit", "unknown_command", "+TT/Buy Card=<Name>"),
        ("say hi", "unknown_command", "+TT/Help"),
        ("+TT/xyzzy", "unknown_command", "+TT/Help"),
        ("", "nothing_said", "+TT/Help"),
        ("+TT/", "nothing_said", "+TT/Help"),
        ("+TT/Play " + "x" * LONGEST_LINE, "too_long", str(LONGEST_LINE)),
    ],
)
def test_what_is_no_command_gets_the_nearest(db: None, line: str, code: str, nearest: str) -> None:
    told = says(None, line)
    assert (told.status, told.code) == (400, code) and nearest in told.text


@pytest.mark.parametrize(
    "line", ["+TT/Help", "+tt/help play", "+TT/Help +TT/Deck Add", "+TT/Help deck", "+TT/Help plya"]
)
def test_help_is_for_everybody(db: None, line: str) -> None:
    told = says(None, line)
    assert told.status == 200 and "+TT/" in told.text and told.url == "/command/"


def test_help_of_what_is_nothing_is_refused(db: None) -> None:
    assert says(None, "+TT/Help xyzzy").status == 404


#: What a visitor may say; the others need at least a guest.
OPEN = {"Help", "Help Random", "List", "Stats", "Spectate Join", "Spectate Leave", "Grid"}
#: What a guest may say besides: to play the match that a guest has.
FOR_GUESTS = OPEN | {"Play", "Choose", "WinList", "Option", "Cancel", "Yes"}


def test_visitors_and_guests_get_a_sentence(db: None) -> None:
    client = Client()
    for command in all_commands():
        answer = client.post("/command/", {"line": f"+TT/{command.name}"}, headers={"Accept": "application/json"})
        code = answer.json().get("error", {}).get("code", "")
        refused = command.name not in OPEN
        assert (answer.status_code == 403 and code == "sign_in_first") is (refused or command.name == "Stats"), command
    guest = guest_make()
    session = client.session
    session["guest_id"] = guest.pk
    session.save()
    for command in all_commands():
        answer = client.post("/command/", {"line": f"+TT/{command.name}"}, headers={"Accept": "application/json"})
        code = answer.json().get("error", {}).get("code", "")
        assert (code == "needs_account") is (command.name not in FOR_GUESTS), command
        assert answer.status_code < 500


def test_what_is_typed_is_shown_as_text_and_stays(alice: User) -> None:
    answer = Speaker(alice).post("+TT/Deck Check=<img src=x>", headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert answer.status_code == 404 and "data-done" not in page
    assert "<img" not in page and "&lt;img src=x&gt;" in page
    page = Speaker(alice).post('+TT/Deck Check="><b>').content.decode()
    assert 'value="+TT/Deck Check=&quot;&gt;&lt;b&gt;"' in page and 'role="alert"' in page


def test_only_posts_with_their_token_do_something(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert client.post("/command/", {"line": "+TT/Deck Create=Fire"}).status_code == 403
    assert Speaker(alice).client.put("/command/").status_code == 405
    assert Speaker(alice).client.post("/command/options/", {"line": "a"}).status_code == 405
    assert not alice.decks.exists()


def test_the_page_explains_every_command_and_works_without_scripts(alice: User) -> None:
    speaker = Speaker(alice)
    page = speaker.page("/command/")
    assert all(f"+TT/{command.name}" in page for command in all_commands())
    answer = speaker.client.post("/command/", {"line": "+TT/Deck Create=Fire"})
    assert answer.status_code == 200 and "Fire" in answer.content.decode() and alice.decks.count() == 1


def test_text_that_nothing_can_hold_is_refused(alice: User) -> None:
    answer = Speaker(alice).post("+TT/Deck Create=a\x00b", headers={"HX-Request": "true"})
    assert answer.status_code == 400 and answer["HX-Reswap"] == "none"


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("", "+TT/Starter"),
        ("+TT/st", "+TT/Starter"),
        ("pl", "+TT/Play "),
        ("+tt/deckc", "+TT/Deck Create="),
        ("+TT/Help Random=", "+TT/Help Random=1"),
        ("+TT/Option pr", "+TT/Option Private"),
        ("+TT/Custom Ultros/5=3 4 5 6 wa", "+TT/Custom Ultros/5=3 4 5 6 Water="),
    ],
)
def test_a_line_goes_on(alice: User, line: str, first: str) -> None:
    assert Speaker(alice).options(line)[0] == first


def test_nothing_is_offered_where_nothing_is_known(alice: User) -> None:
    speaker = Speaker(alice)
    for line in ("+TT/xyzzy", "+TT/Grid ", "+TT/Play a", "x" * 900, "+TT/Choose ", "+TT/Deck Rem="):
        assert speaker.options(line) == []
    assert Speaker(None).options("+TT/Game a") == []


def test_nothing_waits_for_a_yes(alice: User) -> None:
    assert says(alice, "+TT/Yes").code == "nothing_asked"


def test_an_address_of_the_page_that_is_none_breaks_nothing(alice: User) -> None:
    for page in ("http://[oops/matches/1/", f"http://site/matches/{10**25}/", f"http://site/matches/{'9' * 5000}/"):
        browser = Client(headers={"HX-Current-URL": page, "Accept": "application/json"})
        browser.force_login(alice)
        for line in ("+TT/Grid", "+TT/Spectate Leave"):
            assert browser.post("/command/", {"line": line}).status_code == 404
        assert browser.get("/command/options/", {"line": "+TT/"}).status_code == 200
