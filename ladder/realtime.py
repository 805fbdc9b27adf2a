"""The group of a tournament's watchers, and what they are told after each act."""

from collections.abc import Iterable

from vrhcaby.broadcast import broadcast_on_commit


def tournament_group(tournament_id: int) -> str:
    """Everybody who looks at a tournament's pages."""
    return f"tournament.{tournament_id}"


def tournament_changed(tournament_id: int, *, version: int, parts: Iterable[str]) -> None:
    """Tell the watchers which parts to read anew, if the transaction commits.

    Parts: ``entries``, ``rounds``, ``pairings``, ``standings``, ``state``, ``log``.
    """
    message = {"type": "tournament.changed", "version": version, "parts": sorted(set(parts))}
    broadcast_on_commit(tournament_group(tournament_id), message)
