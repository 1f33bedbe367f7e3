"""Addresses of the chat."""

from __future__ import annotations

from django.urls import path

from matches.chat import views

urlpatterns = [
    path("chat/", views.say, name="chat-say"),
    path("chat/hide/<int:player_id>/", views.quiet, name="chat-quiet"),
]
