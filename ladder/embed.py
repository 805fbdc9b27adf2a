"""The ladder in a frame on somebody else's page: no cookie, no script, its own frame policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from csp.decorators import csp_replace
from django import forms
from django.conf import settings
from django.http import Http404
from django.shortcuts import render
from django.utils import timezone, translation
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from accounts.enums import Language, Theme
from games.ruleset_names import ruleset_name
from ladder.models import Pool
from ladder.selectors import table

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

MOST_ROWS, USUAL_ROWS = 100, 20
KEPT_S = 60


class LookForm(forms.Form):
    """How the frame is to look; nonsense is as usual."""

    lang = forms.ChoiceField(choices=Language, required=False)
    theme = forms.ChoiceField(choices=Theme, required=False)
    rows = forms.IntegerField(min_value=1, max_value=MOST_ROWS, required=False)

    def look(self) -> tuple[str, str, int]:
        """Return the language, the colours and how many rows."""
        self.is_valid()
        asked = self.cleaned_data
        return (
            asked.get("lang") or settings.LANGUAGE_CODE,
            asked.get("theme") or Theme.AUTO.value,
            asked.get("rows") or USUAL_ROWS,
        )


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"], "form-action": ["'none'"], "script-src": ["'none'"]})  # type: ignore[arg-type]
@cache_control(public=True, max_age=KEPT_S)
def ladder(request: HttpRequest, pool: str) -> HttpResponse:
    """Show the first rows of a pool's ladder; ?lang=, ?theme=, ?rows=."""
    if not Pool.objects.filter(ruleset=pool).exists():
        raise Http404
    language, theme, rows = LookForm(request.GET).look()
    with translation.override(language):
        context = {
            "rows": table.top(pool, now=timezone.now(), most=rows),
            "name": ruleset_name(pool),
            "theme": theme,
        }
        response = render(request, "ladder/embed.html", context)
    response["Content-Language"] = language
    return response
