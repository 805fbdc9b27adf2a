"""Deciding matches for tied places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from games.services.answers import answering
from ladder import permissions
from ladder.enums import RoundState, StageKind, TournamentState
from ladder.models import Round, Stage
from ladder.rules.pairings import round_robin
from ladder.selectors.tournaments import field
from ladder.services.tournaments import acting as acts
from ladder.services.tournaments import drawing, progress
from ladder.services.tournaments.acting import Acting, Changed
from vrhcaby.errors import DomainError

if TYPE_CHECKING:
    from ladder.models import Entry


class NoPlayOff(DomainError):
    """No deciding match is due: `no_play_off_due`, or there is one already: `play_off_exists`."""

    code = "no_play_off_due"


@answering
def create(
    *,
    slug: str,
    by_id: int,
    stage_id: int,
    place: int,
    length: int | None = None,
    version: int | None = None,
    why: str = "",
) -> Changed:
    """Let those who share a place play for it, each against each; entry service.

    The chain of tie-breaks must have a `play_off` that reaches the place, and the stage must be
    decided. `Changed.id` is the new stage. Refused: `no_such_stage`, `no_play_off_due`,
    `play_off_exists`, `not_all_decided`, `bad_lengths`.
    """
    with transaction.atomic(durable=True):
        acting = acts.take(slug, by_id=by_id, why=why)
        permissions.require_can_direct(acting.by, acting.tournament)
        acting.require_unchanged(version)
        acting.require_state(TournamentState.RUNNING)
        stage = acting.tournament.stages.filter(pk=stage_id).first()
        if stage is None:
            raise DomainError("no_such_stage")
        stage.tournament = acting.tournament
        tied = _tied(stage, place)
        made = _make(acting, stage, tied, place, length)
        acting.log(
            "play_off_made",
            subject={"stage": stage.number, "stage_name": stage.name, "place": place},
            after={"players": [entry.shown_name for entry in tied]},
            parts=["rounds", "pairings", "standings"],
        )
        progress.open_at_start(acting, [made])
        return acting.changed(made.pk)


def _tied(stage: Stage, place: int) -> list[Entry]:
    """Return who shares a place for which a deciding match is due."""
    found = field.of(stage)
    if found.withdrawal.open:
        raise DomainError("not_all_decided", {"count": len(found.withdrawal.open)})
    rows = [row for row in found.standings().rows if row.place == place and row.play_off]
    tied = [found.entries[int(row.seat)] for row in rows]
    if len(tied) < 2:
        raise NoPlayOff
    ids = {entry.pk for entry in tied}
    for earlier in stage.play_offs.prefetch_related("seats"):
        open_still = earlier.rounds.exclude(state=RoundState.CLOSED).exists()
        if open_still and ids & {seat.entry_id for seat in earlier.seats.all()}:
            raise NoPlayOff("play_off_exists")
    return tied


def _make(
    acting: Acting, decides: Stage, tied: list[Entry], place: int, length: int | None
) -> Stage:
    tournament = acting.tournament
    last = max(tournament.stages.values_list("number", flat=True))
    made = Stage.objects.create(
        tournament=tournament,
        number=last + 1,
        kind=StageKind.PLAY_OFF,
        phase=decides.phase,
        decides=decides,
        settings={"place": place},
    )
    drawing.seat(made, tied)
    rounds = drawing.play_all(tournament, made, tied, round_robin(len(tied)))
    drawing.require_length(tournament, length)
    # A deciding match is played when it is made, not when the schedule of the rounds says.
    Round.objects.filter(pk__in=[one.pk for one in rounds]).update(
        length=length, opens_at=None, deadline_at=None
    )
    return made
