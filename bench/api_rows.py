"""Members, matches and ratings by the ten thousand, copied into PostgreSQL; nothing is played."""

import datetime
import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

from django.db import connection

from accounts import names, tokens
from accounts.models import Member
from bench import copying
from games import terms
from games.engine import codec
from games.models import DiceSeed, Match, Result, Seat
from ladder.models import LadderResult, Pool, Rating, RatingChange

MINUTE = datetime.timedelta(minutes=1)
LIVE = 200
"""The last so many matches are still played, or half of them where they are few."""

Pairs = Sequence[tuple[int, int]]


def fill(members: int, matches: int) -> str:
    """Fill an empty migrated database; return a token that may read.

    A match begins each minute, the last one just now.
    """
    chance = random.Random(5)
    start = datetime.datetime.now(datetime.UTC) - (matches + 20) * MINUTE
    copying.into(Member, _MEMBER, _members(members, start))
    pairs = [_pair(chance, members) for _ in range(matches)]
    over = matches - min(LIVE, matches // 2)
    _play(pairs, over, start)
    Pool.objects.create(pk=1, ruleset="vrhcaby", last_sequence=over)
    copying.into(LadderResult, _ENTRY, _entries(pairs[:over], start))
    copying.into(Rating, _RATING, _ratings(chance, members, pairs[:over], start))
    copying.into(RatingChange, _CHANGE, _changes(pairs[:over], start))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return tokens.make(member_id=1, name="bench", scopes=(), days=None).secret


def _play(pairs: Pairs, over: int, start: datetime.datetime) -> None:
    """Make the matches, of which so many are over."""
    agreed, count = terms.resolve("vrhcaby"), len(pairs)
    options, state = json.dumps(agreed.to_data()), codec.state_to_json(agreed.new_match())
    copying.into(DiceSeed, _SEED, _dice(count))
    copying.into(Match, _MATCH, (_match(pk, over, start, options, state) for pk in _keys(count)))
    copying.into(Seat, _SEAT, _seats(pairs))
    copying.into(Result, _RESULT, _results(over, start))


_MEMBER = ("id", "password", "username", "canonical", "email", "date_joined", "is_bot")
_SEED = ("id", "secret", "commitment", "created_at")
_MATCH = (
    *("id", "ruleset", "options", "rules_version", "rated", "source", "status", "state"),
    *("version", "deadline_at", "last_at", "dice_id", "started_at", "finished_at", "winner"),
    "reason",
)
_SEAT = ("match_id", "side", "member_id", "rating_before", "rating_after")
_RESULT = ("id", "match_id", "winner", "reason", "rated", "finished_at")
_RATING = (
    *("pool_id", "member_id", "rating", "experience", "history", "last_result_id"),
    "last_rated_at",
)
_CHANGE = (
    *("pool_id", "sequence", "ladder_result_id", "member_id", "opponent_id", "difference"),
    *("length", "k", "expected", "score", "before", "after", "experience_before", "at"),
)
_ENTRY = (
    *("id", "pool_id", "sequence", "result_id", "first_id", "second_id", "length", "score", "at"),
)


def _keys(count: int) -> range:
    return range(1, count + 1)


def _ended(pk: int, start: datetime.datetime) -> datetime.datetime:
    return start + (pk + 20) * MINUTE


def _members(count: int, start: datetime.datetime) -> Iterator[tuple[Any, ...]]:
    for pk in _keys(count):
        name = f"Member{pk:06}"
        yield pk, "!", name, names.canonical(name), f"{pk}@example.org", start, pk % 50 == 0


def _dice(count: int) -> Iterator[tuple[Any, ...]]:
    for pk in _keys(count):
        yield pk, "sealed", f"bench{pk:059x}", 0


def _match(
    pk: int, over: int, start: datetime.datetime, options: str, state: str
) -> tuple[Any, ...]:
    began, live = start + pk * MINUTE, pk > over
    at = int(began.timestamp() * 1000)
    return (
        *(pk, "vrhcaby", options, 1, True, "challenge", "live" if live else "finished", state),
        *(120, at if live else None, at, pk, began, None if live else _ended(pk, start)),
        *(None if live else pk % 2, "" if live else "borne_off"),
    )


def _seats(pairs: Pairs) -> Iterator[tuple[Any, ...]]:
    for pk, pair in enumerate(pairs, 1):
        for side, member in enumerate(pair):
            yield pk, side, member, 1500.0, 1502.0


def _results(count: int, start: datetime.datetime) -> Iterator[tuple[Any, ...]]:
    for pk in _keys(count):
        yield pk, pk, pk % 2, "borne_off", True, _ended(pk, start)


def _ratings(
    chance: random.Random, members: int, pairs: Pairs, start: datetime.datetime
) -> Iterator[tuple[Any, ...]]:
    """Yield a rating of everybody; who has met nobody has no experience."""
    last = {member: pk for pk, pair in enumerate(pairs, 1) for member in pair}
    for member in _keys(members):
        rating, experience, pk = chance.gauss(1500, 150), chance.randint(1, 400), last.get(member)
        history = json.dumps([round(rating + step, 1) for step in range(20)])
        met = (experience, history, pk, _ended(pk, start)) if pk else (0, "[]", None, None)
        yield 1, member, rating, *met


def _entries(pairs: Pairs, start: datetime.datetime) -> Iterator[tuple[Any, ...]]:
    for pk, (first, second) in enumerate(pairs, 1):
        yield pk, 1, pk, pk, first, second, 1, 1.0, _ended(pk, start)


def _changes(pairs: Pairs, start: datetime.datetime) -> Iterator[tuple[Any, ...]]:
    for pk, (first, second) in enumerate(pairs, 1):
        at = _ended(pk, start)
        for member, other, score in ((first, second, 1.0), (second, first, 0.0)):
            yield 1, pk, pk, member, other, 0.0, 1, 1.0, 0.5, score, 1500.0, 1502.0, 50, at


def _pair(chance: random.Random, members: int) -> tuple[int, int]:
    first = chance.randint(1, members)
    return first, first % members + 1
