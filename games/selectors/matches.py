"""One match as pages and sockets read it; reads enforce nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Sum

from games import hooks, limits, permissions, projection, reading, wire
from games.engine import cube
from games.engine.board import BAR
from games.engine.state import MatchState, Phase, board_of
from games.enums import ChallengeStatus, MatchStatus
from games.models import Audience, Challenge, Heartbeat, Lease, Match, MatchEvent, Result, Seat
from games.selectors.lobby_rows import rating_text
from vrhcaby import clock

LONGEST_TAIL = 200
"""A page that has missed more events than these gets a snapshot."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody is at a match: his seat, or None for a spectator; whether it is live."""

    match_id: int
    seat: int | None
    live: bool


def place(match_id: int, member_id: int | None) -> Place | None:
    """Return where a member is at a match, None when there is no such match."""
    status = Match.objects.filter(pk=match_id).values_list("status", flat=True).first()
    if status is None:
        return None
    seats = Seat.objects.filter(match=match_id, member=member_id).values_list("side", flat=True)
    return Place(match_id, seats.first() if member_id else None, status == MatchStatus.LIVE)


def versions(match_ids: Iterable[int]) -> dict[int, int]:
    """Return the versions of matches by their ids."""
    return dict(Match.objects.filter(pk__in=set(match_ids)).values_list("pk", "version"))


def frames_since(match_id: int, member_id: int | None, *, since: int | None) -> list[wire.Outgoing]:
    """Return what a viewer needs who holds a version, or nothing (None).

    The events since then and who is here; or a snapshot, when the gap is too wide or the version
    is not one of this match. Raises Match.DoesNotExist.
    """
    match = Match.objects.select_related("dice").get(pk=match_id)
    if since is None or not 0 <= match.version - since <= LONGEST_TAIL or not since:
        return [_snapshot(match, member_id)]
    seats = _seats(match)
    now = clock.now()
    here = _presence(match, seats, now)
    return [
        _tail(match, seats, since=since, now=now),
        *(wire.PresenceFrame(side, one.online, one.since) for side, one in enumerate(here)),
        wire.Spectators(count=spectators(match_id, now=now)),
    ]


def snapshot(match_id: int, member_id: int | None) -> wire.Snapshot:
    """Return everything a viewer needs of a match. Raises Match.DoesNotExist."""
    return _snapshot(Match.objects.select_related("dice").get(pk=match_id), member_id)


def replay(match_id: int) -> dict[str, Any]:
    """Return the boards before the first event, by seat, and all events, as a page replays them.

    `cube` tells whether the match has one; the start of a game tells its value then.
    """
    match = Match.objects.get(pk=match_id)
    before = reading.waiting(match)
    boards = [list(board_of(before, side).counts[: BAR + 1]) for side in (0, 1)]
    rows = list(match.events.order_by("seq").values("seq", "kind", "at", "seat", "data"))
    has_cube = before.rules.cube and before.options.length != 1
    if has_cube:
        for row in rows:
            row["data"] |= _cube_at_start(row, before.options.automatic_doubles)
    return {"boards": boards, "events": rows, "cube": has_cube}


def placing_so_far(match_id: int, *, version: int) -> list[wire.EventFrame]:
    """Return how the game in progress has filled its board, up to a version of the match.

    Its events from its start on; none once a checker has moved.
    """
    events = MatchEvent.objects.filter(match=match_id, seq__lte=version)
    begun = events.filter(kind="game_started").order_by("-seq").values_list("seq", flat=True)
    rows = list(events.filter(seq__gte=begun.first() or 0).order_by("seq"))
    if any(row.kind == "stepped" for row in rows):
        return []
    return [_frame(row) for row in rows]


def _cube_at_start(row: Mapping[str, Any], most: int) -> dict[str, Any]:
    """Return the cube that a game begins with, by the rolls for the start (rules C8)."""
    if row["kind"] != "game_started":
        return {}
    begun = cube.centred(ties=max(len(row["data"].get("opening", ())) - 1, 0), limit=most)
    return {"cube": {"value": begun.value, "owner": begun.owner}}


def spectators(match_id: int, *, now: int) -> int:
    """Return how many people watch a match, over all live instances."""
    alive_since = now - limits.DEAD_AFTER_MS
    alive = Audience.objects.filter(match=match_id, instance__renewed__gte=alive_since)
    return alive.aggregate(total=Sum("count"))["total"] or 0


def result_frame(state: MatchState, result: Result, seats: Iterable[Seat]) -> wire.ResultFrame:
    """Return how a match ended, and the ratings as they stand at its seats."""
    first, second = (
        wire.RatingMove(rating_text(seat.rating_before), rating_text(seat.rating_after))
        for seat in seats
    )
    return wire.ResultFrame(
        id=result.pk,
        winner=result.winner,
        reason=result.reason,
        rated=result.rated,
        limit_at=projection.limit_at(state),
        ratings=(first, second),
    )


def _snapshot(match: Match, member_id: int | None) -> wire.Snapshot:
    state, seats, now = reading.state_of(match), _seats(match), clock.now()
    members = (seats[0].member_id, seats[1].member_id)
    rematch, moved = _rematch(match, members)
    return wire.Snapshot(
        match=match.pk,
        version=match.version,
        now=now,
        you=permissions.seat_of(members, member_id),
        names=(str(seats[0].member), str(seats[1].member)),
        bots=(seats[0].member.is_bot, seats[1].member.is_bot),
        ratings=_ratings(match, seats),
        ruleset=match.ruleset,
        options=state.options.to_data(),
        rated=match.rated,
        presence=_presence(match, seats, now),
        spectators=spectators(match.pk, now=now),
        commitment=match.dice.commitment,
        rematch=rematch,
        moved=moved,
        **_shown(match, state, seats, now),
    )


def _tail(match: Match, seats: list[Seat], *, since: int, now: int) -> wire.Events:
    rows = MatchEvent.objects.filter(match=match, seq__gt=since, seq__lte=match.version)
    return wire.Events(
        match=match.pk,
        version=match.version,
        now=now,
        events=[_frame(row) for row in rows.order_by("seq")],
        **_shown(match, reading.state_of(match), seats, now),
    )


def _frame(row: MatchEvent) -> wire.EventFrame:
    return wire.EventFrame(row.seq, row.kind, row.at, row.seat, row.data)


def _shown(match: Match, state: MatchState, seats: list[Seat], now: int) -> dict[str, Any]:
    swept_at = Heartbeat.objects.values_list("swept_at", flat=True).first()
    over = state.phase is Phase.OVER
    stands = match.stopped_at is not None
    return {
        "result": result_frame(state, match.result, seats) if over else None,
        **projection.faces(
            state,
            match.trail,
            at=now,
            paused=stands or limits.paused(swept_at, now=now),
            held=held(match.pk) if stands else None,
        ),
    }


def held(match_id: int) -> wire.Held | None:
    """Return who holds the clock of a live match and why, None where nobody does."""
    rows = Match.objects.filter(pk=match_id, status=MatchStatus.LIVE, stopped_at__isnull=False)
    found = rows.values_list("stopped_by__username", "stopped_why").first()
    return None if found is None else wire.Held(by=found[0] or "", why=found[1])


def _seats(match: Match) -> list[Seat]:
    return list(match.seats.select_related("member").order_by("side", "place"))


def _ratings(match: Match, seats: list[Seat]) -> tuple[str | None, str | None]:
    """Return the ratings both had when it ended, or have now."""
    now = hooks.rating_of([seat.member_id for seat in seats], match.ruleset)
    first, second = (
        rating_text(now.get(seat.member_id) if seat.rating_before is None else seat.rating_before)
        for seat in seats
    )
    return first, second


def _presence(match: Match, seats: list[Seat], now: int) -> tuple[wire.Presence, wire.Presence]:
    first, second = (_presence_of(match, seat.member_id, now) for seat in seats)
    return first, second


def _presence_of(match: Match, member_id: int, now: int) -> wire.Presence:
    leases = Lease.objects.filter(match=match, member=member_id)
    last = leases.order_by("-expires").values_list("since", "expires").first()
    if last is None:
        return wire.Presence(online=False, since=match.last_at)
    since, expires = last
    return wire.Presence(online=now < expires, since=since if now < expires else expires)


def _rematch(match: Match, members: tuple[int, int]) -> tuple[wire.Rematch | None, int | None]:
    """Return the open offer of a rematch, and the match that an accepted one has led to."""
    if match.status == MatchStatus.LIVE:
        return None, None
    offers = Challenge.objects.filter(
        rematch_of=match, status__in=[ChallengeStatus.OPEN, ChallengeStatus.ACCEPTED]
    )
    found: wire.Rematch | None = None
    moved: int | None = None
    for offer in offers.order_by("id"):
        if offer.match_id is not None:
            moved = offer.match_id
        else:
            seat = permissions.require_seat(members, offer.challenger_id)
            found = wire.Rematch(challenge=offer.pk, seat=seat)
    return found, moved
