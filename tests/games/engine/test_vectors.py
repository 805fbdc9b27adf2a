"""Legal play against other programs: every line of their answers."""

import json

import pytest

from games.engine import notation, position_id
from games.engine.board import Board
from games.engine.errors import RuleViolation
from games.engine.graph import apply_step, check_turn, end_positions
from games.engine.perft import ROLLS
from games.engine.rules import PRESETS
from games.engine.steps import StepOption
from tests.games.engine.positions import DATA, lines_of, positions_of

LEGAL_WHERE_THEY_STAND = [("gammonview_0688", 41)]


def _played(board: Board, steps: tuple[StepOption, ...]) -> Board:
    for step in steps:
        board = apply_step(board, step)
    return board


@pytest.mark.parametrize("variant", ["standard", "nackgammon", "hypergammon"])
def test_results_of_other_programs(variant: str) -> None:
    """G1: the same set of positions for every pair of position and dice."""
    rules = PRESETS[variant]
    pairs = [line for line in lines_of("plays.jsonl.gz") if line["variant"] == variant]
    assert pairs

    for pair in pairs:
        board = position_id.decode(pair["position_id"], checkers=rules.checkers)
        ends = end_positions(board, pair["dice"], rules)
        assert sorted(map(position_id.encode, ends)) == pair["results"], pair


def test_moves_in_words() -> None:
    """Every move as another program writes it names one of the results, and all of them."""
    for pair in lines_of("plays.jsonl.gz")[::8]:
        rules = PRESETS[pair["variant"]]
        board = position_id.decode(pair["position_id"], checkers=rules.checkers)
        ends = set()
        for text in pair["notation"] or [""]:
            turn = notation.read_turn(text, board, pair["dice"], rules)
            again = notation.read_turn(notation.turn_text(turn), board, pair["dice"], rules)
            assert _played(board, turn) == _played(board, again)
            ends.add(position_id.encode(_played(board, turn).turned()))
        assert sorted(ends) == pair["results"], pair


@pytest.mark.parametrize("name", ["positions", "hard", "endgame"])
def test_against_gnubg(name: str) -> None:
    """G1, S11: no difference from GNU Backgammon's own generator on any of the 21 rolls."""
    gnubg = pytest.importorskip("gnubg_nn")
    for given in positions_of(f"{name}.json.gz"):
        board = position_id.decode(given["id"])
        pair = [given["opp"], given["me"]]
        for roll in ROLLS:
            keys = gnubg.moves(pair, *roll)
            theirs = {_from_gnubg(gnubg.board_from_position_key(key)) for key in keys}
            ours = {end.turned() for end in end_positions(board, roll, PRESETS["standard"])}
            assert ours == (theirs or {board}), (given["id"], roll)


def _from_gnubg(sides: tuple[tuple[int, ...], tuple[int, ...]]) -> Board:
    theirs, own = (dict(enumerate(side, 1)) for side in sides)
    return Board.of(own, theirs)


def _plies() -> list[tuple[str, int, int, list, list | None]]:
    """Match, game, action (from 1), the play, and the next play of the same game."""
    found = []
    for match in lines_of("decoded_matches.jsonl.gz"):
        for number, game in enumerate(match["games"], 1):
            actions = game["actions"]
            for at, action in enumerate(actions, 1):
                following = next((later for later in actions[at:] if later[1] != "resign"), None)
                if action[1] == "move":
                    found.append((match["id"], number, at, action, following))
    return found


def test_matches_that_were_played() -> None:
    """Every ply of the collected matches is legal and leads to the recorded position."""
    broken = json.loads((DATA / "illegal_plies.json").read_text())
    illegal = {(ply["id"], ply["game"], ply["action"]) for ply in broken}
    compared = 0
    for match, game, at, (player, _, dice, hops, before), following in _plies():
        if (match, game, at) in illegal:
            continue
        board = position_id.decode(before)
        roll = [int(die) for die in dice]
        words = " ".join(f"{origin}/{target}" for origin, target in hops)
        turn = notation.read_turn(words, board, roll, PRESETS["standard"])
        steps = [(step.origin, step.die) for step in turn]

        assert check_turn(board, roll, PRESETS["standard"], steps) == turn
        if following is not None and following[4] and following[0] != player:
            after = _played(board, turn).turned()
            assert position_id.encode(after) == following[4], (match, game, at)
            compared += 1
    assert compared > 19_000


def _refused(ply: dict) -> bool:
    board = position_id.decode(ply["position_id"])
    words = " ".join(f"{origin}/{target}" for origin, target in ply["moves"])
    try:
        notation.read_turn(words, board, [int(die) for die in ply["dice"]], PRESETS["standard"])
    except RuleViolation:
        return True
    return False


def test_broken_plies_are_refused() -> None:
    """What other programs let through in those matches is told apart from legal play.

    One of them is legal where it stands: only the plies before it were not.
    """
    broken = json.loads((DATA / "illegal_plies.json").read_text())

    let_through = [(ply["id"], ply["action"]) for ply in broken if not _refused(ply)]

    assert let_through == LEGAL_WHERE_THEY_STAND
