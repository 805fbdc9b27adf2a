"""Times that travel as texts, for people."""

import datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format

register = template.Library()


@register.filter
def moment(text: Any) -> str:
    """Return the day and time of an ISO text in the reader's zone; anything else is nothing."""
    try:
        at = parse_datetime(text) if isinstance(text, str) else None
    except ValueError:
        at = None
    if at is None:
        return ""
    if timezone.is_naive(at):
        at = at.replace(tzinfo=datetime.UTC)
    return date_format(timezone.localtime(at), "j. n. Y H:i")
