"""What a seat may do now, and why not the rest: for pages, services and computer players."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain

from games.engine import allowed
from games.engine import commands as c
from games.engine.errors import RuleViolation
from games.engine.flow import passes_unrolled
from games.engine.outcome import BACKGAMMON, SINGLE, cost_of_leaving, cost_of_resigning
from games.engine.rules import Commit, Resignation
from games.engine.state import MatchState, Phase


@dataclass(frozen=True, slots=True)
class Choice:
    """One kind of command: the allowed ones, or the code of the refusal with its details.

    The details of an allowed roll say `closed_out` when the turn passes without one (rules S6),
    those of leaving or resigning a game among several the `points` that it gives away (S12).
    `commands` are complete, except that `step` and `turn` tell by `code` alone whether steps may
    be played now; which, `graph` knows.
    """

    name: str
    commands: tuple[c.Command, ...] = ()
    code: str | None = None
    details: Mapping[str, int | str] = field(default_factory=dict)

    @property
    def possible(self) -> bool:
        """Nothing refuses it."""
        return self.code is None


def choices(state: MatchState, seat: int, at: int) -> tuple[Choice, ...]:
    """Every kind of command that the ruleset and the options know, judged for `seat` at `at`.

    What the clock has decided by `at` must have been settled before. `decide` gives the same
    refusals.
    """
    return tuple(_judge(state, name, asked, at) for name, asked in _known(state, seat))


def commands(state: MatchState, seat: int, at: int) -> tuple[c.Command, ...]:
    """All allowed commands that need no steps: for who chooses among them by himself."""
    return tuple(chain.from_iterable(it.commands for it in choices(state, seat, at)))


def _judge(state: MatchState, name: str, asked: tuple[c.Command, ...], at: int) -> Choice:
    possible = []
    refused: RuleViolation | None = None
    for command in asked:
        try:
            allowed.require(state, command, at=at)
        except RuleViolation as refusal:
            refused = refused or refusal
        else:
            possible.append(command)
    if refused is not None and not possible:
        return Choice(name, (), refused.code, refused.details)
    details = _details(state, name, asked[0].seat)
    return Choice(name, () if name in _BY_STEPS else tuple(possible), details=details)


def _details(state: MatchState, name: str, seat: int) -> dict[str, int | str]:
    """What an allowed command would do, as far as that does not go without saying."""
    if name == "roll" and passes_unrolled(state):
        return {"closed_out": True}
    if name in _COSTS and state.phase is Phase.LIVE and state.options.length != 1:
        return {"points": _COSTS[name](state, seat)}
    return {}


_COSTS = {"leave": cost_of_leaving, "resign": cost_of_resigning}


_BY_STEPS = ("step", "turn")


def _known(state: MatchState, seat: int) -> Iterable[tuple[str, tuple[c.Command, ...]]]:
    rules, options = state.rules, state.options
    yield "roll", (c.Roll(seat),)
    if rules.commit is Commit.STEP:
        yield "step", (c.Step(seat, 0),)
    else:
        yield "turn", (c.Turn(seat, ()),)
    if rules.placing:
        yield "place", tuple(c.Place(seat, die) for die in dict.fromkeys(state.dice_left or (1,)))
    if rules.cube and options.length != 1:
        yield from _cube(state, seat)
    if rules.draw_after_steps is not None:
        yield "offer_draw", (c.OfferDraw(seat),)
    if rules.resignation is Resignation.OFFERED:
        levels = range(SINGLE, BACKGAMMON + 1)
        yield "offer_resignation", tuple(c.OfferResignation(seat, level) for level in levels)
    else:
        yield "resign", (c.Resign(seat),)
    yield "accept", (c.Accept(seat),)
    yield "decline", (c.Decline(seat),)
    yield "hold", (c.Hold(seat, on=not state.holds[seat]),)
    if options.length is None:
        yield "next_game", (c.NextGame(seat),)
    yield "leave", (c.Leave(seat),)
    yield "claim", (c.Claim(seat),)


def _cube(state: MatchState, seat: int) -> Iterable[tuple[str, tuple[c.Command, ...]]]:
    yield "double", (c.Double(seat),)
    yield "take", (c.Take(seat),)
    yield "drop", (c.Drop(seat),)
    if state.options.beavers:
        yield "beaver", (c.Beaver(seat),)
    if state.options.raccoons:
        yield "raccoon", (c.Raccoon(seat),)
