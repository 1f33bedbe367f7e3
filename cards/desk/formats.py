"""The two kinds of files that the desk reads and writes."""

from __future__ import annotations

import json
from typing import Any

from django.utils.translation import gettext as _
from import_export.formats import base_formats
from tablib import Dataset

from triad.errors import GameError
from triad.storable import is_storable


class CSV(base_formats.CSV):  # type: ignore[misc]
    """Values with commas between them, the names of the columns first."""


class JSON(base_formats.JSON):  # type: ignore[misc]
    """A list of objects. Values are found by their names, in whatever order they stand."""

    def create_dataset(self, in_stream: Any, **kwargs: Any) -> Dataset:
        text = in_stream.decode(self.encoding or "utf-8-sig") if isinstance(in_stream, bytes) else in_stream
        rows = json.loads(text)
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows) or not is_storable(rows):
            raise GameError("bad_file", _("A JSON file is a list of objects, one a row."))
        headers = list(dict.fromkeys(column for row in rows for column in row))
        return Dataset(*[[row.get(column, "") for column in headers] for row in rows], headers=headers)


FORMATS = [CSV, JSON]
