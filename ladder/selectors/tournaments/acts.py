"""The official log as it is read."""

from collections.abc import Sequence

from ladder.enums import TournamentState
from ladder.models import OfficialAct, Tournament

PAGE = 50
ANNOUNCED = ("state_changed", "state_undone", "registration_over", "started")


def log(tournament: Tournament, *, number: int) -> tuple[Sequence[OfficialAct], bool]:
    """Return a page of the log, the newest first, and whether there are older ones."""
    start = (number - 1) * PAGE
    rows = list(tournament.acts.select_related("official")[start : start + PAGE + 1])
    return rows[:PAGE], len(rows) > PAGE


def is_unknown(tournament: Tournament) -> bool:
    """Tell whether others have not known of it: a draft that never was anything else.

    An archive that was read in and not touched since counts as well.
    """
    codes = OfficialAct.objects.filter(tournament=tournament).values_list("code", flat=True)
    if tournament.state == TournamentState.DRAFT:
        return not codes.filter(code__in=ANNOUNCED).exists()
    return list(codes[:2]) == ["imported"]
