"""What the pages of the ladder take from an address: filters, never a reason for an error page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Member
from ladder.enums import Outcome
from ladder.selectors.player import ResultsWanted

if TYPE_CHECKING:
    from typing import Any

LAST_PAGE = 100_000


class PageForm(forms.Form):
    """The number of a page, from 1."""

    page = forms.IntegerField(min_value=1, max_value=LAST_PAGE, required=False)

    def number(self) -> int:
        """Return the page asked for, the first when it is missing or nonsense."""
        self.is_valid()
        return self.cleaned_data.get("page") or 1


class ResultsFilterForm(forms.Form):
    """Which of a member's results to show."""

    outcome = forms.ChoiceField(
        label=_("Outcome"), choices=[("", _("all")), *Outcome.choices], required=False
    )
    rated = forms.ChoiceField(
        label=_("For the ladder"),
        choices=[("", _("all")), ("yes", _("rated")), ("no", _("not rated"))],
        required=False,
    )
    opponent = forms.CharField(label=_("Opponent"), max_length=150, required=False)

    def clean_opponent(self) -> Member | None:
        """Find the member of this name, or of one that looks like it."""
        name = self.cleaned_data["opponent"].strip()
        if not name:
            return None
        member = Member.objects.named(name).first()
        if member is None:
            raise forms.ValidationError(_("There is no member of this name."), code="no_member")
        return member

    def wanted(self) -> ResultsWanted:
        """Return the filter; a field with a bad value filters nothing."""
        self.is_valid()
        chosen: dict[str, Any] = self.cleaned_data
        outcome = chosen.get("outcome")
        opponent = chosen.get("opponent")
        return ResultsWanted(
            outcome=Outcome(outcome) if outcome else None,
            opponent_id=opponent.pk if opponent else None,
            rated={"yes": True, "no": False}.get(chosen.get("rated", "")),
        )
