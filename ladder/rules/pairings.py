"""Round robins by the Berger tables, any number of players.

Source of the rule: FIDE Handbook C.05 Annex 1 (Details of Berger table). For n seats (an odd
number plays the table of n + 1, whose last seat is the bye):

- seats 1…n-1 stand in a ring; in round 1 seat 1 meets seat n, and from each round to the next that
  place moves on by n / 2 seats of the ring;
- the others meet across that place: the seat k after it is listed first, the seat k before it
  second, k = 1, 2, …;
- seat n is listed second in odd rounds, first in even ones.
"""

from dataclasses import dataclass
from typing import TypeAlias

from ladder.rules.results import TournamentError

MOST_PLAYERS = 200

Pair: TypeAlias = tuple[int, int]
Round: TypeAlias = tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Schedule:
    """Rounds of pairs (first, second), and for an odd number the seat without a game in each."""

    players: int
    rounds: tuple[Round, ...]
    byes: tuple[int, ...]


def round_robin(players: int, *, double: bool = False) -> Schedule:
    """Return who meets whom in each round, seats numbered from 1.

    A double cycle plays the first one with its last two rounds exchanged, then the table again
    with sides turned: so nobody sits on one side three times in a row. Raises `TournamentError`:
    `too_few_players` below 2, `too_many_players` above 200.
    """
    if players < 2:
        raise TournamentError("too_few_players")
    if players > MOST_PLAYERS:
        raise TournamentError("too_many_players")
    seats = players + players % 2
    table = [_round(seats, number) for number in range(1, seats)]
    order = [*table[:-2], *reversed(table[-2:]), *map(_turned, table)] if double else table
    if players == seats:
        return Schedule(players, tuple(order), ())
    return Schedule(
        players,
        tuple(pairs[1:] for pairs in order),
        tuple(min(pairs[0]) for pairs in order),
    )


def _round(seats: int, number: int) -> Round:
    """Return one round of the table for an even number of seats; the pair of the last leads."""
    ring = seats - 1
    place = (number - 1) * (seats // 2) % ring
    own = (place + 1, seats) if number % 2 else (seats, place + 1)
    after = [*range(place + 2, ring + 1), *range(1, place + 1)]
    return (own, *zip(after[: seats // 2 - 1], reversed(after), strict=False))


def _turned(pairs: Round) -> Round:
    """Return the round with sides turned."""
    return tuple((second, first) for first, second in pairs)
