"""What is odd or wrong about a match file or an id, in human words, by the engine's codes."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import phrases
from games.engine.formats.failures import Trouble

TROUBLES: Mapping[Trouble, Promise] = {
    # An id
    Trouble.BAD_POSITION_ID: _("This is not a position id."),
    Trouble.BAD_MATCH_ID: _("This is not a match id."),
    Trouble.BAD_XGID: _("This is not an XGID from this character on."),
    Trouble.BAD_FIBS: _("This is not a board string of FIBS from this field on."),
    Trouble.NO_ID: _("There is no position_id with match_id, no xgid and no fibs."),
    Trouble.IDS_DISAGREE: _("The ids describe different positions."),
    Trouble.CHECKERS_IN_HAND: _("Checkers in hand cannot be told by an id."),
    Trouble.TWO_COLOURS: _("Both players have checkers on one point."),
    Trouble.TOO_MANY_CHECKERS: _("A player has more checkers than the game has."),
    Trouble.NO_CHECKERS: _("Neither player has a checker left."),
    Trouble.BOTH_CLOSED_OUT: _("Both players are closed out on the bar."),
    Trouble.SCORE_PAST_LENGTH: _("The score is past the length of the match."),
    Trouble.CRAWFORD_IN_MONEY: _("There is no Crawford game in a money session."),
    Trouble.CRAWFORD_NOT_DUE: _(
        "This cannot be the Crawford game: not one player needs one point."
    ),
    Trouble.JACOBY_IN_MATCH: _("The Jacoby rule and beavers belong to money sessions."),
    # A file as a whole
    Trouble.EMPTY_FILE: _("The file is empty."),
    Trouble.FILE_TOO_LARGE: _("The file is too large: at most %(megabytes)s MB are read."),
    Trouble.BINARY_FILE: _("The file is binary, not text: save the match as .mat or .sgf."),
    Trouble.UNKNOWN_FORMAT: _("The file is of no format that we can read."),
    Trouble.NO_MATCH_LENGTH: _("No line says how many points the match is played to."),
    Trouble.BAD_MATCH_LENGTH: _("A match cannot be played to so many points: %(length)s."),
    Trouble.UNKNOWN_VARIANT: _("We do not know this kind of game: %(variant)s."),
    Trouble.BAD_SGF: _("The SGF cannot be read from here on."),
    Trouble.BAD_RECORD: _("The JSON record is wrong at %(field)s."),
    Trouble.MATCH_LOG: _(
        "This is the log of a match with the proof of its dice, not the match record: "
        "take zapas.json, the .json button of the finished match."
    ),
    Trouble.TOO_LONG: _("The match is longer than we read."),
    Trouble.TRUNCATED: _("The file breaks off in the middle of a game."),
    Trouble.NO_GAMES: _("The file has no game in it."),
    # A place in it
    Trouble.ILLEGAL_PLAY: _("The play of %(dice)s is not legal; the match is read up to it."),
    Trouble.UNREADABLE_PLAY: _("This is not a play: %(text)s. The match is read up to it."),
    Trouble.ILLEGAL_CUBE: _("The cube cannot be used so; the match is read up to it."),
    Trouble.WRONG_TURN: _("It is the other player's turn; the match is read up to it."),
    Trouble.AFTER_THE_END: _("The game is already over; the match is read up to it."),
    Trouble.BAD_SET_POSITION: _("The set position cannot be used."),
    Trouble.NO_SCORE_LINE: _("No line names the players and the score of this game."),
    Trouble.SCORE_DIFFERS: _("The file says %(told)s, but the games give %(due)s."),
    Trouble.WINNER_DIFFERS: _("The file says that the other player won this game."),
    # What is noted
    Trouble.POINTS_DIFFER: _("The file says %(told)s points, the game counted %(due)s."),
    Trouble.CUBE_VALUE_DIFFERS: _("The file says %(told)s for a cube that goes to %(due)s."),
    Trouble.UNKNOWN_TEXT: _("This text says nothing that we know: %(text)s."),
    Trouble.EMPTY_NAME: _("A player has no name."),
    Trouble.NAME_DIFFERS: _("The players' names differ from those of the first game."),
    Trouble.ENCODING_GUESSED: _("The encoding of the text was guessed; names may be wrong."),
    Trouble.FORCED_PLAY_ADDED: _("The only legal play was not written down and was added."),
    Trouble.LOSSES_LINE: _("The loser's points are told instead of the winner's: a resignation."),
    Trouble.NO_HIT_THERE: _("A hit is marked where nothing was hit."),
    Trouble.HOP_ORDER: _("The dice can only be played in the other order here."),
    Trouble.SET_POSITION: _("The game begins in a set position."),
    Trouble.POSITION_ONLY: _("The file holds one position and no game."),
    Trouble.AUTOMATIC_DOUBLE: _("The cube began the game at %(cube)s."),
    Trouble.GAME_NOT_FINISHED: _("Game %(game)s has no result."),
    Trouble.VARIATIONS_LEFT_OUT: _("Variations were left out; only the main line was read."),
    Trouble.GAMES_AFTER_MATCH: _("The match was already decided; later games were left out."),
    Trouble.MATCH_LOST: _(
        "The game counts %(told)s instead of %(due)s points: with it the match was lost."
    ),
    Trouble.MORE_ODDITIES: _("There is more that is odd than can be listed."),
}

# `score_differs` where no score of the games is due, but the match would be over.
PAST_THE_END = _("The file begins a game at %(told)s, where a match of length %(length)s is over.")


class _Facts(dict[str, Any]):
    """What a sentence may name; a fact that is not known is a dash."""

    def __missing__(self, key: str) -> str:
        return "–"


def sentence(code: str, details: Mapping[str, Any]) -> str:
    """Return the sentence of a code with its facts, and the rule that was broken, if one was."""
    past = code == Trouble.SCORE_DIFFERS and "length" in details
    told = str(PAST_THE_END if past else TROUBLES[Trouble(code)]) % _Facts(details)
    reason = details.get("reason")
    if isinstance(reason, str) and reason in phrases.REFUSALS:
        told += " " + gettext("(%(reason)s)") % {"reason": phrases.sentence(reason)}
    return told
