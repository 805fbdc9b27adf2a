"""The rules of moving one by one, each named by its number on the rules page."""

import pytest

from games.engine import errors, position_id
from games.engine.board import Board
from games.engine.graph import (
    apply_step,
    check_turn,
    combined_steps,
    end_positions,
    find_step,
    legal_steps,
    legal_turns,
)
from games.engine.rules import PRESETS, Rules
from games.engine.steps import StepOption, any_roll_moves, can_move, closed_out

VRHCABY = PRESETS["vrhcaby"]
STANDARD = PRESETS["standard"]
EGYPTIAN = PRESETS["egyptian"]
NASAZOVANI = PRESETS["nasazovani"]


def _board(own: dict[int, int], theirs: dict[int, int] | None = None) -> Board:
    """The mover's checkers by point; the opponent's too, by the mover's numbering (25 his bar)."""
    turned = {25 if p == 25 else 25 - p: n for p, n in (theirs or {1: 1}).items()}
    return Board.of(own, turned)


def _left_on(board: Board, dice: tuple[int, int], rules: Rules) -> set[tuple[int, ...]]:
    """The points the mover may be left on, over all turns."""
    ends = [end.points for end, _ in legal_turns(board, dice, rules)]
    return {tuple(p for p in range(1, 26) if points[p] > 0) for points in ends}


def _pairs(steps: tuple[StepOption, ...]) -> set[tuple[int, int]]:
    return {(step.origin, step.die) for step in steps}


def test_v3_a_double_gives_four_steps() -> None:
    """V3."""
    board = _board({24: 1, 13: 3})

    assert all(len(steps) == 4 for _, steps in legal_turns(board, (2, 2), VRHCABY))


def test_v4_two_enemies_block_and_one_is_hit() -> None:
    """V4."""
    board = _board({13: 1, 12: 1}, {8: 2, 9: 1, 7: 1})

    assert _pairs(legal_steps(board, (5, 4), VRHCABY)) == {(12, 5), (13, 4)}
    with pytest.raises(errors.PointBlocked):
        find_step(board, (5, 4), VRHCABY, 13, die=5)
    assert find_step(board, (5, 4), VRHCABY, 13, die=4).hit


def test_v5_several_hits_in_one_turn() -> None:
    """V5."""
    board = _board({13: 1, 20: 1}, {9: 1, 6: 1, 1: 2})

    first = find_step(board, (4, 3), VRHCABY, 13, die=4)
    after = apply_step(board, first)
    after = apply_step(after, find_step(after, (3,), VRHCABY, 9, die=3))

    assert after.theirs(25) == 2
    assert after.theirs(9) == after.theirs(6) == 0


def test_v6_only_entering_from_the_bar() -> None:
    """V6."""
    board = _board({25: 2, 13: 1}, {19: 1, 21: 2})

    assert legal_steps(board, (6, 4), VRHCABY) == (StepOption(25, 19, 6, hit=True),)
    with pytest.raises(errors.MustEnter):
        find_step(board, (6, 4), VRHCABY, 13, die=6)
    with pytest.raises(errors.PointBlocked):
        find_step(board, (6, 4), VRHCABY, 25, die=4)


def test_v7_no_duty_to_use_both_dice_or_the_higher() -> None:
    """V7: the page's own position."""
    board = position_id.decode("ADgADAACAAAAAA")

    assert _left_on(board, (6, 5), VRHCABY) == {(6,), (7,)}
    assert _left_on(board, (6, 5), STANDARD) == {(6,)}
    with pytest.raises(errors.MustUseHigherDie):
        find_step(board, (6, 5), STANDARD, 12, die=5)


def test_v8_the_turn_goes_on_while_a_die_has_a_step() -> None:
    """V8: stopping early is no turn."""
    board = Board.start(VRHCABY)

    with pytest.raises(errors.MustUseBothDice):
        check_turn(board, (6, 5), VRHCABY, [(24, 6)])


def test_v9_a_roll_without_a_step() -> None:
    """V9."""
    board = _board({25: 1, 6: 2}, {19: 2, 20: 2})

    assert not can_move(board, (6, 5), VRHCABY)
    assert can_move(board, (6, 4), VRHCABY)
    assert end_positions(board, (6, 5), VRHCABY) == {board.turned()}


def test_v10_bearing_off_begins_in_the_middle_of_a_turn() -> None:
    """V10."""
    board = _board({8: 1, 6: 1})

    with pytest.raises(errors.CannotBearOff):
        find_step(board, (6, 2), VRHCABY, 6, die=6)
    home = apply_step(board, find_step(board, (6, 2), VRHCABY, 8, die=2))

    assert find_step(home, (6,), VRHCABY, 6, die=6).target == 0


def test_v10_a_checker_on_the_bar_stops_bearing_off() -> None:
    """V10."""
    board = _board({25: 1, 3: 1}, {22: 2, 1: 1})

    assert not legal_steps(board, (3, 3), VRHCABY)


def test_v11_a_larger_die_only_from_the_furthest() -> None:
    """V11: 6 rolled, checkers on 4 and 2."""
    board = _board({4: 1, 2: 1})

    assert _pairs(legal_steps(board, (6,), VRHCABY)) == {(4, 6)}
    with pytest.raises(errors.CannotBearOff):
        find_step(board, (6,), VRHCABY, 2, die=6)


def test_v12_the_exact_die_first() -> None:
    """V12: 4 and 2, roll 6-4."""
    board = _board({4: 1, 2: 1})

    assert find_step(board, (6, 4), VRHCABY, 4, target=0).die == 4
    with pytest.raises(errors.ExactDieFirst):
        find_step(board, (6, 4), VRHCABY, 4, die=6)
    assert find_step(board, (6, 4), STANDARD, 4, die=6).die == 6


def test_v12_of_two_larger_dice_the_smaller() -> None:
    """V12."""
    board = _board({3: 1, 2: 1})

    assert find_step(board, (6, 5), VRHCABY, 3, target=0).die == 5
    with pytest.raises(errors.ExactDieFirst):
        find_step(board, (6, 5), VRHCABY, 3, die=6)


def test_v13_won_with_dice_left() -> None:
    """V13."""
    board = _board({2: 1})

    after = apply_step(board, find_step(board, (3, 3, 3, 3), VRHCABY, 2, die=3))

    assert after.won
    with pytest.raises(errors.GameOver):
        legal_steps(after, (3, 3, 3), VRHCABY)


def test_s2_both_dice_if_any_order_allows() -> None:
    """S2: 13/7 would leave no five, 20/14 or 13/8 do."""
    board = _board({20: 1, 13: 1}, {15: 2, 2: 2})

    assert _pairs(legal_steps(board, (6, 5), STANDARD)) == {(20, 6), (13, 5)}
    assert (13, 6) in _pairs(legal_steps(board, (6, 5), VRHCABY))
    with pytest.raises(errors.MustUseBothDice):
        find_step(board, (6, 5), STANDARD, 13, die=6)
    with pytest.raises(errors.MustUseBothDice):
        check_turn(board, (6, 5), STANDARD, [(13, 6)])


def test_s3_the_one_die_that_can_be_played() -> None:
    """S3: if only the lower one can, that one."""
    board = _board({13: 1}, {7: 2, 2: 2})

    assert _left_on(board, (6, 5), STANDARD) == {(8,)}


def test_s4_all_enter_before_anything_moves() -> None:
    """S4."""
    two = _board({25: 2, 13: 1}, {20: 2})
    one = _board({25: 1, 13: 1}, {20: 2})

    assert _left_on(two, (6, 5), STANDARD) == {(13, 19, 25)}
    assert _left_on(one, (6, 5), STANDARD) == {(8, 19), (13, 14)}


def test_s5_a_blocked_checker_further_away_stops_the_larger_die() -> None:
    """S5: the page's own position."""
    board = position_id.decode("/wcAADYoAAAAAA")

    assert _left_on(board, (3, 3), STANDARD) == {(4, 5)}
    assert not can_move(board, (3, 3), STANDARD)


def test_s5_nobody_has_to_bear_off() -> None:
    """S5."""
    board = _board({6: 1, 3: 1})

    assert _pairs(legal_steps(board, (3,), STANDARD)) == {(6, 3), (3, 3)}


def test_s6_closed_out() -> None:
    """S6: all six points held against a checker on the bar; own full points do not count."""
    wall = dict.fromkeys(range(19, 25), 2)
    gap = dict.fromkeys(range(19, 24), 2)

    assert closed_out(_board({25: 1, 13: 1}, wall))
    assert not closed_out(_board({13: 1}, wall))
    assert not closed_out(_board({25: 1, 24: 5}, gap))


def test_s10_the_point_between_must_be_open() -> None:
    """S10."""
    open_one = _board({13: 1}, {8: 2, 7: 1})
    closed = _board({13: 1}, {8: 2, 7: 2})

    paths = combined_steps(open_one, (6, 5), STANDARD)

    assert [(origin, target) for origin, target, _ in paths] == [(13, 2)]
    assert [(step.die, step.hit) for step in paths[0][2]] == [(6, True), (5, False)]
    assert not combined_steps(closed, (6, 5), STANDARD)


def test_s10_two_ways_with_different_results_are_both_told() -> None:
    """S10: over the blot, or round it; the hit first."""
    board = _board({13: 1}, {7: 1, 1: 2})

    paths = combined_steps(board, (6, 5), STANDARD)

    assert [[step.hit for step in steps] for _, _, steps in paths] == [
        [True, False],
        [False, False],
    ]


def test_s11_the_last_checker_uses_both_dice_when_it_can() -> None:
    """S11: the page's own position."""
    board = position_id.decode("/z8AACACAAAAAA")

    assert {steps for _, steps in legal_turns(board, (2, 1), STANDARD)} == {
        (StepOption(2, 1, 1, hit=True), StepOption(1, 0, 2, hit=False))
    }
    free = {tuple(s.origin for s in steps) for _, steps in legal_turns(board, (2, 1), VRHCABY)}
    assert free == {(2,), (2, 1)}


def test_s13_no_roll_moves_anything() -> None:
    """S13: both on the bar against six closed points."""
    stuck = Board.of(
        {25: 1, **dict.fromkeys(range(1, 7), 2)}, {25: 1, **dict.fromkeys(range(1, 7), 2)}
    )

    assert not any_roll_moves(stuck, STANDARD)
    assert not any_roll_moves(stuck.turned(), STANDARD)
    assert any_roll_moves(Board.start(STANDARD), STANDARD)


def test_p3_the_higher_die_in_the_placement_game() -> None:
    """P3."""
    board = position_id.decode("ADgADAACAAAAAA")

    assert _left_on(board, (6, 5), NASAZOVANI) == {(6,)}


def test_p4_any_larger_die_bears_off_whatever_stands_further() -> None:
    """P4: the page's own position, 5 and 2 against a closed 3, roll 4-2."""
    board = position_id.decode("AABgEAEAAAAAAA")

    assert _left_on(board, (4, 2), NASAZOVANI) == {(1,), (2,)}
    with pytest.raises(errors.MustUseBothDice):
        find_step(board, (4, 2), NASAZOVANI, 2, die=4)
    assert find_step(board, (4, 2), NASAZOVANI, 2, target=0).die == 2


def test_e1_a_sixth_checker_is_illegal() -> None:
    """E1: the page's own positions."""
    blocked_by_own = position_id.decode("/38AAADfwwcCAA")
    shut_in = position_id.decode("Gxv4AwDwPgDARw")

    assert [steps for _, steps in legal_turns(blocked_by_own, (6, 5), EGYPTIAN)] == [
        (StepOption(12, 7, 5, hit=False),)
    ]
    assert {end.own(1) for end, _ in legal_turns(blocked_by_own, (6, 5), STANDARD)} == {6}
    assert not can_move(shut_in, (3, 3), EGYPTIAN)
    assert len(legal_turns(shut_in, (3, 3), STANDARD)) == 4
    with pytest.raises(errors.PointFull):
        find_step(blocked_by_own, (6, 5), EGYPTIAN, 12, die=6)


def test_e1_opening_two_one() -> None:
    """E1: 13 turns against 15."""
    assert len(end_positions(Board.start(EGYPTIAN), (2, 1), EGYPTIAN)) == 13
    assert len(end_positions(Board.start(STANDARD), (2, 1), STANDARD)) == 15


def test_e1_more_than_five_given_is_accepted() -> None:
    """E1: only adding is illegal."""
    board = _board({6: 8, 5: 1}, {1: 2})

    assert _pairs(legal_steps(board, (1,), EGYPTIAN)) == {(6, 1), (5, 1)}


@pytest.mark.parametrize(
    ("variant", "pips"), [("nackgammon", 194), ("hypergammon", 69), ("standard", 167)]
)
def test_n1_h1_starts(variant: str, pips: int) -> None:
    """N1, H1: their own starts, the same from both chairs."""
    board = Board.start(PRESETS[variant])

    assert board.pips() == board.their_pips() == pips
    assert board == board.turned()


@pytest.mark.parametrize("rules", [VRHCABY, STANDARD])
def test_g1_a_won_position_is_over(rules: Rules) -> None:
    """G1."""
    won = Board.of({}, {6: 2})

    for over in (won, won.turned()):
        with pytest.raises(errors.GameOver):
            end_positions(over, (6, 5), rules)


@pytest.mark.parametrize(
    ("origin", "die", "target", "refusal"),
    [
        (13, None, None, errors.BadStep),
        (0, 6, None, errors.BadStep),
        (26, 6, None, errors.BadStep),
        (13, None, 13, errors.BadStep),
        (13, None, -1, errors.BadStep),
        (13, 6, 8, errors.BadStep),
        (13, 3, None, errors.DieNotLeft),
        (13, None, 9, errors.DieNotLeft),
        (13, None, 0, errors.CannotBearOff),
        (6, None, 0, errors.CannotBearOff),
        (12, 6, None, errors.NoChecker),
        (25, 6, None, errors.NoChecker),
        (24, 5, None, errors.PointBlocked),
    ],
)
def test_g3_refusals_of_a_step(
    origin: int, die: int | None, target: int | None, refusal: type[errors.RuleViolation]
) -> None:
    """G3: each reason has its own code, at the start with 6-5."""
    with pytest.raises(refusal):
        find_step(Board.start(VRHCABY), (6, 5), VRHCABY, origin, die=die, target=target)


@pytest.mark.parametrize(
    ("steps", "refusal"),
    [
        ([(13, 6), (13, 6)], errors.DieNotLeft),
        ([(13, 6), (8, 5), (6, 5)], errors.DieNotLeft),
        ([(13, 6), (24, 5)], errors.PointBlocked),
        ([(13, 6), (12, 5)], errors.NoChecker),
        ([(13, 6), (0, 5)], errors.BadStep),
        ([], errors.MustUseBothDice),
        ([(24, 6)], errors.MustUseBothDice),
    ],
)
def test_g3_refusals_of_a_turn(
    steps: list[tuple[int, int]], refusal: type[errors.RuleViolation]
) -> None:
    """G3."""
    with pytest.raises(refusal):
        check_turn(Board.start(STANDARD), (6, 5), STANDARD, steps)


@pytest.mark.parametrize("dice", [(6,), (0, 1), (7, 1), (6, 5, 4), (True, 1), (1.0, 2), ("1", "2")])
def test_not_a_roll(dice: tuple[object, ...]) -> None:
    with pytest.raises(errors.BadDice):
        end_positions(Board.start(STANDARD), dice, STANDARD)
