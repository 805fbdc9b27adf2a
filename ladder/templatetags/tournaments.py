"""What the pages of tournaments need to show numbers, results, acts and folded parts of forms."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django import template
from django.template.defaultfilters import floatformat
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ladder import prose, tiebreak_names, tournament_page
from ladder.enums import EntryState, PairingState
from ladder.rules.results import DRAW, WIN

register = template.Library()

HALVES = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}
MINUS = "−"
RANGE = "–"
BADGES = {
    EntryState.CONFIRMED: "ok",
    EntryState.ENTERED: "ok",
    EntryState.WAITING: "warning",
    EntryState.INVITED: "warning",
}

register.filter("markdown", prose.html)
register.filter("tiebreak", tiebreak_names.name)
register.filter("tiebreak_short", tiebreak_names.short)
register.filter("tiebreak_meaning", tiebreak_names.meaning)
register.filter("chain_in_words", tiebreak_names.in_words)
register.filter("terms", tournament_page.terms_line)


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


@register.filter
def written_points(text: str) -> str:
    """Return points stored as a fraction in a text as they are written by hand."""
    return points(Fraction(text))


@register.simple_tag
def entry_badge(state: str) -> SafeString:
    """Return the state of the reader's own entry as a badge."""
    known = EntryState(state)
    return format_html('<span class="badge {}">{}</span>', BADGES.get(known, "muted"), known.label)


@register.simple_tag
def result(pairing: Any) -> str:
    """Return the result of a pairing as a sheet shows it, the first player's side first."""
    if pairing.state != PairingState.DECIDED:
        return "·" if pairing.is_bye else ":"
    if pairing.forfeit:
        return f"{sign(pairing.first_result)} : {sign(pairing.second_result)}"
    if pairing.first_score is not None and pairing.second_score is not None:
        return f"{pairing.first_score} : {pairing.second_score}"
    return f"{scored(pairing.first_result)} : {scored(pairing.second_result)}"


@register.filter
def scored(value: int | None) -> str:
    """Return a result as a crosstable shows it: 1, ½, 0."""
    if value is None:
        return ""
    return {WIN: "1", DRAW: "½"}.get(value, "0")


@register.filter
def sign(value: int) -> str:
    """Return a result without play: + for who was given it, − for who lost it."""
    return {WIN: "+", DRAW: "="}.get(value, MINUS)


@register.filter
def place_range(prospect: Any) -> str:
    """Return the places still possible: 3. or 2.–5."""
    if prospect is None:
        return "…"
    if prospect.clinched:
        return f"{prospect.best}."
    return f"{prospect.best}.{RANGE}{prospect.worst}."


@register.filter
def joined_names(entries: Iterable[Any]) -> str:
    """Return the names of entries in one line."""
    return ", ".join(entry.shown_name for entry in entries)


@register.filter
def choice_or_dash(value: Any) -> Any:
    """Return a value, a dash for none, yes or no for a flag."""
    if value is None or value == "":
        return RANGE
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return value
