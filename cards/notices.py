"""What players are told of their cards: decisions on their own, trades, grants."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.notices.kinds import Kind, register

CARD_DECISION, TRADE, GRANT = "card_decision", "trade", "grant"


def kinds_register() -> None:
    """Makes the kinds of cards known."""
    register(
        Kind(
            CARD_DECISION,
            gettext_lazy("Word of your own cards"),
            _card_sentence,
            icon="conversation",
            names_player=False,
        )
    )
    register(Kind(TRADE, gettext_lazy("A trade"), _trade_sentence, icon="card-exchange"))
    register(Kind(GRANT, gettext_lazy("A grant"), _grant_sentence, icon="two-coins"))


def _card_sentence(about: Mapping[str, str]) -> str:
    sentences = {
        "wrote": _("A curator wrote about %(name)s."),
        "accepted": _("%(name)s is a card now: %(card)s."),
        "refused": _("%(name)s was refused; the points are back."),
    }
    return sentences.get(about["state"], _("The curators ask for changes to %(name)s.")) % about


def _trade_sentence(about: Mapping[str, str]) -> str:
    sentences = {
        "open": _("%(name)s offers you a trade."),
        "countered_by": _("%(name)s answers your offer with another one."),
        "accepted": _("%(name)s accepted your trade."),
        "refused": _("%(name)s refused your trade."),
        "withdrawn": _("%(name)s took an offer back."),
        "expired": _("The trade with %(name)s has expired: nobody answered it in time."),
    }
    return sentences.get(about["state"], _("The trade with %(name)s is no longer possible.")) % about


def _grant_sentence(about: Mapping[str, str]) -> str:
    if about.get("reason"):
        return _("The staff gave you something: %(reason)s") % about
    return _("The staff gave you something.")
