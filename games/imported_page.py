"""What the page of a match file needs beside what the file says: the board and the strips."""

from collections.abc import Mapping
from typing import Any

from games import match_terms, picture
from games.match_page import TONES, Player


def context(shown: Mapping[str, Any]) -> dict[str, Any]:
    """Return what `games/imported.html` shows, given the context of `games.importing`."""
    own, their = shown["replay"]["boards"]
    record = shown["record"]
    return {
        **shown,
        "picture": picture.draw(own=own, their=their),
        "own": Player(record["players"][0], None, TONES[0], ""),
        "their": Player(record["players"][1], None, TONES[1], ""),
        "length": match_terms.length_text(record["length"]),
    }
