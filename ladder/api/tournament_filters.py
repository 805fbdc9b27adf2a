"""Filters of the list of tournaments."""

from ladder.enums import TournamentState
from ladder.models import Tournament
from vrhcaby.rest.filters import Filters, OneOf, Ordering


class TournamentFilters(Filters):
    """Which tournaments."""

    state = OneOf(choices=TournamentState.choices, help_text="Those that are so far.")
    ordering = Ordering(**{"-id": "-pk", "id": "pk"})

    class Meta:
        model = Tournament
        fields: tuple[str, ...] = ()
