"""How the versions of a row are kept: each save and each deletion, with who and why (django-simple-history)."""

from __future__ import annotations

from typing import Any

from django.db import models
from simple_history.models import HistoricalRecords

#: Longest reason of an edit, in characters.
LONGEST_REASON = 200


class Edits(HistoricalRecords):  # type: ignore[misc]
    """The versions of a model's rows. Who edits says so by `_history_user`, why by `_change_reason` on the row.

    What is written in bulk, such as the shipped cards, leaves no version by itself.
    """

    def __init__(self, **options: Any) -> None:
        reason = models.CharField(max_length=LONGEST_REASON, blank=True)
        super().__init__(history_change_reason_field=reason, **options)

    def get_change_reason_for_object(self, instance: models.Model, history_type: str, using: str | None) -> str:
        return getattr(instance, "_change_reason", None) or ""
