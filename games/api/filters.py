"""Filters of the lists of matches and challenges."""

from typing import Any

from games.engine.rules import PRESETS
from games.enums import ChatRoom, EndReason, MatchSource, MatchStatus, ReportReason, ReportStatus
from games.models import Challenge, ChatLine, Match, Report
from games.ruleset_names import ruleset_name
from vrhcaby.rest.filters import Filters, IdFilter, InstantFilter, OneOf, Ordering, YesNo

_RULESETS = [(key, ruleset_name(key)) for key in PRESETS]


class PlayedFilters(Filters):
    """Which matches, whether they are over or not."""

    ruleset = OneOf(choices=_RULESETS, help_text="Those of a ruleset.")
    source = OneOf(choices=MatchSource.choices, help_text="Those that came about so.")
    rated = YesNo(help_text="Those agreed to count for the ladder, or the others.")
    member = IdFilter(method="of_member", help_text="Those at which this member sits.")
    against = IdFilter(method="of_member", help_text="With `member`: those of the two.")

    class Meta:
        model = Match
        fields: tuple[str, ...] = ()

    def of_member(self, matches: Any, _name: str, member_id: int) -> Any:
        """Keep matches of a member, who sits at none of them twice."""
        return matches.of(member_id)


class MatchFilters(PlayedFilters):
    """Which matches."""

    status = OneOf(choices=MatchStatus.choices, help_text="Those being played, or those over.")
    started_after = InstantFilter("started_at", "gte", help_text="Begun at this time or later.")
    started_before = InstantFilter("started_at", "lt", help_text="Begun before this time.")
    ordering = Ordering(**{"-id": "-pk", "id": "pk"})


class ResultFilters(PlayedFilters):
    """Which matches that are over."""

    reason = OneOf(choices=EndReason.choices, help_text="Those that ended so.")
    finished_after = InstantFilter("finished_at", "gte", help_text="Over at this time or later.")
    finished_before = InstantFilter("finished_at", "lt", help_text="Over before this time.")
    ordering = Ordering(**{"-finished_at": "-finished_at", "finished_at": "finished_at"})


class ChallengeFilters(Filters):
    """Which open challenges."""

    ruleset = OneOf(choices=_RULESETS, help_text="Those of a ruleset.")
    rated = YesNo(help_text="Those for the ladder, or the others.")
    challenger = IdFilter("challenger", help_text="Those by this member.")
    opponent = IdFilter("opponent", help_text="Those made to this member.")
    ordering = Ordering(**{"id": "pk", "-id": "-pk"})

    class Meta:
        model = Challenge
        fields: tuple[str, ...] = ()


class ReportFilters(Filters):
    """Which reports of chat lines."""

    status = OneOf(choices=ReportStatus.choices, help_text="Those open, or decided so.")
    reason = OneOf(choices=ReportReason.choices, help_text="Those made for this reason.")
    member = IdFilter("member", help_text="Those about this member.")
    ordering = Ordering(**{"-id": "-pk", "id": "pk"})

    class Meta:
        model = Report
        fields: tuple[str, ...] = ()


class LineFilters(Filters):
    """Which lines of chats."""

    room = OneOf(choices=ChatRoom.choices, help_text="Those said in a room.")
    match = IdFilter("match", help_text="Those said at a match.")
    author = IdFilter("author", help_text="Those by a member.")
    removed = YesNo(help_text="Only those that a moderator has removed, or only the others.")
    since = InstantFilter("at", "gte", help_text="Said at this time or later.")
    before = InstantFilter("at", "lt", help_text="Said before this time.")
    ordering = Ordering(**{"-id": "-pk", "id": "pk"})

    class Meta:
        model = ChatLine
        fields: tuple[str, ...] = ()
