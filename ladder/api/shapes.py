"""What is told of ratings: shapes for the document, and the rows themselves."""

from typing import Any

from rest_framework import serializers

from accounts.api.shapes import MemberBrief, brief
from ladder.enums import RatingStatus
from ladder.models import Pool, Rating, RatingChange
from vrhcaby.rest.fields import Instant, instant


class PoolTold(serializers.Serializer):
    """A rating pool with the constants of its formula."""

    ruleset = serializers.CharField(help_text="Key of the ruleset whose results are rated here.")
    start = serializers.FloatField(help_text="The rating everybody begins with.")
    scale = serializers.FloatField(help_text="The scale of differences of ratings.")
    factor = serializers.FloatField(help_text="The factor of every change.")
    ramp_start = serializers.FloatField(help_text="K of a newcomer.")
    ramp_span = serializers.FloatField(help_text="Experience that lowers K by one.")
    ramp_floor = serializers.FloatField(help_text="The lowest K.")
    results = serializers.IntegerField(help_text="Results rated so far.")


class RatingTold(serializers.Serializer):
    """A member's present rating."""

    place = serializers.IntegerField(
        allow_null=True,
        help_text="Place among all established ratings of this list; null: provisional.",
    )
    member = MemberBrief(help_text="Whose rating.")
    pool = serializers.CharField(help_text="Key of the pool's ruleset.")
    rating = serializers.FloatField(help_text="The rating, exactly as the formula gave it.")
    experience = serializers.IntegerField(help_text="Points of all rated matches played.")
    is_provisional = serializers.BooleanField(help_text="Whether few results stand behind it.")
    last_rated_at = Instant(allow_null=True, help_text="When the last rated result was.")


class RatingChangeTold(serializers.Serializer):
    """A line of the ledger: what a result did to a member, with all that went into the sum."""

    id = serializers.IntegerField(help_text="The line's number.")
    pool = serializers.CharField(help_text="Key of the pool's ruleset.")
    sequence = serializers.IntegerField(help_text="Place of the result in its pool, from 1.")
    correction = serializers.IntegerField(help_text="0: the original; the newest is in force.")
    result = serializers.IntegerField(help_text="The result's number.")
    match = serializers.IntegerField(help_text="The match's number.")
    member = MemberBrief(help_text="Whose rating changed.")
    opponent = MemberBrief(help_text="Against whom.")
    difference = serializers.FloatField(help_text="D: own rating less the opponent's, before.")
    length = serializers.IntegerField(help_text="n: the length of the match.")
    k = serializers.FloatField(help_text="K: the factor of experience.")
    expected = serializers.FloatField(help_text="E: the expected score, 0 to 1.")
    score = serializers.FloatField(help_text="S: 1 won, 0.5 drawn, 0 lost.")
    before = serializers.FloatField(help_text="The rating before.")
    after = serializers.FloatField(help_text="The rating after.")
    experience_before = serializers.IntegerField(help_text="Experience before.")
    at = Instant(help_text="When the match ended.")


class RecordTold(serializers.Serializer):
    """Games of one member against another, annulled ones aside."""

    won = serializers.IntegerField(help_text="Games that the first has won.")
    drawn = serializers.IntegerField(help_text="Games drawn.")
    lost = serializers.IntegerField(help_text="Games that the first has lost.")


class ExplanationTold(serializers.Serializer):
    """Whether a result counts for the ladder and why, and its lines of the ledger."""

    result = serializers.IntegerField(help_text="The result's number.")
    match = serializers.IntegerField(help_text="The match's number.")
    status = serializers.ChoiceField(RatingStatus.choices, help_text="Whether it counts.")
    why = serializers.CharField(help_text="Why, in the reader's language.")
    changes = serializers.ListField(
        child=RatingChangeTold(), help_text="The lines in force, seat 0 first; none: unrated."
    )


def pool(row: Pool) -> dict[str, Any]:
    """Return a pool as PoolTold."""
    names = ("ruleset", "start", "scale", "factor", "ramp_start", "ramp_span", "ramp_floor")
    return {**{name: getattr(row, name) for name in names}, "results": row.last_sequence}


def rating(row: Rating, place: int | None, *, ruleset: str) -> dict[str, Any]:
    """Return a rating, with its member read, as RatingTold."""
    return {
        "place": place,
        "member": brief(row.member),
        "pool": ruleset,
        "rating": row.rating,
        "experience": row.experience,
        "is_provisional": row.is_provisional,
        "last_rated_at": instant(row.last_rated_at) if row.last_rated_at else None,
    }


def change(row: RatingChange) -> dict[str, Any]:
    """Return a line of the ledger, with all that it names read, as RatingChangeTold."""
    numbers = (
        *("difference", "length", "k", "expected", "score", "before", "after"),
        "experience_before",
    )
    return {
        "id": row.pk,
        "pool": row.pool.ruleset,
        "sequence": row.sequence,
        "correction": row.correction,
        "result": row.result_id,
        "match": row.result.match_id,
        "member": brief(row.member),
        "opponent": brief(row.opponent),
        **{name: getattr(row, name) for name in numbers},
        "at": instant(row.at),
    }
