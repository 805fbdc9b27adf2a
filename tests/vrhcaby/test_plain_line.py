"""What is kept of a chat line: what a reader sees is what was written."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vrhcaby import plain_line


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  Ahoj,\n\tsvěte \u2028 a \u00a0 dál ", "Ahoj, světe a dál"),
        ("\u202ehttp://zlo.example\u202c a\u2066b\u2069\u200e\u061c", "http://zlo.example ab"),
        ("a\u200bb\ufeffc\u2060d\u00ade", "abcde"),
        ("e\u0301", "é"),
        ("x" + "\u0335" * 40 + "y", "x\u0335\u0335\u0335y"),
        ("\u0301\u0302 visí", "visí"),
        ("👨\u200d👩\u200d👧 ❤\ufe0f", "👨\u200d👩\u200d👧 ❤\ufe0f"),
        ("a\u200db", "ab"),
        ("\u3164\u2800\u034f\u200b\u202e", ""),
        ("\U000e0041\U000e007f\ue000\U0010ffff", ""),
        ("a\x00\x07b", "a b"),
        ("Viễt שָׁלוֹם", unicodedata.normalize("NFC", "Viễt שָׁלוֹם")),
    ],
)
def test_a_line_is_kept_as_it_is_seen(written, kept):
    assert plain_line.clean(written) == kept


@given(st.text(max_size=400))
def test_cleaning_is_done_once_and_leaves_one_line_of_visible_text(text):
    kept = plain_line.clean(text)

    assert plain_line.clean(kept) == kept
    assert kept == kept.strip()
    assert "  " not in kept
    kinds = {unicodedata.category(one) for one in kept if one != plain_line.JOINER}
    assert not kinds & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
