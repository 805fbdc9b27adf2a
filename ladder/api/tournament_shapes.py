"""What is told of tournaments: shapes for the document, and the rows themselves."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from accounts.api.shapes import MemberBrief, brief
from ladder.act_phrases import ACTS
from ladder.enums import EntryState, PairingState, RoundState, TournamentState
from ladder.models import Entry, OfficialAct, Pairing, Round, Stage, Tournament
from ladder.selectors import ledger
from vrhcaby.rest import shaping
from vrhcaby.rest.fields import Instant, instant, shaped

RESULTS = {0: "lost", 1: "drawn", 2: "won"}


class TournamentTold(serializers.Serializer):
    """A tournament in a list."""

    slug = serializers.CharField(help_text="Its name in addresses, which never changes.")
    name = serializers.CharField(help_text="Its name.")
    state = serializers.ChoiceField(TournamentState.choices, help_text="Where in its life it is.")
    format = serializers.CharField(help_text="How it is played.")
    ruleset = serializers.CharField(help_text="Key of the ruleset.")
    length = serializers.IntegerField(help_text="Points of a match.")
    rated = serializers.BooleanField(help_text="Whether its matches count for the ladder.")
    places = serializers.IntegerField(allow_null=True, help_text="Places; null: no limit.")
    taken = serializers.IntegerField(help_text="Places taken.")
    registration_from = Instant(allow_null=True, help_text="When registration opens; null: open.")
    registration_until = Instant(allow_null=True, help_text="When it closes; null: by hand.")
    first_start = Instant(allow_null=True, help_text="Start of the first round; null: by hand.")
    version = serializers.IntegerField(help_text="Number of the last line of its official log.")


class EntryTold(serializers.Serializer):
    """Somebody's entry: a member, or a guest at the board."""

    id = serializers.IntegerField(help_text="The entry's number.")
    name = serializers.CharField(help_text="The name shown.")
    member = MemberBrief(allow_null=True, help_text="The member; null: a guest at the board.")
    state = serializers.ChoiceField(EntryState.choices, help_text="What became of it.")
    number = serializers.IntegerField(help_text="The order of entering.")
    seat_order = serializers.IntegerField(
        allow_null=True, help_text="The place before the draw; null: none given."
    )
    left_round = serializers.IntegerField(
        allow_null=True, help_text="The first round that is not played; null: did not leave."
    )


class PairingTold(serializers.Serializer):
    """Two who meet in a round; null: not known yet, or a bye."""

    id = serializers.IntegerField(help_text="The pairing's number.")
    board = serializers.IntegerField(help_text="The board in its round.")
    first = serializers.IntegerField(allow_null=True, help_text="Entry of the player listed first.")
    second = serializers.IntegerField(allow_null=True, help_text="Entry of the other.")
    state = serializers.ChoiceField(PairingState.choices, help_text="Where it stands.")
    first_result = serializers.ChoiceField(
        [*RESULTS.values()], allow_null=True, help_text="The first's result; null: undecided."
    )
    second_result = serializers.ChoiceField(
        [*RESULTS.values()], allow_null=True, help_text="The second's result; null: undecided."
    )
    first_score = serializers.IntegerField(allow_null=True, help_text="Points of the first.")
    second_score = serializers.IntegerField(allow_null=True, help_text="Points of the second.")
    forfeit = serializers.BooleanField(help_text="Whether it was decided without play.")
    match = serializers.IntegerField(
        allow_null=True, help_text="The match played here; null: none."
    )
    agreed_at = Instant(allow_null=True, help_text="The time agreed; null: none.")


class NamedPairingTold(PairingTold):
    """A pairing where its round and its players are not told beside it."""

    tournament = serializers.CharField(help_text="The tournament's name in addresses.")
    stage = serializers.IntegerField(help_text="Number of the stage.")
    round = serializers.IntegerField(help_text="Number of the round.")
    first_name = serializers.CharField(
        allow_null=True, help_text="Name of the player listed first; null: nobody yet."
    )
    second_name = serializers.CharField(
        allow_null=True, help_text="Name of the other; null: nobody yet, or a bye."
    )
    first_member = MemberBrief(allow_null=True, help_text="The first; null: a guest, or nobody.")
    second_member = MemberBrief(allow_null=True, help_text="The other; null: a guest, or nobody.")
    rated = serializers.BooleanField(
        allow_null=True,
        help_text="Whether play between the two counts for the ladder; null: one is not known yet.",
    )


class RoundTold(serializers.Serializer):
    """A round with its pairings."""

    id = serializers.IntegerField(help_text="The round's number in the database.")
    stage = serializers.IntegerField(help_text="Number of its stage.")
    number = serializers.IntegerField(help_text="Its number in the stage.")
    state = serializers.ChoiceField(RoundState.choices, help_text="Where it stands.")
    opens_at = Instant(allow_null=True, help_text="When it starts; null: by hand.")
    deadline_at = Instant(allow_null=True, help_text="Until when it is to be played; null: open.")
    pairings = serializers.ListField(child=PairingTold(), help_text="Its pairings by board.")


class LogLineTold(serializers.Serializer):
    """A line of the official log."""

    version = serializers.IntegerField(help_text="Its number in the tournament.")
    at = Instant(help_text="When.")
    official = MemberBrief(allow_null=True, help_text="Who did it; null: it follows from rules.")
    code = serializers.ChoiceField([*ACTS], help_text="What was done.")
    subject = shaped(shaping.ref("LogSubject"))(help_text="To what.")
    before = shaped(shaping.ref("LogSide"))(help_text="How it was.")
    after = shaped(shaping.ref("LogSide"))(help_text="How it is.")
    why = serializers.CharField(help_text="The reason; empty where none is due.")


class ActTold(serializers.Serializer):
    """What came of an act."""

    version = serializers.IntegerField(
        allow_null=True, help_text="The tournament's version after it; null: unchanged."
    )
    id = serializers.IntegerField(allow_null=True, help_text="The number of what was made.")
    slug = serializers.CharField(allow_null=True, help_text="The tournament that was made.")
    match = serializers.IntegerField(allow_null=True, help_text="The match that has begun.")
    challenge = serializers.IntegerField(allow_null=True, help_text="The challenge that waits.")


def act(answer: Any) -> dict[str, Any]:
    """Return what a service answered as ActTold."""
    return {
        "version": getattr(answer, "version", None),
        "id": getattr(answer, "id", None) or None,
        "slug": getattr(answer, "slug", None) or None,
        "match": getattr(answer, "match_id", None),
        "challenge": getattr(answer, "challenge_id", None),
    }


def _moment(value: Any) -> str | None:
    return None if value is None else instant(value)


def tournament(row: Tournament, *, taken: int) -> dict[str, Any]:
    """Return a tournament as TournamentTold."""
    return {
        "slug": row.slug,
        "name": row.name,
        "state": row.state,
        "format": row.format,
        "ruleset": row.ruleset,
        "length": row.match_length,
        "rated": row.rated,
        "places": row.places,
        "taken": taken,
        "registration_from": _moment(row.registration_from),
        "registration_until": _moment(row.registration_until),
        "first_start": _moment(row.first_start),
        "version": row.version,
    }


def entry(row: Entry) -> dict[str, Any]:
    """Return an entry, with its member read, as EntryTold."""
    return {
        "id": row.pk,
        "name": str(row),
        "member": None if row.member is None else brief(row.member),
        "state": row.state,
        "number": row.number,
        "seat_order": row.seat_order,
        "left_round": row.left_round,
    }


def pairing(row: Pairing) -> dict[str, Any]:
    """Return a pairing as PairingTold."""
    return {
        "id": row.pk,
        "board": row.number,
        "first": row.first_id,
        "second": row.second_id,
        "state": row.state,
        "first_result": RESULTS.get(row.first_result),  # type: ignore[arg-type]
        "second_result": RESULTS.get(row.second_result),  # type: ignore[arg-type]
        "first_score": row.first_score,
        "second_score": row.second_score,
        "forfeit": bool(row.forfeit),
        "match": row.match_id,
        "agreed_at": _moment(row.agreed_at),
    }


def named_pairing(row: Pairing) -> dict[str, Any]:
    """Return a pairing, with players, round, tournament and match read, as NamedPairingTold."""
    stage = row.round.stage
    return {
        **pairing(row),
        "tournament": stage.tournament.slug,
        "stage": stage.number,
        "round": row.round.number,
        "first_name": row.first and str(row.first),
        "second_name": row.second and str(row.second),
        "first_member": _member(row.first),
        "second_member": _member(row.second),
        "rated": ledger.will_count(row),
    }


def _member(entry: Entry | None) -> dict[str, Any] | None:
    return None if entry is None or entry.member is None else brief(entry.member)


def one_round(row: Round, stage: Stage, pairings: Sequence[Pairing]) -> dict[str, Any]:
    """Return a round as RoundTold."""
    return {
        "id": row.pk,
        "stage": stage.number,
        "number": row.number,
        "state": row.state,
        "opens_at": _moment(row.opens_at),
        "deadline_at": _moment(row.deadline_at),
        "pairings": [pairing(one) for one in pairings],
    }


def log_line(row: OfficialAct) -> dict[str, Any]:
    """Return a line of the log, with its official read, as LogLineTold."""
    return {
        "version": row.version,
        "at": instant(row.at),
        "official": None if row.official is None else brief(row.official),
        "code": row.code,
        "subject": row.subject,
        "before": row.before,
        "after": row.after,
        "why": row.why,
    }
