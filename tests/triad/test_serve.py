"""The one command: it makes everything ready, may be repeated, says what a person needs, and ends quickly."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from django.core.management import CommandError, call_command

from tests.served import BASE_DIR, Site
from triad import addresses


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    served = Site(tmp_path_factory.mktemp("served")).start()
    yield served
    served.end()


def _get(url: str, **headers: str) -> tuple[int, dict[str, str], str]:
    with urlopen(Request(url, headers=headers), timeout=30) as answer:
        return answer.status, {key.lower(): value for key, value in answer.headers.items()}, answer.read().decode()


def _serve(site: Site, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", "serve", *args]
    return subprocess.run(command, cwd=BASE_DIR, env=site.env, capture_output=True, text=True, timeout=120)


def test_it_says_the_address_and_how_to_make_an_administrator(site: Site) -> None:
    said = "".join(site.output)
    assert site.url in said
    assert "createsuperuser" in said
    assert site.answers()


def test_it_loads_all_cards_and_a_second_start_changes_nothing(site: Site, tmp_path: Path) -> None:
    counts = (
        "from django.apps import apps\n"
        "print(sorted((m._meta.label, m.objects.count()) for m in apps.get_models()"
        " if m._meta.label not in {'matches.Heartbeat', 'sessions.Session'}))"
    )
    key = (site.folder / "secret_key").read_text()
    before = site.python(counts)
    assert "('cards.Card', 617)" in before
    site.stop()
    site.start()
    assert site.python(counts) == before
    assert (site.folder / "secret_key").read_text() == key


def test_the_secret_key_is_its_owners_only(site: Site) -> None:
    assert (site.folder / "secret_key").stat().st_mode & 0o077 == 0


def test_a_busy_port_is_said_in_a_sentence(site: Site) -> None:
    done = _serve(site, "--port", str(site.port))
    assert done.returncode == 1
    assert f"127.0.0.1:{site.port}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("port", [-1, 65536])
def test_what_is_no_port_is_said_in_a_sentence(port: int) -> None:
    with pytest.raises(CommandError, match=f"{port} is no port"):
        call_command("serve", port=port)


@pytest.mark.parametrize("host", ["192.0.2.77", "2001:db8::77", "no.such.host.example"])
def test_a_host_that_is_not_this_machine_is_said_in_a_sentence(host: str) -> None:
    with pytest.raises(CommandError, match="Nothing can be served at"):
        call_command("serve", host=host, port=8123)


def test_static_files_have_names_of_their_content_and_are_kept_for_ever(site: Site) -> None:
    _, headers, page = _get(f"{site.url}/account/login/")
    assert "default-src 'self'" in headers["content-security-policy"]
    names = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    assert names
    for name in names:
        assert re.search(r"\.[0-9a-f]{12}\.\w+(#|$)", name), name
    line = next(name for name in names if "live-line" in name)
    _, headers, source = _get(site.url + line)
    assert "immutable" in headers["cache-control"]
    assert headers["content-type"].startswith("text/javascript")
    imported = re.findall(r'(?:from|import)\s*"\./([^"]+)"', source)
    assert len(imported) == 2
    for name in imported:
        assert re.search(r"\.[0-9a-f]{12}\.js$", name), name
        assert _get(f"{site.url}/static/js/{name}")[0] == 200


def test_sheets_name_their_fonts_by_content(site: Site) -> None:
    _, _, page = _get(f"{site.url}/account/login/")
    sheet = next(name for name in re.findall(r'href="(/static/[^"]+)"', page) if "/fonts." in name)
    fonts = re.findall(r'url\(["\']?([^"\')]+)', _get(site.url + sheet)[2])
    assert fonts
    assert all(re.search(r"\.[0-9a-f]{12}\.woff2$", font) for font in fonts), fonts


def test_a_name_that_is_not_the_sites_is_refused(site: Site) -> None:
    with pytest.raises(OSError, match="400"):
        _get(f"{site.url}/health/", Host="evil.example")


def test_it_ends_within_two_seconds(site: Site) -> None:
    for _attempt in range(3):
        took = site.stop()
        assert site.returncode == 0
        site.start()
        # Busy with other things, a machine may miss once what it keeps.
        if took < 2:
            break
    assert took < 2


def test_listening_everywhere_prints_and_allows_this_machines_addresses(site: Site, tmp_path: Path) -> None:
    own = [address for address in addresses.own_addresses() if address[0].isdigit()]
    everywhere = Site(site.folder, args=("--host", "0.0.0.0"))
    # Any port that is free, which the site says.
    everywhere.port = 0
    site.stop()
    try:
        everywhere.start()
        said = "".join(everywhere.output)
        for address in own:
            assert f"http://{addresses.as_host(address)}:{everywhere.port}/" in said
            assert _get(f"http://{address}:{everywhere.port}/health/")[0] == 200
    finally:
        everywhere.kill()
    site.start()


def test_the_address_of_this_machine_is_none_of_loopback() -> None:
    assert not [address for address in addresses.own_addresses() if address.startswith(("127.", "::1", "fe80"))]


def test_a_port_in_use_is_not_free() -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.listen()
        assert not addresses.is_free("127.0.0.1", held.getsockname()[1])
    assert addresses.is_free("127.0.0.1", 0)
