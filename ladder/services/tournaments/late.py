"""Late entries: a player who joins a running round robin, and the rounds he has missed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q

from games.services.answers import answering
from ladder import permissions
from ladder.enums import (
    EntryState,
    LateMissed,
    PairingSource,
    PairingState,
    RoundState,
    StageKind,
    TournamentState,
)
from ladder.models import Entry, Pairing, Round, Stage, StageSeat
from ladder.rules.pairings import MOST_PLAYERS
from ladder.rules.results import LOSS, WIN
from ladder.services.tournaments import acting as acts
from ladder.services.tournaments import entering, progress
from ladder.services.tournaments.acting import Acting, Changed
from vrhcaby.errors import DomainError

if TYPE_CHECKING:
    from collections.abc import Iterable


class LateRefused(DomainError):
    """Nobody can enter any more: `late_entries_over` with the last `round`, or `full`."""

    code = "late_entries_over"


@dataclass(slots=True)
class Plan:
    """Whom a late player meets in which round, and on which side he sits: True is first."""

    rounds: Sequence[Round]
    games: list[tuple[Round, Entry, bool]] = field(default_factory=list)


@answering
def late_entry(
    *,
    slug: str,
    by_id: int,
    member_id: int | None = None,
    name: str = "",
    version: int | None = None,
    why: str = "",
) -> Changed:
    """Let a member, or a guest by name, join a running round robin; entry service.

    He meets everybody who has not left: in each round whoever rests, and where nobody rests one
    of the others, who then plays twice. Rounds over are lost by walkover or played later, as the
    tournament says. In groups he joins the smallest. Refused: `late_entries_over`, `full`,
    `no_such_member`, `already_entered`, `bad_guest_name`, `wrong_state`.
    """
    with transaction.atomic(durable=True):
        acting = acts.take(slug, by_id=by_id, why=why)
        permissions.require_can_direct(acting.by, acting.tournament)
        acting.require_state(TournamentState.RUNNING)
        acting.require_unchanged(version, Q(subject__has_key="entry"))
        stage = _stage(acting)
        rounds = list(stage.rounds.order_by("number"))
        _require_in_time(acting, rounds)
        entry = _enter(acting, member_id, name)
        opponents = _opponents(stage)
        seats = stage.seats.count()
        StageSeat.objects.create(stage=stage, entry=entry, number=seats + 1)
        plan = _plan(stage, rounds, opponents)
        acting.log(
            "late_entry",
            subject=entering.subject(entry),
            after={"from_round": _current(rounds), "stage": stage.number},
            parts=["entries", "rounds", "pairings", "standings"],
        )
        _write(acting, entry, plan)
        return acting.changed(entry.pk)


def _stage(acting: Acting) -> Stage:
    """Return the round robin with the fewest players. Raises LateRefused when it is past."""
    tournament = acting.tournament
    if tournament.stages.filter(kind=StageKind.KNOCKOUT).exists():
        raise LateRefused
    stages = tournament.stages.filter(kind=StageKind.ROUND_ROBIN).order_by("number")
    stage = min(stages, key=lambda one: one.seats.count(), default=None)
    if stage is None:
        raise LateRefused
    if stage.seats.count() >= MOST_PLAYERS:
        raise entering.EntryRefused("full")
    stage.tournament = tournament
    return stage


def _current(rounds: Iterable[Round]) -> int:
    """Return the number of the first round that is not over."""
    numbers = [played.number for played in rounds if played.state != RoundState.CLOSED]
    return min(numbers, default=10**6)


def _require_in_time(acting: Acting, rounds: Sequence[Round]) -> None:
    last = acting.tournament.late_until_round
    if last is None or _current(rounds) > last:
        raise LateRefused(details={"round": last})


def _enter(acting: Acting, member_id: int | None, name: str) -> Entry:
    if member_id is None:
        who = {"name": entering.guest_name(name)}
        return entering.put(acting, None, EntryState.CONFIRMED, **who)
    member = acts.member_of(member_id)
    if not member.is_authenticated or not member.is_active:
        raise DomainError("no_such_member")
    known = acting.tournament.entries.filter(member=member_id).select_related("member").first()
    if known is not None and known.has_place:
        raise entering.EntryRefused("already_entered")
    return entering.put(acting, known, EntryState.CONFIRMED, member_id=member_id)


def _opponents(stage: Stage) -> list[Entry]:
    seats = stage.seats.select_related("entry__member").order_by("number")
    return [seat.entry for seat in seats if not seat.entry.has_left]


def _plan(stage: Stage, rounds: Sequence[Round], opponents: Sequence[Entry]) -> Plan:
    """Spread the games over the rounds, a double round robin's over each cycle."""
    plan = Plan(rounds)
    busy: dict[int, set[int | None]] = {played.pk: set() for played in rounds}
    pairs = Pairing.objects.filter(round__stage=stage).values_list("round", "first", "second")
    for round_id, first, second in pairs:
        busy[round_id].update((first, second))
    half = len(rounds) // 2
    cycles = [rounds[:half], rounds[half:]] if stage.double else [rounds]
    for turned, cycle in enumerate(cycles):
        _spread(plan, cycle, opponents, busy, turned=bool(turned))
    return plan


def _spread(
    plan: Plan,
    rounds: Sequence[Round],
    opponents: Sequence[Entry],
    busy: dict[int, set[int | None]],
    *,
    turned: bool,
) -> None:
    """Give each opponent a round: where he rests, else a round without a game, else the last."""
    left = list(opponents)
    chosen: dict[int, Entry] = {}
    for played in rounds:
        resting = next((one for one in left if one.pk not in busy[played.pk]), None)
        if resting is not None:
            chosen[played.pk] = resting
            left.remove(resting)
    for played in rounds:
        if left and played.pk not in chosen:
            chosen[played.pk] = left.pop(0)
    games = [(played, chosen[played.pk]) for played in rounds if played.pk in chosen]
    games += [(rounds[-1], one) for one in left]
    for at, (played, opponent) in enumerate(games):
        plan.games.append((played, opponent, (at % 2 == 1) is not turned))


def _write(acting: Acting, entry: Entry, plan: Plan) -> None:
    boards_used = {played.pk: played.pairings.count() for played in plan.rounds}
    last = plan.rounds[-1].deadline_at
    to_open: list[Pairing] = []
    for played, opponent, is_first in plan.games:
        boards_used[played.pk] += 1
        pairing = Pairing(
            round=played,
            number=boards_used[played.pk],
            first=entry if is_first else opponent,
            second=opponent if is_first else entry,
        )
        missed = played.state == RoundState.CLOSED
        if missed and acting.tournament.late_missed == LateMissed.WALKOVER:
            _lose(acting, pairing, by_first=is_first)
        elif missed:
            pairing.deadline_at = last if last is not None and last > acting.at else None
        pairing.save()
        if played.state != RoundState.WAITING and pairing.state == PairingState.WAITING:
            to_open.append(pairing)
    progress.open_pairings(acting, to_open)


def _lose(acting: Acting, pairing: Pairing, *, by_first: bool) -> None:
    pairing.state, pairing.source = PairingState.DECIDED, PairingSource.WALKOVER
    pairing.first_result = LOSS if by_first else WIN
    pairing.second_result = WIN if by_first else LOSS
    pairing.forfeit, pairing.decided_at = True, acting.at
