"""Matches with a cube, at the moment when it may be turned."""

from games.engine import commands as c
from games.engine.cube import Cube
from games.engine.decide import apply
from games.engine.graph import legal_turns
from games.engine.rules import MatchOptions
from games.engine.state import changed
from tests.games.engine.scenes import T0, Table

MONEY = MatchOptions(length=None)
FIRST = ((8, 3), (6, 1))


def table_to(length: int | None = 7, *, rolls: object = None, **more: object) -> Table:
    """Seat 0 has played the opening 3-1, seat 1 is to decide before its roll."""
    options = more.pop("options", None) or MatchOptions(length=length, crawford=length is not None)
    dice = rolls or [(3, 1), (6, 5), (4, 2), (5, 1), (6, 3), (2, 1)] + [(3, 1), (4, 2)] * 20
    table = Table(dice, rules="standard", options=options, **more)  # type: ignore[arg-type]
    if table.state.turns == 0:
        table.do(c.Turn(0, FIRST))
    return table


def turn(table: Table) -> None:
    """Whoever is on turn rolls and plays some legal turn."""
    if table.state.roll is None:
        table.do(c.Roll(table.state.turn))
    ways = legal_turns(table.state.board, table.state.roll or (), table.rules)
    steps = next(iter(ways))[1]
    table.do(c.Turn(table.state.turn, tuple((step.origin, step.die) for step in steps)))


def with_cube(table: Table, cube: Cube, **more: object) -> Table:
    table.state = changed(table.state, {"cube": cube, **more})
    return table


def decide_only(table: Table, command: c.Command) -> list[str]:
    """The kinds a command gives at a table whose state was set by hand."""
    events, table.state = apply(table.state, command, at=T0, dice=table.dice)
    return [event.kind for event in events]
