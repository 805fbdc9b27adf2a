"""Refusals in plain English, for the command line alone; the site has its own, translated."""

from games.engine import errors

_SENTENCES = {
    "bad_json": "This line is not JSON.",
    "bad_request": "This request is not of the expected form: {problem}.",
    "line_too_long": "This line is too long.",
    errors.BadPosition.code: "This is not a position of the game.",
    errors.BadDice.code: "The dice must be two whole numbers from 1 to 6.",
    errors.UnknownRuleset.code: "There is no ruleset of this name.",
    errors.GameOver.code: "The game is over in this position.",
}


class BadJson(errors.RuleViolation):
    """The line is not JSON at all."""

    code = "bad_json"


class BadRequest(errors.RuleViolation):
    """The line is JSON, but does not say what is needed; `problem` tells what is wrong."""

    code = "bad_request"


class LineTooLong(errors.RuleViolation):
    """The line is longer than any request."""

    code = "line_too_long"


def error_data(refused: errors.RuleViolation) -> dict[str, dict[str, str]]:
    """The answer to a line that could not be done."""
    sentence = _SENTENCES.get(refused.code, "The rules do not allow this.")
    return {"error": {"code": refused.code, "text": sentence.format_map(refused.details)}}
