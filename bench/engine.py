"""The engine beside its peers, on the same positions in the same run: `python -m bench.engine`.

Three questions: how long all turns of one roll take, how many games at random are played in a
second, and how long a match to 25 points takes to be read and replayed. Peers that are not
installed are left out: gnubg-nn and bgsage are in the lock of the bench, gym-backgammon is added by
hand (see gym_peer). Only ratios mean anything on a shared machine: the contestants take turns, what
counts is processor time, and each one's best of several rounds.
"""

import argparse
import gzip
import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import gym_peer, long_match
from bench.every_option import EVERY_OPTION
from bench.every_option import RULES as EVERY
from games.engine import clock, commands, decide, evolve, graph, turns
from games.engine.board import BAR, Board
from games.engine.chance import ScriptedDice
from games.engine.perft import ROLLS
from games.engine.rules import PRESETS, STANDARD_START, MatchOptions, Rules
from games.engine.state import Phase, new_match

try:
    import gnubg_nn
except ImportError:
    gnubg_nn = None
try:
    import bgsage
except ImportError:
    bgsage = None

POSITIONS = Path(__file__).parents[1] / "tests" / "data" / "engine" / "positions.json.gz"
LONGEST_GAME = 2000
POSITIONS_OF_OTHERS = 500
OURS = "ours"
Roll = tuple[int, int]


@dataclass(frozen=True)
class Contestant:
    """Plays a roll on a board of its own kind, and turns such a board round."""

    name: str
    board: Callable[[Board], object]
    results: Callable[[object, Roll], Sequence[object]]
    next_board: Callable[[object], object]
    won: Callable[[object], bool]
    rules: Rules = PRESETS["standard"]


def _ours(name: str, rules: Rules) -> Contestant:
    def results(board: Board, roll: Roll) -> list[Board]:
        return list(graph.end_positions(board, roll, rules))

    return Contestant(
        name, lambda board: board, results, lambda end: end, lambda end: end.lost, rules
    )


def _kernel(name: str, rules: Rules) -> Contestant:
    """The same without making boards: keys, as gnubg-nn gives keys."""

    def results(key: int, roll: Roll) -> list[int]:
        dice = roll if roll[0] != roll[1] else roll * 2
        return list(turns.end_keys(key, dice, rules))

    def won(key: int) -> bool:
        return Board(key).lost

    return Contestant(name, lambda board: board.key, results, lambda end: end, won)


def _gnubg() -> Contestant:
    def pair(board: Board) -> list[list[int]]:
        return [list(side.counts[1 : BAR + 1]) for side in (board.turned(), board)]

    def next_board(end: object) -> object:
        if isinstance(end, list):
            return end[::-1]
        theirs, own = gnubg_nn.board_from_position_key(end)
        return [list(own), list(theirs)]

    def won(board: list[list[int]]) -> bool:
        return not any(board[0])

    def results(board: object, roll: Roll) -> Sequence[object]:
        return gnubg_nn.moves(board, *roll) or (board,)

    return Contestant("gnubg-nn (C)", pair, results, next_board, won)


def _bgsage() -> Contestant:
    def points(board: Board) -> list[int]:
        return [board.theirs(BAR), *board.points[1:]]

    def results(board: list[int], roll: Roll) -> Sequence[object]:
        return bgsage.possible_moves(board, *roll) or (board,)

    def won(board: list[int]) -> bool:
        return board[0] == 0 and not any(count < 0 for count in board)

    return Contestant("bgsage (C++)", points, results, bgsage.flip_board, won)


def _gym(game: gym_peer.Game) -> Contestant:
    name = "gym-backgammon (Python)"
    return Contestant(name, game.board, game.results, game.next_board, game.won)


def contestants() -> list[Contestant]:
    """Ours by every ruleset, and the peers that are installed."""
    ours = [
        _kernel(f"{OURS}, keys, standard", PRESETS["standard"]),
        *(_ours(f"{OURS}, {key}", rules) for key, rules in PRESETS.items()),
        _ours(f"{OURS}, {EVERY_OPTION}", EVERY),
    ]
    peers = [_gnubg()] if gnubg_nn else []
    peers += [_bgsage()] if bgsage else []
    gym = gym_peer.found()
    return ours + peers + ([_gym(gym)] if gym else [])


def positions() -> list[Board]:
    """The 500 positions out of random games."""
    given = json.loads(gzip.decompress(POSITIONS.read_bytes()))["positions"]
    return [
        Board.of(dict(enumerate(one["me"], 1)), dict(enumerate(one["opp"], 1))) for one in given
    ]


def positions_of(rules: Rules) -> list[Board]:
    """The 500 positions, or as many out of random games where the game begins otherwise."""
    if rules.placing or rules.start == STANDARD_START:
        return positions()
    chance = random.Random(1)
    found: list[Board] = []
    board = Board.start(rules)
    while len(found) < POSITIONS_OF_OTHERS:
        found.append(board)
        roll = chance.randint(1, 6), chance.randint(1, 6)
        board = chance.choice(sorted(graph.end_positions(board, roll, rules)))
        board = Board.start(rules) if board.over else board
    return found


def time_rolls(player: Contestant, boards: Sequence[Board]) -> tuple[float, int]:
    """Seconds for all 21 rolls on all positions, and the number of turns found."""
    own_boards = [player.board(board) for board in boards]
    found, results = 0, player.results
    began = time.process_time()
    for board in own_boards:
        for roll in ROLLS:
            found += len(results(board, roll))
    return time.process_time() - began, found


def time_games(player: Contestant, start: Board, seconds: float) -> float:
    """Games at random per second, each turn chosen among the distinct results."""
    chance = random.Random(1)
    games = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        board = player.board(start)
        for _ in range(LONGEST_GAME):
            roll = chance.randint(1, 6), chance.randint(1, 6)
            end = chance.choice(player.results(board, (max(roll), min(roll))))
            board = player.next_board(end)
            if player.won(board):
                break
        games += 1
    return games / (time.process_time() - began)


def time_matches(seconds: float) -> tuple[float, float]:
    """Whole games of vrhcáby per second through decide and evolve, and events per second."""
    chance = random.Random(1)
    rules, control = PRESETS["vrhcaby"], clock.TimeControl.of(PRESETS["vrhcaby"])
    games = events = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        rolls = [(chance.randint(1, 6), chance.randint(1, 6)) for _ in range(LONGEST_GAME)]
        dice = ScriptedDice(rolls, lots=games % 2)
        state, at = new_match(rules, MatchOptions(), control), 0
        state = evolve.fold(state, decide.start(state, at=at, dice=dice))
        while state.phase is not Phase.OVER:
            at += 1
            step = chance.choice(graph.legal_steps(state.board, state.dice_left, rules))
            command = commands.Step(state.turn, step.origin, die=step.die)
            _, state = decide.apply(state, command, at=at, dice=dice)
        games += 1
        events += state.version
    passed = time.process_time() - began
    return games / passed, events / passed


def print_rolls(players: Sequence[Contestant], rounds: int) -> None:
    """Time everybody in turn, several times, and print each one's best."""
    boards = [positions_of(player.rules) for player in players]
    rolls = POSITIONS_OF_OTHERS * len(ROLLS)
    times = [list(map(time_rolls, players, boards)) for _ in range(rounds)]
    best = dict(zip((p.name for p in players), map(min, zip(*times, strict=True)), strict=True))
    print(f"All turns of a roll: {len(boards[0])} positions × {len(ROLLS)} rolls, best of {rounds}")
    for name, (seconds, found) in best.items():
        print(f"  {name:24} {seconds / rolls * 1e6:7.2f} µs a roll", end="")
        print(f"  {found / seconds / 1e6:5.2f} M turns/s", end="")
        for peer, (floor, _) in best.items():
            if not peer.startswith(OURS) and peer != name:
                print(f"  {seconds / floor:5.2f} × {peer}", end="")
        print()


def print_games(players: Sequence[Contestant], seconds: float) -> None:
    """Games at random by everybody, and whole ones with events by us."""
    print("Games at random a second, a turn chosen among the distinct results")
    for player in players:
        # Where checkers are placed first, as if they had been.
        rules = PRESETS["standard"] if player.rules.placing else player.rules
        print(f"  {player.name:24} {time_games(player, Board.start(rules), seconds):7.0f}")
    games, events = time_matches(seconds)
    print("Whole games of vrhcáby a second, each step through decide and evolve")
    print(f"  {OURS:24} {games:7.0f}  ({events:.0f} events)")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0, help="of games, each contestant")
    given = parser.parse_args()
    print_rolls(contestants(), given.rounds)
    print_games(contestants(), given.seconds)
    long_match.print_match(given.rounds)


if __name__ == "__main__":
    main()
