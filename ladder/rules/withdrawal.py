"""What becomes of the games of players who leave a round robin before its end.

Source of the usual rule: FIDE Tournament Rules V.4: below half of his games completed, a player's
results stay in the record (and count for the rating) but nobody's standing; from half on they
count, and what he does not play is lost by walkover. "Counts for the standings" and "counts for
the rating" are two facts, kept apart for each game.

All who left are judged together and by what was really played, so that the outcome does not
depend on the order in which they went.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from ladder.rules import standings as tables
from ladder.rules.results import LOSS, WIN, Fixture, Game, Seat, TournamentError


class Policy(StrEnum):
    """What a director may choose for one who leaves."""

    KEEP = "keep_and_forfeit"
    """His games count, the rest is lost by walkover."""
    HALF = "annul_below_half"
    """As `KEEP` from half of his games on, else none of them counts for the standings."""
    VOID = "void_all"
    """None of his games counts for anything, the rating included."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the policy came to for one player: `completed` of `in_full` games, whether they count.

    A game he lost by walkover is not completed; one he won that way is: he was there.
    """

    seat: Seat
    policy: Policy
    completed: int
    in_full: int
    counts: bool


class Judged(NamedTuple):
    """One game after the withdrawals. `added`: it is a walkover that the withdrawal made."""

    game: Game
    for_standings: bool
    for_rating: bool
    added: bool = False


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """The field after players left: who is still ranked, and every game with what it counts for."""

    verdicts: tuple[Verdict, ...]
    ranked: tuple[Seat, ...]
    games: tuple[Judged, ...]
    open: tuple[Fixture, ...]

    @property
    def counting(self) -> tuple[Game, ...]:
        """The games for the standings, the walkovers that were added among them."""
        return tuple(judged.game for judged in self.games if judged.for_standings)


@dataclass(frozen=True, slots=True)
class Move:
    """How one seat fares by a withdrawal; None where it is not in the table."""

    seat: Seat
    place_before: int
    place_after: int | None
    points_before: Fraction
    points_after: Fraction | None


@dataclass(frozen=True, slots=True)
class Preview:
    """The table before and after, and everybody's way from one to the other."""

    before: tables.Standings
    after: tables.Standings
    moves: tuple[Move, ...]


def withdraw(
    *,
    seats: Sequence[Seat],
    fixtures: Iterable[Fixture],
    games: Iterable[Game],
    left: Mapping[Seat, Policy],
) -> Withdrawal:
    """Judge the games of a stage after these players left.

    `fixtures` are all pairings of the stage, played ones included; `games` those with a result,
    in any order. Raises `TournamentError`: `unknown_seat` for one who left but never was there,
    `unpaired_game` for a game that is none of the fixtures.
    """
    fixtures, games = tuple(fixtures), tuple(games)
    for seat in left:
        if seat not in seats:
            raise TournamentError("unknown_seat", str(seat))
    unplayed = _unplayed(fixtures, games)
    verdicts = {seat: verdict(seat, policy, fixtures, games) for seat, policy in left.items()}
    gone = {seat for seat, judged in verdicts.items() if not judged.counts}
    void = {seat for seat, judged in verdicts.items() if judged.policy is Policy.VOID}
    judged_games = [_judged(game, gone, void) for game in games]
    still_open = []
    for fixture in unplayed:
        pair = {fixture.first, fixture.second}
        if pair & gone:
            continue
        if pair & left.keys():
            judged_games.append(Judged(_walkover(fixture, left), True, False, added=True))
        else:
            still_open.append(fixture)
    ranked = tuple(seat for seat in seats if seat not in gone)
    return Withdrawal(tuple(verdicts.values()), ranked, tuple(judged_games), tuple(still_open))


def verdict(
    seat: Seat, policy: Policy, fixtures: Iterable[Fixture], games: Iterable[Game]
) -> Verdict:
    """Return what the policy comes to for one player: half of the games is enough to count."""
    in_full = sum(seat in (fixture.first, fixture.second) for fixture in fixtures)
    completed = sum(_completed(game, seat) for game in games)
    enough = 2 * completed >= in_full
    counts = policy is Policy.KEEP or (policy is Policy.HALF and enough)
    return Verdict(seat, policy, completed, in_full, counts)


def preview(*, before: tables.Standings, withdrawal: Withdrawal) -> Preview:
    """Return the table after a withdrawal beside the one before, ranked by the same rules."""
    record = before.record
    after = tables.standings(
        seats=withdrawal.ranked,
        games=withdrawal.counting,
        chain=before.chain,
        scheme=record.scheme,
        awarded={
            seat: points for seat, points in record.awarded.items() if seat in withdrawal.ranked
        },
        per_pair=record.per_pair,
        play_offs=_between(before.play_offs.games if before.play_offs else (), withdrawal.ranked),
        seed=before.seed,
    )
    rows = {row.seat: row for row in after.rows}
    moves = tuple(_move(row, rows.get(row.seat)) for row in before.rows)
    return Preview(before, after, moves)


def _unplayed(fixtures: Iterable[Fixture], games: Iterable[Game]) -> list[Fixture]:
    """Return the fixtures without a game; who sat where does not matter."""
    played = Counter(Fixture(game.first, game.second, game.round) for game in games)
    unplayed = []
    for fixture in fixtures:
        key = fixture if played[fixture] else fixture.turned()
        if played[key]:
            played[key] -= 1
        else:
            unplayed.append(fixture)
    for fixture in +played:
        raise TournamentError("unpaired_game", f"{fixture.first}-{fixture.second}")
    return unplayed


def _completed(game: Game, seat: Seat) -> bool:
    if seat not in (game.first, game.second):
        return False
    result = game.first_result if seat == game.first else game.second_result
    return not game.forfeit or result == WIN


def _judged(game: Game, gone: set[Seat], void: set[Seat]) -> Judged:
    pair = game[:2]
    rated = not game.forfeit and void.isdisjoint(pair)
    return Judged(game, for_standings=gone.isdisjoint(pair), for_rating=rated)


def _walkover(fixture: Fixture, left: Mapping[Seat, Policy]) -> Game:
    """Return the game that is not played; if both left, both lose it."""
    return Game(
        fixture.first,
        fixture.second,
        LOSS if fixture.first in left else WIN,
        LOSS if fixture.second in left else WIN,
        round=fixture.round,
        forfeit=True,
    )


def _between(games: Iterable[Game], ranked: Sequence[Seat]) -> list[Game]:
    return [game for game in games if game.first in ranked and game.second in ranked]


def _move(before: tables.Row, after: tables.Row | None) -> Move:
    return Move(
        seat=before.seat,
        place_before=before.place,
        place_after=after.place if after else None,
        points_before=before.points,
        points_after=after.points if after else None,
    )
