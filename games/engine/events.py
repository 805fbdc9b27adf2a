"""What has happened in a match: facts, numbered by their order, enough to rebuild every state.

`at` is the moment of the record in milliseconds since 1970. The events of one command share it.
Points are seen from `seat`.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from games.engine.board import Board


class Reason(StrEnum):
    """Why a game or a match ended."""

    BORNE_OFF = "borne_off"
    RESIGNED = "resigned"
    LEFT = "left"
    CLAIMED = "claimed"
    ABSENT = "absent"
    IDLE = "idle"
    DRAW_AGREED = "draw_agreed"
    DRAW_PASSES = "draw_passes"
    ANNULLED = "annulled"
    DROPPED = "dropped"
    TIME = "time"
    SESSION_ENDED = "session_ended"


class Cause(StrEnum):
    """Whose downtime a clock is credited for (rules V23), or that an official stopped it."""

    OUTAGE = "outage"
    INSTANCE = "instance"
    OFFICIAL = "official"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStarted:
    """Both sit; the first game follows."""

    kind: ClassVar[str] = "match_started"
    seat: ClassVar[None] = None
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted:
    """A game began with `starter` to move.

    `lot` is the drawn seat, None after an opening roll. `opening` lists the opening rolls as
    (roll number, die of seat 0, die of seat 1), ties included. `position` is the board as the
    starter sees it, None for the start of the ruleset.
    """

    kind: ClassVar[str] = "game_started"
    seat: ClassVar[None] = None
    at: int
    number: int
    starter: int
    lot: int | None = None
    opening: tuple[tuple[int, int, int], ...] = ()
    position: Board | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    """The dice of a turn; `roll` is their number in the match's stream of rolls."""

    kind: ClassVar[str] = "rolled"
    at: int
    seat: int
    dice: tuple[int, int]
    roll: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """No legal step right after the roll (rules V9), or closed out and not rolled (rules S6)."""

    kind: ClassVar[str] = "passed"
    at: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stepped:
    """One checker moved by one die."""

    kind: ClassVar[str] = "stepped"
    at: int
    seat: int
    origin: int
    target: int
    die: int
    hit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded:
    """The turn is played out; the opponent is to move."""

    kind: ClassVar[str] = "turn_ended"
    at: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOffered:
    """The seat on turn offered a draw; its clock waits (rules V19, V20)."""

    kind: ClassVar[str] = "draw_offered"
    at: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawDeclined:
    """The opponent, `seat`, refused; the turn returns to the offerer."""

    kind: ClassVar[str] = "draw_declined"
    at: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawLapsed:
    """The offer of `seat` got no answer until `lapsed_at`; its clock runs on from then."""

    kind: ClassVar[str] = "draw_lapsed"
    at: int
    seat: int
    lapsed_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitPassed:
    """The limit of `seat` passed at `limit_at`; `online` tells whether he was there (rules V16)."""

    kind: ClassVar[str] = "limit_passed"
    at: int
    seat: int
    online: bool
    limit_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PresenceUnknown:
    """The limit passed at `since`, but nobody knows whether `seat` was there (rules V23).

    Comes again at `until` while `seat` could not have returned, for want of a server.
    """

    kind: ClassVar[str] = "presence_unknown"
    at: int
    seat: int
    since: int
    until: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockCredited:
    """Time from `since` to `at` was not the players'; `ms` is what the running limit grew by."""

    kind: ClassVar[str] = "clock_credited"
    seat: ClassVar[None] = None
    at: int
    since: int
    ms: int
    cause: Cause


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """One checker came from the hand onto an entry point (rules P2)."""

    kind: ClassVar[str] = "placed"
    at: int
    seat: int
    target: int
    die: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubled:
    """The seat on turn offers the cube at `value`; its clock waits (rules C1)."""

    kind: ClassVar[str] = "doubled"
    at: int
    seat: int
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """`seat` plays on, the cube at `value` (rules C2, C7)."""

    kind: ClassVar[str] = "taken"
    at: int
    seat: int
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """`seat` gives the game up at the value in force (rules C2)."""

    kind: ClassVar[str] = "dropped"
    at: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Beavered:
    """`seat` takes a double, keeps the cube and turns it to `value` (rules C7)."""

    kind: ClassVar[str] = "beavered"
    at: int
    seat: int
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Raccooned:
    """The doubler accepts a beaver and turns the cube to `value` (rules C7)."""

    kind: ClassVar[str] = "raccooned"
    at: int
    seat: int
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ResignationOffered:
    """The seat on turn offers to lose at `level`; its clock waits (rules S8)."""

    kind: ClassVar[str] = "resignation_offered"
    at: int
    seat: int
    level: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ResignationDeclined:
    """`seat` wants to play on; the turn returns (rules S8)."""

    kind: ClassVar[str] = "resignation_declined"
    at: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RollHeld:
    """`seat` wants to be asked before its next roll, or no longer (rules S8)."""

    kind: ClassVar[str] = "roll_held"
    at: int
    seat: int
    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NextGameWanted:
    """`seat` is ready for the next game of the session (rules C5)."""

    kind: ClassVar[str] = "next_game_wanted"
    at: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionLeft:
    """`seat` ends the session between two games (rules C5)."""

    kind: ClassVar[str] = "session_left"
    at: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VacationTaken:
    """The limit of `seat` would have passed at `limit_at`; a day of vacation goes, `left` stay."""

    kind: ClassVar[str] = "vacation_taken"
    at: int
    seat: int
    limit_at: int
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """A game was decided: `level` by rules S7, `points` = what it counts; a draw has no winner.

    Points are the cube's value times the level, unless Jacoby makes it 1 (C6) or the loss on time
    costs a whole match (S12). The level of a resignation is the accepted one, of a drop 1.
    """

    kind: ClassVar[str] = "game_ended"
    seat: ClassVar[None] = None
    at: int
    winner: int | None
    level: int
    points: int
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnded:
    """The match was decided with this final score."""

    kind: ClassVar[str] = "match_ended"
    seat: ClassVar[None] = None
    at: int
    winner: int | None
    points: tuple[int, int]
    reason: Reason


Event = (
    MatchStarted
    | GameStarted
    | Rolled
    | Passed
    | Stepped
    | TurnEnded
    | DrawOffered
    | DrawDeclined
    | DrawLapsed
    | LimitPassed
    | PresenceUnknown
    | ClockCredited
    | Placed
    | Doubled
    | Taken
    | Dropped
    | Beavered
    | Raccooned
    | ResignationOffered
    | ResignationDeclined
    | RollHeld
    | NextGameWanted
    | SessionLeft
    | VacationTaken
    | GameEnded
    | MatchEnded
)
