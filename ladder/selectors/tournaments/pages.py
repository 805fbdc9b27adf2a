"""What the pages of tournaments show: the list, one tournament to its viewer, its rounds."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from accounts import permissions as accounts
from ladder.enums import (
    ClaimState,
    EntryState,
    PairingState,
    RoleKind,
    RoundState,
    Seating,
    TournamentState,
    Visibility,
)
from ladder.models import (
    UNDECIDED,
    Entry,
    NoShowClaim,
    Pairing,
    ResultReport,
    Role,
    Round,
    Stage,
    Tournament,
)
from ladder.models.tournaments import ENTERED
from ladder.selectors.tournaments import forfeits, resting, seating

PAGE = 20
MOST_ROUNDS = 15
"""How many open rounds a page shows at most: all those of 16 players."""
GONE = (EntryState.WITHDRAWN, EntryState.REMOVED)
OVER = (TournamentState.FINISHED, TournamentState.ARCHIVED)


@dataclass(frozen=True, slots=True)
class Viewer:
    """A tournament, and who looks at it: what he is in it, and whether he has entered."""

    tournament: Tournament
    user: Any
    directs: bool
    enters_results: bool
    entry: Entry | None
    invited_as: Role | None

    @property
    def may_enter(self) -> bool:
        """Tell whether to offer to enter; whether he may is for the service to say."""
        out = self.entry is None or self.entry.state in GONE
        return out and self.tournament.state == TournamentState.REGISTRATION


@dataclass(frozen=True, slots=True)
class Entries:
    """Entries by what they are, each in its order."""

    seated: Sequence[Entry]
    waiting: Sequence[Entry]
    invited: Sequence[Entry]
    gone: Sequence[Entry]


@dataclass(frozen=True, slots=True)
class Mine:
    """A pairing as one of its two sees it."""

    pairing: Pairing
    me: Entry
    opponent: Entry | None
    my_report: ResultReport | None
    their_report: ResultReport | None
    claim: NoShowClaim | None
    late: bool

    @property
    def i_am_first(self) -> bool:
        """Tell whether the viewer is listed first."""
        return self.pairing.first_id == self.me.pk

    @property
    def i_proposed(self) -> bool:
        """Tell whether the time on the table is the viewer's own proposal."""
        return self.pairing.proposed_by_id == self.me.pk


def visible(user: Any) -> QuerySet[Tournament]:
    """Return the tournaments that somebody may see; as `permissions.can_see` says."""
    if accounts.is_official(user):
        return Tournament.objects.all()
    published = Tournament.objects.published()
    if not accounts.can_act(user):
        return published.filter(visibility=Visibility.PUBLIC)
    own = Role.objects.filter(member=user, accepted_at__isnull=False).values("tournament")
    return Tournament.objects.filter(~Q(state=TournamentState.DRAFT) | Q(pk__in=own))


def listed(user: Any) -> QuerySet[Tournament]:
    """Return visible tournaments with `taken` places and the viewer's own entry as `mine`."""
    return _annotated(visible(user), user)


def _annotated(rows: QuerySet[Tournament], user: Any) -> QuerySet[Tournament]:
    # An entry without a member is a guest's, not that of somebody who is not signed in.
    own = Entry.objects.filter(tournament=OuterRef("pk"), member=user.pk, member__isnull=False)
    taken = Count("entries", filter=Q(entries__state__in=ENTERED))
    return rows.annotate(taken=taken, mine=Subquery(own.values("state")[:1]))


def current(user: Any) -> Sequence[Tournament]:
    """Return what is prepared, open for registration or running, running first."""
    rows = listed(user).exclude(state__in=OVER)
    return sorted(rows, key=lambda one: (one.state != TournamentState.RUNNING, one.pk))


def finished(user: Any, *, number: int) -> tuple[Sequence[Tournament], bool]:
    """Return a page of finished tournaments, the newest first, and whether there are more."""
    start = (number - 1) * PAGE
    rows = list(listed(user).filter(state__in=OVER).order_by("-id")[start : start + PAGE + 1])
    return rows[:PAGE], len(rows) > PAGE


def open_now(user: Any, *, most: int) -> Sequence[Tournament]:
    """Return some tournaments that somebody could enter and has not, for the home page."""
    # Open for registration is in nobody's drawer: who directs what need not be asked.
    rows = Tournament.objects.filter(state=TournamentState.REGISTRATION)
    if not accounts.can_act(user):
        rows = rows.filter(visibility=Visibility.PUBLIC)
    free = _annotated(rows, user).filter(Q(mine=None) | Q(mine__in=[*GONE, EntryState.INVITED]))
    return list(free.order_by("registration_until", "pk")[:most])


def find(slug: str, user: Any) -> Viewer | None:
    """Return a tournament to its viewer, None when there is none that he may see."""
    tournament = Tournament.objects.select_related("created_by").filter(slug=slug).first()
    if tournament is None:
        return None
    role = _role(tournament, user)
    official = accounts.is_official(user)
    accepted = role is not None and role.accepted_at is not None and accounts.can_act(user)
    enters = official or accepted
    drawer = tournament.state == TournamentState.DRAFT
    members_only = tournament.visibility == Visibility.MEMBERS and not accounts.can_act(user)
    invited = role if role is not None and role.accepted_at is None else None
    if not enters and invited is None and (drawer or members_only):
        return None
    directs = official or (accepted and role is not None and role.kind == RoleKind.DIRECTOR)
    return Viewer(tournament, user, directs, enters, _entry(tournament, user), invited)


def _role(tournament: Tournament, user: Any) -> Role | None:
    if not user.is_authenticated:
        return None
    return Role.objects.filter(tournament=tournament, member=user).first()


def _entry(tournament: Tournament, user: Any) -> Entry | None:
    if not user.is_authenticated:
        return None
    return Entry.objects.filter(tournament=tournament, member=user).first()


def entries(tournament: Tournament, *, as_drawn: bool = False) -> Entries:
    """Return everybody's entries in one statement.

    `as_drawn`: where ratings order the draw, those with a place stand as they would be drawn now,
    which takes two statements more.
    """
    rows = list(tournament.entries.select_related("member").order_by("number"))

    def of(*states: str) -> list[Entry]:
        return [entry for entry in rows if entry.state in states]

    seated = sorted(of(*ENTERED), key=_place_in_draw)
    if as_drawn and tournament.seating == Seating.RATING:
        seated = seating.by_rating(tournament, seated)
    waiting, invited = of(EntryState.WAITING), of(EntryState.INVITED)
    return Entries(seated, waiting, invited, of(*GONE))


def _place_in_draw(entry: Entry) -> tuple[bool, int]:
    """Who was given a place in the draw comes first, by it; the others as they entered."""
    return entry.seat_order is None, entry.seat_order or entry.number


def stages(tournament: Tournament) -> Sequence[Stage]:
    """Return the stages with their rounds, in two statements."""
    rows = list(tournament.stages.prefetch_related("rounds").order_by("number"))
    for stage in rows:
        stage.tournament = tournament
        for played in stage.rounds.all():
            played.stage = stage
    return rows


def has_round(tournament: Tournament, number: int) -> bool:
    """Tell whether any stage has a round of this number, without reading the stages."""
    return Round.objects.filter(stage__tournament=tournament, number=number).exists()


def rounds_of(stages_: Iterable[Stage]) -> list[Round]:
    """Return the rounds of stages read by `stages`, in order."""
    return [played for stage in stages_ for played in _in_order(stage)]


def _in_order(stage: Stage) -> list[Round]:
    return sorted(stage.rounds.all(), key=lambda played: played.number)


def now_played(stages_: Iterable[Stage]) -> list[Round]:
    """Return of each stage the rounds to look at: those open, else the last one that was.

    Of many that are open the first: the others have their own pages.
    """
    shown: list[Round] = []
    for stage in stages_:
        rounds = _in_order(stage)
        begun = [played for played in rounds if played.state == RoundState.OPEN]
        past = [played for played in rounds if played.state == RoundState.CLOSED]
        shown += begun[:MOST_ROUNDS] or past[-1:] or rounds[:1]
    return shown


def sheet(rounds: Iterable[Round]) -> Mapping[int, list[Pairing]]:
    """Return the pairings of rounds by the round's id, players joined; note who rests in them."""
    by_id = {played.pk: played for played in rounds}
    rows = list(joined(Pairing.objects.filter(round__in=by_id)))
    found: dict[int, list[Pairing]] = {key: [] for key in by_id}
    for pairing in rows:
        pairing.round = by_id[pairing.round_id]
        found[pairing.round_id].append(pairing)
    forfeits.note(rows)
    resting.note(found, by_id.values())
    return found


def held(match_ids: Sequence[int | None]) -> set[int | None]:
    """Return those of the matches whose clock a director holds; no statement for none."""
    if not match_ids:
        return set()
    rows = Pairing.objects.filter(match__in=match_ids, match__stopped_at__isnull=False)
    return set(rows.values_list("match", flat=True))


def joined(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """Join the players, in the order of the boards."""
    return pairings.select_related("first__member", "second__member").order_by("round", "number")


def mine(viewer: Viewer, *, now: datetime.datetime) -> Sequence[Mine]:
    """Return the viewer's pairings that wait for something, what is being played first."""
    if viewer.entry is None:
        return []
    own = Q(first=viewer.entry) | Q(second=viewer.entry)
    rows = joined(
        Pairing.objects.filter(own, round__stage__tournament=viewer.tournament)
        .filter(state__in=UNDECIDED)
        .exclude(state=PairingState.WAITING)
        .select_related("round__stage", "proposed_by__member")
    )
    return views_of(rows, viewer.entry.member_id, viewer.tournament, now=now)


def views_of(
    pairings: Iterable[Pairing],
    member_id: int | None,
    tournament: Tournament,
    *,
    now: datetime.datetime,
) -> list[Mine]:
    """Return pairings as the member among their players sees them, in two more statements."""
    rows = sorted(pairings, key=lambda one: one.state != PairingState.PLAYING)
    for pairing in rows:
        pairing.round.stage.tournament = tournament
    reports = list(ResultReport.objects.filter(pairing__in=rows))
    claims = {
        claim.pairing_id: claim
        for claim in NoShowClaim.objects.filter(pairing__in=rows, state=ClaimState.OPEN)
    }
    return [_mine(pairing, member_id, reports, claims, now) for pairing in rows]


def _mine(
    pairing: Pairing,
    member_id: int | None,
    reports: Sequence[ResultReport],
    claims: Mapping[int, NoShowClaim],
    now: datetime.datetime,
) -> Mine:
    first, second = pairing.first, pairing.second
    me, other = (first, second) if first and first.member_id == member_id else (second, first)
    if me is None:
        raise ValueError(pairing.pk)
    said = {report.entry_id: report for report in reports if report.pairing_id == pairing.pk}
    return Mine(
        pairing=pairing,
        me=me,
        opponent=other,
        my_report=said.get(me.pk),
        their_report=said.get(other.pk) if other else None,
        claim=claims.get(pairing.pk),
        late=may_claim(pairing, now=now),
    )


def may_claim(pairing: Pairing, *, now: datetime.datetime) -> bool:
    """Tell whether it is time to offer the claim of a no-show; the service knows to the minute."""
    due = pairing.due_at
    if pairing.agreed_at is not None:
        return pairing.agreed_at <= now
    start = pairing.round.opened_at or pairing.round.opens_at or due
    return due is not None and start is not None and start <= now


def is_overdue(pairing: Pairing, *, now: datetime.datetime) -> bool:
    """Tell whether an undecided pairing should have been played by now."""
    due = pairing.due_at
    return pairing.state == PairingState.OPEN and due is not None and due <= now


def pairing(viewer: Viewer, pairing_id: int) -> Pairing | None:
    """Return a pairing of the viewer's tournament with all that its page shows, or None."""
    rows = joined(
        Pairing.objects.filter(pk=pairing_id, round__stage__tournament=viewer.tournament)
    ).select_related("round__stage", "proposed_by__member", "match", "dice")
    found = rows.first()
    if found is not None:
        found.round.stage.tournament = viewer.tournament
        forfeits.note([found])
    return found


def played_by(member: Any, *, most: int) -> Sequence[Pairing]:
    """Return a member's pairings that are open now in all running tournaments, soonest first."""
    own = Q(first__member=member) | Q(second__member=member)
    rows = (
        Pairing.objects.filter(own, state__in=UNDECIDED)
        .exclude(state=PairingState.WAITING)
        .filter(round__stage__tournament__state=TournamentState.RUNNING)
        .select_related("first__member", "second__member", "round__stage__tournament", "match")
        .order_by("agreed_at", "round__deadline_at", "pk")
    )
    return list(rows[:most])
