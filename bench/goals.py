"""What a measurement must reach: a figure beside its limit, and what is told when it is missed."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Goal:
    """A figure and its limit in the same unit: it may not be above, or with `least` not below."""

    name: str
    figure: float
    limit: float
    unit: str = ""
    least: bool = False

    @property
    def is_met(self) -> bool:
        """Tell whether the limit is kept; a figure that is not known keeps none."""
        return self.figure >= self.limit if self.least else self.figure <= self.limit

    def line(self) -> str:
        """Return figure and limit as text; a missed one says so."""
        bound = "at least" if self.least else "at most"
        text = f"{self.name} {_number(self.figure)}{self.unit}, {bound} {_number(self.limit)}"
        return f"{text}{self.unit}" + ("" if self.is_met else "   MISSED")


def _number(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 100 or value % 1 == 0 else f"{value:.2f}"


def exit_code(goals: Iterable[Goal]) -> int:
    """Tell which goals were missed, and return 1 when any was, or none was measured."""
    goals = list(goals)
    missed = [goal for goal in goals if not goal.is_met]
    if not goals:
        print("no goal was measured")
    for goal in missed:
        print(f"goal: {goal.line()}")
    if goals and not missed:
        print(f"all of {len(goals)} goals are reached")
    return int(bool(missed) or not goals)
