"""What goes wrong with real browsers: tabs closed and frozen, the way back, sessions that end elsewhere, two clicks."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.stage import PASSWORD
from tests.browser.table import BOUND, People, Table, frozen, opened, sees, sockets
from tests.served import Site

pytestmark = pytest.mark.browser

#: A clock that is an hour slow, however it is asked.
SLOW_CLOCK = """
const real = Date, slow = () => real.now() - 3_600_000;
window.Date = class extends real { constructor(...given) { super(...(given.length ? given : [slow()])); } };
Date.now = slow;
"""

#: What the text spacing of WCAG 1.4.12 asks for.
SPACING = """() => {
    const wide = new CSSStyleSheet();
    wide.replaceSync(`
        * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
        p { margin-block-end: 2em !important }`);
    document.adoptedStyleSheets = [wide];
}"""

#: Words in buttons and links that are cut off at the side, or lie beyond the window.
CUT_OFF = """() => {
    const root = document.documentElement, found = "main :is(.btn, .chip, h1, h2, label, a), .topbar a";
    const cut = (each) => {
        const style = getComputedStyle(each);
        const hides = style.overflowX !== "visible" && style.textOverflow !== "ellipsis";
        const beyond = root.scrollWidth > innerWidth && each.getBoundingClientRect().right > innerWidth + 1;
        return beyond || (hides && each.scrollWidth > each.clientWidth + 1);
    };
    const shown = (each) =>
        each.checkVisibility({ checkVisibilityCSS: true }) && !each.closest(".visually-hidden, .skip");
    return [...document.querySelectorAll(found)].filter((each) => shown(each) && cut(each))
        .map((each) => each.outerHTML.slice(0, 120));
}"""


@pytest.fixture
def people(chrome: Browser) -> Iterator[People]:
    """Who comes in the test, and leaves with it."""
    came = People(chrome)
    yield came
    came.leave()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site with the hall of the tests, which says how many sockets the server holds."""
    served = Site(tmp_path_factory.mktemp("faults"), script="tests/hall_site.py").start()
    yield served
    served.end()


def test_one_of_two_tabs_is_closed_and_the_other_plays_on(site: Site, people: People) -> None:
    table = Table(site, 1)
    player = people.come(table, table.first)
    one = player.go(table.path)
    other = opened(player, table.path)
    for page in (one, other):
        page.locator(f'#match-near button[data-key="{table.first[0]}1"]').click()
    for page in (one, other):
        page.evaluate("document.querySelector('#match-board [data-square=\"1\"]').click()")
    for page in (one, other):
        sees(page, 1)
    assert table.placements() == 1
    one.close()
    table.place(1)
    sees(other, 2)
    table.click(other, 2)
    sees(other, 3)
    sockets(site, 1)


def test_a_frozen_page_and_an_open_form_outlive_a_restart(site: Site, people: People) -> None:
    table = Table(site, 2)
    player = people.come(table, table.second)
    player.context.add_init_script(SLOW_CLOCK)
    page = player.go(table.path)
    form = people.rich(site, "farmer").go("/open/?house=deling")
    form.locator("select[name=move_time]").select_option("120")
    form.locator("input[name=trade][value=none]").check()
    form.locator("input[name=hand]:not([value=pick])").first.check()
    with frozen(page):
        site.kill()
        site.start()
        table.place(0)
    sees(page, 1)
    left = page.locator("#match-score [data-deadline]").inner_text()
    assert 200 < int(left.split(":")[0]) * 60 + int(left.split(":")[1]) <= 300
    table.click(page, 1)
    sees(page, 2)
    # Without a network a click is answered with a sentence, and done when it is made again.
    table.place(2)
    sees(page, 3)
    player.context.set_offline(True)
    table.click(page, 3)
    expect(page.locator("#notices [data-offline]")).to_be_visible()
    player.context.set_offline(False)
    page.locator('#match-board [data-square="4"]').click()
    sees(page, 4)
    form.wait_for_selector("body[data-connected]")
    form.get_by_role("button", name="Make the challenge").click()
    form.wait_for_url("**/challenges/*/")
    expect(form.locator("main")).to_contain_text("120")


def test_twenty_navigations_between_lobby_and_matches_leave_one_socket(site: Site, people: People) -> None:
    table = Table(site, 3)
    player = people.come(table, table.first)
    page = player.go("/")
    for number in range(20):
        page.goto(site.url + ("/", table.path, "/", "/tv/")[number % 4], wait_until="commit")
        if number % 4 == 1:
            page.wait_for_selector("body[data-connected]")
    page.go_back()
    page.go_back()
    page.wait_for_selector("body[data-connected] main[data-match]")
    sockets(site, 1)
    table.click(page, 0)
    sees(page, 1)
    people.leave()
    sockets(site, 0)


def test_the_way_back_to_a_finished_match_shows_its_end(site: Site, people: People) -> None:
    # From the browser's store, then kept whole by the browser, as the page is told of it.
    for number, kept in ((4, False), (5, True)):
        table = Table(site, number)
        player = people.come(table, table.first)
        page = player.go(table.path)
        page.locator(f'#match-near button[data-key="{table.first[0]}1"]').click()
        if kept:
            page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
        else:
            page.goto(site.url + "/cards/")
            page.wait_for_selector("body[data-connected]")
        sockets(site, 0 if kept else 1)
        table.post(table.second, "leave")
        if kept:
            expect(page.locator("#match-end")).to_have_count(0)
            page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        else:
            page.go_back()
        expect(page.locator("#match-end")).to_be_visible(timeout=BOUND)
        page.wait_for_selector("body[data-connected]")
        expect(page.locator("[data-line]")).to_be_hidden()
        expect(page.locator("[data-opens=leave]:visible, #match-near button.card, .chip--live:visible")).to_have_count(
            0
        )
        sockets(site, 1)
        people.leave()
        sockets(site, 0)


def test_a_session_that_ends_elsewhere_leads_to_sign_in_and_back_to_the_table(site: Site, people: People) -> None:
    table = Table(site, 6)
    site.python(
        "from accounts.models import User\n"
        f"user = User.objects.get(username='{table.names[table.first]}')\n"
        f"user.set_password('{PASSWORD}'); user.save()"
    )
    player = people.come(table, table.first)
    player.context.add_cookies([{"name": "sessionid", "value": site.cookie(table.names[table.first]), "url": site.url}])
    page = player.go(table.path)
    # It runs out unnoticed: what is placed is answered with a sentence and the way to go on.
    site.python("from django.contrib.sessions.models import Session; Session.objects.all().delete()")
    table.click(page, 0)
    notice = page.locator("#notices .notice--error")
    expect(notice).to_contain_text("Sign in first.")
    notice.get_by_role("link", name="Sign in").click()
    sign_in(page, table)
    # It is ended in another tab: the page says so.
    other = opened(player, "/cards/")
    other.locator(".topbar").get_by_role("button", name="Sign out").click()
    expect(page.locator("[data-line]")).to_contain_text("signed in or out")
    page.locator("[data-line-reload]").click()
    page.wait_for_selector('body[data-connected] main[data-audience="watch"]')
    page.locator(".topbar").get_by_role("link", name="Sign in").click()
    sign_in(page, table)
    table.click(page, 0)
    sees(page, 1)


def sign_in(page: Page, table: Table) -> None:
    """Signs the first player in, who is then back at the table."""
    page.locator("input[name=login]").fill(table.names[table.first])
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"**{table.path}")
    page.wait_for_selector(f'body[data-connected] main[data-audience="{table.first}"]')


def test_twenty_events_leave_the_command_line_and_the_form_as_they_are(site: Site, people: People) -> None:
    table = Table(site, 7)
    player = people.come(table, table.first)
    form = player.go(f"/challenge/{table.names[table.second]}/")
    form.locator("select[name=move_time]").select_option("120")
    form.locator("input[name=trade][value=none]").check()
    form.locator("input[name=rules][value=plus]").check()
    page = opened(player, table.path)
    for each in (page, form):
        each.keyboard.press("Escape")
        each.locator("[data-command-open]").click()
        each.locator("#command-line").fill("+TT/Play Ifrit=5")
        each.locator("#command-line").evaluate("line => line.setSelectionRange(9, 14)")
    events = site.python(
        "from accounts.models import User\nfrom matches.live.banner import banner_fragment\n"
        f"user = User.objects.get(username='{table.names[table.first]}')\n"
        "print(user.pk, banner_fragment(user))"
    )
    user, html = events.split(" ", 1)
    site.post("/hall/publish/", topic=f"user.{user}", html=html, times=20)
    for number in range(20):
        table.post(table.first, "option", option=("private", "open")[number % 2])
    version = site.python(f"from matches.models import Match; print(Match.objects.get(pk={table.id}).version)").strip()
    assert int(version) > table.version
    expect(page.locator("#match-option")).to_have_attribute("data-version", version)
    last = '<i id="announcer" hx-swap-oob="true" data-last></i>'
    site.post("/hall/publish/", topic=f"user.{user}", html=last)
    for each in (page, form):
        expect(each.locator("[data-last]")).to_have_count(1)
        line = each.locator("#command-line")
        expect(line).to_have_value("+TT/Play Ifrit=5")
        assert line.evaluate("line => [line.selectionStart, line.selectionEnd]") == [9, 14]
        assert each.evaluate("document.activeElement.id") == "command-line"
    expect(form.locator("select[name=move_time]")).to_have_value("120")
    expect(form.locator("input[name=trade]:checked")).to_have_value("none")
    expect(form.locator("input[name=rules][value=plus]")).to_be_checked()


def test_two_clicks_and_two_enters_buy_and_send_once(site: Site, people: People) -> None:
    name = "buyer"
    player = people.rich(site, name)
    page = player.go("/shop/buy/?kind=random&series=A&level=1")
    page.get_by_role("button", name="Buy for").dblclick()
    page.wait_for_url("**/shop/receipts/*/")
    page.wait_for_selector("body[data-connected]")
    page.locator("[data-command-open]").click()
    line = page.locator("#command-line")
    line.fill("+TT/Buy Random=A/1")
    line.evaluate("line => { line.form.requestSubmit(); line.form.requestSubmit(); }")
    expect(page.locator("#command-log > [data-seen]")).to_have_count(1)
    bought = f"from shop.models import Purchase; print(Purchase.objects.filter(buyer__username='{name}').count())"
    assert site.python(bought).strip() == "2"
    page = player.go("/open/")
    page.locator("input[name=trade][value=none]").check()
    page.locator("input[name=hand]:not([value=pick])").first.check()
    page.get_by_role("button", name="Make the challenge").dblclick()
    page.wait_for_url("**/challenges/*/")
    made = (
        f"from matches.models import Challenge; print(Challenge.objects.filter(challenger__username='{name}').count())"
    )
    assert site.python(made).strip() == "1"


def test_at_double_size_and_with_wide_text_nothing_is_cut_off(site: Site, people: People) -> None:
    table = Table(site, 9)
    player = people.come(table, table.first)
    faults = {}
    for path in ("/", table.path, f"/challenge/{table.names[table.second]}/", "/shop/", "/settings/", "/rules/"):
        page = player.page
        # A window of 1440 by 900 at 200 % has room for 720 by 450.
        page.set_viewport_size({"width": 720, "height": 450})
        page.goto(site.url + path)
        for how in ("zoom", "spacing"):
            if how == "spacing":
                page.set_viewport_size({"width": 1440, "height": 900})
                page.evaluate(SPACING)
            wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
            if cut := page.evaluate(CUT_OFF) or (["wider than the window"] if wide else []):
                faults[f"{path}, {how}"] = cut
    assert not faults, json.dumps(faults, indent=1)
