"""``python -m ladder.rules pairings --players N [--double]``: the Berger table as JSON."""

import argparse

from ladder.rules import command_line
from ladder.rules.pairings import round_robin
from ladder.rules.results import TournamentError


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    command.add_argument("--players", required=True, metavar="N", help="from 2 to 200")
    command.add_argument("--double", action="store_true", help="everybody twice, sides turned")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write ``{"rounds": [[[first, second], …], …], "byes": [seat, …]}``; return the exit code.

    `byes` has the seat without a game in each round, and nothing for an even number of players.
    """
    try:
        schedule = round_robin(_players(options.players), double=options.double)
    except TournamentError as refusal:
        return command_line.refuse(refusal)
    command_line.answer({"rounds": schedule.rounds, "byes": schedule.byes})
    return 0


def _players(written: str) -> int:
    digits = written.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 9:
        raise TournamentError("bad_players")
    return int(written)
