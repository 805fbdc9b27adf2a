"""In which rounds one who comes late to a round robin meets the others, and on which side.

In each round he meets whoever rests there, and where nobody rests one of the others, who then plays
twice in that round. He himself plays once in a round: where there are too few, rounds are added.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from ladder.rules.results import Seat


@dataclass(frozen=True, slots=True)
class LateGame:
    """A game of the late player: `first` tells his side, `twice` that the other plays twice."""

    round: int
    opponent: Seat
    first: bool
    twice: bool


def late_games(
    playing: Mapping[int, Set[Seat]], opponents: Sequence[Seat], *, double: bool = False
) -> tuple[LateGame, ...]:
    """Return a game against each opponent, two in a double round robin, by rounds.

    `playing` has for each round, numbered from 1, who plays in it; rounds beyond are added ones.
    """
    numbers = sorted(playing)
    half = len(numbers) // 2
    cycles = [numbers[:half], numbers[half:]] if double else [numbers]
    games: list[LateGame] = []
    over: list[Seat] = []
    for turned, cycle in enumerate(cycles):
        spread, left = _spread(cycle, playing, opponents)
        games += [
            LateGame(number, seat, (at % 2 == 1) is not bool(turned), seat in playing[number])
            for at, (number, seat) in enumerate(spread)
        ]
        over += left
    for number, seat in enumerate(over, start=len(numbers) + 1):
        first = 2 * sum(game.first for game in games) <= len(games)
        games.append(LateGame(number, seat, first, twice=False))
    return tuple(games)


def _spread(
    numbers: Sequence[int], playing: Mapping[int, Set[Seat]], opponents: Sequence[Seat]
) -> tuple[list[tuple[int, Seat]], list[Seat]]:
    """Give each opponent a round, and return those for whom none was left."""
    left = list(opponents)
    chosen: dict[int, Seat] = {}
    for number in numbers:
        resting = next((seat for seat in left if seat not in playing[number]), None)
        if resting is not None:
            chosen[number] = resting
            left.remove(resting)
    for number in numbers:
        if left and number not in chosen:
            chosen[number] = left.pop(0)
    return [(number, chosen[number]) for number in numbers if number in chosen], left
