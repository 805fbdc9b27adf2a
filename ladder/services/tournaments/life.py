"""The life of a tournament: made, edited, led from state to state, and a step back."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q

from games.instants import to_datetime
from games.services.answers import answering
from ladder import permissions
from ladder.enums import EntryState, RoleKind, TournamentState
from ladder.models import UNDECIDED, Entry, Pairing, Role, Stage, Tournament
from ladder.rules import chains
from ladder.selectors.tournaments import ties
from ladder.services.tournaments import acting as acts
from ladder.services.tournaments import addresses, boards, drawing, settings
from ladder.services.tournaments.acting import Acting, Changed
from vrhcaby import clock
from vrhcaby.errors import DomainError

STATES = list(TournamentState)
ABOUT_SETTINGS = Q(code__in=["edited", "state_changed", "state_undone", "started"])


class NothingToUndo(DomainError):
    """A draft has no earlier state."""

    code = "nothing_to_undo"


class DependsOnIt(DomainError):
    """Something has come of it since, so that it cannot be undone; `what` and `count` say what."""

    code = "depends_on_it"


class NotAllDecided(DomainError):
    """Pairings still wait for their result; `count` says how many."""

    code = "not_all_decided"


class PlacesTied(DomainError):
    """Deciding matches are due: `ties` say for which places, and between whom."""

    code = "places_tied"


class NotStartedHere(DomainError):
    """A tournament starts by its draw (`rounds.start`), not by a change of state alone."""

    code = "start_by_draw"


class LockedSetting(DomainError):
    """This setting can no longer be changed; `field` names it."""

    code = "setting_locked"


@answering
def create(*, by_id: int, settings: Mapping[str, Any]) -> Changed:
    """Make a draft, directed by its maker; entry service.

    `settings` are the fields of `Tournament` by name (`settings.FIELDS`); what is left out is as
    usual. Refused: `may_not_make_tournaments`; and a code of `settings.apply` with its `field`.
    """
    with transaction.atomic(durable=True):
        by = acts.member_of(by_id)
        permissions.require_can_create(by)
        now = clock.now()
        made = Tournament(created_by=by, created_at=to_datetime(now), chain=list(chains.USUAL))
        _set(made, {"options": {}, **settings})
        _require_future(made, made.created_at)
        addresses.insert(made)
        Role.objects.create(
            tournament=made,
            member=by,
            kind=RoleKind.DIRECTOR,
            invited_by=by,
            invited_at=made.created_at,
            accepted_at=made.created_at,
        )
        acting = Acting(made, by, now)
        acting.log("created", after=_shown(made, settings))
        return acting.changed(made.pk)


@answering
def edit(
    *, slug: str, by_id: int, settings: Mapping[str, Any], version: int | None = None, why: str = ""
) -> Changed:
    """Change settings of a tournament that is not over; entry service.

    Refused: `setting_locked` for what may not change while it runs, and a code of
    `settings.apply` with its `field`.
    """
    with transaction.atomic(durable=True):
        acting = acts.take(slug, by_id=by_id, why=why)
        tournament = acting.tournament
        permissions.require_can_direct(acting.by, tournament)
        acting.require_unchanged(version, ABOUT_SETTINGS)
        acting.require_state(*STATES[:4])
        before = {name: getattr(tournament, name) for name in settings if hasattr(tournament, name)}
        _set(tournament, settings)
        changed = [name for name in before if getattr(tournament, name) != before[name]]
        _require_unlocked(tournament, changed)
        if "first_start" in changed:
            _require_future(tournament, acting.at)
        if changed:
            tournament.save(update_fields=changed)
            acting.log(
                "edited",
                before=_plain({name: before[name] for name in changed}),
                after=_shown(tournament, changed),
                parts=["state", "standings", "rounds"],
            )
        return acting.changed()


@answering
def change_state(
    *,
    slug: str,
    by_id: int,
    to: str,
    even_if_tied: bool = False,
    version: int | None = None,
    why: str = "",
) -> Changed:
    """Lead a tournament to its next state; entry service.

    To `running` it goes by `rounds.start`: `start_by_draw`. Refused: `wrong_state` for a step
    that is not the next one, `not_all_decided` when it is to finish with pairings undecided;
    `places_tied` when deciding matches are due, unless it is to finish `even_if_tied`.
    """
    with transaction.atomic(durable=True):
        acting = acts.take(slug, by_id=by_id, why=why)
        permissions.require_can_direct(acting.by, acting.tournament)
        acting.require_unchanged(version, ABOUT_SETTINGS)
        if to == TournamentState.RUNNING:
            raise NotStartedHere
        before = acting.tournament.state
        if (
            to not in STATES
            or STATES.index(TournamentState(to)) != STATES.index(TournamentState(before)) + 1
        ):
            raise acts.WrongState(details={"state": before})
        told = _finishing(acting.tournament, even_if_tied) if to == TournamentState.FINISHED else {}
        lead(acting, TournamentState(to), "state_changed", **told)
        return acting.changed()


@answering
def undo_state(
    *, slug: str, by_id: int, state: str = "", version: int | None = None, why: str = ""
) -> Changed:
    """Go one state back while nothing depends on the present one; entry service.

    `state` is the one that was seen and is to be left; empty: whatever it is. Back from running
    the draw is given up: stages, rounds and pairings go. Refused: `wrong_state` in another state
    than was seen; `nothing_to_undo`; `depends_on_it` with `what`: `entries` for a draft,
    `results` for a draw.
    """
    with transaction.atomic(durable=True):
        # The draw goes with its pairings, and pairings are locked before their tournament.
        boards.lock(Q(round__stage__tournament__slug=slug))
        acting = acts.take(slug, by_id=by_id, why=why)
        permissions.require_can_direct(acting.by, acting.tournament)
        acting.require_unchanged(version, ABOUT_SETTINGS)
        before = TournamentState(acting.tournament.state)
        if state and state != before:
            raise acts.WrongState(details={"state": before})
        if before == TournamentState.DRAFT:
            raise NothingToUndo
        if before == TournamentState.REGISTRATION:
            _require_no_entries(acting.tournament)
        if before == TournamentState.RUNNING:
            _give_up_draw(acting.tournament)
        lead(acting, STATES[STATES.index(before) - 1], "state_undone")
        return acting.changed()


def lead(acting: Acting, to: TournamentState, code: str, **told: Any) -> None:
    """Set the state and log it. Inner: the caller holds the tournament's lock."""
    tournament = acting.tournament
    before = tournament.state
    tournament.state = to
    if to != TournamentState.ARCHIVED and before != TournamentState.ARCHIVED:
        tournament.finished_at = acting.at if to == TournamentState.FINISHED else None
    tournament.save(update_fields=["state", "finished_at"])
    acting.log(code, before={"state": before}, after={"state": to, **told}, parts=["state"])


def _finishing(tournament: Tournament, even_if_tied: bool) -> dict[str, Any]:
    """Return what the log tells of a tournament that ends: the places that stay shared."""
    require_all_decided(tournament)
    stages = list(tournament.stages.select_related("tournament").order_by("number"))
    tied = [one.to_data() for one in ties.due(tournament, stages)]
    if tied and not even_if_tied:
        raise PlacesTied(details={"ties": tied})
    return {"ties": tied} if tied else {}


def require_all_decided(tournament: Tournament) -> None:
    """Raise NotAllDecided while pairings wait for their result."""
    waiting = Pairing.objects.of_tournament(tournament.pk).filter(state__in=UNDECIDED).count()
    if waiting:
        raise NotAllDecided(details={"count": waiting})


def _set(tournament: Tournament, given: Mapping[str, Any]) -> None:
    settings.apply(tournament, given)
    settings.judge_field(tournament)


def _require_future(tournament: Tournament, now: datetime.datetime) -> None:
    """Raise BadSettings for a start in the past, by which all rounds would be overdue at once."""
    start = tournament.first_start
    if start is not None and start < now - settings.LATE_START:
        raise settings.BadSettings({"first_start": "first_start_past"})


def _require_unlocked(tournament: Tournament, changed: list[str]) -> None:
    if tournament.state != TournamentState.RUNNING:
        return
    for name in changed:
        if name in settings.LOCKED_WHEN_RUNNING:
            raise LockedSetting(details={"field": name})


def _require_no_entries(tournament: Tournament) -> None:
    entries = Entry.objects.filter(tournament=tournament).exclude(
        state__in=[EntryState.WITHDRAWN, EntryState.REMOVED]
    )
    count = entries.count()
    if count:
        raise DependsOnIt(details={"what": "entries", "count": count})


def _give_up_draw(tournament: Tournament) -> None:
    """Delete stages, rounds and pairings of which nothing has come."""
    pairings = Pairing.objects.of_tournament(tournament.pk)
    count = drawing.begun(pairings).count()
    if count:
        raise DependsOnIt(details={"what": "results", "count": count})
    left = Entry.objects.filter(tournament=tournament, left_round__isnull=False).count()
    if left:
        raise DependsOnIt(details={"what": "withdrawals", "count": left})
    Stage.objects.filter(tournament=tournament).delete()


def _shown(tournament: Tournament, names: Any) -> dict[str, Any]:
    return _plain({name: getattr(tournament, name) for name in names})


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values as JSON has them; options by their length alone, texts shortened."""
    return {name: _plain_value(name, value) for name, value in values.items()}


def _plain_value(name: str, value: Any) -> Any:
    if name == "options":
        return {"length": (value or {}).get("length")}
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return value[:200] if isinstance(value, str) else value
