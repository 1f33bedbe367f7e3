"""What a card of the custom series must keep, whoever makes it: a name of its own and a sum within its range."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from cards.customs.names import alike_key, name_fault
from cards.customs.numbers import sum_range
from cards.models import Card


def names_alike() -> dict[str, list[str]]:
    """The IDs of all cards by what remains of their names when look-alikes are folded."""
    found: dict[str, list[str]] = {}
    for card_id, name in Card.objects.order_by("pk").values_list("pk", "name"):
        found.setdefault(alike_key(name), []).append(card_id)
    return found


def custom_faults(card: Card, before: Card | None, *, alike: Mapping[str, list[str]]) -> dict[str, str]:
    """What is wrong with a card of the custom series that is new or was changed, by field."""
    faults = {}
    if before is None or before.name != card.name:
        taken = [card_id for card_id in alike.get(alike_key(card.name), []) if card_id != card.pk]
        if taken:
            faults["name"] = _("%(card)s has that name, or one that looks the same.") % {"card": taken[0]}
        elif sentence := name_fault(card.name):
            faults["name"] = sentence
    least, greatest = sum_range(card.level)
    total = sum(card.ranks)
    if (before is None or before.ranks != card.ranks or before.level != card.level) and not least <= total <= greatest:
        sentence = _("At level %(level)d the ranks make %(least)d to %(greatest)d together; these make %(total)d.")
        faults["level"] = sentence % {"level": card.level, "least": least, "greatest": greatest, "total": total}
    return faults
