"""Schemas of what the details of refusals hold, by their names."""

from collections.abc import Mapping
from typing import Any

from ladder.api import facts
from vrhcaby.rest import shaping
from vrhcaby.rest.shaping import closed, listed, moment, or_null, text, truth, whole

DETAILS: Mapping[str, Any] = {
    **facts.PAIRING,
    "act": text("What the newest correction did."),
    "at": moment("When it was done."),
    "by": text("Name of who did it."),
    "count": whole("How many."),
    "deadline": moment("The deadline that is passed."),
    "draws": truth("Whether a match may be drawn."),
    "errors": {
        "type": "object",
        "description": "All reasons: codes by the names of the settings.",
        "additionalProperties": {"type": "string"},
    },
    "field": text("The field that it is about."),
    "has": whole("What the member has."),
    "known": whole("The newest version of archives that is read here."),
    "least": whole("How many are needed at least."),
    "length": whole("Points of the match."),
    "match": whole("The match's number."),
    "most": whole("How many bytes may be sent."),
    "name": text("The name of the player."),
    "names": listed("Names of the players.", {"type": "string"}),
    "needs": whole("What is needed: a rating, an experience, steps."),
    "opens": moment("When registration opens."),
    "pairing": whole("The pairing's number."),
    "place": whole("The place."),
    "round": or_null(whole("Number of the round; null: none.")),
    "stage": whole("Number of the stage."),
    "ties": listed(
        "Places for which a deciding match is due.",
        closed(
            "A place, and who shares it.",
            {
                "stage": whole("Number of the stage."),
                "stage_name": text("The stage's name; empty: it has none."),
                "place": whole("The place."),
                "players": listed("Names of the players.", {"type": "string"}),
            },
        ),
    ),
    "what": text("What depends on it: `entries`, `results` or `withdrawals`."),
}

OWN: Mapping[str, Mapping[str, Any]] = {
    "changed_meanwhile": {"acts": listed("What was done meanwhile.", shaping.ref("ToldAct"))},
    "report_changed": {
        "first_score": whole("Points of the player listed first, as reported now."),
        "second_score": whole("Points of the other, as reported now."),
    },
    "wrong_pairing_state": {
        "last": or_null(
            {**shaping.ref("ToldAct"), "description": "What was done last; null: nothing."}
        )
    },
}
"""What only one code tells besides."""
