"""What waits for a director: disputes, claims, overdue pairings, entries, what can be done next."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from ladder.enums import ClaimState, EntryState, PairingState, TournamentState
from ladder.models import Entry, NoShowClaim, Pairing, ResultReport, Role
from ladder.selectors.tournaments import pages
from ladder.selectors.tournaments.pages import Viewer

REPORT_WAITS = datetime.timedelta(hours=24)
"""A report that nobody has confirmed for so long is worth a director's look."""
MOST = 50
BEFORE_START = (TournamentState.REGISTRATION, TournamentState.CLOSED)


@dataclass(frozen=True, slots=True)
class Dispute:
    """A pairing about which its players say different things."""

    pairing: Pairing
    reports: Sequence[ResultReport]


@dataclass(frozen=True, slots=True)
class Inbox:
    """Everything that waits, each kind in the order in which it came."""

    disputes: Sequence[Dispute] = ()
    claims: Sequence[NoShowClaim] = ()
    overdue: Sequence[Pairing] = ()
    unconfirmed: Sequence[Pairing] = ()
    to_confirm: Sequence[Entry] = ()
    roles: Sequence[Role] = ()

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing waits."""
        waiting = (self.disputes, self.claims, self.overdue, self.unconfirmed, self.to_confirm)
        return not any(waiting)


def of(viewer: Viewer, *, now: datetime.datetime) -> Inbox:
    """Return what waits for the directors of a tournament."""
    tournament = viewer.tournament
    roles = list(tournament.roles.filter(accepted_at=None).select_related("member"))
    if tournament.state in BEFORE_START:
        entered = tournament.entries.filter(state=EntryState.ENTERED).select_related("member")
        return Inbox(to_confirm=list(entered[:MOST]), roles=roles)
    if tournament.state != TournamentState.RUNNING:
        return Inbox(roles=roles)
    own = pages.joined(Pairing.objects.of_tournament(tournament.pk)).select_related("round__stage")
    disputed = list(own.filter(state=PairingState.DISPUTED)[:MOST])
    said = ResultReport.objects.filter(pairing__in=disputed).select_related("entry__member")
    reports = list(said)
    claims = NoShowClaim.objects.filter(
        pairing__round__stage__tournament=tournament, state=ClaimState.OPEN
    ).select_related(
        "entry__member",
        "pairing__first__member",
        "pairing__second__member",
        "pairing__round__stage",
    )
    return Inbox(
        disputes=[
            Dispute(one, [report for report in reports if report.pairing_id == one.pk])
            for one in disputed
        ],
        claims=list(claims[:MOST]),
        overdue=list(own.filter(_overdue(now), state=PairingState.OPEN)[:MOST]),
        unconfirmed=list(
            own.filter(state=PairingState.REPORTED, reports__at__lte=now - REPORT_WAITS)[:MOST]
        ),
        roles=roles,
    )


def _overdue(now: datetime.datetime) -> Q:
    """A pairing's own deadline goes before its round's."""
    return Q(deadline_at__lte=now) | Q(deadline_at=None, round__deadline_at__lte=now)
