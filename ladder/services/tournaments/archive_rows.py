"""Rows of a tournament as records of an archive, and back; what is wrong with a record. Inner."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from ladder.archives import EntryRecord, LogRecord, PairingRecord, RoundRecord, StageRecord
from ladder.enums import (
    EntryState,
    FeedsFrom,
    PairingSource,
    PairingState,
    RoundState,
    StageKind,
    WithdrawalPolicy,
)
from ladder.models import Entry, Pairing, Round, Stage, StageSeat, Tournament
from ladder.selectors.tournaments import acts as log
from ladder.selectors.tournaments import field
from ladder.services.tournaments.settings import FIELDS, MOMENTS, NAME_LENGTH, rounds_of
from vrhcaby import moments, plain_line

Fault = tuple[str, str] | None
"""Which part of a record is wrong, and why."""

LARGEST_NUMBER = 32_767
UNFINISHED = (PairingState.PLAYING, PairingState.REPORTED, PairingState.DISPUTED)
KEPT_SOURCES = (PairingSource.BYE, PairingSource.WITHDRAWAL, PairingSource.WALKOVER)


def settings_of(tournament: Tournament) -> dict[str, Any]:
    """Return the settings by name, times as ISO texts."""
    values = {name: getattr(tournament, name) for name in sorted(FIELDS)}
    return values | {
        name: None if values[name] is None else values[name].isoformat() for name in MOMENTS
    }


def settings_from(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings as the services take them. Raises ValueError for a time that is none."""
    read = dict(values)
    for name in MOMENTS:
        if read.get(name) is not None:
            read[name] = datetime.datetime.fromisoformat(str(read[name]))
    return read


def entry_record(entry: Entry) -> EntryRecord:
    """Return an entry as a record."""
    return EntryRecord(
        number=entry.number,
        name=entry.shown_name,
        state=entry.state,
        member=entry.member_id is not None,
        seat_order=entry.seat_order,
        left_round=entry.left_round,
        left_policy=entry.left_policy,
    )


def stage_record(stage: Stage, numbers: Mapping[int, int]) -> StageRecord:
    """Return a stage with its rounds and pairings as a record, in three statements."""
    pairings: dict[int, list[Pairing]] = {}
    rows = Pairing.objects.filter(round__stage=stage).select_related(
        "first_from__round", "second_from__round"
    )
    for pairing in rows.order_by("round", "number"):
        pairings.setdefault(pairing.round_id, []).append(pairing)
    decides = stage.decides.number if stage.decides else None
    return StageRecord(
        number=stage.number,
        kind=stage.kind,
        seats=[numbers[seat.entry_id] for seat in stage.seats.order_by("number")],
        rounds=[
            _round_record(played, pairings.get(played.pk, []), numbers)
            for played in stage.rounds.order_by("number")
        ],
        phase=stage.phase,
        name=stage.name,
        double=stage.double,
        decides=decides,
    )


def standings_of(stage: Stage, numbers: Mapping[int, int]) -> dict[str, Any]:
    """Return the table of a stage: what a reader may compare with his own."""
    rows = field.of(stage).standings().rows
    return {
        "stage": stage.number,
        "table": [
            {
                "entry": numbers[int(row.seat)],
                "place": row.place,
                "points": str(row.points),
                "tiebreaks": {name: str(value) for name, value in row.tiebreaks.items()},
            }
            for row in rows
        ],
    }


def log_of(tournament: Tournament) -> list[LogRecord]:
    """Return the official log, the oldest line first."""
    acts = tournament.acts.select_related("official").order_by("pk")
    names = log.names_of_left(tournament)
    return [
        LogRecord(
            version=act.version,
            code=act.code,
            at=act.at.isoformat(),
            by=act.official.username if act.official else None,
            why=act.why,
            subject=act.subject,
            before=act.before,
            after=act.after,
        )
        for act in (log.nameless(act, names) for act in acts)
    ]


def entry_fault(record: EntryRecord, known: Mapping[int, Entry]) -> Fault:
    """Say what is wrong with an entry's record, None when nothing is."""
    if not 1 <= record.number <= LARGEST_NUMBER or record.number in known:
        return "number", "a number twice, or none that can be"
    if len(record.name) > NAME_LENGTH or not plain_line.is_one_line(record.name):
        return "name", f"1 to {NAME_LENGTH} characters on one line"
    if record.state not in EntryState.values:
        return "state", "unknown state"
    if (record.left_round is None) != (record.left_policy == ""):
        return "left_policy", "goes with left_round"
    if record.left_policy and record.left_policy not in WithdrawalPolicy.values:
        return "left_policy", "unknown policy"
    return _number_fault(seat_order=record.seat_order, left_round=record.left_round)


def stage_fault(
    record: StageRecord, entries: Mapping[int, Entry], stages: Mapping[int, Stage]
) -> Fault:
    """Say what is wrong with a stage's record."""
    if record.kind not in StageKind.values:
        return "kind", "unknown kind"
    if record.number in stages or not 1 <= record.number <= LARGEST_NUMBER:
        return "number", "a number twice, or none that can be"
    if len(set(record.seats)) < len(record.seats) or not entries.keys() >= set(record.seats):
        return "seats", "an entry twice, or one that is not in entries"
    if len(record.seats) < 2:
        return "seats", "fewer than two"
    if record.decides is not None and record.decides not in stages:
        return "decides", "no earlier stage has this number"
    return _rounds_fault(record)


def _rounds_fault(record: StageRecord) -> Fault:
    most = rounds_of(len(record.seats), double=record.double)
    if record.kind == StageKind.ROUND_ROBIN and len(record.rounds) > most:
        return "rounds", f"{len(record.rounds)} rounds for {len(record.seats)} players"
    numbers = [played.number for played in record.rounds]
    if len(set(numbers)) < len(numbers):
        return "rounds", "a number twice"
    if len(record.name) > 40:
        return "name", "too long"
    return _number_fault(phase=record.phase)


def round_fault(record: RoundRecord) -> Fault:
    """Say what is wrong with a round's record."""
    if record.state not in RoundState.values:
        return "state", "unknown state"
    for name in ("opens_at", "deadline_at"):
        if not _is_moment(getattr(record, name)):
            return name, "not a date and a time with a zone"
    if record.opens_at and record.deadline_at:
        opens, ends = map(datetime.datetime.fromisoformat, (record.opens_at, record.deadline_at))
        if opens >= ends:
            return "deadline_at", "before its start"
    numbers = [pairing.number for pairing in record.pairings]
    if len(set(numbers)) < len(numbers):
        return "pairings", "a number twice"
    return _number_fault(number=record.number, length=record.length)


def pairing_fault(
    record: PairingRecord, seats: set[int], placed: Mapping[tuple[int, int], Pairing]
) -> Fault:
    """Say what is wrong with a pairing's record."""
    for name in ("first", "second"):
        number = getattr(record, name)
        if number is not None and number not in seats:
            return name, "has no seat in this stage"
        fed = getattr(record, f"{name}_from")
        if fed is not None and ((fed[0], fed[1]) not in placed or fed[2] not in FeedsFrom.values):
            return f"{name}_from", "no earlier pairing"
    if record.first is not None and record.first == record.second:
        return "second", "the same player twice"
    if record.state not in PairingState.values:
        return "state", "unknown state"
    if record.source and record.source not in PairingSource.values:
        return "source", "unknown source"
    return _result_fault(record)


def _result_fault(record: PairingRecord) -> Fault:
    if (record.results is None) != (record.state != PairingState.DECIDED):
        return "results", "go with the state decided"
    if record.results is not None and record.results not in _POSSIBLE:
        return "results", "impossible"
    if record.score is not None and not all(0 <= one <= LARGEST_NUMBER for one in record.score):
        return "score", "impossible"
    if not _fits(record.score, record.results):
        return "score", "does not fit the results"
    if record.forfeit and record.results is None:
        return "forfeit", "without a result"
    if not _is_moment(record.decided_at):
        return "decided_at", "not a date and a time with a zone"
    return _number_fault(number=record.number, for_place=record.for_place)


def _fits(score: tuple[int, int] | None, results: tuple[int, int] | None) -> bool:
    """Tell whether the better score is the better result's."""
    if score is None or results is None:
        return score is None
    better, won = score[0] - score[1], results[0] - results[1]
    return (better > 0) == (won > 0) and (better < 0) == (won < 0)


_POSSIBLE = ((2, 0), (1, 1), (0, 2), (0, 0), (0, 1), (1, 0))


def pairing_row(
    played: Round,
    record: PairingRecord,
    entries: Mapping[int, Entry],
    placed: Mapping[tuple[int, int], Pairing],
    *,
    at: datetime.datetime,
) -> Pairing:
    """Return a pairing that is not written yet; one being played is to be played again."""
    state, source = record.state, record.source
    if state in UNFINISHED:
        state = PairingState.OPEN
    if state == PairingState.DECIDED and source not in KEPT_SOURCES:
        source = PairingSource.ARCHIVE
    results, score = record.results or (None, None), record.score or (None, None)
    decided = (
        at if record.decided_at is None else datetime.datetime.fromisoformat(record.decided_at)
    )
    return Pairing(
        round=played,
        number=record.number,
        first=None if record.first is None else entries[record.first],
        second=None if record.second is None else entries[record.second],
        first_from=None if record.first_from is None else placed[record.first_from[:2]],
        first_takes="" if record.first_from is None else record.first_from[2],
        second_from=None if record.second_from is None else placed[record.second_from[:2]],
        second_takes="" if record.second_from is None else record.second_from[2],
        for_place=record.for_place,
        state=state,
        first_result=results[0],
        second_result=results[1],
        first_score=score[0],
        second_score=score[1],
        forfeit=record.forfeit,
        source=source,
        decided_at=decided if state == PairingState.DECIDED else None,
    )


def seat(stage: Stage, record: StageRecord, entries: Mapping[int, Entry]) -> None:
    """Write the seats of a stage."""
    StageSeat.objects.bulk_create(
        StageSeat(stage=stage, entry=entries[entry_number], number=number)
        for number, entry_number in enumerate(record.seats, start=1)
    )


def _round_record(
    played: Round, pairings: list[Pairing], numbers: Mapping[int, int]
) -> RoundRecord:
    opens, ends = played.opens_at, played.deadline_at
    return RoundRecord(
        number=played.number,
        pairings=[_pairing_record(pairing, numbers) for pairing in pairings],
        state=played.state,
        length=played.length,
        opens_at=None if opens is None else opens.isoformat(),
        deadline_at=None if ends is None else ends.isoformat(),
    )


def _pairing_record(pairing: Pairing, numbers: Mapping[int, int]) -> PairingRecord:
    results = (pairing.first_result, pairing.second_result)
    score = (pairing.first_score, pairing.second_score)
    decided = pairing.decided_at
    return PairingRecord(
        number=pairing.number,
        first=None if pairing.first_id is None else numbers[pairing.first_id],
        second=None if pairing.second_id is None else numbers[pairing.second_id],
        first_from=_feeder(pairing.first_from, pairing.first_takes),
        second_from=_feeder(pairing.second_from, pairing.second_takes),
        for_place=pairing.for_place,
        state=pairing.state,
        results=None if results[0] is None or results[1] is None else (results[0], results[1]),
        score=None if score[0] is None or score[1] is None else (score[0], score[1]),
        forfeit=pairing.forfeit,
        source=pairing.source,
        decided_at=None if decided is None else decided.isoformat(),
    )


def _feeder(feeder: Pairing | None, takes: str) -> tuple[int, int, str] | None:
    return None if feeder is None else (feeder.round.number, feeder.number, takes)


def _number_fault(**numbers: int | None) -> Fault:
    for name, number in numbers.items():
        if number is not None and not 1 <= number <= LARGEST_NUMBER:
            return name, "no number that can be"
    return None


def _is_moment(text: str | None) -> bool:
    if text is None:
        return True
    try:
        at = datetime.datetime.fromisoformat(text)
        return at.tzinfo is not None and moments.is_possible(at)
    except ValueError:
        return False
