"""Filters of the ladder and of its ledger."""

from typing import Any

from django.utils import timezone

from games.ruleset_names import NAMES
from ladder.enums import FlagPattern, FlagStatus
from ladder.models import Rating, RatingChange, RatingFlag
from ladder.selectors.table import ACTIVE
from vrhcaby.rest.filters import Filters, IdFilter, InstantFilter, OneOf, Ordering, YesNo


class LadderFilters(Filters):
    """Which ratings of a pool."""

    active = YesNo(
        method="of_active", help_text="Members rated in the last twelve months, or the others."
    )
    provisional = YesNo(
        method="of_provisional", help_text="Provisional ratings only, or established ones only."
    )
    member = IdFilter("member", help_text="The rating of this member.")
    ordering = Ordering(**{"-rating": "-rating -member_id", "rating": "rating member_id"})

    class Meta:
        model = Rating
        fields: tuple[str, ...] = ()

    def of_active(self, ratings: Any, _name: str, wanted: bool) -> Any:
        """Keep who played lately, or who did not."""
        since = timezone.now() - ACTIVE
        if wanted:
            return ratings.filter(last_rated_at__gte=since)
        return ratings.exclude(last_rated_at__gte=since)

    def of_provisional(self, ratings: Any, _name: str, wanted: bool) -> Any:
        """Keep provisional ratings, or established ones."""
        return ratings.provisional() if wanted else ratings.established()


class ChangeFilters(Filters):
    """Which lines of the ledger."""

    pool = OneOf("pool__ruleset", choices=NAMES.items(), help_text="Those of a pool.")
    member = IdFilter("member", help_text="Those of a member.")
    opponent = IdFilter("opponent", help_text="Those against a member.")
    ladder_result = IdFilter("ladder_result", help_text="Those of a result of the ladder.")
    in_force = YesNo(method="of_force", help_text="With `true` only the newest corrections.")
    since = InstantFilter("at", "gte", help_text="Of matches that ended at this time or later.")
    before = InstantFilter("at", "lt", help_text="Of matches that ended before this time.")
    ordering = Ordering(**{"-id": "-pk", "id": "pk"})

    class Meta:
        model = RatingChange
        fields: tuple[str, ...] = ()

    def of_force(self, lines: Any, _name: str, wanted: bool) -> Any:
        """Keep what is in force."""
        return lines.in_force() if wanted else lines


class FlagFilters(Filters):
    """Which rating flags."""

    status = OneOf(choices=FlagStatus.choices, help_text="Those open, or decided so.")
    pattern = OneOf(choices=FlagPattern.choices, help_text="Those of a pattern.")
    ordering = Ordering(**{"-id": "-pk", "id": "pk"})

    class Meta:
        model = RatingFlag
        fields: tuple[str, ...] = ()
