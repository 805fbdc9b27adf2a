"""What is told of one tournament and of one pairing in full, and of what waits for directors."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from accounts.api.shapes import MemberBrief, brief
from games import selectors as games
from ladder.api import facts, settings_shape
from ladder.api import tournament_shapes as shapes
from ladder.enums import ClaimState, EntryState, PairingSource, RoleKind, StageKind
from ladder.models import NoShowClaim, Pairing, PairingMatch, ResultReport, Role, Stage
from ladder.selectors.tournaments.pages import Viewer
from vrhcaby.rest.fields import Instant, instant, shaped


class StageTold(serializers.Serializer):
    """A part of a tournament with a table or a bracket of its own."""

    id = serializers.IntegerField(help_text="The stage's number in the database.")
    number = serializers.IntegerField(help_text="Its number in the tournament.")
    kind = serializers.ChoiceField(StageKind.choices, help_text="How it is played.")
    phase = serializers.IntegerField(help_text="Stages of one phase run beside each other.")
    name = serializers.CharField(help_text="Its name; empty: it has none.")
    rounds = serializers.IntegerField(help_text="How many rounds it has.")


class RoleTold(serializers.Serializer):
    """What a member may do in a tournament."""

    member = MemberBrief(help_text="Who.")
    kind = serializers.ChoiceField(RoleKind.choices, help_text="Which role.")
    accepted_at = Instant(allow_null=True, help_text="Since when; null: he has not accepted yet.")


class TournamentDetail(shapes.TournamentTold):
    """A tournament in full, and what the member who asks is in it."""

    settings = settings_shape.TournamentSettings(help_text="All settings.")
    stages = serializers.ListField(child=StageTold(), help_text="Its stages, once it is drawn.")
    roles = serializers.ListField(
        child=RoleTold(), help_text="Directors and assistants; offers only to officials."
    )
    directs = serializers.BooleanField(help_text="Whether one may direct it.")
    enters_results = serializers.BooleanField(help_text="Whether one may enter results.")
    my_entry = serializers.IntegerField(allow_null=True, help_text="One's own entry; null: none.")
    my_entry_state = serializers.ChoiceField(
        EntryState.choices, allow_null=True, help_text="What became of it; null: no entry."
    )
    offered_role = serializers.ChoiceField(
        RoleKind.choices, allow_null=True, help_text="The role one is asked to take; null: none."
    )


class ReportTold(serializers.Serializer):
    """What a player says the score was."""

    entry = serializers.IntegerField(help_text="Whose report.")
    first_score = serializers.IntegerField(help_text="Points of the player listed first.")
    second_score = serializers.IntegerField(help_text="Points of the other.")
    at = Instant(help_text="When.")


class HeldTold(serializers.Serializer):
    """Who has stopped the clock of a match: nobody can play until he lets it go."""

    by = serializers.CharField(help_text="His name.")
    why = serializers.CharField(help_text="His reason.")


class PairingDetail(shapes.NamedPairingTold):
    """A pairing in full."""

    length = serializers.IntegerField(help_text="Points of the match.")
    source = serializers.ChoiceField(  # type: ignore[assignment]
        PairingSource.choices, allow_null=True, help_text="Whence the result; null: none yet."
    )
    due_at = Instant(allow_null=True, help_text="To be played until; null: no limit.")
    proposed_at = Instant(allow_null=True, help_text="The time proposed; null: none.")
    proposed_by = serializers.IntegerField(
        allow_null=True, help_text="Entry of who proposed it; null: nobody, or a director."
    )
    commitment = serializers.CharField(
        allow_null=True, help_text="SHA-256 of the server's dice seed; null: none drawn yet."
    )
    challenge = serializers.IntegerField(
        allow_null=True, help_text="The open invitation to sit down; null: none."
    )
    clock_held = HeldTold(allow_null=True, help_text="Who holds its match's clock; null: it runs.")
    reports = serializers.ListField(child=ReportTold(), help_text="What the players reported.")
    claim = serializers.IntegerField(allow_null=True, help_text="An open claim; null: none.")
    earlier_matches = serializers.ListField(
        child=serializers.IntegerField(), help_text="Matches that no longer count."
    )


class ClaimTold(serializers.Serializer):
    """A claim that the other did not come, with what the system had recorded."""

    id = serializers.IntegerField(help_text="The claim's number.")
    pairing = serializers.IntegerField(help_text="The pairing's number.")
    entry = serializers.IntegerField(help_text="Who claims.")
    at = Instant(help_text="When.")
    state = serializers.ChoiceField(ClaimState.choices, help_text="What became of it.")
    evidence = shaped(facts.EVIDENCE)(
        help_text="The span looked at, and how long and when last each of the two was here."
    )


class PlayOffDueTold(serializers.Serializer):
    """A place that a deciding match is to settle, which `…/play-offs` makes."""

    stage_id = serializers.IntegerField(help_text="The stage's number in the database.")
    place = serializers.IntegerField(help_text="The place to play for.")
    entries = serializers.ListField(
        child=serializers.IntegerField(), help_text="Entries that share it."
    )


class QualifiersTold(serializers.Serializer):
    """A group that is played, and who goes on as its table stands."""

    stage = serializers.IntegerField(help_text="Number of the group, as in `order`.")
    ranked = serializers.ListField(
        child=serializers.IntegerField(), help_text="Its entries by place, the best first."
    )
    going_on = serializers.ListField(
        child=serializers.IntegerField(), help_text="Its entries that go on."
    )


class InboxTold(serializers.Serializer):
    """What waits for those who direct a tournament."""

    disputes = serializers.ListField(
        child=serializers.IntegerField(), help_text="Pairings whose players disagree."
    )
    claims = serializers.ListField(child=ClaimTold(), help_text="Open claims.")
    overdue = serializers.ListField(
        child=serializers.IntegerField(), help_text="Pairings that should have been played."
    )
    unconfirmed = serializers.ListField(
        child=serializers.IntegerField(), help_text="Pairings with a report nobody confirms."
    )
    to_confirm = serializers.ListField(
        child=serializers.IntegerField(), help_text="Entries that wait to be confirmed."
    )
    offered_roles = serializers.ListField(child=RoleTold(), help_text="Offers not answered yet.")
    play_offs_due = serializers.ListField(
        child=PlayOffDueTold(), help_text="Deciding matches that nobody has made yet."
    )
    knockout_due = serializers.ListField(
        child=QualifiersTold(),
        help_text="The groups from which the knock-out can be drawn now; empty: it is not due.",
    )


def tournament(viewer: Viewer, *, taken: int, stages: Sequence[Stage]) -> dict[str, Any]:
    """Return a tournament as TournamentDetail."""
    row, entry, invited = viewer.tournament, viewer.entry, viewer.invited_as
    roles = row.roles.select_related("member").order_by("pk")
    if not viewer.directs:
        roles = roles.exclude(accepted_at=None)
    return {
        **shapes.tournament(row, taken=taken),
        "settings": settings_shape.settings(row),
        "stages": [_stage(one) for one in stages],
        "roles": [role(one) for one in roles],
        "directs": viewer.directs,
        "enters_results": viewer.enters_results,
        "my_entry": None if entry is None else entry.pk,
        "my_entry_state": None if entry is None else entry.state,
        "offered_role": None if invited is None else invited.kind,
    }


def _stage(row: Stage) -> dict[str, Any]:
    names = ("number", "kind", "phase", "name")
    return {
        "id": row.pk,
        **{name: getattr(row, name) for name in names},
        "rounds": len(row.rounds.all()),
    }


def role(row: Role) -> dict[str, Any]:
    """Return a role, with its member read, as RoleTold."""
    accepted = None if row.accepted_at is None else instant(row.accepted_at)
    return {"member": brief(row.member), "kind": row.kind, "accepted_at": accepted}


def pairing(row: Pairing) -> dict[str, Any]:
    """Return a pairing as `pages.pairing` reads it, as PairingDetail."""
    played = row.round
    return {
        **shapes.named_pairing(row),
        "length": played.length or played.stage.tournament.match_length,
        "source": row.source or None,
        "due_at": None if row.due_at is None else instant(row.due_at),
        "proposed_at": None if row.proposed_at is None else instant(row.proposed_at),
        "proposed_by": row.proposed_by_id,
        "commitment": None if row.dice is None else row.dice.commitment,
        "challenge": row.challenge_id,
        "clock_held": _held(row),
        **_records(row),
    }


def _held(row: Pairing) -> dict[str, str] | None:
    found = None if row.match_id is None else games.held(row.match_id)
    return None if found is None else {"by": found.by, "why": found.why}


def _records(row: Pairing) -> dict[str, Any]:
    """Return what is kept beside a pairing."""
    claims = NoShowClaim.objects.filter(pairing=row, state=ClaimState.OPEN)
    earlier = PairingMatch.objects.filter(pairing=row).values_list("match", flat=True)
    return {
        "reports": [_report(one) for one in ResultReport.objects.filter(pairing=row)],
        "claim": claims.values_list("pk", flat=True).first(),
        "earlier_matches": list(earlier),
    }


def _report(row: ResultReport) -> dict[str, Any]:
    return {
        "entry": row.entry_id,
        "first_score": row.first_score,
        "second_score": row.second_score,
        "at": instant(row.at),
    }


def claim(row: NoShowClaim) -> dict[str, Any]:
    """Return a claim as ClaimTold."""
    return {
        "id": row.pk,
        "pairing": row.pairing_id,
        "entry": row.entry_id,
        "at": instant(row.at),
        "state": row.state,
        "evidence": row.evidence,
    }
