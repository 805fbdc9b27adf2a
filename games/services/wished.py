"""What a wish about challenges asks for, whichever way it is said: by that it is known again."""

from typing import Any

from games import terms, wire
from games.engine.errors import RuleViolation
from vrhcaby.errors import DomainError


def body(frame: wire.Incoming) -> dict[str, Any]:
    """Return all that a frame asks for, as JSON values.

    Of a challenge these are its terms as they would be played: what is left out is the same as
    the same thing spelled out. Terms that cannot be are returned as they were said.
    """
    said = wire.plain(frame)
    if not isinstance(frame, wire.NewChallenge):
        return said
    wish = wire.terms(frame)
    asked = {name: wish[name] for name in ("options", "limit_ms", "control")}
    try:
        agreed = terms.resolve(frame.ruleset, **asked)
    except (RuleViolation, DomainError):
        return said
    kept = {name: part for name, part in said.items() if name not in _TERMS}
    return {**kept, "terms": agreed.to_data()}


_TERMS = ("options", "control", "limit_s")
"""Parts of a challenge's frame that make up its terms."""
