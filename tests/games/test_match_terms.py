"""What is said of a match before it: only what its game has."""

import pytest
from django.utils import translation

from games import match_terms, terms
from games.engine.clock import ControlKind, TimeControl


@pytest.mark.parametrize(
    ("ruleset", "options", "told"),
    [
        ("vrhcaby", {}, []),
        ("nasazovani", {"length": 5}, ["to 5 points"]),
        ("nasazovani", {"length": None}, ["money session"]),
        ("standard", {"length": 5}, ["to 5 points"]),
        ("standard", {"length": 5, "crawford": False}, ["to 5 points", "without Crawford"]),
    ],
)
def test_crawford_is_told_of_only_where_there_is_a_cube(ruleset, options, told) -> None:
    agreed = terms.resolve(ruleset, options=options)

    with translation.override("en"):
        assert match_terms.option_lines(agreed.rules, agreed.options) == told


@pytest.mark.parametrize(
    ("delay_ms", "told"), [(0, "1 min for the match"), (12_000, "1 min and 12 s a turn")]
)
def test_a_clock_without_a_delay_tells_of_its_reserve_alone(delay_ms: int, told: str) -> None:
    control = TimeControl(ControlKind.DELAY, delay_ms, reserve_ms=60_000)
    agreed = terms.resolve("standard", control=control)

    with translation.override("en"):
        assert match_terms.control_lines(agreed)[0] == told
