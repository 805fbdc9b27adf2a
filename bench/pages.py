"""What the pages that everybody reads cost on a big site: queries, and time of the server.

    python -m bench.pages [--members 50000] [--matches 200000] [--players 200]

Starts a PostgreSQL of its own, fills it (rows are copied in, not played; a season is closed and a
tournament drawn by the services), and asks for each page as a guest does, through the whole of
Django: middleware, queries, template. What a process keeps is measured as kept, and made anew. The
floor of each is one bare query of the rows that it shows, through Django's connection. Judged is
the shortest of thirty times, which neighbours on the machine disturb least. Exit code 1 when a
page has too many queries or takes too long.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from bench.beside import answering, by_turns, database, queries_of, querying
from bench.goals import Goal, exit_code

RUNS = 30
LIST_QUERIES, LIST_MS = 10, 50
"""The limits of a list, whatever its size, and of what is kept."""

ANEW_QUERIES, ANEW_MS = 14, 1_000
"""Those of what a process makes once and keeps: the tables of a tournament, which may have the
19,900 pairings of 200 players, until one changes; the week of the ladder for an hour."""


def nothing() -> None:
    """Do nothing."""


@dataclass(frozen=True)
class Page:
    """A page, the bare query of its rows, its limits, and what is done before it is asked for."""

    name: str
    path: str
    floor: str
    most_queries: int = LIST_QUERIES
    most_ms: float = LIST_MS
    before: Callable[[], object] = nothing

    def anew(self, forget: Callable[[], object]) -> "Page":
        """Return the same page of a process that keeps nothing of it."""
        name = f"{self.name}, anew"
        return Page(name, self.path, self.floor, ANEW_QUERIES, ANEW_MS, forget)


@dataclass(frozen=True)
class Made:
    """What there is to be looked at."""

    members: int
    season: str
    tournament: str


def pages(made: Made) -> list[Page]:
    """Return what is measured."""
    from django.core.cache import caches

    from ladder.selectors import past

    ladder = (
        "SELECT r.*, a.id, a.username, a.is_bot FROM ladder_rating r "
        "JOIN accounts_member a ON a.id = r.member_id "
        "WHERE r.pool_id = 1 AND r.experience >= 20 "
        "ORDER BY r.rating DESC, r.member_id LIMIT 41 OFFSET {passed}"
    )
    middle = max(1, made.members // 80)
    results = (
        "SELECT m.id, m.finished_at, m.winner, m.reason, b.*, a.username, a.is_bot "
        "FROM games_seat s JOIN games_match m ON m.id = s.match_id "
        "JOIN games_seat b ON b.match_id = m.id AND b.side <> s.side "
        "JOIN accounts_member a ON a.id = b.member_id "
        "WHERE s.member_id = 7 ORDER BY m.finished_at DESC LIMIT 21"
    )
    season = (
        "SELECT p.*, a.username, a.is_bot FROM ladder_seasonplace p "
        "JOIN accounts_member a ON a.id = p.member_id WHERE p.pool_id = 1 "
        "ORDER BY p.place NULLS LAST, p.rating DESC, p.member_id LIMIT 101"
    )
    pairings = (
        "SELECT p.id, p.first_id, p.second_id, p.state, p.first_result, p.second_result, r.number "
        "FROM ladder_pairing p JOIN ladder_round r ON r.id = p.round_id"
    )
    first = Page("ladder, first page", "/zebricek/", ladder.format(passed=0))
    tables = [
        Page(f"tournament, {name}", f"{made.tournament}{path}", pairings)
        for name, path in (
            ("standings", "tabulka/"),
            ("crosstable", "krizova/"),
            ("schedule", "rozpis/"),
        )
    ]
    return [
        first,
        Page(
            "ladder, page in the middle",
            f"/zebricek/?page={middle}",
            ladder.format(passed=(middle - 1) * 40),
        ),
        first.anew(past.forget),
        Page("a member", "/clen/Member000007/", results),
        Page("table of a season, first page", made.season, season),
        *tables,
        *(page.anew(caches["parts"].clear) for page in tables),
    ]


def main(arguments: list[str]) -> int:
    """Fill, measure, print a table; return 1 when a limit is not kept."""
    parser = argparse.ArgumentParser(prog="bench.pages", description=__doc__)
    parser.add_argument("--members", type=int, default=50_000)
    parser.add_argument("--matches", type=int, default=200_000)
    parser.add_argument("--players", type=int, default=200)
    wanted = parser.parse_args(arguments)
    with database("pages"):
        begun = time.perf_counter()
        made = fill(wanted.members, wanted.matches, wanted.players)
        print(
            f"{wanted.members} members, {wanted.matches} matches, a tournament of "
            f"{wanted.players} players in {time.perf_counter() - begun:.0f} s"
        )
        return exit_code(measured(made))


def fill(members: int, matches: int, players: int) -> Made:
    """Fill an empty migrated PostgreSQL."""
    from django.contrib.auth.models import Group
    from django.db import connection

    from accounts.models import Member
    from bench import api_rows, page_rows

    api_rows.fill(members, matches)
    official = Member.objects.create_user("Official")
    official.groups.add(Group.objects.get(name="official"))
    made = Made(members, page_rows.season(official.pk), page_rows.tournament(official.pk, players))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return made


def measured(made: Made) -> list[Goal]:
    """Print what each page costs, and return what it was to keep to."""
    print(f"{'':<32}{'floor ms':>10}{'best ms':>9}{'limit':>7}{'median':>8}{'queries':>9}")
    return [goal for page in pages(made) for goal in _line(page)]


def _line(page: Page) -> list[Goal]:
    from django.test import Client

    answered = answering(Client(headers={"accept-language": "cs"}), page.path)

    def ask() -> None:
        page.before()
        answered()

    queries = queries_of(ask)
    floor, ours = by_turns([querying(page.floor), ask], RUNS)
    print(
        f"{page.name:<32}{min(floor):>10.2f}{min(ours):>9.2f}{page.most_ms:>7.0f}"
        f"{statistics.median(ours):>8.0f}{queries:>9}",
        flush=True,
    )
    return [
        Goal(f"{page.name}: queries", queries, page.most_queries),
        Goal(f"{page.name}: best", min(ours), page.most_ms, " ms"),
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
