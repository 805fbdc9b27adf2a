"""A member's page: his rating through time, his results, his record against the reader."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.db.models import Count, F, OuterRef, Prefetch, Q, Subquery
from django.urls import reverse

from accounts.models import Member
from games.enums import EndReason, MatchStatus
from ladder import phrases
from ladder.curve import Curve, graph, thinned
from ladder.enums import Outcome, RatingStatus
from ladder.models import Pool, Rating, RatingChange
from ladder.selectors import ledger

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.utils.functional import Promise

    from games.models import Match, Seat

RESULTS_ON_PAGE = 20
CHANGES_IN_TABLE = 30
POINTS_IN_GRAPH = 300
RIVALS = 10


@dataclass(frozen=True, slots=True)
class Streaks:
    """Runs of equal outcomes among rated results: the present one, and the longest of wins."""

    current: Outcome
    current_length: int
    longest_wins: int


@dataclass(frozen=True, slots=True)
class Record:
    """Games won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """Return how many games there were."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Rival:
    """A member's rated results with one opponent, and what they brought him in points."""

    opponent: Member
    record: Record
    gained: float


@dataclass(frozen=True, slots=True)
class Change:
    """A line of a member's ledger; of a soft reset there is neither opponent nor result."""

    at: datetime.datetime
    before: float
    after: float
    score: float | None
    opponent_id: int | None
    ladder_result_id: int | None
    opponent: Member | None = None

    @property
    def amount(self) -> float:
        """Return the points won or lost."""
        return self.after - self.before

    def get_absolute_url(self) -> str:
        """Return the address of the page that shows the sum, or of the seasons."""
        if self.ladder_result_id is None:
            return reverse("ladder:seasons")
        return reverse("ladder:result", kwargs={"ladder_result_id": self.ladder_result_id})


@dataclass(frozen=True, slots=True)
class Career:
    """A member's ledger in one pool, summed up; `changes` are the newest lines, newest first.

    `rivals` are the opponents met most, `others` counts those left out.
    """

    record: Record
    first_at: datetime.datetime
    last_at: datetime.datetime
    first: float
    last: float
    highest: float
    lowest: float
    streaks: Streaks
    curve: Curve | None
    changes: tuple[Change, ...]
    rivals: tuple[Rival, ...]
    others: int


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A finished match as one of its players sees it; `amount` None when it is not rated."""

    match: Match
    opponent: Member | None
    outcome: Outcome
    status: RatingStatus
    result_id: int
    amount: float | None

    @property
    def why(self) -> Promise:
        """Return in words why the result counts, or why it does not."""
        return phrases.WHY[self.status]


@dataclass(frozen=True, slots=True)
class ResultsPage:
    """One page of a member's results, newest first."""

    rows: tuple[ResultRow, ...]
    number: int
    has_next: bool

    @property
    def previous(self) -> int:
        """Return the number of the page before."""
        return self.number - 1

    @property
    def next(self) -> int:
        """Return the number of the page after."""
        return self.number + 1


@dataclass(frozen=True, slots=True)
class ResultsWanted:
    """Which results: of one outcome, of one opponent, only those rated or not; None is any."""

    outcome: Outcome | None = None
    opponent_id: int | None = None
    rated: bool | None = None


def ratings(member: Member) -> list[Rating]:
    """Return the member's ratings in all pools."""
    return list(Rating.objects.filter(member=member).select_related("pool").order_by("pool"))


def career(member: Member, pool: Pool) -> Career | None:
    """Sum up the member's ledger in a pool; None when there is nothing in it. Two statements."""
    lines = RatingChange.objects.in_force().filter(member=member, pool=pool).order_by("sequence")
    columns = ("at", "before", "after", "score", "opponent", "ladder_result")
    changes = [Change(*row) for row in lines.values_list(*columns)]
    scores = [change.score for change in changes if change.score is not None]
    if not scores:
        return None
    values = [changes[0].before, *(change.after for change in changes)]
    newest = changes[: -CHANGES_IN_TABLE - 1 : -1]
    met = _met(changes)
    names = Member.objects.in_bulk({*met, *(one.opponent_id for one in newest)} - {None})
    return Career(
        record=_record(scores),
        first_at=changes[0].at,
        last_at=changes[-1].at,
        first=values[0],
        last=values[-1],
        highest=max(values),
        lowest=min(values),
        streaks=streaks(scores),
        curve=graph(thinned(values, most=POINTS_IN_GRAPH)),
        changes=tuple(replace(one, opponent=names.get(one.opponent_id)) for one in newest),
        rivals=tuple(_rival(names[pk], with_him) for pk, with_him in met.items()),
        others=len({change.opponent_id for change in changes} - {None}) - len(met),
    )


def _met(changes: Sequence[Change]) -> dict[int, list[Change]]:
    """Return the results with the opponents met most, by opponent."""
    by_opponent: dict[int, list[Change]] = {}
    for change in changes:
        if change.opponent_id is not None:
            by_opponent.setdefault(change.opponent_id, []).append(change)
    most = sorted(by_opponent.items(), key=lambda item: (-len(item[1]), item[0]))
    return dict(most[:RIVALS])


def _rival(opponent: Member, changes: Sequence[Change]) -> Rival:
    scores = [change.score for change in changes if change.score is not None]
    return Rival(opponent, _record(scores), sum(change.amount for change in changes))


def _record(scores: Sequence[float]) -> Record:
    return Record(scores.count(1.0), scores.count(0.5), scores.count(0.0))


def streaks(scores: Sequence[float]) -> Streaks:
    """Return the runs among scores in order of time; there must be at least one."""
    run = longest = 0
    for index, score in enumerate(scores):
        run = run + 1 if index and score == scores[index - 1] else 1
        if score == 1.0:
            longest = max(longest, run)
    return Streaks(OUTCOME_OF_SCORE[scores[-1]], run, longest)


OUTCOME_OF_SCORE: Mapping[float, Outcome] = {
    1.0: Outcome.WON,
    0.5: Outcome.DRAWN,
    0.0: Outcome.LOST,
}


def head_to_head(member: Member, reader: Member) -> Record:
    """Return the member's record against the reader in all finished games, annulled ones aside."""
    seats = _finished_seats(member).filter(match__seats__member=reader)
    counts = seats.exclude(_ANNULLED).aggregate(
        won=Count("pk", filter=Q(match__winner=F("side"))),
        drawn=Count("pk", filter=Q(match__winner=None)),
        games=Count("pk"),
    )
    return Record(counts["won"], counts["drawn"], counts["games"] - counts["won"] - counts["drawn"])


def results(member: Member, wanted: ResultsWanted, *, number: int = 1) -> ResultsPage:
    """Return page `number` (from 1) of the member's finished matches."""
    start = (number - 1) * RESULTS_ON_PAGE
    at_the_table = apps.get_model("games", "Seat").objects.select_related("member")
    seats = list(
        _wanted_seats(member, wanted)
        .annotate(amount=_amount_of(member))
        .select_related("match__result")
        .prefetch_related(Prefetch("match__seats", at_the_table))
        .order_by("-match__finished_at", "-match")[start : start + RESULTS_ON_PAGE + 1]
    )
    rows = tuple(_result_row(seat) for seat in seats[:RESULTS_ON_PAGE])
    return ResultsPage(rows, number, has_next=len(seats) > RESULTS_ON_PAGE)


_ANNULLED = Q(match__reason=EndReason.ANNULLED)
_OUTCOMES = {
    Outcome.WON: Q(match__winner=F("side")),
    Outcome.LOST: Q(match__winner__isnull=False) & ~Q(match__winner=F("side")),
    Outcome.DRAWN: Q(match__winner=None) & ~_ANNULLED,
    Outcome.ANNULLED: _ANNULLED,
}


def _finished_seats(member: Member) -> QuerySet[Seat]:
    return member.seats.filter(match__status=MatchStatus.FINISHED)


def _wanted_seats(member: Member, wanted: ResultsWanted) -> QuerySet[Seat]:
    seats = _finished_seats(member)
    if wanted.opponent_id is not None:
        seats = seats.filter(match__seats__member=wanted.opponent_id).exclude(
            member=wanted.opponent_id
        )
    if wanted.rated is not None:
        seats = seats.filter(match__result__rated=wanted.rated)
    return seats if wanted.outcome is None else seats.filter(_OUTCOMES[wanted.outcome])


def _amount_of(member: Member) -> Subquery:
    """Return what a seat's result brought to the member, as a part of the statement."""
    lines = RatingChange.objects.in_force().filter(
        member=member, ladder_result__result=OuterRef("match__result")
    )
    return Subquery(lines.values_list(F("after") - F("before"))[:1])


def _result_row(seat: Any) -> ResultRow:
    match = seat.match
    others = [other.member for other in match.seats.all() if other.side != seat.side]
    return ResultRow(
        match=match,
        opponent=others[0] if others else None,
        outcome=_outcome(match, seat.side),
        status=_status(match, seat.amount),
        result_id=match.result.pk,
        amount=seat.amount,
    )


def _status(match: Match, amount: float | None) -> RatingStatus:
    """A result that entered the ledger and has no line in force was annulled afterwards."""
    status = ledger.rating_status(match=match, result=match.result)
    annulled = status is RatingStatus.RATED and amount is None
    return RatingStatus.CORRECTED if annulled else status


def _outcome(match: Match, side: int) -> Outcome:
    if match.reason == EndReason.ANNULLED:
        return Outcome.ANNULLED
    if match.winner is None:
        return Outcome.DRAWN
    return Outcome.WON if match.winner == side else Outcome.LOST
