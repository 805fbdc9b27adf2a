"""The official log as it is read."""

from collections.abc import Sequence

from ladder.models import OfficialAct, Tournament

PAGE = 50


def log(tournament: Tournament, *, number: int) -> tuple[Sequence[OfficialAct], bool]:
    """Return a page of the log, the newest first, and whether there are older ones."""
    start = (number - 1) * PAGE
    rows = list(tournament.acts.select_related("official")[start : start + PAGE + 1])
    return rows[:PAGE], len(rows) > PAGE
