"""What the pages of the ladder take from an address: filters, never a reason for an error page."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Member
from ladder.enums import Outcome
from ladder.selectors import ledger
from ladder.selectors.played import ResultsWanted

if TYPE_CHECKING:
    from typing import Any

    from ladder.selectors.explain import Explanation

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


class OpenSeasonForm(forms.Form):
    """The name of a season to be opened."""

    name = forms.CharField(label=_("Name of the season"), max_length=80)


class CloseSeasonForm(forms.Form):
    """Whether ratings are pulled together at the end of a season, and how far."""

    reset = forms.BooleanField(label=_("pull all ratings towards the start"), required=False)
    keep = forms.IntegerField(
        label=_("How much of the distance stays, in percent"),
        min_value=0,
        max_value=95,
        initial=50,
        required=False,
    )

    def clean(self) -> None:
        """Ask for the share where ratings are to be pulled."""
        if self.cleaned_data.get("reset") and self.cleaned_data.get("keep") is None:
            self.add_error("keep", _("Say how much of the distance stays."))

    @property
    def kept(self) -> float | None:
        """Return the share that stays, None for no reset."""
        return self.cleaned_data["keep"] / 100 if self.cleaned_data["reset"] else None


class CorrectionForm(forms.Form):
    """What an official wants to make of a result, and why."""

    to = forms.ChoiceField(label=_("What the result is to be"), widget=forms.RadioSelect)
    why = forms.CharField(
        label=_("Reason"),
        help_text=_("Everybody can read it beside the result."),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    known = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    SCORES: ClassVar[dict[str, float | None]] = {
        "first": 1.0,
        "draw": 0.5,
        "second": 0.0,
        "annul": None,
    }

    def __init__(self, *args: Any, explanation: Explanation, undoable: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        first, second = (player.username for player in explanation.players)
        wins = _("%(name)s won")
        choices = [
            ("first", wins % {"name": first}),
            ("draw", _("a draw")),
            ("second", wins % {"name": second}),
            ("annul", _("annulled: it does not count for the ladder")),
        ]
        if explanation.entry is not None and not ledger.can_be_drawn(explanation.entry):
            choices = [one for one in choices if one[0] != "draw"]
        offered = [one for one in choices if self.SCORES[one[0]] != explanation.score]
        if undoable:
            offered.append(("undo", _("as it was before the last correction in force")))
        cast("forms.ChoiceField", self.fields["to"]).choices = offered
        self.fields["known"].initial = explanation.known

    @property
    def undoes(self) -> bool:
        """Tell whether the last correction is to be taken back."""
        return bool(self.cleaned_data["to"] == "undo")

    @property
    def score(self) -> float | None:
        """Return the first player's score that is wanted, None for annulled."""
        return self.SCORES[self.cleaned_data["to"]]
