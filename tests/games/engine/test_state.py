"""Questions to a state: who must act, what may be offered, when the clock decides."""

import dataclasses

import pytest

from games.engine.clock import ControlKind, TimeControl
from games.engine.commands import OfferDraw, Resign
from games.engine.decide import start
from games.engine.errors import BadOptions
from games.engine.evolve import fold
from games.engine.rules import MatchOptions, preset
from games.engine.state import (
    Crawford,
    Phase,
    board_of,
    changed,
    claimable,
    deadline,
    draw_block,
    must_act,
    new_match,
    rolls_by_itself,
)
from tests.games.engine.scenes import HOURS, MINUTE, T0, Table, opening_table

VRHCABY = preset("vrhcaby")


def waiting(**options: object) -> object:
    return new_match(VRHCABY, MatchOptions(**options), TimeControl.of(VRHCABY))  # type: ignore[arg-type]


def test_a_match_waits_for_its_start() -> None:
    state = new_match(VRHCABY, MatchOptions(), TimeControl.of(VRHCABY))

    assert (state.phase, state.version, must_act(state), deadline(state)) == (
        Phase.WAITING,
        0,
        None,
        None,
    )
    assert draw_block(state, 0, T0) == ("match_not_started", 4)


@pytest.mark.parametrize(
    "options",
    [
        {"length": 2},
        {"length": None},
        {"crawford": True},
        {"jacoby": True},
        {"automatic_doubles": 1},
        {"beavers": 1},
    ],
)
def test_v24_vrhcaby_is_always_one_game_without_a_cube(options: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        waiting(**options)


def test_the_player_on_turn_must_act_and_the_other_while_an_offer_waits() -> None:
    table = opening_table()
    assert must_act(table.state) == 0

    table.step((24, 6), (18, 5), (24, 4), (20, 2))
    table.do(OfferDraw(0))

    assert (table.state.turn, must_act(table.state)) == (0, 1)


def test_nobody_must_act_when_the_game_is_over() -> None:
    table = opening_table()
    table.do(Resign(1))

    assert (must_act(table.state), deadline(table.state)) == (None, None)
    assert draw_block(table.state, 0, T0)[0] == "game_over"


def test_each_seat_sees_its_own_board() -> None:
    table = opening_table()
    table.step((24, 6), (18, 5))

    assert table.state.turn == 1
    assert board_of(table.state, 0).own(13) == 6
    assert board_of(table.state, 1).theirs(12) == 6
    assert board_of(table.state, 0).turned() == board_of(table.state, 1) == table.state.board


def test_v14_v17_the_first_deadline_is_the_step_limit() -> None:
    state = opening_table().state

    assert deadline(state) == T0 + MINUTE
    assert state.clock.idle_ends == T0 + 10 * HOURS


def test_a_judged_limit_leaves_the_ten_hours() -> None:
    table = opening_table()
    table.settle(T0 + MINUTE)

    assert claimable(table.state, T0 + MINUTE)
    assert deadline(table.state) == T0 + 10 * HOURS


def test_v17_correspondence_has_no_ten_hours() -> None:
    day = 24 * HOURS
    table = opening_table(control=TimeControl(ControlKind.PER_STEP, day, None))

    assert deadline(table.state) == T0 + day
    table.settle(T0 + day)
    assert deadline(table.state) is None


@pytest.mark.parametrize("key", ["standard", "nackgammon", "hypergammon", "egyptian"])
def test_a_single_game_has_no_cube_and_rolls_by_itself(key: str) -> None:
    state = Table([(3, 1), (6, 5), (4, 2)], rules=key).state

    assert rolls_by_itself(state)
    assert state.roll is not None


def test_c4_the_crawford_game_comes_once() -> None:
    options = MatchOptions(length=3, crawford=True)
    table = Table([(2, 1)] * 9, rules="standard", options=options)
    seen = []

    for score in ((0, 0), (2, 0), (2, 2)):
        between = changed(table.state, {"phase": Phase.WAITING, "score": score})
        table.state = fold(between, start(between, at=T0, dice=table.dice))
        seen.append(table.state.crawford)

    assert seen == [Crawford.BEFORE, Crawford.NOW, Crawford.AFTER]


def test_changed_is_a_replace_that_leaves_the_original_alone() -> None:
    state = opening_table().state

    other = changed(state, {"passes": 3, "winner": 1})

    assert other == dataclasses.replace(state, passes=3, winner=1)
    assert (state.passes, state.winner) == (0, None)
    with pytest.raises(KeyError):
        changed(state, {"no_such_field": 1})
