"""What the pages of tournaments need to show numbers, results, acts and folded parts of forms."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django import template
from django.template.defaultfilters import floatformat
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from ladder import act_values, phrases, prose, round_names, tiebreak_names, tournament_page
from ladder.enums import EntryState, PairingState
from ladder.rules.results import DRAW, WIN
from vrhcaby.bidi import isolated

register = template.Library()

HALVES = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}
MINUS = "−"
RANGE = "–"
MINUTE_MS = 60_000
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
register.filter("match_for", round_names.of_place)
register.filter("isolated", isolated)
register.filter("terms", tournament_page.terms_line)


@dataclass(frozen=True, slots=True)
class Fold:
    """Fields that are folded away; `open` when one of them is refused.

    `usual`: all are shown with what a new tournament has, which the summary tells.
    """

    fields: list[Any]
    open: bool
    usual: bool


@register.simple_tag
def fold(form: Any, *names: str) -> Fold:
    """Return fields of a form as a folded part."""
    fields = [form[name] for name in names]
    return Fold(fields, any(field.errors for field in fields), all(map(_is_usual, fields)))


NOT_TOLD = ("time_zone", "chain")
"""Fields of which no summary tells; the chain goes with its preset."""


def _is_usual(field: Any) -> bool:
    usual, shown = field.field.initial, field.value()
    usual = usual() if callable(usual) else usual
    return field.name in NOT_TOLD or str(shown or "") == str(usual or "")


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
def player(entry: Any) -> SafeString | str:
    """Return a player's name, a program marked as such.

    A guest's name is kept apart from the direction of the text around it.
    """
    if entry is None:
        return RANGE
    if entry.member is None:
        return format_html("<bdi>{}</bdi>", entry.name)
    if not entry.member.is_bot:
        return str(entry.shown_name)
    # A template of ours, already escaped: stripping makes a plain text of it.
    mark = mark_safe(render_to_string("_bot.html").strip())  # noqa: S308
    return format_html("{} {}", entry.shown_name, mark)


@register.simple_tag
def entry_badge(state: str) -> SafeString:
    """Return the state of the reader's own entry as a badge."""
    known = EntryState(state)
    return format_html('<span class="badge {}">{}</span>', BADGES.get(known, "muted"), known.label)


@register.simple_tag
def round_name(played: Any) -> str:
    """Return the name of a round: Round 2, Semi-finals, Final."""
    return round_names.of_round(played.number, played.to_final)


@register.simple_tag
def result(pairing: Any) -> str:
    """Return the result of a pairing as a sheet shows it, the first player's side first."""
    if pairing.forfeited:
        return " : ".join(map(sign, pairing.forfeited))
    if pairing.state != PairingState.DECIDED:
        return "·" if pairing.is_bye else "– : –"
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
def final_place(finish: Any) -> str:
    """Return a final place: 3. or, where it is shared, 5.–8."""
    return f"{finish.place}." if not finish.shared else f"{finish.place}.{RANGE}{finish.last}."


@register.filter
def joined_names(entries: Iterable[Any]) -> str:
    """Return the names of entries in one line."""
    return ", ".join(isolated(entry.shown_name) for entry in entries)


@register.simple_tag
def act_in_words(act: Any) -> str:
    """Return a line of the official log as a sentence."""
    return capfirst(phrases.act(act.code, act.subject, act.before, act.after))


@register.simple_tag
def changes(act: Any) -> list[act_values.Line]:
    """Return what an act changed, by name, before and after; nothing where its sentence says it."""
    return list(act_values.changes(act))


@register.simple_tag
def evidence(claim: Any) -> str:
    """Return in words what the system knows of who was here when the two should have met."""
    known = claim.evidence
    if not known.get("known"):
        return _("It is too long ago: who was here is no longer known.")
    pairing = claim.pairing
    told = [
        _("%(name)s was here for %(minutes)s min")
        % {"name": isolated(entry.shown_name), "minutes": known[side]["here_ms"] // MINUTE_MS}
        for side, entry in (("first", pairing.first), ("second", pairing.second))
        if entry is not None
    ]
    if known.get("outage_ms"):
        told.append(_("the site itself was away for some of the time"))
    return "; ".join(told)
