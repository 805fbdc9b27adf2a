"""Calendar feeds whatever stands in their texts."""

import datetime

import icalendar
import pytest

from ladder import calendars

NOON = datetime.datetime(2026, 5, 1, 12, tzinfo=datetime.UTC)


def fed(text: str) -> bytes:
    entry = calendars.Entry(
        uid="one@example.org",
        sequence=0,
        start=NOON,
        end=NOON + datetime.timedelta(hours=1),
        title=text,
        text=text,
        url="https://club.example.org/",
        remind=True,
    )
    return calendars.feed([entry], name=text, now=NOON)


@pytest.mark.parametrize(
    "text", ["a\rEND:VEVENT", "a\r\nEND:VEVENT", "a\nEND:VEVENT", "a\x00b\x1b\x85c", "a\r\rb\r"]
)
def test_no_text_ends_its_line(text: str) -> None:
    written = fed(text)

    assert b"\r" not in written.replace(b"\r\n", b"")
    assert b"\n" not in written.replace(b"\r\n", b"")
    assert written.count(b"\nEND:VEVENT") == 1
    assert not {sign for sign in written.decode() if ord(sign) < 32} - {"\r", "\n", "\t"}


def test_marks_of_direction_and_lines_of_a_text_stay() -> None:
    calendar = icalendar.Calendar.from_ical(fed("\u2068\u05e9\u05e8\u05d4\u2069\nAnna"))

    (event,) = calendar.walk("VEVENT")
    assert event["summary"] == "\u2068\u05e9\u05e8\u05d4\u2069\nAnna"
