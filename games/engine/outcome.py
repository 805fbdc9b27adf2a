"""What a finished game counts, and whether it ends the match."""

from games.engine.board import BAR, OFF, PLACES, Board
from games.engine.events import Event, GameEnded, MatchEnded, Reason
from games.engine.rules import BackgammonZone, MatchOptions, Rules, Scoring
from games.engine.state import MatchState, board_of

SINGLE = 1
GAMMON = 2
BACKGAMMON = 3
_ZONE_BEGINS = {BackgammonZone.WINNER_HOME: 19, BackgammonZone.SEED: 7}


def won_level(board: Board, rules: Rules, options: MatchOptions) -> int:
    """The level of a game that the player to move has won by bearing off (rules V13, S7)."""
    if rules.scoring is Scoring.SIMPLE or board.their_off:
        return SINGLE
    return BACKGAMMON if _in_zone(board.counts[PLACES:], options) else GAMMON


def forfeit_level(board: Board, rules: Rules, options: MatchOptions) -> int:
    """The level that the player to move could still lose by this position (rules S12)."""
    if rules.scoring is Scoring.SIMPLE or board.off:
        return SINGLE
    exposed = _in_zone(board.counts[:PLACES], options) or _contact(board)
    return BACKGAMMON if exposed else GAMMON


def game_ended(
    state: MatchState, *, at: int, winner: int | None, reason: Reason
) -> tuple[Event, ...]:
    """The end of the game in progress, and of the match if that decides it."""
    level = _level(state, winner, reason)
    points = level
    ended = GameEnded(at=at, winner=winner, level=level, points=points, reason=reason)
    score = score_after(state.score, winner, points)
    if not decides_match(state.options, score):
        return (ended,)
    return ended, MatchEnded(at=at, winner=winner, points=score, reason=reason)


def score_after(score: tuple[int, int], winner: int | None, points: int) -> tuple[int, int]:
    """The score when `winner` has won so many points more."""
    first, second = score
    return first + points * (winner == 0), second + points * (winner == 1)


def decides_match(options: MatchOptions, score: tuple[int, int]) -> bool:
    """Whether a game that led to `score` is the last (rules C4, C5); a single game always is."""
    if options.length is None:
        return False
    return options.length == 1 or max(score) >= options.length


def _level(state: MatchState, winner: int | None, reason: Reason) -> int:
    if winner is None:
        return 0
    if reason is Reason.BORNE_OFF:
        return won_level(board_of(state, winner), state.rules, state.options)
    return forfeit_level(board_of(state, 1 - winner), state.rules, state.options)


def _in_zone(loser: bytes, options: MatchOptions) -> bool:
    return any(loser[_ZONE_BEGINS[options.backgammon_zone] : BAR + 1])


def _contact(board: Board) -> bool:
    """Some checker of the mover may yet be hit: an enemy stands behind it or comes from the bar."""
    counts = board.counts
    return _rearmost(counts[:PLACES]) + _rearmost(counts[PLACES:]) > BAR


def _rearmost(half: bytes) -> int:
    return max((place for place in range(OFF, PLACES) if half[place]), default=OFF)
