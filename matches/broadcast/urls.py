"""Addresses of what is for watching."""

from __future__ import annotations

from django.urls import path

from matches.broadcast import views

urlpatterns = [
    path("matches/running/", views.running_list, name="running"),
    path("tv/", views.tv, name="tv"),
    path("broadcast/match/<int:match_id>", views.broadcast, name="broadcast"),
    path("broadcast/match/<int:match_id>/", views.broadcast),
]
