"""The bench of the live path fails where the site falls behind its goals of the floor."""

import pytest

from bench import live
from bench.live import Measured


def moves(*ms):
    return Measured([one / 1000 for one in ms])


def missed(floor, site):
    return [goal.name for goal in live.parts(floor, site) if not goal.is_met]


def test_as_good_as_the_floor_is_good_enough():
    floor = moves(*range(1, 301))

    assert missed(floor, floor) == []


@pytest.mark.parametrize(
    ("times", "behind"),
    [
        ([10] * 250, ["rate"]),
        ([14] * 300, ["p50"]),
        ([10] * 290 + [16] * 10, ["p99"]),
        ([16] * 250, ["rate", "p50", "p99"]),
        ([10], ["rate", "p50"]),
        ([], ["rate", "p50"]),
    ],
)
def test_what_falls_behind_is_named(times, behind):
    assert missed(moves(*[10] * 300), moves(*times)) == behind


def test_no_floor_is_no_success():
    assert missed(moves(), moves(*[10] * 300)) == ["rate", "p50"]


def test_the_slowest_of_few_moves_is_no_p99():
    assert missed(moves(*[10] * 100), moves(*[10] * 99, 90)) == []


def test_each_load_has_its_goals_and_is_printed(capsys):
    floor, slow = moves(*[10] * 300), moves(*[20] * 300)
    found = {
        "floor": {"saturation": floor, "50 a second": floor},
        "site": {"saturation": floor, "50 a second": slow},
    }

    goals = live.ratios("sqlite, 50 tables", found)

    assert [goal.name for goal in goals if not goal.is_met] == [
        "sqlite, 50 tables, 50 a second: p50",
        "sqlite, 50 tables, 50 a second: p99",
    ]
    assert capsys.readouterr().out.count("MISSED") == 2
