"""Numbers, members and small graphs of the ladder, in the language of the page.

What stands in every row of a long list is put together here: a template of its own costs ten
times as much.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template
from django.template.defaultfilters import floatformat
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

if TYPE_CHECKING:
    import datetime

    from accounts.models import Member
    from ladder.curve import Curve

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


@register.simple_tag
def member_link(member: Member) -> SafeString:
    """Return a member as a link to his page, with his avatar; a program is marked as such."""
    link = format_html(
        '<a class="member" href="{}"><span class="avatar tint-{}" aria-hidden="true">{}</span>'
        '<span class="member-name">{}</span></a>',
        reverse("ladder:player", kwargs={"username": member.username}),
        member.tint,
        member.initials,
        member.username,
    )
    return format_html("{} {}", link, render_to_string("_bot.html")) if member.is_bot else link


@register.simple_tag
def sparkline(line: Curve | None) -> SafeString | str:
    """Return a small line as a picture, nothing where there is none."""
    if line is None:
        return ""
    # Numbers alone, which no language writes in its own way here.
    return mark_safe(  # noqa: S308
        f'<svg class="sparkline" viewBox="0 0 {line.width} {line.height}" width="{line.width}"'
        f' height="{line.height}" aria-hidden="true" focusable="false">'
        f'<polyline points="{line.points}"/>'
        f'<circle cx="{line.last[0]}" cy="{line.last[1]}" r="2"/></svg>'
    )


@register.simple_tag
def moved(gained: int | None) -> SafeString:
    """Return how many places a member has gained, None for one who is new on the ladder."""
    if gained is None:
        return format_html('<span class="badge">{}</span>', pgettext("on the ladder", "new"))
    count = abs(gained)
    if gained > 0:
        told = ngettext("up by %(places)s place", "up by %(places)s places", count)
        return _moved("moved up", f"▲ {count}", told % {"places": count})
    if gained < 0:
        told = ngettext("down by %(places)s place", "down by %(places)s places", count)
        return _moved("moved down", f"▼ {count}", told % {"places": count})
    return _moved("moved", "–", _("same place"))


def _moved(look: str, shown: str, told: str) -> SafeString:
    return format_html(
        '<span class="{}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        *(look, shown, told),
    )


@register.simple_tag
def amount(number: float | None) -> SafeString | str:
    """Return points won or lost with their sign and colour; a dash where there is no number."""
    if number is None:
        return mark_safe('<span class="muted">–</span>')
    if number == 0:
        return signed(number)
    look = "gain" if number > 0 else "loss"
    return format_html('<span class="{}">{}</span>', look, signed(number))


@register.simple_tag
def day(at: datetime.datetime | None) -> SafeString | str:
    """Return the day of an instant where the reader lives, nothing where there is none."""
    if at is None:
        return ""
    local = localtime(at)
    shown = f"{local.day}. {local.month}. {local.year}"
    return format_html('<time datetime="{}">{}</time>', local.isoformat(), shown)
