"""Markdown that directors write, as HTML that is safe to show to others."""

from collections.abc import MutableMapping
from typing import Any

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore

TAGS = {
    *("p", "br", "hr", "h3", "h4", "h5", "h6", "blockquote", "pre", "code"),
    *("ul", "ol", "li", "em", "strong", "s", "a"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
SCHEMES = {"http", "https", "mailto"}
HEADINGS_START_AT, LOWEST = 3, 6


def html(text: str) -> SafeString:
    """Return Markdown (CommonMark, tables, strikethrough) as safe HTML.

    Markup in the text is shown, not obeyed; headings begin below those of the page; pictures and
    whatever else could fetch from elsewhere stay out.
    """
    rendered = _MARKDOWN.render(text)
    clean = nh3.clean(rendered, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES)
    return mark_safe(clean)  # noqa: S308  (cleaned in the line above)


def _lower_headings(state: StateCore) -> None:
    """Let the first heading of a text be the third of the page."""
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close"):
            level = int(token.tag[1:]) + HEADINGS_START_AT - 1
            token.tag = f"h{min(level, LOWEST)}"


def _reader() -> MarkdownIt:
    options: MutableMapping[str, Any] = {"html": False, "linkify": False}
    markdown = MarkdownIt("commonmark", options).enable(["table", "strikethrough"])
    markdown.disable("image")
    markdown.core.ruler.push("lower_headings", _lower_headings)
    return markdown


_MARKDOWN = _reader()
