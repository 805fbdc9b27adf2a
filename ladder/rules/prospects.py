"""Which places a player can still reach while games are open, and which are already his.

Assumed: every open game ends as a win, a loss or (where the game knows it) a draw. Two methods:

- ``completions``: while the open games can end in few ways, every end is ranked by the whole
  chain. Exact, except where a tie hangs on what the ends do not say (the score inside open
  matches, a deciding match): there any order of the tied is taken as possible.
- ``points``: otherwise points alone decide, and every tie on points is taken as possible both
  ways, so a place called safe is safe by any chain, and a place called out of reach is out of
  reach. For the worst place the player loses all his games and as many others as can be reach his
  points at once, which is a flow (`reach`); for the best place the mirror image. Exact on points
  when a draw is worth the middle of a win and a loss, or when there are no draws, as long as the
  effort lasts; else, and for a scheme like 3/1/0, a bound that may only be too wide.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from ladder.rules import chains
from ladder.rules.reach import Supply, most_content
from ladder.rules.results import CLASSIC, DRAW, LOSS, WIN, Fixture, Game, Record, Scheme, Seat
from ladder.rules.standings import Standings, rank

MOST_COMPLETIONS = 729
EFFORT = 2_000_000

COMPLETIONS, POINTS = "completions", "points"


@dataclass(frozen=True, slots=True)
class Prospect:
    """The best and the worst place a seat can still have; both are meant with shared places.

    `method` is ``completions`` or ``points``; an end that is not exact may be too wide, never too
    narrow.
    """

    seat: Seat
    best: int
    worst: int
    method: str
    best_exact: bool
    worst_exact: bool

    @property
    def clinched(self) -> bool:
        """Whether the place is certain."""
        return self.best == self.worst


def prospects(
    *,
    seats: Sequence[Seat],
    games: Iterable[Game],
    fixtures: Iterable[Fixture],
    chain: Iterable[str] = chains.USUAL,
    scheme: Scheme = CLASSIC,
    awarded: Mapping[Seat, Fraction] | None = None,
    per_pair: int = 1,
    play_offs: Iterable[Game] = (),
    seed: str = "",
    draws: bool = True,
    completions: int = MOST_COMPLETIONS,
    effort: int = EFFORT,
) -> tuple[Prospect, ...]:
    """Return what every seat can still reach, in the order of the seats.

    `fixtures` are the open pairings only. `completions` is the largest number of ends to rank one
    by one, `effort` the work allowed for the other method. Raises as `standings.standings` does.
    """
    fixtures = tuple(fixtures)
    record = Record(seats, games, scheme=scheme, awarded=awarded, per_pair=per_pair)
    Record(seats, [Game(pair.first, pair.second, LOSS, LOSS) for pair in fixtures])
    steps = chains.parse(tuple(chain), seed=seed)
    results = RESULTS_WITH_DRAWS if draws else RESULTS_WITHOUT_DRAWS
    if len(results) ** min(len(fixtures), 40) > completions:
        return tuple(_by_points(record, fixtures, draws, effort))
    deciders = Record(seats, play_offs, scheme=scheme)
    return _by_completions(record, fixtures, results, steps, deciders, seed)


RESULTS_WITH_DRAWS = ((WIN, LOSS), (DRAW, DRAW), (LOSS, WIN))
RESULTS_WITHOUT_DRAWS = ((WIN, LOSS), (LOSS, WIN))


def _by_completions(
    record: Record,
    fixtures: Sequence[Fixture],
    results: Sequence[tuple[int, int]],
    steps: Sequence[chains.Step],
    deciders: Record,
    seed: str,
) -> tuple[Prospect, ...]:
    known = _known_links(steps, open_games=bool(fixtures))
    told = len(known) == len(steps)
    ends: dict[Seat, set[tuple[int, bool]]] = {seat: set() for seat in record.seats}
    for end in product(results, repeat=len(fixtures)):
        played = [
            Game(pair.first, pair.second, *result, round=pair.round)
            for pair, result in zip(fixtures, end, strict=True)
        ]
        full = Record(
            record.seats,
            (*record.games, *played),
            scheme=record.scheme,
            awarded=record.awarded,
            per_pair=record.per_pair,
        )
        table = rank(full, chain=known, deciders=deciders, seed=seed)
        for seat, place, sure in _places(table, told):
            ends[seat].add((place, sure))
    return tuple(_prospect(seat, ends[seat]) for seat in record.seats)


def _known_links(steps: Sequence[chains.Step], *, open_games: bool) -> tuple[str, ...]:
    """Return the chain as far as the ends of open games tell it: up to and with a play-off."""
    known: list[str] = []
    for step in steps:
        if step.name == "score_difference" and open_games:
            break
        known.append(step.written)
        if step.name == chains.PLAY_OFF:
            break
    return tuple(known)


def _places(table: Standings, told: bool) -> Iterator[tuple[Seat, int, bool]]:
    """Yield each seat's possible places in one end, and whether the place is certain to occur."""
    sharers = Counter(row.place for row in table.rows)
    for row in table.rows:
        count = sharers[row.place]
        if count == 1 or (told and not row.play_off):
            yield row.seat, row.place, True
        else:
            yield row.seat, row.place, False
            yield row.seat, row.place + count - 1, False


def _prospect(seat: Seat, ends: set[tuple[int, bool]]) -> Prospect:
    best, worst = min(place for place, _ in ends), max(place for place, _ in ends)
    return Prospect(seat, best, worst, COMPLETIONS, (best, True) in ends, (worst, True) in ends)


@dataclass(frozen=True, slots=True)
class _Worths:
    """What open games have to share, in units of the smallest step between two results.

    `give` is the most that both can win above losing, `lose` the most both can lose below winning,
    `side` the way from a loss to a win, `exact` whether any split of it is a possible result.
    """

    step: int
    side: int
    give: int
    lose: int
    exact: bool


def _worths(record: Record, draws: bool) -> _Worths:
    loss, draw, win = record.worth
    if not draws:
        return _Worths(win - loss, 1, 1, 1, True)
    if win + loss == 2 * draw:
        return _Worths(draw - loss, 2, 2, 2, True)
    side = win - loss
    return _Worths(1, side, max(side, 2 * (draw - loss)), max(side, 2 * (win - draw)), False)


def _by_points(
    record: Record, fixtures: Sequence[Fixture], draws: bool, effort: int
) -> Iterator[Prospect]:
    worths = _worths(record, draws)
    share = effort // (2 * len(record.seats))
    still = _still_open(record.seats, fixtures)
    for seat in record.seats:
        reach = _needs_to_reach(record, seat, still, worths)
        level = most_content(_supplies(seat, still, worths, worths.give), reach, effort=share)
        stay = _needs_to_stay(record, seat, still, worths)
        below = most_content(_supplies(seat, still, worths, worths.lose), stay, effort=share)
        yield Prospect(
            seat=seat,
            best=len(record.seats) - below.count,
            worst=1 + level.count,
            method=POINTS,
            best_exact=below.exact and (worths.exact or below.count == _content(stay)),
            worst_exact=level.exact and (worths.exact or level.count == _content(reach)),
        )


@dataclass(frozen=True, slots=True)
class _Open:
    """The open games: how many each pair has, how many each seat, and against whom."""

    pairs: Sequence[tuple[Seat, Seat, int]]
    games: Mapping[Seat, int]
    against: Mapping[Seat, Mapping[Seat, int]]


def _still_open(seats: Iterable[Seat], fixtures: Iterable[Fixture]) -> _Open:
    against: dict[Seat, Counter[Seat]] = {seat: Counter() for seat in seats}
    pairs: dict[frozenset[Seat], tuple[Seat, Seat]] = {}
    for first, second, _ in fixtures:
        against[first][second] += 1
        against[second][first] += 1
        pairs[frozenset((first, second))] = first, second
    return _Open(
        pairs=[(first, second, against[first][second]) for first, second in pairs.values()],
        games={seat: sum(counts.values()) for seat, counts in against.items()},
        against=against,
    )


def _content(needs: Mapping[Seat, int]) -> int:
    """Count those who need nothing: they are content whatever a game's split may be."""
    return sum(need <= 0 for need in needs.values())


def _supplies(seat: Seat, still: _Open, worths: _Worths, total: int) -> list[Supply]:
    """Return what the open games without the seat have to give."""
    return [
        Supply(first, second, times * total, times * worths.side)
        for first, second, times in still.pairs
        if seat not in (first, second)
    ]


def _needs_to_reach(record: Record, seat: Seat, still: _Open, worths: _Worths) -> dict[Seat, int]:
    """Return what each other has to win to have the seat's points if the seat loses all."""
    loss, _, win = record.worth
    target = record.points[seat] + still.games[seat] * loss
    against = still.against[seat]
    needs = {}
    for other, points in record.points.items():
        if other != seat:
            met = against.get(other, 0)
            sure = points + met * win + (still.games[other] - met) * loss
            needs[other] = -((sure - target) // worths.step)
    return needs


def _needs_to_stay(record: Record, seat: Seat, still: _Open, worths: _Worths) -> dict[Seat, int]:
    """Return what each other has to lose to have no more than the seat if the seat wins all."""
    loss, _, win = record.worth
    target = record.points[seat] + still.games[seat] * win
    against = still.against[seat]
    needs = {}
    for other, points in record.points.items():
        if other != seat:
            met = against.get(other, 0)
            most = points + met * loss + (still.games[other] - met) * win
            needs[other] = -((target - most) // worths.step)
    return needs
