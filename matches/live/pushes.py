"""Tells browsers what has changed: each audience is drawn once, after the commit."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from accounts.blocks import blocked_ids
from accounts.models import User
from matches.arena.showing import row_fragment
from matches.chat import showing as chat
from matches.live import lobby
from matches.live.banner import banner_fragments
from matches.live.challenges import challenge_state_fragment, challenge_taken_fragment, challenges_fragment
from matches.live.past import is_kept_back
from matches.live.recent import pushed
from matches.live.render import match_fragments, shown_out_fragment, watchers_fragment
from matches.live.rooms import challenge_topic, follow_topic, lobby_topic, match_topic, others_topic
from matches.live.state import MatchState, later_words
from matches.models import Challenge, Match, Option
from matches.queries.public import has_begun
from triad import hub
from triad.rooms import NOT_ALLOWED


def match_changed(match_id: int) -> None:
    """Sends a match to its players and their banners, and to spectators, unless they see it later."""
    state = MatchState.whole(match_id)
    match = state.match
    for audience in ("blue", "red"):
        topic = match_topic(match_id, audience)
        if hub.is_heard(topic):
            html = match_fragments(state, audience, event=True)
            hub.publish(topic=topic, html=html, version=match.version, key="match")
    if match.option == Option.PRIVATE:
        show_out(match_id)
    elif not is_kept_back(match):
        _spectators_see(state)
    if state.match.state == Match.State.OVER:
        chat.match_over(state.match, [seat.user for seat in state.seats.values()])
    pushed(state)
    banners_changed([seat.user for seat in state.seats.values() if not seat.user.is_robot])


def match_shown(match_id: int) -> None:
    """Sends spectators what they see of a delayed match by now."""
    state = MatchState.load(match_id)
    if state.match.option != Option.PRIVATE:
        _spectators_see(state)


def _spectators_see(state: MatchState) -> None:
    """Sends a match to its spectators, and a broadcast one to the lobby."""
    match = state.match
    topic = match_topic(match.pk, "watch")
    if hub.is_heard(topic):
        html = match_fragments(state, "watch", event=True)
        hub.publish(topic=topic, html=html, version=match.version, key="match")
    # Before its first placement the lobby learns of it by its list.
    begun = match.option == Option.BROADCAST and match.state == Match.State.PLAYING and state.stories[0]
    if begun and hub.is_heard("lobby"):
        hub.publish(topic="lobby", html=lobby.cast_fragment(state), version=match.version, key=f"cast-{match.pk}")


def show_out(match_id: int, *, later: str = "") -> None:
    """Tells the spectators of a match made private why they see it no more, or of one that is shown `later` when, and
    shuts their sockets; pages that follow look where to be now."""
    topic, following = match_topic(match_id, "watch"), follow_topic(match_id)
    hub.publish(topic=topic, html=shown_out_fragment(later=later), apart=(following,))
    hub.close(topic=topic, code=NOT_ALLOWED, apart=(following,))
    hub.recheck(topic=following)


def challenge_changed(challenge: Challenge, moment: datetime) -> None:
    """Sends both players what waits for them, and the lobbies the row of an open challenge."""
    players = [user for user in (challenge.challenger, challenge.opponent) if user is not None]
    if not challenge.is_named and (html := challenge_taken_fragment(challenge, moment)):
        apart = [f"user.{user.pk}" for user in players]
        hub.publish(topic=others_topic(challenge.pk), html=html, key="state", apart=apart)
    banners_changed(players)
    for user in players:
        if hub.is_heard(own := lobby_topic(user.pk)):
            hub.publish(topic=own, html=challenges_fragment(user), key="challenges")
        if hub.is_heard(page := challenge_topic(challenge.pk, user.pk)):
            hub.publish(topic=page, html=challenge_state_fragment(challenge, user), key="state")
    if challenge.way == Challenge.Way.OPEN and hub.is_heard("lobby"):
        _open_changed(challenge, moment)


def _open_changed(challenge: Challenge, moment: datetime) -> None:
    """Puts the row of an open challenge into the lobbies, or takes it out, for all but who keeps apart from its
    maker."""
    html = row_fragment(challenge, moment)
    apart = [f"user.{user_id}" for user_id in blocked_ids(challenge.challenger)]
    key, version = f"open-{challenge.pk}", int(moment.timestamp() * 1000)
    hub.publish(topic="lobby", html=html, version=version, key=key, apart=apart)


def lobby_changed(match_id: int) -> None:
    """Puts the line of a match into the lobbies, or takes it out of them: that line alone. Who watches a match that is
    to be shown later is shown out; the lobbies do not even hear that it is there."""
    match = Match.objects.get(pk=match_id)
    if has_begun(match):
        _line_changed(match_id)
    elif match.option != Option.PRIVATE:
        show_out(match_id, later=later_words(match))


def match_hidden(match_id: int) -> None:
    """Takes the line of a match that is shown later from now on out of the lobbies."""
    _line_changed(match_id)


def _line_changed(match_id: int) -> None:
    if hub.is_heard("lobby"):
        html, version = lobby.line_fragment_with_version(match_id)
        hub.publish(topic="lobby", html=html, version=version, key=f"table-{match_id}")


def audience_changed(match_id: int) -> None:
    """Sends the number of spectators to everybody at a match."""
    html = watchers_fragment(match_id)
    for audience in ("blue", "red", "watch"):
        hub.publish(topic=match_topic(match_id, audience), html=html, key="watchers")


def banners_changed(users: Sequence[User]) -> None:
    """Sends players what their banners say now."""
    reached = [user for user in users if hub.is_heard(f"user.{user.pk}")]
    if not reached:
        return
    for user_id, html in banner_fragments(reached).items():
        hub.publish(topic=f"user.{user_id}", html=html, key="banner")


def seek_changed(user_id: int) -> None:
    """Sends a player who looks for an opponent how it stands, in the banner."""
    banners_changed(list(User.objects.filter(pk=user_id)))


def apart(*, blocker: User, blocked: User) -> None:
    """Shows two players of whom one has blocked the other their lobbies afresh, without each other's challenges."""
    for user in (blocker, blocked):
        hub.recheck(topic=lobby_topic(user.pk))
