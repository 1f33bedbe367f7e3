"""Tells browsers what has changed: each audience is drawn once, after the commit."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User
from matches.live import lobby
from matches.live.banner import banner_fragments
from matches.live.challenges import challenge_state_fragment, challenges_fragment
from matches.live.recent import pushed
from matches.live.render import match_fragments, shown_out_fragment, watchers_fragment
from matches.live.rooms import challenge_topic, lobby_topic, match_topic
from matches.live.state import MatchState
from matches.models import Challenge, Match, Option
from triad import hub
from triad.rooms import NOT_ALLOWED


def match_changed(match_id: int) -> None:
    """Sends a match to its audiences, its players' banners, and a broadcast one to the lobby."""
    state = MatchState.load(match_id)
    match = state.match
    for audience in ("blue", "red", "watch"):
        topic = match_topic(match_id, audience)
        if audience == "watch" and match.option == Option.PRIVATE:
            show_out(match_id)
            continue
        html = match_fragments(state, audience, event=True)
        hub.publish(topic=topic, html=html, version=match.version, key="match")
    pushed(state)
    banners_changed([seat.user for seat in state.seats.values() if not seat.user.is_robot])
    # Before its first placement the lobby learns of it by its list.
    if match.option == Option.BROADCAST and match.state == Match.State.PLAYING and state.stories[0]:
        hub.publish(topic="lobby", html=lobby.cast_fragment(state), version=match.version, key=f"cast-{match_id}")


def show_out(match_id: int) -> None:
    """Tells the spectators of a match made private why they see it no more, and shuts their sockets."""
    topic = match_topic(match_id, "watch")
    hub.publish(topic=topic, html=shown_out_fragment())
    hub.close(topic=topic, code=NOT_ALLOWED)


def challenge_changed(challenge_id: int) -> None:
    """Sends both players what waits for them."""
    challenge = (
        Challenge.objects.select_related("challenger", "opponent", "seed", "match").filter(pk=challenge_id).first()
    )
    if challenge is None:
        return
    banners_changed([challenge.challenger, challenge.opponent])
    for user in (challenge.challenger, challenge.opponent):
        hub.publish(topic=lobby_topic(user.pk), html=challenges_fragment(user), key="challenges")
        state = challenge_state_fragment(challenge, user)
        hub.publish(topic=challenge_topic(challenge.pk, user.pk), html=state, key="state")


def lobby_changed() -> None:
    """Sends the running matches to the start pages."""
    html, version = lobby.tables_fragment_with_version()
    hub.publish(topic="lobby", html=html, version=version, key="tables")


def audience_changed(match_id: int) -> None:
    """Sends the number of spectators to everybody at a match."""
    html = watchers_fragment(match_id)
    for audience in ("blue", "red", "watch"):
        hub.publish(topic=match_topic(match_id, audience), html=html, key="watchers")


def banners_changed(users: Sequence[User]) -> None:
    """Sends players what their banners say now."""
    for user_id, html in banner_fragments(users).items():
        hub.publish(topic=f"user.{user_id}", html=html, key="banner")
