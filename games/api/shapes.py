"""What is told of matches and challenges: shapes for the document, and the rows themselves."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from accounts.api.shapes import MemberBrief, brief, named
from games.enums import ChallengeStatus, EndReason, MatchSource, MatchStatus
from games.models import Challenge, MatchEvent
from games.selectors import lobby_rows
from vrhcaby.rest import shaping
from vrhcaby.rest.fields import Instant, instant, shaped


class SeatTold(serializers.Serializer):
    """A chair at a match."""

    side = serializers.IntegerField(min_value=0, max_value=1, help_text="Which chair: 0 or 1.")
    member = MemberBrief(help_text="Who sits there.")
    points = serializers.IntegerField(help_text="Points won so far in a match of many games.")
    rating_before = serializers.FloatField(
        allow_null=True, help_text="The rating before a rated result; null: none."
    )
    rating_after = serializers.FloatField(
        allow_null=True, help_text="The rating after it; null: none."
    )


class MatchTold(serializers.Serializer):
    """A match in a list."""

    id = serializers.IntegerField(help_text="The match's number.")
    ruleset = serializers.CharField(help_text="Key of the ruleset.")
    length = serializers.IntegerField(
        allow_null=True, help_text="Points that win the match; null: a money session."
    )
    rated = serializers.BooleanField(help_text="Whether it was agreed to count for the ladder.")
    source = serializers.ChoiceField(  # type: ignore[assignment]
        MatchSource.choices, help_text="What brought it about."
    )
    status = serializers.ChoiceField(MatchStatus.choices, help_text="Whether it is played still.")
    version = serializers.IntegerField(help_text="The number of its last event.")
    started_at = Instant(help_text="When it began.")
    finished_at = Instant(allow_null=True, help_text="When it ended; null while it is played.")
    winner = serializers.IntegerField(
        allow_null=True, help_text="The winner's side; null: none (yet)."
    )
    reason = serializers.ChoiceField(
        [*EndReason.choices], allow_null=True, help_text="Why it ended; null while it is played."
    )
    result = serializers.IntegerField(
        allow_null=True, help_text="The result's number; null while it is played."
    )
    seats = serializers.ListField(
        child=SeatTold(), min_length=2, max_length=2, help_text="Both chairs, side 0 first."
    )


class EventTold(serializers.Serializer):
    """A fact of a match."""

    seq = serializers.IntegerField(help_text="Its number, from 1 without gaps.")
    kind = serializers.CharField(help_text="What happened: see the protocol of the sockets.")
    at = Instant(help_text="When.")
    seat = serializers.IntegerField(allow_null=True, help_text="By whom; null: by nobody.")
    data = serializers.DictField(  # type: ignore[assignment]
        help_text="Facts that belong to the kind."
    )


class PositionTold(serializers.Serializer):
    """A position in the words of other programs; null what has no such word."""

    xgid = serializers.CharField(allow_null=True, help_text="XGID, of eXtreme Gammon.")
    position_id = serializers.CharField(allow_null=True, help_text="Position ID of GNU Backgammon.")
    match_id = serializers.CharField(allow_null=True, help_text="Match ID of GNU Backgammon.")
    fibs = serializers.CharField(allow_null=True, help_text="Board string of FIBS.")


class ChallengeTold(serializers.Serializer):
    """An offer to play."""

    id = serializers.IntegerField(help_text="The challenge's number.")
    status = serializers.ChoiceField(ChallengeStatus.choices, help_text="What became of it.")
    challenger = MemberBrief(help_text="Who made it.")
    opponent = MemberBrief(allow_null=True, help_text="To whom; null: to everybody.")
    ruleset = serializers.CharField(help_text="Key of the ruleset.")
    rated = serializers.BooleanField(help_text="Whether the match would be rated.")
    length = serializers.IntegerField(allow_null=True, help_text="Points; null: a money session.")
    options = shaped(shaping.ref("MatchOptions"))(
        help_text="What the match sets on top of its ruleset."
    )
    control = shaped(shaping.ref("Control"))(help_text="The time control.")
    commitment = serializers.CharField(help_text="SHA-256 of the server's dice seed.")
    asking = serializers.BooleanField(
        help_text="Whether somebody has accepted and the challenger, who was away, is asked."
    )
    rematch_of = serializers.IntegerField(allow_null=True, help_text="The match it follows on.")
    match = serializers.IntegerField(allow_null=True, help_text="The match it has led to.")
    created_at = Instant(help_text="When it was made.")


class AnswerTold(serializers.Serializer):
    """What came of a wish."""

    id = serializers.CharField(help_text="The client's id of the request.")
    match = serializers.IntegerField(allow_null=True, help_text="The match that has begun.")
    challenge = serializers.IntegerField(allow_null=True, help_text="The challenge that waits.")
    until = Instant(allow_null=True, help_text="Until when its challenger, who is away, is asked.")


class CommandTold(serializers.Serializer):
    """A command was accepted and is kept."""

    id = serializers.CharField(help_text="The client's id of the command.")
    version = serializers.IntegerField(help_text="The match's version after it.")


def match(row: Any, chairs: Iterable[Any]) -> dict[str, Any]:
    """Return a row of matches and its chairs, both of `selectors.rows`, as MatchTold."""
    return {
        "id": row.pk,
        "ruleset": row.ruleset,
        "length": row.length,
        "rated": row.rated,
        "source": row.source,
        "status": row.status,
        "version": row.version,
        "started_at": instant(row.started_at),
        "finished_at": instant(row.finished_at) if row.finished_at else None,
        "winner": row.winner,
        "reason": row.reason or None,
        "result": row.result__id,
        "seats": [seat(one) for one in chairs],
    }


def seat(row: Any) -> dict[str, Any]:
    """Return a row of chairs as SeatTold."""
    return {
        "side": row.side,
        "member": named(row.member_id, row.member__username, is_bot=row.member__is_bot),
        "points": row.points,
        "rating_before": row.rating_before,
        "rating_after": row.rating_after,
    }


def event(row: MatchEvent) -> dict[str, Any]:
    """Return an event as EventTold."""
    return {
        "seq": row.seq,
        "kind": row.kind,
        "at": instant(row.at),
        "seat": row.seat,
        "data": row.data,
    }


def challenge(row: Challenge, *, now: int) -> dict[str, Any]:
    """Return a challenge, with its members and dice read, as ChallengeTold."""
    shown = lobby_rows.terms_of(row)
    return {
        "id": row.pk,
        "status": row.status,
        "challenger": brief(row.challenger),
        "opponent": None if row.opponent is None else brief(row.opponent),
        "ruleset": row.ruleset,
        "rated": row.rated,
        **shown,
        "commitment": row.dice.commitment,
        "asking": lobby_rows.is_asking(row, now=now),
        "rematch_of": row.rematch_of_id,
        "match": row.match_id,
        "created_at": instant(row.created_at),
    }


def answer(key: str, told: dict[str, Any]) -> dict[str, Any]:
    """Return what a service answered, as plain values, as AnswerTold."""
    until = told.get("until")
    return {
        "id": key,
        "match": told.get("match_id"),
        "challenge": told.get("challenge_id"),
        "until": None if until is None else instant(until),
    }
