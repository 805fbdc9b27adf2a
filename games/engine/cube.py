"""The doubling cube as a value, and what may wait for an answer before a roll (rules C, S8)."""

from dataclasses import dataclass
from enum import StrEnum

CUBE_LIMIT = 2**15


class Raise(StrEnum):
    """How the cube was turned: a double, the answer to it, the answer to that (rules C1, C7)."""

    DOUBLE = "double"
    BEAVER = "beaver"
    RACCOON = "raccoon"


@dataclass(frozen=True, slots=True)
class Cube:
    """`value` is the stake in force, `owner` None a cube in the middle, `beavers` this game's."""

    value: int = 1
    owner: int | None = None
    beavers: int = 0


CENTRED = Cube()


@dataclass(frozen=True, slots=True)
class CubeOffer:
    """`seat` has turned the cube to twice the value in force; the other takes, drops or raises.

    `left` is what the limit of the seat on turn had to go when its time stopped.
    """

    seat: int
    raised: Raise
    left: int


@dataclass(frozen=True, slots=True)
class ResignationOffer:
    """`seat` offers to lose at this level; `left` as in CubeOffer (rules S8)."""

    seat: int
    level: int
    left: int


Pending = CubeOffer | ResignationOffer


def centred(*, ties: int, limit: int) -> Cube:
    """The cube of a new game: doubled by each tie of the opening, so often at most (S1, C8)."""
    return Cube(value=2 ** min(ties, limit))
