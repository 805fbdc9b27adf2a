"""Schemas of the files that a match is given as: the record, and the log with its proof."""

from typing import Any

from games.engine import export
from games.engine.formats import json_record
from games.engine.formats.record import ActionKind
from vrhcaby.rest import shaping
from vrhcaby.rest.shaping import closed, listed, or_null, text, truth, whole

_SEAT = {"type": "integer", "enum": [0, 1]}
_PAIR = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}

ACTION = closed(
    "What a player did.",
    {
        "seat": {**_SEAT, "description": "Who."},
        "type": {
            "type": "string",
            "enum": [kind.value for kind in ActionKind],
            "description": "What; `set` is a roll after which nothing was played.",
        },
        "dice": {**_PAIR, "description": "The roll, of `move` and `set`."},
        "steps": listed("Of `move`: `[from, to]` for each die; none: a pass.", _PAIR),
        "level": whole("Of `resign`: 1 single, 2 gammon, 3 backgammon."),
    },
    may_lack=("dice", "steps", "level"),
)
GAME = closed(
    "One game.",
    {
        "score": {**_PAIR, "description": "Points of both before it."},
        "crawford": truth("Whether it is the Crawford game."),
        "actions": listed("What was done, in order.", ACTION),
        "finished": truth("Whether it was played to its end."),
        "winner": or_null({**_SEAT, "description": "Who won; null: drawn, or not finished."}),
        "points": whole("Points that it counted."),
        "start": {
            **shaping.ref("Board"),
            "description": "A position that was set, as seat 0 sees it; left out: the ruleset's.",
        },
        "cube": whole("The cube at its start; left out: 1."),
        "owner": or_null({**_SEAT, "description": "The cube's owner at its start; null: nobody."}),
    },
    may_lack=("start", "cube", "owner"),
)
RECORD: dict[str, Any] = closed(
    "A match as our own record.",
    {
        "format": {"const": json_record.FORMAT, "description": "Name of this form."},
        "version": {"const": json_record.VERSION, "description": "Its version."},
        "players": {
            "type": "array",
            "items": {"type": "string"},
            "minItems": 2,
            "maxItems": 2,
            "description": "Both names, seat 0 first.",
        },
        "ruleset": text("Key of the ruleset."),
        "options": {
            **shaping.ref("MatchOptions"),
            "description": "What the match sets on top of its ruleset.",
        },
        "info": {
            "type": "object",
            "description": "Other facts by their names, such as `Date`.",
            "additionalProperties": {"type": "string"},
        },
        "games": listed("Its games, in order.", GAME),
    },
)
PROOF: dict[str, Any] = closed(
    "The exported match: see the page on fairness.",
    {
        "format": {"const": export.FORMAT, "description": "Format of the export."},
        "match": whole("The match's number."),
        "ruleset": text("Key of the ruleset."),
        "rules_version": whole("Version of the rules that it is played by."),
        "rules": {**shaping.ref("MatchRules"), "description": "What each game is played by."},
        "options": {**shaping.ref("MatchOptions"), "description": "What the match sets on top."},
        "control": {**shaping.ref("StoredControl"), "description": "Its time control."},
        "commitment": text("SHA-256 of the server's seed."),
        "server_seed": or_null(text("The server's seed in hexadecimal; null until the end.")),
        "seeds": listed("The players' seeds, seat 0 first.", {"type": "string"}),
        "events": listed("All events, in order.", shaping.ref("EventFrame")),
    },
)
