"""Standings, the sums behind them, crosstables and Berger grids as pages show them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ladder.enums import PairingState, TournamentState
from ladder.models import Entry, Forecast, Pairing, Round, Stage
from ladder.rules import chains, sums
from ladder.rules import standings as rules
from ladder.rules.results import DRAW, LOSS, WIN, Seat
from ladder.rules.withdrawal import Judged
from ladder.selectors.tournaments import field as fields
from ladder.selectors.tournaments.field import Field

AT_ONCE = 81
"""How many ends of the open games are ranked while a page waits; more are left to the worker."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """The best and the worst place still possible."""

    best: int
    worst: int

    @property
    def clinched(self) -> bool:
        """Tell whether the place is certain."""
        return self.best == self.worst


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table; `values` stand in the order of its `links`.

    `won` and `lost` have walkovers too, `played` has not.
    """

    entry: Entry
    place: int
    shared: bool
    points: Fraction
    played: int
    won: int
    drawn: int
    lost: int
    values: Sequence[tuple[str, rules.Value]]
    decided_by: str | None
    play_off: bool
    prospect: Prospect | None


@dataclass(frozen=True, slots=True)
class Table:
    """Standings of a stage after a round (None: now).

    `rounds` is the last round of which a result counts, `out` are entries that no longer do.
    """

    stage: Stage
    after_round: int | None
    rounds: int
    links: Sequence[str]
    chain: Sequence[str]
    lines: Sequence[Line]
    out: Sequence[Entry]

    @property
    def needs_play_off(self) -> bool:
        """Tell whether a deciding match is due somewhere."""
        return any(line.play_off for line in self.lines)

    @property
    def scores(self) -> bool:
        """Tell whether a match has a score worth showing: it goes to more than one point."""
        return self.stage.tournament.match_length > 1

    @property
    def complete(self) -> bool:
        """Tell whether every place is certain."""
        return all(line.prospect is not None and line.prospect.clinched for line in self.lines)


class Cell(NamedTuple):
    """A pairing in the crosstable as the player of the row sees it; `result` None: not decided.

    `counts` is False where one of the two has left so that his games are nobody's. A tuple: a
    table of 200 players has 39,800.
    """

    pairing: Pairing
    result: int | None
    score: tuple[int, int] | None
    forfeit: bool
    counts: bool

    @property
    def is_nothing(self) -> bool:
        """Tell whether it is a walkover that does not count: neither played nor won."""
        return self.forfeit and not self.counts


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A row of the crosstable: cells by column, None where a player would meet himself."""

    number: int
    entry: Entry
    cells: Sequence[Sequence[Cell] | None]
    line: Line | None


@dataclass(frozen=True, slots=True)
class Explained:
    """A number of the table with its sum, names put in."""

    name: str
    sum: sums.Sum
    terms: Sequence[tuple[Entry, sums.Term]]
    minis: Sequence[Sequence[tuple[Entry, Fraction, int]]]


def table(field: Field, *, after_round: int | None = None) -> Table:
    """Return the standings of a stage."""
    standings = field.standings(after_round=after_round)
    places = Counter(row.place for row in standings.rows)
    possible = {} if after_round is not None else prospects(field)
    tallies = _tallies(standings)
    played = _played(standings)
    # Before the last game nobody knows who will share the place, and who finished the tournament
    # left it shared.
    running = field.tournament.state == TournamentState.RUNNING
    settled = running and after_round is None and not field.withdrawal.open
    links = [link for link in standings.chain if link != chains.SHARED]
    lines = [
        Line(
            entry=field.entries[int(row.seat)],
            place=row.place,
            shared=places[row.place] > 1,
            points=row.points,
            played=played[int(row.seat)],
            won=tallies[int(row.seat)][WIN],
            drawn=tallies[int(row.seat)][DRAW],
            lost=tallies[int(row.seat)][LOSS],
            values=[(link, row.tiebreaks[link]) for link in links],
            decided_by=row.decided_by,
            play_off=row.play_off and settled,
            prospect=possible.get(int(row.seat)),
        )
        for row in standings.rows
    ]
    ranked = {line.entry.pk for line in lines}
    return Table(
        stage=field.stage,
        after_round=after_round,
        rounds=field.last_round,
        links=links,
        chain=standings.chain,
        lines=lines,
        out=[entry for entry in field.entries.values() if entry.pk not in ranked],
    )


def prospects(field: Field) -> Mapping[int, Prospect]:
    """Return the places still possible by entry; empty while the worker has not computed them."""
    outcomes = 3 if fields.can_draw(field.tournament) else 2
    if outcomes ** min(len(field.withdrawal.open), 40) <= AT_ONCE:
        return {
            int(one.seat): Prospect(one.best, one.worst)
            for one in field.prospects(completions=AT_ONCE)
        }
    known = Forecast.objects.filter(stage=field.stage, version=field.tournament.version).first()
    rows: Mapping[str, Sequence[int]] = known.rows if known else {}
    return {int(key): Prospect(row[0], row[1]) for key, row in rows.items()}


def explained(
    field: Field, entry_id: int, *, after_round: int | None = None
) -> Sequence[Explained]:
    """Return the sums behind every number of one player's line. Raises KeyError."""
    standings = field.standings(after_round=after_round)
    row = standings.row(entry_id)
    names = [rules.POINTS, *row.tiebreaks]
    return [
        _explained(field, name, sums.sum_behind(standings, entry_id, name))
        for name in names
        if name.partition(":")[0] != chains.LOT
    ]


def _explained(field: Field, name: str, behind: sums.Sum) -> Explained:
    entries = field.entries
    return Explained(
        name=name,
        sum=behind,
        terms=[(entries[int(term.opponent)], term) for term in behind.terms],
        minis=[
            [(entries[int(seat)], points, mini.missing[seat]) for seat, points in ranked(mini)]
            for mini in behind.minis
        ],
    )


def ranked(mini: sums.Mini) -> list[tuple[Seat, Fraction]]:
    """Return the points of a table among the tied, best first."""
    return [(seat, mini.points[seat]) for block in mini.blocks for seat in block]


def crosstable(field: Field, standings: Table | None = None) -> Sequence[CrossRow]:
    """Return who scored what against whom: rows by place when standings are given, else by seat."""
    lines = {line.entry.pk: line for line in standings.lines} if standings else {}
    numbers = {entry_id: number for number, entry_id in enumerate(field.entries, 1)}
    order = [*lines, *(entry_id for entry_id in field.entries if entry_id not in lines)]
    cells = _cells(field)
    return [
        CrossRow(
            number=numbers[entry_id],
            entry=field.entries[entry_id],
            cells=[
                None if other == entry_id else cells[entry_id].get(other, ()) for other in order
            ],
            line=lines.get(entry_id),
        )
        for entry_id in order
    ]


def _cells(field: Field) -> Mapping[int, Mapping[int, Sequence[Cell]]]:
    """Return the cells by row and column."""
    cells: dict[int, dict[int, list[Cell]]] = {entry_id: {} for entry_id in field.entries}
    judged = {
        (one.game.first, one.game.second, one.game.round): one for one in field.withdrawal.games
    }
    for pairing in field.pairings:
        first, second = pairing.first_id, pairing.second_id
        if first is None or second is None:
            continue
        found = judged.get((first, second, field.rounds[pairing.round_id].number))
        seen = _seen(pairing, found)
        cells[first].setdefault(second, []).append(seen[0])
        cells[second].setdefault(first, []).append(seen[1])
    return cells


def _seen(pairing: Pairing, found: Judged | None) -> tuple[Cell, Cell]:
    """Return a pairing as either player sees it."""
    score = _score(pairing)
    if found is None:
        # One cell, where it is the same for both: a tournament begins with nothing else.
        cell = Cell(pairing, None, score, forfeit=False, counts=False)
        return cell, cell if score is None else cell._replace(score=score[::-1])
    game, counts = found.game, found.for_standings
    return (
        Cell(pairing, game.first_result, score, game.forfeit, counts),
        Cell(pairing, game.second_result, score and score[::-1], game.forfeit, counts),
    )


def _score(pairing: Pairing) -> tuple[int, int] | None:
    first, second = pairing.first_score, pairing.second_score
    if pairing.state != PairingState.DECIDED or first is None or second is None:
        return None
    return first, second


@dataclass(frozen=True, slots=True)
class GridRow:
    """A round of the Berger grid: pairs of seat numbers by board, and whose turn to rest it is."""

    round: Round
    pairs: Sequence[tuple[int, int]]
    bye: int | None


def grid(field: Field) -> Sequence[GridRow]:
    """Return who meets whom in which round, by numbers in the draw."""
    numbers = {entry_id: number for number, entry_id in enumerate(field.entries, 1)}
    pairs: dict[int, list[tuple[int, int]]] = {}
    for pairing in field.pairings:
        found = pairs.setdefault(pairing.round_id, [])
        if pairing.first_id is not None and pairing.second_id is not None:
            found.append((numbers[pairing.first_id], numbers[pairing.second_id]))
    rows = [GridRow(field.rounds[key], found, _rests(field, found)) for key, found in pairs.items()]
    return sorted(rows, key=lambda row: row.round.number)


def _rests(field: Field, pairs: Sequence[tuple[int, int]]) -> int | None:
    """Return the number that is in no pair of a round, when it is one alone."""
    free = set(range(1, len(field.entries) + 1)).difference(*pairs)
    return free.pop() if len(free) == 1 else None


def _played(standings: rules.Standings) -> Mapping[int, int]:
    """Return how many games each has played: a walkover counts as won or lost, but is no game."""
    played = [game for game in standings.record.games if not game.forfeit]
    return Counter(int(seat) for game in played for seat in (game.first, game.second))


def _tallies(standings: rules.Standings) -> Mapping[int, Counter[int]]:
    tallies: dict[int, Counter[int]] = {int(row.seat): Counter() for row in standings.rows}
    for game in standings.record.games:
        tallies[int(game.first)][game.first_result] += 1
        tallies[int(game.second)][game.second_result] += 1
    return tallies
