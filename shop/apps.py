from __future__ import annotations

from django.apps import AppConfig


class ShopConfig(AppConfig):
    name = "shop"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Registers the shop's commands."""
        from shop.commands import COMMANDS
        from triad.commands.registry import register

        register(*COMMANDS)
        self._say_what_was_bought()

    def _say_what_was_bought(self) -> None:
        """What an export holds of the shop."""
        from accounts import exports
        from shop.queries import purchases_exported

        exports.register("purchases", purchases_exported)
