"""Checks of single values, as Django's forms and models understand them."""

from zoneinfo import available_timezones

from django.core.exceptions import ValidationError

from accounts import names, phrases


def validate_username(value: str) -> None:
    """Refuse a name that breaks the rules of names; the code is the rule's."""
    try:
        names.check(value)
    except names.NameRefused as refused:
        raise ValidationError(phrases.refusal(refused.code), code=refused.code) from refused


def validate_time_zone(value: str) -> None:
    """Refuse what is not a name in the time zone database."""
    if value not in available_timezones():
        raise ValidationError(phrases.refusal("unknown_time_zone"), code="unknown_time_zone")
