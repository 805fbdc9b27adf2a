"""Which points of time somebody may choose: far ones cannot be shown on every clock."""

import datetime

EARLIEST = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
LATEST = datetime.datetime(9000, 1, 1, tzinfo=datetime.UTC)


def is_possible(at: datetime.datetime) -> bool:
    """Whether a point of time, with its zone, is one that the site keeps and shows."""
    return EARLIEST <= at < LATEST
