"""How tests say a command: posted to the one view, as the bar does, by somebody or by nobody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.test import Client

from accounts.models import User


@dataclass
class Said:
    """What came back: the status, the text, the page that follows, a refusal's code."""

    status: int
    text: str
    url: str | None
    code: str


class Speaker:
    """Somebody at a browser; the session lasts from one command to the next."""

    def __init__(self, user: User | None) -> None:
        self.client = Client()
        if user is not None:
            self.client.force_login(user)

    def post(self, line: str, *, page: str = "", headers: dict[str, str] | None = None, **more: Any) -> Any:
        """The raw answer."""
        sent = {"HX-Current-URL": f"http://testserver{page}", **(headers or {})}
        return self.client.post("/command/", {"line": line, **more}, headers=sent)

    def say(self, line: str, *, page: str = "", **more: Any) -> Said:
        """The answer as a program gets it."""
        answer = self.post(line, page=page, headers={"Accept": "application/json"}, **more)
        data = answer.json()
        return Said(answer.status_code, data["text"], data["url"], data.get("error", {}).get("code", ""))

    def options(self, line: str, *, page: str = "") -> list[str]:
        """The lines with which a line can go on."""
        sent = {"HX-Current-URL": f"http://testserver{page}", "HX-Request": "true"}
        answer = self.client.get("/command/options/", {"line": line}, headers=sent)
        assert answer.status_code == 200
        return [option.rest for option in answer.context["options"]]

    def page(self, path: str) -> str:
        """What a page shows to this person now."""
        answer = self.client.get(path, follow=True)
        assert answer.status_code == 200, (path, answer.status_code)
        return str(answer.content.decode())


def says(user: User | None, line: str, *, page: str = "", **more: Any) -> Said:
    """One command, by somebody who has just come."""
    return Speaker(user).say(line, page=page, **more)
