"""A backup restores to a site that is sound: the scripts that an operator runs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from bench import load
from tests.infrastructure import ports, required
from tests.infrastructure.sites import Site

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.own_process]

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
COUNTED = ("games_match", "games_matchevent", "games_seat", "accounts_member", "games_diceseed")


@pytest.fixture(scope="module")
def site(postgresql, tmp_path_factory):
    """A site with some matches on PostgreSQL; none of its processes runs."""
    if shutil.which("pg_dump") is None:
        required.lacking("pg_dump")
    name = f"backup_{ports.free_port()}"
    made = Site(
        tmp_path_factory.mktemp("backup"),
        DATABASE_URL=postgresql.create(name),
        REDIS_URL="",
        CACHE_URL="",
    )
    made.manage("migrate", "--verbosity", "0")
    load.guests(made, 3, "--tables")
    return made


def run(script, *arguments, site, owner_url):
    environ = {**site.environ, "OWNER_URL": owner_url, "PYTHON": sys.executable}
    return subprocess.run(
        [str(DEPLOY / script), *arguments],
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def backup(site, tmp_path_factory):
    folder = tmp_path_factory.mktemp("backups")
    done = run("backup.sh", str(folder), site=site, owner_url=site.environ["DATABASE_URL"])
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip())


def counts(url):
    with psycopg.connect(url) as connection:
        return {
            table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in COUNTED
        }


def test_a_backup_restores_to_the_same_sound_site(site, backup, postgresql):
    empty = postgresql.create(f"restored_{ports.free_port()}")

    done = run("restore.sh", str(backup), site=site, owner_url=empty)

    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("Restored, and sound.\n")
    assert counts(empty) == counts(site.environ["DATABASE_URL"])
    assert counts(empty)["games_match"] == 3


def test_a_restored_site_that_is_not_sound_is_said_to_be(site, postgresql, tmp_path):
    spoilt_url = postgresql.create(f"spoilt_{ports.free_port()}")
    backup_of = run("backup.sh", str(tmp_path), site=site, owner_url=site.environ["DATABASE_URL"])
    run("restore.sh", backup_of.stdout.strip(), site=site, owner_url=spoilt_url)
    with psycopg.connect(spoilt_url, autocommit=True) as connection:
        connection.execute("UPDATE games_match SET version = version + 1 WHERE id = 1")
    again = run("backup.sh", str(tmp_path / "spoilt"), site=site, owner_url=spoilt_url)

    into = postgresql.create(f"again_{ports.free_port()}")
    done = run("restore.sh", again.stdout.strip(), site=site, owner_url=into)

    assert done.returncode != 0
    assert "match 1: numbers" in done.stdout


def test_a_database_that_holds_something_is_not_restored_over(site, backup):
    url = site.environ["DATABASE_URL"]
    before = counts(url)

    done = run("restore.sh", str(backup), site=site, owner_url=url)

    assert done.returncode == 1
    assert "not empty" in done.stderr
    assert counts(url) == before


def test_a_backup_that_fails_leaves_no_file(site, tmp_path):
    nowhere = f"postgresql://nobody@127.0.0.1:{ports.free_port()}/none"

    done = run("backup.sh", str(tmp_path / "out"), site=site, owner_url=nowhere)

    assert done.returncode != 0
    assert list((tmp_path / "out").iterdir()) == []


def test_old_backups_go_and_young_ones_stay(site, tmp_path):
    old, young = tmp_path / "vrhcaby-old.dump", tmp_path / "vrhcaby-young.dump"
    for path, days in ((old, 20), (young, 3)):
        path.write_text("x")
        stamp = path.stat().st_mtime - days * 86_400
        os.utime(path, (stamp, stamp))

    run("backup.sh", str(tmp_path), site=site, owner_url=site.environ["DATABASE_URL"])

    assert not old.exists()
    assert young.exists()


@pytest.fixture
def watched(tmp_path):
    """Programs of PostgreSQL that tell how they were called, then do what they do."""
    folder, calls = tmp_path / "bin", tmp_path / "calls"
    folder.mkdir()
    for name in ("pg_dump", "pg_restore", "psql"):
        program = folder / name
        told = f'printf "%s\\n" "{name} $* <$PGPASSWORD>" >>{calls}'
        program.write_text(f'#!/bin/sh\n{told}\nexec {shutil.which(name)} "$@"\n')
        program.chmod(0o755)
    return folder, calls


def test_nobody_sees_the_password_of_the_owner_among_the_words_of_a_command(
    site, postgresql, tmp_path, watched, monkeypatch
):
    programs, calls = watched
    path = f"{programs}:{site.environ['PATH']}"
    monkeypatch.setitem(site.environ, "PATH", path)
    name = f"unseen_{ports.free_port()}"
    urls = [site.environ["DATABASE_URL"], postgresql.create(name)]
    secret = [url.replace("@", ":%22se%3Acret%40%5c1%22@", 1) for url in urls]

    made = run("backup.sh", str(tmp_path / "out"), site=site, owner_url=secret[0])
    done = run("restore.sh", made.stdout.strip(), site=site, owner_url=secret[1])

    assert done.returncode == 0, done.stdout + done.stderr
    told = calls.read_text().splitlines()
    assert [call.split()[0] for call in told] == ["pg_dump", "pg_restore", "psql", "pg_restore"]
    assert {call.partition(" <")[2] for call in told} == {'"se:cret@\\1">'}
    assert [call for call in told if "cret" in call.partition(" <")[0]] == []
    assert counts(urls[1])["games_match"] == 3


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("postgresql://127.0.0.1/none?user=one&password=two", "before the @"),
        ("host=127.0.0.1 password=two", "not of the form"),
    ],
)
def test_a_database_whose_password_would_be_seen_is_refused(site, tmp_path, url, sentence):
    for script, argument in (("backup.sh", tmp_path / "out"), ("restore.sh", tmp_path / "file")):
        done = run(script, str(argument), site=site, owner_url=url)

        assert done.returncode == 1
        assert sentence in done.stderr
        assert list(tmp_path.iterdir()) == []
