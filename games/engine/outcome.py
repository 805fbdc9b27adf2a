"""What a finished game counts, and whether it ends the match."""

from games.engine import controls
from games.engine.board import BAR, OFF, PLACES, Board
from games.engine.events import Event, GameEnded, MatchEnded, Reason
from games.engine.rules import BackgammonZone, MatchOptions, Rules, Scoring
from games.engine.state import MatchState, board_of

SINGLE = 1
GAMMON = 2
BACKGAMMON = 3
_FORFEITS = frozenset({Reason.LEFT, Reason.IDLE, Reason.TIME, Reason.CLAIMED, Reason.ABSENT})
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


def losable_level(state: MatchState, seat: int) -> int:
    """The level that `seat` can still lose the game in progress at (rules S8, S12, C6)."""
    if _jacoby_counts(state):
        return SINGLE
    return forfeit_level(board_of(state, seat), state.rules, state.options)


def stake(state: MatchState, level: int) -> int:
    """The points of a game won now at this level: the cube's value times it (rules C3, C6)."""
    return state.cube.value * (SINGLE if _jacoby_counts(state) else level)


def cost_of_leaving(state: MatchState, seat: int) -> int:
    """The points that `seat` gives away by leaving the game in progress now (rules S12)."""
    return _points(state, 1 - seat, losable_level(state, seat), Reason.LEFT)


def cost_of_resigning(state: MatchState, seat: int) -> int:
    """The points that `seat` gives away by resigning the game in progress at once."""
    return stake(state, losable_level(state, seat))


def game_ended(
    state: MatchState, *, at: int, winner: int | None, reason: Reason, level: int | None = None
) -> tuple[Event, ...]:
    """The end of the game in progress, and of the match if that decides it.

    `level` is that of an accepted resignation or a drop, else it follows from the board.
    """
    if level is None:
        level = _level(state, winner, reason)
    points = 0 if winner is None else _points(state, winner, level, reason)
    ended = GameEnded(at=at, winner=winner, level=level, points=points, reason=reason)
    score = score_after(state.score, winner, points)
    if not _ends_match(state, score, reason):
        return (ended,)
    if state.options.length is None:
        winner = leader(score)
    return ended, MatchEnded(at=at, winner=winner, points=score, reason=reason)


def session_ended(state: MatchState, *, at: int) -> MatchEnded:
    """The end of a money session between two games: who is ahead has won it (rules C5)."""
    reason = Reason.SESSION_ENDED
    return MatchEnded(at=at, winner=leader(state.score), points=state.score, reason=reason)


def leader(score: tuple[int, int]) -> int | None:
    """The seat with more points, if one has."""
    first, second = score
    return None if first == second else int(second > first)


def score_after(score: tuple[int, int], winner: int | None, points: int) -> tuple[int, int]:
    """The score when `winner` has won so many points more."""
    first, second = score
    return first + points * (winner == 0), second + points * (winner == 1)


def decides_match(options: MatchOptions, score: tuple[int, int]) -> bool:
    """Whether a game that led to `score` is the last (rules C4, C5); a single game always is."""
    if options.length is None:
        return False
    return options.length == 1 or max(score) >= options.length


def _ends_match(state: MatchState, score: tuple[int, int], reason: Reason) -> bool:
    """As `decides_match`; who leaves a session's game ends it (C5).

    A game that nobody could even begin is annulled for good: the next one would be the same.
    """
    if reason is Reason.ANNULLED and not state.turns and not state.steps_played:
        return True
    leaves = state.options.length is None and reason is Reason.LEFT
    return leaves or decides_match(state.options, score)


def _points(state: MatchState, winner: int, level: int, reason: Reason) -> int:
    """The stake; all that the winner needs where time or leaving costs the match (rules S12)."""
    points = stake(state, level)
    if reason in _FORFEITS and controls.costs_match(state.control, state.options):
        points = max(points, (state.options.length or 0) - state.score[winner])
    return points


def _jacoby_counts(state: MatchState) -> bool:
    return state.options.jacoby and state.cube.owner is None


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
