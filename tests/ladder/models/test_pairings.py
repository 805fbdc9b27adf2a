"""Pairings that are read: made in a shorter way than other rows, and no different."""

import pytest
from django.db import models

from ladder.models import Pairing
from tests.ladder.tournaments import started

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def made():
    return started(4)


def test_a_pairing_is_read_as_django_reads_any_row():
    names = [field.attname for field in Pairing._meta.concrete_fields]
    values = Pairing.objects.values_list(*names).first()

    ours = Pairing.from_db("default", names, values)
    usual = models.Model.from_db.__func__(Pairing, "default", names, values)

    assert {**vars(ours), "_state": None} == {**vars(usual), "_state": None}
    assert ours._state.fields_cache == usual._state.fields_cache == {}
    assert vars(ours._state) == vars(usual._state)
    assert ours == usual == Pairing.objects.get(pk=ours.pk)


def test_what_was_not_read_is_read_when_it_is_asked_for(django_assert_num_queries):
    one = Pairing.objects.defer("attendance").select_related("round").first()

    assert one.get_deferred_fields() == {"attendance"}
    with django_assert_num_queries(0):
        assert one.round.number == 1
    with django_assert_num_queries(1):
        assert one.attendance == {}


def test_a_pairing_that_was_read_is_changed_and_not_added():
    one = Pairing.objects.first()
    count = Pairing.objects.count()
    one.number = 77
    one.save()

    assert Pairing.objects.count() == count
    assert Pairing.objects.get(pk=one.pk).number == 77
    one.number = 1
    one.refresh_from_db()
    assert one.number == 77
