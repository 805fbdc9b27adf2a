"""`python -m games.engine`: the engine alone, from the command line."""

import argparse
import json
import sys
from collections.abc import Sequence

from games.engine import errors, verify_dice
from games.engine.cli import convert, count, ids, lines, plays, show
from games.engine.cli.sentences import error_data

_NO_FILE = 2
_INTERRUPTED = 130


def arguments() -> argparse.ArgumentParser:
    """What the command line understands; each command sets `run`."""
    parser = argparse.ArgumentParser(prog="python -m games.engine", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_plays(commands.add_parser("plays", help="every position a roll can lead to"))
    _add_show(commands.add_parser("show", help="a position as text"))
    _add_perft(commands.add_parser("perft", help="count turns, and turns after turns"))
    _add_convert(commands.add_parser("convert", help="a match file in another format"))
    _add_ids(commands.add_parser("ids", help="a position in all the ids there are"))
    _add_verify_dice(commands.add_parser("verify-dice", help="check an exported match's dice"))
    return parser


def _add_file(command: argparse.ArgumentParser, told: str) -> None:
    command.add_argument("input", nargs="?", default=lines.STDIN, metavar="FILE", help=told)


def _add_plays(command: argparse.ArgumentParser) -> None:
    command.description = plays.answer.__doc__
    _add_file(command, "JSON lines; standard input without it")
    command.set_defaults(run=lambda given: plays.run(given.input))


def _add_show(command: argparse.ArgumentParser) -> None:
    command.description = "Draw a position, or those of a file: ids or JSON, one a line."
    _add_file(command, "a position id, or a file; standard input without it")
    command.add_argument("--variant", default="standard", metavar="RULESET")
    command.set_defaults(run=lambda given: show.run(given.input, given.variant))


def _add_perft(command: argparse.ArgumentParser) -> None:
    command.description = count.answer.__doc__
    _add_file(command, "JSON lines; standard input without it and without --depth or --position")
    command.add_argument("--variant", default="standard", metavar="RULESET")
    command.add_argument("--position", metavar="ID", help="the start without it")
    command.add_argument("--depth", type=int, metavar="TURNS")
    command.set_defaults(run=_perft)


def _perft(given: argparse.Namespace) -> None:
    if given.depth is None and given.position is None:
        count.run(given.input)
        return
    depth = 1 if given.depth is None else given.depth
    request = {"variant": given.variant, "position_id": given.position, "depth": depth}
    try:
        counted = count.answer(request)
    except errors.RuleViolation as refused:
        counted = dict(error_data(refused))
    sys.stdout.write(json.dumps(counted) + "\n")


def _add_convert(command: argparse.ArgumentParser) -> None:
    command.description = convert.run.__doc__
    command.add_argument("input", metavar="FILE", help="the match, - for standard input")
    command.add_argument("--to", required=True, choices=convert.TARGETS)
    command.set_defaults(run=lambda given: convert.run(given.input, given.to))


def _add_ids(command: argparse.ArgumentParser) -> None:
    command.description = ids.answer.__doc__
    _add_file(command, "JSON lines; standard input without it")
    command.set_defaults(run=lambda given: ids.run(given.input))


def _add_verify_dice(command: argparse.ArgumentParser) -> None:
    command.description = verify_dice.__doc__
    command.add_argument("input", metavar="FILE", help="the exported match, - for standard input")
    command.set_defaults(run=lambda given: verify_dice.main([given.input]))


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    given = arguments().parse_args(argv)
    try:
        status: int | None = given.run(given)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read has heard enough; what is left unsaid must not be tried again at exit.
        sys.stdout = sys.stderr
        return 0
    except OSError as wrong:
        sys.stderr.write(f"{given.input}: {wrong.strerror}\n")
        return _NO_FILE
    except KeyboardInterrupt:
        return _INTERRUPTED
    return status or 0


if __name__ == "__main__":
    sys.exit(main())
