"""Patterns of results that an official should look at; never a judgement.

Somebody may give rating points away: by losing many short games to a friend, by playing nobody
else, through an account made for it, or as one of several who give a little each. The same patterns
have honest causes, two friends who play each evening for one. So what is found is shown with its
evidence, and nothing follows by itself. Addresses play no part: a club plays behind one.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

DAY_MS = 86_400_000
WINDOW_MS = 30 * DAY_MS
"""Results of so long are looked at together."""


class Pattern(StrEnum):
    """What the results of a pair look like."""

    SHORT_LOSSES = "short_losses"
    SAME_PAIR = "same_pair"
    NEW_ACCOUNT = "new_account"
    SEVERAL_GIVERS = "several_givers"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """From where on a pattern is shown; the defaults spare friends who win in turn."""

    short_steps: int = 12
    short_losses: int = 4
    pair_games: int = 12
    pair_share: float = 0.7
    pair_wins: float = 0.85
    pair_gain: float = 40.0
    new_days: int = 14
    new_losses: int = 4
    new_share: float = 0.8
    givers: int = 3
    giver_losses: int = 2
    givers_losses: int = 6
    givers_share: float = 0.5


@dataclass(frozen=True, slots=True)
class Won:
    """A rated result with a winner: what it brought him, and how short the game was."""

    result: int
    winner: int
    loser: int
    at: int
    gain: float
    steps: int
    given_up: bool


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A pattern: who gained from whom, by which results, with the figures that show it."""

    pattern: Pattern
    gainer: int
    giver: int
    results: tuple[int, ...]
    figures: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Pair:
    """Results of one member against another, and how much each of the two has played at all."""

    gainer: int
    giver: int
    wins: Sequence[Won]
    losses: int
    gainer_games: int
    giver_games: int

    @property
    def games(self) -> int:
        return len(self.wins) + self.losses


def find(
    won: Iterable[Won], *, joined: Mapping[int, int], limits: Thresholds | None = None
) -> list[Suspicion]:
    """Return the patterns among results of one window; `joined` tells when members came (ms).

    Ordered by pattern and members, whatever the order of the results.
    """
    chosen = limits or Thresholds()
    found = []
    pairs = _pairs(won)
    for pair in pairs:
        found += _short_losses(pair, chosen)
        found += _same_pair(pair, chosen)
        found += _new_account(pair, joined.get(pair.giver), chosen)
    found += _several_givers(pairs, chosen)
    return sorted(found, key=lambda one: (one.pattern, one.gainer, one.giver))


def _pairs(won: Iterable[Won]) -> list[_Pair]:
    by_pair: dict[tuple[int, int], list[Won]] = defaultdict(list)
    played: dict[int, int] = defaultdict(int)
    for one in sorted(won, key=lambda one: (one.at, one.result)):
        by_pair[one.winner, one.loser].append(one)
        played[one.winner] += 1
        played[one.loser] += 1
    return [
        _Pair(
            gainer,
            giver,
            wins,
            len(by_pair.get((giver, gainer), ())),
            played[gainer],
            played[giver],
        )
        for (gainer, giver), wins in list(by_pair.items())
    ]


def _short_losses(pair: _Pair, limits: Thresholds) -> list[Suspicion]:
    """Games given up before they were played, again and again, to the same opponent."""
    short = _short(pair, limits)
    if len(short) < limits.short_losses:
        return []
    figures = {"short": len(short), "games": pair.games, "gain": _gain(short)}
    return [_suspicion(Pattern.SHORT_LOSSES, pair, short, figures)]


def _several_givers(pairs: Sequence[_Pair], limits: Thresholds) -> list[Suspicion]:
    """Several members give one and the same a few short games each, and he wins few others."""
    gifts: dict[int, list[tuple[_Pair, list[Won]]]] = defaultdict(list)
    wins: dict[int, int] = defaultdict(int)
    for pair in pairs:
        wins[pair.gainer] += len(pair.wins)
        short = _short(pair, limits)
        if len(short) >= limits.giver_losses:
            gifts[pair.gainer].append((pair, short))
    found = []
    for gainer, given in gifts.items():
        total = sum(len(short) for _, short in given)
        share = total / wins[gainer]
        if len(given) < limits.givers or total < limits.givers_losses:
            continue
        if share < limits.givers_share:
            continue
        figures = {"givers": len(given), "short": total, "share_of_wins": share}
        found += [
            _suspicion(Pattern.SEVERAL_GIVERS, pair, short, {**figures, "gain": _gain(short)})
            for pair, short in given
        ]
    return found


def _short(pair: _Pair, limits: Thresholds) -> list[Won]:
    """Return the games that were given up before they were played."""
    return [one for one in pair.wins if one.given_up and one.steps <= limits.short_steps]


def _same_pair(pair: _Pair, limits: Thresholds) -> list[Suspicion]:
    """One of two who play hardly anybody else wins nearly always, and gains by it."""
    share = pair.games / min(pair.gainer_games, pair.giver_games)
    wins, gain = len(pair.wins) / pair.games, _gain(pair.wins)
    if pair.games < limits.pair_games or share < limits.pair_share:
        return []
    if wins < limits.pair_wins or gain < limits.pair_gain:
        return []
    figures = {"games": pair.games, "share": share, "wins": wins, "gain": gain}
    return [_suspicion(Pattern.SAME_PAIR, pair, pair.wins, figures)]


def _new_account(pair: _Pair, joined: int | None, limits: Thresholds) -> list[Suspicion]:
    """A new member loses, and to hardly anybody but one."""
    if joined is None:
        return []
    early = [one for one in pair.wins if one.at < joined + limits.new_days * DAY_MS]
    share = pair.games / pair.giver_games
    if len(early) < limits.new_losses or share < limits.new_share or pair.losses:
        return []
    figures = {"losses": len(early), "share": share, "gain": _gain(early)}
    return [_suspicion(Pattern.NEW_ACCOUNT, pair, early, figures)]


def _gain(won: Sequence[Won]) -> float:
    return sum(one.gain for one in won)


def _suspicion(
    pattern: Pattern, pair: _Pair, won: Sequence[Won], figures: Mapping[str, float]
) -> Suspicion:
    results = tuple(one.result for one in won)
    return Suspicion(pattern, pair.gainer, pair.giver, results, figures)
