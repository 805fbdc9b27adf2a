"""Knock-out brackets: who meets whom when all win as they are seeded, byes, groups kept apart.

The usual seeding: in a full bracket the sum of the two seeds of a match of the first round is the
number of seeds plus one, and so on in every round if the better seed wins. Byes go to the best
seeds. Those who come from one group are kept apart as long as the bracket allows: the best of the
groups are seeded in the order of the groups, the others change places within their rank until
nobody could meet somebody of his own group later by another change.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from ladder.rules.results import TournamentError

MOST_SEEDS = 128


@dataclass(frozen=True, slots=True)
class Bracket:
    """The first round as pairs of seeds (None: a bye), in the order of the bracket.

    The winners of pairs 1 and 2 meet, of 3 and 4, …; `rounds` is how many rounds there are.
    """

    seeds: int
    rounds: int
    pairs: tuple[tuple[int, int | None], ...]


def bracket(seeds: int) -> Bracket:
    """Return the bracket of so many seeds.

    Raises `TournamentError`: `too_few_players` below 2, `too_many_players` above 128.
    """
    if seeds < 2:
        raise TournamentError("too_few_players")
    if seeds > MOST_SEEDS:
        raise TournamentError("too_many_players")
    order = [1]
    while len(order) < seeds:
        size = 2 * len(order)
        order = [seed for top in order for seed in (top, size + 1 - top)]
    pairs = zip(order[::2], order[1::2], strict=True)
    met = tuple((first, second if second <= seeds else None) for first, second in pairs)
    return Bracket(seeds, len(order).bit_length() - 1, met)


def across(groups: int, qualifiers: int) -> list[tuple[int, int]]:
    """Return the seeds as (group, rank), numbered from 1: the first seed first.

    Rank by rank: all winners of groups are seeded before all seconds.
    """
    seeds = [(group, rank) for rank in range(1, qualifiers + 1) for group in range(1, groups + 1)]
    places = _places(len(seeds))
    for rank in range(1, qualifiers):
        start = rank * groups
        _keep_apart(seeds, places, range(start, start + groups))
    return seeds


def _places(seeds: int) -> list[int]:
    """Return where in the bracket each seed stands."""
    places = [0] * seeds
    for at, pair in enumerate(bracket(seeds).pairs):
        for half, seed in enumerate(pair):
            if seed is not None:
                places[seed - 1] = 2 * at + half
    return places


def _keep_apart(seeds: list[tuple[int, int]], places: Sequence[int], row: range) -> None:
    """Let those of one rank change places while that keeps groups apart for longer."""
    better = True
    while better:
        better = False
        for one, other in combinations(row, 2):
            before = _cost(seeds, places, row)
            groups = seeds[one][0], seeds[other][0]
            seeds[one], seeds[other] = (groups[1], seeds[one][1]), (groups[0], seeds[other][1])
            if _cost(seeds, places, row) < before:
                better = True
            else:
                seeds[one], seeds[other] = (groups[0], seeds[one][1]), (groups[1], seeds[other][1])


def _cost(seeds: Sequence[tuple[int, int]], places: Sequence[int], row: range) -> int:
    """Return how early those of a row could meet their own group: earlier costs far more."""
    total = 0
    for at in row:
        for before in range(row.stop):
            if before < row.start and seeds[before][0] == seeds[at][0]:
                meeting = (places[before] ^ places[at]).bit_length()
                total += 1 << (8 * (8 - meeting))
    return total
