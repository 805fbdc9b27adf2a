"""The operation that reads a match file of another program. Nothing is stored."""

import base64
import binascii
from typing import Any

from rest_framework import serializers
from rest_framework.response import Response

from accounts.enums import Scope
from games import importing
from games.engine.errors import RuleViolation
from vrhcaby.rest import operation, shaping
from vrhcaby.rest.fields import Input, Text, shaped
from vrhcaby.rest.operation import Operation
from vrhcaby.rest.problems import Problem

LONGEST = importing.MOST_BYTES * 4 // 3 + 4
_SAMPLE = """\
 1 point match

 Game 1
 Ada : 0                              Bob : 0
  1) 31: 8/5 6/5                      Wins 1 point
"""


class MatchFile(Input):
    """A file as text, or as Base64 where it is not UTF-8."""

    text = Text(
        max_length=importing.MOST_BYTES,
        required=False,
        trim_whitespace=False,
        help_text="The file as text.",
    )
    base64 = Text(max_length=LONGEST, required=False, help_text="The file's bytes in Base64.")


class TroubleTold(serializers.Serializer):
    """Something odd in a file that was read all the same."""

    code = serializers.CharField(help_text="Stable code of what is odd.")
    line = serializers.IntegerField(help_text="The line, from 1.")
    character = serializers.IntegerField(help_text="The character in it, from 1.")
    text = serializers.CharField(help_text="What is odd, in the reader's language.")


class HeadTold(serializers.Serializer):
    """What a file says of its match."""

    players = serializers.ListField(child=serializers.CharField(), help_text="Both names.")
    ruleset = serializers.CharField(help_text="Key of the ruleset.")
    length = serializers.IntegerField(allow_null=True, help_text="Points; null: a money session.")
    options = shaped(shaping.ref("MatchOptions"))(
        help_text="What the match sets on top of its ruleset."
    )
    games = serializers.IntegerField(help_text="How many games there are.")
    score = serializers.ListField(
        child=serializers.IntegerField(), help_text="Points of both at the end of the file."
    )
    info = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField(), min_length=2, max_length=2),
        help_text="Other facts, as pairs of a name and a text.",
    )


class PositionIds(serializers.Serializer):
    """A position in the words of other programs; null what has no such word."""

    xgid = serializers.CharField(allow_null=True, help_text="XGID, of eXtreme Gammon.")
    position_id = serializers.CharField(allow_null=True, help_text="Position ID of GNU Backgammon.")
    match_id = serializers.CharField(allow_null=True, help_text="Match ID of GNU Backgammon.")
    fibs = serializers.CharField(allow_null=True, help_text="Board string of FIBS.")


class ImportTold(serializers.Serializer):
    """A match out of a file."""

    match = HeadTold(help_text="What the file says of it.")
    events = serializers.ListField(
        child=shaped(shaping.ref("ImportedEvent"))(), help_text="What happened, in order."
    )
    positions = serializers.ListField(
        child=PositionIds(), help_text="The position after each event."
    )
    oddities = serializers.ListField(child=TroubleTold(), help_text="What is odd about the file.")


class ReadMatchFile(Operation):
    """Read a match file of any known format (.mat, .sgf, JSON, an id), checked play by play.

    Nothing is stored. A file that cannot be read is refused with the `trouble`, the `line` and the
    `character` in `details`.
    """

    summary = "Read a match file"
    tag = "matches"
    scope = Scope.READ.value
    kind = operation.BULK
    most_bytes = LONGEST + 1000
    Input, Output = MatchFile, ImportTold
    refusals = ("bad_match_file",)
    example = {"text": _SAMPLE}

    def post(self, request: Any) -> Response:
        """Answer the match."""
        data = _bytes(self.taken(request))
        try:
            found = importing.context(data)
        except RuleViolation as refused:
            raise _refusal(importing.trouble(refused)) from refused
        replay = found["replay"]
        head = {name: found["record"][name] for name in HeadTold().fields}
        return Response(
            {
                "match": head,
                "events": replay["events"],
                "positions": replay["ids"],
                "oddities": [_trouble(one) for one in found["oddities"]],
            }
        )


def _bytes(wanted: dict[str, str]) -> bytes:
    """Return the file. Raises Problem for what is no Base64, or lacks a file."""
    if len(wanted) != 1:
        reason = {"code": "required", "detail": "text / base64"}
        raise Problem("invalid", fields={"text": [reason]})
    if "text" in wanted:
        return wanted["text"].encode()
    try:
        return base64.b64decode(wanted["base64"], validate=True)
    except (binascii.Error, ValueError) as wrong:
        reason = {"code": "invalid", "detail": "Base64"}
        raise Problem("invalid", fields={"base64": [reason]}) from wrong


def _refusal(found: importing.Trouble) -> Problem:
    told = _trouble(found)
    return Problem("bad_match_file", {"trouble": told.pop("code"), **told})


def _trouble(found: importing.Trouble) -> dict[str, Any]:
    return {
        "code": found.code,
        "line": found.line,
        "character": found.character,
        "text": found.text,
    }
