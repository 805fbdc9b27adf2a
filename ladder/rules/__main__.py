"""Command line: ``python -m ladder.rules`` rates results, pairs players, ranks a tournament."""

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

from ladder.rules import ledger_lines, pairings_command, standings_command
from ladder.rules.command_line import Parser
from ladder.rules.rating import Constants, RatingError

SETTINGS = ("start", "scale", "factor", "ramp_start", "ramp_span", "ramp_floor")


def parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    usual = Constants()
    top = Parser(prog="python -m ladder.rules", description=__doc__)
    commands = top.add_subparsers(dest="command", required=True)
    pairings_command.describe(commands.add_parser("pairings", help="a round robin by Berger"))
    standings_command.describe(commands.add_parser("standings", help="the table of a round robin"))
    rating = commands.add_parser(
        "rating", help="results in order (JSON lines or one list) in, the rating ledger out"
    )
    rating.set_defaults(run=rate)
    rating.add_argument("file", nargs="?", default="-", help="a file, or - for standard input")
    rating.add_argument(
        "--check", action="store_true", help="compare with the ratings that came with the results"
    )
    for name in SETTINGS:
        option = "--" + name.replace("_", "-")
        usually = f"{getattr(usual, name):g}, or as the input says"
        rating.add_argument(option, type=float, default=None, help=usually)
    return top


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return the exit code: 0, or 2 when the input could not be read at all."""
    options = parser().parse_args(arguments)
    status: int = options.run(options)
    return status


def rate(options: argparse.Namespace) -> int:
    """Write the rating ledger of a file, or whether its ratings are right; return the exit code."""
    try:
        text = sys.stdin.read() if options.file == "-" else Path(options.file).read_text("utf-8")
        document = ledger_lines.document(text)
        constants = _constants(options, document.constants or Constants())
    except RatingError as refusal:
        print(f"rating: {refusal.code}", file=sys.stderr)
        return 2
    except (OSError, UnicodeDecodeError) as failure:
        print(f"rating: {failure}", file=sys.stderr)
        return 2
    if options.check:
        verdict = ledger_lines.compared(document, constants=constants)
        print(json.dumps(verdict, ensure_ascii=False))
        return 0 if verdict["equal"] else 1
    for line in ledger_lines.lines(document.items, constants=constants, standings={}):
        print(line)
    return 0


def _constants(options: argparse.Namespace, told: Constants) -> Constants:
    """Return the constants that came with the input, with what was set by hand. May refuse."""
    own = {name: getattr(options, name) for name in SETTINGS}
    return replace(told, **{name: value for name, value in own.items() if value is not None})


if __name__ == "__main__":
    sys.exit(main())
