"""Addresses of grants and of help after ruin."""

from __future__ import annotations

from django.urls import path

from cards.views import grants

urlpatterns = [
    path("cards/grants/", grants.grants, name="grants"),
    path("cards/grants/<int:grant_id>/", grants.grant, name="grant"),
    path("cards/grants/<int:grant_id>/open/", grants.open_grant, name="grant-open"),
    path("cards/ruin/", grants.ruin, name="ruin"),
]
