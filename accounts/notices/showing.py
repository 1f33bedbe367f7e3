"""Draws notices for the page and sends them to every page that the player has open."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import User
from accounts.notices.kinds import Kind
from accounts.notices.models import Notice
from accounts.notices.queries import notices_of
from triad.clock import now


def show_notice(notice: Notice, *, kind: Kind, by_browser: bool, language: str = settings.LANGUAGE_CODE) -> None:
    """Sends a notice to its player's pages after the commit, with the bell's new count; draws nothing for who has none
    open."""
    transaction.on_commit(lambda: _show(notice, kind, by_browser, language), robust=True)


def _show(notice: Notice, kind: Kind, by_browser: bool, language: str) -> None:
    # Imported late: the hub knows the players, the players do not know the hub.
    from triad import hub

    if not hub.is_heard(f"user.{notice.player_id}"):
        return
    context = {
        "notice": notice,
        "kind": kind,
        "by_browser": by_browser,
        "pops": kind.pops and notice.listed,
    }
    with translation.override(language):
        html = render_to_string("accounts/notices/_arrived.html", {**context, "sentence": kind.sentence(notice.about)})
    hub.publish(topic=f"user.{notice.player_id}", html=html)
    _show_bell(notice.player_id)


def show_bell(player_id: int) -> None:
    """Sends the number of unread notices to a player's pages after the commit."""
    transaction.on_commit(lambda: _show_bell(player_id), robust=True)


def _show_bell(player_id: int) -> None:
    from triad import hub

    if not hub.is_heard(f"user.{player_id}"):
        return
    version = int(now().timestamp() * 1000)
    hub.publish(topic=f"user.{player_id}", html=bell_fragment(player_id, version), version=version, key="bell")


def bell_fragment(player_id: int, version: int, *, language: str = settings.LANGUAGE_CODE) -> str:
    """The bell with its count, to be swapped by its id."""
    count = notices_of(User(pk=player_id)).filter(read_at=None).count()
    with translation.override(language):
        return render_to_string("accounts/notices/_bell.html", {"unread": count, "version": version, "oob": True})


def greeting(player: User) -> str:
    """What every socket of a person begins with besides its room's view: the bell as it is now."""
    return bell_fragment(player.pk, int(now().timestamp() * 1000)) if player.is_person else ""
