"""Trades: the list of one's own, one of them with its answers, and the table where an offer is put together."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.blocks import require_not_blocked
from accounts.decorators import person_of, person_required
from accounts.models import User
from accounts.queries import player_named
from cards.openings import why_closed
from cards.services import trade_answers, trade_offers
from cards.trades import queries
from cards.trades.models import State, Trade
from cards.trades.table import Table, shown
from triad.clock import now
from triad.errors import Conflict, GameError

PAGE = 20


@never_cache
@require_GET
@person_required
def trade_list(request: HttpRequest) -> HttpResponse:
    """One's trades: those that wait for one's answer, one's offers, and those that are over."""
    user = person_of(request)
    trade_answers.trades_expire(moment=now(), user=user)
    page = Paginator(queries.past_trades(user), PAGE).get_page(request.GET.get("page"))
    found = queries.terms_of([*queries.open_trades(user), *page], viewer=user)
    context = {
        "to_answer": [terms for terms in found if terms.trade.is_open and not terms.own],
        "offered": [terms for terms in found if terms.trade.is_open and terms.own],
        "past": [terms for terms in found if not terms.trade.is_open],
        "page": page,
        "closed": why_closed(user, now()),
    }
    return render(request, "cards/trades/list.html", context)


@never_cache
@require_GET
@person_required
def trade(request: HttpRequest, trade_id: int) -> HttpResponse:
    """One trade with all its terms, and the buttons that answer it."""
    return _trade_page(request, trade_id)


@never_cache
@require_http_methods(["GET", "POST"])
@person_required
def trade_new(request: HttpRequest, name: str) -> HttpResponse:
    """The table for an offer to a player; a card of theirs, named in the address, lies on it already."""
    other = player_named(name)
    user = person_of(request)
    if other == user or not other.is_person or not other.is_active:
        raise Conflict("not_tradeable", _("There is nobody to trade with here."))
    if request.method == "POST":
        return _posted(request, other, Table.sent(request.POST))
    require_not_blocked(user=user, other=other)
    table = Table.fresh()
    table.get.cards = [text[:6] for text in request.GET.getlist("get")[:1]]
    return _table_page(request, other, table)


@never_cache
@require_http_methods(["GET", "POST"])
@person_required
def counter(request: HttpRequest, trade_id: int) -> HttpResponse:
    """The table with an offer on it that one was made, to answer it with another."""
    user = person_of(request)
    found = queries.trade_get(user=user, trade_id=trade_id)
    if found.maker_id == user.pk or not found.is_open:
        return redirect("cards:trade", found.pk)
    if request.method == "POST":
        return _posted(request, found.maker, Table.sent(request.POST, answers=found))
    return _table_page(request, found.maker, Table.answering(found))


@never_cache
@require_POST
@person_required
def accept(request: HttpRequest, trade_id: int) -> HttpResponse:
    """Accepts an offer; a refusal is said beside its terms."""
    try:
        trade_answers.trade_accept(trade_id=trade_id, user=person_of(request))
    except GameError as refused:
        return _refused(request, trade_id, refused)
    messages.success(request, _("Done: the cards and points have changed hands."))
    return redirect("cards:trade", trade_id)


@never_cache
@require_POST
@person_required
def refuse(request: HttpRequest, trade_id: int) -> HttpResponse:
    """Refuses an offer."""
    try:
        trade_answers.trade_refuse(trade_id=trade_id, user=person_of(request))
    except GameError as refused:
        return _refused(request, trade_id, refused)
    messages.success(request, _("Refused."))
    return redirect("cards:trades")


@never_cache
@require_POST
@person_required
def withdraw(request: HttpRequest, trade_id: int) -> HttpResponse:
    """Takes an offer of one's own back."""
    try:
        trade_answers.trade_withdraw(trade_id=trade_id, user=person_of(request))
    except GameError as refused:
        return _refused(request, trade_id, refused)
    messages.success(request, _("The offer is taken back."))
    return redirect("cards:trades")


def _refused(request: HttpRequest, trade_id: int, refused: GameError) -> HttpResponse:
    """A refusal on the trade's own page; who has no such trade gets the site's page."""
    if refused.status == 404:
        raise refused
    return _trade_page(request, trade_id, refused=refused)


def _trade_page(request: HttpRequest, trade_id: int, *, refused: GameError | None = None) -> HttpResponse:
    user = person_of(request)
    trade_answers.trades_expire(moment=now(), user=user)
    found = queries.trade_get(user=user, trade_id=trade_id)
    context = {
        "terms": queries.terms_of([found], viewer=user)[0],
        "refused": refused,
        "counter": Trade.objects.filter(counter_of=found).first() if found.state == State.COUNTERED else None,
    }
    return render(request, "cards/trades/detail.html", context, status=refused.status if refused else 200)


def _posted(request: HttpRequest, other: User, table: Table) -> HttpResponse:
    """What a button of the table does: looks, lays down, takes up, or makes the offer."""
    do = request.POST.get("do", "")
    if do != "offer":
        table.act(do)
        return _table_page(request, other, table)
    try:
        made = trade_offers.trade_offer(
            maker=person_of(request),
            other=other,
            key=table.key,
            gives=table.give.terms,
            gets=table.get.terms,
            counter_of=table.answers.pk if table.answers else None,
        )
    except GameError as refused:
        table.refused = refused
        return _table_page(request, other, table)
    messages.success(request, _("%(player)s can see your offer.") % {"player": other.username})
    return redirect("cards:trade", made.pk)


def _table_page(request: HttpRequest, other: User, table: Table) -> HttpResponse:
    user = person_of(request)
    mine, theirs = why_closed(user, now()), why_closed(other, now())
    closed = mine.to_self if mine else theirs.to_other if theirs else ""
    context: dict[str, Any] = {**shown(table, maker=user, other=other), "closed": closed, "points": user.wallet.points}
    template = "cards/trades/_table.html" if request.headers.get("HX-Target") == "table" else "cards/trades/table.html"
    return render(request, template, context, status=table.refused.status if table.refused else 200)
