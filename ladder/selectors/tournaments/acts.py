"""The official log as it is read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from accounts.models import Member
from ladder.enums import TournamentState
from ladder.models import Entry, OfficialAct, Tournament

PAGE = 50
ONE_NAME = {"first", "second", "claimant"}
MANY_NAMES = {"seeds", "players"}
"""Where lines name players without their numbers."""
ANNOUNCED = ("state_changed", "state_undone", "registration_over", "started")


def log(tournament: Tournament, *, number: int) -> tuple[Sequence[OfficialAct], bool]:
    """Return a page of the log, the newest first, and whether there are older ones."""
    start = (number - 1) * PAGE
    rows = list(tournament.acts.select_related("official")[start : start + PAGE + 1])
    left = names_of_left(tournament)
    return [nameless(act, left) for act in rows[:PAGE]], len(rows) > PAGE


@dataclass(frozen=True, slots=True)
class Left:
    """Who of a tournament's log has left for good, and what he is called now.

    `entries` and `members` by number. `bearers` by name, each with the first line that gives it to
    him, the oldest first, None for a member who has not left: a name that is free again may be
    another's.
    """

    entries: Mapping[int, str]
    members: Mapping[int, str]
    bearers: Mapping[str, Sequence[tuple[int, str | None]]]

    def by_number(self, subject: Mapping[str, Any]) -> str | None:
        """Return what the one whom a line is about is called, None for who has not left."""
        by_entry = self.entries.get(subject.get("entry", 0))
        return by_entry or self.members.get(subject.get("member", 0))

    def called(self, name: Any, line: int) -> Any:
        """Return what the bearer of a name at a line of the log is called now."""
        bearers = self.bearers.get(name, ()) if isinstance(name, str) else ()
        if not bearers:
            return name
        until = [called for first, called in bearers if first <= line]
        return (until[-1] if until else bearers[0][1]) or name


def names_of_left(tournament: Tournament) -> Left:
    """Return who of those that the log names has left, from the tournament's own lines."""
    in_roles = tournament.acts.filter(code__startswith="role_", subject__has_key="member")
    numbers = {subject["member"] for subject in in_roles.values_list("subject", flat=True)}
    left = Member.objects.left()
    members = dict(left.filter(pk__in=numbers).values_list("pk", "username"))
    entries = dict(
        Entry.objects.filter(tournament=tournament, member__in=left).values_list(
            "pk", "member__username"
        )
    )
    gone = Left(entries, members, {})
    return replace(gone, bearers=_bearers(tournament, gone)) if entries or members else gone


def _bearers(tournament: Tournament, gone: Left) -> Mapping[str, Sequence[tuple[int, str | None]]]:
    of_guests = Entry.objects.filter(tournament=tournament, member=None)
    guests = set(of_guests.values_list("pk", flat=True))
    found: dict[str, list[tuple[int, str | None]]] = {}
    lines = tournament.acts.filter(subject__has_key="name").order_by("pk")
    for line, subject in lines.values_list("pk", "subject"):
        # A guest may be called like a member, who is not to be found even so.
        if subject.get("entry") in guests or not {"entry", "member"} & subject.keys():
            continue
        bearers = found.setdefault(subject["name"], [])
        called = gone.by_number(subject)
        if not bearers or bearers[-1][1] != called:
            bearers.append((line, called))
    return {name: each for name, each in found.items() if any(called for _, called in each)}


def nameless(act: OfficialAct, left: Left) -> OfficialAct:
    """Return an act as it may be told: who has left for good is not named.

    The row is a fact and stays as it was written.
    """
    if left.entries or left.members:
        by_number = left.by_number(act.subject)
        act.subject = _renamed(act.subject, act.pk, left)
        if by_number is not None:
            act.subject["name"] = by_number
        act.after = _renamed(act.after, act.pk, left)
    return act


def _renamed(side: Mapping[str, Any], line: int, left: Left) -> dict[str, Any]:
    """Return a side of an act with names exchanged where there are names, and nowhere else."""
    told = dict(side)
    for key in ONE_NAME & told.keys():
        told[key] = left.called(told[key], line)
    for key in MANY_NAMES & told.keys():
        told[key] = [left.called(name, line) for name in told[key]]
    if "ties" in told:
        told["ties"] = [_renamed(one, line, left) for one in told["ties"]]
    if "said" in told:
        told["said"] = {left.called(name, line): said for name, said in told["said"].items()}
    if "name" in told and not {"entry", "member"} & told.keys() and "role" in told:
        # A line of an earlier version, which has no number.
        told["name"] = left.called(told["name"], line)
    return told


def is_unknown(tournament: Tournament) -> bool:
    """Tell whether others have not known of it: a draft that never was anything else.

    An archive that was read in and not touched since counts as well.
    """
    codes = OfficialAct.objects.filter(tournament=tournament).values_list("code", flat=True)
    if tournament.state == TournamentState.DRAFT:
        return not codes.filter(code__in=ANNOUNCED).exists()
    return list(codes[:2]) == ["imported"]
