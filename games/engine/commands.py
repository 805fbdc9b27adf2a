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
    """Leave the game for good, which loses it (rules V18)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Win by the opponent's passed limit (rules V15)."""

    seat: int


Command = Step | Turn | Roll | OfferDraw | Accept | Decline | Resign | Leave | Claim
