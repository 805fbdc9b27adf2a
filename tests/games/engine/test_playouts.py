"""Whole games at random: what holds after every step of every ruleset."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.board import Board
from games.engine.graph import apply_step, legal_steps, legal_turns, without
from games.engine.perft import ROLLS
from games.engine.rules import PRESETS, Rules
from games.engine.steps import StepOption

LONGEST = 600


def _start(rules: Rules, chance: random.Random) -> Board:
    """The start, after a random placing where the ruleset begins with one."""
    if not rules.placing:
        return Board.start(rules)
    sides = [[25 - chance.randint(1, 6) for _ in range(rules.checkers)] for _ in range(2)]
    own, theirs = ({p: side.count(p) for p in side} for side in sides)
    return Board.of(own, theirs, checkers=rules.checkers)


def _roll(chance: random.Random) -> tuple[int, int]:
    return chance.randint(1, 6), chance.randint(1, 6)


def _check_step(before: Board, step: StepOption, after: Board, rules: Rules) -> None:
    for side in (after, after.turned()):
        on_points = sum(side.own(p) for p in range(1, 26))
        assert on_points + side.off + side.hand == rules.checkers
    assert not any(after.own(p) and after.theirs(p) for p in range(1, 25))
    assert before.pips() - after.pips() == step.origin - step.target <= step.die
    # A checker hit on the mover's point t had 25 - t pips to go, and has 25 now.
    assert after.their_pips() - before.their_pips() == (step.target if step.hit else 0)
    assert after.turned().turned() == after


@pytest.mark.parametrize("variant", list(PRESETS))
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_game_step_by_step(variant: str, seed: int) -> None:
    """G4, V13: checkers conserved, one colour a point, pips fall by what was played."""
    rules, chance = PRESETS[variant], random.Random(seed)
    board = _start(rules, chance)
    for _ in range(LONGEST):
        high, low = max(roll := _roll(chance)), min(roll)
        left = (high,) * 4 if high == low else (high, low)
        while not board.won and (steps := legal_steps(board, left, rules)):
            step = chance.choice(steps)
            after = apply_step(board, step)
            _check_step(board, step, after, rules)
            board, left = after, without(left, step.die)
        if board.won:
            break
        board = board.turned()

    assert board.won or variant in ("egyptian", "nasazovani")


@pytest.mark.parametrize("variant", list(PRESETS))
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_game_turn_by_turn(variant: str, seed: int) -> None:
    """S2: each way to a result is made of legal steps, and all use as many dice as they must."""
    rules, chance = PRESETS[variant], random.Random(seed)
    board = _start(rules, chance)
    for _ in range(60):
        turns = legal_turns(board, chance.choice(ROLLS), rules)
        assert len({end for end, _ in turns}) == len(turns)
        if rules.full_use != "none":
            assert len({len(steps) for _, steps in turns}) == 1
        end, steps = chance.choice(turns)
        walked = board
        for step in steps:
            walked = apply_step(walked, step)
        assert walked == end
        if end.won:
            break
        board = end.turned()
