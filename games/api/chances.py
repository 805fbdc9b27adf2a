"""The operation that computes chances: of a position, of a race, of a cube decision at a score."""

from typing import Any

from rest_framework import serializers
from rest_framework.response import Response

from games import chances_page
from games.engine.rules import PRESETS
from vrhcaby.rest import asked as asking
from vrhcaby.rest.operation import Operation
from vrhcaby.rest.problems import Problem

LONGEST_ID = 64


class BlotTold(serializers.Serializer):
    """A checker that may be hit."""

    point = serializers.IntegerField(help_text="Where it stands, counted by who hits.")
    of_36 = serializers.IntegerField(help_text="How many of 36 rolls hit it.")


class CountOfRace(serializers.Serializer):
    """One way of counting a race, and what it advises."""

    name = serializers.CharField(help_text="`thorp`, `keith` or `isight`.")
    leader = serializers.FloatField(help_text="Count of the player on roll.")
    trailer = serializers.FloatField(help_text="Count of the other.")
    double = serializers.BooleanField(allow_null=True, help_text="Whether it says: double.")
    redouble = serializers.BooleanField(allow_null=True, help_text="Whether it says: redouble.")
    take = serializers.BooleanField(allow_null=True, help_text="Whether it says: take.")
    percent = serializers.FloatField(allow_null=True, help_text="The chance to win, by this count.")


class RaceTold(serializers.Serializer):
    """The counts of a position in which nobody can be hit any more."""

    counts = serializers.ListField(child=CountOfRace(), help_text="Ways of counting.")
    kleinman = serializers.FloatField(help_text="The chance to win in percent, by Kleinman.")
    lead_percent = serializers.FloatField(help_text="The lead in percent of one's own pips.")


class ScoreTold(serializers.Serializer):
    """What a score is worth, and what who is doubled there must weigh; chances in percent."""

    needs = serializers.IntegerField(help_text="Points that the player needs.")
    other = serializers.IntegerField(help_text="Points that the other needs.")
    cube = serializers.IntegerField(help_text="The cube before the double.")
    post_crawford = serializers.BooleanField(help_text="Whether Crawford's game is over.")
    table = serializers.FloatField(help_text="To win the match, by Kazaross-XG2.")
    janowski = serializers.FloatField(help_text="The same by Janowski's formula.")
    crawford = serializers.BooleanField(
        help_text="Whether it is Crawford's game: there is no cube, and no double to weigh."
    )
    drop = serializers.FloatField(
        allow_null=True, help_text="To win the match after a drop; null in Crawford's game."
    )
    lose = serializers.FloatField(
        allow_null=True, help_text="After a take that loses the game; null in Crawford's game."
    )
    win = serializers.FloatField(
        allow_null=True, help_text="After a take that wins the game; null in Crawford's game."
    )
    take_point = serializers.FloatField(
        allow_null=True, help_text="The least chance to win the game that makes a take right."
    )


class ChancesTold(serializers.Serializer):
    """The chances of a position, seen from the player on roll."""

    ruleset = serializers.CharField(help_text="Key of the ruleset.")
    position = serializers.CharField(help_text="Position ID of GNU Backgammon.")
    own = serializers.ListField(
        child=serializers.IntegerField(), help_text="Checkers by point, 0 off to 25 bar."
    )
    theirs = serializers.ListField(
        child=serializers.IntegerField(), help_text="The other's, in his own numbering."
    )
    pips = serializers.ListField(
        child=serializers.IntegerField(), help_text="What each has to go, the player on roll first."
    )
    over = serializers.BooleanField(help_text="Whether the game is over.")
    moves = serializers.IntegerField(
        allow_null=True, help_text="Rolls of 36 with a legal step; null: it is over."
    )
    hits = serializers.IntegerField(
        allow_null=True, help_text="Rolls of 36 that hit something; null: it is over."
    )
    blots = serializers.ListField(child=BlotTold(), help_text="What may be hit, and how often.")
    on_bar = serializers.IntegerField(help_text="The player's checkers on the bar.")
    enters_all = serializers.IntegerField(
        allow_null=True, help_text="Rolls of 36 that enter all of them; null: there is none."
    )
    race = RaceTold(allow_null=True, help_text="Counts of a race; null: it is none.")
    score = ScoreTold(help_text="The score that was asked for.")


class ShowChances(Operation):
    """Chances of a position by the exact rules of its ruleset, and what a cube needs at a score."""

    summary = "Chances"
    tag = "rulesets"
    Output = ChancesTold
    parameters = {
        "ruleset": asking.choice("Key of the ruleset; left out: standard.", PRESETS),
        "position": asking.words("Position ID; left out: the start.", most=LONGEST_ID),
        "needs": asking.whole(
            "Points that the player needs; left out: 5.", least=1, most=chances_page.MOST_NEEDED
        ),
        "other": asking.whole(
            "Points that the other needs; left out: 5.", least=1, most=chances_page.MOST_NEEDED
        ),
        "cube": asking.whole(
            "The cube before the double; left out: 1.", least=1, most=chances_page.MOST_CUBE
        ),
        "post_crawford": asking.truth("Whether Crawford's game is over; left out: false."),
    }
    refusals = ("invalid",)

    def get(self, request: Any) -> Response:
        """Answer the chances."""
        wanted = asking.asked(request, self.parameters)
        given = {name: str(value) for name, value in wanted.items()}
        given["post_crawford"] = "on" if wanted.get("post_crawford") else ""
        found = chances_page.context(given)
        if found["wrong"]:
            raise _refusal(found["wrong"])
        return Response(_told(found))


def _refusal(wrongs: list[chances_page.Wrong]) -> Problem:
    """Return the reasons at their fields, with the place in an id."""
    fields = {wrong.field: [{"code": wrong.code, "detail": wrong.text}] for wrong in wrongs}
    places = ({"line": one.line, "character": one.character} for one in wrongs if one.line)
    return Problem("invalid", next(places, None), fields)


def _told(found: dict[str, Any]) -> dict[str, Any]:
    """Return what the page shows as ChancesTold."""
    shots, score = found["shots"], found["score"]
    return {
        "ruleset": found["ruleset"],
        "position": found["position"],
        "own": found["counts"]["own"],
        "theirs": found["counts"]["their"],
        "pips": list(found["pips"]),
        "over": found["over"],
        "moves": found["moves"],
        "hits": None if shots is None else shots.total,
        "blots": [
            {"point": point, "of_36": of}
            for point, of in (shots.by_blot.items() if shots is not None else ())
        ],
        "on_bar": found["on_bar"],
        "enters_all": found.get("enters_all"),
        "race": None if found["race"] is None else _race(found["race"]),
        "score": {name: score[name] for name in ScoreTold().fields},
    }


def _race(race: chances_page.RaceCounts) -> dict[str, Any]:
    """Return the counts of a race as RaceTold."""
    isight = {
        "name": "isight",
        "leader": float(race.isight.leader),
        "trailer": float(race.isight.trailer),
        **dict.fromkeys(("double", "redouble", "take")),
        "percent": float(race.isight.percent),
    }
    return {
        "counts": [_count("thorp", race.thorp), _count("keith", race.keith), isight],
        "kleinman": race.kleinman,
        "lead_percent": float(race.lead),
    }


def _count(name: str, count: Any) -> dict[str, Any]:
    advice = {key: getattr(count.verdict, key) for key in ("double", "redouble", "take")}
    numbers = {"leader": float(count.leader), "trailer": float(count.trailer)}
    return {"name": name, **numbers, **advice, "percent": None}
