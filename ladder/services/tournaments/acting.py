"""An act in a tournament: its locks, its time, its line in the log, the version it makes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from games.instants import to_datetime
from ladder import permissions, realtime
from ladder.models import OfficialAct, Tournament
from ladder.permissions import NoSuchTournament
from ladder.selectors.tournaments import acts as log
from vrhcaby import clock
from vrhcaby.errors import DomainError, WhyMissing

if TYPE_CHECKING:
    import datetime

    from django.db.models import QuerySet

    from ladder.enums import TournamentState

MOST_TOLD = 5
"""How many acts in between a refusal tells."""


class ChangedMeanwhile(DomainError):
    """Somebody has changed the same thing since the page was shown; `acts` tell what and who."""

    code = "changed_meanwhile"


class WrongState(DomainError):
    """The tournament is not in a state in which this can be done; `state` is the one it is in."""

    code = "wrong_state"


@dataclass(frozen=True, slots=True)
class Changed:
    """It is done and committed; `version` is the tournament's after it, `id` what was made."""

    version: int
    id: int = 0
    slug: str = ""


@dataclass(slots=True)
class Acting:
    """A locked tournament, and who acts on it at which time.

    `by` is None for the clock and for the end of a live match. `now` is the database's time after
    the lock in milliseconds, `at` the same as a date-time.
    """

    tournament: Tournament
    by: Any
    now: int
    why: str = ""
    parts: set[str] = field(default_factory=lambda: {"log"})

    @property
    def at(self) -> datetime.datetime:
        """Return the time of the act."""
        return to_datetime(self.now)

    @property
    def by_id(self) -> int | None:
        """Return who acts, None for the clock."""
        return None if self.by is None else self.by.pk

    def touch(self, *parts: str) -> None:
        """Note which parts of the pages have changed."""
        self.parts.update(parts)

    def log(
        self,
        code: str,
        *,
        subject: Mapping[str, Any] | None = None,
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
        parts: Iterable[str] = (),
    ) -> OfficialAct:
        """Write a line of the log, which makes a new version, and tell the watchers of it."""
        self.touch(*parts)
        self.tournament.version += 1
        self.tournament.save(update_fields=["version"])
        act = OfficialAct.objects.create(
            tournament=self.tournament,
            official=self.by,
            code=code,
            at=self.at,
            version=self.tournament.version,
            subject=dict(subject or {}),
            before=dict(before or {}),
            after=dict(after or {}),
            why=self.why,
        )
        realtime.tournament_changed(
            self.tournament.pk, version=self.tournament.version, parts=self.parts
        )
        return act

    def log_by_itself(self, code: str, **told: Any) -> OfficialAct:
        """Write a line that nobody's will has brought about: it follows from the rules."""
        by, why, self.by, self.why = self.by, self.why, None, ""
        try:
            return self.log(code, **told)
        finally:
            self.by, self.why = by, why

    def publish(self, *parts: str) -> None:
        """Tell the watchers of a change that is no official act."""
        version = self.tournament.version
        realtime.tournament_changed(self.tournament.pk, version=version, parts=parts)

    def changed(self, made: int = 0) -> Changed:
        """Return the answer of an entry service."""
        return Changed(self.tournament.version, made, self.tournament.slug)

    def require_state(self, *states: TournamentState) -> None:
        """Raise WrongState unless the tournament is in one of the states."""
        if self.tournament.state not in states:
            raise WrongState(details={"state": str(self.tournament.state)})

    def require_why(self) -> None:
        """Raise WhyMissing unless a reason was given."""
        if not self.why:
            raise WhyMissing

    def require_unchanged(self, version: int | None, *about: Q) -> None:
        """Raise ChangedMeanwhile if acts about the same thing came after the version.

        `about` are conditions on the log, of which any is enough; none means any act at all.
        """
        if version is None or version >= self.tournament.version:
            return
        acts = OfficialAct.objects.filter(tournament=self.tournament, version__gt=version)
        for condition in about[:1]:
            wanted = condition
            for other in about[1:]:
                wanted |= other
            acts = acts.filter(wanted)
        told = told_acts(self.tournament, acts.order_by("pk")[:MOST_TOLD])
        if told:
            raise ChangedMeanwhile(details={"acts": told, "version": self.tournament.version})


def told_acts(tournament: Tournament, acts: QuerySet[OfficialAct]) -> list[dict[str, Any]]:
    """Return acts as a refusal tells them; who has left for good is not named."""
    rows = list(acts.select_related("official"))
    if not rows:
        return []
    left = log.names_of_left(tournament)
    return [_told(log.nameless(act, left)) for act in rows]


def _told(act: OfficialAct) -> dict[str, Any]:
    """Return what was done, by whom, when, about what."""
    return {
        "code": act.code,
        "by": act.official.username if act.official else None,
        "at": act.at.isoformat(),
        "version": act.version,
        "subject": act.subject,
        "before": act.before,
        "after": act.after,
    }


def member_of(member_id: int | None) -> Any:
    """Return the member who acts, or somebody who is not signed in."""
    if member_id is None:
        return AnonymousUser()
    return get_user_model().objects.filter(pk=member_id).first() or AnonymousUser()


def take(slug: str, *, by_id: int | None, why: str = "") -> Acting:
    """Lock a tournament that this member may see, and read the clock. Raises NoSuchTournament."""
    return taken(Tournament.objects.filter(slug=slug), by_id, why)


def take_as_director(
    slug: str, *, by_id: int | None, version: int | None = None, why: str = ""
) -> Acting:
    """Lock a tournament for one of its directors; see `take`. Raises NotADirector."""
    acting = take(slug, by_id=by_id, why=why)
    permissions.require_can_direct(acting.by, acting.tournament)
    acting.require_unchanged(version)
    return acting


def take_invited(slug: str, *, by_id: int | None, why: str = "") -> Acting:
    """Lock a tournament also for one invited to a role, who may not see a draft yet."""
    tournament = Tournament.objects.filter(slug=slug).select_for_update().first()
    by = member_of(by_id)
    if tournament is None:
        raise NoSuchTournament
    invited = by.is_authenticated and tournament.roles.filter(member=by).exists()
    if not invited and not permissions.can_see(by, tournament):
        raise NoSuchTournament
    return Acting(tournament, by, clock.now(), why.strip())


def require_director(acting: Acting) -> None:
    """Raise NotADirector unless a director acts."""
    permissions.require_can_direct(acting.by, acting.tournament)


def by_itself(tournament_id: int) -> Acting:
    """Lock a tournament for an act of the clock or of a match that ended."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
    return Acting(tournament, None, clock.now())


def taken(tournaments: Any, by_id: int | None, why: str) -> Acting:
    """Lock the one tournament of a query; see `take`."""
    tournament = tournaments.select_for_update().first()
    by = member_of(by_id)
    if tournament is None or not permissions.can_see(by, tournament):
        raise NoSuchTournament
    return Acting(tournament, by, clock.now(), why.strip())


__all__ = [
    "Acting",
    "Changed",
    "ChangedMeanwhile",
    "NoSuchTournament",
    "WhyMissing",
    "WrongState",
    "by_itself",
    "member_of",
    "take",
    "take_as_director",
    "told_acts",
]
