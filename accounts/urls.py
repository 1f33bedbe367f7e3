"""Addresses of accounts."""

from __future__ import annotations

from django.urls import path

from accounts import views
from accounts.notices import views as notices

app_name = "accounts"

urlpatterns = [
    path("players/<str:name>/", views.profile, name="profile"),
    path("profile/", views.own_profile, name="profile"),
    path("settings/", views.settings_page, name="settings"),
    path("settings/do-not-disturb/", views.do_not_disturb, name="do-not-disturb"),
    path("settings/ledger/", views.ledger, name="ledger"),
    path("settings/notices/", notices.choose, name="notice-choices"),
    path("notices/", notices.notices, name="notices"),
    path("notices/read/", notices.read, name="notices-read"),
    path("demo/<str:token>/", views.one_time_link, name="one-time-link"),
]
