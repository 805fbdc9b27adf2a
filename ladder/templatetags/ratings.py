"""Numbers of the ladder as people read them, in the language of the page."""

from django import template
from django.template.defaultfilters import floatformat

register = template.Library()

MINUS = "−"


@register.filter
def signed(number: float, digits: int = 2) -> str:
    """Return a change with its sign: +2.26, −2.26, ±0."""
    shown = floatformat(abs(number), digits)
    if float(f"{abs(number):.{digits}f}") == 0:
        return f"±{shown}"
    return f"{'+' if number > 0 else MINUS}{shown}"


@register.filter
def places(number: float, digits: int) -> str:
    """Return a number with its decimals, and a true minus sign."""
    shown = floatformat(abs(number), digits)
    return f"{MINUS}{shown}" if number < 0 and float(f"{number:.{digits}f}") else shown


@register.filter
def size(number: int) -> int:
    """Return a number without its sign."""
    return abs(number)
