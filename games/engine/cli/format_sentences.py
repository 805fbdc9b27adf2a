"""What is wrong with ids and match files, in plain English, for the command line alone."""

from collections.abc import Mapping
from typing import Any

from games.engine.errors import RuleViolation
from games.engine.formats.failures import Oddity, Trouble

SENTENCES: Mapping[Trouble, str] = {
    Trouble.BAD_POSITION_ID: "This is not a position id.",
    Trouble.BAD_MATCH_ID: "This is not a match id.",
    Trouble.BAD_XGID: "This is not an XGID from this character on.",
    Trouble.BAD_FIBS: "This is not a board string of FIBS from this field on.",
    Trouble.NO_ID: "There is no position_id with match_id, no xgid and no fibs.",
    Trouble.IDS_DISAGREE: "The ids describe different positions.",
    Trouble.CHECKERS_IN_HAND: "Checkers in hand cannot be told by an id.",
    Trouble.TWO_COLOURS: "Both players have checkers on one point.",
    Trouble.TOO_MANY_CHECKERS: "A player has more checkers than the game has.",
    Trouble.NO_CHECKERS: "Neither player has a checker left.",
    Trouble.BOTH_CLOSED_OUT: "Both players are closed out on the bar.",
    Trouble.SCORE_PAST_LENGTH: "The score is past the length of the match.",
    Trouble.CRAWFORD_IN_MONEY: "There is no Crawford game in a money session.",
    Trouble.CRAWFORD_NOT_DUE: "This cannot be the Crawford game: not one player needs one point.",
    Trouble.JACOBY_IN_MATCH: "The Jacoby rule and beavers belong to money sessions.",
    Trouble.EMPTY_FILE: "The file is empty.",
    Trouble.FILE_TOO_LARGE: "The file is too large: at most {megabytes} MB are read.",
    Trouble.BINARY_FILE: "The file is binary, not text: save the match as .mat or .sgf.",
    Trouble.UNKNOWN_FORMAT: "The file is of no format that we can read.",
    Trouble.NO_MATCH_LENGTH: "No line says how many points the match is played to.",
    Trouble.BAD_MATCH_LENGTH: "A match cannot be played to so many points: {length}.",
    Trouble.UNKNOWN_VARIANT: "We do not know this kind of game: {variant}.",
    Trouble.BAD_SGF: "The SGF cannot be read from here on.",
    Trouble.BAD_RECORD: "The JSON record is wrong at {field}.",
    Trouble.MATCH_LOG: (
        "This is the log of a match with the proof of its dice, not the match record: "
        "take zapas.json, the .json button of the finished match."
    ),
    Trouble.TOO_LONG: "The match is longer than we read.",
    Trouble.TRUNCATED: "The file breaks off in the middle of a game.",
    Trouble.NO_GAMES: "The file has no game in it.",
    Trouble.ILLEGAL_PLAY: "The play of {dice} is not legal ({reason}); the match is read up to it.",
    Trouble.UNREADABLE_PLAY: "This is not a play: {text}. The match is read up to it.",
    Trouble.ILLEGAL_CUBE: "The cube cannot be used so ({reason}); the match is read up to it.",
    Trouble.WRONG_TURN: "It is the other player's turn; the match is read up to it.",
    Trouble.AFTER_THE_END: "The game is already over; the match is read up to it.",
    Trouble.BAD_SET_POSITION: "The set position cannot be used ({reason}).",
    Trouble.NO_SCORE_LINE: "No line names the players and the score of this game.",
    Trouble.SCORE_DIFFERS: "The file says {told}, but the games give {due}.",
    Trouble.WINNER_DIFFERS: "The file says that the other player won this game.",
    Trouble.POINTS_DIFFER: "The file says {told} points, the game counted {due}.",
    Trouble.CUBE_VALUE_DIFFERS: "The file says {told} for a cube that goes to {due}.",
    Trouble.UNKNOWN_TEXT: "This text says nothing that we know: {text}.",
    Trouble.EMPTY_NAME: "A player has no name.",
    Trouble.NAME_DIFFERS: "The players' names differ from those of the first game.",
    Trouble.ENCODING_GUESSED: "The encoding of the text was guessed; names may be wrong.",
    Trouble.FORCED_PLAY_ADDED: "The only legal play was not written down and was added.",
    Trouble.LOSSES_LINE: "The loser's points are told instead of the winner's: a resignation.",
    Trouble.NO_HIT_THERE: "A hit is marked where nothing was hit.",
    Trouble.HOP_ORDER: "The dice can only be played in the other order here.",
    Trouble.SET_POSITION: "The game begins in a set position.",
    Trouble.POSITION_ONLY: "The file holds one position and no game.",
    Trouble.AUTOMATIC_DOUBLE: "The cube began the game at {cube}.",
    Trouble.GAME_NOT_FINISHED: "Game {game} has no result.",
    Trouble.VARIATIONS_LEFT_OUT: "Variations were left out; only the main line was read.",
    Trouble.GAMES_AFTER_MATCH: "The match was already decided; later games were left out.",
    Trouble.MATCH_LOST: (
        "The game counts {told} instead of {due} points: with it the match was lost."
    ),
    Trouble.MORE_ODDITIES: "There is more that is odd than can be listed.",
}

# `score_differs` where no score of the games is due, but the match would be over.
PAST_THE_END = "The file begins a game at {told}, where a match of length {length} is over."


class _Facts(dict[str, Any]):
    """What a sentence may name; a fact that is not known is a dash."""

    def __missing__(self, key: str) -> str:
        return "–"


def sentence(code: str, details: Mapping[str, Any]) -> str:
    """The sentence of a code with its facts."""
    past = code == Trouble.SCORE_DIFFERS and "length" in details
    told = PAST_THE_END if past else SENTENCES[Trouble(code)]
    return told.format_map(_Facts(details))


def oddity_data(oddity: Oddity) -> dict[str, Any]:
    """An oddity as JSON values."""
    return {
        "line": oddity.place.line,
        "character": oddity.place.character,
        "code": oddity.code.value,
        "text": sentence(oddity.code, dict(oddity.details)),
    }


def error_data(refused: RuleViolation, *, line: int | None = None) -> dict[str, Any]:
    """A FormatError as JSON values: code, place and sentence."""
    told = {
        "code": refused.code,
        "line": refused.details.get("line", 1) if line is None else line,
        "character": refused.details.get("character", 1),
        "text": sentence(refused.code, refused.details),
    }
    return {"error": told}
