"""What the pages of tournaments need to show numbers, results and folded parts of forms."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django import template
from django.template.defaultfilters import floatformat

from ladder import prose, tiebreak_names

register = template.Library()

HALVES = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}
MINUS = "−"

register.filter("markdown", prose.html)
register.filter("tiebreak", tiebreak_names.name)
register.filter("tiebreak_short", tiebreak_names.short)
register.filter("tiebreak_meaning", tiebreak_names.meaning)


@dataclass(frozen=True, slots=True)
class Fold:
    """Fields that are folded away; `open` when one of them is refused."""

    fields: list[Any]
    open: bool


@register.simple_tag
def fold(form: Any, *names: str) -> Fold:
    """Return fields of a form as a folded part."""
    fields = [form[name] for name in names]
    return Fold(fields, any(field.errors for field in fields))


@register.filter
def points(value: Any) -> str:
    """Return points as they are written by hand: 3½, −2, 0; a lot's digits stay as they are."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value[:6]
    whole, rest = divmod(abs(Fraction(value)), 1)
    sign = MINUS if value < 0 else ""
    if rest and rest not in HALVES:
        return f"{sign}{floatformat(float(abs(value)), 2)}"
    return f"{sign}{'' if rest and not whole else whole}{HALVES.get(rest, '')}"
