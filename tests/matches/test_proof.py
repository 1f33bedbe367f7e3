"""The pages that prove the draws of a match, to whom they are shown, and what they say to bad records."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from cards.models import Card
from matches.models import Match, Option
from matches.queries.proof import LONGEST_RECORD
from matches.queries.records import record
from matches.services.leaving import match_leave
from matches.services.robots import robot_match_start, robots_load
from tests.engine.test_verify import a_proved_record, spoil
from tests.matches import world

pytestmark = pytest.mark.django_db

ANY = "/proof/"


def place(match: Match, what: str = "proof/") -> str:
    return f"/matches/{match.pk}/{what}"


@pytest.fixture
def over(match: Match, players: tuple[User, User]) -> Match:
    """A match that Bob left after six placements."""
    for _placement in range(6):
        world.placement_play(match)
    match_leave(match_id=match.pk, user=players[1])
    match.refresh_from_db()
    return match


def test_while_it_runs_the_page_tells_what_binds_the_site_and_not_the_seed(client: Client, match: Match) -> None:
    page = client.get(place(match)).content.decode()
    assert match.seed.commitment in page and match.additions["red"] in page
    assert match.seed.secret not in page and "still being played" in page and "proof-page.js" not in page
    answer = client.get(place(match, "proof.json"), headers={"Accept": "application/json"})
    assert answer.status_code == 409 and answer.json()["error"]["code"] == "still_playing"


def test_when_it_is_over_everybody_gets_the_seed_and_the_servers_own_check(client: Client, over: Match) -> None:
    page = client.get(place(over)).content.decode()
    for text in (over.seed.secret, over.seed.commitment, over.additions["red"], "verify_deal", "proof-page.js"):
        assert text in page
    assert "<noscript>" in page and "2 of 2 draws agree" in page
    found = client.get(place(over, "proof.json")).json()
    assert found["error"] == "" and found["lists"] == {}
    assert [(each["label"], each["agrees"]) for each in found["checks"]] == [("commitment", True), ("first", True)]


def test_the_seed_is_there_while_the_spoils_are_chosen(client: Client, match: Match) -> None:
    match = world.match_play(match)
    assert match.state == Match.State.CHOOSING
    assert client.get(place(match, "record.json")).json()["seed"] == match.seed.secret
    assert match.seed.secret in client.get(place(match)).content.decode()


def test_the_match_leads_to_its_proof(client: Client, over: Match) -> None:
    assert client.get(place(over, "")).content.decode().count(f'href="{place(over)}"') >= 1


def test_a_private_match_is_proved_to_its_players_only(client: Client, over: Match, players: tuple[User, User]) -> None:
    Match.objects.filter(pk=over.pk).update(option=Option.PRIVATE)
    for what in ("proof/", "proof.json", "record.json"):
        client.logout()
        assert client.get(place(over, what)).status_code == 403
        client.force_login(players[0], backend="django.contrib.auth.backends.ModelBackend")
        assert client.get(place(over, what)).status_code == 200


def test_there_is_no_proof_of_no_match_and_nothing_to_post(client: Client, over: Match) -> None:
    assert client.get("/matches/999999/proof/").status_code == 404
    assert client.get("/matches/999999/proof.json").status_code == 404
    assert client.post(place(over)).status_code == 405
    assert client.put(ANY).status_code == 405


def shown_notes(page: str) -> set[str]:
    notes = page.split('data-note="')[1:]
    return {note.split('"')[0] for note in notes if not note.split(">")[0].endswith("hidden")}


def test_what_is_not_proved_is_said(client: Client, over: Match) -> None:
    assert shown_notes(client.get(place(over)).content.decode()) == {"added_red"}
    Match.objects.filter(pk=over.pk).update(
        additions={"blue": "", "red": ""}, setup={**over.setup, "first_named": True}
    )
    assert shown_notes(client.get(place(over)).content.decode()) == {"added_none", "first_named"}
    Match.objects.filter(pk=over.pk).update(
        additions={"blue": "ab" * 16, "red": "cd" * 16}, setup={**over.setup, "rules": ["random"]}
    )
    assert shown_notes(client.get(place(over)).content.decode()) == {"no_pool"}


def test_a_record_of_the_database_that_was_tampered_with_is_told(client: Client, over: Match) -> None:
    Match.objects.filter(pk=over.pk).update(additions={"blue": "ab" * 16, "red": over.additions["red"]})
    checks = [deal["agrees"] for deal in client.get(place(over, "proof.json")).json()["checks"]]
    assert checks[0] is True
    over.seed.commitment = "0" * 64
    over.seed.save()
    assert client.get(place(over, "proof.json")).json()["checks"][0]["agrees"] is False


def checked(client: Client, text: str) -> Any:
    return client.post(ANY, {"record": text}, headers={"Accept": "application/json"})


def test_any_record_is_checked_as_page_and_as_json(client: Client) -> None:
    whole = a_proved_record()
    found = checked(client, json.dumps(whole)).json()
    assert all(each["agrees"] for each in found["checks"]) and not found["error"]
    kinds = {label.split("/")[0] for label in found["lists"]}
    assert kinds == {"chaos", "timeout", "trade"}
    page = client.post(ANY, {"record": json.dumps(whole)}).content.decode()
    assert f"{len(found['checks'])} of {len(found['checks'])} draws agree" in page
    file = SimpleUploadedFile("record.json", json.dumps(whole).encode())
    assert "draws agree" in client.post(ANY, {"file": file, "record": ""}).content.decode()


@pytest.mark.parametrize("label", ["first", "swap", "elements/0", "timeout/0/0", "trade"])
def test_the_server_tells_a_tampered_draw_by_its_label(client: Client, label: str) -> None:
    whole = a_proved_record()
    spoil(whole, label)
    checks = checked(client, json.dumps(whole)).json()["checks"]
    assert label in [each["label"] for each in checks if not each["agrees"]]
    page = client.post(ANY, {"record": json.dumps(whole)}).content.decode()
    assert f'data-state="differs" data-label="{label}"' in page


def test_a_record_that_breaks_the_rules_is_checked_up_to_there(client: Client) -> None:
    whole = a_proved_record()
    whole["rounds"][0]["moves"][4] = whole["rounds"][0]["moves"][3]
    whole["rounds"][0]["clock"] = [0, 1, 2]
    found = checked(client, json.dumps(whole)).json()
    assert found["error"] and "timeout/0/2" in found["lists"]


HUGE = "9" * 5000
BAD = {
    "nothing": ("", "no_record"),
    "blank": ("  \n", "no_record"),
    "too long": ("x" * (LONGEST_RECORD + 1), "record_too_long"),
    "no JSON": ("{", "bad_json"),
    "a list": ("[]", "bad_json"),
    "no number": ('{"id": NaN}', "bad_json"),
    "an infinite number": (
        json.dumps({**a_proved_record(), "commitment": 0}).replace('t": 0', 't": 1e999'),
        "bad_json",
    ),
    "too deep": ("[" * 5000 + "]" * 5000, "bad_json"),
    "deep": ('{"id":' + "[" * 50 + "]" * 50 + "}", "bad_json"),
    "a huge number": (f'{{"id": {HUGE}}}', "bad_json"),
    "half a character": ('{"id": "\\ud800"}', "bad_json"),
    "no record": ("{}", "no_proof"),
    "no seed": (json.dumps({**a_proved_record(), "seed": None}), "no_proof"),
    "a short seed": (json.dumps({**a_proved_record(), "seed": "abcd"}), "no_proof"),
    "a pool that is none": (json.dumps({**a_proved_record(), "pool": {"blue": [1]}}), "no_proof"),
    "a pool of words": (json.dumps({**a_proved_record(), "pool": {"blue": [["b1", "x"]]}}), "no_proof"),
}


@pytest.mark.parametrize(("text", "code"), BAD.values(), ids=BAD)
def test_what_cannot_be_checked_gets_a_sentence_and_is_kept(client: Client, text: str, code: str) -> None:
    answer = checked(client, text)
    assert answer.status_code == 400 and answer.json()["error"]["code"] == code and answer.json()["error"]["text"]
    answer = client.post(ANY, {"record": text})
    assert answer.status_code == 400 and 'role="alert"' in answer.content.decode()
    if code == "no_proof" and text != "{}":
        assert text[2:30].replace('"', "&quot;") in answer.content.decode()


@pytest.mark.parametrize("clock", [[True], [-1], [10**30], {"0": 1}, "0", [0, 0], [0] * 50_000])
def test_clocks_that_are_none_are_refused(client: Client, clock: Any) -> None:
    whole = a_proved_record()
    whole["rounds"][0]["clock"] = clock
    assert checked(client, json.dumps(whole)).json()["error"]["code"] == "no_proof"


def test_the_record_of_two_great_collections_is_not_too_long(client: Client) -> None:
    whole = a_proved_record()
    whole["pool"] = {
        colour: [[f"{colour[0]}{number}", 10] for number in range(1, 10_001)] for colour in ("blue", "red")
    }
    whole["rounds"] *= 25
    found = checked(client, json.dumps(whole)).json()
    assert {"random/blue", "random/red"} <= {check["label"] for check in found["checks"]}


def test_pasted_text_is_never_markup(client: Client) -> None:
    whole = {**a_proved_record(), "drawn": "</textarea><script>alert(1)</script>", "commitment": "<b>x"}
    page = client.post(ANY, {"record": json.dumps(whole)}).content.decode()
    assert "<script>alert" not in page and "<b>x" not in page and "&lt;b&gt;x" in page


# -- the command line ---------------------------------------------------------------------------------------------


def saved(match: Match, folder: Path, client: Client) -> Path:
    """The record as the site hands it out, in a file."""
    file = folder / f"{match.pk}.json"
    file.write_bytes(client.get(place(match, "record.json")).content)
    return file


def refereed(file: Path) -> dict[str, Any]:
    out = io.StringIO()
    call_command("referee", str(file), stdout=out)
    (line,) = out.getvalue().splitlines()
    found: dict[str, Any] = json.loads(line)
    return found


def verified(file: Path) -> str:
    out = io.StringIO()
    call_command("verify_deal", str(file), stdout=out)
    return out.getvalue()


def test_referee_and_verify_deal_read_a_forfeit_as_the_site_hands_it_out(
    client: Client, players: tuple[User, User], tmp_path: Path
) -> None:
    match = world.match_make(*players, house="tffo", rules=("same",), trade="one")
    for _placement in range(5):
        world.placement_play(match)
    match_leave(match_id=match.pk, user=players[0])
    match.refresh_from_db()
    file = saved(match, tmp_path, client)
    found = refereed(file)
    assert (found["winner"], found["ended"], found["error"]) == (match.winner, "forfeit", None)
    assert found["claim"] == match.claim
    assert "Every draw" in verified(file)


def test_referee_and_verify_deal_read_a_match_that_was_not_finished(
    client: Client, over: Match, tmp_path: Path
) -> None:
    file = saved(over, tmp_path, client)
    found = refereed(file)
    assert (found["winner"], found["ended"], found["claim"]) == (None, "did_not_finish", None)
    assert "Every draw" in verified(file)
    whole = json.loads(file.read_text())
    file.write_text(json.dumps({**whole, "seed": "00" * 32}))
    with pytest.raises(CommandError, match="draws differ"):
        verified(file)


def test_verify_deal_composes_random_hands_as_the_house_does(
    client: Client, players: tuple[User, User], tmp_path: Path
) -> None:
    for user in players:
        world.copies_give(user, [f"A{number:03}" for number in range(19, 31)])
    match = world.match_make(*players, house="ffviii", rules=("random",), trade="none", copies=None)
    match_leave(match_id=match.pk, user=players[1])
    file = saved(match, tmp_path, client)
    assert "Every draw" in verified(file)
    whole = json.loads(file.read_text())
    assert all(sum(card["level"] >= 7 for card in hand) == 2 for hand in whole["hands"].values())
    labels = [each["label"] for each in client.get(place(match, "proof.json")).json()["checks"]]
    assert "random/blue" in labels and "random/red" in labels


def test_a_record_survives_later_changes_of_its_cards(
    client: Client, match: Match, players: tuple[User, User], tmp_path: Path
) -> None:
    match = world.match_play(match)
    file = saved(match, tmp_path, client)
    before = (file.read_bytes(), refereed(file), client.get(place(match), headers={"Accept": "text/html"}).content)
    replay = client.get(place(match, ""), headers={"Accept": "application/json"}).json()
    Card.objects.update(name="Another", name_key="another", up=1, right=1, down=1, left=1, level=1, element="holy")
    file = saved(match, tmp_path, client)
    after = (file.read_bytes(), refereed(file))
    assert after == before[:2]
    assert client.get(place(match, ""), headers={"Accept": "application/json"}).json() == replay
    assert "Another" not in json.dumps(record(match)) and "Every draw" in verified(file)


def test_a_robots_match_is_proved_with_a_note_that_it_adds_nothing(client: Client, players: tuple[User, User]) -> None:
    robots_load()
    match = robot_match_start(
        user=players[0], robot="easy", rules=["open"], copies=world.hand_of(players[0]), addition="ab" * 16
    )
    match_leave(match_id=match.pk, user=players[0])
    assert shown_notes(client.get(place(match)).content.decode()) == {"added_blue"}
