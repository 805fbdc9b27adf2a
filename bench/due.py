"""Live matches in the database of a site: many whose limits are far, some that end together.

`python -m bench.due --live N --due N [--at MS]` with the site's environment; prints as JSON the
moment, in milliseconds, in whose second the limits end.
"""

import argparse
import json
import random
import secrets
import sys

import django

django.setup()

# Models can be imported only now: the lines below stand late (E402).
from django.contrib.auth import get_user_model  # noqa: E402
from django.db import connection, transaction  # noqa: E402

from bench.copying import like  # noqa: E402
from games import reading, trail  # noqa: E402
from games.engine import codec  # noqa: E402
from games.engine.decide import start  # noqa: E402
from games.engine.events import Event  # noqa: E402
from games.engine.evolve import fold  # noqa: E402
from games.engine.state import deadline  # noqa: E402
from games.instants import to_datetime  # noqa: E402
from games.models import DiceSeed, Lease, Match, MatchEvent, Seat  # noqa: E402
from games.services import lobby, seeds, sitting, table  # noqa: E402
from vrhcaby import clock  # noqa: E402

MEMBERS = 400
LIMIT_MS = 60_000
FAR_MS = 3_600_000
BATCH = 2_000
"""Copies written at once."""


def members(count: int) -> list[int]:
    """Make members and return their ids."""
    make = get_user_model().objects.create_user
    return [make(f"due{secrets.token_hex(6)}").pk for _ in range(count)]


def begin(first: int, second: int, *, at: int) -> int:
    """Let two members begin a rated match at a moment, and return its number."""
    with clock.living_at(at):
        Lease.objects.create(
            connection=secrets.token_hex(16), member_id=first, since=at, expires=at + 1_000
        )
        made = lobby.challenge(member_id=first, ruleset="vrhcaby", rated=True)
        return sitting.accept(challenge_id=made.challenge_id, member_id=second).match_id


def clone(match_id: int, count: int) -> None:
    """Begin a match so many times more, each with dice of its own, in the hour from FAR_MS on.

    The rows are those of the services, written many at once and without their doings besides:
    no leases, no notices.
    """
    source = Match.objects.get(pk=match_id)
    seats = list(source.seats.order_by("side"))
    for first in range(0, count, BATCH):
        with transaction.atomic():
            _copy(source, seats, range(first, min(first + BATCH, count)))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _copy(source: Match, seats: list[Seat], numbers: range) -> None:
    tables = [
        _begun(source, seats, dice, at=source.last_at + FAR_MS + number % FAR_MS)
        for number, dice in zip(
            numbers, seeds.commit(len(numbers), now=source.last_at), strict=True
        )
    ]
    matches = Match.objects.bulk_create(match for match, _ in tables)
    Seat.objects.bulk_create(like(seat, match=match) for match in matches for seat in seats)
    MatchEvent.objects.bulk_create(
        MatchEvent(match=match, seq=seq, at=event.at, seat=event.seat, kind=kind, data=data)
        for match, events in tables
        for seq, event in enumerate(events, 1)
        for kind, data in [codec.event_to_data(event)]
    )


def _begun(
    source: Match, seats: list[Seat], dice: DiceSeed, *, at: int
) -> tuple[Match, tuple[Event, ...]]:
    waiting = reading.waiting(source)
    drawn = table.Dice(dice.secret, (seats[0].seed, seats[1].seed))
    events = start(waiting, at=at, dice=drawn)
    state = fold(waiting, events)
    match = like(
        source,
        dice=dice,
        state=codec.state_to_json(state),
        version=state.version,
        trail=trail.follow({}, events),
        deadline_at=deadline(state),
        last_at=state.at,
        started_at=to_datetime(at),
    )
    return match, events


def main(arguments: list[str]) -> None:
    """Make the matches."""
    parser = argparse.ArgumentParser(prog="bench.due")
    parser.add_argument("--live", type=int, default=0)
    parser.add_argument("--due", type=int, default=0)
    parser.add_argument("--at", type=int, default=None, help="when the limits end")
    wanted = parser.parse_args(arguments)
    at = wanted.at or clock.now() + LIMIT_MS
    ids, chance = members(MEMBERS), random.Random(1)
    for number in range(wanted.due):
        begin(*chance.sample(ids, 2), at=at - LIMIT_MS + number % 1_000)
    if wanted.live:
        clone(begin(*chance.sample(ids, 2), at=clock.now()), wanted.live)
    print(json.dumps({"at": at}))


if __name__ == "__main__":
    main(sys.argv[1:])
