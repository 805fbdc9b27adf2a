"""Drafts that are thrown away, and addresses of tournaments of one name."""

import pytest

from ladder.models import Entry, OfficialAct, Role, Tournament
from ladder.services.tournaments import (
    addresses,
    archive,
    discarding,
    entries,
    life,
)
from tests.ladder.making import member
from tests.ladder.tournaments import USUAL, done, draft, official, opened, refused, row, started

pytestmark = pytest.mark.django_db


def discarded(made, by=None):
    return discarding.discard(slug=made.slug, by_id=by or made.by_id)


def test_a_draft_is_thrown_away_and_its_address_is_free_again():
    made = draft(name="Mistake")
    done(entries.add_guest(slug=made.slug, by_id=made.by_id, name="Karel"))

    done(discarded(made))

    assert not Tournament.objects.exists()
    assert not Entry.objects.exists()
    assert not Role.objects.exists()
    assert OfficialAct.objects.filter(tournament=made.id, code="discarded").count() == 1
    refused(discarded(made), "no_such_tournament")
    assert draft(name="Mistake").slug == made.slug


def test_what_others_have_known_of_stays():
    made = opened()
    refused(discarded(made), "was_announced")

    done(life.undo_state(slug=made.slug, by_id=made.by_id))
    refused(discarded(made), "was_announced")
    assert row(made).discarded_at is None


def test_only_a_director_throws_it_away():
    made = draft()

    refused(discarded(made, by=member("Somebody").pk), "no_such_tournament")


def test_an_archive_just_read_can_be_thrown_away_until_it_is_touched():
    source = started(["Anna", "Boris"], rated=False)
    data = archive.export(row(source))
    read = [done(archive.read(by_id=source.by_id, data=data)) for _ in range(2)]

    done(discarding.discard(slug=read[0].slug, by_id=source.by_id))
    done(life.undo_state(slug=read[1].slug, by_id=source.by_id))

    refused(discarding.discard(slug=read[1].slug, by_id=source.by_id), "was_announced")


def test_an_address_that_somebody_took_at_the_same_moment_is_no_error(monkeypatch):
    draft(name="Cup")
    offered = iter(["cup", "cup", "cup-2"])
    monkeypatch.setattr(addresses, "free_slug", lambda _name: next(offered))

    answer = life.create(by_id=official().pk, settings={"name": "Cup", **USUAL})

    assert done(answer).slug == "cup-2"
