"""What a seat may ask for. A command is judged by `decide`; it is never a fact.

Points are seen from the acting seat: 24 … 1, the bar is 25, off is 0.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """Move one checker by one die; given only `target`, by the least that fits (rules V12)."""

    seat: int
    origin: int
    die: int | None = None
    target: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """Play a whole turn at once, as (origin, die) of each step in order; () cannot pass."""

    seat: int
    steps: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll the dice, where the roll does not come by itself."""

    seat: int


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """Offer a draw (rules V19)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Accept:
    """Accept the offer that waits for this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Decline:
    """Decline the offer that waits for this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up, on turn or off it (rules V18)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the game, which loses it; between the games of a session, end that (V18, C5)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Win by the opponent's passed limit (rules V15)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Place:
    """Put the last checker in hand on the entry point of this die (rules P2)."""

    seat: int
    die: int


@dataclass(frozen=True, slots=True)
class Double:
    """Offer the cube at twice its value, before the roll (rules C1)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Take:
    """Play on at the value that was offered: by a double, a beaver or a raccoon (rules C2, C7)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Drop:
    """Lose the game at the value in force before the offer (rules C2, C7)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Beaver:
    """Answer a double by turning the cube once more and keeping it (rules C7)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Raccoon:
    """Answer a beaver by turning the cube once more (rules C7)."""

    seat: int


@dataclass(frozen=True, slots=True)
class OfferResignation:
    """Offer to lose the game at level 1, 2 or 3, before one's roll (rules S8)."""

    seat: int
    level: int


@dataclass(frozen=True, slots=True)
class Hold:
    """Wish to be asked before one's next roll, or no longer; in turn or off it (rules S8)."""

    seat: int
    on: bool


@dataclass(frozen=True, slots=True)
class NextGame:
    """Be ready for the next game of a money session (rules C5)."""

    seat: int


Command = (
    Step
    | Turn
    | Roll
    | Place
    | Double
    | Take
    | Drop
    | Beaver
    | Raccoon
    | OfferResignation
    | Hold
    | NextGame
    | OfferDraw
    | Accept
    | Decline
    | Resign
    | Leave
    | Claim
)
