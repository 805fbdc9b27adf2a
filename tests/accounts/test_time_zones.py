"""The time zones of the form: places by the names that they have in the reader's language."""

from django.utils import translation

from accounts import time_zones


def names(language: str) -> set[str]:
    with translation.override(language):
        return {
            str(name)
            for _, zones in time_zones.choices(present="Europe/Prague")
            for _, name in zones
        }


def test_places_with_a_czech_name_have_it() -> None:
    czech, english = names("cs"), names("en")

    assert {"Ostrov Man", "Kapverdy", "Port of Spain", "Praha"} <= czech
    assert {"Isle of Man", "Cape Verde", "Port of Spain", "Prague"} <= english
    assert not {"Isle of Man", "Cape Verde", "Faroe"} & czech
