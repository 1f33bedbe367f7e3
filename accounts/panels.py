"""What other apps show on a player's profile: they register panels, so that accounts knows none of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts.models import User

Place = Literal["actions", "facts", "main", "side"]


@dataclass(frozen=True, slots=True)
class Panel:
    """A template and what it needs; it is also given `profile`, `viewer` and `request`."""

    template: str
    context: dict[str, Any] = field(default_factory=dict)


#: Gives a panel for a profile as a viewer may see it (None: a visitor), or None for no panel.
PanelMaker = Callable[[User, User | None], Panel | None]

_makers: list[tuple[int, Place, PanelMaker]] = []


def register(maker: PanelMaker, *, place: Place = "main", order: int = 0) -> None:
    """Puts a panel on every profile.

    Places: `actions`, buttons beside the name; `facts`, `<div><dt>…</dt><dd>…</dd></div>` in a list of facts;
    `main` and `side`, whole sections. Lower `order` comes first.
    """
    if all(known is not maker for _, _, known in _makers):
        _makers.append((order, place, maker))
        _makers.sort(key=lambda entry: entry[0])


def panels_drawn(*, profile: User, viewer: User | None, request: HttpRequest) -> dict[str, list[SafeString]]:
    """The drawn panels of a profile by place, each place there, maybe empty."""
    drawn: dict[str, list[SafeString]] = {"actions": [], "facts": [], "main": [], "side": []}
    for _order, place, maker in _makers:
        panel = maker(profile, viewer)
        if panel is not None:
            context = {"profile": profile, "viewer": viewer, **panel.context}
            drawn[place].append(render_to_string(panel.template, context, request=request))
    return drawn
