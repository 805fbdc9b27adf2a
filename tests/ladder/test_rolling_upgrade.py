"""Processes of the release before work on beside this one's, and after going back to them."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from accounts.models import Member
from ladder.models import Pool, Season, SeasonPlace
from tests.ladder.making import START, member

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE = ("ladder", "0010_scores_of_live_matches")
NUMBERS = {"rating": 1500.0, "experience": 1, "gained": 0.0, "won": 1, "drawn": 0, "lost": 0}


def migrate(*targets):
    MigrationExecutor(connection).migrate(list(targets))


def migrate_to_newest():
    migrate(*MigrationExecutor(connection).loader.graph.leaf_nodes())


@pytest.fixture
def old_places():
    """The table of a season as a process of the release before knows it."""
    migrate(BEFORE)
    state = MigrationExecutor(connection).loader.project_state([BEFORE])
    yield state.apps.get_model("ladder", "SeasonPlace").objects
    migrate_to_newest()


def leave(anna):
    called = f"smazaný-{anna.pk}"
    found = Member.objects.filter(pk=anna.pk)
    found.update(is_active=False, username=called, canonical=called)


def test_a_season_s_table_is_read_and_written_by_both_releases(old_places):
    anna, boris, cyril, dana, eva = map(member, ("Anna", "Boris", "Cyril", "Dana", "Eva"))
    pool = Pool.objects.create(ruleset="vrhcaby")
    season = Season.objects.create(name="Podzim", opened_at=START, opened_by=boris)
    told = {"season_id": season.pk, "pool_id": pool.pk, **NUMBERS}
    for one in (anna, boris):
        old_places.create(member_id=one.pk, name=one.username, **told)
    leave(anna)

    migrate_to_newest()

    SeasonPlace.objects.create(member=cyril, **told)
    SeasonPlace.objects.bulk_create([SeasonPlace(member=dana, **told)])
    old_places.create(member_id=eva.pk, name="Eva", **told)
    names = {anna.pk: "", boris.pk: "Boris", cyril.pk: "", dana.pk: "", eva.pk: "Eva"}
    assert dict(old_places.values_list("member", "name")) == names
    assert SeasonPlace.objects.count() == 5

    migrate(BEFORE)

    assert dict(old_places.values_list("member", "name")) == names
