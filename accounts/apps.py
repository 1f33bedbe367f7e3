from __future__ import annotations

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Wires the signals, and greets sockets with the bell."""
        from accounts import signals  # noqa: F401
        from accounts.civility.panels import peace_actions
        from accounts.friends.queries import friend_action
        from accounts.notices.showing import greeting
        from accounts.panels import register
        from triad import rooms

        rooms.greet(greeting)
        register(friend_action, place="actions", order=50)
        register(peace_actions, place="actions", order=90)
