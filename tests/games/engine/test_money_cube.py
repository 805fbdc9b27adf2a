"""The cube in money games: Jacoby, beavers and raccoons, automatic doubles (rules C6 to C8)."""

import pytest

from games.engine import commands as c
from games.engine import events as e
from games.engine.board import Board
from games.engine.cube import CUBE_LIMIT, Cube
from games.engine.rules import MatchOptions
from games.engine.state import changed, must_act
from tests.games.engine.cube_scenes import decide_only, table_to, turn
from tests.games.engine.scenes import T0, Table

BEAVERS = MatchOptions(length=None, beavers=2, raccoons=True)


# C6: Jacoby


@pytest.mark.parametrize(("owner", "points"), [(None, 2), (0, 4), (1, 4)])
def test_c6_jacoby_counts_gammons_only_when_somebody_owns_the_cube(
    owner: int | None, points: int
) -> None:
    options = MatchOptions(length=None, jacoby=True, automatic_doubles=1)
    table = Table([(6, 6), (5, 4)], rules="standard", options=options)
    assert table.state.cube == Cube(value=2)
    table.state = changed(table.state, {"board": Board.of({1: 1}, {6: 15}), "cube": Cube(2, owner)})

    decide_only(table, c.Turn(0, ((1, 5),)))

    assert table.state.score == (points, 0)


def test_c6_the_level_is_told_even_when_it_does_not_count() -> None:
    table = Table(
        [(6, 5)],
        rules="standard",
        options=MatchOptions(length=None, jacoby=True),
        position=Board.of({1: 1}, {6: 15}),
    )
    table.do(c.Turn(0, ((1, 6),)))

    ended = table.events[-1]
    assert ended == e.GameEnded(at=T0, winner=0, level=2, points=1, reason=e.Reason.BORNE_OFF)


# C7: beavers and raccoons


def doubled_at_two() -> Table:
    """Money with beavers and raccoons: seat 1 owns the cube at 2 and doubles to 4."""
    table = table_to(None, options=BEAVERS)
    table.do(c.Roll(1))
    turn(table)
    table.do(c.Double(0))
    table.do(c.Take(1))
    turn(table)
    assert table.state.cube == Cube(2, 1)
    table.do(c.Double(1))
    return table


def test_c7_a_beaver_turns_the_cube_at_once_and_keeps_it() -> None:
    table = doubled_at_two()

    assert table.do(c.Beaver(0)) == ["beavered"]
    assert table.events[-1] == e.Beavered(at=T0, seat=0, value=8)
    assert must_act(table.state) == 1
    assert table.do(c.Take(1)) == ["taken", "rolled"]

    assert table.state.cube == Cube(value=8, owner=0, beavers=1)
    assert (table.state.turn, table.state.pending) == (1, None)


def test_c7_who_drops_a_beaver_loses_the_value_of_his_own_double() -> None:
    table = doubled_at_two()
    table.do(c.Beaver(0))

    table.do(c.Drop(1))

    assert table.state.score == (4, 0)


def test_c7_who_drops_a_raccoon_loses_the_value_of_the_beaver() -> None:
    table = doubled_at_two()
    table.do(c.Beaver(0))
    assert table.refused(c.Beaver(1)) == "no_beavers"
    assert table.do(c.Raccoon(1)) == ["raccooned"]
    assert table.events[-1] == e.Raccooned(at=T0, seat=1, value=16)
    assert table.refused(c.Raccoon(0)) == "no_raccoons"

    table.do(c.Drop(0))

    assert table.state.score == (0, 8)


def test_c7_an_accepted_raccoon_is_owned_by_the_beaverer() -> None:
    table = doubled_at_two()
    table.do(c.Beaver(0))
    table.do(c.Raccoon(1))

    table.do(c.Take(0))

    assert table.state.cube == Cube(value=16, owner=0, beavers=1)
    assert table.state.turn == 1


def test_c7_a_beaver_answers_a_double_and_a_raccoon_a_beaver() -> None:
    table = doubled_at_two()

    assert table.refused(c.Raccoon(0)) == "no_raccoons"


def test_c7_the_limit_counts_the_beavers_of_a_game() -> None:
    table = doubled_at_two()
    offered = table.state
    table.state = changed(offered, {"cube": Cube(2, 1, beavers=2)})
    assert table.refused(c.Beaver(0)) == "beaver_limit"

    table.state = changed(offered, {"cube": Cube(CUBE_LIMIT // 2, 1)})
    assert table.refused(c.Beaver(0)) == "cube_at_limit"


def test_c7_a_beaver_owns_the_cube_so_that_jacoby_lets_gammons_count() -> None:
    options = MatchOptions(length=None, beavers=1, jacoby=True)
    table = table_to(None, options=options)
    table.do(c.Double(1))
    table.do(c.Beaver(0))

    assert table.state.cube == Cube(2, 0, beavers=1)


def test_c7_no_beavers_in_a_match_to_points() -> None:
    table = table_to(7)
    table.do(c.Double(1))

    assert table.refused(c.Beaver(0)) == "no_beavers"


# C8: automatic doubles


@pytest.mark.parametrize(("limit", "value"), [(0, 1), (1, 2), (2, 4), (3, 4)])
def test_c8_ties_of_the_opening_double_the_stake_up_to_the_limit(limit: int, value: int) -> None:
    options = MatchOptions(length=None, automatic_doubles=limit)
    table = Table([(3, 3), (1, 1), (2, 5)], rules="standard", options=options)

    assert table.state.cube == Cube(value=value, owner=None)
    assert table.events[1].opening == ((1, 3, 3), (2, 1, 1), (3, 2, 5))  # type: ignore[union-attr]


def test_leaving_while_a_beaver_waits_costs_the_double_that_was_taken() -> None:
    table = doubled_at_two()
    table.do(c.Beaver(0))

    table.do(c.Leave(1))

    ended = next(event for event in reversed(table.events) if isinstance(event, e.GameEnded))
    assert ended.points == 4 * ended.level
