"""How often all is read for one and the same."""

import pytest

from games.pace import MOST_REMEMBERED, Pace


@pytest.fixture
def pace():
    return Pace(at_once=3, per_s=2.0)


def test_some_turns_come_at_once_the_rest_at_a_pace(pace) -> None:
    waits = [pace.take("room", 100.0) for _ in range(6)]

    assert waits == [0.0, 0.0, 0.0, 0.5, 1.0, 1.5]


def test_others_do_not_wait(pace) -> None:
    for _ in range(20):
        pace.take("flood", 100.0)

    assert pace.take("room", 100.0) == 0.0


def test_turns_come_back_with_time_and_never_more_than_at_once(pace) -> None:
    for _ in range(3):
        pace.take("room", 100.0)

    assert pace.take("room", 100.5) == 0.0
    assert pace.take("room", 100.5) == 0.5
    assert [pace.take("room", 900.0) for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]


def test_only_keys_that_still_count_are_remembered(pace) -> None:
    for number in range(MOST_REMEMBERED + 1):
        pace.take(f"guest-{number}", 100.0)

    pace.take("flood", 200.0)
    pace.take("flood", 200.0)

    assert set(pace._free_at) == {"flood"}
