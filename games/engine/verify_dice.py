"""`python -m games.engine verify-dice FILE`: check the dice and the play of an exported match."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from games.engine.match_errors import BadExport
from games.engine.proof import Draw, Report, verify

GOOD, MISMATCH, UNUSABLE = 0, 1, 2
_MOST_BYTES = 16 * 1024 * 1024
_PLAY = {
    "refused": "event {seq} breaks the rules: {detail}",
    "differs": "event {seq} does not follow from what stands before it, {detail} would",
    "incomplete": "the record ends before event {seq}, {detail}",
}


def main(argv: Sequence[str]) -> int:
    """Print a report; 0 when all agrees, 1 when something does not, 2 for an unusable file."""
    parser = argparse.ArgumentParser(
        prog="verify-dice",
        description="Check the dice of an exported match against its seeds, and its play.",
        epilog="Exit status: 0 all agrees, 1 something does not, 2 the file cannot be used.",
    )
    parser.add_argument("file", help="the exported match, - for standard input")
    path = parser.parse_args(argv).file
    try:
        report = verify(_load(path))
    except OSError as unread:
        return _unusable(path, unread.strerror or "cannot be read")
    except BadExport as wrong:
        return _unusable(path, _wrong_field(wrong))
    except (ValueError, RecursionError):
        return _unusable(path, "is not JSON text")
    sys.stdout.writelines(f"{line}\n" for line in _lines(report))
    return GOOD if report.good else MISMATCH


def _load(path: str) -> Any:
    if path == "-":
        text = sys.stdin.buffer.read(_MOST_BYTES + 1)
    else:
        with open(path, "rb") as file:
            text = file.read(_MOST_BYTES + 1)
    if len(text) > _MOST_BYTES:
        raise BadExport(field="size")
    return json.loads(text)


def _unusable(path: str, why: str) -> int:
    sys.stderr.write(f"{path}: {why}\n")
    return UNUSABLE


def _wrong_field(wrong: BadExport) -> str:
    field = wrong.details["field"]
    if field == "server_seed":
        return "has no server seed; it is revealed when the match is over"
    if field == "size":
        return "is too large"
    event = f" (event {wrong.details['seq']})" if "seq" in wrong.details else ""
    return f"is not an exported match: {field}{event}"


def _lines(report: Report) -> Iterator[str]:
    committed = report.commitment_shown == report.commitment_computed
    yield f"commitment  {_mark(committed)}  {report.commitment_shown}"
    if not committed:
        yield f"            the server seed gives {report.commitment_computed}"
    yield f"seeds       {_mark(not report.unnormalised)}"
    for seat in report.unnormalised:
        yield f"            that of seat {seat} is not in its stored form"
    yield f"dice        {_mark(not report.wrong_draws)}  lots: {report.lots}, rolls: {report.rolls}"
    yield from map(_wrong_draw, report.wrong_draws)
    yield f"play        {_mark(report.play is None)}  events: {report.events}"
    if report.play is not None:
        facts = {"seq": report.play.seq, "detail": report.play.detail or "nothing"}
        yield f"            {_PLAY[report.play.code].format(**facts)}"
    yield "All agrees." if report.good else "Something does NOT agree."


def _wrong_draw(draw: Draw) -> str:
    shown, computed = (" ".join(map(str, dice)) for dice in (draw.shown, draw.computed))
    place = f"            event {draw.seq}: {draw.what} {draw.number}"
    return f"{place} shows {shown}, the seeds give {computed}"


def _mark(good: bool) -> str:
    return "ok " if good else "BAD"
