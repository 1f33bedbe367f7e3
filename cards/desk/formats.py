"""The two kinds of files that the desk reads and writes."""

from __future__ import annotations

import json
import re
from typing import Any

from django.utils.translation import gettext as _
from import_export.formats import base_formats
from tablib import Dataset

from triad.errors import GameError
from triad.storable import is_storable

#: Columns that a file may have; far more than any row of the desk has.
MOST_COLUMNS = 50
#: What a table program would take for a formula and work out, players' texts too.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


class CSV(base_formats.CSV):  # type: ignore[misc]
    """Values with commas between them, the names of the columns first. An apostrophe stands before what a table
    program would take for a formula; coming back, one is taken away."""

    def export_data(self, dataset: Dataset, **kwargs: Any) -> Any:
        rows = [[_shielded(value) for value in row] for row in dataset]
        return super().export_data(Dataset(*rows, headers=dataset.headers), **kwargs)

    def create_dataset(self, in_stream: Any, **kwargs: Any) -> Dataset:
        read = super().create_dataset(in_stream, **kwargs)
        return Dataset(*[[_unshielded(value) for value in row] for row in read], headers=read.headers)


class JSON(base_formats.JSON):  # type: ignore[misc]
    """A list of objects. Values are found by their names, in whatever order they stand."""

    def create_dataset(self, in_stream: Any, **kwargs: Any) -> Dataset:
        text = in_stream.decode(self.encoding or "utf-8-sig") if isinstance(in_stream, bytes) else in_stream
        rows = json.loads(text)
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows) or not is_storable(rows):
            raise GameError("bad_file", _("A JSON file is a list of objects, one a row."))
        headers = list(dict.fromkeys(column for row in rows for column in row))
        if len(headers) > MOST_COLUMNS:
            raise GameError("bad_file", _("A file has at most %(most)d columns.") % {"most": MOST_COLUMNS})
        return Dataset(*[[row.get(column, "") for column in headers] for row in rows], headers=headers)


def _shielded(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value


def _unshielded(value: Any) -> Any:
    return value[1:] if isinstance(value, str) and value[:1] == "'" and _FORMULA.match(value) else value


FORMATS = [CSV, JSON]
