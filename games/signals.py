"""What the games app tells the apps above it."""

from django.dispatch import Signal

match_began = Signal()
"""Sent once for a match that came of a challenge, inside its transaction, rows locked.

Arguments: `match` (games.models.Match), `challenge` (games.models.Challenge). What receivers
raise undoes the beginning; a `DomainError` is the answer to who wanted to sit down.
"""

game_finished = Signal()
"""Sent once for a match, inside its finishing transaction, with the match row locked.

Arguments: `match` (games.models.Match), `result` (games.models.Result). Receivers take
further locks only in the order of `games.services`; what they raise undoes the finish.
"""
