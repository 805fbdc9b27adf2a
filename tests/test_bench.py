"""The measurements run in an environment without the tests' packages, and leave no ruleset out."""

import subprocess
import sys

import pytest

from bench import engine, games
from games.engine.board import Board
from games.engine.rules import PRESETS
from games.engine.state import Phase


@pytest.mark.parametrize("name", ["bench.engine", "bench.formats", "bench.games"])
def test_a_bench_needs_nothing_that_only_tests_have(name: str) -> None:
    lacking = "import sys; sys.modules.update(dict.fromkeys(['hypothesis', 'pytest']))"

    done = subprocess.run(
        [sys.executable, "-c", f"{lacking}; import {name}"], capture_output=True, check=False
    )

    assert done.returncode == 0, done.stderr.decode()


def test_every_ruleset_is_measured() -> None:
    names = {player.name for player in engine.contestants()}

    assert set(PRESETS) < set(games.PLAYED)
    assert {f"{engine.OURS}, {key}" for key in games.PLAYED} <= names


@pytest.mark.parametrize("name", list(games.PLAYED))
def test_a_measured_game_is_played_to_its_end(name: str) -> None:
    state = games.play(games.PLAYED[name], seed=3)

    assert state.phase in (Phase.OVER, Phase.BETWEEN)
    assert state.game == 1


def test_positions_come_from_the_rulesets_own_game() -> None:
    boards = engine.positions_of(PRESETS["hypergammon"])

    assert len(boards) == len(engine.positions())
    assert boards[0] == Board.start(PRESETS["hypergammon"])
    assert not any(board.over for board in boards)
