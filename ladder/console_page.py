"""The director's console as its pages show it."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from ladder import act_phrases, tournament_page
from ladder.enums import PairingState, StageKind, TournamentFormat, TournamentState
from ladder.models import Entry, Pairing, Round, Stage
from ladder.selectors.tournaments import acts, inbox, pages, ties
from ladder.selectors.tournaments import field as fields
from ladder.selectors.tournaments.pages import Viewer
from ladder.selectors.tournaments.ties import Tie
from vrhcaby.bidi import isolated

TO_COME = (PairingState.WAITING, PairingState.OPEN)


@dataclass(frozen=True, slots=True)
class Board:
    """A pairing as a row of the console: what is offered there is what would not be refused.

    `running`: the tournament is; `stands`: the clock of its match is held.
    """

    pairing: Pairing
    length: int
    overdue: bool
    running: bool
    stands: bool

    @property
    def may_time(self) -> bool:
        """Tell whether a time can be set."""
        return self.running and self.pairing.state in TO_COME

    @property
    def may_start(self) -> bool:
        """Tell whether the match of two members can begin at once."""
        two = (self.pairing.first, self.pairing.second)
        members = all(entry is not None and entry.member_id is not None for entry in two)
        return self.running and self.pairing.state == PairingState.OPEN and members

    @property
    def may_swap(self) -> bool:
        """Tell whether the sides can be exchanged."""
        return self.running and self.pairing.state in TO_COME

    @property
    def may_annul(self) -> bool:
        """Tell whether there is something to annul."""
        return self.pairing.state != PairingState.VOID

    @property
    def may_replay(self) -> bool:
        """Tell whether there is something to be played again."""
        return self.running and self.pairing.state not in TO_COME


@dataclass(frozen=True, slots=True)
class Qualifiers:
    """A group that is played: everybody by place, and who goes on as the table stands."""

    stage: Stage
    ranked: Sequence[Entry]
    going_on: Sequence[int]


def overview(viewer: Viewer) -> dict[str, Any]:
    """Return what the first page of the console shows: what waits, and what is played now."""
    tournament = viewer.tournament
    now = timezone.now()
    stages = _stages(viewer)
    rounds = pages.now_played(stages)
    tied = play_offs_due(viewer, stages)
    return tournament_page.context(
        viewer,
        "console",
        inbox=inbox.of(viewer, now=now),
        sheets=_boards(viewer, rounds, now=now),
        round_nav=pages.rounds_of(stages),
        several=len(stages) > 1,
        taken=tournament.entries.seated().count(),
        open_pairings=_still_open(viewer),
        knockout_due=knockout_due(viewer, stages),
        play_offs_due=tied,
        undecided=act_phrases.ties(isolated([one.to_data() for one in tied])),
        draws=fields.can_draw(tournament),
        here="",
        may_discard=_may_discard(viewer),
    )


def _may_discard(viewer: Viewer) -> bool:
    """Tell whether nobody has known of the tournament: a draft, or an archive just read in."""
    return viewer.directs and acts.is_unknown(viewer.tournament)


def one_round(viewer: Viewer, stage: int, number: int) -> dict[str, Any] | None:
    """Return what the console's page of one round shows; None where there is no such round."""
    stages = _stages(viewer)
    rounds = pages.rounds_of(stages)
    shown = [one for one in rounds if one.stage.number == stage and one.number == number]
    if not shown:
        return None
    return tournament_page.context(
        viewer,
        "console",
        sheets=_boards(viewer, shown, now=timezone.now()),
        round_nav=rounds,
        several=len(stages) > 1,
        draws=fields.can_draw(viewer.tournament),
        here=f"{stage}/{number}",
    )


def _stages(viewer: Viewer) -> Sequence[Stage]:
    played = viewer.tournament.state in tournament_page.PLAYED
    return pages.stages(viewer.tournament) if played else []


def _boards(
    viewer: Viewer, rounds: Sequence[Round], *, now: datetime.datetime
) -> list[tuple[Round, list[Board]]]:
    if not rounds:
        return []
    sheets = pages.sheet(rounds)
    playing = [
        one.match_id for boards in sheets.values() for one in boards if one.state == "playing"
    ]
    held = pages.held(playing)
    running = viewer.tournament.state == TournamentState.RUNNING
    usual = viewer.tournament.match_length
    return [
        (
            played,
            [
                Board(
                    pairing,
                    played.length or usual,
                    pages.is_overdue(pairing, now=now),
                    running,
                    pairing.match_id in held,
                )
                for pairing in sheets[played.pk]
            ],
        )
        for played in rounds
    ]


def _still_open(viewer: Viewer) -> int:
    pairings = Pairing.objects.of_tournament(viewer.tournament.pk)
    return pairings.undecided().count()


def knockout_due(viewer: Viewer, stages: Sequence[Stage]) -> list[Qualifiers]:
    """Return who would go on once the groups are played and before the knock-out is drawn."""
    tournament = viewer.tournament
    groups = [one for one in stages if one.kind == StageKind.ROUND_ROBIN]
    drawn = any(stage.kind == StageKind.KNOCKOUT for stage in stages)
    grouped = tournament.format == TournamentFormat.GROUPS_KNOCKOUT and not drawn
    if not grouped or tournament.state != TournamentState.RUNNING or _still_open(viewer):
        return []
    return [_qualifiers(field, tournament.qualifiers) for field in fields.of_all(groups)]


def _qualifiers(field: fields.Field, count: int) -> Qualifiers:
    rows = field.standings().rows
    ranked = [field.entries[int(row.seat)] for row in rows]
    return Qualifiers(field.stage, ranked, [entry.pk for entry in ranked[:count]])


def play_offs_due(viewer: Viewer, stages: Sequence[Stage]) -> list[Tie]:
    """Return the ties that a deciding match nobody has made yet is to settle."""
    if viewer.tournament.state != TournamentState.RUNNING or _still_open(viewer):
        return []
    return ties.due(viewer.tournament, stages)
