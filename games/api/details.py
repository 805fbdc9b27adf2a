"""Schemas of what the details of refusals hold, by their names."""

from collections.abc import Mapping
from typing import Any

from games.wire import facts
from vrhcaby.rest.shaping import text, whole

DETAILS: Mapping[str, Any] = {
    **{name: facts.CHOICE[name] for name in facts.CHOICE if name not in ("closed_out", "points")},
    "cube": whole("What the cube was said to show."),
    "version": whole("The version that the match or the tournament has, or the file."),
    "part": text("The part of a time control: `limit`, `reserve` or `vacation`."),
    "option": text("The option."),
    "against": text("The option with which it does not go together."),
    "ruleset": text("The key that no ruleset has."),
    "trouble": text("Code of what is wrong in a file."),
    "line": whole("The line of a file, from 1."),
    "character": whole("The character in that line, from 1."),
    "text": text("What is wrong there, in the reader's language."),
}
