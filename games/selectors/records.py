"""Finished matches as files of other programs, and positions as ids; reads enforce nothing."""

import json
from dataclasses import dataclass

from games import reading
from games.engine.evolve import fold
from games.engine.formats.from_events import record_of
from games.engine.formats.json_record import to_json
from games.engine.formats.mat_write import to_mat
from games.engine.formats.of_state import ids_of
from games.engine.formats.record import Record
from games.engine.formats.sgf_write import to_sgf
from games.enums import MatchStatus
from games.models import Match, MatchEvent


@dataclass(frozen=True, slots=True)
class File:
    """A file to be downloaded."""

    name: str
    content_type: str
    text: str


class NotFinished(LookupError):
    """The match is still played; its record is not given before the end."""


CONTENT_TYPES = {
    "mat": "text/plain; charset=utf-8",
    "sgf": "application/x-go-sgf; charset=utf-8",
    "json": "application/json; charset=utf-8",
}


def record_file(match_id: int, form: str) -> File:
    """Return a finished match in a form of CONTENT_TYPES.

    Raises Match.DoesNotExist and NotFinished.
    """
    record = _record(match_id)
    if form == "mat":
        text = to_mat(record)
    elif form == "sgf":
        text = to_sgf(record)
    else:
        text = json.dumps(to_json(record), ensure_ascii=False, indent=1) + "\n"
    return File(f"vrhcaby-{match_id}.{form}", CONTENT_TYPES[form], text)


def position_ids(match_id: int, version: int | None = None) -> dict[str, str | None]:
    """Return the ids of a match's position now, or as it was at a version.

    Raises Match.DoesNotExist, and MatchEvent.DoesNotExist for a version that never was.
    """
    match = Match.objects.get(pk=match_id)
    if version is None:
        return ids_of(reading.state_of(match))
    if not 1 <= version <= match.version:
        raise MatchEvent.DoesNotExist
    return ids_of(fold(reading.waiting(match), reading.events_of(match, upto=version)))


def _record(match_id: int) -> Record:
    match = Match.objects.get(pk=match_id)
    if match.status != MatchStatus.FINISHED:
        raise NotFinished
    first, second = match.seats.select_related("member").order_by("side", "place")
    return record_of(
        reading.waiting(match),
        reading.events_of(match),
        ruleset=match.ruleset,
        players=(str(first.member), str(second.member)),
        info=(("Date", match.started_at.date().isoformat()),),
    )
