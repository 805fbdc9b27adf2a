"""What directors write in Markdown is shown and never obeyed."""

import pytest

from ladder import prose


def test_headings_begin_below_those_of_the_page() -> None:
    assert prose.html("# Where\n\n## When") == "<h3>Where</h3>\n<h4>When</h4>\n"


def test_lists_tables_and_links_are_shown() -> None:
    shown = prose.html("- a\n\n|x|y|\n|-|-|\n|1|2|\n\n[rules](https://example.org)")

    assert "<li>a</li>" in shown
    assert "<td>2</td>" in shown
    assert '<a href="https://example.org" rel="noopener noreferrer">rules</a>' in shown


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](data:text/html,hello)",
        "![x](https://example.org/a.png)",
        '<a href="x" onclick="y">z</a>',
    ],
)
def test_nothing_in_a_text_runs_or_fetches(text: str) -> None:
    shown = prose.html(text)

    assert not any(bad in shown for bad in ("<script", "<img", 'href="javascript', 'href="data'))
    assert '<a href="x" onclick' not in shown
