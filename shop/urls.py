"""Addresses of the shop."""

from __future__ import annotations

from django.urls import path

from shop import views

app_name = "shop"

urlpatterns = [
    path("", views.shop, name="shop"),
    path("buy/", views.buy, name="buy"),
    path("receipts/", views.receipts, name="receipts"),
    path("receipts/<int:purchase_id>/", views.receipt, name="receipt"),
]
