"""A member's page: his rating through time, his record against others and the reader."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.apps import apps
from django.db.models import Case, Count, Exists, F, JSONField, OuterRef, Q, Subquery, When
from django.db.models.functions import JSONObject
from django.urls import reverse

from accounts import blocks
from accounts.models import Member
from games.enums import EndReason, MatchStatus
from ladder.curve import Curve, graph, thinned
from ladder.enums import Outcome
from ladder.models import Pool, Rating, RatingChange
from ladder.selectors import table as tables

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from games.models import Seat

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


def named(username: str, reader: Member | None) -> Member | None:
    """Return the member of a name, or of one that looks like it, with what his dice were.

    To a reader with what is between the two: `is_blocked` and `met`, his record against him.
    """
    rows = Member.objects.named(username).select_related("dice")
    if reader is not None:
        rows = rows.annotate(is_blocked=blocks.blocks(reader.pk, "pk"), met=_met_by(reader))
    found: Member | None = rows.first()
    return found


def ratings(member: Member) -> list[Rating]:
    """Return the member's ratings in all pools."""
    return list(_ratings(member))


def ratings_with_place(member: Member, *, shown: str, now: datetime.datetime) -> list[Rating]:
    """Return the member's ratings; the one in the pool shown, else each, knows who is `above`."""
    in_it = Q(pool__ruleset=shown) | ~Exists(_ratings(member).filter(pool__ruleset=shown))
    return list(_ratings(member).annotate(above=Case(When(in_it, then=tables.above(now=now)))))


def _ratings(member: Member) -> QuerySet[Rating]:
    return Rating.objects.filter(member=member).select_related("pool").order_by("pool")


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


_ANNULLED = Q(match__reason=EndReason.ANNULLED)
_COUNTED = {
    "won": Count("pk", filter=Q(match__winner=F("side"))),
    "drawn": Count("pk", filter=Q(match__winner=None)),
    "games": Count("pk"),
}


def head_to_head(member: Member, reader: Member) -> Record:
    """Return the member's record against the reader in all finished games, annulled ones aside."""
    return record_of(_seats_against(reader).filter(member=member).aggregate(**_COUNTED))


def record_of(counted: Mapping[str, int] | None) -> Record:
    """Return a record of what was counted in the database; of nothing an empty one."""
    if not counted:
        return Record()
    won, drawn = counted["won"], counted["drawn"]
    return Record(won, drawn, counted["games"] - won - drawn)


def _met_by(reader: Member) -> Subquery:
    """Return `head_to_head` as a part of a statement over members."""
    seats = _seats_against(reader).filter(member=OuterRef("pk")).order_by().values("member")
    told = seats.annotate(told=JSONObject(**_COUNTED)).values("told")
    return Subquery(told, output_field=JSONField())


def _seats_against(reader: Member) -> QuerySet[Seat]:
    seats = apps.get_model("games", "Seat").objects.filter(match__status=MatchStatus.FINISHED)
    return seats.filter(match__seats__member=reader).exclude(_ANNULLED)
