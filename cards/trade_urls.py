"""Addresses of trades."""

from __future__ import annotations

from django.urls import path

from cards.views import trades

urlpatterns = [
    path("cards/trades/", trades.trade_list, name="trades"),
    path("cards/trades/<int:trade_id>/", trades.trade, name="trade"),
    path("cards/trades/<int:trade_id>/counter/", trades.counter, name="trade-counter"),
    path("cards/trades/<int:trade_id>/accept/", trades.accept, name="trade-accept"),
    path("cards/trades/<int:trade_id>/refuse/", trades.refuse, name="trade-refuse"),
    path("cards/trades/<int:trade_id>/withdraw/", trades.withdraw, name="trade-withdraw"),
    path("players/<str:name>/trade/", trades.trade_new, name="trade-new"),
]
