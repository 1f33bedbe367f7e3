"""Two people and a spectator play whole matches in real browsers, through everything that may happen to a server
or a line meanwhile."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.stage import DESKTOP, Line, Visitor, Wire, line_with, record_of
from tests.browser.table import BOUND
from tests.served import Site

pytestmark = pytest.mark.browser

NAMES = iter(f"{name}{number}" for number in range(2, 100) for name in ("alice", "bob"))


class Table:
    """Alice, who challenges and is blue, bob, who is red, and charlie, who only looks on."""

    def __init__(self, site: Site, chrome: Browser) -> None:
        self.site = site
        self.names = {"blue": next(NAMES), "red": next(NAMES)}
        self.wire = Wire(site.port)
        self.alice = Visitor(chrome, site.url, motion=True)
        self.bob = Visitor(chrome, self.wire.url)
        self.charlie = Visitor(chrome, site.url)
        self.players = {"blue": self.alice, "red": self.bob}
        self.match_id = 0
        self.line: Line

    def begin(self, *labels: str) -> None:
        """From two sign-ups to a match that has begun and is watched; plans a line in which the labels occur."""
        self.alice.sign_up(self.names["blue"])
        self.bob.sign_up(self.names["red"])
        self.bob.go("/")
        page = self.alice.go(f"/challenge/{self.names['red']}/")
        for rule in ("same", "plus", "combo"):
            page.locator(f"input[name=rules][value={rule}]").check()
        page.locator("input[name=trade][value=one]").check()
        page.locator("select[name=move_time]").select_option("300")
        page.locator("input[name=hand]:not([value=pick])").first.check()
        page.get_by_role("button", name="Send the challenge").click()
        page.wait_for_url(re.compile(r"/challenges/\d+/"))
        # Bob sees it without reloading.
        self.bob.page.locator("article.challenge").get_by_role("button", name="Accept").click()
        for player in (self.alice, self.bob):
            player.page.wait_for_url(re.compile(r"/matches/\d+/"))
        self.match_id = int(re.findall(r"/matches/(\d+)/", self.alice.page.url)[0])
        watch = self.charlie.go("/")
        watch.locator(f"#table-{self.match_id}").get_by_role("link", name="Watch").click()
        for visitor in (*self.players.values(), self.charlie):
            visitor.page.wait_for_selector("body[data-connected]")
        self.line = line_with(record_of(self.site, self.match_id), *labels)

    def place(self, number: int) -> None:
        """The placement of this number, which everybody sees."""
        self.players[self.line.placings[number].colour].place(self.line.placings[number])
        for visitor in (self.alice, self.bob, self.charlie):
            visitor.sees(number + 1)

    def cards_of(self, colour: str) -> list[str]:
        """The IDs of all cards that a player owns, sorted."""
        code = (
            "import json\nfrom cards.models import Copy\n"
            f"found = Copy.objects.filter(owner__username={self.names[colour]!r})\n"
            "print(json.dumps(sorted(found.values_list('card_id', flat=True))))"
        )
        found: list[str] = json.loads(self.site.python(code))
        return found

    def close(self) -> None:
        for visitor in (self.alice, self.bob, self.charlie):
            visitor.close()
        self.wire.close()
        assert "nothing amiss" in self.site.manage("audit")


#: Counts how often the board glides to another place.
GLIDES = """
window.glides = 0;
const { animate } = Element.prototype;
Element.prototype.animate = function (...given) {
  if (this.id === "match-board") window.glides += 1;
  return animate.apply(this, given);
};
"""
#: Whether the finished board is seen whole beside or above the spoils, to the button that takes them.
BOTH_IN_SIGHT = """() => {
    scrollTo(0, 0);
    const box = (name) => document.querySelector(name).getBoundingClientRect();
    const [board, end, take] = ["#match-board", "#match-end", "#match-end .spoils .btn"].map(box);
    const tabs = box(".phonetabs");
    const apart = end.top >= board.bottom || end.left >= board.right;
    return apart && board.top >= 0 && Math.max(board.bottom, take.bottom) <= (tabs.height ? tabs.top : innerHeight);
}"""


@pytest.fixture
def table(site: Site, chrome: Browser) -> Iterator[Table]:
    laid = Table(site, chrome)
    yield laid
    laid.close()


def test_a_whole_match_with_a_combo_is_played_and_the_winner_takes_a_card(table: Table) -> None:
    for visitor in (table.alice, table.bob):
        visitor.context.add_init_script(GLIDES)
    table.begin("combo")
    before = {colour: table.cards_of(colour) for colour in ("blue", "red")}
    for number, placing in enumerate(table.line.placings):
        table.place(number)
        if "combo" in placing.labels:
            for visitor in (table.alice, table.bob, table.charlie):
                expect(visitor.page.locator("#match-spoken")).to_contain_text("Combo", ignore_case=True)
    winner, loser = table.line.winner, "red" if table.line.winner == "blue" else "blue"
    page = table.players[winner].page
    expect(page.locator("#match-outcome label.spoil")).to_have_count(5)
    # It makes room for the result: to who wants no motion at once.
    table.alice.page.wait_for_function("window.glides === 1")
    assert table.bob.page.evaluate("window.glides") == 0
    for width, height in ((1440, 900), (1280, 720), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(BOTH_IN_SIGHT)
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    page.locator("#match-outcome label.spoil:not(.is-full)").first.click()
    taken = page.locator("#match-outcome input:checked").get_attribute("value")
    page.get_by_role("button", name="Take the chosen cards").click()
    for visitor in (table.alice, table.bob, table.charlie):
        expect(visitor.page.locator("#match-end")).to_be_visible()
        expect(visitor.page.locator("#match-outcome label.spoil")).to_have_count(0)
    record = record_of(table.site, table.match_id)
    moved = next(card["id"] for card in record["hands"][loser] if card["key"] == taken)
    assert record["chosen"] == [taken]
    # The welcome pack of the first match with a person comes besides.
    after = {colour: table.cards_of(colour) for colour in ("blue", "red")}
    assert after[loser].count(moved) >= before[loser].count(moved) - 1
    assert sum(map(len, after.values())) == sum(map(len, before.values())) + 2 * 5
    assert len(after[winner]) == len(before[winner]) + 5 + 1
    assert len(after[loser]) == len(before[loser]) + 5 - 1
    stash = table.players[winner].go("/cards/stash/")
    expect(stash.locator(f'.card[data-card="{moved}"]')).to_be_visible()


def test_a_cut_line_and_a_killed_server_are_nobodys_loss(table: Table) -> None:
    table.begin()
    turn = next(number for number in range(2, 5) if table.line.placings[number].colour == "blue")
    for number in range(turn):
        table.place(number)
    table.bob.page.evaluate("window.neverReloaded = true")
    table.wire.cut()
    table.alice.place(table.line.placings[turn])
    table.alice.sees(turn + 1)
    expect(table.bob.page.locator("[data-line]")).to_be_visible(timeout=30_000)
    table.wire.mend()
    # Within 12 s of the line's return the page equals a fresh one.
    expect(table.bob.page.locator("#match-moves li[data-owner]")).to_have_count(turn + 1, timeout=BOUND)
    table.place(turn + 1)
    table.site.kill()
    table.site.start()
    for number in range(turn + 2, 9):
        table.place(number)
    assert table.bob.page.evaluate("window.neverReloaded === true")
    for visitor in (table.alice, table.bob, table.charlie):
        expect(visitor.page.locator("#match-end")).to_be_visible()
