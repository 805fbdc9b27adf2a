"""The sum behind every number of a line of the standings: whoever doubts a place adds it up."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.response import Response

from ladder.api.tournaments import AFTER, OfTournament, require_round
from ladder.enums import StageKind
from ladder.models import Entry
from ladder.rules.sums import Term
from ladder.selectors.tournaments import tables
from ladder.selectors.tournaments.tables import Explained
from vrhcaby.errors import DomainError
from vrhcaby.rest import asked as asking


class TermTold(serializers.Serializer):
    """What one game gives to a sum; points are fractions, such as 7/2."""

    opponent = serializers.IntegerField(help_text="Entry of the opponent.")
    name = serializers.CharField(help_text="The opponent's name shown.")
    round = serializers.IntegerField(allow_null=True, help_text="Number of the round.")
    as_second = serializers.BooleanField(help_text="Whether one was listed second.")
    forfeit = serializers.BooleanField(help_text="Whether it was decided without play.")
    scored = serializers.CharField(help_text="Points for the game.")
    opponent_points = serializers.CharField(help_text="All points of the opponent.")
    amount = serializers.CharField(help_text="What it adds to the sum.")
    counted = serializers.BooleanField(help_text="Whether the tie-break looks at this game.")
    cut = serializers.BooleanField(help_text="Whether it is the game that is left out as least.")


class AmongTold(serializers.Serializer):
    """Somebody's points in the games among those who are tied."""

    entry = serializers.IntegerField(help_text="The entry.")
    points = serializers.CharField(help_text="Points in these games, a fraction.")
    missing = serializers.IntegerField(help_text="Games among them that were not played.")


class SumTold(serializers.Serializer):
    """A number of the standings with all that went into it."""

    name = serializers.CharField(help_text="`points`, or the tie-break as the chain has it.")
    value = serializers.CharField(allow_null=True, help_text="The number as in the standings.")
    terms = serializers.ListField(child=TermTold(), help_text="The games, by which it is added up.")
    awarded = serializers.CharField(help_text="Points without a game, a fraction.")
    minis = serializers.ListField(
        child=serializers.ListField(child=AmongTold()),
        help_text="Of direct encounters: the tables among the tied, the widest first.",
    )


class ShowSums(OfTournament):
    """The sums behind the points and every tie-break of somebody's line, now or after a round.

    A lot has no sum: it follows from the seed that was published.
    """

    summary = "Sums behind a line of the standings"
    Output, many = SumTold, True
    refusals: ClassVar[tuple[str, ...]] = (
        *("no_such_tournament", "no_such_entry", "no_such_round", "invalid"),
    )
    parameters: ClassVar[Any] = {"after": AFTER}

    def get(self, request: Any, slug: str, entry_id: int) -> Response:
        """Answer the sums."""
        after = asking.asked(request, self.parameters).get("after")
        for field in self.fields(slug):
            ranked = entry_id in field.withdrawal.ranked
            if ranked and field.stage.kind == StageKind.ROUND_ROBIN:
                require_round(after, [field])
                found = tables.explained(field, entry_id, after_round=after)
                return Response([_told(one) for one in found])
        raise DomainError("no_such_entry")


def _told(one: Explained) -> dict[str, Any]:
    return {
        "name": one.name,
        "value": None if one.sum.value is None else str(one.sum.value),
        "terms": [_term(opponent, term) for opponent, term in one.terms],
        "awarded": str(one.sum.awarded),
        "minis": [
            [
                {"entry": tied.pk, "points": str(points), "missing": missing}
                for tied, points, missing in mini
            ]
            for mini in one.minis
        ],
    }


def _term(opponent: Entry, term: Term) -> dict[str, Any]:
    return {
        "opponent": opponent.pk,
        "name": str(opponent),
        "round": term.round,
        "as_second": term.as_second,
        "forfeit": term.forfeit,
        "scored": str(term.scored),
        "opponent_points": str(term.opponent_points),
        "amount": str(term.amount),
        "counted": term.counted,
        "cut": term.cut,
    }
