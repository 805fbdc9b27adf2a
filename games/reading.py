"""Rows of a match as the engine's values."""

from games.engine import codec
from games.engine.events import Event
from games.engine.evolve import fold
from games.engine.match_errors import StaleSnapshot
from games.engine.state import MatchState
from games.models import Match
from games.terms import Terms


def state_of(match: Match) -> MatchState:
    """Return the state of a match row; one in a format we no longer read is folded anew."""
    try:
        return codec.state_from_json(match.state)
    except StaleSnapshot:
        return fold(waiting(match), events_of(match))


def waiting(match: Match) -> MatchState:
    """Return the state of a match before its first event."""
    return Terms.from_data(match.options).new_match()


def events_of(match: Match, *, upto: int | None = None) -> list[Event]:
    """Return the events of a match in order, all or those up to a version.

    Raises BadRecord for a row that is no event.
    """
    found = match.events if upto is None else match.events.filter(seq__lte=upto)
    rows = found.order_by("seq").values_list("kind", "data", "at", "seat")
    return [codec.event_from_data(*row) for row in rows]
