"""What the server sends to a match: the snapshot, events, and what else viewers must know."""

from typing import Any, Literal

from msgspec import Struct, field


class Outgoing(Struct, frozen=True, tag_field="type"):
    """What the server sends; `type` tells which."""


class Offer(Struct, frozen=True):
    """What `seat` has offered and waits for: `value` of the cube, or `level` of a resignation."""

    kind: Literal["draw", "double", "beaver", "raccoon", "resign"]
    seat: int
    level: int | None = None
    value: int | None = None


class DrawBlock(Struct, frozen=True):
    """Why a seat may not offer a draw now; `needs` steps are missing."""

    code: str | None
    needs: int


class CubeFace(Struct, frozen=True):
    """The cube: the stake in force, whose it is (null: the middle), whether this game has it.

    `dead` per seat: doubling would bring that seat nothing, it wins the match as it is (C9).
    """

    value: int
    owner: int | None
    live: bool
    dead: tuple[bool, bool]


class GameResult(Struct, frozen=True):
    """How a game of the match ended."""

    number: int
    winner: int | None
    level: int
    points: int
    reason: str


class State(Struct, frozen=True):
    """The match as a page draws it; boards[seat][point] counts that seat's own checkers.

    `phase` is that of the match, `phase_of_game` that of its game: `opening` until the first
    turn is played, `between` while a session waits for its next game.
    """

    phase: Literal["live", "over"]
    phase_of_game: Literal["opening", "placing", "moving", "between", "over"]
    length: int | None
    score: tuple[int, int]
    game: int
    crawford: Literal["before", "now", "after"]
    cube: CubeFace | None
    turn: int
    boards: tuple[list[int], list[int]]
    hand: tuple[int, int]
    dice: list[int]
    left: list[int]
    roll: int
    steps: int
    passes: int
    offer: Offer | None
    draw: tuple[DrawBlock, DrawBlock]
    holds: tuple[bool, bool]
    ready: tuple[bool, bool]
    winner: int | None
    reason: str | None
    last: list[tuple[int, int, bool]]
    last_seat: int | None
    opening: list[tuple[int, int]]
    result_of_game: GameResult | None


Step = tuple[int, int, int, bool]
"""from, to, die, hit"""

Edge = tuple[int, int, int, bool, int]
"""from, to, die, hit, and the node that this step leads to"""


class Legal(Struct, frozen=True):
    """What the seat on turn may do: single steps, and (from, to, steps) of combined ones.

    `graph`, where the whole turn is sent at once: for each node its steps; node 0 is now, a node
    without steps is a complete turn. Empty where steps are sent one by one.
    """

    steps: list[Step]
    paths: list[tuple[int, int, list[Step]]]
    graph: list[list[Edge]]


class Choice(Struct, frozen=True, omit_defaults=True):
    """A kind of command that this match knows: possible, or `code` and `details` of the refusal.

    `levels` of a resignation, `dice` that may be placed, `on`: what `hold` would set.
    """

    kind: str
    code: str | None = None
    details: dict[str, Any] = {}
    levels: list[int] = []
    dice: list[int] = []
    on: bool | None = None


Choices = tuple[list[Choice], list[Choice]]


class Control(Struct, frozen=True):
    """A time control as players are told it before the game.

    `limit_ms` for each `per`; past it, when online and when `offline`: the opponent may `claim`
    the win, or it is a `loss` at once; which `cost`s the game or the match.
    """

    kind: Literal["per_step", "per_turn", "delay", "correspondence"]
    limit_ms: int
    per: Literal["step", "die", "turn"]
    reserve_ms: int
    vacation: int
    idle_ms: int | None
    past_limit: Literal["claim", "loss"]
    offline: Literal["claim", "loss"]
    cost: Literal["game", "match"]


class Held(Struct, frozen=True):
    """Who of the officials has stopped the clock and why: nobody can play until he lets it go."""

    by: str
    why: str


class ClockFace(Struct, frozen=True):
    """Whose limit runs, and how much of it is left at `now` of the frame.

    `reserve` (ms, of a delay clock) is included in `left`; `vacation` are days still to take.
    """

    seat: int | None
    kind: Literal["step", "turn", "offer"]
    left: int
    limit: int
    claimable: bool
    paused: bool
    control: Control
    reserve: tuple[int, int] | None
    vacation: tuple[int, int] | None
    at_expiry: Literal["claim", "loss", "absent_loss"]
    held: Held | None = None


class RatingMove(Struct, frozen=True):
    """A seat's rating before and after the match, as decimal text; None where unrated."""

    before: str | None
    after: str | None


class ResultFrame(Struct, frozen=True):
    """How the match ended; `limit_at` is the limit that passed, where that decided.

    `id` is the result's own number, by which the ladder explains the change of the ratings.
    """

    id: int
    winner: int | None
    reason: str
    rated: bool
    limit_at: int | None
    ratings: tuple[RatingMove, RatingMove]


class EventFrame(Struct, frozen=True):
    """One event; `data` depends on `kind`."""

    seq: int
    kind: str
    at: int
    seat: int | None
    data: dict[str, Any]


class Presence(Struct, frozen=True):
    """Whether somebody is here, and since when that is so."""

    online: bool
    since: int


class Rematch(Struct, frozen=True):
    """A rematch offered after the end."""

    challenge: int
    seat: int = field(name="from")


class Snapshot(Outgoing, frozen=True, tag="snapshot"):
    """Everything a viewer needs."""

    match: int
    version: int
    now: int
    you: int | None
    names: tuple[str, str]
    bots: tuple[bool, bool]
    ratings: tuple[str | None, str | None]
    ruleset: str
    options: dict[str, Any]
    rated: bool
    state: State
    legal: Legal
    choices: Choices
    clock: ClockFace
    presence: tuple[Presence, Presence]
    spectators: int
    commitment: str
    result: ResultFrame | None
    rematch: Rematch | None
    moved: int | None


class Events(Outgoing, frozen=True, tag="events"):
    """What happened, up to `version`, and what follows from it; the same for all viewers."""

    match: int
    version: int
    now: int
    events: list[EventFrame]
    state: State
    legal: Legal
    choices: Choices
    clock: ClockFace
    result: ResultFrame | None


class Ok(Outgoing, frozen=True, tag="ok", omit_defaults=True):
    """A command was accepted; it is committed.

    `version` is the match's after a command; `match` has begun; `challenge` waits, and where
    its challenger is being asked whether he is ready, `until` that time.
    """

    id: str
    version: int | None = None
    match: int | None = None
    challenge: int | None = None
    until: int | None = None


class RefusedFrame(Outgoing, frozen=True, tag="refused"):
    """A command was not accepted; nothing of it was kept."""

    id: str
    code: str
    text: str
    version: int | None = None


class PresenceFrame(Outgoing, frozen=True, tag="presence"):
    """A player came or went; absent `since` milliseconds of the epoch."""

    seat: int
    online: bool
    since: int


class Spectators(Outgoing, frozen=True, tag="spectators"):
    """How many people watch."""

    count: int


class AliveQuestion(Outgoing, frozen=True, tag="alive?", omit_defaults=True):
    """Asked every few seconds; a player who does not answer counts as offline.

    `version` is one that the match had some seconds ago: a page that has not reached it has lost
    what was sent to it. `away`: the server does not reach its database at present.
    """

    now: int
    version: int | None = None
    away: bool = False


class ErrorFrame(Outgoing, frozen=True, tag="error"):
    """A frame was not understood or not admitted; the socket stays open.

    `why`: what of it, for authors of programs, in English.
    """

    code: str
    text: str
    why: str = ""


class RematchFrame(Outgoing, frozen=True, tag="rematch"):
    """A player offers a rematch."""

    challenge: int
    seat: int = field(name="from")


class Moved(Outgoing, frozen=True, tag="moved"):
    """The rematch was accepted: the players go on in another match."""

    match: int
