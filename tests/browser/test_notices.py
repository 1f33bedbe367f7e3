"""What concerns a player arrives on whatever page is open, can be switched off, and a suspension ends the page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.stage import PHONE, Visitor
from tests.served import Site

pytestmark = pytest.mark.browser

WAIT = 20_000

#: Two offers of one player to another, a moderator, and a session of each of the three.
OFFERS = """
from datetime import timedelta
from uuid import uuid4
from django.contrib.auth import SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from accounts.models import User
from cards.trades.models import Trade
from triad.clock import now
rinoa, selphie = [User.objects.create_user(username=name, password="x") for name in ("rinoa", "selphie")]
warden = User.objects.create_superuser(username="warden", password="x")
for _number in range(2):
    trade = Trade.objects.create(
        maker=rinoa, other=selphie, key=uuid4(), other_points=5, expires_at=now() + timedelta(days=2)
    )
    print(trade.pk)
print(selphie.pk)
for user in (rinoa, selphie, warden):
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    print(session.session_key)
"""


def person(site: Site, chrome: Browser, session: str, **how: Any) -> Visitor:
    visitor = Visitor(chrome, site.url, **how)
    visitor.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    return visitor


def looks_right(page: Page) -> None:
    """Nothing that axe finds, and nothing wider than the window."""
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
    assert found.violations_count == 0, found.generate_report()
    size = page.viewport_size
    assert size and page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_a_notice_arrives_can_be_switched_off_and_a_suspension_ends_the_page(site: Site, chrome: Browser) -> None:
    first, second, selphie_id, *sessions = site.python(OFFERS).split()
    rinoa, selphie = person(site, chrome, sessions[0]), person(site, chrome, sessions[1], size=PHONE)
    selphie.keep_notices()
    page, phone = rinoa.go(f"/cards/trades/{first}/"), selphie.go("/notices/")
    expect(phone.get_by_text("Nothing yet.")).to_be_visible(timeout=WAIT)

    page.get_by_role("button", name="Take it back").click()
    page.wait_for_url("**/cards/trades/", timeout=WAIT)
    news = "rinoa took an offer back."
    expect(phone.locator("#notices").get_by_text(news)).to_be_visible(timeout=WAIT)
    expect(phone.locator("#notice-list").get_by_text(news)).to_be_visible(timeout=WAIT)
    expect(phone.locator("#bell")).to_have_accessible_name("Notices: 1 unread", timeout=WAIT)
    looks_right(phone)
    phone.locator("#notice-list").get_by_role("link", name=news).click()
    expect(phone.locator("#bell")).to_have_accessible_name("Notices", timeout=WAIT)

    selphie.go("/settings/")
    looks_right(phone)
    phone.get_by_role("group", name="A trade").get_by_label("on the site").uncheck()
    phone.get_by_role("button", name="Save what to be told").click()
    expect(phone.get_by_text("What you are told is saved.")).to_be_visible(timeout=WAIT)
    phone.wait_for_selector("body[data-connected]")
    rinoa.go(f"/cards/trades/{second}/")
    page.get_by_role("button", name="Take it back").click()
    page.wait_for_url("**/cards/trades/", timeout=WAIT)

    warden = person(site, chrome, sessions[2])
    desk = warden.go(f"/admin/accounts/sanction/add/?player={selphie_id}&kind=suspend&reason=Insults")
    desk.locator("#id_until_0").fill("2999-01-01")
    desk.locator("#id_until_1").fill("12:00:00")
    desk.get_by_role("button", name="Save", exact=True).click()
    # Told on the open page, whose line has ended; the notice that was switched off has not come before it.
    expect(phone.locator("#notices").get_by_text("suspended until 1 January 2999, 12:00 UTC")).to_be_visible(
        timeout=WAIT
    )
    expect(phone.locator("#notices").get_by_text(news)).to_have_count(0, timeout=WAIT)
    expect(phone.locator("body")).to_have_attribute("data-line-state", "ended", timeout=WAIT)
    phone.goto(site.url + "/settings/")
    expect(phone.get_by_role("alert").filter(has_text="The reason: Insults")).to_be_visible(timeout=WAIT)
    phone.goto(site.url + "/settings/")
    expect(phone).to_have_url(re.compile("/account/login/"))
    for visitor in (rinoa, selphie, warden):
        visitor.close()
