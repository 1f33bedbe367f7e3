from __future__ import annotations

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Answers what lower apps ask without knowing matches."""
        from accounts import guests, purse
        from accounts.viewing import rules as viewing
        from cards import deck_houses, frozen
        from matches.houses import HOUSES
        from matches.queries.frozen import frozen_copies, has_hidden_hand
        from matches.queries.public import bets_unseen
        from matches.services.guests import guest_adopted

        frozen.register(frozen_copies)
        viewing.on_hidden_hand(has_hidden_hand)
        purse.on_unseen(bets_unseen)
        guests.on_adopted(guest_adopted)
        for house in HOUSES.values():
            deck_houses.register(deck_houses.DeckHouse(house.key, house.name, house.level_limit, house.stars))
        self._show_live()
        self._let_talk()
        self._say_who_trades()
        self._say_what_parts()
        self._take_commands()

    def _show_live(self) -> None:
        """Opens the rooms, has changes pushed to them, and puts the matches on profiles."""
        from accounts import panels
        from matches import notices
        from matches.broadcast import following
        from matches.live import announce, profiles, pushes, rooms
        from matches.ratings import panels as ratings
        from triad import rooms as site_rooms

        site_rooms.register("match", rooms.MatchRoom())
        site_rooms.register("lobby", rooms.LobbyRoom())
        site_rooms.register("challenge", rooms.ChallengeRoom())
        site_rooms.register("page", rooms.PageRoom())
        site_rooms.register("tv", following.TvRoom())
        site_rooms.register("broadcast", following.BroadcastRoom())
        site_rooms.on_audience(pushes.audience_changed)
        announce.listen("match", pushes.match_changed)
        announce.listen("shown", pushes.match_shown)
        announce.listen("hidden", pushes.match_hidden)
        announce.listen("challenge", pushes.challenge_changed)
        announce.listen("lobby", pushes.lobby_changed)
        announce.listen("lobby", following.lobby_changed)
        announce.listen("seek", pushes.seek_changed)
        notices.kinds_register()
        announce.listen("match", notices.match_changed)
        announce.listen("challenge", notices.challenge_changed)
        panels.register(profiles.actions, place="actions", order=10)
        panels.register(profiles.statistics_panel, place="main", order=10)
        panels.register(profiles.history_panel, place="main", order=20)
        panels.register(ratings.ratings_panel, place="main", order=5)
        panels.register(ratings.opponents_panel, place="side", order=5)

    def _say_what_parts(self) -> None:
        """What of matches ends by a block or with an account, what an export holds, and what reports can be about."""
        from accounts import blocks, departures, exports
        from accounts.civility import reports, sanctions
        from matches.live import pushes
        from matches.services import departing, parting

        blocks.on_blocked(parting.plans_end_between)
        blocks.on_blocked(pushes.apart)
        departures.before_leaving(departing.check_not_in_match)
        departures.on_leaving(departing.plans_end)
        departures.on_leaving(departing.reasons_forget)
        sanctions.on_suspended(departing.plans_end)
        exports.register("matches", departing.export)
        reports.register("match", departing.match_attached)

    def _let_talk(self) -> None:
        """Has lines of the chat sent, answered, reported, exported, and ended with an account."""
        from accounts import blocks, departures, exports
        from accounts.civility import reports
        from matches.chat import quieting, reporting, showing
        from matches.live import announce

        announce.listen("line", showing.line_pushed)
        announce.listen("line", showing.line_answered)
        announce.listen("line_changed", showing.line_pushed)
        blocks.on_blocked(quieting.parted)
        departures.on_leaving(quieting.lines_forget)
        departures.on_ghosted(quieting.words_forget)
        exports.register("chat", quieting.export)
        reports.register("message", reporting.line_attached)
        reports.withhold(reporting.withheld_reports)

    def _say_who_trades(self) -> None:
        """To whom trades are open, and who is in a live match."""
        from cards import openings
        from matches.queries.frozen import in_live_match
        from matches.services.eligibility import trades_closed

        openings.register(opening=trades_closed, busy=in_live_match)

    def _take_commands(self) -> None:
        """Registers the commands of matches."""
        from matches.commands import COMMANDS
        from triad.commands.registry import register

        register(*COMMANDS)
