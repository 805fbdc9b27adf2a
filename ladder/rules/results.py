"""What a tournament's standings are made of: seats, games and what they are worth.

Points are kept as whole numbers of a scheme's smallest unit and leave as `Fraction`: no float ever
decides a place.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple, TypeAlias

Seat: TypeAlias = int | str
"""A player's number in the tournament, or any name that is his alone."""

LOSS, DRAW, WIN = 0, 1, 2
RESULTS = (LOSS, DRAW, WIN)


class TournamentError(Exception):
    """A tournament that cannot be; `code` says why in a stable word, `where` names the spot."""

    def __init__(self, code: str, where: str = "") -> None:
        super().__init__(code, where)
        self.code = code
        self.where = where


class Game(NamedTuple):
    """A game (or match) that counts, with what each of the two made of it.

    `first_result` and `second_result` are `WIN`, `DRAW` or `LOSS`; both may lose (a double
    walkover). `forfeit`: it was decided without play. `margin`: the first player's score minus the
    second's inside the match, None where there is none. A tuple, as `rating.Change` is: a season
    has many.
    """

    first: Seat
    second: Seat
    first_result: int
    second_result: int
    round: int | None = None
    forfeit: bool = False
    margin: int | None = None


class Fixture(NamedTuple):
    """A pairing that has no result yet, or the pairing of a game before its result."""

    first: Seat
    second: Seat
    round: int | None = None

    def turned(self) -> "Fixture":
        """Return it with the players in each other's seats."""
        return Fixture(self.second, self.first, self.round)


@dataclass(frozen=True, slots=True)
class Scheme:
    """Points for a win, a draw and a loss. Raises `bad_scheme` unless win > loss, in order."""

    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        """Refuse an order in which losing would pay."""
        if not self.win >= self.draw >= self.loss or self.win == self.loss:
            raise TournamentError("bad_scheme")

    @property
    def unit(self) -> int:
        """How many of the smallest unit make one point."""
        return lcm(self.win.denominator, self.draw.denominator, self.loss.denominator)

    @property
    def worth(self) -> tuple[int, int, int]:
        """What `LOSS`, `DRAW` and `WIN` are worth, in units."""
        unit = self.unit
        return int(self.loss * unit), int(self.draw * unit), int(self.win * unit)


CLASSIC = Scheme()
THREE_FOR_A_WIN = Scheme(Fraction(3), Fraction(1), Fraction(0))


class Meeting(NamedTuple):
    """One game as one of its players sees it."""

    opponent: Seat
    result: int
    as_second: bool
    game: Game


class Side(NamedTuple):
    """All games of one seat from its own side, in columns: sums over a column are fast."""

    opponents: list[Seat]
    results: list[int]
    games: list[Game]


class Record:
    """Who has scored what against whom, in one stage of a tournament.

    Games of other stages (a knock-out, a play-off) stay outside: nothing here could tell them
    apart. `awarded` are points without a game (a bye that counts), `per_pair` how often two
    players meet in full.
    """

    __slots__ = (
        "_sides",
        "awarded",
        "games",
        "per_pair",
        "points",
        "scheme",
        "seats",
        "unit",
        "worth",
    )

    def __init__(
        self,
        seats: Sequence[Seat],
        games: Iterable[Game],
        *,
        scheme: Scheme = CLASSIC,
        awarded: Mapping[Seat, Fraction] | None = None,
        per_pair: int = 1,
    ) -> None:
        """Add the games up.

        Raises `TournamentError`: `repeated_seat`, `unknown_seat`, `same_player`, `bad_score`.
        """
        self.seats = tuple(seats)
        self.games = tuple(games)
        self.scheme = scheme
        self.per_pair = per_pair
        self.awarded = dict(awarded or {})
        self.unit = lcm(scheme.unit, *(gift.denominator for gift in self.awarded.values()))
        factor = self.unit // scheme.unit
        self.worth = tuple(value * factor for value in scheme.worth)
        self.points = _tally(self.seats, self.games, dict(zip(RESULTS, self.worth, strict=True)))
        self._sides: dict[Seat, Side] | None = None
        for seat, gift in self.awarded.items():
            if seat not in self.points:
                raise TournamentError("unknown_seat", str(seat))
            self.points[seat] += int(gift * self.unit)

    @property
    def sides(self) -> dict[Seat, Side]:
        """Every seat's games from its own side, in the order of the games."""
        if self._sides is None:
            self._sides = sides = {seat: Side([], [], []) for seat in self.seats}
            for game in self.games:
                first, second, first_result, second_result, _, _, _ = game
                for own, other, result in (
                    (sides[first], second, first_result),
                    (sides[second], first, second_result),
                ):
                    own.opponents.append(other)
                    own.results.append(result)
                    own.games.append(game)
        return self._sides

    def meetings(self, seat: Seat) -> list[Meeting]:
        """Return a seat's games one by one, for those who look at more than a column."""
        return [
            Meeting(opponent, result, game.second == seat, game)
            for opponent, result, game in zip(*self.sides[seat], strict=True)
        ]

    def fraction(self, amount: int, degree: int = 1) -> Fraction:
        """Turn an amount in units (degree 1) or units by units (degree 2) into points."""
        return Fraction(amount, self.unit**degree)


def _tally(seats: Sequence[Seat], games: Iterable[Game], worth: dict[int, int]) -> dict[Seat, int]:
    """Return the points of every seat in units."""
    points = dict.fromkeys(seats, 0)
    if len(points) < len(seats):
        raise TournamentError("repeated_seat")
    game = None
    try:
        for game in games:
            first, second, first_result, second_result, _, _, _ = game
            if first == second or first_result + second_result > WIN:
                break
            points[first] += worth[first_result]
            points[second] += worth[second_result]
        else:
            return points
    except KeyError:
        pass
    raise _fault(game, points) if game else TournamentError("bad_score")


def _fault(game: Game, points: dict[Seat, int]) -> TournamentError:
    """Say what is wrong with this game."""
    for seat in (game.first, game.second):
        if seat not in points:
            return TournamentError("unknown_seat", str(seat))
    if game.first == game.second:
        return TournamentError("same_player", str(game.first))
    return TournamentError("bad_score", f"{game.first}-{game.second}")
