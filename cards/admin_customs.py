"""The curators' desk for custom cards: a queue, each card as it will look, and decisions by the services alone."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.decorators import person_of
from accounts.models import User
from cards.customs.design import card_named_alike
from cards.customs.faces import art_of, face_of
from cards.customs.models import LONGEST_MESSAGE, State, Submission
from cards.customs.numbers import sum_range
from cards.customs.queries import near_names, nearest_cards
from cards.faces import CardFace
from cards.services.curating import submission_accept, submission_ask, submission_refuse
from cards.services.submissions import is_curator, submission_say
from triad.errors import GameError


def _decide(do: str, *, curator: User, made_id: int, text: str, seen: int | None) -> str:
    """Does what a button of the desk says, and gives the sentence for it; raises GameError."""
    if do == "accept":
        card = submission_accept(curator=curator, submission_id=made_id, text=text, seen=seen)
        return _("%(card)s is in the database, and its maker has the first copy.") % {"card": card}
    if do == "ask":
        made = submission_ask(curator=curator, submission_id=made_id, text=text, seen=seen)
        return _("%(name)s is back with its maker.") % {"name": made.name}
    if do == "refuse":
        made = submission_refuse(curator=curator, submission_id=made_id, text=text, seen=seen)
        return _("%(name)s is refused; the points are back with its maker.") % {"name": made.name}
    if do == "say":
        submission_say(author=curator, submission_id=made_id, text=text)
        return _("The message is in the thread.")
    raise GameError("unknown_button", _("The desk has no such button."))


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


class StateFilter(admin.SimpleListFilter):
    """What waits for a decision, unless another state is asked for."""

    title = gettext_lazy("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        others = [choice for choice in State.choices if choice[0] not in (State.DRAFT, State.SUBMITTED)]
        return [("", gettext_lazy("waiting")), *others, ("all", gettext_lazy("all"))]

    def choices(self, changelist: Any) -> Any:
        for value, title in self.lookup_choices:
            yield {
                "selected": (self.value() or "") == value,
                "query_string": changelist.get_query_string(
                    {self.parameter_name: value} if value else {}, [self.parameter_name]
                ),
                "display": title,
            }

    def queryset(self, request: HttpRequest, queryset: QuerySet[Submission]) -> QuerySet[Submission]:
        if self.value() == "all":
            return queryset
        return queryset.filter(state=self.value() or State.SUBMITTED)


@admin.register(Submission)
class SubmissionAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Submissions as a queue; who may decide decides here, singly on a submission's page or in bulk."""

    list_display = ("small_picture", "name", "maker", "level", "rank_signs", "sum_in_range", "state", "submitted_at")
    list_display_links = ("small_picture", "name")
    list_filter = (StateFilter, "level", "element")
    list_select_related = ("maker", "picture")
    search_fields = ("name", "text", "=maker__username", "=card__id")
    ordering = ("-submitted_at", "-id")
    actions = ("accept_all", "ask_all", "refuse_all")
    list_per_page = 50

    def get_queryset(self, request: HttpRequest) -> QuerySet[Submission]:
        """Everything that was ever submitted; drafts are their makers' own."""
        found = super().get_queryset(request).exclude(state=State.DRAFT)
        return found.defer("picture__large", "picture__small")

    @admin.display(description="")
    def small_picture(self, made: Submission) -> SafeString:
        address = art_of(made, size="small")
        return format_html('<img src="{}" alt="" width="48" height="60" loading="lazy">', address)

    @admin.display(description=gettext_lazy("ranks"))
    def rank_signs(self, made: Submission) -> str:
        return " ".join(face_of(made).printed_signs)

    @admin.display(description=gettext_lazy("sum and range"))
    def sum_in_range(self, made: Submission) -> str:
        least, greatest = sum_range(made.level)
        return _("%(total)d (%(least)d to %(greatest)d)") % {
            "total": sum(made.ranks), "least": least, "greatest": greatest,
        }  # fmt: skip

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return is_curator(person_of(request)) or super().has_view_permission(request, obj)

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return is_curator(person_of(request))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """One submission: the card, what it is like, its thread, and the decision; what was typed stays on refusal."""
        made = get_object_or_404(self.get_queryset(request), pk=_number(object_id) or 0)
        if not self.has_view_permission(request, made):
            raise PermissionDenied
        refused = None
        if request.method == "POST":
            if not self.has_decide_permission(request):
                raise PermissionDenied
            refused = self._decided(request, made)
            if refused is None:
                return redirect("admin:cards_submission_change", made.pk)
            made.refresh_from_db()
        context = self._page_context(request, made) | {"refused": refused, "said": request.POST.get("text", "")[:2000]}
        status = refused.status if refused else 200
        return TemplateResponse(request, "admin/cards/submission/desk.html", context, status=status)

    def _decided(self, request: HttpRequest, made: Submission) -> GameError | None:
        """Does what the pressed button says; gives why it was refused."""
        do, seen = request.POST.get("do", ""), request.POST.get("seen", "")
        try:
            said = _decide(
                do,
                curator=person_of(request),
                made_id=made.pk,
                text=request.POST.get("text", ""),
                seen=_number(seen),
            )
        except GameError as error:
            return error
        self._note(request, made, do)
        self.message_user(request, said, messages.SUCCESS)
        return None

    def _page_context(self, request: HttpRequest, made: Submission) -> dict[str, Any]:
        least, greatest = sum_range(made.level)
        total = sum(made.ranks)
        near = nearest_cards(ranks=made.ranks, level=made.level, but=made.card_id)
        return {
            **self.admin_site.each_context(request),
            "opts": self.model._meta,
            "title": made.name,
            "made": made,
            "face": face_of(made),
            "art": art_of(made),
            "total": total,
            "least": least,
            "greatest": greatest,
            "fits": least <= total <= greatest,
            "taken": card_named_alike(made.name) if made.is_open else None,
            "near_names": near_names(made),
            "near_cards": [(one.card, CardFace.of(one.card), one.apart) for one in near],
            "steps": made.steps.select_related("author"),
            "decides": self.has_decide_permission(request),
            "longest_message": LONGEST_MESSAGE,
        }

    @admin.action(permissions=["decide"], description=gettext_lazy("Accept the chosen cards"))
    def accept_all(self, request: HttpRequest, queryset: QuerySet[Submission]) -> HttpResponse | None:
        return self._bulk(request, queryset, "accept", gettext_lazy("Accept these cards"))

    @admin.action(permissions=["decide"], description=gettext_lazy("Ask for changes to the chosen cards"))
    def ask_all(self, request: HttpRequest, queryset: QuerySet[Submission]) -> HttpResponse | None:
        return self._bulk(request, queryset, "ask", gettext_lazy("Ask for changes to these cards"))

    @admin.action(permissions=["decide"], description=gettext_lazy("Refuse the chosen cards"))
    def refuse_all(self, request: HttpRequest, queryset: QuerySet[Submission]) -> HttpResponse | None:
        return self._bulk(request, queryset, "refuse", gettext_lazy("Refuse these cards"))

    def _bulk(self, request: HttpRequest, queryset: QuerySet[Submission], do: str, title: Any) -> HttpResponse | None:
        """Shows the cards and asks for the words; then decides on each by itself, in the order of their coming."""
        rows = list(queryset.order_by("submitted_at", "pk"))
        text = request.POST.get("text", "")
        error = None
        if "confirmed" in request.POST:
            if do == "accept" or text.strip():
                self._decide_each(request, rows, do, text)
                return None
            error = _("Write a few words first.")
        context = {
            **self.admin_site.each_context(request),
            "opts": self.model._meta,
            "title": title,
            "rows": [
                (made, face_of(made), art_of(made, size="small"), self.sum_in_range(made), card_named_alike(made.name))
                for made in rows
            ],
            "action": f"{do}_all",
            "needs_words": do != "accept",
            "said": text[:2000],
            "error": error,
            "longest_message": LONGEST_MESSAGE,
        }
        return TemplateResponse(request, "admin/cards/submission/bulk.html", context)

    def _decide_each(self, request: HttpRequest, rows: list[Submission], do: str, text: str) -> None:
        done = 0
        for made in rows:
            seen = request.POST.get(f"seen_{made.pk}", "")
            try:
                _decide(do, curator=person_of(request), made_id=made.pk, text=text, seen=_number(seen))
            except GameError as error:
                self.message_user(request, f"{made.name}: {error.message}", messages.ERROR)
            else:
                self._note(request, made, do)
                done += 1
        said = ngettext("%(count)d card is decided on.", "%(count)d cards are decided on.", done) % {"count": done}
        self.message_user(request, said, messages.SUCCESS if done else messages.WARNING)

    def _note(self, request: HttpRequest, made: Submission, do: str) -> None:
        """Writes the decision into the admin's log."""
        LogEntry.objects.log_actions(
            user_id=person_of(request).pk, queryset=[made], action_flag=CHANGE, change_message=do, single_object=True
        )
