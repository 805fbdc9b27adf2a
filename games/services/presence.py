"""Who is here: leases of connections, and what the judge is told about a moment (rules V16, V23).

Nothing here locks a match.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Literal, cast

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from games import limits, realtime, wire
from games.engine.settle import Presence as Verdict
from games.enums import MatchStatus
from games.models import Instance, Lease, Seat
from games.services.servers import Servers
from games.services.table import Table

FORGET_AFTER_MS = 3_600_000
"""Leases are kept so long after they expire; of each player of a live match the last one longer."""

ASKED_FOR_MS = 900_000
"""The referee asks about moments that are not longer past; outages are credited before."""

Found = Verdict | Literal["silent"]
"""A verdict, or that the server which held him is silent, and dead or not in some seconds."""


class NotKnownYet(Exception):
    """Whether a member was online will be known in some seconds; the sweep looks again."""


def judge(table: Table) -> Callable[[int, int], Verdict]:
    """Return the function that tells the engine whether a seat was online at a moment.

    A command cannot wait: whom a silent server held is unknown.
    """

    def presence(seat: int, moment: int) -> Verdict:
        found = at(table.match_id, table.members[seat], moment=moment, now=table.now)
        return "unknown" if found == "silent" else found

    return presence


def judge_all(tables: Iterable[Table]) -> dict[int, Callable[[int, int], Verdict]]:
    """Return what tells the engine of several tables, by match; all leases are read at once.

    The functions raise NotKnownYet.
    """
    by_match = {table.match_id: table for table in tables}
    found: dict[tuple[int, int], list[Lease]] = defaultdict(list)
    now = max((table.now for table in by_match.values()), default=0)
    asked = Q(expires__gt=now - ASKED_FOR_MS) | ~Exists(_newer())
    for lease in _newest_first().filter(asked, match__in=by_match):
        found[cast("int", lease.match_id), lease.member_id].append(lease)
    servers = Servers(now)
    return {match_id: _judge_by(table, found, servers) for match_id, table in by_match.items()}


def at(match_id: int, member_id: int, *, moment: int, now: int) -> Found:
    """Tell whether a member was online in a match at a moment that has passed.

    Unknown: the server instances that held him had died by then, so that he could not play,
    though his leases may still have run; or his last lease ran out because its instance died.
    Unreachable: nor could he have come back by that moment, for want of web processes.
    """
    leases = _until(match_id, member_id, moment)
    return _verdict(leases, moment=moment, now=now, servers=Servers(now))


def may_be_claimed(match_id: int, member_id: int, *, limit_at: int, moment: int, now: int) -> bool:
    """Tell whether a member whose limit was judged may be claimed at a moment (rules V23).

    His server may have died just before the limit, and the verdict come before that was known:
    then he has what he was not heard for, and a minute in which he could have come back.
    """
    servers = Servers(now)
    before = list(_until(match_id, member_id, limit_at))
    found = _verdict(before, moment=limit_at, now=now, servers=servers)
    if found in {"online", "offline"}:
        return True
    last = heard(before[0])
    later = Lease.objects.filter(match=match_id, member=member_id, since__gt=last)
    others = later.filter(instance__isnull=False).exclude(instance=before[0].instance)
    back = others.order_by("since").values_list("since", flat=True).first()
    if back is not None:
        return moment >= limit_at + min(limits.LOST_MOST_MS, back - last)
    waited = moment >= limit_at + limits.RETURN_MS
    return waited and _could_return(before[0], moment=moment, now=now, servers=servers)


def _until(match_id: int, member_id: int, moment: int) -> QuerySet[Lease]:
    return _newest_first().filter(match=match_id, member=member_id, since__lte=moment)


def _judge_by(
    table: Table, found: Mapping[tuple[int, int], list[Lease]], servers: Servers
) -> Callable[[int, int], Verdict]:
    def presence(seat: int, moment: int) -> Verdict:
        leases = found.get((table.match_id, table.members[seat]), [])
        verdict = _verdict(leases, moment=moment, now=table.now, servers=servers)
        if verdict == "silent":
            raise NotKnownYet
        return verdict

    return presence


def _verdict(leases: Iterable[Lease], *, moment: int, now: int, servers: Servers) -> Found:
    """Judge by leases, the newest first, of a member in a match; see `at`."""
    begun = [lease for lease in leases if lease.since <= moment]
    if not begun:
        return "offline"
    found = _by_leases(begun, moment=moment, now=now)
    if found not in {"offline", "unknown"}:
        return found
    could = _could_return(begun[0], moment=moment, now=now, servers=servers)
    return found if could else "unreachable"


def _could_return(lease: Lease, *, moment: int, now: int, servers: Servers) -> bool:
    """Tell whether who had this lease last could have come back before a moment."""
    died = died_at(lease, now)
    return servers.let_return(heard=heard(lease), died=died, moment=moment)


def died_at(lease: Lease, now: int) -> int | None:
    """Return when the server that held a lease was last seen, if it did not see the lease's end.

    None if it did. It may have died, or have stood still so long that it counted as dead.
    """
    instance = lease.instance
    if instance is None:
        return None
    if broke_off(lease):
        return instance.stood_since
    dead = now - instance.renewed > limits.DEAD_AFTER_MS
    return instance.renewed if dead and instance.renewed < lease.expires else None


def _by_leases(begun: list[Lease], *, moment: int, now: int) -> Found:
    running = [lease for lease in begun if lease.expires > moment]
    if running:
        return _by_sight(running, lost_sight=moment, now=now, else_found="online")
    last = begun[:1]
    return _by_sight(last, lost_sight=last[0].expires, now=now, else_found="offline")


def _by_sight(leases: Collection[Lease], *, lost_sight: int, now: int, else_found: Found) -> Found:
    """Judge by whether every instance was last seen alive before a moment, and how long ago.

    The lease of the start has no instance and says nothing about a connection.
    """
    held = [lease for lease in leases if lease.instance is not None]
    whole = [lease.instance for lease in held if lease.instance and not broke_off(lease)]
    if held and not whole:
        return "unknown"
    if not held or any(one.renewed >= lost_sight for one in whole):
        return else_found
    quiet = min(now - one.renewed for one in whole)
    if quiet > limits.DEAD_AFTER_MS:
        return "unknown"
    return "silent" if quiet > limits.SILENT_AFTER_MS else else_found


def heard(lease: Lease) -> int:
    """Return when the holder of a lease was last heard."""
    return lease.expires - limits.LEASE_MS


def _newer() -> QuerySet[Lease]:
    """Return the leases that their holder had at the same place after the one in question."""
    same = Lease.objects.filter(match=OuterRef("match"), member=OuterRef("member"))
    return same.filter(expires__gt=OuterRef("expires"))


def _newest_first() -> QuerySet[Lease]:
    return Lease.objects.select_related("instance").order_by("-expires")


def grant(*, match_id: int, member_ids: Iterable[int], now: int) -> None:
    """Lease both seats at the start, while the pages are on their way (rules V25).

    The caller has created the match in this transaction.
    """
    Lease.objects.bulk_create(
        Lease(
            connection=f"start-{match_id}-{member_id}"[:32],
            member_id=member_id,
            match_id=match_id,
            since=now,
            expires=now + limits.LEASE_MS,
        )
        for member_id in member_ids
    )


def is_here(member_id: int, *, now: int) -> bool:
    """Whether a member has the lobby or any game open."""
    return Lease.objects.filter(member=member_id, since__lte=now, expires__gt=now).exists()


def announce_absent(*, since: int | None, until: int) -> None:
    """Tell viewers which players' last leases ran out in [since, until)."""
    ended = Lease.objects.filter(expires__gt=since or until, expires__lte=until)
    newer = Lease.objects.filter(
        member=OuterRef("member"), match=OuterRef("match"), expires__gt=until
    )
    playing = Q(match__status=MatchStatus.LIVE)
    gone = ended.filter(~Exists(newer), playing).order_by("expires")
    with transaction.atomic():
        for lease in gone.annotate(side=_side_of_lease()):
            frame = wire.PresenceFrame(seat=lease.side, online=False, since=lease.expires)
            realtime.to_match(cast("int", lease.match_id), frame)
        if ended.filter(match=None).exists():
            realtime.lobby_changed()


def forget(*, now: int) -> int:
    """Delete leases and instances that no judge will ask for; return how many leases."""
    old = Lease.objects.filter(expires__lt=now - FORGET_AFTER_MS)
    over = Q(match=None) | ~Q(match__status=MatchStatus.LIVE) | Exists(_newer())
    count, _ = old.filter(over).delete()
    dead = Instance.objects.filter(renewed__lt=now - FORGET_AFTER_MS)
    dead.filter(~Exists(Lease.objects.filter(instance=OuterRef("pk")))).delete()
    return count


def broke_off(lease: Lease) -> bool:
    """Whether the lease's server stood still before the lease's end, and until after its beat."""
    instance = lease.instance
    if instance is None or instance.stood_since is None:
        return False
    return instance.stood_since < lease.expires and instance.started > heard(lease)


def _side_of_lease() -> Subquery:
    seats = Seat.objects.filter(match=OuterRef("match"), member=OuterRef("member"))
    return Subquery(seats.values("side")[:1])
