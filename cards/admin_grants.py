"""The game masters' desk: a grant is seen in full, with its count, before it is made; what was granted is read-only."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.models import ADDITION, CHANGE, LogEntry
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.admin_read_only import ReadOnlyMixin
from accounts.decorators import person_of
from cards.faces import CardFace
from cards.grants.forms import GrantForm, Terms
from cards.grants.models import Grant, GrantItem, GrantShare
from cards.grants.queries import WAITING, grant_words
from cards.models import Copy
from cards.services.granting import grant_make, grant_withdraw, may_grant
from triad.errors import GameError

#: Names that the preview lists.
SHOWN_NAMES = 200
#: What a link may fill into the form.
PREFILLED = ("kind", "reason", "points", "cards", "names")


def _note(request: HttpRequest, grant: Grant, flag: int, message: str) -> None:
    """Writes what was done into the admin's log."""
    LogEntry.objects.log_actions(
        user_id=person_of(request).pk, queryset=[grant], action_flag=flag, change_message=message, single_object=True
    )


class GrantItemInline(ReadOnlyMixin, admin.TabularInline):  # type: ignore[type-arg]
    """What each player gets besides points."""

    model = GrantItem
    fields = ("card", "series")
    extra = 0


@admin.register(Grant)
class GrantAdmin(ReadOnlyMixin, admin.ModelAdmin):  # type: ignore[type-arg]
    """Grants: made by a form with a preview, taken back where they wait, never changed."""

    list_display = ("id", "made_at", "kind", "reason", "what", "opened", "by")
    list_display_links = ("id", "reason")
    list_filter = ("kind", "made_at")
    list_select_related = ("by",)
    search_fields = ("=id", "reason", "=shares__player__username", "=items__card__id", "=by__username")
    date_hierarchy = "made_at"
    fields = ("kind", "reason", "points", "by", "made_at", "opened", "players", "taking_back")
    inlines = (GrantItemInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Grant]:
        found = super().get_queryset(request).prefetch_related("items__card", "items__series")
        return found.annotate(  # type: ignore[no-any-return]
            parts=Count("shares", distinct=True),
            parts_opened=Count("shares", filter=Q(shares__opened_at__isnull=False), distinct=True),
        )

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return may_grant(person_of(request))

    @admin.display(description=gettext_lazy("each gets"))
    def what(self, grant: Grant) -> str:
        return grant_words(grant, grant.items.all())

    @admin.display(description=gettext_lazy("opened"), ordering="parts_opened")
    def opened(self, grant: Any) -> str:
        return _("%(opened)d of %(all)d") % {"opened": grant.parts_opened, "all": grant.parts}

    @admin.display(description=gettext_lazy("players"))
    def players(self, grant: Any) -> str:
        """The way to the list of its players."""
        address = f"{reverse('admin:cards_grantshare_changelist')}?grant__id__exact={grant.pk}"
        said = ngettext("%(count)d player", "%(count)d players", grant.parts) % {"count": grant.parts}
        return format_html('<a href="{}">{}</a>', address, said)

    @admin.display(description=gettext_lazy("taking back"))
    def taking_back(self, grant: Grant) -> str:
        """The way to take back what waits."""
        if not grant.shares.filter(WAITING).exists():
            return _("Nothing waits any more.")
        address = reverse("admin:cards_grant_withdraw", args=[grant.pk])
        return format_html('<a href="{}">{}</a>', address, _("Take back what was not opened yet"))

    def get_urls(self) -> list[URLPattern]:
        withdraw = path(
            "<int:grant_id>/withdraw/", self.admin_site.admin_view(self.withdraw_view), name="cards_grant_withdraw"
        )
        return [withdraw, *super().get_urls()]

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The form, then with it what it says: what each gets, and who they are. Only what was seen is granted."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        sent = request.POST if request.method == "POST" else None
        filled = {name: request.GET[name][:4000] for name in PREFILLED if name in request.GET}
        form = GrantForm(sent, by=person_of(request), initial=filled)
        if sent is not None and form.is_valid() and form.terms is not None:
            if "confirmed" in sent and sent.get("seen") == form.terms.digest:
                if (grant := self._made(request, form)) is not None:
                    return redirect("admin:cards_grant_change", grant.pk)
            elif "confirmed" in sent:
                form.add_error(None, _("This is not what you saw before. Look again, then grant it."))
        context = {
            **self.admin_site.each_context(request),
            "opts": self.model._meta,
            "title": _("Grant something"),
            "form": form,
            "seen": _preview(form.terms) if form.terms else None,
        }
        status = 400 if form.errors else 200
        return TemplateResponse(request, "admin/cards/grant/form.html", context, status=status)

    def _made(self, request: HttpRequest, form: GrantForm) -> Grant | None:
        """Makes the grant; what is in its way becomes a sentence on the form."""
        assert form.terms is not None
        terms, key = form.terms, form.cleaned_data["key"]
        known = Grant.objects.filter(key=key).exists()
        try:
            grant = grant_make(
                by=person_of(request),
                players=terms.players,
                kind=terms.kind,
                reason=terms.reason,
                points=terms.points,
                cards=terms.cards,
                packs=terms.packs,
                key=key,
            )
        except GameError as error:
            form.add_error(None, error.message)
            return None
        count = len(terms.players)
        said = ngettext("Granted to %(count)d player.", "Granted to %(count)d players.", count) % {"count": count}
        self.message_user(request, _("This form had granted it already.") if known else said, messages.SUCCESS)
        if not known:
            _note(request, grant, ADDITION, said)
        return grant

    def withdraw_view(self, request: HttpRequest, grant_id: int) -> HttpResponse:
        """Asks, then takes back what waits; what was opened stays."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        grant = get_object_or_404(Grant, pk=grant_id)
        if request.method == "POST":
            count = grant_withdraw(by=person_of(request), grant_id=grant.pk)
            said = ngettext("Taken back from %(count)d player.", "Taken back from %(count)d players.", count)
            _note(request, grant, CHANGE, said % {"count": count})
            self.message_user(request, said % {"count": count}, messages.SUCCESS)
            return redirect("admin:cards_grant_change", grant.pk)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.model._meta,
            "title": _("Take back what was not opened yet"),
            "grant": grant,
            "words": grant_words(grant),
            "waiting": grant.shares.filter(WAITING).count(),
        }
        return TemplateResponse(request, "admin/cards/grant/withdraw.html", context)


class StateFilter(admin.SimpleListFilter):
    """Where a player's part stands."""

    title = gettext_lazy("state")
    parameter_name = "state"
    _KINDS: dict[str, Q] = {
        "waiting": WAITING,
        "opened": Q(opened_at__isnull=False),
        "withdrawn": Q(withdrawn_at__isnull=False),
    }

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("waiting", gettext_lazy("waiting")),
            ("opened", gettext_lazy("opened")),
            ("withdrawn", gettext_lazy("taken back")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[GrantShare]) -> QuerySet[GrantShare]:
        return queryset.filter(self._KINDS.get(self.value() or "", Q()))


@admin.register(GrantShare)
class GrantShareAdmin(ReadOnlyMixin, admin.ModelAdmin):  # type: ignore[type-arg]
    """Each player's part: whether it waits, and what came."""

    list_display = ("id", "player", "grant", "opened_at", "withdrawn_at", "pack")
    list_filter = (StateFilter, "grant__kind", "opened_at")
    list_select_related = ("player", "grant", "pack")
    search_fields = ("=player__username", "=grant__id", "grant__reason")
    show_full_result_count = False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        return lookup == "grant__id__exact" or super().lookup_allowed(lookup, value, request)  # type: ignore[arg-type]


def _preview(terms: Terms) -> dict[str, Any]:
    """What the form says: what each gets, who they are, and with how many it will wait for want of room."""
    return {
        "terms": terms,
        "digest": terms.digest,
        "faces": [CardFace.of(card) for card in terms.cards],
        "names": [player.username for player in terms.players[:SHOWN_NAMES]],
        "more": max(0, len(terms.players) - SHOWN_NAMES),
        "full": _players_without_room(terms),
    }


def _players_without_room(terms: Terms) -> int:
    """How many of the players hold so many copies of a named card that it could not come now."""
    full: set[int] = set()
    players = [player.pk for player in terms.players]
    for card in {card.pk: card for card in terms.cards}.values():
        held = Copy.objects.filter(card=card, owner__in=players).order_by().values("owner").annotate(count=Count("pk"))
        over = held.filter(count__gt=card.hold_limit - terms.cards.count(card))
        full.update(over.values_list("owner", flat=True))
        if terms.cards.count(card) > card.hold_limit:
            full.update(players)
    return len(full)
