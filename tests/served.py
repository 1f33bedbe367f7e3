"""A real site for tests: `manage.py serve` as a process of its own, with a var folder of its own."""

from __future__ import annotations

import atexit
import json
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import urlopen

BASE_DIR = Path(__file__).resolve().parent.parent
READY = re.compile(r"Triad is served at (http://\S+:(\d+))/")

#: What a test process was started with must not leak into the site that it starts.
LEAKING = ("DJANGO_SETTINGS_MODULE", "TRIAD_HOSTS", "TRIAD_DEBUG", "PYTEST_CURRENT_TEST")


#: Ports from which no system gives one away by itself, to a socket that asks for any or that calls out.
KEPT_PORTS = range(20_000, 32_000)


def port_to_keep() -> int:
    """A port that is free, and free again after whoever listens at it was killed."""
    while True:
        port = random.SystemRandom().choice(KEPT_PORTS)
        with socket.socket() as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


#: A process that runs what it is told line by line, so that Django is made ready once and not for each question.
CLERK = """
import contextlib, io, json, os, sys, traceback
import django
os.environ["DJANGO_SETTINGS_MODULE"] = "triad.settings"
django.setup()
from django.db import connection
for line in sys.stdin:
    printed, failed = io.StringIO(), ""
    with contextlib.redirect_stdout(printed):
        try:
            exec(json.loads(line), {"__name__": "__main__"})
        except BaseException:
            failed = traceback.format_exc()
        connection.close()
    print(json.dumps({"printed": printed.getvalue(), "failed": failed}), flush=True)
"""


class Site:
    """One served site. It has a port of its own and keeps it, so that browsers find it again after a kill."""

    #: How the server says its address, and the words of its output after which it is ready.
    says, last_words = READY, "Stop with"

    def __init__(
        self,
        folder: Path,
        *,
        env: dict[str, str] | None = None,
        args: tuple[str, ...] = (),
        script: str = "manage.py",
    ) -> None:
        self.folder = folder
        self.port = port_to_keep()
        self.url = ""
        self.output: list[str] = []
        self._args = args
        self._script = script
        self._process: subprocess.Popen[str] | None = None
        self._clerk: subprocess.Popen[str] | None = None
        kept = {key: value for key, value in os.environ.items() if key not in LEAKING}
        self.env = {
            **kept,
            "TRIAD_VAR": str(folder),
            "TRIAD_NO_RATE_LIMITS": "1",
            "PYTHONUNBUFFERED": "1",
            **(env or {}),
        }

    def start(self, *, within: float = 240) -> Site:
        """Starts the server and waits until it says its address."""
        if _prepared is not None and not any(self.folder.iterdir()) and "DATABASE_URL" not in self.env:
            shutil.copytree(_prepared, self.folder, dirs_exist_ok=True)
        ready = threading.Event()
        process = subprocess.Popen(
            self.command(), cwd=BASE_DIR, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self._process = process

        def read() -> None:
            assert process.stdout is not None
            for line in process.stdout:
                self.output.append(line)
                if found := self.says.search(line):
                    self.url, self.port = found[1], int(found[2])
                if self.last_words in line:
                    ready.set()
            ready.set()

        threading.Thread(target=read, daemon=True).start()
        if not ready.wait(within) or process.poll() is not None or not self.url:
            self.kill()
            raise AssertionError("the site did not start:\n" + "".join(self.output[-40:]))
        _keep_prepared(self)
        return self

    def command(self) -> list[str]:
        """What serves the site."""
        return [sys.executable, self._script, "serve", "--port", str(self.port), *self._args]

    @property
    def pid(self) -> int:
        """The server's process id."""
        assert self._process is not None
        return self._process.pid

    @property
    def ws(self) -> str:
        """The address for sockets, without a path."""
        return self.url.replace("http://", "ws://", 1)

    def signal(self, number: int) -> None:
        """Sends a signal to the server, such as signal.SIGSTOP."""
        assert self._process is not None
        self._process.send_signal(number)

    def kill(self) -> None:
        """Kills the server as a power cut would (kill -9)."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
        self._wait()

    def end(self) -> None:
        """Kills the server, and ends what has asked its data: the site is not used any more."""
        self.kill()
        if self._clerk is not None:
            self._clerk.kill()
            self._clerk.wait()

    def stop(self) -> float:
        """Ends the server politely (SIGTERM) and gives the seconds that it took."""
        began = time.monotonic()
        self.signal(signal.SIGTERM)
        self._wait()
        return time.monotonic() - began

    def _wait(self) -> None:
        if self._process is not None:
            self._process.wait(timeout=60)

    @property
    def returncode(self) -> int | None:
        """The server's exit status; None while it runs."""
        return self._process.poll() if self._process is not None else None

    def manage(self, *args: str) -> str:
        """Runs a management command on this site's data and gives what it printed; raises where it failed."""
        return self._run([sys.executable, "manage.py", *args])

    def python(self, code: str) -> str:
        """Runs Python with this site's Django ready, outside of the server, and gives what it printed."""
        if self._clerk is None or self._clerk.poll() is not None:
            self._clerk = subprocess.Popen(
                [sys.executable, "-c", CLERK],
                cwd=BASE_DIR, env=self.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
            atexit.register(self._clerk.kill)
        assert self._clerk.stdin is not None
        assert self._clerk.stdout is not None
        self._clerk.stdin.write(json.dumps(code) + "\n")
        self._clerk.stdin.flush()
        answer = json.loads(self._clerk.stdout.readline() or '{"failed": "the process ended", "printed": ""}')
        if answer["failed"]:
            raise AssertionError(f"{code}\nfailed:\n{answer['printed']}\n{answer['failed']}")
        return str(answer["printed"])

    def _run(self, command: list[str]) -> str:
        done = subprocess.run(command, cwd=BASE_DIR, env=self.env, capture_output=True, text=True, timeout=240)
        if done.returncode:
            raise AssertionError(f"{command} failed:\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def cookie(self, username: str) -> str:
        """The session cookie's value of a person who has just signed in; the person is made when there is none."""
        return self.python(
            "from django.contrib.auth import SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY\n"
            "from django.contrib.sessions.backends.db import SessionStore\n"
            "from accounts.models import User\n"
            f"name = {json.dumps(username)}\n"
            "user = User.objects.filter(username=name).first() or User.objects.create_user(username=name)\n"
            "session = SessionStore()\n"
            "session[SESSION_KEY] = str(user.pk)\n"
            "session[BACKEND_SESSION_KEY] = 'django.contrib.auth.backends.ModelBackend'\n"
            "session[HASH_SESSION_KEY] = user.get_session_auth_hash()\n"
            "session.create()\n"
            "print(session.session_key)\n"
        ).strip()

    def post(self, path: str, **fields: object) -> str:
        """Posts a form, without cookies, and gives the answer's text."""
        data = urlencode({key: str(value) for key, value in fields.items()}).encode()
        with urlopen(f"{self.url}{path}", data=data, timeout=30) as answer:
            return str(answer.read().decode())

    def answers(self) -> bool:
        """Whether the site answers now."""
        try:
            with urlopen(f"{self.url}/health/", timeout=3) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False


#: The folder of a site as it is when it was just made ready, for the next sites of this test process.
_prepared: Path | None = None


def _keep_prepared(site: Site) -> None:
    global _prepared
    if _prepared is not None or site._args or "DATABASE_URL" in site.env:
        return
    folder = Path(tempfile.mkdtemp(prefix="triad-prepared-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    shutil.copytree(site.folder / "static", folder / "static")
    with sqlite3.connect(site.folder / "triad.sqlite3") as live, sqlite3.connect(folder / "triad.sqlite3") as copy:
        live.backup(copy)
    _prepared = folder


def chromium() -> str | None:
    """Where Chromium is, if anywhere; its shell without a window does the same work with half of the processor."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if (path := shutil.which(name))), None)
