"""Command line: ``python -m ladder.rules`` rates results, pairs players, ranks a tournament."""

import argparse
import sys
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
    for name in SETTINGS:
        option = "--" + name.replace("_", "-")
        rating.add_argument(option, type=float, default=getattr(usual, name))
    return top


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return the exit code: 0, or 2 when the input could not be read at all."""
    options = parser().parse_args(arguments)
    status: int = options.run(options)
    return status


def rate(options: argparse.Namespace) -> int:
    """Write the rating ledger of a file; return the exit code."""
    try:
        constants = Constants(**{name: getattr(options, name) for name in SETTINGS})
        text = sys.stdin.read() if options.file == "-" else Path(options.file).read_text("utf-8")
    except RatingError as refusal:
        print(f"rating: {refusal.code}", file=sys.stderr)
        return 2
    except (OSError, UnicodeDecodeError) as failure:
        print(f"rating: {failure}", file=sys.stderr)
        return 2
    for line in ledger_lines.ledger(text, constants=constants):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
