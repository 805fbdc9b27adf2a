"""The engine against a slow and independent reading of the rules."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import position_id
from games.engine.board import BAR, Board
from games.engine.graph import end_positions, legal_turns
from games.engine.perft import ROLLS
from games.engine.rules import PRESETS, BearOffLarger, FullUse, Rules
from tests.games.engine import brute
from tests.games.engine.positions import as_brute, boards, positions_of, rolls


def _differences(board: Board, roll: tuple[int, int], variant: str) -> set:
    expected = brute.ends(as_brute(board), roll, brute.LAWS[variant])
    found = {as_brute(end.turned()) for end in end_positions(board, roll, PRESETS[variant])}
    return expected ^ found


@pytest.mark.parametrize("variant", [key for key in PRESETS if key != "hypergammon"])
@settings(max_examples=150, deadline=None)
@given(board=boards(), roll=rolls)
def test_any_position(variant: str, board: Board, roll: tuple[int, int]) -> None:
    assert not _differences(board, roll, variant), position_id.encode(board)


@settings(max_examples=150, deadline=None)
@given(board=boards(checkers=3), roll=rolls)
def test_any_position_of_three_checkers(board: Board, roll: tuple[int, int]) -> None:
    assert not _differences(board, roll, "hypergammon"), position_id.encode(board)


@pytest.mark.parametrize("name", ["positions", "hard", "endgame"])
@pytest.mark.parametrize("variant", ["vrhcaby", "egyptian", "nasazovani", "standard"])
def test_collected_positions(variant: str, name: str) -> None:
    chance = random.Random(f"{variant} {name}")
    for given_position in chance.sample(positions_of(f"{name}.json.gz"), 60):
        board = position_id.decode(given_position["id"])
        for roll in chance.sample(ROLLS, 4):
            assert not _differences(board, roll, variant), (given_position["id"], roll)


@pytest.mark.parametrize("variant", list(PRESETS))
@settings(max_examples=60, deadline=None)
@given(board=boards(), roll=rolls)
def test_the_fast_way_and_the_graph_agree(
    variant: str, board: Board, roll: tuple[int, int]
) -> None:
    rules = PRESETS[variant]

    by_graph = {end.turned() for end, _ in legal_turns(board, roll, rules)}

    assert by_graph == end_positions(board, roll, rules)


laws = st.builds(
    brute.Law,
    must_use_all=st.booleans(),
    any_larger_bears_off=st.booleans(),
    most_on_a_point=st.sampled_from([99, 6, 5, 4, 3]),
    exact_first=st.booleans(),
)


def _rules(law: brute.Law) -> Rules:
    any_larger = law.any_larger_bears_off
    return Rules(
        full_use=FullUse.MOST_THEN_HIGHER if law.must_use_all else FullUse.NONE,
        bear_off_larger=BearOffLarger.ANY if any_larger else BearOffLarger.FURTHEST,
        point_limit=None if law.most_on_a_point == 99 else law.most_on_a_point,
        exact_die_first=law.exact_first,
    )


@settings(max_examples=400, deadline=None)
@given(board=boards(), roll=rolls, law=laws)
def test_any_combination_of_options(board: Board, roll: tuple[int, int], law: brute.Law) -> None:
    """Nothing asks for a preset: options in combinations that no preset has are honoured too."""
    rules = _rules(law)

    expected = brute.ends(as_brute(board), roll, law)

    assert {as_brute(end.turned()) for end in end_positions(board, roll, rules)} == expected
    assert {as_brute(end) for end, _ in legal_turns(board, roll, rules)} == expected


def _stacked(chance: random.Random, most_points: int = 7) -> Board:
    """Few points, so that many hold about as many checkers as a limit allows, or more."""
    reach = chance.choice([24, 12, 8, 6])
    places = chance.sample(range(1, reach + 1), min(reach, chance.randint(2, most_points)))
    mine = Counter(chance.choices(places, k=chance.choice([15, 15, 9]) - 1))
    mine[chance.choice([*places, BAR])] += 1
    free = [p for p in range(1, 25) if 25 - p not in mine]
    theirs = Counter(chance.choices(chance.sample(free, chance.randint(2, 7)), k=15))
    return Board.of(mine, theirs)


@pytest.mark.parametrize("any_larger", [False, True])
@pytest.mark.parametrize("limit", [5, 4, 6, 3])
def test_stacks_around_a_limit(limit: int, any_larger: bool) -> None:
    larger = BearOffLarger.ANY if any_larger else BearOffLarger.FURTHEST
    rules = replace(PRESETS["egyptian"], point_limit=limit, bear_off_larger=larger)
    chance = random.Random(f"{limit} {any_larger}")
    for board in [_stacked(chance) for _ in range(120)]:
        for roll in [*chance.sample(ROLLS, 3), *((die, die) for die in (1, 2, 3))]:
            by_graph = {end.turned() for end, _ in legal_turns(board, roll, rules)}

            assert by_graph == end_positions(board, roll, rules), (board.points, roll)
