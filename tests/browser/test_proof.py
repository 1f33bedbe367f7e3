"""The browser works out every draw itself: as the engine does, and a record that was tampered with is told."""

from __future__ import annotations

import json
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser import proof_vectors
from tests.browser.stage import PHONE, Visitor, record_of
from tests.engine.test_verify import a_proved_record, spoil
from tests.served import Site

pytestmark = pytest.mark.browser

#: Alice's match against a robot: the clock plays for her until it finds that she has left.
SCENE = """
from datetime import timedelta
from accounts.models import User
from cards.services.starter import starter_open
from matches.models import Match
from matches.services.overdue import settle_match
from matches.services.robots import robot_match_start
from triad import clock
alice = User.objects.create_user(username="alice")
starter_open(user=alice)
match = robot_match_start(user=alice, robot="easy", rules=["open", "same", "elemental"], move_time=15, copies=None)
start = clock.now()
for step in range(1, 60):
    clock.set_now(start + timedelta(seconds=step * 16))
    from matches.models import Heartbeat
    Heartbeat.objects.update_or_create(id=1, defaults={"at": clock.now()})
    settle_match(match_id=match.pk)
print(match.pk)
"""

#: A match in which everything is drawn that can be, between two people who are slow but here: the clock makes each
#: third placement, the player on turn the others.
EVERYTHING = """
from datetime import timedelta
from accounts.models import User, Wallet
from cards.services.starter import starter_open
from matches.engine import legal_moves
from matches.models import Heartbeat, Match
from matches.queries.records import seats, standing
from matches.services.challenges import challenge_accept, challenge_send
from matches.services.moves import move_play
from matches.services.overdue import settle_match
from matches.services.seeds import seed_make
from triad import clock
people = [User.objects.create_user(username=name) for name in ("blanche", "rufus")]
for user in people:
    starter_open(user=user)
Wallet.objects.filter(user__in=people).update(experience=9000)
blanche, rufus = people
rules = ["random", "chaos", "swap", "three_open", "elemental", "power_wall", "plus", "same"]
challenge = challenge_send(challenger=blanche, opponent=rufus, seed_id=seed_make(owner=blanche).pk, house="free",
    rules=rules, trade="random", draw="sudden_death", move_time=300, addition="cd" * 16)
match = challenge_accept(challenge_id=challenge.pk, user=rufus, addition="ab" * 16)
moment = clock.now()
for step in range(400):
    match.refresh_from_db()
    if match.state != "playing":
        break
    User.objects.update(seen_at=moment)
    if step % 3 == 2:
        moment += timedelta(seconds=301)
        clock.set_now(moment)
        Heartbeat.objects.update_or_create(id=1, defaults={"at": moment})
        settle_match(match_id=match.pk)
    else:
        move = legal_moves(standing(match).round)[0]
        move_play(match_id=match.pk, user=seats(match)[match.turn].user, card=move.card, square=move.square,
            version=match.version)
print(match.pk)
"""

WORK_OUT = """async ([name, cases]) => {
  const { hex, hmac, sha256, unhex } = await import("/static/js/proof-sha256.js");
  const { Draws } = await import("/static/js/proof-stream.js");
  const deal = await import("/static/js/proof-draws.js");
  const drawsOf = (one) => new Draws(unhex(one.seed), unhex(one.blue), unhex(one.red));
  const work = {
    hashes: ([message]) => hex(sha256(unhex(message))),
    keyed: ([key, message]) => hex(hmac(unhex(key), unhex(message))),
    streams: (one) => {
      const stream = drawsOf(one).stream(one.label);
      return one.bounds.map((bound) => stream.below(bound));
    },
    deals: (one) => {
      const draws = drawsOf(one);
      const swap = deal.swap(draws, one.keys);
      return {
        first: deal.first(draws),
        elements: deal.elements(draws, one.round),
        walls: deal.walls(draws, one.round),
        chaos: deal.chaos(draws, one.round, "red", one.keys.red),
        swap,
        shown: deal.shown(draws, one.keys),
        shown_after_swap: deal.shown(draws, one.keys, swap),
        random: deal.randomHand(draws, "blue", one.pool, one.limit),
        timeout: deal.timeout(draws, one.round, one.move, one.legal),
        trade: deal.trade(draws, one.keys.blue),
      };
    },
  };
  return cases.map(work[name]);
}"""


ALONE = """async (record) => {
  const { rowsOf } = await import("/static/js/proof-rows.js");
  return Object.fromEntries(rowsOf(record).map((row) => [row.label, row.state]));
}"""

#: What the seed of the proved record swaps.
SWAP = a_proved_record()["swap"]


@pytest.fixture(scope="module")
def visitor(site: Site, chrome: Browser) -> Visitor:
    return Visitor(chrome, site.url)


@pytest.fixture(scope="module")
def match_id(site: Site) -> int:
    return int(site.python(SCENE))


def worked_out(visitor: Visitor, name: str, cases: list[Any]) -> list[Any]:
    """What the browser's modules make of the cases."""
    page = visitor.page
    if not page.url.startswith(visitor.url):
        visitor.go("/proof/")
    found: list[Any] = page.evaluate(WORK_OUT, [name, cases])
    return found


def test_the_browser_hashes_as_the_standard_says(visitor: Visitor) -> None:
    cases = proof_vectors.hashes()
    assert worked_out(visitor, "hashes", cases) == [digest for _message, digest in cases]
    assert cases[-2][1] == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert cases[-1][1] == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    cases = proof_vectors.keyed()
    assert worked_out(visitor, "keyed", cases) == [digest for _key, _message, digest in cases]


def test_the_browser_reads_streams_as_the_engine_does(visitor: Visitor) -> None:
    cases = proof_vectors.streams()
    assert worked_out(visitor, "streams", cases) == [case["gives"] for case in cases]


def test_the_browser_makes_every_draw_as_the_engine_does(visitor: Visitor) -> None:
    cases = proof_vectors.deals()
    for case, found in zip(cases, worked_out(visitor, "deals", cases), strict=True):
        assert found == case["gives"], case


def rows(page: Page, state: str) -> list[str]:
    """The labels of the table's rows in a state, once the browser has worked them out."""
    page.wait_for_selector('main[data-proof]:not([data-proof="working"], [data-proof="waiting"])')
    found = page.locator(f'#proof-table tr[data-state="{state}"]').all()
    return [row.get_attribute("data-label") or "" for row in found]


def test_every_draw_of_a_finished_match_agrees(visitor: Visitor, site: Site, match_id: int) -> None:
    record = record_of(site, match_id)
    clocked = [move for each in record["rounds"] for move in each.get("clock", ())]
    assert record["left"]["how"] == "did_not_finish" and len(clocked) == 3
    page = visitor.go(f"/matches/{match_id}/proof/")
    labels = rows(page, "agrees")
    assert labels[:3] == ["commitment", "first", "elements/0"] and len(labels) == 3 + len(clocked)
    assert rows(page, "differs") == rows(page, "unknown") == []
    expect(page.locator("#proof-total")).to_have_text(
        f"Your browser worked out {len(labels)} of {len(labels)} draws, and every one agrees with the record."
    )
    assert page.locator('#proof-table tr:has-text("that the server told")').count() == 0
    # A robot adds nothing, and neither did a match that was begun without a browser.
    expect(page.locator("[data-note]:visible")).to_have_count(1)
    expect(page.locator('[data-note="added_none"]')).to_be_visible()
    assert record["seed"] in page.locator("main").inner_text()


def test_a_match_in_which_everything_is_drawn_agrees_in_every_draw(visitor: Visitor, site: Site) -> None:
    number = int(site.python(EVERYTHING))
    page = visitor.go(f"/matches/{number}/proof/")
    kinds = {label.split("/")[0] for label in rows(page, "agrees")}
    assert rows(page, "differs") == rows(page, "unknown") == []
    wanted = {"commitment", "first", "random", "swap", "shown", "elements", "walls", "chaos", "timeout"}
    assert wanted <= kinds
    # A draw, and nothing else, leaves nothing to take.
    assert ("trade" in kinds) is (record_of(site, number).get("drawn") is not None)
    expect(page.locator("[data-note]:visible")).to_have_count(0)
    faults = Axe().run(page).response["violations"]
    assert not faults, [(fault["id"], [node["target"] for node in fault["nodes"]]) for fault in faults]


def test_a_match_page_leads_to_its_proof(visitor: Visitor, match_id: int) -> None:
    page = visitor.go(f"/matches/{match_id}/")
    page.locator("#match-outcome").get_by_role("link", name="Proof").click()
    page.wait_for_selector('main[data-proof="agrees"]')


def paste(visitor: Visitor, record: dict[str, Any]) -> Page:
    """Has a pasted record checked, by keyboard alone."""
    page = visitor.go("/proof/")
    page.get_by_label("Or its text").fill(json.dumps(record))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    return page


def test_a_pasted_record_with_every_rule_is_worked_out(visitor: Visitor) -> None:
    page = paste(visitor, a_proved_record())
    labels = rows(page, "agrees")
    assert not rows(page, "differs") and not rows(page, "unknown")
    kinds = {label.split("/")[0] for label in labels}
    assert kinds == {
        "commitment", "first", "random", "swap", "shown", "elements", "walls", "chaos", "timeout", "trade",
    }  # fmt: skip


@pytest.mark.parametrize(
    "rules", [(), ("order", "same"), ("chaos", "swap", "elemental", "plus"), ("broken_wall", "random", "chaos")]
)
def test_the_browser_finds_the_clocks_choices_itself(visitor: Visitor, rules: tuple[str, ...]) -> None:
    record = a_proved_record(rules=list(rules), trade="none", swap=None if "swap" not in rules else SWAP)
    states = visitor.page.evaluate(ALONE, record)
    assert len(states) > 9 and set(states.values()) == {"agrees"}, states


@pytest.mark.parametrize(
    "label", ["commitment", "first", "swap", "shown", "random/blue", "elements/0", "walls/0", "chaos/0/red", "trade"]
)
def test_a_tampered_draw_is_told_by_its_label(visitor: Visitor, label: str) -> None:
    record = a_proved_record()
    spoil(record, label)
    page = paste(visitor, record)
    assert label in rows(page, "differs")
    assert page.locator("#proof-total").get_attribute("data-state") == "differs"


def test_a_placement_that_the_clock_did_not_draw_is_told(visitor: Visitor) -> None:
    record = a_proved_record()
    spoil(record, "timeout/0/0")
    assert rows(paste(visitor, record), "differs") == ["timeout/0/0"]


def test_another_seed_fits_nothing(visitor: Visitor) -> None:
    record = {**a_proved_record(), "seed": "ab" * 32}
    assert {"commitment", "elements/0", "chaos/0/blue", "timeout/0/0"} <= set(rows(paste(visitor, record), "differs"))


def test_what_is_no_record_gets_a_sentence_and_loses_nothing(visitor: Visitor) -> None:
    page = visitor.go("/proof/")
    total = page.locator("#proof-total")
    for text, sentence in (
        ("", "Give a record"),
        ("not json", "This is no record"),
        ("[1]", "no seed"),
        ('{"seed": "00"}', "no seed"),
        (json.dumps({"seed": "ab" * 32}), "no two hands"),
        (json.dumps({"seed": "ab" * 32, "additions": {"blue": "xy"}}), "An addition"),
    ):
        page.get_by_label("Or its text").fill(text)
        page.get_by_role("button", name="Work out its draws").click()
        expect(total).to_contain_text(sentence)
        expect(page.get_by_label("Or its text")).to_have_value(text)


def test_the_proof_fits_a_phone(visitor: Visitor, match_id: int) -> None:
    visitor.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page = visitor.go(f"/matches/{match_id}/proof/")
    rows(page, "agrees")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    paste(visitor, a_proved_record())
    rows(page, "agrees")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visitor.close()
