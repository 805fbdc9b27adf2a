"""Challenges that wait: made, withdrawn, declined, expired.

Lock order: all open challenges of a challenger, by ascending id.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.db.models import Count, Q

from games import realtime, terms
from games.engine import fairness
from games.engine.clock import TimeControl
from games.enums import ChallengeStatus, MatchSource
from games.instants import to_datetime
from games.models import Challenge, DiceSeed, Match
from games.services import challenges, once, presence, seeds
from games.services.answers import Done, Waiting, answering
from vrhcaby import clock
from vrhcaby.errors import DomainError

logger = logging.getLogger(__name__)

MOST_OPEN = 10
RATES = ((60_000, 20, 120), (3_600_000, 200, 2_000))
"""In so many milliseconds so many challenges of a member that come to nothing, so many in all.

A program that plays one short match after another meets none of these.
"""

STALE_AFTER_MS = 24 * 3_600_000
REMATCH_STALE_AFTER_MS = 15 * 60_000


class TooManyChallenges(DomainError):
    """The member has as many open challenges as one may have."""

    code = "too_many_challenges"


class ChallengeTooOften(DomainError):
    """The member has made as many challenges as one may for now."""

    code = "challenge_too_often"


class ChallengeTwice(DomainError):
    """The same challenge by the same member waits already."""

    code = "challenge_twice"


class ChallengeToYourself(DomainError):
    """Nobody challenges himself."""

    code = "challenge_to_yourself"


@dataclass(frozen=True, slots=True)
class ForPairing:
    """What a pairing gives to the challenge that comes of it: dice, and the challenger's side."""

    dice: DiceSeed
    side: int


@answering
def challenge(
    *,
    member_id: int,
    ruleset: str,
    rated: bool,
    opponent_id: int | None = None,
    options: Mapping[str, Any] | None = None,
    limit_ms: int | None = None,
    control: TimeControl | None = None,
    seed: str = "",
) -> Waiting:
    """Challenge a member, or everybody; the server's dice seed is drawn here and committed to.

    Entry service. `limit_ms` replaces the time limit, `control` the ruleset's whole control;
    `seed` goes into the dice. A combination that makes no sense is refused with `bad_options`
    and both options, one that cannot be rated with `not_rated`.
    """
    agreed = terms.resolve(ruleset, options=options, limit_ms=limit_ms, control=control)
    if rated:
        terms.require_ratable(ruleset, agreed)
    with transaction.atomic(durable=True):
        made = make(
            member_id=member_id,
            opponent_id=opponent_id,
            ruleset=ruleset,
            agreed=agreed,
            rated=rated,
            seed=fairness.normalise_seed(seed),
        )
    return Waiting(made.pk)


def make(
    *,
    member_id: int,
    opponent_id: int | None,
    ruleset: str,
    agreed: terms.Terms,
    rated: bool,
    seed: str,
    rematch_of: Match | None = None,
    pairing: ForPairing | None = None,
) -> Challenge:
    """Write a challenge with a fresh dice seed, and tell the lobby. Inner: locks the challenger.

    `pairing`: it comes of a tournament's pairing, whose dice seed and side it has; such ones are
    not counted among those a member may have open. Raises the refusals of this module and those
    of `challenges.require_can_meet`.
    """
    _require_may_make(
        member_id, opponent_id, counted=pairing is None, rated=rated and pairing is None
    )
    now = clock.now()
    try:
        with transaction.atomic():
            made = Challenge.objects.create(
                challenger_id=member_id,
                opponent_id=opponent_id,
                ruleset=ruleset,
                options=agreed.to_data(),
                control=agreed.control.to_data(),
                terms=agreed.digest(),
                rated=rated,
                seed=seed,
                dice=pairing.dice if pairing else seeds.commit(1, now=now)[0],
                source=MatchSource.PAIRING if pairing else MatchSource.CHALLENGE,
                challenger_side=pairing.side if pairing else 0,
                rematch_of=rematch_of,
                created_at=to_datetime(now),
            )
    except IntegrityError as twice:
        raise ChallengeTwice from twice
    challenges.show_again(challenges.concerned(made))
    return made


@answering
def mix_in(*, challenge_id: int, member_id: int, seed: str) -> Done:
    """Replace the challenger's seed, now that he knows the commitment; entry service."""
    text = fairness.normalise_seed(seed)
    with transaction.atomic(durable=True):
        row, _ = challenges.take(challenge_id, by_id=member_id)
        challenges.require_challenger(row, member_id)
        if row.taker_id is not None:
            raise challenges.ChallengeTaken
        row.seed = text
        row.save(update_fields=["seed"])
    return Done()


@answering
def withdraw(*, challenge_id: int, member_id: int) -> Done:
    """Take one's own challenge back; entry service."""
    with transaction.atomic(durable=True):
        row, _ = challenges.take(challenge_id, by_id=member_id)
        challenges.require_challenger(row, member_id)
        challenges.close_and_tell(
            row, ChallengeStatus.WITHDRAWN, "challenge_withdrawn", now=clock.now()
        )
    return Done()


@answering
def decline(*, challenge_id: int, member_id: int) -> Done:
    """Decline a challenge made to oneself; entry service."""
    with transaction.atomic(durable=True):
        row, _ = challenges.take(challenge_id, by_id=member_id)
        if row.opponent_id != member_id:
            raise challenges.ChallengeNotForYou
        challenges.close_and_tell(
            row, ChallengeStatus.DECLINED, "challenge_declined", now=clock.now()
        )
    return Done()


def invite_to_pairing(
    *,
    member_id: int,
    opponent_id: int,
    ruleset: str,
    agreed: terms.Terms,
    rated: bool,
    seed: str,
    pairing: ForPairing,
) -> Challenge:
    """Challenge the other one of a pairing to sit down; see `make`. Inner: no lock needed."""
    return make(
        member_id=member_id,
        opponent_id=opponent_id,
        ruleset=ruleset,
        agreed=agreed,
        rated=rated,
        seed=fairness.normalise_seed(seed),
        pairing=pairing,
    )


def call_off(challenge_id: int) -> None:
    """Withdraw a challenge of a pairing, if it is still open, and tell both.

    Inner: locks the challenger's open challenges in the caller's transaction.
    """
    try:
        row, _ = challenges.take(challenge_id)
    except (challenges.NoSuchChallenge, challenges.ChallengeGone):
        return
    challenges.close_and_tell(
        row, ChallengeStatus.WITHDRAWN, "challenge_withdrawn", now=clock.now()
    )


def close_stale() -> int:
    """Expire what has waited too long, end questions nobody answered; return how many closed.

    Entry service, run by beat; each challenge in a transaction of its own.
    """
    now = clock.now()
    presence.forget(now=now)
    once.forget(now=now)
    _end_questions(now)
    old = Q(created_at__lt=to_datetime(now - STALE_AFTER_MS))
    old |= Q(rematch_of__isnull=False, created_at__lt=to_datetime(now - REMATCH_STALE_AFTER_MS))
    old |= Q(challenger__is_active=False) | Q(challenger__banned_until__gt=to_datetime(now))
    closed = 0
    for pk in Challenge.objects.filter(old, status=ChallengeStatus.OPEN).values_list(
        "pk", flat=True
    ):
        closed += _expire(pk)
    return closed


def _require_may_make(
    member_id: int, opponent_id: int | None, *, counted: bool, rated: bool
) -> None:
    if opponent_id == member_id:
        raise ChallengeToYourself
    challenges.require_can_meet(member_id, opponent_id, rated=rated)
    if not counted:
        return
    # His challenges are counted one after another, so that none slips past the limit.
    get_user_model().objects.select_for_update(no_key=True).get(pk=member_id)
    waiting = Challenge.objects.filter(
        challenger=member_id, status=ChallengeStatus.OPEN, source=MatchSource.CHALLENGE
    )
    if waiting.count() >= MOST_OPEN:
        raise TooManyChallenges
    _require_within_rates(member_id, clock.now())


def _require_within_rates(member_id: int, now: int) -> None:
    """Raise `ChallengeTooOften`. Without it one could make and withdraw for ever, few at a time."""
    own = Challenge.objects.filter(challenger=member_id, source=MatchSource.CHALLENGE)
    in_vain = ~Q(status=ChallengeStatus.ACCEPTED)
    for span, most_in_vain, most in RATES:
        counts = own.filter(created_at__gt=to_datetime(now - span)).aggregate(
            all=Count("pk"), in_vain=Count("pk", filter=in_vain)
        )
        if counts["in_vain"] >= most_in_vain or counts["all"] >= most:
            raise ChallengeTooOften


def _end_questions(now: int) -> None:
    asking = Challenge.objects.filter(status=ChallengeStatus.OPEN, ready_until__lte=now)
    for pk in asking.values_list("pk", flat=True):
        with transaction.atomic(durable=True):
            row = Challenge.objects.select_for_update().get(pk=pk)
            if row.status != ChallengeStatus.OPEN or challenges.is_asking(row, now=now):
                continue
            taker_id, concerned = row.taker_id, challenges.concerned(row)
            challenges.ask_no_more(row)
            if taker_id is not None:
                realtime.notice(taker_id, "challenge_unanswered", challenge_id=pk)
            challenges.show_again(concerned)


def _expire(pk: int) -> int:
    try:
        with transaction.atomic(durable=True):
            row, _ = challenges.take(pk)
            challenges.close_and_tell(
                row, ChallengeStatus.EXPIRED, "challenge_expired", now=clock.now()
            )
    except DomainError:
        return 0
    return 1
