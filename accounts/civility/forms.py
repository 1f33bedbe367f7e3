"""Forms of keeping peace: a report, a letter, a name, a beast, leaving."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.avatars import BEASTS, TINTS
from accounts.civility.models import LONGEST_LETTER, LONGEST_REASON, Letter, Why


class ReportForm(forms.Form):
    """What a report is about."""

    why = forms.ChoiceField(label=_("What is it about?"), choices=Why.choices, widget=forms.RadioSelect)
    text = forms.CharField(
        label=_("What happened"), max_length=LONGEST_REASON, required=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    what = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)


class LetterForm(forms.ModelForm):  # type: ignore[type-arg]
    """A letter to the staff; who has an account is known by it."""

    class Meta:
        model = Letter
        fields = ["name", "email", "subject", "text"]
        labels = {"name": _("Your name"), "email": _("E-mail"), "subject": _("Subject"), "text": _("Letter")}
        help_texts = {"email": _("For the answer. Nobody but the staff sees it.")}
        widgets = {"text": forms.Textarea(attrs={"rows": 8, "maxlength": LONGEST_LETTER})}

    def __init__(self, *args: Any, has_account: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if has_account:
            del self.fields["name"]


class NameForm(forms.Form):
    """Another name."""

    name = forms.CharField(label=_("Name"), max_length=20)


class AvatarForm(forms.Form):
    """A beast and a tint; no beast: as the name picks."""

    beast = forms.ChoiceField(choices=[("", ""), *((beast, beast) for beast in BEASTS)], required=False)
    tint = forms.TypedChoiceField(
        choices=[(str(tint), tint) for tint in range(1, TINTS + 1)], coerce=int, required=False, empty_value="1"
    )


class LeavingForm(forms.Form):
    """The password of who leaves for ever."""

    password = forms.CharField(
        label=_("Password"), widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )
    sure = forms.BooleanField(label=_("I know that this cannot be undone"))
