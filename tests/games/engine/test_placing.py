"""The placement game: rules P1 to P3 and P5, from an empty board to the moving part."""

import dataclasses

import pytest

from games.engine import commands as c
from games.engine import events as e
from games.engine.board import Board
from games.engine.decide import decide
from games.engine.errors import PointFull
from games.engine.placing import is_on, placements
from games.engine.replay import first_difference
from games.engine.rules import BearOffLarger, Commit, MatchOptions, Opening, Rules, preset
from games.engine.state import Phase, changed, deadline
from tests.games.engine.playing import checkers
from tests.games.engine.scenes import MINUTE, SECOND, T0, Table

OPENING = (2, 2), (3, 5)
SEVEN_EACH = [(6, 5), (4, 3)] * 7
LAST = [(6, 2), (5, 1)]
MOVING = [(2, 1), (3, 1), (6, 4)] * 5


def table(rolls: list[tuple[int, int]] | None = None, **more: object) -> Table:
    """Placed by themselves: seven rolls each, up to the last checker of who began, seat 1."""
    dice = [*OPENING, *(rolls or [*SEVEN_EACH, *LAST, *MOVING])]
    return Table(dice, rules=more.pop("rules", "nasazovani"), **more)  # type: ignore[arg-type]


def placed(found: Table) -> list[e.Placed]:
    return [event for event in found.events if isinstance(event, e.Placed)]


def test_p1_the_board_is_empty_the_higher_die_begins_and_rolls_both() -> None:
    found = table()

    assert found.waiting.board.counts[26] == 15
    assert found.events[1] == e.GameStarted(
        at=T0, number=1, starter=1, opening=((1, 2, 2), (2, 3, 5))
    )
    assert found.events[2] == e.Rolled(at=T0, seat=1, dice=(6, 5), roll=3)


def test_p2_each_roll_puts_one_checker_on_the_entry_point_of_each_die() -> None:
    found = table()

    assert found.events[3:6] == [
        e.Placed(at=T0, seat=1, target=19, die=6),
        e.Placed(at=T0, seat=1, target=20, die=5),
        e.TurnEnded(at=T0, seat=1),
    ]
    assert len(placed(found)) == 28
    assert (found.state.turn, found.state.board.hand, found.state.board.their_hand) == (1, 1, 1)
    assert checkers(found.state.board) == (15, 15)


def test_p2_a_double_puts_two_on_the_same_point_not_four() -> None:
    found = table([(4, 4), (3, 1)] * 7 + LAST)

    first = placed(found)[:3]
    assert [(it.seat, it.target) for it in first] == [(1, 21), (1, 21), (0, 22)]


def test_p2_with_one_checker_left_the_player_chooses_the_die_and_the_other_is_not_played() -> None:
    found = table()
    assert placements(found.state) == (6, 2)
    for die, code in ((5, "die_not_left"), (0, "die_not_left")):
        assert found.refused(c.Place(1, die)) == code
    assert found.refused(c.Place(0, 6)) == "not_your_turn"
    assert found.refused(c.Turn(1, ((19, 6), (13, 2)))) == "must_place"
    assert found.refused(c.Roll(1)) == "already_rolled"

    assert found.do(c.Place(1, 2)) == ["placed", "turn_ended", "rolled"]

    assert found.events[-3] == e.Placed(at=T0, seat=1, target=23, die=2)
    assert (found.state.turn, placements(found.state)) == (0, (5, 1))


def test_p2_the_last_checker_of_a_double_leaves_no_choice() -> None:
    found = table([*SEVEN_EACH, (3, 3), (2, 2), (2, 1)])

    assert [(it.seat, it.target) for it in placed(found)[-2:]] == [(1, 22), (0, 23)]
    assert not is_on(found.state.board)


def test_p3_then_the_moving_part_begins_and_who_began_to_place_rolls_first() -> None:
    found = table()
    found.do(c.Place(1, 6))

    assert found.do(c.Place(0, 1)) == ["placed", "turn_ended", "rolled"]

    assert (found.state.turn, found.state.roll) == (1, (2, 1))
    assert found.refused(c.Place(1, 2)) == "nothing_to_place"
    assert found.do(c.Turn(1, ((19, 2), (20, 1))))[0] == "stepped"


def test_p3_a_double_of_the_moving_part_is_four_steps() -> None:
    found = table([*SEVEN_EACH, *LAST, (1, 1), (2, 1)])
    found.do(c.Place(1, 6))
    found.do(c.Place(0, 1))

    assert found.state.dice_left == (1, 1, 1, 1)


def test_a_placed_match_is_judged_again_and_agrees() -> None:
    found = table()
    found.do(c.Place(1, 6), at=T0 + SECOND)
    found.do(c.Place(0, 1), at=T0 + 2 * SECOND)

    assert first_difference(found.waiting, found.events) is None


def test_the_last_checker_has_the_time_of_one_die() -> None:
    found = table()
    assert deadline(found.state) == T0 + MINUTE

    assert found.settle(T0 + MINUTE - 1) == []
    assert found.settle(T0 + MINUTE) == ["limit_passed"]
    found.do(c.Claim(0), at=T0 + MINUTE)
    assert found.state.score == (1, 0)


def test_p5_the_placement_game_to_points_counts_simply() -> None:
    found = table(options=MatchOptions(length=2))
    found.do(c.Resign(1))

    assert (found.state.score, found.state.phase, found.state.game) == ((1, 0), Phase.LIVE, 2)


# Other rulesets that place


def test_a_placement_game_of_single_steps_places_the_same() -> None:
    rules = dataclasses.replace(preset("nasazovani"), commit=Commit.STEP)
    found = table(rules=rules)
    assert found.refused(c.Step(1, 19, 6)) == "must_place"

    found.do(c.Place(1, 6))
    found.do(c.Place(0, 1))

    assert found.do(c.Step(1, 19, 2)) == ["stepped"]


LIMITED = Rules(
    start=(),
    placing=True,
    checkers=6,
    point_limit=2,
    opening=Opening.HIGHER_ROLLS_BOTH,
    bear_off_larger=BearOffLarger.ANY,
)


def _with(**changes: object) -> Rules:
    return dataclasses.replace(LIMITED, **changes)  # type: ignore[arg-type]


def test_a_full_entry_point_takes_no_more_and_leaves_no_choice() -> None:
    rolls = [(6, 6), (5, 5), (6, 4), (1, 2), (6, 6), (3, 3), (6, 1)]
    found = table([*rolls, (3, 1), (2, 1)], rules=LIMITED)

    by_seat_1 = [it.target for it in placed(found) if it.seat == 1]
    assert by_seat_1 == [19, 19, 21, 24, 22, 24]
    passed = [event.seat for event in found.events if isinstance(event, e.Passed)]
    assert passed == [1, 0, 0]
    assert found.state.passes == 1


def test_the_die_of_a_full_point_cannot_be_chosen() -> None:
    """Five checkers, point 19 full: of 6-5 the last one has no choice but the 5."""
    found = table([(6, 6), (5, 5), (4, 3), (4, 3), (6, 5), (6, 1)], rules=_with(checkers=5))

    last = [it.target for it in placed(found) if it.seat == 1][-1]
    assert last == 20
    assert (found.state.turn, placements(found.state)) == (0, (6, 1))
    assert found.refused(c.Place(0, 5)) == "die_not_left"


def test_a_full_point_is_refused_by_name() -> None:
    found = table([(6, 6), (5, 5), (4, 3), (4, 3), (2, 1)], rules=_with(checkers=5))
    state = changed(found.state, {"dice_left": (6, 1)})

    with pytest.raises(PointFull):
        decide(state, c.Place(1, 6), at=T0, dice=found.dice)


def test_p3_who_began_moves_first_although_the_other_was_done_before() -> None:
    """Seat 1 begins, loses a roll to a full point, and is the last to place."""
    rolls = [(6, 6), (5, 5), (6, 6), (4, 4), (5, 4), (3, 3), (3, 3)]
    found = table([*rolls, (2, 1)], rules=LIMITED)

    tail = [(event.kind, event.seat) for event in found.events[-4:]]
    assert tail == [("placed", 1), ("turn_ended", 1), ("passed", 0), ("rolled", 1)]
    assert not is_on(found.state.board)
    assert first_difference(found.waiting, found.events) is None


def test_who_has_placed_all_waits_without_a_roll_for_who_has_not() -> None:
    rolls = [(6, 6), (5, 5), (5, 5), (5, 5), (4, 4), (3, 3)]
    found = table([*rolls, (4, 4), (2, 1)], rules=LIMITED)

    passed = [event.seat for event in found.events if isinstance(event, e.Passed)]
    assert passed == [0, 1]
    assert found.state.passes == 1


@pytest.mark.parametrize("limit", [2, 3, None])
def test_checkers_are_conserved_while_they_are_placed(limit: int | None) -> None:
    rolls = [(6, 5), (4, 3), (2, 1), (6, 2), (5, 1), (4, 3), (2, 1), (3, 1)]
    found = table(rolls, rules=_with(point_limit=limit))

    assert checkers(found.state.board) == (6, 6)
    assert isinstance(found.waiting.board, Board)
