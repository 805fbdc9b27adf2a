"""A member's results, newest first: matches played here, and pairings played over the board."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.db.models import F, OuterRef, Q, QuerySet, Subquery, Value
from django.urls import reverse

from accounts import permissions as accounts
from games.enums import EndReason, MatchStatus
from ladder import phrases
from ladder.enums import Outcome, PairingSource, PairingState, RatingStatus, Visibility
from ladder.models import Pairing, RatingChange
from ladder.rules.results import DRAW, LOSS, WIN
from ladder.selectors import ledger

if TYPE_CHECKING:
    from django.utils.functional import Promise

    from accounts.models import Member
    from games.models import Match, Seat
    from ladder.models import Entry, Tournament

ON_PAGE = 20
HERE, ON_THE_BOARD = 0, 1
FROM_THE_BOARD = (PairingSource.BOARD, PairingSource.REPORT, PairingSource.RULING)


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A result as one of its players sees it; `amount` None when it is not rated.

    `how` is the reason why a match ended, `score` what was scored over the board; an opponent who
    is no member is known by `guest`.
    """

    at: datetime.datetime
    url: str
    opponent: Member | None
    guest: str
    outcome: Outcome
    status: RatingStatus
    amount: float | None
    change_url: str
    how: str = ""
    score: str = ""
    tournament: Tournament | None = None

    @property
    def why(self) -> Promise:
        """Return in words why the result counts, or why it does not."""
        if self.status == RatingStatus.RATED and self.tournament is not None:
            return phrases.RATED_TOURNAMENT
        return phrases.WHY[self.status]


@dataclass(frozen=True, slots=True)
class ResultsPage:
    """One page of a member's results, newest first."""

    rows: tuple[ResultRow, ...]
    number: int
    has_next: bool


@dataclass(frozen=True, slots=True)
class ResultsWanted:
    """Which results: of one outcome, of one opponent, only those rated or not; None is any."""

    outcome: Outcome | None = None
    opponent_id: int | None = None
    rated: bool | None = None


def results(member: Member, wanted: ResultsWanted, *, reader: Any, number: int = 1) -> ResultsPage:
    """Return page `number` (from 1) of the member's results, as far as the reader may see them."""
    start = (number - 1) * ON_PAGE
    boards = [
        _keys(boards, "decided_at", ON_THE_BOARD) for boards in _boards(member, wanted, reader)
    ]
    keys = _keys(_seats(member, wanted), "match__finished_at", HERE).union(*boards, all=True)
    found = list(keys.order_by("-at", "-kind", "-pk")[start : start + ON_PAGE + 1])
    shown = found[:ON_PAGE]
    rows = {
        **_rows_here(member, [pk for _at, kind, pk in shown if kind == HERE]),
        **_rows_of_boards(member, [pk for _at, kind, pk in shown if kind == ON_THE_BOARD]),
    }
    # One decided or taken back between the statements is left out.
    in_order = (rows.get((kind, pk)) for _at, kind, pk in shown)
    return ResultsPage(
        tuple(row for row in in_order if row is not None), number, has_next=len(found) > ON_PAGE
    )


def _keys(rows: QuerySet[Any], at: str, kind: int) -> QuerySet[Any, Any]:
    named: QuerySet[Any] = rows.order_by().annotate(at=F(at), kind=Value(kind))
    return named.values_list("at", "kind", "pk")


_ANNULLED = Q(match__reason=EndReason.ANNULLED)
_SEATS: Mapping[Outcome, Q] = {
    Outcome.WON: Q(match__winner=F("side")),
    Outcome.LOST: Q(match__winner__isnull=False) & ~Q(match__winner=F("side")),
    Outcome.DRAWN: Q(match__winner=None) & ~_ANNULLED,
    Outcome.ANNULLED: _ANNULLED,
}
_RESULTS = {Outcome.WON: WIN, Outcome.DRAWN: DRAW, Outcome.LOST: LOSS}
_OUTCOMES = {result: outcome for outcome, result in _RESULTS.items()}


def _seats(member: Member, wanted: ResultsWanted) -> QuerySet[Seat]:
    seats = member.seats.filter(match__status=MatchStatus.FINISHED)
    if wanted.opponent_id is not None:
        seats = seats.filter(match__seats__member=wanted.opponent_id).exclude(
            member=wanted.opponent_id
        )
    if wanted.rated is not None:
        seats = seats.filter(match__result__rated=wanted.rated)
    return seats if wanted.outcome is None else seats.filter(_SEATS[wanted.outcome])


def _boards(member: Member, wanted: ResultsWanted, reader: Any) -> list[QuerySet[Pairing]]:
    """Return the member's pairings that were played over the board, where the reader may look.

    Those in which he was first, and those in which he was second: each are found by an index, both
    together by reading every pairing there is.
    """
    played = Q(state=PairingState.DECIDED, source__in=FROM_THE_BOARD, forfeit=False, match=None)
    if not accounts.can_act(reader):
        played &= Q(round__stage__tournament__visibility=Visibility.PUBLIC)
    if wanted.rated is not None:
        played &= Q(ladder_result__isnull=not wanted.rated)
    sides = (("first", "second"), ("second", "first"))
    return [Pairing.objects.filter(played, _as(*side, member, wanted)) for side in sides]


def _as(own: str, others: str, member: Member, wanted: ResultsWanted) -> Q:
    """Return which pairings of the member on one side are wanted."""
    found = Q(**{f"{own}__member": member})
    if wanted.opponent_id is not None:
        found &= Q(**{f"{others}__member": wanted.opponent_id})
    if wanted.outcome is not None:
        found &= Q(**{f"{own}_result": _RESULTS.get(wanted.outcome)})
    return found


def _amount(member: Member, **of: OuterRef) -> Subquery:
    """Return what a result brought to the member, as a part of the statement."""
    # One line at most is in force: an order would only join the pools.
    lines = RatingChange.objects.in_force().filter(member=member, **of).order_by()
    return Subquery(lines.values_list(F("after") - F("before"))[:1])


def _rows_here(member: Member, pks: Sequence[int]) -> dict[tuple[int, int], ResultRow]:
    if not pks:
        return {}
    at_the_table = (
        apps.get_model("games", "Seat")
        .objects.filter(match__seats__in=pks)
        .annotate(amount=_amount(member, ladder_result__result=OuterRef("match__result")))
        .select_related("member", "match__result")
        .defer("match__state")
        .order_by("side", "place")
    )
    seats = list(at_the_table)
    return {
        (HERE, mine.pk): _row_here(mine, [one for one in seats if one.match_id == mine.match_id])
        for mine in seats
        if mine.pk in pks
    }


def _row_here(seat: Any, at_the_table: Sequence[Any]) -> ResultRow:
    match = seat.match
    others = [other.member for other in at_the_table if other.side != seat.side]
    return ResultRow(
        at=match.finished_at,
        url=match.get_absolute_url(),
        opponent=others[0] if others else None,
        guest="",
        outcome=_outcome(match, seat.side),
        status=_status(match, seat.amount, [one.member for one in at_the_table]),
        amount=seat.amount,
        change_url=reverse("ladder:change", kwargs={"result_id": match.result.pk}),
        how=match.get_reason_display(),
    )


def _status(match: Match, amount: float | None, members: Sequence[Member]) -> RatingStatus:
    """A result that entered the ledger and has no line in force was annulled afterwards."""
    status = ledger.rating_status(match=match, result=match.result, members=members)
    annulled = status is RatingStatus.RATED and amount is None
    return RatingStatus.CORRECTED if annulled else status


def _outcome(match: Match, side: int) -> Outcome:
    if match.reason == EndReason.ANNULLED:
        return Outcome.ANNULLED
    if match.winner is None:
        return Outcome.DRAWN
    return Outcome.WON if match.winner == side else Outcome.LOST


def _rows_of_boards(member: Member, pks: Sequence[int]) -> dict[tuple[int, int], ResultRow]:
    if not pks:
        return {}
    found = Pairing.objects.filter(pk__in=pks, state=PairingState.DECIDED).order_by()
    joined = found.select_related(
        "first__member", "second__member", "round__stage__tournament", "ladder_result"
    )
    rows = joined.annotate(amount=_amount(member, ladder_result__pairing=OuterRef("pk")))
    return {(ON_THE_BOARD, pairing.pk): _row_of_board(member, pairing) for pairing in rows}


def _row_of_board(member: Member, pairing: Any) -> ResultRow:
    is_first = pairing.first.member_id == member.pk
    other: Entry = pairing.second if is_first else pairing.first
    result = pairing.first_result if is_first else pairing.second_result
    rated = getattr(pairing, "ladder_result", None)
    status = ledger.pairing_status(pairing)
    if rated is not None and pairing.amount is None:
        status = RatingStatus.CORRECTED
    elif rated is None and status is RatingStatus.RATED:
        # The two have allowed it since it was played.
        status = RatingStatus.WITH_BOT
    return ResultRow(
        at=pairing.decided_at,
        url=pairing.get_absolute_url(),
        opponent=other.member,
        guest="" if other.member else other.shown_name,
        outcome=_OUTCOMES[result],
        status=status,
        amount=pairing.amount,
        change_url="" if rated is None else rated.get_absolute_url(),
        score=_score(pairing, is_first=is_first),
        tournament=pairing.round.stage.tournament,
    )


def _score(pairing: Pairing, *, is_first: bool) -> str:
    score = (pairing.first_score, pairing.second_score)
    if None in score:
        return ""
    return "{}:{}".format(*(score if is_first else score[::-1]))
