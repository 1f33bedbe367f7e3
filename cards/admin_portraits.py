"""Portraits in the admin: designed on a page with the card as it will look, then fixed."""

from __future__ import annotations

from secrets import SystemRandom
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin, messages
from django.contrib.admin.models import ADDITION, LogEntry
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.admin_read_only import ReadOnlyMixin
from accounts.decorators import person_of
from accounts.models import User
from accounts.queries import player_named
from cards.customs.design import Design, design_read, faults_to_submit, typed_from, typed_of
from cards.customs.faces import art_of, face_of
from cards.customs.models import LONGEST_NAME, LONGEST_TEXT, Picture
from cards.customs.numbers import SUM_RANGES, suggest_ranks
from cards.customs.queries import picture_of
from cards.faces import KIND_NAMES, SIDES, rank_sign
from cards.models import Copy, Element
from cards.portraits.models import Portrait
from cards.services.granting import may_grant
from cards.services.pictures import picture_take
from cards.services.portraits import may_portray, portrait_make
from cards.templatetags.card_face import card_art
from triad.errors import GameError

_RANDOM = SystemRandom()


@admin.register(Portrait)
class PortraitAdmin(ReadOnlyMixin, admin.ModelAdmin):  # type: ignore[type-arg]
    """Portraits with who has them; made here, never changed."""

    list_display = ("small_picture", "card", "player", "holder", "made_by", "made_at")
    list_display_links = ("card",)
    list_select_related = ("card", "player", "made_by")
    search_fields = ("=card__id", "card__name", "=player__username")
    fields = ("picture", "card", "player", "holder", "made_by", "made_at")

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return may_portray(person_of(request))

    @admin.display(description="")
    def small_picture(self, portrait: Portrait) -> SafeString:
        address = card_art(portrait.card_id)
        return format_html('<img src="{}" alt="" width="48" height="60" loading="lazy">', address)

    @admin.display(description=gettext_lazy("picture"))
    def picture(self, portrait: Portrait) -> SafeString:
        address = card_art(portrait.card_id, large=True)
        return format_html('<img src="{}" alt="{}" width="240" height="300">', address, portrait.card.name)

    @admin.display(description=gettext_lazy("is with"))
    def holder(self, portrait: Portrait) -> SafeString | str:
        """Who has its one copy; while nobody has had it, the way to grant it for who may."""
        copy = Copy.objects.select_related("owner").filter(card=portrait.card_id).first()
        if copy is not None:
            return copy.owner.username
        query = urlencode({"cards": portrait.card_id, "names": portrait.player.username, "kind": "prize"})
        return format_html(
            '{} <a href="{}?{}">{}</a>', _("Nobody yet."), reverse("admin:cards_grant_add"), query, _("Grant it")
        )

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The drawing board: looks at what was typed, lays a picture on it, makes the Portrait."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        board = _Board(request)
        if request.method == "POST":
            board.take(request.POST.get("do", ""))
            if board.portrait is not None:
                return self._made(request, board.portrait)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.model._meta,
            "title": _("Make a Portrait"),
            **board.context(),
        }
        return TemplateResponse(request, "admin/cards/portrait/form.html", context, status=400 if board.errors else 200)

    def _made(self, request: HttpRequest, portrait: Portrait) -> HttpResponse:
        LogEntry.objects.log_actions(
            user_id=person_of(request).pk,
            queryset=[portrait],
            action_flag=ADDITION,
            change_message=f"Portrait of {portrait.player.username}",
            single_object=True,
        )
        said = _("%(card)s is made. A grant gives its one copy to a player.") % {"card": portrait.card}
        self.message_user(request, said, messages.SUCCESS)
        if may_grant(person_of(request)):
            query = urlencode({"cards": portrait.card_id, "names": portrait.player.username, "kind": "prize"})
            return redirect(f"{reverse('admin:cards_grant_add')}?{query}")
        return redirect("admin:cards_portrait_change", portrait.pk)


class _Board:
    """What lies on the drawing board, and what is wrong with it by its field; everything typed stays."""

    def __init__(self, request: HttpRequest) -> None:
        self.by = person_of(request)
        self.files = request.FILES
        self.portrait: Portrait | None = None
        self.errors: dict[str, str] = {}
        sent = request.POST if request.method == "POST" else request.GET
        self.player = sent.get("player", "")[:60].strip()
        self.picture: Picture | None = None
        self.typed = typed_of(sent)
        if request.method == "POST":
            self.picture = picture_of(owner=self.by, key=request.POST.get("picture_key", "")[:32])
        else:
            ranks = suggest_ranks(level=1, random=_RANDOM, count=1)[0]
            self.typed = typed_from(Design(name="", level=1, ranks=ranks, element="", text=""))

    def take(self, do: str) -> None:
        """Does what the pressed button says."""
        self._take_picture(do)
        if do.startswith("use "):
            self.typed |= dict(zip(SIDES, do.split()[1:5], strict=False))
        player = self._portrayed(needed=do == "make")
        if player is not None and not self.typed["name"].strip():
            self.typed["name"] = player.username
        design, unread = design_read(self.typed, picture=self.picture)
        faults = unread + ([] if unread else faults_to_submit(design)) if do == "make" else unread
        for fault in faults:
            self.errors.setdefault(fault.field, fault.sentence)
        if do != "make" or self.errors or player is None:
            return
        try:
            self.portrait = portrait_make(by=self.by, player=player, design=design)
        except GameError as error:
            self.errors["player"] = error.message

    def _take_picture(self, do: str) -> None:
        if do == "no_picture":
            self.picture = None
        elif file := self.files.get("picture"):
            try:
                self.picture = picture_take(owner=self.by, file=file)
            except GameError as error:
                self.errors["picture"] = error.message

    def _portrayed(self, *, needed: bool) -> User | None:
        if not self.player:
            if needed:
                self.errors["player"] = _("Say whose Portrait it is.")
            return None
        try:
            return player_named(self.player)
        except GameError as error:
            self.errors["player"] = error.message
            return None

    def context(self) -> dict[str, Any]:
        """What the page shows."""
        design = design_read(self.typed, picture=self.picture)[0]
        least, greatest = SUM_RANGES[design.level - 1]
        labels = (_("Up"), _("Right"), _("Down"), _("Left"))
        return {
            "errors": self.errors,
            "player": self.player,
            "typed": self.typed,
            "picture": self.picture,
            "face": face_of(design),
            "art": art_of(design),
            "level": design.level,
            "levels": [(level, *SUM_RANGES[level - 1]) for level in range(1, 11)],
            "total": sum(design.ranks),
            "least": least,
            "greatest": greatest,
            "sides": [(side, label, self.typed[side]) for side, label in zip(SIDES, labels, strict=True)],
            "elements": [(value, KIND_NAMES[value]) for value in Element.values],
            "suggestions": [
                (" ".join(map(str, ranks)), " ".join(map(rank_sign, ranks)))
                for ranks in suggest_ranks(level=design.level, random=_RANDOM)
            ],
            "longest_name": LONGEST_NAME,
            "longest_text": LONGEST_TEXT,
        }
