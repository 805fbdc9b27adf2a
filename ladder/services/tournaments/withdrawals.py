"""Players who leave a running tournament: what would become of the table, and the act itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Q

from games.services.answers import answering
from ladder import permissions
from ladder.enums import (
    PairingSource,
    PairingState,
    StageKind,
    TournamentState,
    WithdrawalPolicy,
)
from ladder.models import Entry, Pairing, Stage, Tournament
from ladder.models.tournaments import ENTERED
from ladder.rules import withdrawal as rules
from ladder.selectors.tournaments import field
from ladder.services.tournaments import acting as acts
from ladder.services.tournaments import boards, entering, progress, ratings, scores
from ladder.services.tournaments.acting import Acting, Changed
from vrhcaby.errors import DomainError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TO_PLAY = (
    PairingState.WAITING,
    PairingState.OPEN,
    PairingState.REPORTED,
    PairingState.DISPUTED,
)


class NotLeaving(DomainError):
    """The player has left already, or has not left; `name` tells who."""

    code = "has_left_already"


@dataclass(frozen=True, slots=True)
class Preview:
    """What a withdrawal would do: the verdict of the policy, and the table before and after."""

    entry: Entry
    stage: Stage
    verdict: rules.Verdict
    tables: rules.Preview
    entries: Mapping[int, Entry]
    """Everybody of the stage by entry number: the seats of `tables`."""
    unrated: int
    """How many rated results would no longer count for the ladder."""


def preview(*, entry_id: int, policy: str) -> Preview:
    """Return what would become of the table if this player left now; reads only.

    Raises DomainError: `no_such_entry`, `unknown_choice`, `has_left_already`.
    """
    entry = Entry.objects.select_related("tournament", "member").filter(pk=entry_id).first()
    stage = None if entry is None else _round_robin_of(entry)
    if entry is None or stage is None:
        raise DomainError("no_such_entry")
    if entry.has_left:
        raise NotLeaving(details={"name": entry.shown_name})
    chosen = _policy(policy)
    found = field.of(stage)
    left = {**found.left, entry.pk: rules.Policy(chosen)}
    after = found.withdrawal_of(left)
    verdict = next(one for one in after.verdicts if one.seat == entry.pk)
    unrated = len(_rated(entry)) if chosen == WithdrawalPolicy.VOID else 0
    tables = rules.preview(before=found.standings(), withdrawal=after)
    return Preview(entry, stage, verdict, tables, found.entries, unrated)


@answering
def withdraw(
    *,
    slug: str,
    by_id: int,
    entry_id: int,
    policy: str = "",
    version: int | None = None,
    why: str = "",
) -> Changed:
    """Let a player leave a running tournament; entry service, for directors.

    `policy` is the tournament's unless given. Pairings not played yet are void in a round robin,
    where the rules of withdrawal judge them, and walkovers in a knock-out. With `void_all` his
    rated results no longer count for the ladder. Refused: `no_such_entry`, `has_left_already`,
    `unknown_choice`, `why_missing`, `match_is_live` while he plays here.
    """
    with transaction.atomic(durable=True):
        acting, entry = _taken(slug, entry_id, by_id=by_id, why=why, version=version)
        acting.require_why()
        if entry.has_left:
            raise NotLeaving(details={"name": entry.shown_name})
        chosen = _policy(policy or acting.tournament.withdrawal_policy)
        _require_not_playing(entry)
        entry.left_round, entry.left_policy = _next_round(entry), chosen
        entry.save(update_fields=["left_round", "left_policy"])
        acting.log(
            "withdrawn",
            subject=entering.subject(entry),
            after={"policy": chosen, "from_round": entry.left_round},
            parts=["entries", "standings", "pairings"],
        )
        for pairing in _unplayed(acting, entry):
            progress.give_up(acting, pairing)
            progress.move_on(acting, pairing)
        if chosen == WithdrawalPolicy.VOID:
            ratings.annul(acting, _rated(entry))
        return acting.changed(entry.pk)


@answering
def undo_withdrawal(
    *, slug: str, by_id: int, entry_id: int, version: int | None = None, why: str = ""
) -> Changed:
    """Let a player come back: his unplayed pairings are open again; entry service.

    Results that no longer counted for the ladder count again. Refused: `not_left`,
    `why_missing`, `next_pairing_begun` where a knock-out has gone on without him.
    """
    with transaction.atomic(durable=True):
        acting, entry = _taken(slug, entry_id, by_id=by_id, why=why, version=version)
        acting.require_why()
        if not entry.has_left:
            raise DomainError("not_left", {"name": entry.shown_name})
        void = entry.left_policy == WithdrawalPolicy.VOID
        entry.left_round, entry.left_policy = None, ""
        entry.save(update_fields=["left_round", "left_policy"])
        acting.log(
            "withdrawal_undone",
            subject=entering.subject(entry),
            parts=["entries", "standings", "pairings"],
        )
        _reopen(acting, entry)
        if void:
            ratings.restore(acting, _rated(entry))
        return acting.changed(entry.pk)


def _taken(
    slug: str, entry_id: int, *, by_id: int, why: str, version: int | None
) -> tuple[Acting, Entry]:
    """Lock the player's pairings and those that wait, then the tournament, for a director."""
    own = Q(first=entry_id) | Q(second=entry_id)
    waiting = Q(state=PairingState.WAITING)
    boards.lock(Q(round__stage__tournament__slug=slug) & (own | waiting))
    acting = acts.taken(Tournament.objects.filter(slug=slug), by_id, why)
    permissions.require_can_direct(acting.by, acting.tournament)
    acting.require_state(TournamentState.RUNNING)
    acting.require_unchanged(version, Q(subject__entry=entry_id))
    rows = acting.tournament.entries.filter(pk=entry_id, state__in=ENTERED)
    entry = rows.select_related("member").first()
    if entry is None:
        raise DomainError("no_such_entry")
    return acting, entry


def _policy(policy: str) -> WithdrawalPolicy:
    if policy not in WithdrawalPolicy.values:
        raise DomainError("unknown_choice", {"field": "policy"})
    return WithdrawalPolicy(policy)


def _round_robin_of(entry: Entry) -> Stage | None:
    """Return the round robin that the player is in, the latest when there are several."""
    rows = Stage.objects.filter(kind=StageKind.ROUND_ROBIN, seats__entry=entry)
    return rows.select_related("tournament").order_by("-number").first()


def _pairings(entry: Entry) -> Any:
    return Pairing.objects.filter(Q(first=entry) | Q(second=entry))


def _rated(entry: Entry) -> Sequence[Any]:
    return ratings.results_of(_pairings(entry).filter(state=PairingState.DECIDED))


def _require_not_playing(entry: Entry) -> None:
    playing = _pairings(entry).filter(state=PairingState.PLAYING).first()
    if playing is not None:
        raise scores.MatchIsLive(details={"match": playing.match_id})


def _next_round(entry: Entry) -> int:
    """Return the first round that he does not finish: that of his earliest open pairing."""
    rows = _pairings(entry).filter(state__in=TO_PLAY).order_by("round__stage__phase")
    numbers = list(rows.values_list("round__number", flat=True))
    if numbers:
        return int(min(numbers))
    played = _pairings(entry).order_by("-round__number").values_list("round__number", flat=True)
    last: int | None = played.first()
    return (last or 0) + 1


def _unplayed(acting: Acting, entry: Entry) -> list[Pairing]:
    rows = _pairings(entry).filter(state__in=TO_PLAY).order_by("pk")
    found = list(rows.select_related("round__stage", "first__member", "second__member"))
    for pairing in found:
        pairing.round.stage.tournament = acting.tournament
    # A knock-out's pairing is settled when both are known; who waits there goes on then.
    return [one for one in found if one.first_id is not None and one.second_id is not None]


def _reopen(acting: Acting, entry: Entry) -> None:
    """Open again what was void or lost because he had left, unless the other has left too."""
    rows = _pairings(entry).filter(source=PairingSource.WITHDRAWAL)
    joined = rows.select_related("round__stage", "first__member", "second__member")
    for pairing in joined.order_by("pk"):
        pairing.round.stage.tournament = acting.tournament
        if _other_left(pairing, entry):
            continue
        progress.take_back(acting, pairing)


def _other_left(pairing: Pairing, entry: Entry) -> bool:
    other = pairing.second if pairing.first_id == entry.pk else pairing.first
    return other is not None and other.has_left
