"""The time zones offered in forms, grouped by part of the world."""

from functools import cache
from itertools import groupby
from zoneinfo import available_timezones

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

AREAS: dict[str, Promise] = {
    "Europe": _("Europe"),
    "Africa": _("Africa"),
    "America": _("America"),
    "Antarctica": _("Antarctica"),
    "Arctic": _("Arctic"),
    "Asia": _("Asia"),
    "Atlantic": _("Atlantic"),
    "Australia": _("Australia"),
    "Indian": _("Indian Ocean"),
    "Pacific": _("Pacific"),
}

Choice = tuple[str, str]


@cache
def _by_area() -> dict[str, list[Choice]]:
    names = sorted(name for name in available_timezones() if name.split("/")[0] in AREAS)
    return {
        area: [(name, _place(name)) for name in group]
        for area, group in groupby(names, key=lambda name: name.split("/")[0])
    }


def _place(name: str) -> str:
    return name.split("/", 1)[1].replace("_", " ").replace("/", " – ")


def choices(*, present: str) -> list[tuple[str | Promise, list[Choice]]]:
    """Return grouped choices for a select; the zone in use is always among them."""
    by_area = _by_area()
    offered: list[tuple[str | Promise, list[Choice]]] = [
        (title, by_area[area]) for area, title in AREAS.items() if area in by_area
    ]
    others = {"UTC", present} - {name for group in by_area.values() for name, _place in group}
    return [*offered, (_("Other"), [(name, name) for name in sorted(others)])]
