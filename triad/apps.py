from __future__ import annotations

from django.apps import AppConfig

from triad import loops

# Here, because this is the first app that is loaded, and Daphne the second.
loops.install()


class TriadConfig(AppConfig):
    name = "triad"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Registers the commands that belong to no app."""
        from triad.commands.general import COMMANDS
        from triad.commands.registry import register

        register(*COMMANDS)
