"""Calendar feeds (iCalendar, RFC 5545) of rounds and agreed times."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from icalendar import Alarm, Calendar, Event, vDuration

from vrhcaby import plain_line

PRODUCT = "-//Vrhcaby//Tournaments//CS"
REFRESH = datetime.timedelta(hours=1)
REMIND_BEFORE = datetime.timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class Entry:
    """Something with a time. `uid` stays the same when the time changes, `sequence` grows then."""

    uid: str
    sequence: int
    start: datetime.datetime
    end: datetime.datetime
    title: str
    text: str
    url: str
    remind: bool = False


def feed(entries: Iterable[Entry], *, name: str, now: datetime.datetime) -> bytes:
    """Return a calendar of this name; times leave as UTC, which every program reads alike."""
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", plain_line.without_controls(name))
    calendar.add("refresh-interval", vDuration(REFRESH), parameters={"VALUE": "DURATION"})
    for entry in entries:
        calendar.add_component(_event(entry, now))
    written: bytes = calendar.to_ical()
    return written


def _event(entry: Entry, now: datetime.datetime) -> Event:
    event = Event()
    event.add("uid", entry.uid)
    event.add("sequence", entry.sequence)
    event.add("dtstamp", _utc(now))
    event.add("dtstart", _utc(entry.start))
    event.add("dtend", _utc(entry.end))
    event.add("summary", plain_line.without_controls(entry.title))
    event.add("description", plain_line.without_controls(entry.text))
    event.add("url", entry.url)
    if entry.remind:
        event.add_component(_alarm(entry))
    return event


def _alarm(entry: Entry) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", plain_line.without_controls(entry.title))
    alarm.add("trigger", -REMIND_BEFORE)
    return alarm


def _utc(moment: datetime.datetime) -> datetime.datetime:
    return moment.astimezone(datetime.UTC)
