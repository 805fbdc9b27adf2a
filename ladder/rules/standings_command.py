"""``python -m ladder.rules standings [FILE] --chain a,b,…``: the table of a stage as JSON."""

import argparse
import re
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from ladder.rules import chains, command_line, results_file, sums
from ladder.rules.results import Scheme, TournamentError
from ladder.rules.standings import POINTS, Row, Standings, standings

WORTH = re.compile(r"-?[0-9]{1,6}(/[1-9][0-9]{0,5}|\.[0-9]{1,6})?")


def describe(command: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    command.add_argument("file", nargs="?", default="-", help="a file, or - for standard input")
    command.add_argument(
        "--chain",
        default=",".join(chains.USUAL),
        metavar="A,B,…",
        help="tie-breaks in order, of: " + ", ".join(chains.NAMES),
    )
    command.add_argument(
        "--points", default="1,1/2,0", metavar="WIN,DRAW,LOSS", help="what results are worth"
    )
    command.add_argument("--seed", default="", help="what a lot in the chain is drawn by")
    command.add_argument("--sums", action="store_true", help="the sum behind every number, too")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write ``{"table": [{"seat", "place", "points", "tiebreaks": {name: value}}, …]}``.

    The lines are in order of place, sharers have the same. Returns the exit code.
    """
    try:
        table = _table(options)
    except TournamentError as refusal:
        return command_line.refuse(refusal)
    lines = [_line(row) for row in table.rows]
    if options.sums:
        for line, row in zip(lines, table.rows, strict=True):
            names = (POINTS, *row.tiebreaks)
            line["sums"] = {name: plain(sums.sum_behind(table, row.seat, name)) for name in names}
    command_line.answer({"table": lines})
    return 0


def plain(value: Any) -> Any:
    """Return a value of this package as JSON has it."""
    if isinstance(value, Fraction):
        return command_line.number(value)
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


def _table(options: argparse.Namespace) -> Standings:
    chain = [name.strip() for name in options.chain.split(",") if name.strip()]
    chains.parse(chain, seed=options.seed)
    scheme = _scheme(options.points)
    stage = results_file.stage(command_line.read(options.file), scheme=scheme)
    return standings(
        seats=stage.seats,
        games=stage.games,
        chain=chain,
        scheme=scheme,
        awarded=stage.awarded,
        per_pair=stage.per_pair,
        seed=options.seed,
    )


def _scheme(written: str) -> Scheme:
    parts = [part.strip() for part in written.split(",")]
    if len(parts) != 3 or not all(map(WORTH.fullmatch, parts)):
        raise TournamentError("bad_scheme")
    win, draw, loss = map(Fraction, parts)
    return Scheme(win, draw, loss)


def _line(row: Row) -> dict[str, Any]:
    return {
        "seat": row.seat,
        "place": row.place,
        "points": plain(row.points),
        "tiebreaks": plain(dict(row.tiebreaks)),
    }
