"""`python -m games.engine`: the engine alone, from the command line."""

import argparse
import contextlib
import json
import sys
from collections.abc import Sequence

from games.engine import errors
from games.engine.cli import count, lines, plays, show
from games.engine.cli.sentences import error_data

_NO_FILE = 2
_INTERRUPTED = 130


def arguments() -> argparse.ArgumentParser:
    """What the command line understands."""
    parser = argparse.ArgumentParser(prog="python -m games.engine", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, told in (
        ("plays", plays.__doc__),
        ("show", show.__doc__),
        ("perft", count.__doc__),
    ):
        command = commands.add_parser(name, help=told, description=told)
        command.add_argument("input", nargs="?", default=lines.STDIN, metavar="FILE")
        if name != "plays":
            command.add_argument("--variant", default="standard", metavar="RULESET")
        if name == "perft":
            command.add_argument("--depth", type=int)
            command.add_argument("--position", metavar="ID")
    return parser


def run(given: argparse.Namespace) -> None:
    """Do what was asked for; raises OSError when the file cannot be read."""
    if given.command == "plays":
        plays.run(given.input)
    elif given.command == "show":
        show.run(given.input, given.variant)
    elif given.depth is None and given.position is None:
        count.run(given.input)
    else:
        _count_once(given)


def _count_once(given: argparse.Namespace) -> None:
    request = {"variant": given.variant, "position_id": given.position, "depth": given.depth or 1}
    try:
        counted = count.answer(request)
    except errors.RuleViolation as refused:
        counted = dict(error_data(refused))
    sys.stdout.write(json.dumps(counted) + "\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    given = arguments().parse_args(argv)
    try:
        run(given)
    except BrokenPipeError:
        # Whoever read has heard enough; nothing is left to flush at exit.
        with contextlib.suppress(OSError):
            sys.stdout = sys.stderr
        return 0
    except OSError as wrong:
        sys.stderr.write(f"{given.input}: {wrong.strerror}\n")
        return _NO_FILE
    except KeyboardInterrupt:
        return _INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
