"""The staff's view of players: what they have, what they may do, and nothing of their history to change."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import admin_civility  # noqa: F401
from accounts.admin_ledger import LedgerInline, WalletInline
from accounts.admin_sign_in import StaffSignInForm
from accounts.decorators import person_of
from accounts.departures import has_left
from accounts.forms import CorrectionForm
from accounts.models import Kind, LedgerEntry, User
from accounts.names import VALIDATORS, fold_name
from accounts.services.links import reset_link_make
from accounts.services.players import player_activate, player_deactivate
from accounts.services.wallet import pay
from accounts.viewing.admin import ViewAsMixin
from triad.errors import GameError

admin.site.site_header = gettext_lazy("Triple Triad: the staff's room")
admin.site.site_title = gettext_lazy("Triple Triad")
admin.site.login_form = StaffSignInForm


def log_change(*, by: User, player: User, message: str) -> None:
    """Writes what the staff did to a player into the admin's log."""
    LogEntry.objects.log_actions(
        user_id=by.pk, queryset=[player], action_flag=CHANGE, change_message=message, single_object=True
    )


class PlayerCreationForm(AdminUserCreationForm):  # type: ignore[type-arg]
    """A new player by hand: any name of the pattern that is not too like another, reserved ones too."""

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        for validator in VALIDATORS:
            validator(name)
        if User.objects.filter(name_key=fold_name(name)).exists():
            raise ValidationError(_("That name, or one that looks like it, is taken."))
        return name


@admin.register(User)
class PlayerAdmin(ViewAsMixin, UserAdmin):  # type: ignore[misc, type-arg]
    """Players with their wallet and ledger; accounts are closed, never deleted."""

    list_display = ("username", "kind", "points", "experience", "is_active", "is_staff", "date_joined", "seen_at")
    list_filter = ("kind", "is_active", "is_staff", "is_demo", "date_joined")
    list_select_related = ("wallet",)
    search_fields = ("username", "name_key", "email")
    ordering = ("username",)
    add_form = PlayerCreationForm
    inlines = (WalletInline, LedgerInline)
    actions = ("make_reset_link", "deactivate", "activate")
    fieldsets = (
        (None, {"fields": ("username", "kind", "password", "email", "correction", "peace")}),
        (gettext_lazy("Switches"), {"fields": ("do_not_disturb", "hides_stash", "stakes_unique", "is_demo")}),
        (gettext_lazy("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (gettext_lazy("Moments"), {"fields": ("last_login", "date_joined", "seen_at")}),
    )
    readonly_fields = (
        "username", "kind", "correction", "peace", "is_demo", "is_active", "last_login", "date_joined", "seen_at",
    )  # fmt: skip

    @admin.display(ordering="wallet__points", description=gettext_lazy("points"))
    def points(self, player: User) -> int:
        return player.wallet.points

    @admin.display(ordering="wallet__experience", description=gettext_lazy("experience"))
    def experience(self, player: User) -> int:
        return player.wallet.experience

    @admin.display(description=gettext_lazy("points and experience"))
    def correction(self, player: User) -> str:
        """The way to a correction, which is a ledger entry like any other."""
        return format_html(
            '<a href="{}">{}</a>', reverse("admin:accounts_user_correct", args=[player.pk]), _("Correct with a reason")
        )

    @admin.display(description=gettext_lazy("mute or suspend"))
    def peace(self, player: User) -> str:
        """The way to a mute or a suspension, and to those that were."""
        return format_html(
            '<a href="{}?player={}">{}</a> · <a href="{}?player__id__exact={}">{}</a>',
            reverse("admin:accounts_sanction_add"),
            player.pk,
            _("Mute or suspend"),
            reverse("admin:accounts_sanction_changelist"),
            player.pk,
            _("What was before"),
        )

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Without the way to a correction for who may make none."""
        found = super().get_fieldsets(request, obj)
        if obj is None or may_correct(request.user):
            return found
        return [
            (title, {**part, "fields": [name for name in part["fields"] if name != "correction"]})
            for title, part in found
        ]

    def get_inlines(self, request: HttpRequest, obj: User | None) -> Any:
        return self.inlines if obj else ()

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Who is no superuser gives nobody rights; a player who is being made has a name still to choose."""
        if obj is None:
            return ()
        fields = tuple(self.readonly_fields)
        if not request.user.is_superuser:
            fields += ("is_staff", "is_superuser", "groups", "user_permissions")
        return fields

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Nobody: games and ledgers name their players. Accounts are closed instead."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """As the rights say; the staff's accounts are changed by superusers only."""
        if obj is not None and not may_touch(request.user, obj):
            return False
        return super().has_change_permission(request, obj)

    def get_urls(self) -> list[URLPattern]:
        correct = path(
            "<int:player_id>/correct/", self.admin_site.admin_view(self.correct_view), name="accounts_user_correct"
        )
        return [correct, *super().get_urls()]

    @admin.action(permissions=["change"], description=gettext_lazy("Make a link for a new password"))
    def make_reset_link(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        """Shows once, for one player, a link that sets a new password; logs that it was made, not the link."""
        if queryset.count() != 1:
            self.message_user(request, _("Choose one player; a link is for one."), messages.ERROR)
            return None
        player = queryset.get()
        try:
            check_may_touch(request.user, player)
            link = reset_link_make(user=player)
        except GameError as error:
            self.message_user(request, error.message, messages.ERROR)
            return None
        log_change(by=person_of(request), player=player, message="Made a link for a new password.")
        context = {
            **self.admin_site.each_context(request),
            "opts": self.model._meta,
            "title": _("A link for a new password"),
            "player": player,
            "link": request.build_absolute_uri(link),
        }
        return TemplateResponse(request, "admin/accounts/user/reset_link.html", context)

    @admin.action(permissions=["change"], description=gettext_lazy("Close the accounts"))
    def deactivate(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Closes accounts of people; what they have open ends at once."""
        done = 0
        for player in queryset.filter(is_active=True).order_by("pk"):
            if player == request.user:
                self.message_user(request, _("You cannot close your own account here."), messages.ERROR)
            elif player.is_robot:
                self.message_user(request, _("Robots are not closed here."), messages.ERROR)
            elif not may_touch(request.user, player):
                self.message_user(request, _("Only a superuser touches the staff's accounts."), messages.ERROR)
            else:
                player_deactivate(user=player)
                log_change(by=person_of(request), player=player, message="Closed the account.")
                done += 1
        said = ngettext("%(count)d account is closed.", "%(count)d accounts are closed.", done) % {"count": done}
        self.message_user(request, said)

    @admin.action(permissions=["change"], description=gettext_lazy("Open closed accounts again"))
    def activate(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Opens closed accounts of people again; of who has left, of guests and of the staff together none."""
        done = 0
        for player in queryset.filter(is_active=False).order_by("pk"):
            if not player.is_person or has_left(player) or not may_touch(request.user, player):
                self.message_user(request, _("%s cannot be opened here.") % player.username, messages.ERROR)
                continue
            player_activate(user=player)
            log_change(by=person_of(request), player=player, message="Opened the account again.")
            done += 1
        said = ngettext("%(count)d account is open.", "%(count)d accounts are open.", done) % {"count": done}
        self.message_user(request, said)

    def correct_view(self, request: HttpRequest, player_id: int) -> HttpResponse:
        """A form that adds to a wallet or takes from it, by a ledger entry with a reason."""
        player = get_object_or_404(User, pk=player_id)
        if not self.has_change_permission(request, player) or not may_correct(request.user):
            raise PermissionDenied
        sent = request.POST if request.method == "POST" else None
        form = CorrectionForm(sent, initial={"nonce": uuid4()})
        if sent is not None and form.is_valid():
            found = form.cleaned_data
            try:
                # The form's own number as the cause: sent twice, it corrects once.
                entry = pay(
                    user=player,
                    points=found["points"],
                    experience=found["experience"],
                    reason=LedgerEntry.Reason.CORRECTION,
                    cause=f"correction:{found['nonce']}",
                    note=found["note"],
                )
            except GameError as error:
                form.add_error(None, error.message)
            else:
                log_change(by=person_of(request), player=player, message=f"Corrected by {entry}: {entry.note}")
                self.message_user(request, _("The correction stands in the ledger."), messages.SUCCESS)
                return redirect("admin:accounts_user_change", player.pk)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.model._meta,
            "title": _("Correct points and experience"),
            "player": player,
            "form": form,
        }
        return TemplateResponse(request, "admin/accounts/user/correct.html", context)


def may_correct(staff: Any) -> bool:
    """Whether somebody of the staff corrects points: that is a ledger entry by hand, and not the care for people."""
    return bool(staff.has_perm("accounts.add_ledgerentry"))


def may_touch(staff: Any, player: User) -> bool:
    """True unless a player with rights, a robot or the account of the staff together is touched by somebody who is no
    superuser: who gives them a password could sign in as them."""
    kept = player.is_staff or player.is_superuser or player.kind in (Kind.ROBOT, Kind.STAFF)
    return bool(staff.is_superuser or not kept)


def check_may_touch(staff: Any, player: User) -> None:
    """Raises GameError where `may_touch` says no."""
    if not may_touch(staff, player):
        raise GameError("staff_account", _("Only a superuser touches the staff's accounts."))
