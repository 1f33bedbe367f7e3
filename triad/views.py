"""Pages of the site itself."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from triad.clock import now


@require_GET
def credits_page(request: HttpRequest) -> HttpResponse:
    """Whose shapes and typefaces the site uses, as their licences ask."""
    return render(request, "credits.html")


@require_GET
def health(request: HttpRequest) -> HttpResponse:
    """Says that this process answers and that its database does."""
    return JsonResponse({"status": "ok", "now": now().isoformat()})
