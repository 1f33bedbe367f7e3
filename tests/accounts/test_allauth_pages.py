"""Every page of allauth that can be reached is one of ours."""

from __future__ import annotations

from pathlib import Path

import pytest
from allauth.account import urls as allauth_urls
from django.conf import settings
from django.test import Client
from django.urls import URLPattern

from accounts.models import User
from tests.accounts.conftest import signed_in

OURS = Path(settings.BASE_DIR) / "templates"
PATHS = sorted(
    "/account/"
    + str(pattern.pattern)
    .removeprefix("^")
    .replace("(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$", "1-abc-def/")
    .replace("(?P<key>[-:\\w]+)/$", "abc/")
    for pattern in allauth_urls.urlpatterns
    if isinstance(pattern, URLPattern)
)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("who", ["visitor", "person", "person without a password"])
def test_it_is_drawn_by_our_templates(path: str, who: str, alice: User, client: Client) -> None:
    if who != "visitor":
        if who == "person without a password":
            alice.set_unusable_password()
            alice.save()
        client = signed_in(alice)
    answer = client.get(path)
    assert answer.status_code in (200, 302, 403, 404, 405), f"{path} for a {who}"
    if answer.status_code == 302:
        assert answer["Location"].startswith("/")
        return
    if answer.status_code == 200:
        assert b'class="topbar"' in answer.content
    for template in answer.templates:
        if str(template.name).startswith("account"):
            assert OURS in Path(template.origin.name).parents, f"{path} for a {who} uses {template.name}"


def test_the_crawl_knows_the_pages() -> None:
    assert len(PATHS) >= 15
    assert "/account/password/reset/key/1-abc-def/" in PATHS
