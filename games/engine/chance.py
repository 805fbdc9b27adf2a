"""Where dice come from, as the engine sees it: numbered rolls that somebody else has drawn."""

from collections.abc import Mapping, Sequence
from typing import Protocol


class DiceSource(Protocol):
    """The stream of one match: the same number gives the same roll."""

    def roll(self, number: int) -> tuple[int, int]:
        """The two dice of this roll; the first has number 1."""

    def lot(self, game: int = 1) -> int:
        """The seat, 0 or 1, that begins this game."""


class ScriptedDice:
    """Dice known beforehand, for replays and set-up games.

    `rolls` are numbered from 1, or given by their numbers. A roll outside them is a LookupError.
    """

    def __init__(
        self,
        rolls: Sequence[tuple[int, int]] | Mapping[int, tuple[int, int]],
        lots: Sequence[int] | int = 0,
    ) -> None:
        self._rolls = rolls if isinstance(rolls, Mapping) else dict(enumerate(rolls, start=1))
        self._lots = lots

    def roll(self, number: int) -> tuple[int, int]:
        return self._rolls[number]

    def lot(self, game: int = 1) -> int:
        return self._lots if isinstance(self._lots, int) else self._lots[game - 1]
