"""Page, answer and push draw a region by the same partial, so that they cannot drift apart."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from matches.live.render import match_fragments
from matches.live.rooms import MatchRoom
from matches.live.state import MatchState
from matches.models import Match
from tests.matches import world

REGIONS = ("board", "near", "far", "score", "prompt", "moves", "rules", "option", "outcome", "spoken", "leaving")


def region(html: str, name: str) -> str:
    """A region's markup, without what tells a page from a swap, and without the clock's moment."""
    found = re.search(rf'<(\w+) id="match-{name}".*?(?=<\w+ id="match-|\Z)', html, re.DOTALL)
    assert found, name
    tag = found[1]
    depth, end = 0, 0
    for each in re.finditer(rf"<(/?){tag}\b", found[0]):
        depth += -1 if each[1] else 1
        if depth == 0:
            end = found[0].index(">", each.start()) + 1
            break
    text = found[0][:end].replace(' hx-swap-oob="true"', "")
    return re.sub(r"\s+", " ", re.sub(r'data-now="\d+"', "", text))


@pytest.mark.parametrize("over", [False, True])
def test_page_answer_push_and_first_view_agree(match: Match, players: tuple[User, User], over: bool) -> None:
    alice, _bob = players
    world.match_play(match) if over else world.placement_play(match)
    client = Client()
    client.force_login(alice)
    page = client.get(f"/matches/{match.pk}/").content.decode()
    answer = client.get(f"/matches/{match.pk}/regions/", headers={"HX-Request": "true"}).content.decode()
    pushed = match_fragments(MatchState.load(match.pk), "blue")
    joined = MatchRoom().join(alice, "", str(match.pk))
    first = MatchRoom().snapshot(joined, alice)
    for name in REGIONS:
        if name == "leaving" and over:
            continue
        wanted = region(page, name)
        for other in (answer, pushed, first):
            assert region(other, name) == wanted, name


def test_every_fragment_has_an_id_a_version_and_is_swapped_by_itself(match: Match) -> None:
    for audience in ("blue", "red", "watch"):
        html = match_fragments(MatchState.load(match.pk), audience, event=True)  # type: ignore[arg-type]
        roots = re.findall(r'<\w+ id="match-[a-z]+"[^>]*>', html)
        assert len(roots) >= 10
        assert all("data-version=" in root and 'hx-swap-oob="true"' in root for root in roots), roots
