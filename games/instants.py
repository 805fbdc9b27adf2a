"""Milliseconds of the epoch, which clocks count in, and date-times, which people read."""

import datetime


def to_datetime(ms: int) -> datetime.datetime:
    """Return the aware date-time (UTC) of a moment in milliseconds."""
    epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
    return epoch + datetime.timedelta(milliseconds=ms)
