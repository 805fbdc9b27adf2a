"""What the games app tells the apps above it."""

from django.dispatch import Signal

game_finished = Signal()
"""Sent once for a match, inside its finishing transaction, with the match row locked.

Arguments: `match` (games.models.Match), `result` (games.models.Result). Receivers take
further locks only in the order of `games.services`; what they raise undoes the finish.
"""
