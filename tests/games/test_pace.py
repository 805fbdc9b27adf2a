"""How often all is read for one and the same."""

import pytest

from games.pace import LONGEST_S, MOST_REMEMBERED, Pace


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


def test_a_turn_that_would_come_late_is_not_taken(pace) -> None:
    waits = [pace.take("room", 100.0) for _ in range(60)]

    assert max(wait for wait in waits if wait is not None) == LONGEST_S
    assert waits[-1] is None
    assert pace.take("room", 105.0) == 0.5


def test_a_pace_without_waiting_refuses_what_does_not_come_at_once() -> None:
    pace = Pace(at_once=3, per_s=2.0, longest_s=0.0)

    assert [pace.take("room", 100.0) for _ in range(5)] == [0.0, 0.0, 0.0, None, None]
    assert pace.take("room", 100.5) == 0.0


def test_a_key_is_spent_while_its_next_turn_would_not_come_at_once(pace) -> None:
    before = pace.is_spent("room", 100.0)
    for _ in range(3):
        pace.take("room", 100.0)

    assert not before
    assert pace.is_spent("room", 100.0)
    assert not pace.is_spent("room", 100.5)
    assert not pace.is_spent("other", 100.0)


async def test_who_waits_is_told_when_it_is_his_turn(pace) -> None:
    pace.per_s = 50.0

    assert [await pace.turn("room") for _ in range(5)] == [True] * 5
    pace.per_s = 0.1
    assert [await pace.turn("flood") for _ in range(3)] == [True] * 3
    assert not await pace.turn("flood")


def test_only_keys_that_still_count_are_remembered(pace) -> None:
    for number in range(MOST_REMEMBERED + 1):
        pace.take(f"guest-{number}", 100.0)

    pace.take("flood", 200.0)
    pace.take("flood", 200.0)

    assert set(pace._free_at) == {"flood"}
