"""What the staff grants: what waits, what one grant is, and opening it; and help after ruin."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.decorators import person_of, person_required
from cards.faces import CardFace
from cards.grants import queries
from cards.grants.models import GrantShare
from cards.services.granting import grant_open
from cards.services.ruin import ruin_help
from cards.views.packs import opens_now, unseen
from triad.errors import GameError

#: Grants of the history on one page.
PAGE = 25


@never_cache
@require_GET
@person_required
def grants(request: HttpRequest) -> HttpResponse:
    """What waits to be opened, and everything that was."""
    player = person_of(request)
    page = Paginator(queries.opened_of(player=player), PAGE).get_page(request.GET.get("page"))
    lines = [{"share": share, "cards": queries.cards_laid(share)} for share in page]
    context = {"waiting": queries.waiting_of(player=player), "page": page, "lines": lines}
    return render(request, "cards/grants/list.html", context)


@never_cache
@require_GET
@person_required
def grant(request: HttpRequest, grant_id: int) -> HttpResponse:
    """One grant: closed while it waits, then what came of it, opened before the eyes the first time."""
    return _page(request, queries.share_get(player=person_of(request), grant_id=grant_id))


@require_POST
@person_required
def open_grant(request: HttpRequest, grant_id: int) -> HttpResponse:
    """Opens a grant; what stands in its way is said on its page, where it goes on waiting."""
    player = person_of(request)
    waited = queries.share_get(player=player, grant_id=grant_id).is_waiting
    try:
        share = grant_open(player=player, grant_id=grant_id)
    except GameError as refused:
        return _page(request, queries.share_get(player=player, grant_id=grant_id), refused=refused)
    if waited and share.pack is not None:
        unseen(request, share.pack)
    return redirect("cards:grant", grant_id)


@require_POST
@person_required
def ruin(request: HttpRequest) -> HttpResponse:
    """Cards for who can lay no legal deck any more, once a day."""
    pack = ruin_help(player=person_of(request))
    unseen(request, pack)
    return redirect("cards:pack", pack.pk)


def _page(request: HttpRequest, share: GrantShare, *, refused: GameError | None = None) -> HttpResponse:
    opening = share.pack is not None and opens_now(request, share.pack)
    context = {
        "share": share,
        "grant": share.grant,
        "faces": [CardFace.of(card) for card in queries.share_cards(share)],
        "opening": opening,
        "refused": refused,
    }
    return render(request, "cards/grants/grant.html", context, status=refused.status if refused else 200)
