"""The official log as it is read."""

from collections.abc import Mapping, Sequence
from typing import Any

from accounts.models import Member
from ladder.enums import TournamentState
from ladder.models import Entry, OfficialAct, Tournament

PAGE = 50
ANNOUNCED = ("state_changed", "state_undone", "registration_over", "started")


def log(tournament: Tournament, *, number: int) -> tuple[Sequence[OfficialAct], bool]:
    """Return a page of the log, the newest first, and whether there are older ones."""
    start = (number - 1) * PAGE
    rows = list(tournament.acts.select_related("official")[start : start + PAGE + 1])
    names = names_of_left(tournament)
    return [nameless(act, names) for act in rows[:PAGE]], len(rows) > PAGE


def names_of_left(tournament: Tournament) -> dict[str, str]:
    """Return the names that the log has for members who have left, and what they are called."""
    left = dict(Member.objects.left().values_list("pk", "username"))
    if not left:
        return {}
    entries = Entry.objects.filter(tournament=tournament, member__in=left)
    called = dict(entries.values_list("pk", "member__username"))
    names: dict[str, str] = {}
    for subject in tournament.acts.filter(subject__has_key="name").values_list(
        "subject", flat=True
    ):
        now = called.get(subject.get("entry")) or left.get(subject.get("member"))
        if now is not None:
            names[subject["name"]] = now
    return names


def nameless(act: OfficialAct, names: Mapping[str, str]) -> OfficialAct:
    """Return an act as it may be told: who has left for good is not named.

    The row is a fact and stays as it was written.
    """
    if names:
        act.subject, act.before, act.after = (
            _renamed(words, names) for words in (act.subject, act.before, act.after)
        )
    return act


def _renamed(words: Any, names: Mapping[str, str]) -> Any:
    if isinstance(words, dict):
        return {key: _renamed(value, names) for key, value in words.items()}
    if isinstance(words, list):
        return [_renamed(value, names) for value in words]
    return names.get(words, words) if isinstance(words, str) else words


def is_unknown(tournament: Tournament) -> bool:
    """Tell whether others have not known of it: a draft that never was anything else.

    An archive that was read in and not touched since counts as well.
    """
    codes = OfficialAct.objects.filter(tournament=tournament).values_list("code", flat=True)
    if tournament.state == TournamentState.DRAFT:
        return not codes.filter(code__in=ANNOUNCED).exists()
    return list(codes[:2]) == ["imported"]
