"""Names that are written from right to left, or try to turn what stands beside them."""

import pytest

from vrhcaby.bidi import isolated


@pytest.mark.parametrize("name", ["Řehoř", "O'Neil", "=1+1", "李小龍", ""])
def test_a_name_that_turns_nothing_stays_as_it_is(name):
    assert isolated(name) == name


@pytest.mark.parametrize("name", ["שרה", "فاطمة", "\u202eabc", "a\u200fb"])
def test_a_name_that_turns_what_is_beside_it_is_isolated(name):
    assert isolated(name) == f"\u2068{name}\u2069"


def test_a_name_cannot_end_its_isolation():
    assert isolated("\u2069\u202eabc") == "\u2068\u202eabc\u2069"


def test_texts_inside_values_are_isolated_and_nothing_else_changes():
    assert isolated({"names": ["\u202ex", "y"], "place": 3, "last": {"by": None}}) == {
        "names": ["\u2068\u202ex\u2069", "y"],
        "place": 3,
        "last": {"by": None},
    }
