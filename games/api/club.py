"""Operations that read what the club plays: rulesets, the lobby, the dice, the problems' codes."""

import dataclasses
from typing import Any, ClassVar

import msgspec
from rest_framework import serializers
from rest_framework.response import Response

from accounts.api.views import active
from games import projection, ruleset_lines, ruleset_names, selectors, terms, wire
from games.engine.rules import PRESETS
from games.selectors import member_dice, real_dice
from vrhcaby import clock
from vrhcaby.rest import conditional, shaping
from vrhcaby.rest.fields import Instant, instant, shaped
from vrhcaby.rest.operation import Operation
from vrhcaby.rest.papers import published
from vrhcaby.rest.problems import Problem


class RulesetTold(serializers.Serializer):
    """A game that can be played here."""

    key = serializers.CharField(help_text="Its key, which never changes.")
    name = serializers.CharField(help_text="Its name in the reader's language.")
    line = serializers.CharField(help_text="What it is, in one sentence.")
    rules = shaped(shaping.ref("MatchRules"))(help_text="Every option of play, resolved.")
    options = shaped(shaping.ref("MatchOptions"))(
        help_text="What a match sets on top, as it is if left out."
    )
    settable = serializers.ListField(
        child=serializers.CharField(), help_text="Those of `options` that a challenge may set."
    )
    control = shaped(shaping.ref("Control"))(help_text="The usual time control.")


class CountTold(serializers.Serializer):
    """How often something came, beside what fair dice may give."""

    shown = serializers.CharField(help_text="What is counted: a face, a roll, `doubles`.")
    count = serializers.IntegerField(help_text="How often it came.")
    expected = serializers.FloatField(help_text="How often it should come.")
    low = serializers.FloatField(help_text="With fair dice 99 % of such counts lie above this.")
    high = serializers.FloatField(help_text="With fair dice 99 % of such counts lie below this.")


class DiceTold(serializers.Serializer):
    """The dice of all matches that are over."""

    matches = serializers.IntegerField(help_text="Matches counted, of all rulesets.")
    rolls = serializers.IntegerField(help_text="Rolls counted.")
    faces = serializers.ListField(child=CountTold(), help_text="Faces, over both dice.")
    rolls_by_pair = serializers.ListField(child=CountTold(), help_text="The 21 rolls.")
    doubles = CountTold(help_text="All doubles together.")
    chi_square = serializers.FloatField(help_text="Over the 36 ordered rolls.")
    critical = serializers.FloatField(
        help_text="What `chi_square` of fair dice exceeds once in a hundred times."
    )
    counted_at = Instant(allow_null=True, help_text="When matches were last added.")


class FigureTold(serializers.Serializer):
    """A mean over a member's rolls, beside what fair dice may give."""

    value = serializers.FloatField(help_text="The mean of the member's rolls.")
    expected = serializers.FloatField(help_text="What it should be.")
    low = serializers.FloatField(help_text="The lower end of the band of 99 % of fair dice.")
    high = serializers.FloatField(help_text="The upper end of that band.")
    verdict = serializers.ChoiceField(
        [verdict.value for verdict in member_dice.Verdict],
        help_text="Where the mean lies beside the band; `too_few` rolls are not judged.",
    )


class LuckTold(serializers.Serializer):
    """The dice of a member in matches that are over, opening rolls aside."""

    rolls = serializers.IntegerField(help_text="Rolls counted.")
    pips = FigureTold(
        allow_null=True, help_text="Pips a roll, a double as four times its face; null: no rolls."
    )
    doubles = FigureTold(allow_null=True, help_text="The share of doubles, 0 to 1; null: no rolls.")


class ListRulesets(Operation):
    """The games that can be played here, with their options."""

    summary = "Rulesets"
    tag = "rulesets"
    Output, many = RulesetTold, True

    def get(self, request: Any) -> Response:
        """Answer all rulesets."""
        return Response([_ruleset(key) for key in terms.playable_rulesets()])


class ShowRuleset(Operation):
    """A game that can be played here, with its options."""

    summary = "A ruleset"
    tag = "rulesets"
    Output = RulesetTold
    refusals = ("no_such_ruleset",)

    def get(self, request: Any, ruleset: str) -> Response:
        """Answer the ruleset."""
        if ruleset not in PRESETS:
            raise Problem("no_such_ruleset")
        return Response(_ruleset(ruleset))


class ShowLobby(Operation):
    """Who is here, what may be accepted, what is played: the `lobby` frame of the socket.

    Times are milliseconds since 1970, as on the sockets.
    """

    summary = "The lobby"
    tag = "challenges"
    Output = shaping.ref("Lobby")

    def get(self, request: Any) -> Response:
        """Answer the lobby."""
        member_id, now = request.user.pk, clock.now()
        public, personal = selectors.both_parts(member_id, now=now)
        frame = selectors.lobby_frame(public, personal, member_id=member_id, now=now)
        told = msgspec.to_builtins(frame)
        del told["type"]
        response = Response(told)
        # The time of asking is no news.
        conditional.tag(response, {**told, "now": None})
        return response


class ShowDice(Operation):
    """The dice of all matches that are over, beside what fair dice may give."""

    summary = "Statistics of real dice"
    tag = "dice"
    Output = DiceTold
    refusals = ("unknown_ruleset",)
    parameters: ClassVar[Any] = {
        "ruleset": {
            "type": "string",
            "enum": list(PRESETS),
            "description": "Only matches of this ruleset.",
        }
    }

    def get(self, request: Any) -> Response:
        """Answer the statistics."""
        ruleset = request.query_params.get("ruleset")
        if ruleset is not None and ruleset not in PRESETS:
            raise Problem("unknown_ruleset")
        found = real_dice.real_dice(ruleset)
        told = dataclasses.asdict(found)
        counted = instant(found.counted_at) if found.counted_at else None
        return Response({**told, "critical": real_dice.CRITICAL_99, "counted_at": counted})


class ShowLuck(Operation):
    """The dice of a member in matches that are over, beside what fair dice may give him."""

    summary = "A member's dice luck"
    tag = "members"
    Output = LuckTold
    refusals = ("no_such_member",)

    def get(self, request: Any, member_id: int) -> Response:
        """Answer the figures."""
        found = member_dice.luck(active(member_id))
        nothing = {"rolls": 0, "pips": None, "doubles": None}
        return Response(nothing if found is None else dataclasses.asdict(found))


@published
def protocol_schema(request: Any) -> Any:
    """Give the JSON Schema of the frames of the sockets."""
    return wire.schema()


def _ruleset(key: str) -> dict[str, Any]:
    agreed = terms.resolve(key)
    lines = {line.key: line for line in ruleset_lines.lines()}
    control = projection.control(agreed.rules, agreed.options, agreed.control)
    return {
        "key": key,
        "name": ruleset_names.ruleset_name(key),
        "line": lines[key].text,
        "rules": agreed.rules.to_data(),
        "options": agreed.options.to_data(),
        "settable": ruleset_lines.settable(key),
        "control": msgspec.to_builtins(control),
    }
