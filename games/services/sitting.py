"""Sitting down: a challenge is accepted, both are here, the match begins (rules V25).

A match by correspondence begins when it is accepted: nobody need be here for it.
"""

from typing import cast

from django.contrib.auth import get_user_model
from django.db import transaction

from accounts.enums import NoticeKind
from accounts.services import notices
from games import permissions, realtime, terms, wire
from games.engine import fairness
from games.engine.clock import ControlKind
from games.enums import ChallengeStatus, MatchSource, MatchStatus
from games.models import Challenge, Match
from games.services import beginning, challenges, lobby, presence, table
from games.services.answers import Asked, Began, Done, Waiting, answering
from games.signals import match_began
from vrhcaby import clock
from vrhcaby.errors import DomainError, Refused

READY_MS = 60_000


class NobodyAsks(DomainError):
    """No question waits for this answer, or its time is over."""

    code = "nobody_asks"


class TakerGone(DomainError):
    """Who has accepted is no longer here."""

    code = "taker_gone"


class MatchStillLive(DomainError):
    """There is no rematch of a match that is being played."""

    code = "match_still_live"


@answering
def accept(*, challenge_id: int, member_id: int, seed: str = "") -> Began | Asked:
    """Accept a challenge: the match begins, or the challenger, who is away, is asked.

    By correspondence it begins in any case, and a challenger who is away gets a notice.

    Entry service. `seed` goes into the dice.
    """
    text = fairness.normalise_seed(seed)
    with transaction.atomic(durable=True):
        row, others = challenges.take(challenge_id, by_id=member_id)
        return _sit_down(row, others, member_id=member_id, seed=text)


@answering
def answer_ready(*, challenge_id: int, member_id: int, ready: bool) -> Began | Done | Refused:
    """Answer `ready?`: sit down, or withdraw the challenge; entry service."""
    with transaction.atomic(durable=True):
        row, others = challenges.take(challenge_id, by_id=member_id)
        challenges.require_challenger(row, member_id)
        now = clock.now()
        if row.taker_id is None or not challenges.is_asking(row, now=now):
            raise NobodyAsks
        if ready and presence.is_here(row.taker_id, now=now):
            challenges.require_can_meet(
                member_id, row.taker_id, rated=challenges.is_rated_by_wish(row)
            )
            return Began(_begin(row, others, now=now).pk)
        _turn_away(row, ready=ready, now=now)
    return Refused(TakerGone.code) if ready else Done()


@answering
def rematch(*, match_id: int, member_id: int, seed: str = "") -> Began | Asked | Waiting:
    """Offer a rematch with the seats swapped, or accept the one the opponent offers.

    Entry service.
    """
    text = fairness.normalise_seed(seed)
    with transaction.atomic(durable=True):
        match = Match.objects.select_for_update().filter(pk=match_id).first()
        if match is None:
            raise table.NoSuchMatch
        if match.status == MatchStatus.LIVE:
            raise MatchStillLive
        members = _members(match)
        seat = permissions.require_seat(members, member_id)
        offers = Challenge.objects.filter(rematch_of=match, status=ChallengeStatus.OPEN)
        offered = offers.filter(challenger=members[1 - seat]).first()
        if offered is not None:
            row, others = challenges.take(offered.pk)
            return _sit_down(row, others, member_id=member_id, seed=text)
        return _offer_rematch(match, members=members, seat=seat, seed=text)


def _offer_rematch(match: Match, *, members: tuple[int, int], seat: int, seed: str) -> Waiting:
    made = lobby.make(
        member_id=members[seat],
        opponent_id=members[1 - seat],
        ruleset=match.ruleset,
        agreed=terms.Terms.from_data(match.options),
        rated=match.rated,
        seed=seed,
        rematch_of=match,
    )
    realtime.to_match(match.pk, wire.RematchFrame(challenge=made.pk, seat=seat))
    return Waiting(made.pk)


def _sit_down(
    row: Challenge, others: list[Challenge], *, member_id: int, seed: str
) -> Began | Asked:
    """Begin the match of a challenge, or ask who made it and is away (rules V25); locks held."""
    now = clock.now()
    challenges.require_may_take(row, member_id, now=now)
    challenges.require_can_meet(
        member_id, row.challenger_id, rated=challenges.is_rated_by_wish(row)
    )
    if not challenges.is_asking(row, now=now):
        row.ready_until = now + READY_MS
    row.taker_id, row.taker_seed = member_id, seed
    here = presence.is_here(row.challenger_id, now=now)
    if not here and not _by_correspondence(row):
        return _ask(row)
    match = _begin(row, others, now=now)
    if not here:
        _tell_away(row.challenger_id, match, opponent_id=member_id)
    return Began(match.pk)


def _by_correspondence(row: Challenge) -> bool:
    control = terms.Terms.from_data(row.options).control
    return control.kind is ControlKind.CORRESPONDENCE


def _begin(row: Challenge, others: list[Challenge], *, now: int) -> Match:
    """Begin the match of a challenge whose taker is set; the caller holds the locks."""
    members, seeds = _seating(row)
    match = beginning.begin(
        ruleset=row.ruleset,
        options=row.options,
        rated=row.rated,
        source=MatchSource(row.source),
        dice=row.dice,
        members=members,
        seeds=seeds,
        now=now,
    )
    row.match = match
    challenges.close(row, ChallengeStatus.ACCEPTED, now=now)
    match_began.send(sender=Match, match=match, challenge=row)
    challenges.take_back(others, now=now)
    _tell_begun(row, match)
    return match


def _seating(row: Challenge) -> tuple[tuple[int, int], tuple[str, str]]:
    """Return members and seeds by seat: the challenger first, in a rematch the seats swapped.

    A pairing has its own sides.
    """
    # A challenge that begins has a taker: its column is empty only while nobody accepted.
    members = (row.challenger_id, cast("int", row.taker_id))
    seeds = (row.seed, row.taker_seed)
    again = row.rematch_of is not None and _members(row.rematch_of)[0] == row.challenger_id
    if again or row.challenger_side == 1:
        return (members[1], members[0]), (seeds[1], seeds[0])
    return members, seeds


def _tell_begun(row: Challenge, match: Match) -> None:
    if row.rematch_of_id is not None:
        realtime.to_match(row.rematch_of_id, wire.Moved(match=match.pk))


def _tell_away(member_id: int, match: Match, *, opponent_id: int) -> None:
    """Tell who made a challenge and is away that it was accepted: his time may be running."""
    notices.tell(
        member_ids=[member_id],
        kind=NoticeKind.GAME_BEGAN,
        params={"opponent": _name(opponent_id)},
        path=match.get_absolute_url(),
        about=f"match:{match.pk}",
    )


def _name(member_id: int) -> str:
    return str(get_user_model().objects.values_list("username", flat=True).get(pk=member_id))


def _ask(row: Challenge) -> Asked:
    """Ask who made the challenge; who accepts again is not waited for longer."""
    row.save(update_fields=["taker", "taker_seed", "ready_until"])
    until = cast("int", row.ready_until)
    name = _name(cast("int", row.taker_id))
    question = wire.ReadyQuestion(challenge=row.pk, until=until, name=name)
    realtime.to_member(row.challenger_id, question)
    challenges.show_again(challenges.concerned(row))
    return Asked(row.pk, until)


def _turn_away(row: Challenge, *, ready: bool, now: int) -> None:
    """The challenger does not sit down, or has nobody to sit down with."""
    if not ready:
        withdrawn = ChallengeStatus.WITHDRAWN
        challenges.close_and_tell(row, withdrawn, "challenge_withdrawn", now=now)
        return
    concerned = challenges.concerned(row)
    challenges.ask_no_more(row)
    challenges.show_again(concerned)


def _members(match: Match) -> tuple[int, int]:
    first, second = match.seats.order_by("side").values_list("member_id", flat=True)
    return first, second
