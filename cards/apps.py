from __future__ import annotations

from django.apps import AppConfig


class CardsConfig(AppConfig):
    name = "cards"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Puts what cards tell about a player on the profile."""
        from accounts.panels import register
        from cards.notices import kinds_register
        from cards.panels import stash_facts, stash_link
        from cards.trades.panels import trade_link

        register(stash_facts, place="facts", order=20)
        register(stash_link, place="actions", order=20)
        register(trade_link, place="actions", order=30)
        kinds_register()
        self._say_what_parts()

    def _say_what_parts(self) -> None:
        """What of cards ends by a block or with an account, and what an export holds of them."""
        from accounts import blocks, departures, exports
        from cards.services import departing, exporting

        blocks.on_blocked(departing.trades_end_between)
        departures.on_leaving(departing.cards_end)
        departures.on_ghosted(departing.words_forget)
        exports.register("cards", exporting.export)
        self._take_commands()

    def _take_commands(self) -> None:
        """Registers the commands about cards."""
        from cards.commands import COMMANDS
        from triad.commands.registry import register

        register(*COMMANDS)
