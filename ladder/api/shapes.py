"""What is told of ratings: shapes for the document, and the rows themselves."""

from typing import Any

from rest_framework import serializers

from accounts.api.shapes import MemberBrief, brief, named
from ladder.enums import CorrectionKind, RatingStatus
from ladder.models import (
    PROVISIONAL_BELOW,
    Correction,
    Pool,
    Rating,
    RatingChange,
    Season,
    SeasonPlace,
)
from ladder.selectors.explain import Explanation
from vrhcaby.rest.fields import Input, Instant, Number, Text, Whole, instant


class PoolTold(serializers.Serializer):
    """A rating pool with the constants of its formula."""

    ruleset = serializers.CharField(help_text="Key of the ruleset whose results are rated here.")
    start = serializers.FloatField(help_text="The rating everybody begins with.")
    scale = serializers.FloatField(help_text="The scale of differences of ratings.")
    factor = serializers.FloatField(help_text="The factor of every change.")
    ramp_start = serializers.FloatField(help_text="K of a newcomer.")
    ramp_span = serializers.FloatField(help_text="Experience that lowers K by one.")
    ramp_floor = serializers.FloatField(help_text="The lowest K.")
    entries = serializers.IntegerField(help_text="Entries of its ledger so far.")


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
    """A line of the ledger: what an entry did to a member, with all that went into the sum.

    An entry is a result, or a soft reset of a season; that has no opponent and no formula.
    """

    id = serializers.IntegerField(help_text="The line's number.")
    pool = serializers.CharField(help_text="Key of the pool's ruleset.")
    sequence = serializers.IntegerField(help_text="Place of the entry in its pool, from 1.")
    correction = serializers.IntegerField(help_text="0: the original; the newest is in force.")
    ladder_result = serializers.IntegerField(
        allow_null=True, help_text="The result's number in the ladder; null: a soft reset."
    )
    match = serializers.IntegerField(
        allow_null=True, help_text="The match's number; null: played over the board, or a reset."
    )
    member = MemberBrief(help_text="Whose rating changed.")
    opponent = MemberBrief(allow_null=True, help_text="Against whom; null: a soft reset.")
    difference = serializers.FloatField(
        allow_null=True, help_text="D: own rating less the opponent's, before."
    )
    length = serializers.IntegerField(allow_null=True, help_text="n: the length of the match.")
    k = serializers.FloatField(allow_null=True, help_text="K: the factor of experience.")
    expected = serializers.FloatField(allow_null=True, help_text="E: the expected score, 0 to 1.")
    score = serializers.FloatField(
        allow_null=True, help_text="S: 1 won, 0.5 drawn, 0 lost; null: annulled, or a reset."
    )
    before = serializers.FloatField(help_text="The rating before.")
    after = serializers.FloatField(help_text="The rating after.")
    experience_before = serializers.IntegerField(help_text="Experience before.")
    at = Instant(help_text="When the match ended.")


class RecordTold(serializers.Serializer):
    """Games of one member against another, annulled ones aside."""

    won = serializers.IntegerField(help_text="Games that the first has won.")
    drawn = serializers.IntegerField(help_text="Games drawn.")
    lost = serializers.IntegerField(help_text="Games that the first has lost.")


class CorrectionTold(serializers.Serializer):
    """What an official made of a result."""

    number = serializers.IntegerField(help_text="Its number in the pool.")
    kind = serializers.ChoiceField(CorrectionKind.choices, help_text="What was done.")
    score = serializers.FloatField(
        allow_null=True, help_text="The first player's score since then; null: annulled."
    )
    by = MemberBrief(help_text="The official.")
    why = serializers.CharField(help_text="The reason.")
    at = Instant(help_text="When.")


class ExplanationTold(serializers.Serializer):
    """Whether a result counts for the ladder and why, its lines, and what officials did to it."""

    ladder_result = serializers.IntegerField(
        allow_null=True, help_text="The result's number in the ladder; null: it never counted."
    )
    match = serializers.IntegerField(
        allow_null=True, help_text="The match's number; null: played over the board."
    )
    players = serializers.ListField(child=MemberBrief(), help_text="Who met, the first first.")
    status = serializers.ChoiceField(RatingStatus.choices, help_text="Whether it counts.")
    why = serializers.CharField(help_text="Why, in the reader's language.")
    score = serializers.FloatField(
        allow_null=True, help_text="The first player's score as it counts; null: annulled."
    )
    known = serializers.IntegerField(help_text="Number of the newest correction; 0: none.")
    changes = serializers.ListField(
        child=RatingChangeTold(), help_text="The lines in force, the first player's first."
    )
    corrections = serializers.ListField(
        child=CorrectionTold(), help_text="What officials did, oldest first."
    )


class EffectTold(serializers.Serializer):
    """What a correction would do to one member."""

    member = MemberBrief(help_text="Whose rating would move.")
    before = serializers.FloatField(help_text="The rating now.")
    after = serializers.FloatField(help_text="The rating then.")


class PreviewTold(serializers.Serializer):
    """What a correction would change, before it is made."""

    lines = serializers.IntegerField(help_text="Lines of the ledger that would be written.")
    effects = serializers.ListField(child=EffectTold(), help_text="The largest change first.")


class ScoreWanted(Input):
    """The score that a result is to have."""

    score = Number(
        allow_null=True, min_value=0, max_value=1, help_text="1, 0.5 or 0; null: annulled."
    )


class CorrectionBody(ScoreWanted):
    """A correction and its reason."""

    why = Text(max_length=2000, help_text="The reason; everybody can read it.")
    known = Whole(
        min_value=0,
        max_value=2**31 - 1,
        help_text="Number of the newest correction that was seen; 0: none.",
    )


class UndoBody(Input):
    """Taking the newest correction back, and why."""

    why = Text(max_length=2000, help_text="The reason; everybody can read it.")
    known = Whole(
        min_value=0,
        max_value=2**31 - 1,
        help_text="Number of the newest correction that was seen; 0: none.",
    )


class SeasonTold(serializers.Serializer):
    """A season of the ladder."""

    id = serializers.IntegerField(help_text="The season's number.")
    name = serializers.CharField(help_text="Its name.")
    opened_at = Instant(help_text="When it began.")
    closed_at = Instant(allow_null=True, help_text="When it ended; null: it runs.")


class SeasonPlaceTold(serializers.Serializer):
    """A line of the table that a season left behind."""

    place = serializers.IntegerField(allow_null=True, help_text="The place; null: provisional.")
    member = MemberBrief(help_text="Whose line.")
    rating = serializers.FloatField(help_text="The rating at the end.")
    experience = serializers.IntegerField(help_text="Experience at the end.")
    won = serializers.IntegerField(help_text="Rated matches won in the season.")
    drawn = serializers.IntegerField(help_text="Rated matches drawn.")
    lost = serializers.IntegerField(help_text="Rated matches lost.")
    gained = serializers.FloatField(help_text="By how much the rating changed in the season.")


def pool(row: Pool) -> dict[str, Any]:
    """Return a pool as PoolTold."""
    names = ("ruleset", "start", "scale", "factor", "ramp_start", "ramp_span", "ramp_floor")
    return {**{name: getattr(row, name) for name in names}, "entries": row.last_sequence}


def rating(row: Rating, place: int | None, *, ruleset: str) -> dict[str, Any]:
    """Return a rating, with its member read, as RatingTold."""
    return {"place": place, "member": brief(row.member), "pool": ruleset, **_numbers(row)}


def listed_rating(row: Any, place: int | None, *, ruleset: str) -> dict[str, Any]:
    """Return a row of `rows.ratings` as RatingTold."""
    member = named(row.member_id, row.member__username, is_bot=row.member__is_bot)
    return {"place": place, "member": member, "pool": ruleset, **_numbers(row)}


def _numbers(row: Any) -> dict[str, Any]:
    return {
        "rating": row.rating,
        "experience": row.experience,
        "is_provisional": row.experience < PROVISIONAL_BELOW,
        "last_rated_at": instant(row.last_rated_at) if row.last_rated_at else None,
    }


def change(row: RatingChange) -> dict[str, Any]:
    """Return a line of the ledger, with all that it names read, as RatingChangeTold."""
    result = row.ladder_result.result if row.ladder_result else None
    return _change(
        row,
        pool=row.pool.ruleset,
        match=result.match_id if result else None,
        member=brief(row.member),
        opponent=None if row.opponent is None else brief(row.opponent),
    )


def listed_change(row: Any) -> dict[str, Any]:
    """Return a row of `rows.changes` as RatingChangeTold."""
    opponent = named(row.opponent_id, row.opponent__username, is_bot=row.opponent__is_bot)
    return _change(
        row,
        pool=row.pool__ruleset,
        match=row.ladder_result__result__match_id,
        member=named(row.member_id, row.member__username, is_bot=row.member__is_bot),
        opponent=None if row.opponent_id is None else opponent,
    )


def _change(row: Any, *, pool: str, match: int | None, member: Any, opponent: Any) -> Any:
    numbers = (
        *("difference", "length", "k", "expected", "score", "before", "after"),
        "experience_before",
    )
    return {
        "id": row.pk,
        "pool": pool,
        "sequence": row.sequence,
        "correction": row.correction,
        "ladder_result": row.ladder_result_id,
        "match": match,
        "member": member,
        "opponent": opponent,
        **{name: getattr(row, name) for name in numbers},
        "at": instant(row.at),
    }


def explanation(found: Explanation) -> dict[str, Any]:
    """Return an explanation as ExplanationTold."""
    return {
        "ladder_result": found.entry.pk if found.entry else None,
        "match": found.match.pk if found.match else None,
        "players": [brief(player) for player in found.players],
        "status": found.status.value,
        "why": str(found.why),
        "score": found.score,
        "known": found.known,
        "changes": [change(one.line) for one in found.sums],
        "corrections": [correction(one) for one in found.corrections],
    }


def correction(row: Correction) -> dict[str, Any]:
    """Return a correction, with its official read, as CorrectionTold."""
    return {
        "number": row.number,
        "kind": row.kind,
        "score": row.score,
        "by": brief(row.official),
        "why": row.why,
        "at": instant(row.at),
    }


def season(row: Season) -> dict[str, Any]:
    """Return a season as SeasonTold."""
    closed = None if row.closed_at is None else instant(row.closed_at)
    return {
        "id": row.pk,
        "name": row.name,
        "opened_at": instant(row.opened_at),
        "closed_at": closed,
    }


def season_place(row: SeasonPlace) -> dict[str, Any]:
    """Return a line of a season's table as SeasonPlaceTold."""
    names = ("place", "rating", "experience", "won", "drawn", "lost", "gained")
    return {"member": brief(row.member), **{name: getattr(row, name) for name in names}}
