"""What can be wrong with an id or a file: stable codes with a place, never a sentence."""

from dataclasses import dataclass
from enum import StrEnum

from games.engine.errors import RuleViolation


class Trouble(StrEnum):
    """Every code that this package reports."""

    # An id
    BAD_POSITION_ID = "bad_position_id"
    BAD_MATCH_ID = "bad_match_id"
    BAD_XGID = "bad_xgid"
    BAD_FIBS = "bad_fibs"
    NO_ID = "no_id"
    IDS_DISAGREE = "ids_disagree"
    CHECKERS_IN_HAND = "checkers_in_hand"
    TWO_COLOURS = "two_colours"
    TOO_MANY_CHECKERS = "too_many_checkers"
    NO_CHECKERS = "no_checkers"
    BOTH_CLOSED_OUT = "both_closed_out"
    SCORE_PAST_LENGTH = "score_past_length"
    CRAWFORD_IN_MONEY = "crawford_in_money"
    CRAWFORD_NOT_DUE = "crawford_not_due"
    JACOBY_IN_MATCH = "jacoby_in_match"

    # A file as a whole
    EMPTY_FILE = "empty_file"
    FILE_TOO_LARGE = "file_too_large"
    BINARY_FILE = "binary_file"
    UNKNOWN_FORMAT = "unknown_format"
    NO_MATCH_LENGTH = "no_match_length"
    BAD_MATCH_LENGTH = "bad_match_length"
    UNKNOWN_VARIANT = "unknown_variant"
    BAD_SGF = "bad_sgf"
    BAD_RECORD = "bad_record"
    MATCH_LOG = "match_log"
    TOO_LONG = "too_long"
    TRUNCATED = "truncated"
    NO_GAMES = "no_games"

    # A place in it: what the import cannot go past
    ILLEGAL_PLAY = "illegal_play"
    UNREADABLE_PLAY = "unreadable_play"
    ILLEGAL_CUBE = "illegal_cube"
    WRONG_TURN = "wrong_turn"
    AFTER_THE_END = "after_the_end"
    BAD_SET_POSITION = "bad_set_position"
    NO_SCORE_LINE = "no_score_line"
    SCORE_DIFFERS = "score_differs"
    WINNER_DIFFERS = "winner_differs"

    # What it notes and goes on
    POINTS_DIFFER = "points_differ"
    CUBE_VALUE_DIFFERS = "cube_value_differs"
    UNKNOWN_TEXT = "unknown_text"
    EMPTY_NAME = "empty_name"
    NAME_DIFFERS = "name_differs"
    ENCODING_GUESSED = "encoding_guessed"
    FORCED_PLAY_ADDED = "forced_play_added"
    LOSSES_LINE = "losses_line"
    NO_HIT_THERE = "no_hit_there"
    HOP_ORDER = "hop_order"
    SET_POSITION = "set_position"
    POSITION_ONLY = "position_only"
    AUTOMATIC_DOUBLE = "automatic_double"
    GAME_NOT_FINISHED = "game_not_finished"
    VARIATIONS_LEFT_OUT = "variations_left_out"
    MATCH_LOST = "match_lost"
    GAMES_AFTER_MATCH = "games_after_match"
    MORE_ODDITIES = "more_oddities"


# A file with one of these is broken off or lies: what could be read is not to be kept.
REFUSING = frozenset(
    {
        Trouble.SCORE_DIFFERS,
        Trouble.WINNER_DIFFERS,
        Trouble.NO_SCORE_LINE,
        Trouble.TRUNCATED,
        Trouble.BAD_SGF,
        Trouble.NO_GAMES,
        Trouble.TOO_LONG,
    }
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file: line and character, both from 1."""

    line: int = 1
    character: int = 1


@dataclass(frozen=True, slots=True)
class Oddity:
    """Something odd in a file, where it is, and the facts behind it."""

    code: Trouble
    place: Place
    details: tuple[tuple[str, int | str], ...] = ()


class FormatError(RuleViolation):
    """An id or a file that gives nothing; `details` has at least `line` and `character`."""

    code: str = "bad_format"

    def __init__(
        self, code: Trouble, *, line: int = 1, character: int = 1, **details: int | str
    ) -> None:
        super().__init__(line=line, character=character, **details)
        self.code = code.value
        self.args = (code.value,)
