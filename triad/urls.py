"""Every address of the site, by app."""

from __future__ import annotations

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from cards import guide
from matches.live.guide import guide_parts
from triad import views
from triad.commands import views as commands

urlpatterns = [
    path("", include("matches.urls")),
    path("", include("accounts.urls")),
    path("", include("cards.urls")),
    path("shop/", include("shop.urls")),
    path("account/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
    path("command/", commands.command, name="command"),
    path("command/options/", commands.options, name="command-options"),
    path("credits/", views.credits_page, name="credits"),
    path("health/", views.health, name="health"),
]

if settings.DEBUG:
    urlpatterns += [path("components/", guide.components, {"more": guide_parts}, name="components")]
