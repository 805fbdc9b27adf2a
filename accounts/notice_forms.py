"""Which notices a member wants, and how."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.enums import NoticeKind
from accounts.models import Member


class NoticeSettingsForm(forms.Form):
    """The kinds a member wants on the page, and those he wants by e-mail."""

    page = forms.MultipleChoiceField(label=_("On the page"), choices=NoticeKind, required=False)
    mail = forms.MultipleChoiceField(label=_("By e-mail"), choices=NoticeKind, required=False)

    @classmethod
    def of(cls, member: Member, data: Any = None) -> "NoticeSettingsForm":
        """Return the form with what the member has chosen."""
        initial = {
            "page": [kind for kind in NoticeKind.values if kind not in member.unseen_notices],
            "mail": [kind for kind in NoticeKind.values if kind not in member.unmailed_notices],
        }
        return cls(data, initial=initial)

    def rows(self) -> list[dict[str, Any]]:
        """Return a line for each kind: its name, and whether each way is ticked."""
        page, mail = self["page"].value() or [], self["mail"].value() or []
        return [
            {"kind": kind, "label": label, "page": kind in page, "mail": kind in mail}
            for kind, label in NoticeKind.choices
        ]

    def preferences(self) -> dict[str, list[str]]:
        """Return what is stored: the kinds not wanted, each way."""
        return {
            "unseen_notices": _others(self.cleaned_data["page"]),
            "unmailed_notices": _others(self.cleaned_data["mail"]),
        }


def _others(chosen: list[str]) -> list[str]:
    return [kind for kind in NoticeKind.values if kind not in chosen]
