"""Who is here: told to the lobbies by differences, whoever calls the roll."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import translation

from accounts.blocks import blocked_by_id
from accounts.models import User
from accounts.queries import people_here
from matches.arena.models import Roll
from matches.models import Option, Seat
from matches.queries.public import running_now
from triad import hub
from triad.clock import now

#: So often the roll is called in a process.
CALLED_EVERY = timedelta(seconds=3)
#: So many are listed, by name.
MOST_HERE = 200
#: What is said of somebody who is here.
FREE, DISTURBED, PLAYING = "free", "disturbed", "playing"
#: Letters of a name by which the rows are ordered in the browser: as many as fit a number there.
_ORDERED_BY = 9

_called_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class HereView:
    """Somebody who is here, and what can be done: challenge, or watch the match that runs."""

    id: int
    name: str
    state: str
    match_id: int | None
    version: int

    @property
    def order(self) -> int:
        """A number that puts names in order, the first name highest."""
        number = 0
        for place in range(_ORDERED_BY):
            sign = ord(self.name[place].lower()) if place < len(self.name) else 0
            number = number * 41 + (40 - max(0, min(40, sign - 0x2C if sign < 0x3A else sign - 0x52)))
        return number


def here_views(people: list[User] | None = None, *, viewer: User | None = None) -> list[HereView]:
    """The people who are here, by name, without those from whom the viewer keeps apart."""
    moment = now()
    found = list(people_here(viewer)[:MOST_HERE]) if people is None else people
    # Of a delayed match its players play it as long as others see it played; what they play now counts before it.
    seats = (
        Seat.objects.filter(running_now("match__"), user__in=found)
        .exclude(busy="", match__delay=0)
        .order_by("-match__delay", "-busy", "-pk")
        .values_list("user", "match", "match__option")
    )
    rows = list(seats)
    watched = {user: match for user, match, option in rows if option != Option.PRIVATE}
    playing = {user for user, _match, _option in rows}
    return [
        HereView(
            person.pk,
            person.username,
            PLAYING if person.pk in playing else DISTURBED if person.do_not_disturb else FREE,
            watched.get(person.pk),
            int(moment.timestamp() * 1000),
        )
        for person in found
    ]


def roll_call(*, moment: datetime) -> int:
    """Tells the lobbies who came, who went and what else has changed since the roll was last called, whoever called
    it; gives of how many. Not more often than every three seconds in a process."""
    global _called_at
    if _called_at is not None and timedelta() <= moment - _called_at < CALLED_EVERY:
        return 0
    _called_at = moment
    views = {str(view.id): view for view in here_views()}
    current = {key: _said(view) for key, view in views.items()}
    roll = Roll.objects.filter(id=1).first()
    if roll is not None and roll.told == current:
        return 0
    return _tell(views, current, moment)


@transaction.atomic
def _tell(views: dict[str, HereView], current: dict[str, list[Any]], moment: datetime) -> int:
    Roll.objects.get_or_create(id=1, defaults={"at": moment})
    roll = Roll.objects.select_for_update().get(id=1)
    if roll.told == current or roll.at > moment:
        return 0
    came = [key for key, said in current.items() if roll.told.get(key) != said]
    went = [key for key in roll.told if key not in current]
    roll.told, roll.at = current, moment
    roll.save()
    version = int(moment.timestamp() * 1000)
    with translation.override(settings.LANGUAGE_CODE):
        html = {
            key: render_to_string("matches/lobby/_person.html", {"person": views[key], "oob": True}) for key in came
        }
        for key in went:
            context = {"id": f"here-{key}", "into": "lobby-here", "version": version}
            html[key] = render_to_string("matches/lobby/_gone.html", context)
    # Who keeps apart from somebody is told of in a line of their own, which the other does not hear.
    apart = blocked_by_id({int(key) for key in html})
    if told := "".join(row for key, row in html.items() if int(key) not in apart):
        hub.publish(topic="lobby", html=told, version=version)
    for user_id, others in sorted(apart.items()):
        left_out = [f"user.{other}" for other in others]
        hub.publish(topic="lobby", html=html[str(user_id)], version=version, apart=left_out)
    return len(html)


def _said(view: HereView) -> list[Any]:
    return [view.name, view.state, view.match_id]


def here_context(player: User | None) -> dict[str, Any]:
    """What the list of who is here is drawn from."""
    version = int(now().timestamp() * 1000)
    return {"here": here_views(viewer=player), "version": version, "player": player}


def here_fragment(player: User | None, *, language: str = settings.LANGUAGE_CODE) -> str:
    """The whole list of who is here, to be swapped by its id: what a socket begins with."""
    with translation.override(language):
        return render_to_string("matches/_here.html", {**here_context(player), "oob": True})
