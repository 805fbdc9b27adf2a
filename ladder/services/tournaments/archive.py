"""The archive of a tournament written, and read in again as a tournament of its own."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction

from games.instants import to_datetime
from games.services.answers import answering
from ladder import archives, permissions
from ladder.archives import Archive, EntryRecord, PairingRecord, RoundRecord, StageRecord
from ladder.enums import RoleKind, StageKind, TournamentState
from ladder.models import Entry, Pairing, Role, Round, Stage, Tournament
from ladder.rules.results import TournamentError
from ladder.services.tournaments import acting as acts
from ladder.services.tournaments import addresses, settings
from ladder.services.tournaments import archive_rows as rows
from ladder.services.tournaments.acting import Acting, Changed
from vrhcaby import clock, plain_line


def export(tournament: Tournament) -> bytes:
    """Return a tournament as JSON: settings, entries, every pairing, the table, the log.

    Reads only. No addresses or accounts beyond the names that everybody sees are in it.
    """
    entries = list(tournament.entries.select_related("member").order_by("number"))
    numbers = {entry.pk: entry.number for entry in entries}
    stages = list(tournament.stages.order_by("number"))
    for stage in stages:
        stage.tournament = tournament
    return archives.written(
        Archive(
            kind=archives.KIND,
            version=archives.VERSION,
            written_at=to_datetime(clock.now()).isoformat(),
            state=tournament.state,
            settings=rows.settings_of(tournament),
            entries=[rows.entry_record(entry) for entry in entries],
            stages=[rows.stage_record(stage, numbers) for stage in stages],
            standings=[rows.standings_of(stage, numbers) for stage in stages if _has_table(stage)],
            log=rows.log_of(tournament),
        )
    )


@answering
def read(*, by_id: int, data: bytes) -> Changed:
    """Make a tournament of an archive; entry service.

    Entries of members become this site's members of the same name, else names alone. Nothing is
    rated: the copy counts for no ladder. Refused: `may_not_make_tournaments`,
    `archive_too_large`, `archive_newer`, `archive_broken` with `line` and `reason`; nothing is
    written then.
    """
    permissions.require_can_create(acts.member_of(by_id))
    archive = archives.read(data)
    try:
        with transaction.atomic(durable=True):
            return _Reading(data, archive, acts.member_of(by_id)).made()
    except IntegrityError as error:
        raise archives.broken(data, "$", "the parts contradict each other") from error


def _has_table(stage: Stage) -> bool:
    return stage.kind == StageKind.ROUND_ROBIN


class _Reading:
    """An archive being written to the tables; every refusal knows the place in the file."""

    def __init__(self, data: bytes, archive: Archive, by: Any) -> None:
        self._data, self._archive, self._by = data, archive, by
        self._now = clock.now()
        self._at = to_datetime(self._now)
        self._entries: dict[int, Entry] = {}
        self._stages: dict[int, Stage] = {}

    def made(self) -> Changed:
        """Write everything; raises archives.Broken."""
        tournament = self._tournament()
        for index, record in enumerate(self._archive.entries):
            self._entry(tournament, record, f"$.entries[{index}]")
        for index, stage_record in enumerate(self._archive.stages):
            self._stage(tournament, stage_record, f"$.stages[{index}]")
        self._require_tables(tournament)
        acting = Acting(tournament, self._by, self._now)
        acting.log("imported", after={"acts": len(self._archive.log)})
        return acting.changed(tournament.pk)

    def _refuse(self, path: str, reason: str) -> archives.Broken:
        return archives.broken(self._data, path, reason)

    def _tournament(self) -> Tournament:
        archive = self._archive
        if archive.state not in TournamentState.values:
            raise self._refuse("$.state", "unknown state")
        made = Tournament(created_by=self._by, created_at=self._at)
        try:
            settings.apply(made, rows.settings_from(archive.settings))
        except settings.BadSettings as refusal:
            name = str(refusal.details["field"])
            raise self._refuse(f"$.settings.{name}", refusal.code) from refusal
        except (ValueError, TypeError) as wrong:
            raise self._refuse("$.settings", str(wrong)) from wrong
        made.rated = False
        made.state = archive.state
        over = archive.state in (TournamentState.FINISHED, TournamentState.ARCHIVED)
        made.finished_at = self._at if over else None
        addresses.insert(made)
        Role.objects.create(
            tournament=made,
            member=self._by,
            kind=RoleKind.DIRECTOR,
            invited_by=self._by,
            invited_at=self._at,
            accepted_at=self._at,
        )
        return made

    def _entry(self, tournament: Tournament, record: EntryRecord, path: str) -> None:
        wrong = rows.entry_fault(record, self._entries)
        if wrong is not None:
            raise self._refuse(f"{path}.{wrong[0]}", wrong[1])
        member = _member_named(record.name) if record.member else None
        taken = {entry.member_id for entry in self._entries.values()}
        if member is not None and member.pk in taken:
            raise self._refuse(f"{path}.name", "the same member twice")
        self._entries[record.number] = Entry.objects.create(
            tournament=tournament,
            member=member,
            name="" if member else record.name.strip(),
            number=record.number,
            state=record.state,
            seat_order=record.seat_order,
            entered_at=self._at,
            left_round=record.left_round,
            left_policy=record.left_policy,
        )

    def _stage(self, tournament: Tournament, record: StageRecord, path: str) -> None:
        wrong = rows.stage_fault(record, self._entries, self._stages)
        if wrong is not None:
            raise self._refuse(f"{path}.{wrong[0]}", wrong[1])
        stage = Stage.objects.create(
            tournament=tournament,
            number=record.number,
            kind=record.kind,
            phase=record.phase,
            name=plain_line.clean(record.name),
            double=record.double,
            decides=self._stages[record.decides] if record.decides is not None else None,
        )
        self._stages[record.number] = stage
        rows.seat(stage, record, self._entries)
        placed: dict[tuple[int, int], Pairing] = {}
        for index, round_record in enumerate(record.rounds):
            self._round(stage, round_record, f"{path}.rounds[{index}]", set(record.seats), placed)

    def _round(
        self,
        stage: Stage,
        record: RoundRecord,
        path: str,
        seats: set[int],
        placed: dict[tuple[int, int], Pairing],
    ) -> None:
        wrong = rows.round_fault(record)
        if wrong is not None:
            raise self._refuse(f"{path}.{wrong[0]}", wrong[1])
        played = Round.objects.create(
            stage=stage,
            number=record.number,
            length=record.length,
            state=record.state,
            opens_at=_moment(record.opens_at),
            deadline_at=_moment(record.deadline_at),
        )
        made = []
        for index, pairing_record in enumerate(record.pairings):
            where = f"{path}.pairings[{index}]"
            made.append(self._pairing(played, pairing_record, where, seats, placed))
        for pairing in Pairing.objects.bulk_create(made):
            placed[record.number, pairing.number] = pairing

    def _pairing(
        self,
        played: Round,
        record: PairingRecord,
        path: str,
        seats: set[int],
        placed: Mapping[tuple[int, int], Pairing],
    ) -> Pairing:
        wrong = rows.pairing_fault(record, seats, placed)
        if wrong is not None:
            raise self._refuse(f"{path}.{wrong[0]}", wrong[1])
        return rows.pairing_row(played, record, self._entries, placed, at=self._at)

    def _require_tables(self, tournament: Tournament) -> None:
        """Every table can be computed, and an open pairing has somebody to play it."""
        numbers = {entry.pk: number for number, entry in self._entries.items()}
        for index, stage in enumerate(self._stages.values()):
            stage.tournament = tournament
            if not _has_table(stage):
                continue
            try:
                computed = rows.standings_of(stage, numbers)
            except TournamentError as wrong:
                raise self._refuse(f"$.stages[{index}]", wrong.code) from wrong
            self._require_same(computed)

    def _require_same(self, computed: dict[str, Any]) -> None:
        """A table that stands in the file is the one that its results give."""
        for index, given in enumerate(self._archive.standings):
            if given.get("stage") == computed["stage"] and given != computed:
                raise self._refuse(f"$.standings[{index}]", "not what the results give")


def _member_named(name: str) -> Any:
    return get_user_model().objects.named(name).filter(is_active=True).first()


def _moment(text: str | None) -> datetime.datetime | None:
    return None if text is None else datetime.datetime.fromisoformat(text)
