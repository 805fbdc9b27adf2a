"""The lobby: who is here, what may be accepted, what is being played, what waits for me."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef, Q, QuerySet

from games import hooks, projection, reading, wire
from games.engine.state import must_act
from games.enums import ChallengeStatus, MatchStatus
from games.models import Challenge, Lease, Match, Seat
from games.selectors.matches import rating_text
from games.terms import Terms

MOST_MEMBERS = 200
MOST_CHALLENGES = 200
MOST_MATCHES = 50
DEFAULT_POOL = "vrhcaby"


@dataclass(frozen=True, slots=True)
class LobbyPart:
    """Rows of the lobby, for everybody or for one member."""

    members: list[wire.LobbyMember] = field(default_factory=list)
    challenges: list[wire.LobbyChallenge] = field(default_factory=list)
    live: list[wire.LobbyMatch] = field(default_factory=list)
    ready: wire.ReadyQuestion | None = None


def public_part(*, now: int) -> LobbyPart:
    """Return what everybody may see: members here, challenges to all, the newest live matches."""
    return LobbyPart(
        members=_members(now),
        challenges=_challenge_rows(Challenge.objects.filter(opponent=None), now),
        live=_match_rows(Match.objects.live().order_by("-id")[:MOST_MATCHES]),
    )


def personal_part(member_id: int, *, now: int) -> LobbyPart:
    """Return what concerns a member: challenges by and to him, his matches, a question to him."""
    directed = Challenge.objects.filter(opponent__isnull=False)
    mine = directed.filter(Q(challenger=member_id) | Q(opponent=member_id))
    return LobbyPart(
        challenges=_challenge_rows(mine, now),
        live=matches_of(member_id),
        ready=_question(member_id, now),
    )


def lobby_frame(
    public: LobbyPart,
    personal: LobbyPart,
    *,
    member_id: int | None,
    now: int,
    changed: bool = False,
) -> wire.Lobby:
    """Return the lobby as one viewer sees it; what is his comes first."""
    mine = {match.match for match in personal.live}
    kind = wire.LobbyChanged if changed else wire.Lobby
    return kind(
        now=now,
        you=member_id,
        members=public.members,
        challenges=[*personal.challenges, *public.challenges],
        live=[*personal.live, *(match for match in public.live if match.match not in mine)],
        ready=personal.ready,
    )


def matches_of(member_id: int) -> list[wire.LobbyMatch]:
    """Return a member's live matches, those first in which he must act."""
    rows = _match_rows(Match.objects.live().of(member_id).order_by("id"))

    def waits(row: wire.LobbyMatch) -> bool:
        return row.turn is None or row.member_ids[row.turn] != member_id

    return sorted(rows, key=waits)


def open_challenges(member_id: int | None, *, now: int) -> list[wire.LobbyChallenge]:
    """Return the open challenges a member may see: to all, by him and to him."""
    visible = Q(opponent=None)
    if member_id is not None:
        visible |= Q(challenger=member_id) | Q(opponent=member_id)
    return _challenge_rows(Challenge.objects.filter(visible), now)


def _members(now: int) -> list[wire.LobbyMember]:
    here = Lease.objects.filter(member=OuterRef("pk"), since__lte=now, expires__gt=now)
    playing = Seat.objects.filter(member=OuterRef("pk"), match__status=MatchStatus.LIVE)
    rows = get_user_model().objects.filter(Exists(here)).annotate(playing=Exists(playing))
    found = list(rows.order_by("canonical")[:MOST_MEMBERS])
    ratings = hooks.rating_of([row.pk for row in found], DEFAULT_POOL)
    return [
        wire.LobbyMember(
            id=row.pk,
            name=row.username,
            rating=rating_text(ratings.get(row.pk)),
            playing=row.playing,
        )
        for row in found
    ]


def _challenge_rows(challenges: "QuerySet[Challenge]", now: int) -> list[wire.LobbyChallenge]:
    rows = challenges.filter(status=ChallengeStatus.OPEN).order_by("id")
    found = list(rows.select_related("challenger", "opponent", "dice")[:MOST_CHALLENGES])
    ratings = _ratings((row.ruleset, row.challenger_id) for row in found)
    return [_challenge_row(row, ratings, now) for row in found]


def _challenge_row(
    row: Challenge, ratings: Mapping[tuple[str, int], float], now: int
) -> wire.LobbyChallenge:
    agreed = Terms.from_data(row.options)
    return wire.LobbyChallenge(
        id=row.pk,
        challenger_id=row.challenger_id,
        challenger=str(row.challenger),
        rating=rating_text(ratings.get((row.ruleset, row.challenger_id))),
        target_id=row.opponent_id,
        target=None if row.opponent is None else str(row.opponent),
        ruleset=row.ruleset,
        rated=row.rated,
        length=agreed.options.length,
        options=agreed.options.to_data(),
        control=projection.control(agreed.rules, agreed.options, agreed.control),
        limit=row.control["limit_ms"],
        commitment=row.dice.commitment,
        asking=row.ready_until is not None and now < row.ready_until,
        rematch_of=row.rematch_of_id,
        since=int(row.created_at.timestamp() * 1000),
    )


def _match_rows(matches: "QuerySet[Match]") -> list[wire.LobbyMatch]:
    found = list(matches.prefetch_related("seats__member"))
    seats = {match.pk: sorted(match.seats.all(), key=lambda seat: seat.side) for match in found}
    ratings = _ratings(
        (match.ruleset, seat.member_id) for match in found for seat in seats[match.pk]
    )
    return [_match_row(match, seats[match.pk], ratings) for match in found]


def _match_row(
    match: Match, seats: list[Seat], ratings: Mapping[tuple[str, int], float]
) -> wire.LobbyMatch:
    state = reading.state_of(match)
    first, second = seats[0], seats[1]
    return wire.LobbyMatch(
        match=match.pk,
        member_ids=(first.member_id, second.member_id),
        names=(str(first.member), str(second.member)),
        ratings=(
            rating_text(ratings.get((match.ruleset, first.member_id))),
            rating_text(ratings.get((match.ruleset, second.member_id))),
        ),
        ruleset=match.ruleset,
        rated=match.rated,
        length=state.options.length,
        score=state.score,
        turn=must_act(state),
        pips=projection.pips(state),
        since=int(match.started_at.timestamp() * 1000),
    )


def _ratings(wanted: Iterable[tuple[str, int]]) -> dict[tuple[str, int], float]:
    """Return ratings by ruleset and member, asking once a ruleset."""
    members: dict[str, set[int]] = defaultdict(set)
    for ruleset, member_id in wanted:
        members[ruleset].add(member_id)
    return {
        (ruleset, member_id): rating
        for ruleset, ids in members.items()
        for member_id, rating in hooks.rating_of(ids, ruleset).items()
    }


def _question(member_id: int, now: int) -> wire.ReadyQuestion | None:
    asking = Challenge.objects.filter(
        challenger=member_id, status=ChallengeStatus.OPEN, ready_until__gt=now
    )
    row = asking.select_related("taker").order_by("ready_until").first()
    if row is None or row.ready_until is None:
        return None
    return wire.ReadyQuestion(challenge=row.pk, until=row.ready_until, name=str(row.taker))
