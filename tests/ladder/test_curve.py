"""Lines of ratings: inside their box, round grids, ends kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.curve import graph, sparkline, thinned

RATINGS = st.lists(st.floats(0, 3000), min_size=2, max_size=400)


def points(curve):
    return [tuple(map(float, point.split(","))) for point in curve.points.split()]


@pytest.mark.parametrize("values", [[], [1500.0]])
def test_fewer_than_two_values_make_no_line(values):
    assert sparkline(values) is None
    assert graph(values) is None


@given(RATINGS)
def test_lines_stay_inside_their_box(values):
    for curve in (sparkline(values), graph(values)):
        assert len(points(curve)) == len(values)
        assert all(0 <= x <= curve.width and 0 <= y <= curve.height for x, y in points(curve))
        assert curve.last == points(curve)[-1]


@given(RATINGS)
def test_higher_ratings_are_higher_up(values):
    placed = points(graph(values))
    for (_, y), value in zip(placed, values, strict=True):
        for (_, other_y), other in zip(placed[:5], values[:5], strict=False):
            if value > other:
                assert y <= other_y


@given(RATINGS)
def test_the_grid_is_round_and_holds_the_line(values):
    ticks = graph(values).ticks

    assert 2 <= len(ticks) <= 8
    assert ticks[0].value <= min(values)
    assert ticks[-1].value >= max(values)
    step = ticks[1].value - ticks[0].value
    while step >= 10:
        step /= 10
    assert round(step, 6) in {1, 2, 5}


def test_a_flat_line_lies_in_the_middle_of_a_sparkline():
    assert {y for _, y in points(sparkline([1500.0, 1500.0, 1500.0]))} == {12.0}


@given(st.lists(st.floats(0, 3000), min_size=1, max_size=500), st.integers(2, 50))
def test_thinning_keeps_both_ends(values, most):
    kept = thinned(values, most=most)

    assert len(kept) == min(most, len(values))
    assert (kept[0], kept[-1]) == (values[0], values[-1])
