"""Connections of a server process: their leases, its own life, what its loop has heard."""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from time import monotonic

from django.db import transaction
from django.db.models import BigIntegerField, Case, F, Q, QuerySet, Value, When

from games import limits, permissions, realtime, selectors, wire
from games.engine.events import Cause
from games.engine.settle import credit
from games.engine.state import must_act
from games.enums import MatchStatus
from games.models import Audience, Instance, Lease, Match, Seat
from games.services import keep, presence, servers, settling, statements
from games.services.answers import answering
from games.services.statements import LeaseRow
from games.services.table import take
from vrhcaby import clock
from vrhcaby.errors import BUSY

logger = logging.getLogger(__name__)

GIVE_BACK_TRIES = 3

LOOK_BACK_MS = 2_000
"""A sweep that was killed after its heartbeat is made up for by the next ones."""

MOST_LEASES = 30
"""Of a member at a match, or in the lobby, through one server: the referee has to read them.

Of open connections they are made again by the next beat: at most about twice as many run.
"""


@dataclass(frozen=True, slots=True)
class Heard:
    """A connection's lease, opened at `since`, was last heard at a reading of `monotonic`."""

    connection: str
    member_id: int
    match_id: int | None
    since: int
    heard: float


def opened(*, connection: str, member_id: int, match_id: int | None, instance_id: str) -> int:
    """Open a lease for a connection, tell the viewers, and return when it began.

    Entry service. A player whose last server went away gets back the time he was not heard.
    """
    with transaction.atomic(durable=True):
        now = clock.now()
        before = Lease.objects.filter(match=match_id, member=member_id).select_related("instance")
        last = before.order_by("-expires").first()
        _renew(instance_id, now)
        _join(before.filter(instance=instance_id, since__lte=now, expires__gt=now))
        Lease.objects.create(
            connection=connection,
            member_id=member_id,
            match_id=match_id,
            instance_id=instance_id,
            since=now,
            expires=now + limits.LEASE_MS,
        )
        if last is None or last.expires <= now:
            _tell_online(match_id, member_id, now)
    died = None if match_id is None or last is None else presence.died_at(last, now)
    if match_id is not None and last is not None and died is not None:
        owed_since = servers.owed_since(heard=presence.heard(last), died=died, back_at=now)
        _give_back(match_id, member_id, owed_since)
    return now


def _join(running: QuerySet[Lease]) -> None:
    """Make one lease of many that run, with the same moments in it; they are of one server.

    Whoever loads a page again and again leaves some behind that outlive their connections.
    """
    found = [one for one in running.order_by("connection", "since") if not presence.broke_off(one)]
    if len(found) >= MOST_LEASES:
        # In the order in which a beat takes them, so that neither waits for the other for ever.
        held = Lease.objects.filter(pk__in=[one.pk for one in found]).select_for_update()
        list(held.order_by("connection", "since"))
        first = min(found, key=attrgetter("since"))
        last = max(one.expires for one in found)
        others = [one.pk for one in found if one.pk != first.pk]
        Lease.objects.filter(pk__in=others).delete()
        Lease.objects.filter(pk=first.pk).update(expires=last)


def _give_back(match_id: int, member_id: int, owed_since: int) -> None:
    """Once more while the match is held by somebody else: nobody asks for that time again."""
    for _ in range(GIVE_BACK_TRIES):
        refused = returned(match_id=match_id, member_id=member_id, owed_since=owed_since)
        if refused is None or refused.code != BUSY:
            return
    logger.warning("match %s: the time of member %s was not given back", match_id, member_id)


@answering
def returned(*, match_id: int, member_id: int, owed_since: int, back_at: int | None = None) -> None:
    """Let the limit of a player who is back grow by the time his server could not hear him.

    Entry service; `owed_since` is from when he gets it back. He is back now, or since `back_at`.
    Nothing happens when somebody else is to act, nor for a time that was given back before
    (rules V23).
    """
    with transaction.atomic(durable=True):
        table = take(match_id)
        settling.settle(table)
        seat = permissions.require_seat(table.members, member_id)
        if must_act(table.state) == seat:
            at = table.now if back_at is None else max(back_at, table.state.at)
            table.happen(credit(table.state, since=owed_since, at=at, cause=Cause.INSTANCE))
        if table.events:
            keep.write(table)


def credit_early_returns(*, since: int, until: int) -> None:
    """Give their time back to players who returned before their server was known to be dead.

    Entry service of the sweep, with the times of the one before and of this. A server is dead
    when it has been silent for a while (`limits.DEAD_AFTER_MS`); who returns later than that is
    credited at once, by `opened`. May look at the same death again: nothing is credited twice.
    """
    died = Instance.objects.filter(
        renewed__gte=since - limits.DEAD_AFTER_MS - LOOK_BACK_MS,
        renewed__lt=until - limits.DEAD_AFTER_MS,
    )
    held = Lease.objects.filter(
        instance__in=died, match__status=MatchStatus.LIVE, expires__gt=F("instance__renewed")
    )
    for lease in held.select_related("instance").order_by("match", "pk"):
        back_at = _early_return(lease)
        if lease.match_id is not None and back_at is not None:
            returned(
                match_id=lease.match_id,
                member_id=lease.member_id,
                owed_since=presence.heard(lease),
                back_at=back_at,
            )


def _early_return(lease: Lease) -> int | None:
    """Return when a living server heard the member again; None if one did all the time."""
    heard, instance = lease.expires - limits.LEASE_MS, lease.instance
    others = Lease.objects.filter(
        match=lease.match_id, member=lease.member_id, instance__isnull=False
    ).exclude(instance=lease.instance)
    known_dead = (instance.renewed if instance else heard) + limits.DEAD_AFTER_MS
    back = others.filter(since__gt=heard, since__lte=known_dead).order_by("since").first()
    if back is None or others.filter(since__lte=heard, expires__gte=back.since).exists():
        return None
    return back.since


def flush(
    *,
    instance_id: str,
    heard: Iterable[Heard] = (),
    audiences: Mapping[int, int] | None = None,
) -> None:
    """Renew a server instance, the leases it has heard since, and its counts of spectators.

    Entry service. The moments were taken on this process's clock and are placed on the
    database's, so that processes need not agree on the time.
    """
    with transaction.atomic(durable=True):
        now, here = clock.now(), monotonic()
        _renew(instance_id, now)
        in_order = sorted(heard, key=attrgetter("connection", "since"))
        statements.renew(
            [_lease(instance_id, one, now - int((here - one.heard) * 1000)) for one in in_order]
        )
        _count(instance_id, audiences or {}, now)


def _count(instance_id: str, audiences: Mapping[int, int], now: int) -> None:
    # A count for no match would fail, and the leases of all players here with it.
    for match_id in Match.objects.filter(pk__in=list(audiences)).values_list("pk", flat=True):
        Audience.objects.update_or_create(
            instance_id=instance_id, match_id=match_id, defaults={"count": audiences[match_id]}
        )
        realtime.to_match(match_id, wire.Spectators(count=selectors.spectators(match_id, now=now)))


def _tell_online(match_id: int | None, member_id: int, now: int) -> None:
    if match_id is None:
        realtime.lobby_changed()
        return
    for side in Seat.objects.filter(match=match_id, member=member_id).values_list(
        "side", flat=True
    ):
        realtime.to_match(match_id, wire.PresenceFrame(seat=side, online=True, since=now))


def _renew(instance_id: str, now: int) -> None:
    """Note that a server lived at a moment; one who had to wait takes nothing back from a later.

    One that was silent for so long that it counted as dead has begun to live anew.
    """
    dead = Q(renewed__lt=now - limits.DEAD_AFTER_MS)
    started = Case(When(dead, then=Value(now, BigIntegerField())), default=F("started"))
    stood_since = Case(When(dead, then=F("renewed")), default=F("stood_since"))
    known = Instance.objects.filter(pk=instance_id, renewed__lt=now)
    if not known.update(renewed=now, started=started, stood_since=stood_since):
        born = Instance(id=instance_id, started=now, renewed=now)
        Instance.objects.bulk_create([born], ignore_conflicts=True)


def _lease(instance_id: str, one: Heard, heard_at: int) -> LeaseRow:
    return LeaseRow(
        connection=one.connection,
        member_id=one.member_id,
        match_id=one.match_id,
        instance_id=instance_id,
        since=one.since,
        expires=max(heard_at, one.since) + limits.LEASE_MS,
    )
