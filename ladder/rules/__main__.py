"""Command line: ``python -m ladder.rules rating [FILE]`` writes the ledger of results."""

import argparse
import sys
from pathlib import Path

from ladder.rules import ledger_lines
from ladder.rules.rating import Constants, RatingError

SETTINGS = ("start", "scale", "factor", "ramp_start", "ramp_span", "ramp_floor")


def parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    usual = Constants()
    top = argparse.ArgumentParser(prog="python -m ladder.rules", description=__doc__)
    rating = top.add_subparsers(dest="command", required=True).add_parser(
        "rating", help="results in order (JSON lines or one list) in, the rating ledger out"
    )
    rating.add_argument("file", nargs="?", default="-", help="a file, or - for standard input")
    for name in SETTINGS:
        option = "--" + name.replace("_", "-")
        rating.add_argument(option, type=float, default=getattr(usual, name))
    return top


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return the exit code: 0, or 2 when the input could not be read at all."""
    options = parser().parse_args(arguments)
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
