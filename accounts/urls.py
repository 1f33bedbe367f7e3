"""Addresses of accounts."""

from __future__ import annotations

from django.urls import path

from accounts import views
from accounts.civility import views as civility
from accounts.friends import views as friends
from accounts.notices import views as notices
from accounts.viewing import views as viewing

app_name = "accounts"

urlpatterns = [
    path("players/<str:name>/", views.profile, name="profile"),
    path("profile/", views.own_profile, name="profile"),
    path("settings/", views.settings_page, name="settings"),
    path("settings/do-not-disturb/", views.do_not_disturb, name="do-not-disturb"),
    path("settings/ledger/", views.ledger, name="ledger"),
    path("players/<str:name>/friend/", friends.friend, name="friend"),
    path("players/<str:name>/block/", civility.block, name="block"),
    path("players/<str:name>/report/", civility.report, name="report"),
    path("settings/blocks/", civility.blocks, name="blocks"),
    path("settings/name/", civility.rename, name="rename"),
    path("settings/avatar/", civility.avatar, name="avatar"),
    path("settings/export/", civility.export, name="export"),
    path("settings/leave/", civility.leave, name="leave"),
    path("faq/", civility.faq, name="faq"),
    path("letter/", civility.letter, name="letter"),
    path("settings/notices/", notices.choose, name="notice-choices"),
    path("notices/", notices.notices, name="notices"),
    path("notices/read/", notices.read, name="notices-read"),
    path("players/view/end/", viewing.end, name="view-end"),
    path("demo/<str:token>/", views.one_time_link, name="one-time-link"),
]
