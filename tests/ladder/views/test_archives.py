"""An archive goes out and comes in again with the same table; a broken one changes nothing."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from ladder.models import Tournament
from ladder.services.tournaments import scores
from tests.ladder.making import member
from tests.ladder.tournaments import done, official, pairing, started
from tests.ladder.views.browsing import client_of, status, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    made = started(["=Eve", 'the "2nd"', member("Anna")], seating="by_hand")
    board = pairing(made, 1, 1)
    done(
        scores.enter_result(
            pairing_id=board.pk, by_id=made.by_id, first_score=1, second_score=0, why=""
        )
    )
    return made


def read(data, *, by):
    file = SimpleUploadedFile("cup.json", data, content_type="application/json")
    return client_of(by).post(url("archive_read"), {"file": file})


def table(slug):
    lines = client_of().get(f"/turnaje/{slug}/tabulka/").context["tables"][0].lines
    return [(line.entry.shown_name, line.place, line.points) for line in lines]


def test_an_archive_is_read_in_again_with_the_same_table(cup):
    file = client_of().get(url("archive_json", cup))

    answer = read(file.content, by=cup.director)

    copy = Tournament.objects.exclude(slug=cup.slug).get()
    assert file["Content-Disposition"].endswith(f'filename="{cup.slug}.json"')
    assert answer.url == copy.get_absolute_url()
    assert table(copy.slug) == table(cup.slug)
    assert copy.rated is False


@pytest.mark.parametrize("language", ["cs", "en"])
def test_the_log_of_what_was_read_in_is_shown(cup, language):
    read(client_of().get(url("archive_json", cup)).content, by=cup.director)
    copy = Tournament.objects.exclude(slug=cup.slug).get()

    answer = client_of().get(url("tournament_log", copy), headers={"Accept-Language": language})

    assert answer.status_code == 200
    assert len(answer.context["acts"]) == 1


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"kind": "other"}', b'{"version": 99}', b"1" * 10],
)
def test_a_broken_archive_is_told_at_the_field_and_nothing_is_made(data):
    answer = read(data, by=official())

    assert answer.status_code == 400
    assert answer.context["form"].errors["file"]
    assert not Tournament.objects.exists()


def test_an_archive_of_a_newer_version_or_with_a_changed_result_is_refused(cup):
    whole = json.loads(client_of().get(url("archive_json", cup)).content)
    for changes in ({"version": 99}, {"state": "dreaming"}, {"entries": []}):
        answer = read(json.dumps(whole | changes).encode(), by=cup.director)
        assert answer.status_code == 400

    assert Tournament.objects.count() == 1


def test_only_officials_read_archives():
    assert status("archive_read", by=member("Anna")) == 403
    assert status("archive_read") == 302
    assert read(b"{}", by=member("Boris")).status_code == 403
