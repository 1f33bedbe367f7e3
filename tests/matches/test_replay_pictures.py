"""Pictures and films of finished matches: what is on them, that they are painted once, and what they may cost."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from PIL import Image, ImageChops, ImageDraw

from accounts.models import User
from matches.models import Match, Option
from matches.replays import card_paint, paint, pictures
from matches.replays.replay import finished, replay_of
from tests.conftest import Clock
from tests.matches.rows import hand, match_write, record
from tests.matches.test_replays import over


@pytest.fixture
def in_process(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Pictures are painted here and small, with plain emblems; gives the jobs that were painted."""
    painted: list[dict[str, Any]] = []

    def run(job: dict[str, Any]) -> None:
        painted.append(job)
        paint.run(job)

    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(pictures, "_paint", run)
    monkeypatch.setattr(pictures, "WIDTH", 240)
    monkeypatch.setattr(pictures, "FILM_WIDTH", 120)
    monkeypatch.setattr(card_paint, "raster", lambda svg, width, height: Image.new("RGBA", (width, height)))
    return painted


def opened(data: bytes) -> Image.Image:
    """The picture of an answer, read whole."""
    image = Image.open(BytesIO(data))
    image.load()
    return image


def body(answer: Any) -> bytes:
    return b"".join(answer.streaming_content)


@pytest.mark.django_db
def test_a_picture_is_painted_once_and_then_kept(
    client: Client, alice: User, bob: User, clock: Clock, in_process: list[dict[str, Any]]
) -> None:
    match = over(alice, bob)
    first = client.get(f"/matches/{match.pk}/replay/board-3.png")
    assert first.status_code == 200 and first["Content-Type"] == "image/png" and "max-age" in first["Cache-Control"]
    image = opened(body(first))
    assert image.size == (240, 126)
    again = client.get(f"/matches/{match.pk}/replay/board-3.png")
    assert opened(body(again)).tobytes() == image.tobytes() and len(in_process) == 1
    other = opened(body(client.get(f"/matches/{match.pk}/replay/board-4.png")))
    assert ImageChops.difference(image, other).getbbox() and len(in_process) == 2
    User.objects.filter(pk=alice.pk).update(username="Alicia")
    body(client.get(f"/matches/{match.pk}/replay/board-3.png"))
    assert len(in_process) == 3


@pytest.mark.django_db
def test_a_film_shows_every_placement_and_goes_round(
    client: Client, alice: User, bob: User, clock: Clock, in_process: list[dict[str, Any]]
) -> None:
    match = over(alice, bob)
    answer = client.get(f"/matches/{match.pk}/replay/match.webp")
    image = Image.open(BytesIO(body(answer)))
    assert answer["Content-Type"] == "image/webp" and image.n_frames == 10 and image.info["loop"] == 0  # type: ignore[attr-defined]
    (job,) = in_process
    assert [frame["foot"][:6] for frame in job["frames"]] == [f"{at} of 9" for at in range(10)]
    assert job["frames"][-1]["near"]["word"] == "wins" and not job["frames"][-2]["near"]["word"]


@pytest.mark.django_db
def test_a_long_match_makes_no_long_film(
    alice: User, bob: User, clock: Clock, in_process: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "MOST_FRAMES", 4)
    pictures.film_of(finished(match_id=over(alice, bob).pk, viewer=None), asker="x")
    assert [frame["foot"][:6] for frame in in_process[0]["frames"]] == [f"{at} of 9" for at in range(5, 10)]


@pytest.mark.django_db
def test_who_may_not_see_the_match_gets_no_picture(
    client: Client, match: Match, charlie: User, in_process: list[dict[str, Any]]
) -> None:
    for path in ("board-1.png", "match.webp"):
        assert client.get(f"/matches/{match.pk}/replay/{path}").status_code == 409
        assert client.post(f"/matches/{match.pk}/replay/{path}").status_code == 405
        assert client.get(f"/matches/999999/replay/{path}").status_code == 404
    private = over(*(User.objects.get(username=name) for name in ("alice", "bob")))
    Match.objects.filter(pk=private.pk).update(option=Option.PRIVATE)
    client.force_login(User.objects.get(username="alice"))
    for path in ("board-1.png", "match.webp"):
        assert client.get(f"/matches/{private.pk}/replay/{path}").status_code == 403
    assert "og:image" not in client.get(f"/matches/{private.pk}/replay/").content.decode()
    assert in_process == []


@pytest.mark.django_db
def test_painting_is_limited_and_what_is_painted_is_not(
    client: Client, alice: User, bob: User, clock: Clock, settings: Any, in_process: list[dict[str, Any]]
) -> None:
    settings.LIMITS = {**settings.LIMITS, "picture": (2, 60)}
    match = over(alice, bob)
    asked = [client.get(f"/matches/{match.pk}/replay/board-{at}.png", REMOTE_ADDR="192.0.2.7") for at in (1, 2, 1, 3)]
    assert [answer.status_code for answer in asked] == [200, 200, 200, 429] and len(in_process) == 2
    assert int(asked[-1]["Retry-After"]) > 0
    elsewhere = client.get(f"/matches/{match.pk}/replay/board-3.png", REMOTE_ADDR="192.0.2.8")
    assert elsewhere.status_code == 200


@pytest.mark.django_db
def test_a_picture_that_cannot_be_painted_is_no_broken_page(
    client: Client, alice: User, bob: User, clock: Clock, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(pictures.sys, "executable", str(tmp_path / "nothing"))  # type: ignore[attr-defined]
    answer = client.get(f"/matches/{over(alice, bob).pk}/replay/board-1.png")
    assert answer.status_code == 503 and answer["Retry-After"] == "60"
    assert list(tmp_path.rglob("*.png")) == []


@pytest.mark.django_db
def test_the_longest_unused_files_make_room(
    alice: User,
    bob: User,
    clock: Clock,
    in_process: list[dict[str, Any]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = finished(match_id=over(alice, bob).pk, viewer=None)
    paths = [pictures.picture_of(state, at=at, asker="x") for at in range(3)]
    for age, path in enumerate(paths):
        os.utime(path, (1000 - age, 1000 - age))
    monkeypatch.setattr(pictures, "ROOM", sum(path.stat().st_size for path in paths))
    last = pictures.picture_of(state, at=9, asker="x")
    assert paths[0].exists() and last.exists() and not paths[2].exists()


@pytest.mark.django_db
def test_the_replay_page_names_the_picture_as_its_preview(client: Client, alice: User, bob: User, clock: Clock) -> None:
    match = over(alice, bob)
    html = client.get(f"/matches/{match.pk}/replay/?at=4").content.decode()
    assert f'property="og:image" content="http://testserver/matches/{match.pk}/replay/board-4.png"' in html
    assert 'property="og:title" content="alice against bob"' in html
    html = client.get(f"/matches/{match.pk}/").content.decode()
    assert f'property="og:image" content="http://testserver/matches/{match.pk}/replay/board-9.png"' in html
    Match.objects.filter(pk=match.pk).update(option=Option.PRIVATE)
    client.force_login(alice)
    assert "og:image" not in client.get(f"/matches/{match.pk}/").content.decode()


def ink(text: str, **how: Any) -> int:
    """How many pixels a word has left on the paper."""
    paper = Image.new("L", (400, 60))
    card_paint.write(ImageDraw.Draw(paper), (200, 30), text, size=30, fill=255, **how)  # type: ignore[arg-type]
    return sum(paper.histogram()[128:])


@pytest.mark.parametrize("text", ["Ifrit", "Żółć", "Été", "A", "10 − 3"])
def test_words_leave_ink(text: str) -> None:
    assert ink(text) > 30 * len(text)


def test_a_long_word_stays_within_its_room() -> None:
    paper = Image.new("L", (400, 60))
    card_paint.write(ImageDraw.Draw(paper), (200, 30), "Wide " * 20, size=30, fill=255, room=120)  # type: ignore[arg-type]
    left, _top, right, _bottom = paper.getbbox() or (0, 0, 400, 0)
    assert right - left <= 124


def test_an_emblem_is_drawn_on_both_colours_and_kept(tmp_path: Path) -> None:
    card = {"id": "A001", "name": "Geezard", "level": 1, "element": "", "type": "", "marks": [["1", []]] * 4}
    drawn = card_paint.emblem(card, tmp_path, {})
    (kept,) = tmp_path.glob("*.png")
    assert card_paint.emblem(card, tmp_path, {}).tobytes() == drawn.tobytes() and kept.stat().st_size > 1000
    blue, red = (card_paint.card_image({**card, "owner": owner}, 80, drawn) for owner in ("blue", "red"))
    assert blue.size == (80, 100) and ImageChops.difference(blue.convert("RGB"), red.convert("RGB")).getbbox()


@pytest.mark.django_db
def test_elements_and_walls_are_on_the_picture(alice: User, bob: User, clock: Clock) -> None:
    moves = [["b1", 5], ["r1", 1], ["b2", 2], ["r2", 3], ["b3", 4], ["r3", 6], ["b4", 7], ["r4", 8], ["b5", 9]]
    hands = {"blue": hand("blue", *[(6, 6, 6, 6)] * 5), "red": hand("red", *[(5, 5, 5, 5)] * 5)}
    data = record(
        ("elemental", "power_wall"), moves, hands=hands, elements={"5": "fire"}, walls={"8": ["down", "-", 5]}
    )
    match = match_write(data, alice, bob)
    frame = pictures.frame_of(replay_of(finished(match_id=match.pk, viewer=None), at=1))
    squares = {square["number"]: square for square in frame["squares"]}
    assert squares[5]["element"] == "fire" and squares[5]["last"] and squares[8]["wall"] == ["down", "−5"]
    assert squares[5]["card"]["marks"] == [["5", ["is-down"]]] * 4 and squares[1]["card"] is None


def test_the_painter_runs_as_a_process_of_its_own(settings: Any, tmp_path: Path) -> None:
    square = {"number": 1, "element": "", "wall": ["up", "+5"], "card": None, "last": False}
    side = {"name": "alice", "score": 5, "word": "", "cards": []}
    frame = {
        "near": {**side, "colour": "blue"},
        "far": {**side, "colour": "red"},
        "foot": "0 of 9",
        "squares": [square],
    }
    out = tmp_path / "made" / "board.png"
    job = {"frames": [frame], "times": [], "width": 300, "pictures": {}, "out": str(out), "faces": str(tmp_path)}
    pictures._paint(job)
    assert opened(out.read_bytes()).size == (300, 158) and list(out.parent.iterdir()) == [out]
