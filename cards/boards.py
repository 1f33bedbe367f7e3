"""Who owns most: players by the point value of their copies, and by how many different cards they have. Who is
suspended stands on no board until that is over."""

from __future__ import annotations

from typing import Any

from django.db.models import Case, Count, F, IntegerField, QuerySet, Sum, Value, When

from accounts.models import Kind
from cards.models import Copy, Series
from cards.prices import prices_at, worth_a_level
from triad.clock import now


def most_valuable() -> QuerySet[Any, Any]:
    """Rows of `owner`, `owner__username`, `value` (RULES 8: point value) and `copies`, the richest first."""
    listed = prices_at()
    worth = [When(card__series=code, then=Value(worth_a_level(listed.get(code)))) for code in _codes()]
    of_copy = F("card__level") * Case(*worth, default=Value(worth_a_level(None)), output_field=IntegerField())
    rows = _owners().annotate(value=Sum(of_copy, output_field=IntegerField()), copies=Count("pk"))
    found: QuerySet[Any, Any] = rows.order_by("-value", "owner")
    return found


def most_collected() -> QuerySet[Any, Any]:
    """Rows of `owner`, `owner__username`, `cards` (different ones) and `copies`, the fullest collection first."""
    rows = _owners().annotate(cards=Count("card", distinct=True), copies=Count("pk"))
    found: QuerySet[Any, Any] = rows.order_by("-cards", "-copies", "owner")
    return found


def _owners() -> QuerySet[Any, Any]:
    people = Copy.objects.filter(owner__kind=Kind.PERSON, owner__is_active=True)
    people = people.exclude(owner__suspended_until__gt=now())
    return people.order_by().values("owner", "owner__username")


def _codes() -> list[str]:
    return list(Series.objects.values_list("code", flat=True))
