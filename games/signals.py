"""What the games app tells the apps above it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.dispatch import Signal

if TYPE_CHECKING:
    from games.models import Match, Result, Seat


class Finished(NamedTuple):
    """A match that has just ended, its result and its seats by side with their points."""

    match: Match
    result: Result
    seats: tuple[Seat, ...]


match_began = Signal()
"""Sent once for a match that came of a challenge, inside its transaction, rows locked.

Arguments: `match` (games.models.Match), `challenge` (games.models.Challenge). What receivers
raise undoes the beginning; a `DomainError` is the answer to who wanted to sit down.
"""

game_finished = Signal()
"""Sent once for a match, inside its finishing transaction, with the match row locked.

Arguments: `match` (games.models.Match), `result` (games.models.Result), `seats`, which know
their points and are not written yet. Receivers take further locks only in the order of
`games.services`; what they raise undoes the finish.
"""

games_finished = Signal()
"""Sent once for all matches that one transaction finishes, after `game_finished` of each of them.

Arguments: `finished`, a sequence of `Finished` by ascending id; at the end of most games it holds
one. For what is cheaper done together, the ratings. What receivers return, rows with `result_id`,
`member_id`, `before` and `after`, is entered at the seats.
"""
