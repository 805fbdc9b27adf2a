"""Forms of challenges."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from games import phrases, ruleset_names, terms
from games.engine.clock import ControlKind, TimeControl
from games.engine.errors import RuleViolation
from games.engine.fairness import MAX_SEED_LENGTH, normalise_seed
from games.engine.match_errors import BadSeed
from games.engine.rules import MAX_CHECKERS, MAX_LENGTH, BackgammonZone, preset
from vrhcaby.errors import DomainError

LIVE, MONEY = "live", "money"
CONTROLS = (
    (LIVE, _("Live: a limit for each step or turn")),
    ("delay", _("Delay and reserve: time lost is final")),
    ("correspondence", _("Correspondence: hours or days for a turn")),
)
AS_USUAL = (("", _("As usual")), ("on", _("Yes")), ("off", _("No")))
ZONES = (
    ("winner_home", _("A checker on the bar or in the winner's home")),
    ("seed", _("A checker that has not come home")),
)
FIELD_OF = {
    "limit_ms": "limit",
    "reserve_ms": "reserve_min",
    "reserve": "reserve_min",
    "scoring": "ruleset",
    "cube": "ruleset",
}
LIMIT_FIELDS = {
    LIVE: ("limit", "limit"),
    "delay": ("delay_s", "reserve_min"),
    "correspondence": ("turn_h", "vacation"),
}
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


def _lengths() -> list[tuple[str, str]]:
    points = [
        (str(n), ngettext("%(count)d point", "%(count)d points", n) % {"count": n})
        for n in range(1, MAX_LENGTH + 1)
    ]
    return [*points, (MONEY, gettext("Money session"))]


class WholeField(forms.IntegerField):
    """A whole number within bounds; left empty it is the usual one."""

    def __init__(self, *, usual: int, **options: Any) -> None:
        self.usual = usual
        super().__init__(required=False, initial=usual, **options)

    def clean(self, value: Any) -> int:
        """Return the number. Raises ValidationError."""
        given = super().clean(value)
        return self.usual if given is None else int(given)


def _whole(label: Any, *, most: int, usual: int, least: int = 0) -> WholeField:
    return WholeField(label=label, min_value=least, max_value=most, usual=usual)


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


class TermsForm(forms.Form):
    """What a match is played by: ruleset, length, options, time control, rated or not.

    `cleaned_data` has, beside the fields, `options` of the match, its `time_control`, and `agreed`:
    the terms resolved from both. A combination that makes no sense is told at the field of its
    first option, naming both.
    """

    ruleset = forms.ChoiceField(label=_("Game"), choices=_rulesets)
    length = forms.ChoiceField(
        label=_("Length of the match"), required=False, initial="1", choices=_lengths
    )
    control = forms.ChoiceField(
        label=_("Time control"), required=False, initial=LIVE, choices=CONTROLS
    )
    limit = forms.TypedChoiceField(
        label=_("Time limit"),
        help_text=_("For each step in vrhcáby, elsewhere for each die of a turn."),
        coerce=int,
        required=False,
        empty_value=None,
        initial=USUAL_LIMIT_S,
        choices=_limits,
    )
    delay_s = _whole(_("Delay each turn (s)"), most=600, usual=12)
    reserve_min = _whole(_("Reserve for the match (min)"), least=1, most=300, usual=10)
    turn_h = _whole(_("Time for a turn (h)"), least=1, most=336, usual=24)
    vacation = _whole(_("Days of vacation"), most=terms.MOST_VACATION, usual=0)
    crawford = forms.ChoiceField(label=_("Crawford game"), required=False, choices=AS_USUAL)
    jacoby = forms.BooleanField(label=_("Jacoby rule"), required=False)
    beavers = _whole(_("Beavers in a game, at most"), most=MAX_CHECKERS, usual=0)
    raccoons = forms.BooleanField(label=_("Raccoons"), required=False)
    automatic_doubles = _whole(
        _("Automatic doubles in a game, at most"), most=MAX_CHECKERS, usual=0
    )
    opening_reroll = forms.BooleanField(label=_("The starter rolls both dice anew"), required=False)
    backgammon_zone = forms.ChoiceField(
        label=_("What makes a backgammon"), required=False, choices=ZONES
    )
    rated = forms.BooleanField(label=_("Rated"), required=False, initial=True)

    def clean(self) -> dict[str, Any]:
        """Resolve the terms, so that what does not go together is told at its field."""
        wanted: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return wanted
        wanted["options"] = _options(wanted)
        wanted["time_control"] = _time_control(wanted)
        try:
            agreed = terms.resolve(
                wanted["ruleset"], options=wanted["options"], control=wanted["time_control"]
            )
            wanted["agreed"] = agreed
            if wanted["rated"]:
                terms.require_ratable(wanted["ruleset"], agreed)
        except (RuleViolation, DomainError) as refused:
            self._tell(refused)
        return wanted

    def _tell(self, refused: RuleViolation | DomainError) -> None:
        """Tell a refusal at the field that it concerns first."""
        named = [refused.details.get(key, "") for key in ("option", "against", "part")]
        fields = [FIELD_OF.get(str(name), str(name)) for name in named]
        field = next((name for name in fields if name in self.fields), "ruleset")
        if refused.code == terms.NotRated.code:
            field = "rated"
        if refused.code == terms.BadControl.code:
            field = LIMIT_FIELDS[self.cleaned_data["control"] or LIVE][field != "limit"]
        text = phrases.sentence(refused.code, refused.details)
        self.add_error(field, forms.ValidationError(text, code=refused.code))


class ChallengeForm(TermsForm):
    """A challenge to a member, or to everybody when no name is given."""

    field_order = ["ruleset", "length", "to"]

    to = forms.CharField(
        label=_("Opponent"),
        help_text=_("Leave it empty to challenge everybody."),
        required=False,
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "members-here"}),
    )
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


def _options(wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Return the match's options by their names in the engine, those of money only for money."""
    length = wanted["length"] or "1"
    options: dict[str, Any] = {
        "length": None if length == MONEY else int(length),
        "jacoby": wanted["jacoby"],
        "beavers": wanted["beavers"],
        "raccoons": wanted["raccoons"],
        "automatic_doubles": wanted["automatic_doubles"],
        "opening_reroll": wanted["opening_reroll"],
        "backgammon_zone": wanted["backgammon_zone"] or str(BackgammonZone.WINNER_HOME),
    }
    if wanted["crawford"]:
        options["crawford"] = wanted["crawford"] == "on"
    return options


def _time_control(wanted: Mapping[str, Any]) -> TimeControl:
    if wanted["control"] == ControlKind.DELAY:
        reserve = wanted["reserve_min"] * terms.MINUTE_MS
        delay = wanted["delay_s"] * terms.SECOND_MS
        return TimeControl(ControlKind.DELAY, delay, reserve_ms=reserve)
    if wanted["control"] == ControlKind.CORRESPONDENCE:
        limit = wanted["turn_h"] * terms.HOUR_MS
        return terms.letters(limit_ms=limit, vacation=wanted["vacation"])
    usual = TimeControl.of(preset(wanted["ruleset"]))
    return replace(usual, limit_ms=(wanted["limit"] or USUAL_LIMIT_S) * terms.SECOND_MS)


def initial(agreed: terms.Terms) -> dict[str, Any]:
    """Return the values of the form's fields that give these terms again."""
    options, control = agreed.options, agreed.control
    usual = options.crawford == terms.usual_crawford(agreed.rules, options.length)
    values = {
        "length": MONEY if options.length is None else str(options.length),
        "crawford": "" if usual else _on_off(options.crawford),
        "jacoby": options.jacoby,
        "beavers": options.beavers,
        "raccoons": options.raccoons,
        "automatic_doubles": options.automatic_doubles,
        "opening_reroll": options.opening_reroll,
        "backgammon_zone": str(options.backgammon_zone),
    }
    return values | _initial_control(control)


def _on_off(value: bool) -> str:
    return "on" if value else "off"


def _initial_control(control: TimeControl) -> dict[str, Any]:
    if control.kind is ControlKind.DELAY:
        reserve = control.reserve_ms // terms.MINUTE_MS
        delay = control.limit_ms // terms.SECOND_MS
        return {"control": "delay", "delay_s": delay, "reserve_min": reserve}
    if control.kind is ControlKind.CORRESPONDENCE:
        turn = control.limit_ms // terms.HOUR_MS
        return {"control": "correspondence", "turn_h": turn, "vacation": control.vacation}
    return {"control": LIVE, "limit": control.limit_ms // terms.SECOND_MS}


class ImportForm(forms.Form):
    """A match file to be replayed; the file is read once and kept nowhere."""

    file = forms.FileField(label=_("Match file"), allow_empty_file=True, max_length=200)
