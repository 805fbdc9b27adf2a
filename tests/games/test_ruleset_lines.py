"""Which options the form of a challenge shows in each ruleset."""

import pytest

from games import ruleset_lines, terms
from games.engine.errors import BadOptions
from games.engine.rules import PRESETS


def accepts(ruleset: str, **options: int) -> bool:
    try:
        terms.resolve(ruleset, options=options)
    except BadOptions:
        return False
    return True


@pytest.mark.parametrize("ruleset", PRESETS)
def test_a_length_is_offered_just_where_matches_to_points_are_accepted(ruleset: str) -> None:
    line = next(line for line in ruleset_lines.lines() if line.key == ruleset)

    assert ("points" in line.traits.split()) == accepts(ruleset, length=5)
    assert ("length" in ruleset_lines.settable(ruleset)) == accepts(ruleset, length=5)
    assert ("crawford" in ruleset_lines.settable(ruleset)) == accepts(
        ruleset, length=5, crawford=True
    )
