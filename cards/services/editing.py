"""What curators change about cards and series: every edit leaves a version with who and why, and can be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from accounts.models import User
from cards.customs.models import CardPicture
from cards.customs.pictures import Drawn
from cards.customs.queries import custom_codes
from cards.desk.checks import custom_faults, names_alike
from cards.desk.finality import FINAL, check_correction, needs_reason, why_final
from cards.desk.versions import FIELDS, version_of
from cards.models import Card, Price, Series
from cards.models.edits import LONGEST_REASON
from cards.prices import prices_at
from cards.services.pictures import picture_keep
from triad.clock import now
from triad.errors import Conflict, NotFound

Prices = tuple[int | None, int | None]


@transaction.atomic
def card_save(*, card: Card, by: User, reason: str = "") -> Card:
    """Stores a card that is new or was edited, with its version; one that is as it was stays without.

    Raises what `check_correction` raises where ranks, level or element are final, and then changes nothing.
    """
    # Locked, so that no first copy comes between this look and the change.
    before = Card.objects.select_for_update().filter(pk=card.pk or None).first()
    if before is not None:
        check_correction(before, card, by=by, reason=reason)
        if not _differ(before, card):
            return card
        _first_versions(Card, [before])
    _signed(card, by, reason).save()
    return card


@transaction.atomic
def series_save(*, series: Series, by: User, reason: str = "", prices: Prices | None = None) -> Series:
    """Stores a series that is new or was edited, with its version; `prices` (random, specific) hold from now on where
    they are others than those that hold."""
    before = Series.objects.select_for_update().filter(pk=series.pk).first()
    if before is None or _differ(before, series):
        if before is not None:
            _first_versions(Series, [before])
        _signed(series, by, reason).save()
    if prices is not None and prices != prices_now(series.pk):
        random, specific = prices
        Price.objects.create(series=series, valid_from=now(), random=random, specific=specific, set_by=by)
    return series


def prices_now(code: str) -> Prices:
    """The two prices of a series that hold now (random, specific); none where there is no such series."""
    price = prices_at().get(code)
    return (price.random, price.specific) if price else (None, None)


@transaction.atomic
def version_restore(*, model: type[Model], key: str, number: int, by: User, reason: str = "") -> list[str]:
    """Takes a card or a series back to one of its versions; gives the fields of a card that stay, as they are final.

    A row that was deleted comes back. Raises NotFound `no_version`, GameError `no_reason`, Conflict `as_it_was`, and
    `not_again` where a card of the custom series had a name or a sum that it may not have now.
    """
    version = version_of(model, key=key, number=number)
    if version is None:
        raise NotFound("no_version", _("There is no such version."))
    row: Any = model._default_manager.filter(pk=key).first() or version.instance
    names = [name for name in FIELDS[model] if getattr(row, name) != getattr(version, name)]
    kept = [name for name in names if name in FINAL and why_final(row, by=by)] if isinstance(row, Card) else []
    changed = [name for name in names if name not in kept]
    if not row._state.adding and not changed:
        raise Conflict("as_it_was", _("Nothing of this version can be taken back: it is as it was."))
    for name in changed:
        setattr(row, name, getattr(version, name))
    why = reason.strip() or _("Taken back to version %(number)d") % {"number": number}
    if isinstance(row, Card):
        _check_custom(row)
        corrects = bool(set(changed) & set(FINAL)) and needs_reason(row)
        card_save(card=row, by=by, reason=reason if corrects else why)
    else:
        series_save(series=row, by=by, reason=why)
    return kept


def _check_custom(card: Card) -> None:
    """Raises Conflict `not_again` for a card of the custom series as nobody could store it now."""
    if card.series_id not in custom_codes():
        return
    before = Card.objects.filter(pk=card.pk).first()
    if faults := custom_faults(card, before, alike=names_alike()):
        raise Conflict("not_again", " ".join(faults.values()))


@transaction.atomic
def art_set(*, card: Card, by: User, drawn: Drawn) -> None:
    """Puts an uploaded picture on a card, in the place of the one that it came with or of an earlier one."""
    picture, _made = picture_keep(owner=by, drawn=drawn)
    CardPicture.objects.update_or_create(card=card, defaults={"picture": picture})
    _art_version(card, by, _("A new picture"))


@transaction.atomic
def art_remove(*, card: Card, by: User) -> bool:
    """Takes the uploaded picture off a card, which then has its shipped art or its emblem again; False for none."""
    gone, _rows = CardPicture.objects.filter(card=card).delete()
    if gone:
        _art_version(card, by, _("The picture was taken off"))
    return bool(gone)


def _art_version(card: Card, by: User, reason: str) -> None:
    _first_versions(Card, [card])
    Card.history.bulk_history_create([card], update=True, default_user=by, default_change_reason=reason)


def _first_versions(model: Any, rows: Sequence[Model]) -> None:
    """Keeps how rows were before the first edit: what was loaded in bulk has no version yet."""
    key = model._meta.pk.attname
    known = set(model.history.filter(**{f"{key}__in": [row.pk for row in rows]}).values_list(key, flat=True))
    new = [row for row in rows if row.pk not in known]
    model.history.bulk_history_create(new, default_change_reason=_("As it was loaded"))


def _signed(row: Any, by: User, reason: str) -> Any:
    row._history_user = by
    row._change_reason = reason.strip()[:LONGEST_REASON]
    return row


def _differ(before: Model, after: Model) -> bool:
    return any(
        getattr(before, field.attname) != getattr(after, field.attname) for field in before._meta.concrete_fields
    )
