"""Addresses of the lobby: open challenges, invites, quick pairing."""

from __future__ import annotations

from django.urls import path

from matches.arena import pairing_views, views

urlpatterns = [
    path("open/", views.open_challenge, name="open"),
    path("pairing/", pairing_views.pairing, name="pairing"),
    path("pairing/leave/", pairing_views.leave, name="pairing-leave"),
    path("pairing/<int:pairing_id>/ready/", pairing_views.ready, name="pairing-ready"),
    path("invite/<str:token>/", views.invite, name="invite"),
    path("invite/<str:token>/accept/", views.invite_accept, name="invite-accept"),
    path("invite/<str:token>/starter/", views.invite_starter, name="invite-starter"),
]
