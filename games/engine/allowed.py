"""Who may do what now: each command's conditions, the legality of steps and turns aside.

`decide` obeys and `choices` shows what is required here, so that both always say the same.
"""

from collections.abc import Callable
from typing import Any

from games.engine import commands as c
from games.engine import errors, outcome, placing
from games.engine import match_errors as refusals
from games.engine.cube import CUBE_LIMIT, CubeOffer, Raise, ResignationOffer
from games.engine.rules import Commit, Resignation
from games.engine.state import (
    MatchState,
    Phase,
    cube_block,
    cube_in_play,
    draw_block,
    time_is_lost,
)

_LEVELS = range(outcome.SINGLE, outcome.BACKGAMMON + 1)


def require(state: MatchState, command: c.Command, *, at: int) -> None:
    """Raise the RuleViolation that forbids this command to its seat at this time (rules G3)."""
    if state.phase is Phase.WAITING:
        raise refusals.MatchNotStarted
    if state.phase is Phase.OVER or time_is_lost(state, at):
        raise errors.GameOver
    if state.phase is Phase.BETWEEN and not isinstance(command, c.NextGame | c.Leave):
        raise refusals.BetweenGames
    _REQUIREMENTS[type(command)](state, command, at)


def _no_draw_offer(state: MatchState, seat: int, at: int) -> None:
    if state.offer is None:
        return
    if at >= state.clock.ends:
        raise refusals.OfferLapsed
    raise refusals.OnlyResignNow if seat == state.offer.seat else refusals.OfferPending


def _free_turn(state: MatchState, seat: int, at: int) -> None:
    """`seat` is on turn, and nothing waits for an answer (rules V19, S8)."""
    _no_draw_offer(state, seat, at)
    if state.pending is not None:
        raise refusals.DecisionPending
    if seat != state.turn:
        raise errors.NotYourTurn


def _before_roll(state: MatchState, seat: int, at: int) -> None:
    _free_turn(state, seat, at)
    if state.roll is not None:
        raise refusals.AlreadyRolled


def _rolled(state: MatchState, seat: int, at: int) -> None:
    _free_turn(state, seat, at)
    if state.roll is None:
        raise refusals.MustRoll


def _moving(state: MatchState, seat: int, at: int) -> None:
    _rolled(state, seat, at)
    if state.board.hand:
        raise refusals.MustPlace


def _step(state: MatchState, command: c.Step, at: int) -> None:
    if state.rules.commit is not Commit.STEP:
        raise refusals.NotAStepRuleset
    _moving(state, command.seat, at)


def _turn(state: MatchState, command: c.Turn, at: int) -> None:
    if state.rules.commit is not Commit.TURN:
        raise refusals.NotATurnRuleset
    _moving(state, command.seat, at)


def _place(state: MatchState, command: c.Place, at: int) -> None:
    _rolled(state, command.seat, at)
    if not state.board.hand:
        raise refusals.NothingToPlace
    if command.die not in state.dice_left:
        raise errors.DieNotLeft(die=command.die)
    if not placing.has_room(state.board, command.die, state.rules):
        raise errors.PointFull(target=placing.entry_point(command.die))


def _roll(state: MatchState, command: c.Roll, at: int) -> None:
    _before_roll(state, command.seat, at)


def _double(state: MatchState, command: c.Double, at: int) -> None:
    code = cube_block(state, command.seat)
    if code == refusals.NoCube.code:
        raise refusals.NoCube
    _before_roll(state, command.seat, at)
    if code is not None:
        raise refusals.CUBE_BLOCKS[code]


def _cube_offer(state: MatchState, seat: int) -> CubeOffer:
    if not isinstance(state.pending, CubeOffer):
        raise refusals.NoDouble
    if seat == state.pending.seat:
        raise refusals.DecisionPending
    return state.pending


def _answer_cube(state: MatchState, command: c.Take | c.Drop, at: int) -> None:
    _cube_offer(state, command.seat)


def _beaver(state: MatchState, command: c.Beaver, at: int) -> None:
    offer = _cube_offer(state, command.seat)
    most = state.options.beavers
    if offer.raised is not Raise.DOUBLE or not most:
        raise refusals.NoBeavers
    if state.cube.beavers >= most:
        raise refusals.BeaverLimit(limit=most)
    _may_redouble(state)


def _raccoon(state: MatchState, command: c.Raccoon, at: int) -> None:
    offer = _cube_offer(state, command.seat)
    if offer.raised is not Raise.BEAVER or not state.options.raccoons:
        raise refusals.NoRaccoons
    _may_redouble(state)


def _may_redouble(state: MatchState) -> None:
    """The offered value, twice the one in force, can be doubled once more (rules C1)."""
    if 4 * state.cube.value > CUBE_LIMIT:
        raise refusals.CubeAtLimit


def _offer_draw(state: MatchState, command: c.OfferDraw, at: int) -> None:
    code, needs = draw_block(state, command.seat, at)
    if code == errors.NotYourTurn.code:
        raise errors.NotYourTurn
    if code is not None:
        raise refusals.BLOCKS[code](needs=needs)


def _answer(state: MatchState, command: c.Accept | c.Decline, at: int) -> None:
    """A resignation or a draw waits for this seat."""
    if isinstance(state.pending, ResignationOffer):
        if command.seat == state.pending.seat:
            raise refusals.DecisionPending
        return
    if state.offer is None:
        raise refusals.NoOffer
    if at >= state.clock.ends:
        raise refusals.OfferLapsed
    if command.seat == state.offer.seat:
        raise refusals.OnlyResignNow


def _resign(state: MatchState, command: c.Resign, at: int) -> None:
    if state.rules.resignation is not Resignation.AT_ONCE:
        raise refusals.ResignationByOffer


def _offer_resignation(state: MatchState, command: c.OfferResignation, at: int) -> None:
    if state.rules.resignation is not Resignation.OFFERED:
        raise refusals.ResignationAtOnce
    _before_roll(state, command.seat, at)
    if state.clock.verdict is not None or at >= state.clock.ends:
        raise refusals.TimeOver(needs=0)
    highest = outcome.losable_level(state, command.seat)
    if command.level not in _LEVELS or command.level > highest:
        raise refusals.LevelImpossible(level=command.level, highest=highest)
    if command.level <= state.refused_level:
        raise refusals.LevelRefused(level=command.level, refused=state.refused_level)


def _hold(state: MatchState, command: c.Hold, at: int) -> None:
    if not cube_in_play(state) and state.rules.resignation is not Resignation.OFFERED:
        raise refusals.NoHold
    if state.holds[command.seat] == command.on:
        raise refusals.NothingChanges


def _next_game(state: MatchState, command: c.NextGame, at: int) -> None:
    if state.phase is not Phase.BETWEEN:
        raise refusals.GameNotOver
    if state.ready[command.seat]:
        raise refusals.NothingChanges


def _leave(state: MatchState, command: c.Leave, at: int) -> None:
    """Leaving is possible at any time (rules V18, C5)."""


def _claim(state: MatchState, command: c.Claim, at: int) -> None:
    _no_draw_offer(state, command.seat, at)
    if command.seat == state.clock.seat:
        raise refusals.NothingToClaim
    if state.clock.unknown_until is not None:
        raise refusals.PresenceIsUnknown
    if state.clock.verdict is None:
        raise refusals.TimeNotOver


_REQUIREMENTS: dict[type, Callable[[MatchState, Any, int], None]] = {
    c.Step: _step,
    c.Turn: _turn,
    c.Roll: _roll,
    c.Place: _place,
    c.Double: _double,
    c.Take: _answer_cube,
    c.Drop: _answer_cube,
    c.Beaver: _beaver,
    c.Raccoon: _raccoon,
    c.OfferResignation: _offer_resignation,
    c.Hold: _hold,
    c.NextGame: _next_game,
    c.OfferDraw: _offer_draw,
    c.Accept: _answer,
    c.Decline: _answer,
    c.Resign: _resign,
    c.Leave: _leave,
    c.Claim: _claim,
}
