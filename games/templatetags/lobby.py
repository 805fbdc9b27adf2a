"""The lobby on a page of another app: `{% load lobby %}{% lobby %}`."""

from typing import Any

from django import template

from games import lobby_page, ruleset_lines

register = template.Library()

register.simple_tag(ruleset_lines.lines, name="ruleset_lines")


@register.inclusion_tag("games/_lobby.html", takes_context=True)
def lobby(context: Any, to: str | None = "") -> dict[str, Any]:
    """Draw the lobby for the reader; `to` is the member to be challenged."""
    request = context["request"]
    member = request.user if request.user.is_authenticated else None
    shown = lobby_page.context(member, to=to or "")
    return {**shown, "user": request.user, "csrf_token": context.get("csrf_token")}
