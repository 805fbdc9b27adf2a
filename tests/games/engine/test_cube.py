"""The doubling cube: rules C1 to C4 and C9, through commands alone."""

import pytest

from games.engine import commands as c
from games.engine import events as e
from games.engine.board import Board
from games.engine.cube import CUBE_LIMIT, Cube, CubeOffer, Raise
from games.engine.decide import start
from games.engine.evolve import fold
from games.engine.rules import MatchOptions, Rules, Scoring
from games.engine.state import (
    Crawford,
    Phase,
    changed,
    cube_block,
    dead_cube,
    must_act,
    rolls_by_itself,
)
from tests.games.engine.cube_scenes import FIRST, MONEY, decide_only, table_to, turn, with_cube
from tests.games.engine.scenes import MINUTE, SECOND, T0, Table

# C1: when the cube may be offered


def test_c1_a_new_game_has_the_cube_at_one_in_the_middle() -> None:
    assert table_to().state.cube == Cube(value=1, owner=None)


def test_c1_the_player_on_turn_is_asked_before_his_roll_and_may_double() -> None:
    table = table_to()
    assert table.state.roll is None

    assert table.do(c.Double(1), at=T0 + SECOND) == ["doubled"]

    assert table.events[-1] == e.Doubled(at=T0 + SECOND, seat=1, value=2)
    assert table.state.pending == CubeOffer(1, Raise.DOUBLE, MINUTE - SECOND)
    assert (table.state.turn, must_act(table.state)) == (1, 0)


def test_c1_not_in_the_first_turn_of_a_game_even_when_both_dice_are_rolled_anew() -> None:
    for reroll in (False, True):
        options = MatchOptions(length=7, opening_reroll=reroll)
        table = Table([(3, 1), (6, 5)], rules="standard", options=options)

        assert table.state.roll is not None
        assert cube_block(table.state, 0) == "first_turn"


def test_c1_not_after_the_roll_nor_off_turn_nor_while_an_offer_waits() -> None:
    table = table_to()
    assert table.refused(c.Double(0)) == "not_your_turn"
    table.do(c.Roll(1))
    assert table.refused(c.Double(1)) == "already_rolled"
    turn(table)
    table.do(c.Double(0))
    for command in (
        c.Double(0),
        c.Double(1),
        c.Roll(0),
        c.Turn(0, FIRST),
        c.OfferResignation(0, 1),
    ):
        assert table.refused(command) == "decision_pending"


def test_c1_the_taker_owns_the_cube_and_alone_may_turn_it_again() -> None:
    table = table_to()
    table.do(c.Double(1))
    table.do(c.Take(0))
    turn(table)

    assert cube_block(table.state, 0) is None
    table.do(c.Double(0))
    table.do(c.Take(1))

    assert table.state.cube == Cube(value=4, owner=1)
    turn(table)
    assert table.do(c.Double(1)) == ["doubled"]


def test_c1_who_may_not_double_rolls_without_being_asked() -> None:
    table = table_to()
    table.do(c.Double(1))
    table.do(c.Take(0))
    turn(table)
    turn(table)

    assert table.state.turn == 1
    assert cube_block(table.state, 1) == "not_your_cube"
    assert table.state.roll is not None
    assert table.refused(c.Double(1)) == "already_rolled"


def test_c1_the_cube_stops_at_two_to_the_fifteenth() -> None:
    table = with_cube(table_to(None, options=MONEY), Cube(CUBE_LIMIT // 2, 1))
    assert decide_only(table, c.Double(1)) == ["doubled"]
    assert decide_only(table, c.Take(0)) == ["taken", "rolled"]
    assert table.state.cube == Cube(CUBE_LIMIT, 0)

    at_limit = changed(table.state, {"cube": Cube(CUBE_LIMIT, 1), "roll": None})
    assert cube_block(at_limit, 1) == "cube_at_limit"
    assert rolls_by_itself(at_limit)


@pytest.mark.parametrize("key", ["vrhcaby", "nasazovani", "standard"])
def test_a_game_without_a_cube_says_so(key: str) -> None:
    table = Table([(3, 1), (4, 2)] * 30, rules=key)

    assert table.refused(c.Double(0)) == "no_cube"
    assert table.refused(c.Take(1)) == "no_double"
    assert table.refused(c.Drop(1)) == "no_double"


# C2, C3: taking, dropping, what a game counts


def test_c2_a_take_returns_the_turn_to_the_doubler_whose_roll_follows() -> None:
    table = table_to()
    table.do(c.Double(1))

    assert table.do(c.Take(0)) == ["taken", "rolled"]
    assert table.events[-2] == e.Taken(at=T0, seat=0, value=2)
    assert (table.state.cube, table.state.pending) == (Cube(value=2, owner=0), None)
    assert (table.state.turn, table.state.roll) == (1, (6, 5))


def test_s8_who_wishes_to_be_asked_is_asked_after_the_take_too() -> None:
    table = table_to()
    table.do(c.Hold(1, on=True))
    table.do(c.Double(1))

    assert table.do(c.Take(0)) == ["taken"]
    assert (table.state.turn, table.state.roll) == (1, None)


def test_c2_only_the_other_answers() -> None:
    table = table_to()
    assert table.refused(c.Take(0)) == "no_double"
    table.do(c.Double(1))

    for command in (c.Take(1), c.Drop(1), c.Beaver(1), c.Raccoon(1)):
        assert table.refused(command) == "decision_pending"
    for command in (c.Accept(0), c.Decline(0)):
        assert table.refused(command) == "no_offer"
    assert table.refused(c.Beaver(0)) == "no_beavers"
    assert table.refused(c.Raccoon(0)) == "no_raccoons"


def test_c2_a_drop_loses_the_value_before_the_offer_whatever_the_position() -> None:
    table = table_to(9)
    gammonish = Board.of({6: 15}, {25: 2, 24: 13})
    table.state = changed(table.state, {"turn": 0, "board": gammonish, "cube": Cube(2, 0)})
    kinds = decide_only(table, c.Double(0))
    kinds += decide_only(table, c.Drop(1))

    assert kinds[:3] == ["doubled", "dropped", "game_ended"]
    assert table.state.score == (2, 0)


def test_c2_a_drop_is_told_with_its_reason() -> None:
    table = table_to(3)
    table.do(c.Double(1))
    table.do(c.Drop(0))

    ended = next(event for event in table.events if isinstance(event, e.GameEnded))
    assert ended == e.GameEnded(at=T0, winner=1, level=1, points=1, reason=e.Reason.DROPPED)


def test_c3_a_gammon_with_the_cube_at_eight_is_sixteen() -> None:
    options = MatchOptions(length=25)
    table = Table([(6, 5), (3, 1)], rules="standard", options=options)
    table.state = changed(table.state, {"board": Board.of({1: 1}, {6: 15}), "cube": Cube(8, 1)})

    assert decide_only(table, c.Turn(0, ((1, 6),)))[:2] == ["stepped", "game_ended"]
    assert table.state.score == (16, 0)


def test_a_cube_without_gammons_is_a_game_of_its_own() -> None:
    rules = Rules(scoring=Scoring.SIMPLE)
    table = Table([(6, 5), (3, 1)], rules=rules, options=MatchOptions(length=5))
    table.state = changed(table.state, {"board": Board.of({1: 1}, {6: 15}), "cube": Cube(2, 1)})

    decide_only(table, c.Turn(0, ((1, 6),)))

    assert table.state.score == (2, 0)


# C4: matches and Crawford


def play_to(table: Table, score: tuple[int, int]) -> None:
    """The next game of a match begins at this score."""
    table.state = changed(table.state, {"phase": Phase.WAITING, "score": score})
    table.state = fold(table.state, start(table.state, at=T0, dice=table.dice))
    assert table.state.crawford is not None
    decide_only(table, c.Turn(table.state.turn, FIRST))


def test_c4_the_crawford_game_has_no_cube_and_the_next_one_has() -> None:
    table = table_to(3, rolls=[(3, 1)] * 40)

    play_to(table, (2, 0))
    assert table.state.crawford is Crawford.NOW
    assert cube_block(table.state, table.state.turn) == "crawford_game"
    assert table.state.roll is not None

    play_to(table, (2, 2))
    assert table.state.crawford is Crawford.AFTER
    assert table.state.roll is None
    assert decide_only(table, c.Double(table.state.turn)) == ["doubled"]


def test_c4_without_the_option_the_cube_is_always_there() -> None:
    table = table_to(options=MatchOptions(length=3, crawford=False), rolls=[(3, 1)] * 40)

    play_to(table, (2, 0))

    assert cube_block(table.state, table.state.turn) is None


def test_c4_the_first_to_reach_or_pass_the_length_wins_the_match() -> None:
    table = table_to(3)
    for value in (2, 4):
        doubler = table.state.turn
        table.do(c.Double(doubler))
        table.do(c.Take(1 - doubler))
        turn(table)
        assert table.state.cube.value == value
    doubler = table.state.turn
    table.do(c.Double(doubler))

    kinds = table.do(c.Drop(1 - doubler))

    assert kinds == ["dropped", "game_ended", "match_ended"]
    assert (table.state.winner, table.state.reason) == (doubler, "dropped")
    assert sorted(table.state.score) == [0, 4]


def test_c4_a_match_of_one_point_has_neither_cube_nor_crawford() -> None:
    table = Table([(3, 1), (6, 5)], rules="standard", options=MatchOptions(length=1, crawford=True))
    table.do(c.Turn(0, FIRST))

    assert table.state.roll == (6, 5)
    assert cube_block(table.state, 1) == "no_cube"


# C9: a dead cube


@pytest.mark.parametrize(
    ("score", "cube", "dead"),
    [((2, 0), 1, True), ((1, 2), 1, False), ((1, 2), 2, True), ((0, 2), 2, False)],
)
def test_c9_a_dead_cube_is_told_and_may_be_offered(
    score: tuple[int, int], cube: int, dead: bool
) -> None:
    table = with_cube(table_to(3), Cube(cube, None), score=score, crawford=Crawford.AFTER)
    table.state = changed(table.state, {"turn": 0})

    assert dead_cube(table.state, 0) is dead
    assert decide_only(table, c.Double(0)) == ["doubled"]


def test_c9_money_has_no_dead_cube() -> None:
    assert not dead_cube(table_to(None, options=MONEY).state, 1)


# The clock of who must answer


def test_the_answer_has_a_limit_of_its_own_and_the_doubler_keeps_what_he_had() -> None:
    table = table_to()
    table.do(c.Hold(1, on=True))
    table.do(c.Double(1), at=T0 + 20 * SECOND)
    assert (table.state.clock.seat, table.state.clock.limit) == (0, MINUTE)

    table.do(c.Take(0), at=T0 + 50 * SECOND)

    assert (table.state.clock.seat, table.state.clock.start) == (1, T0 + 50 * SECOND)
    assert table.state.clock.limit == 40 * SECOND


def test_the_doubler_has_ten_seconds_at_least() -> None:
    table = table_to()
    table.do(c.Hold(1, on=True))
    table.do(c.Double(1), at=T0 + 59 * SECOND)
    table.do(c.Take(0), at=T0 + 60 * SECOND)

    assert table.state.clock.limit == 10 * SECOND


@pytest.mark.parametrize(("late", "passed"), [(-1, False), (0, True), (1, True)])
def test_v15_an_answer_that_does_not_come_can_be_claimed_at_the_stake_in_force(
    late: int, passed: bool
) -> None:
    table = table_to(position=None)
    table.do(c.Double(1))

    table.settle(T0 + MINUTE + late)

    if not passed:
        assert table.refused(c.Claim(1), at=T0 + MINUTE + late) == "time_not_over"
        return
    assert table.refused(c.Claim(0), at=T0 + MINUTE + late) == "nothing_to_claim"
    table.do(c.Claim(1), at=T0 + MINUTE + late)
    ended = next(event for event in table.events if isinstance(event, e.GameEnded))
    assert (ended.winner, ended.level, ended.points) == (1, 3, 3)


def test_a_late_take_is_valid_until_it_is_claimed() -> None:
    table = table_to()
    table.do(c.Double(1))
    table.settle(T0 + MINUTE)

    assert table.do(c.Take(0), at=T0 + MINUTE + 1) == ["taken", "rolled"]
    assert table.refused(c.Claim(0), at=T0 + MINUTE + 2) == "time_not_over"
