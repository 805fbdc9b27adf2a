"""Rounds: the draw that starts a tournament, opening, closing, opening again, new times."""

from __future__ import annotations

import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q

from games.services.answers import answering
from ladder import permissions
from ladder.enums import PairingState, RoundsOpen, RoundState, TournamentState
from ladder.models import Round, Tournament
from ladder.services.tournaments import acting as acts
from ladder.services.tournaments import boards, drawing, life, progress
from ladder.services.tournaments.acting import Acting, Changed
from vrhcaby import moments
from vrhcaby.errors import DomainError


class NoSuchRound(DomainError):
    """The tournament has no such round."""

    code = "no_such_round"


class RoundRefused(DomainError):
    """The round is not in the state for that: `round_already_open`, `round_not_open`,
    `round_not_closed`, `round_undecided` with the `count`."""

    code = "round_refused"


@answering
def start(*, slug: str, by_id: int, version: int | None = None, why: str = "") -> Changed:
    """Draw, and let a closed tournament run; entry service.

    What may be played at once is opened. Refused: `too_few_players`, `too_many_players`,
    `too_few_for_groups`, `seats_missing` (by hand), `seed_missing` (by lot), `no_such_round` with
    the `field` of a setting that names a round there is not.
    """
    with transaction.atomic(durable=True):
        acting = acts.take(slug, by_id=by_id, why=why)
        permissions.require_can_direct(acting.by, acting.tournament)
        acting.require_unchanged(version)
        acting.require_state(TournamentState.CLOSED)
        entries = drawing.in_order(acting.tournament)
        stages = drawing.draw(acting, entries)
        acting.touch("entries", "rounds", "pairings", "standings")
        life.lead(acting, TournamentState.RUNNING, "started")
        progress.open_at_start(acting, stages)
        return acting.changed()


@answering
def open_round(
    *, slug: str, by_id: int, round_id: int, version: int | None = None, why: str = ""
) -> Changed:
    """Open a round that waits, before its time or when it was held; entry service.

    Round by round the one before need not be decided: its open pairings stay open. Refused:
    `no_such_round`, `round_already_open`.
    """
    with transaction.atomic(durable=True):
        acting, played = _taken(slug, round_id, by_id=by_id, why=why, version=version)
        if played.state != RoundState.WAITING:
            raise RoundRefused("round_already_open", {"state": played.state})
        played.held = False
        played.save(update_fields=["held"])
        progress.open_round(acting, played, code="round_opened", by_itself=False)
        return acting.changed(played.pk)


@answering
def close_round(
    *, slug: str, by_id: int, round_id: int, version: int | None = None, why: str = ""
) -> Changed:
    """Close a round whose pairings are decided; entry service.

    The next one opens if it is due. Refused: `round_not_open`, `round_undecided`.
    """
    with transaction.atomic(durable=True):
        acting, played = _taken(slug, round_id, by_id=by_id, why=why, version=version)
        if played.state != RoundState.OPEN:
            raise RoundRefused("round_not_open", {"state": played.state})
        waiting = progress.undecided_in(played)
        if waiting:
            raise RoundRefused("round_undecided", {"count": waiting})
        _lead(acting, played, RoundState.CLOSED, "round_closed")
        if acting.tournament.rounds_open == RoundsOpen.ONE_BY_ONE:
            progress.open_next(acting, played)
        return acting.changed(played.pk)


@answering
def reopen_round(
    *, slug: str, by_id: int, round_id: int, version: int | None = None, why: str = ""
) -> Changed:
    """Open a closed round again; it then closes when the director says so. Entry service.

    Refused: `round_not_closed`.
    """
    with transaction.atomic(durable=True):
        acting, played = _taken(slug, round_id, by_id=by_id, why=why, version=version)
        if played.state != RoundState.CLOSED:
            raise RoundRefused("round_not_closed", {"state": played.state})
        played.held = True
        played.save(update_fields=["held"])
        _lead(acting, played, RoundState.OPEN, "round_reopened")
        return acting.changed(played.pk)


@answering
def reschedule(
    *,
    slug: str,
    by_id: int,
    round_id: int,
    opens_at: datetime.datetime | None = None,
    deadline_at: datetime.datetime | None = None,
    length: int | None = None,
    held: bool = False,
    version: int | None = None,
    why: str = "",
) -> Changed:
    """Give a round its start, its deadline and its match length; entry service.

    None: no start, no deadline, the usual length. `held`: it opens and closes by the director
    alone. Refused: `bad_moment`, `deadline_before_start`, `bad_lengths`, `round_begun` where
    another length would come too late.
    """
    with transaction.atomic(durable=True):
        acting, played = _taken(slug, round_id, by_id=by_id, why=why, version=version)
        for field, moment in (("opens_at", opens_at), ("deadline_at", deadline_at)):
            if moment is not None and not moments.is_possible(moment):
                raise DomainError("bad_moment", {"field": field})
        if opens_at is not None and deadline_at is not None and deadline_at <= opens_at:
            raise DomainError("deadline_before_start", {"field": "deadline_at"})
        if length != played.length:
            _require_length(acting, played, length)
        before = _shown(played)
        played.opens_at, played.deadline_at = opens_at, deadline_at
        played.length, played.held = length, held
        played.save()
        acting.log(
            "round_rescheduled",
            subject=progress.subject(played),
            before=before,
            after=_shown(played),
            parts=progress.PARTS,
        )
        return acting.changed(played.pk)


def _taken(
    slug: str, round_id: int, *, by_id: int, why: str, version: int | None
) -> tuple[Acting, Round]:
    """Lock the pairings of a round and of the next one, then the tournament, for a director."""
    row = Round.objects.filter(pk=round_id, stage__tournament__slug=slug).first()
    if row is None:
        raise NoSuchRound
    numbers = (row.number, row.number + 1)
    boards.lock(Q(round__stage=row.stage_id, round__number__in=numbers))
    acting = acts.taken(Tournament.objects.filter(slug=slug), by_id, why)
    permissions.require_can_direct(acting.by, acting.tournament)
    acting.require_state(TournamentState.RUNNING)
    played = Round.objects.select_related("stage").get(pk=round_id)
    played.stage.tournament = acting.tournament
    acting.require_unchanged(version, Q(subject__round_id=round_id))
    return acting, played


def _lead(acting: Acting, played: Round, state: RoundState, code: str) -> None:
    before = played.state
    played.state = state
    played.save(update_fields=["state"])
    acting.log(
        code,
        subject=progress.subject(played),
        before={"state": str(before)},
        after={"state": str(state)},
        parts=progress.PARTS,
    )


def _require_length(acting: Acting, played: Round, length: int | None) -> None:
    begun = (PairingState.PLAYING, PairingState.REPORTED, PairingState.DISPUTED)
    decided = played.pairings.filter(state=PairingState.DECIDED).exclude(source="bye")
    if decided.exists() or played.pairings.filter(state__in=begun).exists():
        raise DomainError("round_begun", {"field": "length"})
    drawing.require_length(acting.tournament, length)


def _shown(played: Round) -> dict[str, Any]:
    def told(moment: datetime.datetime | None) -> str | None:
        return None if moment is None else moment.isoformat()

    return {
        "opens_at": told(played.opens_at),
        "deadline_at": told(played.deadline_at),
        "length": played.length,
        "held": played.held,
    }
