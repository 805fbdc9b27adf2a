"""Fields that a tournament's form is made of: chains, spans of time, lengths, moments."""

import datetime
import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.terms import LONGEST_MATCH
from ladder import tiebreak_names
from ladder.rules import chains

LONGEST_CHAIN = 7
LARGEST_ROUND = 400
_PART = re.compile(r"(\d{1,3})\s*:\s*(\d{1,2})", re.ASCII)
_BETWEEN = re.compile(r"[\s,;]+")
MOMENT = "%Y-%m-%dT%H:%M"


def links() -> list[tuple[str, str]]:
    """Return what may stand in a chain, with its name."""
    written = [*chains.NAMES[:-3], "play_off", "play_off:1", "play_off:3", "lot", "shared"]
    return [("", "–"), *((link, tiebreak_names.name(link)) for link in written)]


def _link_choice(number: int) -> forms.Select:
    spoken = format_lazy("{word} {number}", word=_("Tie-break"), number=number)
    return forms.Select(attrs={"aria-label": spoken}, choices=links())


class ChainWidget(forms.MultiWidget):
    """A row of choices, each a link of the chain, each named for a screen reader."""

    def __init__(self) -> None:
        super().__init__([_link_choice(number) for number in range(1, LONGEST_CHAIN + 1)])

    def decompress(self, value: Any) -> list[str]:
        """Return the links of a chain, as many as there are choices."""
        given = list(value or [])
        return [*given, *[""] * LONGEST_CHAIN][:LONGEST_CHAIN]


class ChainField(forms.MultiValueField):
    """A chain of tie-breaks: its links in order, gaps left out."""

    widget = ChainWidget

    def __init__(self, **options: Any) -> None:
        choices = [forms.ChoiceField(choices=links, required=False) for _n in range(LONGEST_CHAIN)]
        super().__init__(choices, required=False, **options)

    def compress(self, data_list: Sequence[str]) -> list[str]:
        """Return the links that were chosen."""
        return [link for link in data_list if link]


class SpanWidget(forms.MultiWidget):
    """A number and its unit, side by side."""

    def __init__(self, units: Mapping[str, int], choices: Sequence[tuple[str, Any]]) -> None:
        self.units = units
        number = forms.NumberInput(attrs={"min": 1, "aria-label": _("Number")})
        unit = forms.Select(attrs={"aria-label": _("Unit of time")}, choices=choices)
        super().__init__([number, unit])

    def decompress(self, value: int | None) -> list[Any]:
        """Return minutes as a number of the largest unit that holds them exactly."""
        if not value:
            return [None, "days"]
        key = next(key for key, minutes in self.units.items() if value % minutes == 0)
        return [value // self.units[key], key]


class SpanField(forms.MultiValueField):
    """A span of time in minutes, given as a number of minutes, hours or days; None: not given."""

    UNITS: ClassVar[Mapping[str, int]] = {"days": 24 * 60, "hours": 60, "minutes": 1}
    CHOICES = (("minutes", _("minutes")), ("hours", _("hours")), ("days", _("days")))
    MOST = 366 * 24 * 60

    def __init__(self, **options: Any) -> None:
        number = forms.IntegerField(min_value=1, max_value=self.MOST, required=False)
        unit = forms.ChoiceField(choices=self.CHOICES, required=False)
        widget = SpanWidget(self.UNITS, self.CHOICES)
        super().__init__([number, unit], required=False, widget=widget, **options)

    def compress(self, data_list: Sequence[Any]) -> int | None:
        """Return the minutes. Raises ValidationError for more than a year."""
        if not data_list or not data_list[0]:
            return None
        minutes = int(data_list[0]) * self.UNITS[data_list[1] or "minutes"]
        if minutes > self.MOST:
            raise forms.ValidationError(_("At most a year."), code="too_long")
        return minutes


class LengthsField(forms.CharField):
    """Match lengths of single rounds, as ``7: 5, 9: 11``; its value is ``{"7": 5, "9": 11}``."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, max_length=400, **options)

    def prepare_value(self, value: Any) -> Any:
        """Return the lengths as they are written."""
        if not isinstance(value, Mapping):
            return value
        return ", ".join(f"{number}: {points}" for number, points in value.items())

    def clean(self, value: Any) -> Any:
        """Return the length by the number of the round. Raises ValidationError."""
        text = super().clean(value)
        if isinstance(text, Mapping):
            return dict(text)
        parts = [part for part in _BETWEEN.split(re.sub(r"\s*:\s*", ":", text)) if part]
        lengths = dict(self._part(part) for part in parts)
        if len(lengths) < len(parts):
            raise forms.ValidationError(_("A round is named twice."), code="bad_lengths")
        return lengths

    def _part(self, part: str) -> tuple[str, int]:
        found = _PART.fullmatch(part)
        number, points = (int(text) for text in found.groups()) if found else (0, 0)
        if not (1 <= number <= LARGEST_ROUND and 1 <= points <= LONGEST_MATCH):
            raise forms.ValidationError(
                _("“%(part)s” is no round with a length; write for instance 7: 5, 9: 11."),
                code="bad_lengths",
                params={"part": part},
            )
        return str(number), points


class MomentField(forms.DateTimeField):
    """A day and a time by the clocks of the form's zone."""

    def __init__(self, **options: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=MOMENT)
        super().__init__(required=False, widget=widget, **options)


def written(moment: datetime.datetime | None, zone: datetime.tzinfo) -> str:
    """Return a moment as the field shows it by the clocks of a zone."""
    return "" if moment is None else moment.astimezone(zone).strftime(MOMENT)
