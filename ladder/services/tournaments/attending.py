"""Who was here when a pairing was due: the window, the evidence, and whether the case is clear.

The window is the lateness allowed after the agreed time; without one after the round's start
where the round is short, else before its deadline. Inner; reads only, but for `record`.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from games.instants import to_datetime
from games.selectors import attendance as presence
from ladder.models import Pairing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ladder.models import Entry

SHORT_ROUND = datetime.timedelta(hours=4)
"""A round as long as this is played at its start; in a longer one players choose their time."""

REMEMBERED = datetime.timedelta(minutes=55)
"""Presence in the lobby is known for an hour; evidence older than this is not taken from it."""

HERE_SHARE = 0.8
"""Who was here for so much of the window was here."""


class Window(NamedTuple):
    """From when to when a pairing's players should have come."""

    since: datetime.datetime
    until: datetime.datetime


def window(pairing: Pairing) -> Window | None:
    """Return when the two should have come, None for a pairing with no such time.

    `round.stage.tournament` should be joined.
    """
    grace = datetime.timedelta(minutes=pairing.round.stage.tournament.patience)
    if pairing.agreed_at is not None:
        return Window(pairing.agreed_at, pairing.agreed_at + grace)
    due, start = pairing.due_at, pairing.round.opened_at or pairing.round.opens_at
    if due is None:
        return None
    if pairing.deadline_at is None and start is not None and due - start <= SHORT_ROUND:
        return Window(start, min(start + grace, due))
    return Window(due - grace, due)


def evidence(pairing: Pairing, *, now: datetime.datetime) -> dict[str, Any]:
    """Return what is known of the window: as recorded then, or read now if it is recent.

    `known` is False where too much time has passed, `outage_ms` how long the site was away;
    `first` and `second` have `here_ms` and `last_at` (ISO text or None).
    """
    due = window(pairing)
    if due is None:
        return {"known": False}
    told = {"since": due.since.isoformat(), "until": due.until.isoformat()}
    recorded: dict[str, Any] = pairing.attendance
    if recorded.get("since") == told["since"] and recorded.get("until") == told["until"]:
        return recorded
    if now - due.since > REMEMBERED:
        return {**told, "known": False}
    since, until = _ms(due.since), _ms(min(due.until, now))
    members = [entry.member_id for entry in (pairing.first, pairing.second) if entry]
    here = presence.attendance([one for one in members if one], since=since, until=until)
    return {
        **told,
        "known": True,
        "outage_ms": presence.outage_ms(since=since, until=until),
        "first": _told(pairing.first, here),
        "second": _told(pairing.second, here),
    }


def record(pairing: Pairing, *, now: datetime.datetime) -> dict[str, Any]:
    """Keep the evidence at the pairing; the caller holds its lock."""
    found = pairing.attendance = evidence(pairing, now=now)
    pairing.save(update_fields=["attendance"])
    return found


def absent(found: Mapping[str, Any]) -> str | None:
    """Return who did not come (``first``, ``second``, ``both``), None where it is not clear.

    Clear: the site was up all the time, and each was here for most of the window or not at all.
    """
    if not found.get("known") or found.get("outage_ms"):
        return None
    span = (_read(found["until"]) - _read(found["since"])).total_seconds() * 1000
    away = {side: found[side]["here_ms"] == 0 for side in ("first", "second")}
    here = {side: found[side]["here_ms"] >= HERE_SHARE * span for side in ("first", "second")}
    if away["first"] and away["second"]:
        return "both"
    if away["first"] and here["second"]:
        return "first"
    return "second" if away["second"] and here["first"] else None


def _told(entry: Entry | None, here: Mapping[int, presence.Attendance]) -> dict[str, Any]:
    found = here.get(entry.member_id or 0) if entry else None
    if found is None:
        return {"here_ms": 0, "last_at": None}
    last = None if found.last_at is None else to_datetime(found.last_at).isoformat()
    return {"here_ms": found.here_ms, "last_at": last}


def _ms(moment: datetime.datetime) -> int:
    return int(moment.timestamp() * 1000)


def _read(text: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(text)
