"""Clock arithmetic in whole milliseconds: one running limit, the ten hours, and credits.

A limit covers [start, start + limit): at its last millisecond plus one it has passed (rules V14).
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

from games.engine.errors import BadOptions
from games.engine.rules import TEN_HOURS_MS, LimitPer, PastLimit, Rules

ANSWER_MS = 60_000
LEAST_LEFT_MS = 10_000
UNKNOWN_MS = 60_000
DAY_MS = 86_400_000
CLAIMABLE = "claimable"


class ControlKind(StrEnum):
    """What a limit is given for.

    `per_step` and `per_turn` renew it by steps and by rolls; a `delay` clock has a reserve for the
    match and a delay each turn, `correspondence` one limit for a whole turn and days of vacation.
    """

    PER_STEP = "per_step"
    PER_TURN = "per_turn"
    DELAY = "delay"
    CORRESPONDENCE = "correspondence"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How time is given, and what happens when it is over.

    `limit_ms` is for each step, for each die of a turn, the delay of a turn, or a whole turn.
    `idle_ms` None = no ten hours. `reserve_ms` is what each player has for the match, `vacation`
    the days each may take. `past_limit` None = what `controls.past_limit` takes from the kind.
    """

    kind: ControlKind
    limit_ms: int
    idle_ms: int | None = TEN_HOURS_MS
    reserve_ms: int = 0
    vacation: int = 0
    past_limit: PastLimit | None = None

    @classmethod
    def of(cls, rules: Rules) -> "TimeControl":
        """The default of a ruleset."""
        per_step = rules.limit_per is LimitPer.STEP
        kind = ControlKind.PER_STEP if per_step else ControlKind.PER_TURN
        return cls(kind, rules.limit_ms, rules.idle_limit_ms)

    def to_data(self) -> dict[str, Any]:
        """Plain JSON values; what only some kinds have is left out where it is not set."""
        data: dict[str, Any] = {
            "kind": str(self.kind),
            "limit_ms": self.limit_ms,
            "idle_ms": self.idle_ms,
        }
        if self.reserve_ms:
            data["reserve_ms"] = self.reserve_ms
        if self.vacation:
            data["vacation"] = self.vacation
        if self.past_limit is not None:
            data["past_limit"] = str(self.past_limit)
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "TimeControl":
        """Read `to_data` back; raises BadOptions, `against` naming the part that is wrong."""
        unknown = data.keys() - {field.name for field in fields(cls)}
        if unknown:
            raise BadOptions(option="control", against=str(min(unknown, key=str)))
        past_limit = data.get("past_limit")
        try:
            return cls(
                ControlKind(data["kind"]),
                _whole(data["limit_ms"], 0 if data["kind"] == ControlKind.DELAY else 1),
                None if data["idle_ms"] is None else _whole(data["idle_ms"], 1),
                _whole(data.get("reserve_ms", 0), 0),
                _whole(data.get("vacation", 0), 0),
                None if past_limit is None else PastLimit(past_limit),
            )
        except (KeyError, TypeError, ValueError) as wrong:
            raise BadOptions(option="control") from wrong

    @property
    def one_limit_a_turn(self) -> bool:
        """Whether neither the roll nor a step begins a new limit within a turn."""
        return self.kind in (ControlKind.DELAY, ControlKind.CORRESPONDENCE)

    def limit_for(self, dice: int) -> int:
        """Milliseconds to play a turn of so many dice, or one step of it; a reserve aside."""
        return self.limit_ms * (dice if self.kind is ControlKind.PER_TURN else 1)


def _whole(value: Any, least: int) -> int:
    if type(value) is not int or value < least:
        raise ValueError(value)
    return value


@dataclass(frozen=True, slots=True)
class Clock:
    """The limit of `seat` from `start`, and the ten hours from `idle_since`.

    `verdict` is CLAIMABLE once the limit was judged. `unknown_until` suspends that judgement
    (rules V23). Time in [credited_since, credited_until) has been credited already, and none
    before `credited_floor` is credited any more.
    """

    seat: int | None = None
    start: int = 0
    limit: int = 0
    verdict: str | None = None
    idle_since: int = 0
    idle_limit: int | None = None
    unknown_until: int | None = None
    credited_since: int = 0
    credited_until: int = 0
    credited_floor: int = 0

    @property
    def ends(self) -> int:
        """The first millisecond that is no longer covered."""
        return self.start + self.limit

    @property
    def idle_ends(self) -> int | None:
        """When nobody will have stepped for too long (rules V17)."""
        return None if self.idle_limit is None else self.idle_since + self.idle_limit

    def left(self, at: int) -> int:
        """Milliseconds left of the running limit, at least 0."""
        return max(0, self.ends - at)


STOPPED = Clock()


def run(clock: Clock, *, seat: int, start: int, limit: int) -> Clock:
    """A new limit for `seat`; any verdict on the old one is gone (rules V15)."""
    return _fresh(clock, seat, start, limit, clock.idle_since, clock.idle_limit)


def run_anew(clock: Clock, *, seat: int, start: int, limit: int, idle_limit: int | None) -> Clock:
    """A new limit for `seat`, and the ten hours anew: a step was made (rules V14, V17)."""
    return _fresh(clock, seat, start, limit, start, idle_limit)


def _fresh(
    clock: Clock, seat: int, start: int, limit: int, idle_since: int, idle_limit: int | None
) -> Clock:
    credited = (clock.credited_since, clock.credited_until, clock.credited_floor)
    return Clock(seat, start, limit, None, idle_since, idle_limit, None, *credited)


def stop(clock: Clock) -> Clock:
    """Nobody's limit runs."""
    return replace(clock, seat=None, verdict=None, unknown_until=None)


def idle_from(clock: Clock, *, start: int, limit: int | None) -> Clock:
    """Count the ten hours anew, the running limit as it is (rules V17)."""
    running = (clock.seat, clock.start, clock.limit, clock.verdict)
    credited = (clock.credited_since, clock.credited_until, clock.credited_floor)
    return Clock(*running, start, limit, clock.unknown_until, *credited)


def growth(clock: Clock, *, start: int, since: int, at: int) -> int:
    """What of [since, at) a limit begun at `start` is owed, less what was credited (rules V23)."""
    begin = max(since, start, clock.credited_floor)
    covered = min(at, clock.credited_until) - max(begin, clock.credited_since)
    return max(0, at - begin - max(0, covered))


def step_growth(clock: Clock, *, since: int, at: int) -> int:
    """What the running limit is owed; one that was judged does not run."""
    if clock.seat is None or clock.verdict is not None:
        return 0
    return growth(clock, start=clock.start, since=since, at=at)


def idle_growth(clock: Clock, *, since: int, at: int) -> int:
    """What the ten hours are owed."""
    if clock.idle_limit is None:
        return 0
    return growth(clock, start=clock.idle_since, since=since, at=at)


def credited(clock: Clock, *, since: int, at: int) -> Clock:
    """Let all running limits grow by the time in [since, at) not credited before."""
    begin = max(since, clock.credited_floor)
    apart = begin > clock.credited_until
    idle_limit = clock.idle_limit
    if idle_limit is not None:
        idle_limit += idle_growth(clock, since=since, at=at)
    return replace(
        clock,
        limit=clock.limit + step_growth(clock, since=since, at=at),
        idle_limit=idle_limit,
        unknown_until=None,
        credited_since=begin if apart else min(begin, clock.credited_since),
        credited_until=max(at, clock.credited_until),
        credited_floor=clock.credited_until if apart else clock.credited_floor,
    )


def longer(clock: Clock, ms: int) -> Clock:
    """The running limit, longer by so much."""
    return replace(clock, limit=clock.limit + ms)
