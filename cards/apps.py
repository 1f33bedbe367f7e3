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
