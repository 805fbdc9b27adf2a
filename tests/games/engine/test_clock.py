"""Clock arithmetic: half-open limits, and time that is given back once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import clock as clocks
from games.engine.clock import Clock, ControlKind, TimeControl
from games.engine.errors import BadOptions
from games.engine.rules import preset

RUNNING = Clock(seat=0, start=100_000, limit=60_000, idle_since=90_000, idle_limit=36_000_000)


def test_the_default_control_of_vrhcaby_is_a_minute_a_step() -> None:
    control = TimeControl.of(preset("vrhcaby"))

    assert control == TimeControl(ControlKind.PER_STEP, 60_000, 36_000_000)
    assert [control.limit_for(dice) for dice in (1, 2, 4)] == [60_000] * 3


def test_the_default_control_of_standard_is_a_minute_a_die() -> None:
    control = TimeControl.of(preset("standard"))

    assert [control.limit_for(dice) for dice in (1, 2, 4)] == [60_000, 120_000, 240_000]


@pytest.mark.parametrize("idle", [36_000_000, None])
def test_a_control_survives_json(idle: int | None) -> None:
    control = TimeControl(ControlKind.PER_TURN, 30_000, idle)

    assert TimeControl.from_data(control.to_data()) == control


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"kind": "per_step"},
        {"kind": "hourglass", "limit_ms": 1, "idle_ms": None},
        {"kind": "per_step", "limit_ms": 0, "idle_ms": None},
        {"kind": "per_step", "limit_ms": 1.5, "idle_ms": None},
        {"kind": "per_step", "limit_ms": True, "idle_ms": None},
        {"kind": "per_step", "limit_ms": 5, "idle_ms": -1},
    ],
)
def test_a_senseless_control_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        TimeControl.from_data(wrong)


@pytest.mark.parametrize(("at", "left"), [(159_999, 1), (160_000, 0), (160_001, 0)])
def test_v14_a_limit_covers_its_start_but_not_its_end(at: int, left: int) -> None:
    assert RUNNING.ends == 160_000
    assert RUNNING.left(at) == left


def test_v23_a_credit_counts_from_the_start_of_each_limit() -> None:
    later = clocks.credited(RUNNING, since=95_000, at=130_000)

    assert later.limit == 60_000 + 30_000
    assert later.idle_limit == 36_000_000 + 35_000


def test_v23_overlapping_credits_count_once() -> None:
    outage = clocks.credited(RUNNING, since=110_000, at=130_000)

    both = clocks.credited(outage, since=105_000, at=140_000)

    assert both.limit - RUNNING.limit == 140_000 - 105_000
    assert both.ends == 160_000 + 35_000


def test_v23_the_same_credit_twice_is_one() -> None:
    once = clocks.credited(RUNNING, since=110_000, at=130_000)

    assert clocks.credited(once, since=110_000, at=130_000) == once


def test_v23_time_between_two_gaps_can_still_be_credited() -> None:
    two = clocks.credited(
        clocks.credited(RUNNING, since=105_000, at=110_000), since=120_000, at=130_000
    )

    later = clocks.credited(two, since=115_000, at=135_000)

    assert two.limit - RUNNING.limit == 15_000
    assert later.limit - two.limit == 10_000
    assert clocks.credited(later, since=0, at=135_000).limit == later.limit + 5_000


def test_v23_a_judged_limit_does_not_grow_but_the_ten_hours_do() -> None:
    judged = Clock(
        seat=0, start=100_000, limit=60_000, verdict=clocks.CLAIMABLE, idle_since=0, idle_limit=1
    )

    later = clocks.credited(judged, since=170_000, at=180_000)

    assert (later.limit, later.idle_limit) == (60_000, 10_001)


def test_v15_a_new_limit_takes_the_verdict_away_and_keeps_the_ten_hours() -> None:
    judged = Clock(seat=0, verdict=clocks.CLAIMABLE, idle_since=5, idle_limit=7, unknown_until=9)

    fresh = clocks.run(judged, seat=1, start=50, limit=60_000)

    assert fresh == Clock(seat=1, start=50, limit=60_000, idle_since=5, idle_limit=7)


gaps = st.lists(
    st.tuples(st.integers(90_000, 400_000), st.integers(1, 60_000)), min_size=1, max_size=5
)


@given(gaps)
def test_v23_no_moment_is_ever_given_back_twice(found: list[tuple[int, int]]) -> None:
    clock = RUNNING
    covered: set[int] = set()
    for since, length in sorted(found, key=sum):
        clock = clocks.credited(clock, since=since, at=since + length)
        covered |= set(range(max(since, RUNNING.start), since + length))

    assert clock.limit - RUNNING.limit <= len(covered)
    assert clock.ends >= RUNNING.ends
