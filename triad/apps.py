from __future__ import annotations

from django.apps import AppConfig


class TriadConfig(AppConfig):
    name = "triad"
    default_auto_field = "django.db.models.BigAutoField"
