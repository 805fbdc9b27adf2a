"""A restored database takes the place of the site's, under the roles that an operator has."""

import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from bench import load, stack
from tests.infrastructure import required
from tests.infrastructure.postgresql import PostgreSQL
from tests.infrastructure.sites import Site

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.own_process]

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"


@contextmanager
def started():
    """Give a PostgreSQL of its own: roles belong to a server, not to a database."""
    binaries = required.postgresql_binaries()
    if binaries is None or shutil.which("psql") is None:
        required.lacking("PostgreSQL")
    server = PostgreSQL(binaries)
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture(scope="module")
def server():
    with started() as server:
        yield server


@pytest.fixture
def another_server():
    with started() as server:
        yield server


def run(*command, **environ):
    return subprocess.run(
        [*map(str, command)],
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        check=False,
    )


def psql(server, *arguments, **environ):
    words = ("psql", "--no-psqlrc", "--dbname", server.url("postgres"))
    return run(*words, *arguments, **environ)


def exchange(server):
    return psql(server, "-f", DEPLOY / "exchange.sql")


def databases(server):
    with psycopg.connect(server.url("postgres")) as connection:
        return {name for (name,) in connection.execute("SELECT datname FROM pg_database")}


def url(server, role, database):
    return f"postgresql://{role}:word@127.0.0.1:{server.port}/{database}"


def asked(server, database, statement):
    with psycopg.connect(url(server, stack.WEB, database)) as connection:
        return connection.execute(statement).fetchone()[0]


def install(server, folder):
    """Make roles, tables and two matches; return the site, which acts as the owner."""
    words = {"OWNER_PASSWORD": "word", "WEB_PASSWORD": "word"}
    done = psql(server, "-f", DEPLOY / "roles.sql", **words)
    assert done.returncode == 0, done.stderr
    owner_url = url(server, stack.OWNER, "vrhcaby")
    site = Site(folder, DATABASE_URL=owner_url, REDIS_URL="", CACHE_URL="")
    site.manage("migrate", "--verbosity", "0")
    site.manage("database_roles", stack.WEB)
    load.guests(site, 2, "--tables")
    return site


@pytest.fixture(scope="module")
def restored(server, tmp_path_factory):
    """A site that was backed up, spoilt, restored and exchanged as docs/operating.md says."""
    site = install(server, tmp_path_factory.mktemp("site"))
    owner_url = site.environ["DATABASE_URL"]
    backup = run(DEPLOY / "backup.sh", tmp_path_factory.mktemp("backups"), OWNER_URL=owner_url)
    with psycopg.connect(owner_url) as connection:
        connection.execute("ALTER TABLE games_match RENAME TO games_match_of_before")

    psql(server, "-c", "CREATE DATABASE vrhcaby_restored OWNER vrhcaby_owner TEMPLATE template0")
    into = url(server, stack.OWNER, "vrhcaby_restored")
    environ = {**site.environ, "OWNER_URL": into, "PYTHON": sys.executable}
    done = run(DEPLOY / "restore.sh", backup.stdout.strip(), stack.WEB, **environ)
    assert done.returncode == 0, done.stdout + done.stderr
    done = exchange(server)
    assert done.returncode == 0, done.stderr
    return site


def test_the_site_finds_the_restored_matches_under_the_name_it_had(server, restored):
    assert asked(server, "vrhcaby", "SELECT count(*) FROM games_match") == 2


def test_what_was_there_before_is_kept_aside(server, restored):
    statement = "SELECT count(*) FROM games_match_of_before"

    assert asked(server, "vrhcaby_before", statement) == 2


def test_the_web_role_has_its_limits_of_time_in_the_restored_database(server, restored):
    limits = {
        name: asked(server, "vrhcaby", f"SHOW {name}")
        for name in ("statement_timeout", "idle_in_transaction_session_timeout")
    }

    assert limits == {
        "statement_timeout": "1min",
        "idle_in_transaction_session_timeout": "30s",
    }


def test_the_web_role_cannot_change_facts_in_the_restored_database(server, restored):
    with (
        psycopg.connect(url(server, stack.WEB, "vrhcaby")) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute("DELETE FROM games_matchevent")


def test_nobody_else_may_connect_to_the_restored_database(server, restored):
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        connection.execute("CREATE ROLE stranger LOGIN PASSWORD 'word'")

    with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
        psycopg.connect(url(server, "stranger", "vrhcaby"))


def test_the_next_backup_holds_the_restored_database(server, restored, tmp_path):
    done = run(DEPLOY / "backup.sh", tmp_path, OWNER_URL=restored.environ["DATABASE_URL"])

    assert done.returncode == 0, done.stderr
    listed = run("pg_restore", "--list", done.stdout.strip()).stdout
    assert "TABLE DATA public games_match " in listed


def test_roles_are_not_made_without_a_password(another_server):
    done = psql(another_server, "-f", DEPLOY / "roles.sql", OWNER_PASSWORD="word")

    assert done.returncode != 0
    assert "vrhcaby" not in databases(another_server)


def test_the_container_of_postgresql_makes_the_same_roles(another_server):
    script = (DEPLOY / "compose" / "initdb.sh").read_text()
    script = script.replace("/roles.sql", str(DEPLOY / "roles.sql"))
    place = {"PGHOST": "127.0.0.1", "PGPORT": str(another_server.port), "POSTGRES_USER": "vrhcaby"}

    done = run("sh", "-c", script, **place, OWNER_PASSWORD="word", WEB_PASSWORD="word")

    assert done.returncode == 0, done.stderr
    with psycopg.connect(url(another_server, stack.OWNER, "vrhcaby")) as connection:
        asked = connection.execute("SELECT rolname FROM pg_roles WHERE rolpassword IS NOT NULL")
        assert {stack.OWNER, stack.WEB} <= {name for (name,) in asked}


def test_nothing_is_renamed_while_anybody_is_connected(another_server):
    names = {"vrhcaby", "vrhcaby_restored"}
    for name in names:
        another_server.create(name)

    with psycopg.connect(another_server.url("vrhcaby")):
        done = exchange(another_server)

    assert done.returncode != 0
    assert "accessed by other users" in done.stderr
    assert names < databases(another_server)
