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
from django.db.models import Model  # noqa: E402

from games.models import Lease, Match, Seat  # noqa: E402
from games.services import lobby, sitting  # noqa: E402
from vrhcaby import clock  # noqa: E402

MEMBERS = 400
LIMIT_MS = 60_000
FAR_MS = 3_600_000

_CLONE = """
WITH seeds AS (
    INSERT INTO games_diceseed (secret, commitment, created_at)
    SELECT secret, md5(n::text) || md5('again' || n::text), created_at
      FROM games_diceseed, generate_series(1, %(count)s) n WHERE id = %(dice)s
    RETURNING id
), matches AS (
    INSERT INTO games_match ({match_columns})
    SELECT {match_values} FROM seeds, games_match source WHERE source.id = %(match)s
    RETURNING id
)
INSERT INTO games_seat ({seat_columns})
SELECT {seat_values} FROM matches, games_seat source WHERE source.match_id = %(match)s"""
_OF_THE_COPY = {
    Match: {
        "dice_id": "seeds.id",
        "deadline_at": "source.deadline_at + %(far)s + (seeds.id %% %(far)s)",
    },
    Seat: {"match_id": "matches.id"},
}


def copying(model: type[Model]) -> tuple[str, str]:
    """Return the columns of a model, and what a copy has in each, as SQL."""
    columns = [field.column for field in model._meta.concrete_fields if not field.primary_key]
    values = [_OF_THE_COPY[model].get(column, f"source.{column}") for column in columns]
    return ", ".join(columns), ", ".join(values)


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
    """Copy a match so many times, with limits from an hour to two ahead."""
    match = Match.objects.get(pk=match_id)
    match_columns, match_values = copying(Match)
    seat_columns, seat_values = copying(Seat)
    statement = _CLONE.format(
        match_columns=match_columns,
        match_values=match_values,
        seat_columns=seat_columns,
        seat_values=seat_values,
    )
    values = {"count": count, "dice": match.dice_id, "match": match_id, "far": FAR_MS}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


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
