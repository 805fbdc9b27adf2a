"""The schema of a tournament's archive, made of the structs that read and write it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ladder import archives
from ladder.api import facts
from vrhcaby.rest import shaping

_MOMENT = "in ISO 8601; null: none."
PARTS = {
    "Archive.kind": "Name of this form.",
    "Archive.version": "Its version.",
    "Archive.written_at": "When it was written, in ISO 8601.",
    "Archive.state": "Where in its life the tournament is.",
    "Archive.settings": "Its settings, by name.",
    "Archive.entries": "Who has entered.",
    "Archive.stages": "Its stages with their rounds.",
    "Archive.standings": "Tables of the stages; for comparison only.",
    "Archive.log": "The official log, the oldest line first; for reading only.",
    "EntryRecord.number": "The order of entering, by which everything else names the player.",
    "EntryRecord.name": "The name.",
    "EntryRecord.state": "What became of the entry.",
    "EntryRecord.member": "Whether he has an account, by this name, where it was written.",
    "EntryRecord.seat_order": "The place before the draw; null: none given.",
    "EntryRecord.left_round": "The first round that is not played; null: did not leave.",
    "EntryRecord.left_policy": "What becomes of his games; empty: did not leave.",
    "StageRecord.number": "Its number in the tournament.",
    "StageRecord.kind": "How it is played.",
    "StageRecord.seats": "Numbers of its entries, in order.",
    "StageRecord.rounds": "Its rounds.",
    "StageRecord.phase": "Stages of one phase run beside each other.",
    "StageRecord.name": "Its name; empty: it has none.",
    "StageRecord.double": "Whether everybody meets everybody twice.",
    "StageRecord.decides": "Number of the stage whose place it decides; null: none.",
    "RoundRecord.number": "Its number in the stage.",
    "RoundRecord.pairings": "Its pairings.",
    "RoundRecord.state": "Where it stands.",
    "RoundRecord.length": "Points of a match; null: as the tournament has it.",
    "RoundRecord.opens_at": f"When it starts, {_MOMENT}",
    "RoundRecord.deadline_at": f"Until when it is to be played, {_MOMENT}",
    "PairingRecord.number": "The board.",
    "PairingRecord.first": "Entry of the player listed first; null: not known.",
    "PairingRecord.second": "Entry of the other; null: not known, or a bye.",
    "PairingRecord.first_from": "Whence the first comes: `[round, board, winner or loser]`.",
    "PairingRecord.second_from": "Whence the other comes: `[round, board, winner or loser]`.",
    "PairingRecord.for_place": "The place that is played for; null: none.",
    "PairingRecord.state": "Where it stands.",
    "PairingRecord.results": "Results of both: 2 won, 1 drawn, 0 lost; null: none.",
    "PairingRecord.score": "Points of both inside the match; null: not known.",
    "PairingRecord.forfeit": "Whether it was decided without play.",
    "PairingRecord.source": "Whence the result; empty: none yet.",
    "PairingRecord.decided_at": f"When it was decided, {_MOMENT}",
    "LogRecord.version": "Number of the line.",
    "LogRecord.code": "What was done.",
    "LogRecord.at": "When, in ISO 8601.",
    "LogRecord.by": "Who did it; null: it follows from rules.",
    "LogRecord.why": "The reason; empty where none is due.",
    "LogRecord.subject": "To what.",
    "LogRecord.before": "How it was.",
    "LogRecord.after": "How it is.",
}
_KNOWN: Mapping[str, Any] = {
    "Archive.settings": shaping.ref("TournamentSettings"),
    "Archive.standings": {"type": "array", "items": shaping.ref("ArchivedTable")},
    "LogRecord.subject": shaping.ref("LogSubject"),
    "LogRecord.before": shaping.ref("LogSide"),
    "LogRecord.after": shaping.ref("LogSide"),
}
"""What the structs leave open."""
SHAPE = shaping.ref("Archive")


def components() -> dict[str, Any]:
    """Return the schemas of an archive and of its parts, by their names."""
    template = "#/components/schemas/{name}"
    _shapes, parts = msgspec.json.schema_components([archives.Archive], ref_template=template)
    for name, shape in parts.items():
        for part, told in shape["properties"].items():
            key = f"{name}.{part}"
            shape["properties"][part] = {**_KNOWN.get(key, told), "description": PARTS[key]}
    return {**parts, "ArchivedTable": facts.standing()}
