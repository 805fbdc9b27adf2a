"""Late entries: a player who joins a running round robin, and the rounds he has missed."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Q

from games.services.answers import answering
from ladder import permissions
from ladder.enums import (
    EntryState,
    LateMissed,
    PairingSource,
    PairingState,
    RoundsOpen,
    RoundState,
    StageKind,
    TournamentState,
)
from ladder.models import Entry, Pairing, Round, Stage, StageSeat, Tournament
from ladder.rules import late as rules
from ladder.rules.pairings import MOST_PLAYERS, round_robin
from ladder.rules.results import LOSS, WIN
from ladder.services.tournaments import acting as acts
from ladder.services.tournaments import boards, drawing, entering, progress
from ladder.services.tournaments.acting import Acting, Changed
from vrhcaby.errors import DomainError

if TYPE_CHECKING:
    from collections.abc import Iterable


LEAST_TIME = datetime.timedelta(hours=1)
"""What a late player's game has at least, where its round is over already."""


class LateRefused(DomainError):
    """Nobody can enter any more: `late_entries_over` with the last `round`, or `full`."""

    code = "late_entries_over"


class Begun(DomainError):
    """The pairings cannot be drawn anew: something has been played, or somebody has left."""

    code = "pairings_begun"


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game that a late player would get: `lost` by walkover at once, or in an `added` round.

    `missed`: that round is over. `twice`: the opponent has another board in it.
    """

    round: int
    opponent: Entry
    missed: bool
    lost: bool
    twice: bool
    added: bool


@dataclass(frozen=True, slots=True)
class Preview:
    """What a late entry would bring, before it is done.

    `anew`: nothing has been played, so that everything can be drawn anew in `rounds_anew` rounds.
    `over`: how many players there would be beyond the places of the tournament.
    """

    name: str
    stage: Stage
    anew: bool
    rounds: int
    rounds_anew: int
    meetings: Sequence[Meeting]
    over: int


@answering
def late_entry(
    *,
    slug: str,
    by_id: int,
    member_id: int | None = None,
    name: str = "",
    redraw: bool | None = None,
    version: int | None = None,
    why: str = "",
) -> Changed:
    """Let a member, or a guest by name, join a running round robin; entry service.

    While nothing has been played the whole stage is drawn anew with him at the end (`redraw` None
    or True). Otherwise he meets everybody who has not left: in each round whoever rests, and where
    nobody rests one of the others, who then plays twice. Rounds over are lost by walkover or
    played later, as the tournament says. In groups he joins the smallest. Refused:
    `late_entries_over`, `full`, `no_such_member`, `already_entered`, `bad_guest_name`,
    `wrong_state`, and `pairings_begun` where `redraw` is asked for too late.
    """
    with transaction.atomic(durable=True):
        # They may all go with the draw, and pairings are locked before their tournament.
        boards.lock(Q(round__stage__tournament__slug=slug))
        acting = acts.take(slug, by_id=by_id, why=why)
        permissions.require_can_direct(acting.by, acting.tournament)
        acting.require_state(TournamentState.RUNNING)
        acting.require_unchanged(version, Q(subject__has_key="entry"))
        stage = _stage(acting.tournament)
        rounds = list(stage.rounds.order_by("number"))
        _require_in_time(acting.tournament, rounds)
        known, who = _who(acting.tournament, member_id, name)
        entry = entering.put(acting, known, EntryState.CONFIRMED, **who)
        anew = _is_unplayed(stage) if redraw is None else redraw
        if anew and not _is_unplayed(stage):
            raise Begun
        _draw_anew(acting, stage, entry) if anew else _join(acting, stage, entry, rounds)
        return acting.changed(entry.pk)


def preview(*, tournament: Tournament, member_id: int | None = None, name: str = "") -> Preview:
    """Return what a late entry would bring; raises what `late_entry` refuses. Changes nothing."""
    if tournament.state != TournamentState.RUNNING:
        raise acts.WrongState(details={"state": str(tournament.state)})
    stage = _stage(tournament)
    rounds = list(stage.rounds.order_by("number"))
    _require_in_time(tournament, rounds)
    _known, who = _who(tournament, member_id, name)
    seats = stage.seats.count() + 1
    return Preview(
        name=str(who.get("member") or who.get("name")),
        stage=stage,
        anew=_is_unplayed(stage),
        rounds=len(rounds),
        rounds_anew=len(round_robin(seats, double=stage.double).rounds),
        meetings=_meetings(stage, rounds),
        over=max(0, 1 - entering.free(tournament)),
    )


def _stage(tournament: Tournament) -> Stage:
    """Return the round robin with the fewest players. Raises LateRefused when it is past."""
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


def _require_in_time(tournament: Tournament, rounds: Sequence[Round]) -> None:
    last = tournament.late_until_round
    if last is None or _current(rounds) > last:
        raise LateRefused(details={"round": last})


def _who(
    tournament: Tournament, member_id: int | None, name: str
) -> tuple[Entry | None, dict[str, Any]]:
    """Return who is to enter: his earlier entry if there is one, and himself."""
    if member_id is None:
        return None, {"name": entering.guest_name(name)}
    member = acts.member_of(member_id)
    if not member.is_authenticated or not member.is_active:
        raise DomainError("no_such_member")
    known = tournament.entries.filter(member=member_id).select_related("member").first()
    if known is not None and known.has_place:
        raise entering.EntryRefused("already_entered")
    return known, {"member": member}


def _is_unplayed(stage: Stage) -> bool:
    """Tell whether nothing has come of the stage's pairings, and nobody has left."""
    begun = drawing.begun(Pairing.objects.filter(round__stage=stage)).exists()
    return not begun and not stage.seats.filter(entry__left_round__isnull=False).exists()


def _draw_anew(acting: Acting, stage: Stage, entry: Entry) -> None:
    """Draw the stage again with a seat more; the others keep their numbers."""
    entries = [*_seated(stage), entry]
    stage.rounds.all().delete()
    StageSeat.objects.create(stage=stage, entry=entry, number=len(entries))
    schedule = round_robin(len(entries), double=stage.double)
    drawing.play_all(acting.tournament, stage, entries, schedule)
    _log(acting, "late_entry_drawn", stage, entry, rounds=len(schedule.rounds))
    progress.open_at_start(acting, [stage])


def _join(acting: Acting, stage: Stage, entry: Entry, rounds: Sequence[Round]) -> None:
    """Give him a game with everybody who has not left, beside the pairings that there are."""
    opponents = _opponents(stage)
    games = _games(stage, opponents)
    StageSeat.objects.create(stage=stage, entry=entry, number=stage.seats.count() + 1)
    _log(acting, "late_entry", stage, entry, from_round=_current(rounds))
    by_number = {played.number: played for played in rounds}
    added = [game.round for game in games if game.round not in by_number]
    for number in added:
        by_number[number] = drawing.new_round(acting.tournament, stage, number)
        by_number[number].save()
    _write(
        acting, entry, [(by_number[one.round], opponents[int(one.opponent)], one) for one in games]
    )
    if acting.tournament.rounds_open == RoundsOpen.ALL:
        for number in added:
            progress.open_round(acting, by_number[number], code="round_opened")


def _log(acting: Acting, code: str, stage: Stage, entry: Entry, **after: int) -> None:
    acting.log(
        code,
        subject=entering.subject(entry),
        after={"stage": stage.number, **after},
        parts=["entries", "rounds", "pairings", "standings"],
    )


def _seated(stage: Stage) -> list[Entry]:
    seats = stage.seats.select_related("entry__member").order_by("number")
    return [seat.entry for seat in seats]


def _opponents(stage: Stage) -> dict[int, Entry]:
    return {entry.pk: entry for entry in _seated(stage) if not entry.has_left}


def _games(stage: Stage, opponents: Iterable[int]) -> Sequence[rules.LateGame]:
    numbers = stage.rounds.values_list("number", flat=True)
    playing: dict[int, set[int]] = {number: set() for number in numbers}
    pairs = Pairing.objects.filter(round__stage=stage)
    for number, *both in pairs.values_list("round__number", "first", "second"):
        playing[number].update(seat for seat in both if seat is not None)
    return rules.late_games(playing, list(opponents), double=stage.double)


def _meetings(stage: Stage, rounds: Sequence[Round]) -> list[Meeting]:
    opponents = _opponents(stage)
    states = {played.number: played.state for played in rounds}
    walkover = stage.tournament.late_missed == LateMissed.WALKOVER
    found = []
    for game in _games(stage, opponents):
        missed = states.get(game.round) == RoundState.CLOSED
        lost = missed and walkover
        opponent = opponents[int(game.opponent)]
        twice = game.twice and not missed
        found.append(Meeting(game.round, opponent, missed, lost, twice, game.round not in states))
    return found


def _write(
    acting: Acting, entry: Entry, games: Sequence[tuple[Round, Entry, rules.LateGame]]
) -> None:
    boards_used = {played.pk: played.pairings.count() for played, _opponent, _game in games}
    last = max((one.deadline_at for one, *_rest in games if one.deadline_at), default=acting.at)
    to_open: list[Pairing] = []
    for played, opponent, game in games:
        boards_used[played.pk] += 1
        pairing = Pairing(
            round=played,
            number=boards_used[played.pk],
            first=entry if game.first else opponent,
            second=opponent if game.first else entry,
        )
        missed = played.state == RoundState.CLOSED
        if missed and acting.tournament.late_missed == LateMissed.WALKOVER:
            _lose(acting, pairing, by_first=game.first)
        else:
            pairing.deadline_at = _own_deadline(acting, played, last)
        pairing.save()
        if played.state != RoundState.WAITING and pairing.state == PairingState.WAITING:
            to_open.append(pairing)
    progress.open_pairings(acting, to_open)
    for pairing in to_open:
        # A round that was over is open again for those who have yet to play in it.
        progress.move_on(acting, pairing)


def _own_deadline(
    acting: Acting, played: Round, last: datetime.datetime
) -> datetime.datetime | None:
    """Return until when a game of a round whose time is over can be played: None, it is not over.

    Until the last round's deadline, else for as long as the round itself was open.
    """
    over = played.deadline_at
    if over is None or over > acting.at:
        return None
    if last > acting.at:
        return last
    begun = played.opened_at or played.opens_at
    minutes = acting.tournament.round_lasts_minutes
    lasts = datetime.timedelta(minutes=minutes or 0) if minutes or begun is None else over - begun
    return acting.at + max(lasts, LEAST_TIME)


def _lose(acting: Acting, pairing: Pairing, *, by_first: bool) -> None:
    pairing.state, pairing.source = PairingState.DECIDED, PairingSource.WALKOVER
    pairing.first_result = LOSS if by_first else WIN
    pairing.second_result = WIN if by_first else LOSS
    pairing.forfeit, pairing.decided_at = True, acting.at
