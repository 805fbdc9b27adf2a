"""What must always hold of the games, checked on the whole database."""

import datetime
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Exists, F, OuterRef

from games import dice, limits, reading, trail
from games.engine import codec, export, proof
from games.engine import events as e
from games.engine.evolve import evolve, fold
from games.engine.match_errors import BadRecord
from games.engine.state import Phase, deadline
from games.enums import ChallengeStatus, MatchStatus
from games.models import Challenge, Heartbeat, Lease, Match, Result, Seat
from vrhcaby import clock

SWEEP_BOUND_MS = 5_000 + limits.DEAD_AFTER_MS
"""A deadline that passed so long before the last sweep should have been judged by it.

The sweep waits until it knows whether the server that held a player is dead.
"""

Findings = Iterator[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that must hold and does not; `match_id` None where it concerns no match."""

    match_id: int | None
    code: str
    detail: str

    def __str__(self) -> str:
        where = "games" if self.match_id is None else f"match {self.match_id}"
        return f"{where}: {self.code}: {self.detail}"


def check(*, since: datetime.datetime | None = None) -> Iterator[Violation]:
    """Yield every violation; a live match is locked while it is looked at.

    What is finished does not change and is read without a lock: on SQLite each lock keeps all
    others from writing, and a site has many finished matches. With `since`, of the finished
    matches those alone that ended after it; all that are live.
    """
    chosen = Match.objects.all()
    if since is not None:
        chosen = chosen.exclude(status=MatchStatus.FINISHED, finished_at__lt=since)
    for match_id, status in chosen.order_by("pk").values_list("pk", "status").iterator():
        if status == MatchStatus.FINISHED:
            yield from _of_match(Match.objects.select_related("dice").get(pk=match_id))
        else:
            yield from _of_live(match_id)
    yield from _of_leases()
    yield from _of_challenges()


def _of_live(match_id: int) -> list[Violation]:
    with transaction.atomic():
        locked = Match.objects.select_for_update(of=("self",)).select_related("dice")
        return list(_of_match(locked.get(pk=match_id)))


def _of_match(match: Match) -> Iterator[Violation]:
    try:
        events = reading.events_of(match)
    except BadRecord as wrong:
        yield Violation(match.pk, "bad_event", str(wrong.details))
        return
    for check_one in CHECKS:
        for code, detail in check_one(match, events):
            yield Violation(match.pk, code, detail)


def _numbers(match: Match, events: list[e.Event]) -> Findings:
    """Versions are contiguous, and the last is the match's."""
    numbers = list(match.events.order_by("seq").values_list("seq", flat=True))
    if numbers != list(range(1, match.version + 1)):
        yield "numbers", f"version {match.version}, events {numbers[:3]} … {numbers[-3:]}"


def _snapshot(match: Match, events: list[e.Event]) -> Findings:
    """Events give the stored state, byte for byte, and the stored trail."""
    try:
        folded = codec.state_to_json(fold(reading.waiting(match), events))
    except (ValueError, TypeError, LookupError) as impossible:
        folded = f"impossible: {impossible}"
    if folded != match.state:
        yield "state", f"is not the fold of the events ({folded[:40]} …)"
    due = trail.follow({}, events)
    # A row written before the trail learnt a word lacks it.
    lacks = trail.LATER_WORDS - match.trail.keys()
    if {word: value for word, value in due.items() if word not in lacks} != match.trail:
        yield "trail", f"stored {match.trail}"


def _every_version(match: Match, events: list[e.Event]) -> Findings:
    """After each event the state bears that event's number, and a snapshot of it is the state."""
    state = reading.waiting(match)
    for seq, event in enumerate(events, start=1):
        try:
            state = evolve(state, event)
            same = codec.state_from_json(codec.state_to_json(state)) == state
        except (ValueError, TypeError, LookupError) as impossible:
            yield "version", f"event {seq} cannot happen there: {impossible}"
            return
        if state.version != seq or not same:
            yield "version", f"after event {seq} the state is at {state.version}, {same}"


def _proof(match: Match, events: list[e.Event]) -> Findings:
    """Every event follows by the rules; the seed is the one committed to, and gave the dice."""
    if events and match.dice.created_at > events[0].at:
        yield "commitment", "was made after the start"
    seeds = match.seats.order_by("side", "place").values_list("seed", flat=True)
    report = proof.verify(
        export.to_data(
            match=match.pk,
            ruleset=match.ruleset,
            state=reading.waiting(match),
            commitment=match.dice.commitment,
            server_seed=dice.unseal(match.dice.secret),
            seeds=(seeds[0], seeds[1]),
            events=events,
        )
    )
    if report.commitment_shown != report.commitment_computed:
        yield "commitment", "is not the seed's"
    for draw in report.wrong_draws:
        yield "dice", f"event {draw.seq}: {draw.what} {draw.number} shows {draw.shown}"
    if report.play is not None:
        yield "rules", f"event {report.play.seq} {report.play.code} {report.play.detail}"


def _columns(match: Match, events: list[e.Event]) -> Findings:
    """The columns that repeat the state agree with it."""
    state = reading.state_of(match)
    over = state.phase is Phase.OVER
    if (match.status == MatchStatus.FINISHED) is not over:
        yield "status", f"{match.status}, but the state is {state.phase}"
    due = None if over or match.stopped_at is not None else deadline(state)
    if match.deadline_at != due:
        yield "deadline", f"column {match.deadline_at}, engine {due}"
    if over and (match.winner, match.reason) != (state.winner, str(state.reason)):
        yield "ending", f"column {match.winner} {match.reason}, state {state.winner} {state.reason}"


def _result(match: Match, events: list[e.Event]) -> Findings:
    """A finished match has its one result, a live one none."""
    result = Result.objects.filter(match=match).first()
    if (result is not None) is not (match.status == MatchStatus.FINISHED):
        yield "result", f"{match.status}, result: {result}"
    elif result is not None and (result.winner, result.reason) != (match.winner, match.reason):
        yield "result", f"{result.winner} {result.reason}, match {match.winner} {match.reason}"


def _seats(match: Match, events: list[e.Event]) -> Findings:
    """Two members sit, one at each side."""
    sides = list(match.seats.order_by("side").values_list("side", flat=True))
    if sides != [0, 1]:
        yield "seats", f"{sides}"


def _points(match: Match, events: list[e.Event]) -> Findings:
    """What stands beside the seats of a finished match is its score, and nothing before."""
    points = list(match.seats.order_by("side").values_list("points", flat=True))
    over = match.status == MatchStatus.FINISHED
    due = list(reading.state_of(match).score) if over else [0, 0]
    if points != due:
        yield "points", f"{points} beside the seats, the score is {due}"


def _commands(match: Match, events: list[e.Event]) -> Findings:
    """An accepted command's version is that of its last event."""
    for kept in match.commands.prefetch_related("events"):
        last = max((event.seq for event in kept.events.all()), default=None)
        if kept.version != last:
            yield "command", f"version {kept.version}, last event {last}"


def _judged(match: Match, events: list[e.Event]) -> Findings:
    """No deadline has passed long before the last sweep."""
    swept_at = Heartbeat.objects.values_list("swept_at", flat=True).first()
    if swept_at is None or match.deadline_at is None or limits.paused(swept_at, now=clock.now()):
        return
    if match.deadline_at < swept_at - SWEEP_BOUND_MS:
        yield "unjudged", f"deadline {match.deadline_at}, last sweep {swept_at}"


CHECKS: tuple[Callable[[Match, list[e.Event]], Findings], ...] = (
    _numbers,
    _seats,
    _snapshot,
    _columns,
    _result,
    _points,
    _every_version,
    _proof,
    _commands,
    _judged,
)


def _of_leases() -> Iterator[Violation]:
    """Only players have leases of a match, and none outlives its instance by more than its life."""
    longest = F("instance__renewed") + limits.LEASE_MS
    for lease in Lease.objects.filter(expires__gt=longest).order_by("pk"):
        yield Violation(lease.match_id, "lease", f"of member {lease.member_id} outlives its server")
    seated = Seat.objects.filter(match=OuterRef("match"), member=OuterRef("member"))
    strays = Lease.objects.filter(~Exists(seated), match__isnull=False)
    for lease in strays.order_by("pk"):
        yield Violation(lease.match_id, "lease", f"of member {lease.member_id}, who does not play")


def _of_challenges() -> Iterator[Violation]:
    """An accepted challenge and its match have one dice seed."""
    accepted = Challenge.objects.filter(status=ChallengeStatus.ACCEPTED).select_related("match")
    for challenge in accepted.order_by("pk").iterator():
        if challenge.match is not None and challenge.match.dice_id != challenge.dice_id:
            yield Violation(challenge.match_id, "dice", f"are not those of {challenge}")
