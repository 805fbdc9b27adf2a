"""Calendar feeds: what stands in them, and for whom they are."""

import datetime

import icalendar
import pytest
from django.utils import timezone

from ladder import calendars
from ladder.models import CalendarKey, Pairing, Round
from tests.ladder.making import member
from tests.ladder.tournaments import pairing, started
from tests.ladder.views.browsing import client_of, page, send, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    made = started(['Ann, the "1st"', "Boris", "Cyril", "Dana"], seating="by_hand")
    start = timezone.now() + datetime.timedelta(days=1)
    Round.objects.filter(number=2).update(
        opens_at=start, deadline_at=start + datetime.timedelta(hours=3)
    )
    return made


def events(answer):
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return icalendar.Calendar.from_ical(answer.content).walk("VEVENT")


def test_a_tournaments_feed_has_its_rounds_and_agreed_times(cup):
    at = timezone.now().replace(microsecond=0) + datetime.timedelta(days=2)
    Pairing.objects.filter(pk=pairing(cup, 1, 1).pk).update(agreed_at=at)

    [played, agreed] = events(client_of().get(url("tournament_calendar", cup)))

    assert "round 2" in played["SUMMARY"]
    assert agreed["SUMMARY"].startswith('Ann, the "1st" – Dana')
    assert agreed["DTSTART"].dt == at
    assert agreed.walk("VALARM")


def test_an_event_keeps_its_name_when_its_time_moves(cup):
    board = pairing(cup, 1, 1)
    names = []
    for day in (1, 2):
        at = timezone.now() + datetime.timedelta(days=day)
        Pairing.objects.filter(pk=board.pk).update(agreed_at=at, version=day)
        event = events(client_of().get(url("tournament_calendar", cup)))[-1]
        names.append((event["UID"], event["SEQUENCE"]))

    assert names[0][0] == names[1][0]
    assert [sequence for _uid, sequence in names] == [1, 2]


def test_my_feed_is_found_by_its_secret_alone():
    made = started(2)
    player = made.players[0]
    start = timezone.now() + datetime.timedelta(days=1)
    Round.objects.update(opens_at=start, deadline_at=start + datetime.timedelta(days=7))

    assert "Make my address" in page("my_calendar", by=player)
    send("my_calendar", by=player)
    key = CalendarKey.objects.get(member=player).key

    assert key in page("my_calendar", by=player)
    [mine] = events(client_of().get(url("my_feed") + f"?klic={key}"))
    assert player.username in mine["SUMMARY"]
    for wrong in ("", "?klic=", "?klic=x", "?klic=%00", "?klic=" + "x" * 500):
        assert client_of().get(url("my_feed") + wrong).status_code == 404


def test_a_new_address_ends_the_old_one():
    reader = member("Reader")
    send("my_calendar", by=reader)
    old = CalendarKey.objects.get(member=reader).key

    send("my_calendar", by=reader)

    assert client_of().get(url("my_feed") + f"?klic={old}").status_code == 404
    assert client_of().get(url("my_calendar")).status_code == 302


def test_a_calendar_says_how_often_to_ask_as_the_standard_writes_it():
    written = calendars.feed([], name="Cup", now=timezone.now()).decode()

    assert "\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n" in written
