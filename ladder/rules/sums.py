"""The sum behind each number of a table, as data: whoever doubts a place can add it up."""

from dataclasses import dataclass
from fractions import Fraction

from ladder.rules import chains, mutual
from ladder.rules.results import Meeting, Record, Seat
from ladder.rules.standings import POINTS, Standings, Value
from ladder.rules.tiebreaks import CRITERIA, Criterion, is_upper_half, least_valuable


@dataclass(frozen=True, slots=True)
class Term:
    """What one game gives to a sum.

    `scored` are the points the seat got for it, `opponent_points` all the opponent has, `amount`
    what it adds. `counted` is False for a game the rule leaves out (an opponent in the lower half,
    a walkover where only play counts), `cut` True for the one a cut has taken.
    """

    opponent: Seat
    round: int | None
    as_second: bool
    forfeit: bool
    scored: Fraction
    opponent_points: Fraction
    amount: Fraction
    counted: bool
    cut: bool


@dataclass(frozen=True, slots=True)
class Mini:
    """One table among the tied: each one's points and missing games, and the blocks it made."""

    points: dict[Seat, Fraction]
    missing: dict[Seat, int]
    blocks: tuple[tuple[Seat, ...], ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """A number of the table with everything that went into it.

    `value` is the sum of the terms' amounts and of `awarded` (points without a game). For direct
    encounter `among` are the tied on points and `minis` the tables that ordered the seat, the
    widest first; a lot has no terms.
    """

    name: str
    seat: Seat
    value: Value
    terms: tuple[Term, ...]
    awarded: Fraction = Fraction(0)
    among: tuple[Seat, ...] = ()
    minis: tuple[Mini, ...] = ()


def sum_behind(standings: Standings, seat: Seat, name: str) -> Sum:
    """Return what is behind the seat's `points` or behind a link of the chain as it is written.

    Raises KeyError for a seat or a name that is not in the table.
    """
    row, record = standings.row(seat), standings.record
    if name == POINTS:
        terms = _point_terms(record, seat)
        awarded = record.awarded.get(seat, Fraction(0))
        return Sum(name, seat, row.points, terms, awarded)
    value = row.tiebreaks[name]
    if name in CRITERIA:
        return Sum(name, seat, value, _terms(record, seat, CRITERIA[name]))
    if name == chains.DIRECT_ENCOUNTER:
        return _mutual_sum(standings, seat, value)
    deciders = standings.play_offs
    if name == chains.LOT or deciders is None:
        return Sum(name, seat, value, ())
    return Sum(name, seat, value, _point_terms(deciders, seat))


def _terms(record: Record, seat: Seat, criterion: Criterion) -> tuple[Term, ...]:
    meetings = record.meetings(seat)
    amounts = criterion.amounts(record, seat)
    cut = None
    if meetings and criterion.name == "sonneborn_berger_cut1":
        whole = CRITERIA["sonneborn_berger"].amounts(record, seat)
        cut = least_valuable(record, meetings, whole)
    return tuple(
        _term(
            record,
            meeting,
            record.fraction(amount, criterion.degree),
            counted=at != cut and _counts(record, meeting, criterion.name),
            cut=at == cut,
        )
        for at, (meeting, amount) in enumerate(zip(meetings, amounts, strict=True))
    )


def _counts(record: Record, meeting: Meeting, name: str) -> bool:
    """Whether the rule looks at this game at all."""
    if name == "koya":
        return is_upper_half(record, meeting.opponent)
    if name == "wins_as_second":
        return meeting.as_second and not meeting.game.forfeit
    if name == "score_difference":
        return meeting.game.margin is not None
    return name != "sonneborn_berger_played" or not meeting.game.forfeit


def _point_terms(record: Record, seat: Seat, among: tuple[Seat, ...] = ()) -> tuple[Term, ...]:
    """Return the games of a seat with what each is worth, all or those within a group."""
    return tuple(
        _term(record, meeting, record.fraction(record.worth[meeting.result]))
        for meeting in record.meetings(seat)
        if not among or meeting.opponent in among
    )


def _term(
    record: Record,
    meeting: Meeting,
    amount: Fraction,
    *,
    counted: bool = True,
    cut: bool = False,
) -> Term:
    return Term(
        opponent=meeting.opponent,
        round=meeting.game.round,
        as_second=meeting.as_second,
        forfeit=meeting.game.forfeit,
        scored=record.fraction(record.worth[meeting.result]),
        opponent_points=record.fraction(record.points[meeting.opponent]),
        amount=amount,
        counted=counted,
        cut=cut,
    )


def _mutual_sum(standings: Standings, seat: Seat, value: Value) -> Sum:
    record = standings.record
    among = standings.tied_on_points(seat)
    minis = tuple(
        _mini(record, table) for table in mutual.mini_tables(record, among) if seat in table.scores
    )
    terms = _point_terms(record, seat, among)
    return Sum(chains.DIRECT_ENCOUNTER, seat, value, terms, among=among, minis=minis)


def _mini(record: Record, table: mutual.MiniTable) -> Mini:
    return Mini(
        points={seat: record.fraction(score.points) for seat, score in table.scores.items()},
        missing={seat: score.missing for seat, score in table.scores.items()},
        blocks=table.blocks,
    )
