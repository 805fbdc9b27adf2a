"""The form of a tournament: what a director sets before it begins, with defaults that will do."""

import datetime
import zoneinfo
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import time_zones
from games import forms as games_forms
from games.terms import Terms
from ladder import phrases, tiebreak_names, tournament_phrases
from ladder.enums import TournamentFormat
from ladder.models import Tournament
from ladder.rules import chains
from ladder.tournament_fields import ChainField, LengthsField, MomentField, SpanField, written
from vrhcaby.errors import Refused

OWN_CHAIN = "own"
WEEK_MINUTES = 7 * 24 * 60
DRAFTS: Mapping[str, tuple[Any, Mapping[str, Any]]] = {
    "evening": (_("Club evening: vrhcáby games, round by round"), {}),
    "matches": (
        _("League: matches to 7 points, a round a week"),
        {
            "ruleset": "standard",
            "length": "7",
            "rounds_open": "all",
            "round_every_minutes": WEEK_MINUTES,
            "round_lasts_minutes": WEEK_MINUTES,
        },
    ),
    "championship": (
        _("Championship: everybody twice, deciding matches for the medals"),
        {"format": "double_round_robin", "chain_preset": "czech_championship"},
    ),
    "groups": (
        _("Groups of four to five, then a knock-out"),
        {"format": "groups_knockout", "groups": 2, "qualifiers": 2},
    ),
}
"""What the form can be filled with at once, by key: its name and what differs from the usual."""

MOMENTS = ("registration_from", "registration_until", "first_start")
PLAIN = (
    *("name", "text_cs", "text_en", "format", "rounds_open", "visibility", "rated"),
    *("places", "waiting_list", "rating_min", "rating_max", "games_min", "invitation_only"),
    *("seating", "lot_seed", "points_win", "points_draw", "points_loss", "time_zone"),
    *("no_show", "grace_minutes", "late_until_round", "late_missed", "withdrawal_policy"),
    *("groups", "qualifiers", "third_place", "round_every_minutes", "round_lasts_minutes"),
    *("lengths", *MOMENTS),
)
"""Fields whose value is the setting of the same name."""


def _own(name: str, **options: Any) -> Any:
    """Return the form field of a tournament's setting."""
    field: Any = Tournament._meta.get_field(name)
    return field.formfield(**options)


def _short(name: str, **options: Any) -> Any:
    return _own(name, widget=forms.TextInput(attrs={"inputmode": "decimal"}), **options)


class TournamentForm(games_forms.TermsForm):
    """All settings of a tournament; `settings()` is what the services take.

    Days and times are read by the clocks of the chosen zone.
    """

    name = _own("name", widget=forms.TextInput(attrs={"autocomplete": "off"}))
    text_cs = _own("text_cs", widget=forms.Textarea(attrs={"rows": 6}))
    text_en = _own("text_en", widget=forms.Textarea(attrs={"rows": 6}))
    format = _own("format")
    groups = _own("groups", initial=2)
    qualifiers = _own("qualifiers")
    third_place = _own("third_place")
    rounds_open = _own("rounds_open")
    visibility = _own("visibility")
    places = _own("places", help_text=_("Empty: no limit."))
    waiting_list = _own("waiting_list")
    registration_from = MomentField(
        label=_("Registration opens"), help_text=_("Empty: when you open it.")
    )
    registration_until = MomentField(
        label=_("Registration closes"), help_text=_("Empty: when you close it.")
    )
    invitation_only = _own("invitation_only")
    rating_min = _own("rating_min")
    rating_max = _own("rating_max")
    games_min = _own("games_min")
    seating = _own("seating")
    lot_seed = _own("lot_seed")
    points_win = _short("points_win")
    points_draw = _short("points_draw")
    points_loss = _short("points_loss")
    chain_preset = forms.ChoiceField(
        label=_("Who is ahead when points are equal"),
        choices=[*tiebreak_names.PRESETS.items(), (OWN_CHAIN, _("An order of my own"))],
        required=False,
        initial="usual",
    )
    chain = ChainField(label=_("Order of my own"))
    time_zone = forms.ChoiceField(label=_("Time zone"))
    first_start = MomentField(
        label=_("Start of the first round"), help_text=_("Empty: when you start it.")
    )
    round_every_minutes = SpanField(label=_("The next round starts after"))
    round_lasts_minutes = SpanField(label=_("A round has to be played within"))
    lengths = LengthsField(
        label=_("Other match length in single rounds"), help_text=_("For instance 7: 5, 9: 11.")
    )
    no_show = _own("no_show")
    grace_minutes = _own("grace_minutes", help_text=_("At least 5 minutes are always given."))
    late_until_round = _own("late_until_round", help_text=_("Empty: nobody enters late."))
    late_missed = _own("late_missed")
    withdrawal_policy = _own("withdrawal_policy")
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"].choices = time_zones.choices(present=zone)  # type: ignore[attr-defined]
        self.fields["time_zone"].initial = zone
        self.fields["length"].choices = [  # type: ignore[attr-defined]
            (value, label)
            for value, label in self.fields["length"].choices  # type: ignore[attr-defined]
            if value != games_forms.MONEY
        ]
        for name in ("games_min", "grace_minutes", "groups", "qualifiers"):
            self.fields[name].required = False

    def full_clean(self) -> None:
        """Read moments by the clocks of the zone that was chosen."""
        chosen = str(self.data.get(self.add_prefix("time_zone"), ""))
        with timezone.override(_zone(chosen)):
            super().full_clean()

    def settings(self) -> dict[str, Any]:
        """Return the settings by the names of the tournament's fields."""
        given = self.cleaned_data
        settings = {name: given[name] for name in PLAIN}
        agreed: Terms = given["agreed"]
        preset = given["chain_preset"] or "usual"
        chain = given["chain"] if preset == OWN_CHAIN else chains.PRESETS[preset]
        return settings | {
            "ruleset": given["ruleset"],
            "options": agreed.to_data(),
            "chain": list(chain),
        }

    def tell(self, refused: Refused) -> None:
        """Tell a refusal of the service at the fields that it names, or above them all."""
        errors = refused.details.get("errors") or {refused.details.get("field", ""): refused.code}
        for named, code in errors.items():
            field = FIELD_OF.get(named, named)
            self.add_error(
                field if field in self.fields else None,
                forms.ValidationError(_sentence(code, refused), code=code),
            )

    def tell_meanwhile(self, refused: Refused, told: str) -> None:
        """Tell in words that others have changed settings; what was typed stays.

        The form then knows their version: sent again, it holds.
        """
        kept = _("What you have written is kept: saving it again puts it in place of that.")
        self.add_error(None, f"{told} {kept}")
        changed = {name for act in refused.details["acts"] for name in act["after"]}
        for name in sorted(changed & self.fields.keys()):
            self._tell_present(name)
        sent: Any = self.data
        data = sent.copy()
        data[self.add_prefix("version")] = str(refused.details["version"])
        self.data = data

    def _tell_present(self, name: str) -> None:
        """Tell at a field what another has set meanwhile; `initial` is the tournament as it is."""
        field, typed, value = self.fields[name], self[name].value(), self.initial.get(name)
        if isinstance(field, forms.MultiValueField) or str(typed or "") == str(value or ""):
            return
        if isinstance(field, forms.BooleanField):
            value = _("yes") if value else _("no")
        shown = dict(getattr(field, "choices", ())).get(value, value)
        told = _("Meanwhile set to: %(value)s") % {"value": "–" if shown in (None, "") else shown}
        self.add_error(name, told)


def _sentence(code: str, refused: Refused) -> str:
    details = refused.details if code == refused.code else {}
    known = tournament_phrases.REFUSALS
    return str(known[code]) if code in known else phrases.sentence(code, details)


FIELD_OF = {"options": "length"}


def _zone(name: str) -> zoneinfo.ZoneInfo:
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        # The choice itself is refused at its field.
        return zoneinfo.ZoneInfo("UTC")


def draft(key: str, zone: str) -> dict[str, Any]:
    """Return what the form begins with: the usual, changed as a draft of this key says.

    `zone` is the time zone of whoever fills it in.
    """
    _name, changes = DRAFTS.get(key, (None, {}))
    start = (
        {"first_start": _in_a_week(zoneinfo.ZoneInfo(zone))}
        if "round_every_minutes" in changes
        else {}
    )
    return {"format": TournamentFormat.ROUND_ROBIN, "ruleset": "vrhcaby", **start, **changes}


def _in_a_week(zone: datetime.tzinfo) -> str:
    """Return the evening a week from now, as the field shows it: rounds follow from the first."""
    evening = timezone.now().astimezone(zone).replace(hour=18, minute=0)
    return written(evening + datetime.timedelta(days=7), zone)


def initial(tournament: Tournament) -> dict[str, Any]:
    """Return the values of the form's fields for a tournament as it is."""
    values = {name: getattr(tournament, name) for name in PLAIN}
    preset = tiebreak_names.preset_of(tournament.chain)
    moments = {name: written(values[name], tournament.zone) for name in MOMENTS}
    own = {
        "ruleset": tournament.ruleset,
        "chain_preset": preset or OWN_CHAIN,
        "chain": tournament.chain,
        "version": tournament.version,
    }
    agreed = Terms.from_data(tournament.options)
    return values | moments | own | games_forms.initial(agreed)
