"""The operation that gives all that a pool is computed from, and what must come out of it."""

from typing import Any, ClassVar

from rest_framework.response import Response

from ladder.api.views import TAG, pool_of
from ladder.selectors import exports
from vrhcaby.rest import operation
from vrhcaby.rest.operation import Operation
from vrhcaby.rest.shaping import closed

_NUMBER = {"type": "number"}
_ENTRY = {"type": "integer", "description": "Place of the entry in the ledger, from 1."}
_AT = {"type": "string", "format": "date-time", "description": "When it happened, in UTC."}
_CONSTANTS = {
    "start": "The rating everybody begins with.",
    "scale": "The scale of differences of ratings.",
    "factor": "The factor of every change.",
    "ramp_start": "K of a newcomer.",
    "ramp_span": "Experience that lowers K by one.",
    "ramp_floor": "The lowest K.",
}


RESULT = closed(
    "A result as it counts now; annulled ones are left out.",
    {
        "first": {"type": "string", "description": "Name of the first player."},
        "second": {"type": "string", "description": "Name of the other."},
        "score": {**_NUMBER, "description": "The first player's score: 1, 0.5 or 0."},
        "length": {"type": "integer", "description": "Points of the match."},
        "entry": _ENTRY,
        "at": _AT,
    },
)
RESET = closed(
    "A soft reset of a season: every rating is pulled towards `target`.",
    {
        "reset": closed(
            "How ratings are pulled together.",
            {
                "target": {**_NUMBER, "description": "Whereto."},
                "keep": {**_NUMBER, "description": "The part of the difference that stays."},
            },
        ),
        "entry": _ENTRY,
        "at": _AT,
    },
)
RATING = closed(
    "A rating that must come out.",
    {
        "player": {"type": "string", "description": "The member's name."},
        "rating": {**_NUMBER, "description": "The rating, as an exact double."},
        "experience": {"type": "integer", "description": "Points of all rated matches played."},
    },
)


class ShowRecomputation(Operation):
    """All results of a pool in order, and the ratings that must come out of them.

    The file that `python -m ladder.rules rating` reads, so that anybody computes all ratings
    anew. `busy` while results come in faster than the ledger can be read.
    """

    summary = "The recomputation of a pool"
    tag = TAG
    kind = operation.BULK
    Output: ClassVar[Any] = closed(
        "Results in order, and the ratings that must come out of them.",
        {
            "format": {"const": exports.FORMAT, "description": "Name of this form."},
            "pool": {"type": "string", "description": "Key of the pool's ruleset."},
            "constants": closed(
                "Constants of the formula.",
                {name: {**_NUMBER, "description": text} for name, text in _CONSTANTS.items()},
            ),
            "results": {
                "type": "array",
                "description": "Entries of the ledger, the oldest first.",
                "items": {"oneOf": [RESULT, RESET]},
            },
            "ratings": {
                "type": "array",
                "description": "Ratings after the last entry.",
                "items": RATING,
            },
        },
    )
    refusals = ("no_such_pool",)

    def get(self, request: Any, pool: str) -> Response:
        """Answer the file."""
        return Response(exports.recomputation(pool_of(pool)))
