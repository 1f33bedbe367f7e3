"""Cards and series as rows of files: what an import would change, and the same rows for an export."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from import_export.fields import Field
from import_export.resources import Diff, ModelResource
from import_export.widgets import Widget

from accounts.models import User
from cards.customs.queries import custom_codes
from cards.desk.checks import custom_faults, names_alike
from cards.desk.finality import final_changes
from cards.desk.rows import (
    BY_LEVEL,
    CARD_COLUMNS,
    MORE_CARD_COLUMNS,
    SERIES_COLUMNS,
    card_read,
    series_read,
)
from cards.models import Card, Copy, Series
from cards.prices import prices_at
from cards.services.editing import Prices, card_save, series_save
from triad.errors import GameError

#: Rows that a file may have.
MOST_ROWS = 5000
_CARD_FIELDS = ("name", "level", "up", "right", "down", "left", "element", "type", "text")


class _AsItIs(Widget):  # type: ignore[misc]
    """Numbers stay numbers, in JSON too; nothing is an empty place."""

    def render(self, value: Any, obj: Any = None, **kwargs: Any) -> Any:
        return "" if value is None else int(value) if isinstance(value, bool) else value


class _TwoStates(Diff):  # type: ignore[misc]
    """The old and the new of every column of a row, without a style of its own."""

    def __init__(self, resource: Any, instance: Model, new: bool) -> None:
        self.left = _values(resource, instance)
        self.right: list[Any] = []
        self.new = new

    def compare_with(self, resource: Any, instance: Model) -> None:
        self.right = _values(resource, instance)

    def as_html(self) -> list[SafeString]:
        return [
            format_html("{}", new)
            if self.new or old == new
            else format_html("<del>{}</del> <ins>{}</ins>", "–" if old == "" else old, "–" if new == "" else new)
            for old, new in zip(self.left, self.right, strict=True)
        ]


def _values(resource: Any, instance: Model) -> list[Any]:
    return [resource.export_field(field, instance) for field in resource.get_import_fields()]


class _Rows(ModelResource):  # type: ignore[misc]
    """What both kinds of rows share: who imports, the columns, one row an ID, and one look into the database."""

    columns: tuple[str, ...] = ()
    more_columns: tuple[str, ...] = ()

    def __init__(self, by: User | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.by = by
        self.reason = ""
        self._known: dict[str, Any] = {}
        self._seen: dict[str, int] = {}

    @classmethod
    def get_diff_class(cls) -> type[Diff]:
        return _TwoStates

    def key_of(self, row: Mapping[str, Any]) -> str:
        """The key that a row of a file has in the database; empty where it cannot be read."""
        raise NotImplementedError

    def rows_known(self) -> dict[str, Any]:
        """All rows of the database by their key."""
        return self._meta.model._default_manager.in_bulk()  # type: ignore[no-any-return]

    def before_import(self, dataset: Any, **kwargs: Any) -> None:
        headers = list(dataset.headers or [])
        sentence = self._header_fault(headers)
        if not sentence and len(dataset) > MOST_ROWS:
            sentence = _("The file has %(count)d rows; %(most)d are the most.") % {
                "count": len(dataset),
                "most": MOST_ROWS,
            }
        if sentence:
            dataset.wipe()
            raise GameError("bad_file", sentence)
        self._known = self.rows_known()
        name = str(kwargs.get("file_name") or "")[:100]
        self.reason = _("Imported from %(file)s") % {"file": name} if name else _("Imported")

    def _header_fault(self, headers: list[str]) -> str:
        missing = [column for column in self.columns if column not in headers]
        if missing:
            return _("The file lacks these columns: %(columns)s.") % {"columns": ", ".join(missing)}
        strange = [str(column) for column in headers if column not in (*self.columns, *self.more_columns)]
        if strange:
            return _("The file has columns that are none: %(columns)s.") % {"columns": ", ".join(strange)[:200]}
        return "" if len(set(headers)) == len(headers) else _("The file has a column twice.")

    def before_import_row(self, row: Mapping[str, Any], row_number: int = 0, **kwargs: Any) -> None:
        key = self.key_of(row)
        if key and key in self._seen:
            words = {"key": key, "row": self._seen[key]}
            raise ValidationError(_("%(key)s stands in row %(row)d already.") % words)
        self._seen[key] = row_number

    def get_instance(self, instance_loader: Any, row: Mapping[str, Any]) -> Model | None:
        # A copy, so that what is known stays as it is in the database.
        return copy(self._known.get(self.key_of(row)))

    def _check_import_id_fields(self, headers: Any) -> None:
        """Nothing to check: `before_import` looked at the columns."""


class CardResource(_Rows):
    """Cards in the columns of the shipped file; `on_sale` and `maker` may stand besides.

    Ranks, level and element of a card of which a copy exists are never changed by a file.
    """

    columns, more_columns = CARD_COLUMNS, MORE_CARD_COLUMNS

    series = Field("series_id", "series", widget=_AsItIs())
    number = Field("number", "number", widget=_AsItIs())
    name = Field("name", "name", widget=_AsItIs())
    level = Field("level", "level", widget=_AsItIs())
    up = Field("up", "up", widget=_AsItIs())
    right = Field("right", "right", widget=_AsItIs())
    down = Field("down", "down", widget=_AsItIs())
    left = Field("left", "left", widget=_AsItIs())
    element = Field("element", "element", widget=_AsItIs())
    type = Field("type", "type", widget=_AsItIs())
    text = Field("text", "text", widget=_AsItIs())
    on_sale = Field("on_sale", "on_sale", widget=_AsItIs())
    maker = Field("maker__username", "maker", widget=_AsItIs())

    class Meta:
        model = Card
        fields = (*CARD_COLUMNS, *MORE_CARD_COLUMNS)
        import_id_fields = ("series", "number")
        skip_unchanged = True
        report_skipped = False
        use_transactions = True

    def key_of(self, row: Mapping[str, Any]) -> str:
        card, faults = card_read(row)
        return "" if faults.keys() & {"series", "number"} else str(card.pk)

    def rows_known(self) -> dict[str, Any]:
        return Card.objects.select_related("maker").in_bulk()

    def before_import(self, dataset: Any, **kwargs: Any) -> None:
        super().before_import(dataset, **kwargs)
        self._codes = set(Series.objects.values_list("pk", flat=True))
        self._custom = set(custom_codes())
        self._held = set(Copy.objects.order_by().values_list("card_id", flat=True).distinct())
        self._alike: dict[str, list[str]] | None = None
        self._makers: dict[str, User] = {}
        if "maker" in (dataset.headers or []):
            names = {str(name) for name in dataset["maker"] if name}
            self._makers = {one.username: one for one in User.objects.filter(username__in=list(names)[:MOST_ROWS])}

    def import_instance(self, instance: Card, row: Mapping[str, Any], **kwargs: Any) -> None:
        wanted, faults = card_read(row)
        before = self._known.get(wanted.pk)
        if wanted.series_id not in self._codes:
            faults.setdefault("series", _("There is no such series."))
        if before is not None and wanted.pk in self._held and (changed := final_changes(before, wanted)):
            sentence = _(
                "A copy of %(card)s exists, so its ranks, level and element are final; no file changes them. A "
                "superuser can correct them on the card's page."
            )
            faults |= dict.fromkeys(changed[:1], sentence % {"card": before})
        for name in (*_CARD_FIELDS, "id", "series_id", "number", "name_key"):
            setattr(instance, name, getattr(wanted, name))
        self._import_more(instance, row, faults)
        if not faults and wanted.series_id in self._custom:
            if self._alike is None:
                self._alike = names_alike()
            faults |= custom_faults(instance, before, alike=self._alike)
        if faults:
            raise ValidationError(faults)

    def _import_more(self, card: Card, row: Mapping[str, Any], faults: dict[str, str]) -> None:
        if "on_sale" in row:
            said = str(row["on_sale"]).strip().lower()
            if said not in ("0", "1", "false", "true"):
                faults["on_sale"] = _("1 for in the shop, or 0.")
            card.on_sale = said in ("1", "true")
        if "maker" in row:
            name = str(row["maker"] or "")
            if name and name not in self._makers:
                faults["maker"] = _("There is no player of this name.")
            card.maker = self._makers.get(name)

    def do_instance_save(self, instance: Card, is_create: bool) -> None:
        assert self.by is not None
        card_save(card=instance, by=self.by, reason=self.reason)

    def filter_export(self, queryset: QuerySet[Card], **kwargs: Any) -> QuerySet[Card]:
        return queryset.select_related("maker")


class SeriesResource(_Rows):
    """Series with their prices of now in the columns of the shipped file; another price holds from the import on."""

    columns = SERIES_COLUMNS

    code = Field("code", "code", widget=_AsItIs())
    name = Field("name", "name", widget=_AsItIs())
    random_price = Field(None, "random_price", widget=_AsItIs())
    specific_price = Field(None, "specific_price", widget=_AsItIs())
    hold_limit = Field(None, "hold_limit", widget=_AsItIs())
    note = Field("note", "note", widget=_AsItIs())

    class Meta:
        model = Series
        fields = SERIES_COLUMNS
        import_id_fields = ("code",)
        skip_unchanged = True
        report_skipped = False
        use_transactions = True

    def __init__(self, by: User | None = None, **kwargs: Any) -> None:
        super().__init__(by, **kwargs)
        self._prices: dict[str, Prices] | None = None

    def key_of(self, row: Mapping[str, Any]) -> str:
        return str(row.get("code", ""))[:20]

    def prices_of(self, series: Series) -> Prices:
        """The prices that a row asks for, or those that hold now."""
        if self._prices is None:
            self._prices = {code: (price.random, price.specific) for code, price in prices_at().items()}
        asked: Prices | None = getattr(series, "asked_prices", None)
        return asked if asked is not None else self._prices.get(series.pk, (None, None))

    def dehydrate_random_price(self, series: Series) -> int | str:
        return self.prices_of(series)[0] or ""

    def dehydrate_specific_price(self, series: Series) -> int | str:
        return self.prices_of(series)[1] or ""

    def dehydrate_hold_limit(self, series: Series) -> int | str:
        return series.hold_limit or BY_LEVEL

    def import_instance(self, instance: Series, row: Mapping[str, Any], **kwargs: Any) -> None:
        wanted, prices, faults = series_read(row)
        before = self._known.get(wanted.pk)
        unique = before.unique_cards if before is not None else wanted.unique_cards
        if unique and any(prices):
            faults.setdefault("random_price", _("Cards of which there is one in the world are not sold."))
        for name in ("code", "name", "hold_limit", "note"):
            setattr(instance, name, getattr(wanted, name))
        instance.unique_cards = unique
        instance.asked_prices = prices  # type: ignore[attr-defined]
        if faults:
            raise ValidationError(faults)

    def skip_row(self, instance: Series, original: Series, row: Any, import_validation_errors: Any = None) -> bool:
        if import_validation_errors or original.pk not in self._known:
            return False
        names = ("name", "hold_limit", "note")
        same = all(getattr(instance, name) == getattr(original, name) for name in names)
        return same and self.prices_of(instance) == self.prices_of(original)

    def do_instance_save(self, instance: Series, is_create: bool) -> None:
        assert self.by is not None
        series_save(series=instance, by=self.by, reason=self.reason, prices=self.prices_of(instance))
