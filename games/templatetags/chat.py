"""What the chat part of a page needs, wherever it is put."""

from django import template

from games.enums import QuickPhrase
from games.report_form import ReportForm

register = template.Library()


@register.simple_tag
def quick_phrases() -> list[tuple[str, str]]:
    """Return the quick phrases with their words."""
    return [(key, str(words)) for key, words in QuickPhrase.choices]


@register.simple_tag
def report_form() -> ReportForm:
    """Return an empty form of a report; its ids do not meet those of another form."""
    return ReportForm(auto_id="report_%s")
