"""The placing phase: checkers in hand go to the entry points of the dice (rules P1–P3)."""

from games.engine.board import BAR, Board
from games.engine.rules import MAX_CHECKERS, Rules
from games.engine.state import MatchState


def is_on(board: Board) -> bool:
    """Some checker of either player is still in hand: nothing moves yet."""
    return bool(board.hand or board.their_hand)


def entry_point(die: int) -> int:
    """Where a die puts a checker."""
    return BAR - die


def placements(state: MatchState) -> tuple[int, ...]:
    """The dice left that put a checker from the mover's hand on the board, each once."""
    if not state.board.hand:
        return ()
    return tuple(
        die for die in dict.fromkeys(state.dice_left) if has_room(state.board, die, state.rules)
    )


def has_room(board: Board, die: int, rules: Rules) -> bool:
    """The entry point of the die can take one more (rules E1); the opponent's lie elsewhere."""
    return board.own(entry_point(die)) < (rules.point_limit or MAX_CHECKERS)


def is_choice(state: MatchState) -> bool:
    """Fewer checkers are in hand than different dice could place: the player chooses (P2)."""
    return len(placements(state)) > state.board.hand > 0
