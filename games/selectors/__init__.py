"""What edges and pages read of the games; nothing here changes anything."""

from games.selectors.chat import chat_lines, chat_standing, open_rooms, room_frame
from games.selectors.courses import Course, courses
from games.selectors.evidence import export, export_text
from games.selectors.lobby import (
    LobbyPart,
    both_parts,
    lobby_frame,
    matches_of,
    open_challenges,
    personal_part,
    public_part,
)
from games.selectors.lobby_rows import rating_text
from games.selectors.matches import (
    Place,
    frames_since,
    held,
    place,
    placing_so_far,
    replay,
    result_frame,
    snapshot,
    spectators,
    versions,
)
from games.selectors.records import CONTENT_TYPES, File, NotFinished, position_ids, record_file
from games.selectors.referee import referee

__all__ = [
    "CONTENT_TYPES",
    "Course",
    "File",
    "LobbyPart",
    "NotFinished",
    "Place",
    "both_parts",
    "chat_lines",
    "chat_standing",
    "courses",
    "export",
    "export_text",
    "frames_since",
    "held",
    "lobby_frame",
    "matches_of",
    "open_challenges",
    "open_rooms",
    "personal_part",
    "place",
    "placing_so_far",
    "position_ids",
    "public_part",
    "rating_text",
    "record_file",
    "referee",
    "replay",
    "result_frame",
    "room_frame",
    "snapshot",
    "spectators",
    "versions",
]
