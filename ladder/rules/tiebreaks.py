"""Tie-breaks that are a sum over a player's games, one number each.

Sources: FIDE Handbook C.07 (7.1 wins, 7.4 wins with the second side, 9.1 Sonneborn-Berger, 9.2
Koya, 14 cut of the least value); score difference is the custom of backgammon leagues. Every
criterion gives one amount per game, so that the sum can be shown and is the value, not a tale
about it. In a round robin a walkover counts as a win and a loss like any other, except where only
play counts; a bye is no game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ladder.rules.results import WIN, Meeting, Record, Seat


@dataclass(frozen=True, slots=True)
class Criterion:
    """A tie-break as a sum: `amounts` gives one whole number per meeting of the seat.

    `degree` says what it counts: 0 games or points inside a match, 1 points of the tournament,
    2 points times points (both in the record's units).
    """

    name: str
    degree: int
    amounts: Callable[[Record, Seat], list[int]]


def wins(record: Record, seat: Seat) -> list[int]:
    """Count games won, walkovers included."""
    return [int(result == WIN) for result in record.sides[seat].results]


def wins_as_second(record: Record, seat: Seat) -> list[int]:
    """Count games won in play by the player listed second."""
    return [
        int(meeting.result == WIN and meeting.as_second and not meeting.game.forfeit)
        for meeting in record.meetings(seat)
    ]


def sonneborn_berger(record: Record, seat: Seat) -> list[int]:
    """Count each opponent's points times what was scored against him."""
    points, worth = record.points, record.worth
    opponents, results, _ = record.sides[seat]
    return [
        points[opponent] * worth[result]
        for opponent, result in zip(opponents, results, strict=True)
    ]


def sonneborn_berger_played(record: Record, seat: Seat) -> list[int]:
    """Count as Sonneborn-Berger does, but only games that were played."""
    amounts = sonneborn_berger(record, seat)
    return [
        0 if game.forfeit else amount
        for game, amount in zip(record.sides[seat].games, amounts, strict=True)
    ]


def sonneborn_berger_cut1(record: Record, seat: Seat) -> list[int]:
    """Count as Sonneborn-Berger does, without the least valuable game."""
    amounts = sonneborn_berger(record, seat)
    if amounts:
        amounts[least_valuable(record, record.meetings(seat), amounts)] = 0
    return amounts


def least_valuable(record: Record, meetings: Sequence[Meeting], amounts: Sequence[int]) -> int:
    """Return which game a cut leaves out: of those against the weakest, what gave least."""
    points = record.points
    return min(range(len(amounts)), key=lambda i: (points[meetings[i].opponent], amounts[i]))


def koya(record: Record, seat: Seat) -> list[int]:
    """Count points scored against opponents with half or more of what they could have."""
    worth = record.worth
    opponents, results, _ = record.sides[seat]
    return [
        worth[result] if is_upper_half(record, opponent) else 0
        for opponent, result in zip(opponents, results, strict=True)
    ]


def is_upper_half(record: Record, seat: Seat) -> bool:
    """Whether the seat has at least half the points of as many wins as it has games."""
    return 2 * record.points[seat] >= len(record.sides[seat].games) * record.worth[WIN]


def score_difference(record: Record, seat: Seat) -> list[int]:
    """Count what was won minus what was lost inside the matches; a walkover has no score."""
    return [
        (margin if game.first == seat else -margin) if (margin := game.margin) else 0
        for game in record.sides[seat].games
    ]


CRITERIA: dict[str, Criterion] = {
    criterion.name: criterion
    for criterion in (
        Criterion("wins", 0, wins),
        Criterion("wins_as_second", 0, wins_as_second),
        Criterion("sonneborn_berger", 2, sonneborn_berger),
        Criterion("sonneborn_berger_played", 2, sonneborn_berger_played),
        Criterion("sonneborn_berger_cut1", 2, sonneborn_berger_cut1),
        Criterion("koya", 1, koya),
        Criterion("score_difference", 0, score_difference),
    )
}
