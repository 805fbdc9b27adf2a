"""Bodies that no answer could repeat are refused while they are read."""

import io

import pytest
from rest_framework.exceptions import ParseError

from vrhcaby.rest.parsing import StrictJSONParser


def parse(raw: bytes) -> object:
    return StrictJSONParser().parse(io.BytesIO(raw))


@pytest.mark.parametrize(
    "raw", [rb'{"theme": "\ud800"}', rb'{"\uDC00": 1}', rb'[["a\udfff"]]', rb'"\ud800\ud800"']
)
def test_half_a_character_is_no_json(raw: bytes) -> None:
    with pytest.raises(ParseError):
        parse(raw)


def test_both_halves_are_a_character() -> None:
    assert parse(rb'{"name": "\ud83c\udfb2"}') == {"name": "🎲"}
    assert parse(rb'"\\ud800"') == r"\ud800"
