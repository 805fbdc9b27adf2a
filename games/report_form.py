"""The form in which a member says what is wrong with a chat line."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.enums import ReportReason
from games.models import NOTE_LENGTH


class ReportForm(forms.Form):
    """Why a line is reported, and what the moderators should know."""

    reason = forms.ChoiceField(
        label=_("What is wrong"), choices=ReportReason, widget=forms.RadioSelect
    )
    note = forms.CharField(
        label=_("Note"),
        max_length=NOTE_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("The moderators see the line and what stands around it."),
    )
