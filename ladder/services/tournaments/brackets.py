"""From the groups to the knock-out: who goes on, seeded across the groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from django.db import transaction

from games.services.answers import answering
from ladder import permissions
from ladder.enums import StageKind, TournamentState
from ladder.models import Stage
from ladder.rules.brackets import MOST_SEEDS, across
from ladder.rules.standings import Row
from ladder.selectors.tournaments import field
from ladder.services.tournaments import acting as acts
from ladder.services.tournaments import drawing, progress
from ladder.services.tournaments.acting import Acting, Changed
from vrhcaby.errors import DomainError

if TYPE_CHECKING:
    from ladder.models import Entry


class KnockoutRefused(DomainError):
    """The knock-out cannot begin: `no_groups`, `knockout_exists`, `too_many_players`,
    `qualifiers_tied` with the `stage`, the `place`, the `names` of those who share it, and whether
    a deciding match (`play_off`) is due by the chain."""

    code = "knockout_refused"


@answering
def start_knockout(
    *,
    slug: str,
    by_id: int,
    order: Mapping[int, Sequence[int]] | None = None,
    version: int | None = None,
    why: str = "",
) -> Changed:
    """Draw the knock-out from the decided groups; entry service.

    Winners of groups are seeded first, then the seconds …, kept apart from their own group; byes
    go to the best. Where those who go on share a place, a deciding match or `order` (number of
    the group → its entries that go on, best first) settles it, with a reason. `Changed.id` is the
    new stage. Refused: see `KnockoutRefused`, and `not_all_decided`, `bad_order`, `why_missing`.
    """
    with transaction.atomic(durable=True):
        acting = acts.take(slug, by_id=by_id, why=why)
        permissions.require_can_direct(acting.by, acting.tournament)
        acting.require_unchanged(version)
        acting.require_state(TournamentState.RUNNING)
        groups = _groups(acting)
        qualified = [_qualified(acting, stage, order or {}) for stage in groups]
        seeds = across(len(groups), acting.tournament.qualifiers)
        entries = [qualified[group - 1][rank - 1] for group, rank in seeds]
        last = max(acting.tournament.stages.values_list("number", flat=True))
        made = drawing.draw_bracket(acting, entries, number=last + 1)
        acting.log(
            "knockout_drawn",
            subject={"stage": made.number},
            after={"seeds": [entry.shown_name for entry in entries]},
            parts=["rounds", "pairings"],
        )
        progress.open_at_start(acting, [made])
        return acting.changed(made.pk)


def _groups(acting: Acting) -> list[Stage]:
    stages = list(acting.tournament.stages.order_by("number"))
    if any(stage.kind == StageKind.KNOCKOUT for stage in stages):
        raise KnockoutRefused("knockout_exists")
    groups = [stage for stage in stages if stage.kind == StageKind.ROUND_ROBIN]
    if acting.tournament.format != "groups_knockout" or not groups:
        raise KnockoutRefused("no_groups")
    if len(groups) * acting.tournament.qualifiers > MOST_SEEDS:
        raise KnockoutRefused("too_many_players")
    return groups


def _qualified(acting: Acting, stage: Stage, order: Mapping[int, Sequence[int]]) -> list[Entry]:
    """Return who goes on from a group, best first."""
    stage.tournament = acting.tournament
    found = field.of(stage)
    if found.withdrawal.open:
        raise DomainError("not_all_decided", {"count": len(found.withdrawal.open)})
    rows = found.standings().rows
    count = acting.tournament.qualifiers
    if len(rows) < count:
        raise KnockoutRefused("too_few_players", {"stage": stage.number})
    chosen = order.get(stage.number)
    if chosen is not None:
        acting.require_why()
        return _as_ordered(found.entries, rows, list(chosen), count)
    for row in rows[:count]:
        sharing = [other for other in rows if other.place == row.place]
        if len(sharing) > 1:
            names = [found.entries[int(one.seat)].shown_name for one in sharing]
            details = {
                "stage": stage.number,
                "place": row.place,
                "names": names,
                "play_off": row.play_off,
            }
            raise KnockoutRefused("qualifiers_tied", details)
    return [found.entries[int(row.seat)] for row in rows[:count]]


def _as_ordered(
    entries: Mapping[int, Entry], rows: Sequence[Row], chosen: list[int], count: int
) -> list[Entry]:
    """Return the entries as the director ordered them: he decides between sharers alone."""
    place = {int(row.seat): row.place for row in rows}
    if len(set(chosen)) != count or len(chosen) != count or not place.keys() >= set(chosen):
        raise DomainError("bad_order")
    places = [place[entry_id] for entry_id in chosen]
    left_out = [place[entry_id] for entry_id in place if entry_id not in chosen]
    if places != sorted(places) or (left_out and min(left_out) < places[-1]):
        raise DomainError("bad_order")
    return [entries[entry_id] for entry_id in chosen]
