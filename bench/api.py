"""How much the REST interface costs beside the bare query that it needs.

    python -m bench.api [--members 50000] [--matches 200000]

Starts a PostgreSQL of its own, fills it (rows are copied in, not played), and asks each operation
for a page of 50 and for one row, through the whole of Django: middleware, token, throttle, filter,
page, JSON. The floor of each is one bare indexed query of the same rows, with what stands beside
them, through Django's connection. Exit code 1 when a ratio is above 6 or a request has more than 10
queries.
"""

import argparse
import sys
import time
from dataclasses import dataclass
from typing import Any

from bench.beside import answering, by_turns, database, queries_of, querying

RUNS = 60
LIMIT, MOST_QUERIES = 6.0, 10
PAGE = 50


@dataclass(frozen=True)
class Measure:
    """An operation and the bare query of its rows."""

    name: str
    path: str
    floor: str
    floor_args: tuple[Any, ...] = ()
    has_goal: bool = True


def measures(middle: int) -> list[Measure]:
    """Return what is measured; `middle` is a match in the middle of all."""
    match = (
        "SELECT m.*, r.*, s.*, a.id, a.username, a.is_bot FROM {rows} m "
        "LEFT JOIN games_result r ON r.match_id = m.id JOIN games_seat s ON s.match_id = m.id "
        "JOIN accounts_member a ON a.id = s.member_id ORDER BY m.id DESC"
    )
    columns = (
        "id, ruleset, options, rated, source, status, version, started_at, finished_at, winner, "
        "reason"
    )
    newest = f"(SELECT {columns} FROM games_match ORDER BY id DESC LIMIT {PAGE})"
    deep = f"(SELECT {columns} FROM games_match WHERE id < %s ORDER BY id DESC LIMIT {PAGE})"
    of_member = (
        f"(SELECT {columns} FROM games_match m0 WHERE EXISTS (SELECT 1 FROM games_seat x "
        f"WHERE x.match_id = m0.id AND x.member_id = %s) ORDER BY id DESC LIMIT {PAGE})"
    )
    ended = (
        f"(SELECT {columns} FROM games_match WHERE status = 'finished' "
        f"ORDER BY finished_at DESC, id DESC LIMIT {PAGE})"
    )
    ladder = (
        "SELECT r.*, a.id, a.username, a.is_bot FROM ladder_rating r "
        "JOIN accounts_member a ON a.id = r.member_id WHERE r.pool_id = 1 "
        f"ORDER BY r.rating DESC, r.member_id DESC LIMIT {PAGE}"
    )
    changes = (
        "SELECT c.*, a.username, a.is_bot, b.username, b.is_bot, r.match_id "
        "FROM ladder_ratingchange c JOIN accounts_member a ON a.id = c.member_id "
        "JOIN accounts_member b ON b.id = c.opponent_id "
        "JOIN ladder_ladderresult e ON e.id = c.ladder_result_id "
        "JOIN games_result r ON r.id = e.result_id "
        f"ORDER BY c.id DESC LIMIT {PAGE}"
    )
    members = (
        "SELECT id, username, is_bot, date_joined FROM accounts_member "
        f"ORDER BY canonical LIMIT {PAGE}"
    )
    return [
        Measure("matches, first page", "matches", match.format(rows=newest)),
        Measure(
            "matches, page in the middle", "matches?cursor=", match.format(rows=deep), (middle,)
        ),
        Measure("matches of a member", "matches?member=7", match.format(rows=of_member), (7,)),
        Measure("results, first page", "results", match.format(rows=ended)),
        Measure("members", "members", members),
        Measure("ladder", "ladder/vrhcaby?active=true", ladder),
        Measure("rating changes", "rating-changes", changes),
        # What every request costs: it reads its token and nothing else.
        Measure("who I am, beside members", "me", members, has_goal=False),
    ]


def main(arguments: list[str]) -> int:
    """Fill, measure, print a table."""
    parser = argparse.ArgumentParser(prog="bench.api", description=__doc__)
    parser.add_argument("--members", type=int, default=50_000)
    parser.add_argument("--matches", type=int, default=200_000)
    wanted = parser.parse_args(arguments)
    with database("api"):
        return _measured(wanted.members, wanted.matches)


def _measured(members: int, matches: int) -> int:
    from bench import api_rows

    begun = time.perf_counter()
    token = api_rows.fill(members, matches)
    print(f"{members} members, {matches} matches in {time.perf_counter() - begun:.0f} s")
    print(f"{'':<30}{'floor ms':>10}{'ours ms':>10}{'ratio':>8}{'queries':>9}")
    missed = [_line(one, token, matches // 2) for one in measures(matches // 2)]
    return int(any(missed))


def _line(measure: Measure, token: str, middle: int) -> bool:
    from django.test import Client

    from vrhcaby.rest import pages

    path = measure.path
    if path.endswith("cursor="):
        mark = pages._mark("/api/v1/matches", ["-pk"])
        path += pages.Cursor(mark, False, (middle,)).text()
    client = Client(headers={"authorization": f"Bearer {token}", "accept-language": "en"})

    ask = answering(client, f"/api/v1/{path}")
    bare = querying(measure.floor, measure.floor_args)
    queries = queries_of(ask)
    floor, ours = (min(times) for times in by_turns([bare, ask], RUNS))
    print(f"{measure.name:<30}{floor:>10.2f}{ours:>10.2f}{ours / floor:>8.2f}{queries:>9}")
    return measure.has_goal and (ours / floor > LIMIT or queries > MOST_QUERIES)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
