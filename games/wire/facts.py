"""What each fact of an event, each option and each part of a clock means, for the schemas."""

from collections.abc import Mapping
from typing import Any

_COUNTS = {"type": "array", "items": {"type": "integer"}, "minItems": 27, "maxItems": 27}
_AS_NUMBERED = "as he numbers the points: off, 1 to 24, bar, hand."

BOARD: Mapping[str, Any] = {
    "own": {**_COUNTS, "description": f"Checkers of the one whose view it is, {_AS_NUMBERED}"},
    "theirs": {**_COUNTS, "description": f"Checkers of the other, {_AS_NUMBERED}"},
}

EVENT: Mapping[str, str] = {
    "seq": "Number of the event, from 1 without gaps.",
    "kind": "What happened.",
    "seat": "By whom; null: by nobody.",
    "data": "Facts that belong to the kind.",
}

EVENTS: Mapping[str, str] = {
    "number": "Number of the game in the match, from 1.",
    "starter": "The seat that moves first.",
    "lot": "The seat that was drawn by lot; null: an opening roll decided.",
    "opening": "Opening rolls, ties included: `[number of the roll, die of seat 0, of seat 1]`.",
    "position": "The board as the starter sees it; null: the start of the ruleset.",
    "dice": "Both dice.",
    "roll": "Number of the roll in the match's stream of rolls.",
    "origin": "The point that the checker left, as its seat sees it; 25 is the bar.",
    "target": "The point that it came to, as its seat sees it; 0 is off.",
    "die": "The die that was used.",
    "hit": "Whether a checker was hit there.",
    "lapsed_at": "When the offer lapsed, in milliseconds since 1970.",
    "online": "Whether the seat was here then.",
    "limit_at": "When the limit passed, in milliseconds since 1970.",
    "since": "Since when, in milliseconds since 1970.",
    "until": "Until when, in milliseconds since 1970.",
    "ms": "By how many milliseconds the running limit grew.",
    "cause": "Whose time it was instead.",
    "value": "The cube's value after it.",
    "level": "1 single, 2 gammon, 3 backgammon.",
    "on": "Whether the seat is asked before its next roll.",
    "left": "Days of vacation that the seat has left.",
    "winner": "The seat that won; null: drawn.",
    "points": "Points that the game counts.",
    "MatchEnded.points": "The final score by seat.",
    "MatchEnded.winner": "The seat that won; null: nobody.",
    "reason": "Why it ended.",
}

AGREED: Mapping[str, str] = {
    "checkers": "Checkers of each player.",
    "start": "Where they stand at first, as either sees it: `[point, checkers]`.",
    "placing": "Whether they come from the hand instead.",
    "opening": "How the starter is found, and what the first roll is.",
    "roll": "Whether the roll comes by itself at the start of a turn.",
    "full_use": "How much of a roll must be played.",
    "bear_off_larger": "Which checkers a larger die bears off.",
    "exact_die_first": "Whether a die that bears off exactly must be played before a larger one.",
    "point_limit": "Most checkers on a point; null: any number.",
    "scoring": "Whether gammons and backgammons count more.",
    "cube": "Whether there is a doubling cube.",
    "draw_after_steps": "Steps after which a draw may be offered; null: never.",
    "passes_that_draw": "Passes in a row that end a game drawn; null: none do.",
    "commit": "Whether each step is final, or the whole turn is one command.",
    "resignation": "Whether a resignation needs the opponent's consent.",
    "closed_out_rolls": "Whether a player who is closed out rolls all the same.",
    "Rules.limit_ms": "Milliseconds of the usual limit.",
    "limit_per": "What the usual limit is for: a step, or each die of a turn.",
    "past_limit": "What a passed limit brings.",
    "idle_limit_ms": "After so many milliseconds without a step the game ends.",
    "length": "Points that win the match; null: a money session.",
    "crawford": "Whether there is a Crawford game.",
    "jacoby": "Whether gammons count only after a double.",
    "beavers": "Most beavers of a game; 0: none.",
    "raccoons": "Whether a beaver may be answered by a raccoon.",
    "automatic_doubles": "Most automatic doubles of a game; 0: none.",
    "opening_reroll": "Whether the starter rolls both dice anew.",
    "backgammon_zone": "Where a loser's checker makes a backgammon.",
    "kind": "How time is given.",
    "limit_ms": "Milliseconds of a limit, or of the delay of a turn.",
    "idle_ms": "After so many milliseconds without a step the match ends; null: never.",
    "reserve_ms": "Milliseconds of reserve of each player; left out: none.",
    "vacation": "Days of vacation of each player; left out: none.",
    "TimeControl.past_limit": "What a passed limit brings; left out: as the kind has it.",
}

CHOICE: Mapping[str, Any] = {
    "closed_out": {"type": "boolean", "description": "The player is closed out and not rolled."},
    "points": {"type": "integer", "description": "Points that leaving costs."},
    "level": {"type": "integer", "description": "Level of the resignation."},
    "highest": {"type": "integer", "description": "The highest level that is possible."},
    "refused": {"type": "integer", "description": "The level that was refused already."},
    "limit": {"type": "integer", "description": "How many there may be."},
    "needs": {"type": "integer", "description": "How many steps are missing."},
    "origin": {"type": "integer", "description": "The point of the checker."},
    "target": {"type": "integer", "description": "The point to go to."},
    "die": {"type": "integer", "description": "The die."},
    "bar": {"type": "integer", "description": "Checkers on the bar."},
    "can": {"type": "integer", "description": "How many dice can be played."},
    "used": {"type": "integer", "description": "How many dice were played."},
}
"""Details of refusals and of what a command would do."""
