"""Connections of a server process: their leases, its own life, what its loop has heard."""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from time import monotonic

from django.db import transaction

from games import limits, permissions, realtime, selectors, wire
from games.engine.events import Cause
from games.engine.settle import credit
from games.engine.state import must_act
from games.models import Audience, Instance, Lease, Seat
from games.services import keep, presence, settling
from games.services.answers import answering
from games.services.table import take
from vrhcaby import clock
from vrhcaby.errors import BUSY

logger = logging.getLogger(__name__)

GIVE_BACK_TRIES = 3


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
    if match_id is not None and last is not None and presence.died_before_its_end(last, now):
        _give_back(match_id, member_id, last.expires - limits.LEASE_MS)
    return now


def _give_back(match_id: int, member_id: int, last_heard: int) -> None:
    """Once more while the match is held by somebody else: nobody asks for that time again."""
    for _ in range(GIVE_BACK_TRIES):
        refused = returned(match_id=match_id, member_id=member_id, last_heard=last_heard)
        if refused is None or refused.code != BUSY:
            return
    logger.warning("match %s: the time of member %s was not given back", match_id, member_id)


@answering
def returned(*, match_id: int, member_id: int, last_heard: int) -> None:
    """Let the limit of a player who is back grow by the time his server could not hear him.

    Entry service; nothing happens when somebody else is to act (rules V23).
    """
    with transaction.atomic(durable=True):
        table = take(match_id)
        settling.settle(table)
        seat = permissions.require_seat(table.members, member_id)
        if must_act(table.state) == seat:
            events = credit(table.state, since=last_heard, at=table.now, cause=Cause.INSTANCE)
            table.happen(events)
        if table.events:
            keep.write(table)


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
        Lease.objects.bulk_create(
            [_lease(instance_id, one, now - int((here - one.heard) * 1000)) for one in heard],
            update_conflicts=True,
            unique_fields=["connection", "since"],
            update_fields=["expires"],
        )
        for match_id, count in (audiences or {}).items():
            Audience.objects.update_or_create(
                instance_id=instance_id, match_id=match_id, defaults={"count": count}
            )
            realtime.to_match(
                match_id, wire.Spectators(count=selectors.spectators(match_id, now=now))
            )


def _tell_online(match_id: int | None, member_id: int, now: int) -> None:
    if match_id is None:
        realtime.lobby_changed()
        return
    for side in Seat.objects.filter(match=match_id, member=member_id).values_list(
        "side", flat=True
    ):
        realtime.to_match(match_id, wire.PresenceFrame(seat=side, online=True, since=now))


def _renew(instance_id: str, now: int) -> None:
    Instance.objects.bulk_create(
        [Instance(id=instance_id, started=now, renewed=now)],
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=["renewed"],
    )


def _lease(instance_id: str, one: Heard, heard_at: int) -> Lease:
    return Lease(
        connection=one.connection,
        member_id=one.member_id,
        match_id=one.match_id,
        instance_id=instance_id,
        since=one.since,
        expires=max(heard_at, one.since) + limits.LEASE_MS,
    )
