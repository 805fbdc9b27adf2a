"""Forms of challenges."""

from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from games import phrases, ruleset_names, terms
from games.engine.fairness import MAX_SEED_LENGTH, normalise_seed
from games.engine.match_errors import BadSeed

LIMITS_S = (30, 60, 90, 120, 300)
USUAL_LIMIT_S = 60


def _rulesets() -> list[tuple[str, str]]:
    return [(key, ruleset_names.ruleset_name(key)) for key in terms.playable_rulesets()]


def _limits() -> list[tuple[int, str]]:
    return [(seconds, limit_name(seconds)) for seconds in LIMITS_S]


def limit_name(seconds: int) -> str:
    """Return a time limit in words: seconds, or minutes when it is some whole ones."""
    if seconds % 60 or seconds == 60:
        return pgettext("time limit", "%(seconds)d s") % {"seconds": seconds}
    return pgettext("time limit", "%(minutes)d min") % {"minutes": seconds // 60}


class SeedField(forms.CharField):
    """A player's part in the dice; the browser fills it in, the player may change it."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Your seed for the dice"),
            help_text=_("Any text; it is mixed into the dice, so that nobody can foresee them."),
            required=False,
            max_length=MAX_SEED_LENGTH,
            widget=forms.TextInput(attrs={"data-seed": True, "autocomplete": "off"}),
        )

    def clean(self, value: Any) -> str:
        """Return the seed as it is hashed."""
        try:
            return normalise_seed(super().clean(value))
        except BadSeed as bad:
            raise forms.ValidationError(phrases.sentence("bad_seed"), code="bad_seed") from bad


class SeedForm(forms.Form):
    """What is given when a challenge is accepted."""

    seed = SeedField()


class ReadyForm(forms.Form):
    """The answer to the question whether one sits down (rules V25)."""

    ready = forms.BooleanField(required=False)


class ChallengeForm(forms.Form):
    """A challenge to a member, or to everybody when no name is given."""

    ruleset = forms.ChoiceField(label=_("Game"), choices=_rulesets)
    to = forms.CharField(
        label=_("Opponent"),
        help_text=_("Leave it empty to challenge everybody."),
        required=False,
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "members-here"}),
    )
    limit = forms.TypedChoiceField(
        label=_("Time for a step"), coerce=int, initial=USUAL_LIMIT_S, choices=_limits
    )
    rated = forms.BooleanField(label=_("Rated"), required=False, initial=True)
    seed = SeedField()

    def clean_to(self) -> int | None:
        """Return the id of the member with this name, None for everybody."""
        name = self.cleaned_data["to"].strip()
        if not name:
            return None
        member = get_user_model().objects.named(name).first()
        if member is None or not member.is_active:
            raise forms.ValidationError(phrases.sentence("no_such_member"), code="no_such_member")
        return member.pk
