"""What an act in the official log changed, before and after, named and said for people."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import match_terms, ruleset_names
from ladder import tiebreak_names
from ladder.models import OfficialAct, Pairing, Tournament
from ladder.rules.results import DRAW, WIN

SHOWN_IN_FULL = (
    "edited",
    "round_rescheduled",
    "time_set",
    "result_corrected",
    "walkover",
    "reported",
    "disputed",
)
"""Acts of which the sentence does not say all that has changed."""

NONE = "–"
NAMES: Mapping[str, Promise] = {
    "state": gettext_lazy("state"),
    "opens_at": gettext_lazy("start"),
    "deadline_at": gettext_lazy("deadline"),
    "length": gettext_lazy("match length"),
    "held": gettext_lazy("opens and closes by the director alone"),
    "at": gettext_lazy("agreed time"),
    "score": gettext_lazy("score"),
    "results": gettext_lazy("result"),
    "forfeit": gettext_lazy("without play"),
    "source": gettext_lazy("source"),
    "said": gettext_lazy("what the players say"),
}
"""Names of what the log tells of rounds and pairings; settings have those of their columns."""

Line = tuple[str, str, str]
_SETTINGS = {field.name: field for field in Tournament._meta.fields}
_CHOICES = {
    **{field.name: field for field in _SETTINGS.values() if field.choices},
    **{name: Pairing._meta.get_field(name) for name in ("state", "source")},
}
_SIGNS = {WIN: "+", DRAW: "="}
_POINTS = {WIN: "1", DRAW: "½"}


def changes(act: OfficialAct) -> Iterator[Line]:
    """Yield what an act changed: its name, before and after.

    Nothing comes of an act whose sentence says it all.
    """
    if act.code not in SHOWN_IN_FULL:
        return
    for key in dict.fromkeys([*act.before, *act.after]):
        if act.before.get(key) != act.after.get(key):
            yield name(key), value(key, act.before), value(key, act.after)


def name(key: str) -> str:
    """Return the name of a field of a log entry; a field that is not known keeps its key."""
    if key in NAMES:
        return str(NAMES[key])
    return str(_SETTINGS[key].verbose_name) if key in _SETTINGS else key


def value(key: str, side: Mapping[str, Any]) -> str:
    """Return a field of one side of a log entry in words; a dash where there is nothing.

    What players or directors wrote themselves, and numbers, stay as they are.
    """
    given = side.get(key)
    if given is None or given in ("", [], {}):
        return NONE
    if key == "results" and side.get("forfeit"):
        return _pair(given, lambda one: _SIGNS.get(one, "−"))
    if key in _SPOKEN:
        return _SPOKEN[key](given)
    if key in _CHOICES:
        return _choice(_CHOICES[key], given)
    return _plain(key, given)


def _choice(field: Any, given: str) -> str:
    return str(dict(field.flatchoices).get(given, given))


def _plain(key: str, given: Any) -> str:
    if isinstance(given, bool):
        return _("yes") if given else _("no")
    if isinstance(_SETTINGS.get(key), models.DateTimeField):
        return _moment(given)
    return str(given)


def _pair(given: Sequence[Any], said: Callable[[Any], str] = str) -> str:
    return " : ".join(NONE if one is None else said(one) for one in given)


def _moment(given: str) -> str:
    """Return a time written as ISO text by the reader's clocks."""
    read = parse_datetime(given)
    if read is None or timezone.is_naive(read):
        return given
    return date_format(timezone.localtime(read), "j. n. Y H:i")


def _points(given: str) -> str:
    """Return the worth of a result, stored as a fraction, as it is written by hand."""
    return {"1/2": "½", "1/4": "¼", "3/4": "¾"}.get(given, given)


def _lengths(given: Mapping[str, int]) -> str:
    return "; ".join(
        _("round %(round)s: %(length)s")
        % {"round": number, "length": match_terms.length_text(length)}
        for number, length in given.items()
    )


def _said(given: Mapping[str, Sequence[int | None]]) -> str:
    return "; ".join(f"{who}: {_pair(score)}" for who, score in given.items())


_SPOKEN: Mapping[str, Callable[[Any], str]] = {
    "results": lambda given: _pair(given, lambda one: _POINTS.get(one, "0")),
    "score": _pair,
    "said": _said,
    "chain": tiebreak_names.in_words,
    "ruleset": ruleset_names.ruleset_name,
    "options": lambda given: match_terms.length_text(given.get("length")),
    "lengths": _lengths,
    "length": match_terms.length_text,
    **dict.fromkeys(("opens_at", "deadline_at", "at"), _moment),
    **dict.fromkeys(("points_win", "points_draw", "points_loss"), _points),
}
