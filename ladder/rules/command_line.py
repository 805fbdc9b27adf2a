"""What the tournament commands share: arguments, input, and refusals as one line of JSON."""

import argparse
import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

from ladder.rules.results import TournamentError

REFUSED = 2
LARGEST_INPUT = 64_000_000
"""Characters; a double round robin of 200 players takes five million."""

TEXTS = {
    "bad_arguments": "the command line could not be read",
    "bad_file": "the input could not be read",
    "bad_json": "the input is not JSON",
    "bad_players": "the number of players must be a whole number",
    "bad_results": "the input is an object with games, each with round, first, second, score_first",
    "bad_scheme": "a win must be worth more than a loss, a draw no more than a win, no less than a "
    "loss: three numbers",
    "bad_score": "a score must be 1, 1/2 or 0, both together no more than 1",
    "repeated_game": "the same two players meet twice in one round",
    "repeated_seat": "a seat is there twice",
    "repeated_tiebreak": "a tie-break is in the chain twice",
    "same_player": "nobody plays himself",
    "seed_missing": "a lot needs a seed",
    "tiebreak_after_end": "nothing can follow a lot or a shared place in the chain",
    "too_few_players": "a round robin needs two players or more",
    "too_large": "the input is too large",
    "too_many_players": "there are too many players",
    "unknown_seat": "a game names a seat that is not there",
    "unknown_tiebreak": "there is no such tie-break",
}


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are refusals like all others."""

    def error(self, message: str) -> NoReturn:
        """Write the complaint as JSON and leave."""
        sys.exit(refuse(TournamentError("bad_arguments", message)))


def refuse(refusal: TournamentError) -> int:
    """Write the refusal to standard output; return the exit code."""
    text = TEXTS[refusal.code]
    if refusal.where:
        text = f"{text}: {refusal.where}"
    answer({"error": {"code": refusal.code, "text": text}})
    return REFUSED


def answer(value: Any) -> None:
    """Write one line of JSON, in ASCII: any terminal and any pipe takes it."""
    sys.stdout.write(json.dumps(value, allow_nan=False) + "\n")


def read(name: str) -> Any:
    """Return the JSON of a file, or of standard input for ``-``.

    Raises `TournamentError`: `bad_file`, `bad_json`, `too_large`.
    """
    try:
        if name == "-":
            text = sys.stdin.read(LARGEST_INPUT + 1)
        else:
            with Path(name).open(encoding="utf-8") as file:
                text = file.read(LARGEST_INPUT + 1)
    except (OSError, ValueError) as failure:
        raise TournamentError("bad_file", type(failure).__name__) from None
    if len(text) > LARGEST_INPUT:
        raise TournamentError("too_large")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise TournamentError("bad_json") from None


def number(value: Fraction) -> int | float | str:
    """Return an exact number as JSON writes it: 3, 3.5, or "1/3" where no decimal is exact."""
    if value.denominator == 1:
        return value.numerator
    exact = float(value)
    return exact if Fraction(exact) == value else f"{value.numerator}/{value.denominator}"
