"""A row by its key, by a statement that is written once."""

import pytest
from django.db import connection

from accounts.models import Member
from tests.accounts import making
from vrhcaby.lookup import Lookup

pytestmark = pytest.mark.django_db

COLUMNS = ("pk", "username", "is_bot", "date_joined", "muted_sounds", "banned_by__username")


def rows(name):
    return Member.objects.filter(username=name).values_list(*COLUMNS)


def test_columns_of_every_kind_are_read_as_the_query_set_reads_them():
    official = making.member("Petr")
    Member.objects.create(username="Jana", is_bot=True, muted_sounds=["dice"], banned_by=official)

    assert Lookup(rows).row("Jana") == rows("Jana").get()


def test_a_key_without_a_row_finds_nothing():
    making.member("Petr")

    assert Lookup(rows).row("Jana") is None
    assert Lookup(rows).row("") is None


def test_each_question_is_asked_of_the_database(django_assert_num_queries):
    lookup = Lookup(rows)
    first, second = making.member("Petr"), making.member("Jana")
    assert lookup.row("Petr")[0] == first.pk

    Member.objects.filter(pk=first.pk).update(is_bot=True)
    with django_assert_num_queries(2, connection=connection):
        assert lookup.row("Petr")[2] is True
        assert lookup.row("Jana")[0] == second.pk


def test_a_key_is_a_value_and_no_sql():
    making.member("Petr")

    assert Lookup(rows).row("' OR 1=1 --") is None
    assert Lookup(rows).row("%s") is None
