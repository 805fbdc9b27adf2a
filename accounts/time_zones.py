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

CITIES: dict[str, Promise] = {
    "Athens": _("Athens"),
    "Belgrade": _("Belgrade"),
    "Berlin": _("Berlin"),
    "Brussels": _("Brussels"),
    "Bucharest": _("Bucharest"),
    "Budapest": _("Budapest"),
    "Chisinau": _("Chisinau"),
    "Copenhagen": _("Copenhagen"),
    "Helsinki": _("Helsinki"),
    "Kyiv": _("Kyiv"),
    "Lisbon": _("Lisbon"),
    "Ljubljana": _("Ljubljana"),
    "London": _("London"),
    "Luxembourg": _("Luxembourg"),
    "Monaco": _("Monaco"),
    "Moscow": _("Moscow"),
    "Paris": _("Paris"),
    "Prague": _("Prague"),
    "Rome": _("Rome"),
    "Sofia": _("Sofia"),
    "Tirane": _("Tirane"),
    "Vatican": _("Vatican"),
    "Vienna": _("Vienna"),
    "Warsaw": _("Warsaw"),
    "Zagreb": _("Zagreb"),
    "Zurich": _("Zurich"),
    "Algiers": _("Algiers"),
    "Cairo": _("Cairo"),
    "Tripoli": _("Tripoli"),
    "Mexico City": _("Mexico City"),
    "Baghdad": _("Baghdad"),
    "Beirut": _("Beirut"),
    "Damascus": _("Damascus"),
    "Dubai": _("Dubai"),
    "Hong Kong": _("Hong Kong"),
    "Jerusalem": _("Jerusalem"),
    "Kolkata": _("Kolkata"),
    "Seoul": _("Seoul"),
    "Shanghai": _("Shanghai"),
    "Singapore": _("Singapore"),
    "Tashkent": _("Tashkent"),
    "Tehran": _("Tehran"),
    "Tokyo": _("Tokyo"),
    "Yerevan": _("Yerevan"),
    "Canary": _("Canary"),
    "Azores": _("Azores"),
    "Isle of Man": _("Isle of Man"),
    "Cape Verde": _("Cape Verde"),
    "Faroe": _("Faroe"),
    "South Georgia": _("South Georgia"),
    "St Helena": _("St Helena"),
    "Christmas": _("Christmas"),
    "Cocos": _("Cocos"),
    "Comoro": _("Comoro"),
    "Maldives": _("Maldives"),
    "Mauritius": _("Mauritius"),
    "Reunion": _("Reunion"),
    "Easter": _("Easter"),
    "Fiji": _("Fiji"),
    "Galapagos": _("Galapagos"),
    "South Pole": _("South Pole"),
    "Port of Spain": _("Port of Spain"),
}
"""Places that have another name in the languages of the site."""

Choice = tuple[str, str | Promise]


@cache
def _by_area() -> dict[str, list[Choice]]:
    names = sorted(name for name in available_timezones() if name.split("/")[0] in AREAS)
    return {
        area: [(name, _place(name)) for name in group]
        for area, group in groupby(names, key=lambda name: name.split("/")[0])
    }


def _place(name: str) -> str | Promise:
    place = name.split("/", 1)[1].replace("_", " ").replace("/", " – ")
    return CITIES.get(place, place)


def choices(*, present: str) -> list[tuple[str | Promise, list[Choice]]]:
    """Return grouped choices for a select; the zone in use is always among them."""
    by_area = _by_area()
    offered: list[tuple[str | Promise, list[Choice]]] = [
        (title, by_area[area]) for area, title in AREAS.items() if area in by_area
    ]
    others = {"UTC", present} - {name for group in by_area.values() for name, _place in group}
    return [*offered, (_("Other"), [(name, name) for name in sorted(others)])]
