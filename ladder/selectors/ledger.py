"""Reading the ledger: who is rated how, what a result did, and what entered it."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Q

from accounts import permissions as accounts
from games import terms
from games.enums import EndReason, MatchSource
from ladder.enums import PairingSource, RatingStatus
from ladder.models import Correction, LadderResult, Pool, Rating, RatingChange, SoftReset
from ladder.rules.results import DRAW, LOSS, WIN

if TYPE_CHECKING:
    import datetime

    from accounts.models import Member
    from games.models import Match, Result
    from ladder.models import Pairing

SCORE_OF_FIRST: Mapping[int | None, float] = {0: 1.0, 1: 0.0, None: 0.5}
"""The score of side 0 by the winner's side."""


_FROM_THE_BOARD = (PairingSource.BOARD, PairingSource.REPORT, PairingSource.RULING)
_OUTCOMES = ((WIN, LOSS), (DRAW, DRAW), (LOSS, WIN))


class LedgerEntry(NamedTuple):
    """An entry of the ledger as a replay needs it: a result, or a soft reset of its members.

    Of a result `members` are the first and the second player, and `score` is the first one's as
    it is in force, None when an official annulled it. Of a reset `target` and `keep` are given.
    """

    sequence: int
    ladder_result_id: int | None
    reset_id: int | None
    members: tuple[int, ...]
    score: float | None
    length: int
    at: datetime.datetime
    target: float = 0.0
    keep: float = 1.0


def can_be_drawn(result: LadderResult) -> bool:
    """Tell whether the rules of what was played know a draw, which it may have ended in itself."""
    if result.score == SCORE_OF_FIRST[None]:
        return True
    pairing: Any = result.pairing
    played: Any = result.result.match if result.result else pairing.round.stage.tournament
    return terms.can_draw(played.ruleset, played.options, result.length)


def rating_status(*, match: Match, result: Result, members: Iterable[Member] = ()) -> RatingStatus:
    """Tell whether a result counts for the ladder, or why it does not.

    Who played (`members`) makes the reason more exact, and nothing else.
    """
    if result.reason == EndReason.ANNULLED:
        return RatingStatus.ANNULLED
    if match.source == MatchSource.PRACTICE:
        return RatingStatus.PRACTICE
    if not match.rated:
        of_both = match.source == MatchSource.PAIRING and len({one.is_bot for one in members}) > 1
        return RatingStatus.WITH_BOT if of_both else RatingStatus.UNRATED
    return RatingStatus.RATED if match.options["length"] else RatingStatus.MONEY


def pairing_status(pairing: Pairing) -> RatingStatus:
    """Tell whether a decided pairing's result, as entered from the board, counts for the ladder.

    `round.stage.tournament`, `first.member` and `second.member` should be joined. A pairing
    played here is rated by its match. Between a person and a bot a correction counts if the result
    that it corrects was allowed to count, whatever the two allow afterwards.
    """
    if not pairing.round.stage.tournament.rated:
        return RatingStatus.UNRATED
    if pairing.source not in _FROM_THE_BOARD or pairing.match_id is not None:
        return RatingStatus.WALKOVER
    if pairing.forfeit or (pairing.first_result, pairing.second_result) not in _OUTCOMES:
        return RatingStatus.WALKOVER
    if None in _members(pairing):
        return RatingStatus.GUEST
    if not length_of(pairing):
        return RatingStatus.MONEY
    return RatingStatus.RATED if _may_be_rated(pairing) else RatingStatus.WITH_BOT


def is_unrated_with_bot(pairing: Pairing) -> bool:
    """Tell whether a rated tournament leaves a pairing unrated, as a person meets a bot in it.

    Joined as for `pairing_status`; of a pairing played here `match` is looked at.
    """
    if not pairing.round.stage.tournament.rated or None in _members(pairing):
        return False
    if pairing.match is not None:
        return not pairing.match.rated
    return not _may_be_rated(pairing)


def will_count(pairing: Pairing) -> bool | None:
    """Tell whether play between these two counts for the ladder; None while one is not known.

    Joined as for `is_unrated_with_bot`. A walkover never counts; that is known when it is given.
    """
    if not pairing.round.stage.tournament.rated:
        return False
    if pairing.first is None or pairing.second is None:
        return None
    if None in _members(pairing) or not length_of(pairing):
        return False
    return not is_unrated_with_bot(pairing)


def leave_now(pairing: Pairing) -> bool | None:
    """Tell whether two members allow now that their play is rated; None of others.

    `may_be_rated` of the pairing keeps what they allowed when a result was entered.
    """
    entries = (pairing.first, pairing.second)
    members = [entry.member for entry in entries if entry and entry.member]
    return accounts.may_be_rated(members) if len(members) == len(entries) else None


def _may_be_rated(pairing: Pairing) -> bool:
    """Both are members."""
    if pairing.may_be_rated is not None:
        return pairing.may_be_rated
    return bool(leave_now(pairing)) or _counts_already(pairing)


def _counts_already(pairing: Pairing) -> bool:
    entered = getattr(pairing, "ladder_result", None)
    return entered is not None and score_in_force(entered) is not None


def members_of(pairing: Pairing) -> tuple[int, int]:
    """Return the two members of a pairing. Raises ValueError when one is no member."""
    first, second = _members(pairing)
    if first is None or second is None:
        raise ValueError(pairing.pk)
    return first, second


def _members(pairing: Pairing) -> tuple[int | None, int | None]:
    first = pairing.first.member_id if pairing.first else None
    return first, pairing.second.member_id if pairing.second else None


def length_of(pairing: Pairing) -> int:
    """Return the match length of a pairing, 0 for a money session."""
    length: int | None = pairing.round.length or pairing.round.stage.tournament.options["length"]
    return length or 0


def counting() -> Q:
    """Return the condition under which `rating_status` of a result is `RATED`."""
    money = Q(match__options__length=None)
    annulled = Q(reason=EndReason.ANNULLED)
    return Q(match__rated=True) & ~(money | annulled | Q(match__source=MatchSource.PRACTICE))


def ratings_of(
    member_ids: Collection[int], rulesets: Collection[str]
) -> dict[tuple[str, int], float]:
    """Return the ratings that those members have in the pools of those rulesets."""
    rows = Rating.objects.filter(pool__ruleset__in=rulesets, member__in=member_ids)
    return {
        (ruleset, member_id): rating
        for ruleset, member_id, rating in rows.values_list("pool__ruleset", "member", "rating")
    }


def entries(pool: Pool, *, since: int = 1) -> Iterator[LedgerEntry]:
    """Yield the entries of a pool's ledger from a number on, in order, as they are in force."""
    yield from heapq.merge(_results(pool, since), _resets(pool, since), key=attrgetter("sequence"))


def corrected_scores(pool: Pool) -> dict[int, float | None]:
    """Return by result the score that corrections left in force, None for annulled."""
    acts = Correction.objects.filter(pool=pool).order_by("number")
    return dict(acts.values_list("ladder_result", "score"))


def score_in_force(ladder_result: LadderResult) -> float | None:
    """Return the first player's score as corrections left it, None for annulled."""
    acts = ladder_result.corrections.order_by("-number").values_list("score", flat=True)
    newest = list(acts[:1])
    return newest[0] if newest else ladder_result.score


def _results(pool: Pool, since: int) -> Iterator[LedgerEntry]:
    corrected = corrected_scores(pool)
    columns = ("sequence", "pk", "first", "second", "score", "length", "at")
    rows = LadderResult.objects.filter(pool=pool, sequence__gte=since).order_by("sequence")
    for sequence, pk, first, second, score, length, at in rows.values_list(*columns).iterator():
        in_force = corrected.get(pk, score)
        yield LedgerEntry(sequence, pk, None, (first, second), in_force, length, at)


def _resets(pool: Pool, since: int) -> Iterator[LedgerEntry]:
    for reset in SoftReset.objects.filter(pool=pool, sequence__gte=since).order_by("sequence"):
        lines = reset.changes.filter(correction=0).order_by("pk")
        members = tuple(lines.values_list("member", flat=True))
        yield LedgerEntry(
            reset.sequence, None, reset.pk, members, None, 0, reset.at, reset.target, reset.keep
        )


def changes_of(ladder_result: LadderResult) -> list[RatingChange]:
    """Return the lines in force of a result, the first player's first; none when annulled."""
    lines = RatingChange.objects.in_force().filter(ladder_result=ladder_result)
    found = list(lines.select_related("pool", "member", "opponent", "ladder_result"))
    return sorted(found, key=lambda line: line.member_id != ladder_result.first_id)
