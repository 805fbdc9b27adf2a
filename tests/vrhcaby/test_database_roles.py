"""The role of the serving processes: it plays games, and cannot change what has happened."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.utils import ProgrammingError

from games.services import audit
from tests.games import making
from vrhcaby import append_only, checks

ROLE = "web_of_tests"
FACTS = ["games_matchevent", "ladder_ratingchange"]


@pytest.fixture
def as_web(db):
    """Be the web role until the test ends; its transaction takes the role with it."""
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE ROLE {ROLE}")
        call_command("database_roles", ROLE, stdout=io.StringIO())
        cursor.execute(f"SET LOCAL ROLE {ROLE}")
    yield
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")


def refused(statement):
    """Whether the database refuses a statement for want of a privilege."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    except ProgrammingError as error:
        return error.__cause__.sqlstate == "42501"
    return False


def test_events_and_the_ledger_are_append_only():
    assert set(FACTS) <= set(append_only.tables())
    assert "games_match" not in append_only.tables()


@pytest.mark.services
def test_a_whole_rated_game_is_played_and_audited_under_the_web_role(as_web, hand):
    game = making.game()

    while game.row.status == "live":
        hand.advance(1_000)
        making.swept()
        game.step()

    assert game.row.result.rated
    assert list(audit.check()) == []


@pytest.mark.services
@pytest.mark.parametrize("table", FACTS)
@pytest.mark.parametrize("act", ["UPDATE {} SET id = id", "DELETE FROM {}", "TRUNCATE {} CASCADE"])
def test_the_web_role_cannot_change_or_delete_facts(as_web, table, act):
    assert refused(act.format(table))


@pytest.mark.services
@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE mine (id int)",
        "DROP TABLE games_match",
        "ALTER TABLE games_match DISABLE TRIGGER ALL",
        "DELETE FROM django_migrations",
        "CREATE OR REPLACE RULE r AS ON INSERT TO games_matchevent DO INSTEAD NOTHING",
    ],
)
def test_the_web_role_cannot_change_the_schema(as_web, statement):
    assert refused(statement)


@pytest.mark.services
def test_the_check_warns_of_a_role_that_could_change_facts_and_of_no_other(as_web):
    assert checks.facts_stay(databases=["default"]) == []

    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
    found = checks.facts_stay(databases=["default"])

    assert {message.id for message in found} == {"vrhcaby.W030"}
    assert len(found) == len(append_only.tables())


@pytest.mark.services
@pytest.mark.django_db
def test_a_role_that_is_missing_or_almighty_is_refused():
    with pytest.raises(CommandError, match="no role"):
        call_command("database_roles", "nobody_here")
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        (own,) = cursor.fetchone()
    with pytest.raises(CommandError, match="may do anything"):
        call_command("database_roles", own)


@pytest.mark.services
def test_the_statements_can_be_printed():
    written = io.StringIO()

    call_command("database_roles", ROLE, "--print", stdout=written)

    assert 'REVOKE UPDATE, DELETE, TRUNCATE ON "' in written.getvalue()
