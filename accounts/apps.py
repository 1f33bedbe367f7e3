from __future__ import annotations

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Wires the signals, and greets sockets with the bell."""
        from accounts import signals  # noqa: F401
        from accounts.notices.showing import greeting
        from triad import rooms

        rooms.greet(greeting)
