"""Members, matches and ratings by the ten thousand, copied into PostgreSQL; nothing is played."""

import datetime
import json
import random
from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.db import connection

from accounts import tokens
from accounts.models import Member
from games import terms
from games.engine import codec

START = datetime.datetime(2025, 1, 1, tzinfo=datetime.UTC)
MINUTE = datetime.timedelta(minutes=1)
LIVE = 200
"""The last so many matches are still played."""


def fill(members: int, matches: int) -> str:
    """Migrate and fill an empty database; return a token that may read."""
    call_command("migrate", verbosity=0)
    chance = random.Random(5)
    _copy("accounts_member", _MEMBER, _members(members))
    agreed = terms.resolve("vrhcaby")
    options, state = json.dumps(agreed.to_data()), codec.state_to_json(agreed.new_match())
    pairs = [_pair(chance, members) for _ in range(matches)]
    _copy("games_diceseed", ("id", "secret", "commitment", "created_at"), _dice(matches))
    _copy("games_match", _MATCH, _matches(matches, options, state))
    _copy("games_seat", _SEAT, _seats(pairs))
    over = matches - LIVE
    _copy(
        "games_result",
        ("id", "match_id", "winner", "reason", "rated", "finished_at"),
        _results(over),
    )
    with connection.cursor() as cursor:
        cursor.execute(_POOL, [over])
    _copy("ladder_ladderresult", _ENTRY, _entries(pairs[:over]))
    _copy("ladder_rating", _RATING, _ratings(chance, members))
    _copy("ladder_ratingchange", _CHANGE, _changes(pairs[:over]))
    with connection.cursor() as cursor:
        for table in _TABLES:
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}"
            )
        cursor.execute("VACUUM ANALYZE")
    return tokens.make(member_id=1, name="bench", scopes=(), days=None).secret


_TABLES = ("accounts_member", "games_match", "games_seat", "games_result", "ladder_ratingchange")
_MEMBER = (
    *("id", "password", "username", "canonical", "email", "is_staff", "is_active", "is_superuser"),
    *("date_joined", "language", "time_zone", "theme", "board_direction", "animation", "sounds"),
    *("muted_sounds", "autoplay", "autobear", "ban_reason", "session_epoch", "is_bot"),
    *("rated_with_bots", "unseen_notices", "unmailed_notices"),
)
_MATCH = (
    *("id", "ruleset", "options", "rules_version", "rated", "source", "status", "state", "version"),
    *(
        "trail",
        "deadline_at",
        "last_at",
        "dice_id",
        "started_at",
        "finished_at",
        "winner",
        "reason",
    ),
)
_SEAT = (
    "match_id",
    "side",
    "place",
    "member_id",
    "seed",
    "rating_before",
    "rating_after",
    "points",
)
_RATING = ("pool_id", "member_id", "rating", "experience", "history", "last_rated_at")
_CHANGE = (
    *(
        "pool_id",
        "sequence",
        "ladder_result_id",
        "member_id",
        "opponent_id",
        "correction",
        "difference",
    ),
    *("length", "k", "expected", "score", "before", "after", "experience_before", "at"),
)
_ENTRY = (
    *("id", "pool_id", "sequence", "result_id", "first_id", "second_id", "length", "score", "at"),
)
_POOL = (
    "INSERT INTO ladder_pool (id, ruleset, start, scale, factor, ramp_start, ramp_span, "
    "ramp_floor, last_sequence, last_correction) "
    "VALUES (1, 'vrhcaby', 1500, 2000, 4, 5, 100, 1, %s, 0)"
)


def _copy(table: str, columns: tuple[str, ...], rows: Iterator[tuple[Any, ...]]) -> None:
    usual = _usual(table, columns)
    with connection.cursor() as cursor:
        statement = f"COPY {table} ({', '.join([*columns, *usual])}) FROM STDIN"
        with cursor.copy(statement) as into:
            for row in rows:
                into.write_row([*row, *usual.values()])


def _usual(table: str, columns: tuple[str, ...]) -> dict[str, Any]:
    """Return the other columns that must hold something, each with what it holds by itself."""
    model = next(one for one in apps.get_models() if one._meta.db_table == table)
    others = [one for one in model._meta.concrete_fields if one.column not in columns]
    wanted = [one for one in others if not one.null and not one.primary_key]
    values = {one.column: one.get_default() for one in wanted}
    return {
        name: json.dumps(value) if isinstance(value, dict | list) else value
        for name, value in values.items()
    }


def _members(count: int) -> Iterator[tuple[Any, ...]]:
    look = Member(username="x")
    for pk in range(1, count + 1):
        name = f"Member{pk:06}"
        yield (
            *(pk, "!", name, name.lower(), f"{pk}@example.org", False, True, False, START),
            *(look.language, look.time_zone, look.theme, look.board_direction, look.animation),
            *(True, "[]", False, False, "", 0, pk % 50 == 0, False, "[]", "[]"),
        )


def _dice(count: int) -> Iterator[tuple[Any, ...]]:
    for pk in range(1, count + 1):
        yield pk, "sealed", f"{pk:064x}", 0


def _matches(count: int, options: str, state: str) -> Iterator[tuple[Any, ...]]:
    for pk in range(1, count + 1):
        began, live = START + pk * MINUTE, pk > count - LIVE
        ended = None if live else began + 20 * MINUTE
        at = int(began.timestamp() * 1000)
        yield (
            *(pk, "vrhcaby", options, 1, True, "challenge", "live" if live else "finished"),
            *(state, 120, "{}", at if live else None, at, pk, began, ended),
            *(None if live else pk % 2, "" if live else "borne_off"),
        )


def _seats(pairs: list[tuple[int, int]]) -> Iterator[tuple[Any, ...]]:
    for pk, pair in enumerate(pairs, 1):
        for side, member in enumerate(pair):
            yield pk, side, 0, member, "", 1500.0, 1502.0, 0


def _results(count: int) -> Iterator[tuple[Any, ...]]:
    for pk in range(1, count + 1):
        yield pk, pk, pk % 2, "borne_off", True, START + (pk + 20) * MINUTE


def _ratings(chance: random.Random, members: int) -> Iterator[tuple[Any, ...]]:
    now = datetime.datetime.now(datetime.UTC)
    for pk in range(1, members + 1):
        yield 1, pk, chance.gauss(1500, 150), chance.randint(1, 400), "[1500.0]", now


def _entries(pairs: list[tuple[int, int]]) -> Iterator[tuple[Any, ...]]:
    for pk, (first, second) in enumerate(pairs, 1):
        yield pk, 1, pk, pk, first, second, 1, 1.0, START + (pk + 20) * MINUTE


def _changes(pairs: list[tuple[int, int]]) -> Iterator[tuple[Any, ...]]:
    for pk, (first, second) in enumerate(pairs, 1):
        at = START + (pk + 20) * MINUTE
        for member, other, score in ((first, second, 1.0), (second, first, 0.0)):
            yield 1, pk, pk, member, other, 0, 0.0, 1, 1.0, 0.5, score, 1500.0, 1502.0, 50, at


def _pair(chance: random.Random, members: int) -> tuple[int, int]:
    first = chance.randint(1, members)
    return first, first % members + 1
