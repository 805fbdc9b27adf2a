"""The lobby: who is here, what may be accepted, what is being played, what waits for me."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from accounts import blocks
from games import wire
from games.models import Challenge, Match
from games.selectors import lobby_rows as rows


@dataclass(frozen=True, slots=True)
class LobbyPart:
    """Rows of the lobby, for everybody or for one member.

    `apart`: whom the member has blocked or who has blocked him; their challenges are not his.
    """

    members: list[wire.LobbyMember] = field(default_factory=list)
    challenges: list[wire.LobbyChallenge] = field(default_factory=list)
    live: list[wire.LobbyMatch] = field(default_factory=list)
    ready: wire.ReadyQuestion | None = None
    apart: frozenset[int] = frozenset()


def public_part(*, now: int) -> LobbyPart:
    """Return what everybody may see: members here, challenges to all, the newest live matches."""
    members, matches = rows.members_here(now), rows.newest_matches()
    challenges = rows.open_challenges(rows.TO_ALL)
    rows.seat(matches)
    told = rows.ratings(members, challenges, matches)
    return LobbyPart(
        members=[rows.member_row(row, told) for row in members],
        challenges=[rows.challenge_row(row, told, now=now) for row in challenges],
        live=[rows.match_row(match, told) for match in matches],
    )


def personal_part(member_id: int, *, now: int) -> LobbyPart:
    """Return what concerns a member: challenges by and to him, his matches, a question to him."""
    challenges = rows.open_challenges(rows.concerning(member_id))
    matches = rows.matches_of(member_id)
    rows.seat(matches)
    told = rows.ratings((), challenges, matches)
    apart = blocks.apart(member_id)
    return _personal(member_id, challenges, matches, told, apart, now=now)


def both_parts(member_id: int | None, *, now: int) -> tuple[LobbyPart, LobbyPart]:
    """Return `public_part` and `personal_part`, in fewer statements than each by itself."""
    if member_id is None:
        return public_part(now=now), LobbyPart()
    members = rows.members_here(now)
    newest, mine = rows.newest_and_own(member_id)
    concerning = rows.concerning(member_id)
    challenges = rows.open_challenges(
        rows.TO_ALL | concerning, first=concerning, reader_id=member_id
    )
    apart = frozenset(row.challenger_id for row in challenges if row.apart)  # type: ignore[attr-defined]
    told = rows.ratings(members, challenges, [*newest, *mine])
    public = LobbyPart(
        members=[rows.member_row(row, told) for row in members],
        challenges=[
            rows.challenge_row(row, told, now=now) for row in challenges if row.opponent_id is None
        ],
        live=[rows.match_row(match, told) for match in newest],
    )
    return public, _personal(member_id, challenges, mine, told, apart, now=now)


def _personal(
    member_id: int,
    challenges: Sequence[Challenge],
    matches: Sequence[Match],
    told: rows.Ratings,
    apart: frozenset[int],
    *,
    now: int,
) -> LobbyPart:
    live = [rows.match_row(match, told) for match in matches]
    return LobbyPart(
        challenges=[
            rows.challenge_row(row, told, now=now)
            for row in challenges
            if row.opponent_id is not None
        ],
        live=_waiting_first(live, member_id),
        ready=_question(member_id, challenges, now=now),
        apart=apart,
    )


def lobby_frame(
    public: LobbyPart,
    personal: LobbyPart,
    *,
    member_id: int | None,
    now: int,
    changed: bool = False,
) -> wire.Lobby:
    """Return the lobby as one viewer sees it; what is his comes first.

    A match of his that everybody sees as well is shown as it was read last: for everybody.
    """
    newest = {match.match: match for match in public.live}
    challenges = [*personal.challenges, *public.challenges]
    mine = {match.match: newest.get(match.match, match) for match in personal.live}
    kind = wire.LobbyChanged if changed else wire.Lobby
    return kind(
        now=now,
        you=member_id,
        members=public.members,
        challenges=[row for row in challenges if row.challenger_id not in personal.apart],
        live=[
            *_waiting_first(mine.values(), member_id),
            *(match for match in public.live if match.match not in mine),
        ],
        ready=personal.ready,
    )


def matches_of(member_id: int) -> list[wire.LobbyMatch]:
    """Return a member's live matches, those first in which he must act."""
    matches = rows.matches_of(member_id)
    rows.seat(matches)
    told = rows.ratings((), (), matches)
    return _waiting_first([rows.match_row(match, told) for match in matches], member_id)


def open_challenges(member_id: int | None, *, now: int) -> list[wire.LobbyChallenge]:
    """Return the open challenges a member may see: to all, by him and to him."""
    wanted = rows.TO_ALL if member_id is None else rows.TO_ALL | rows.concerning(member_id)
    apart = frozenset() if member_id is None else blocks.apart(member_id)
    found = [row for row in rows.open_challenges(wanted) if row.challenger_id not in apart]
    told = rows.ratings((), found)
    return [rows.challenge_row(row, told, now=now) for row in found]


def _waiting_first(live: Iterable[wire.LobbyMatch], member_id: int | None) -> list[wire.LobbyMatch]:
    """Return matches, those that wait for this member first."""

    def waits_not(row: wire.LobbyMatch) -> bool:
        return row.turn is None or row.member_ids[row.turn] != member_id

    return sorted(live, key=waits_not)


def _question(
    member_id: int, challenges: Iterable[Challenge], *, now: int
) -> wire.ReadyQuestion | None:
    """Return what a member is asked because of his challenges: the one that ends first."""
    asking = [
        wire.ReadyQuestion(challenge=row.pk, until=row.ready_until, name=str(row.taker))
        for row in challenges
        if row.challenger_id == member_id and row.ready_until is not None and now < row.ready_until
    ]
    return min(asking, key=lambda question: question.until, default=None)
