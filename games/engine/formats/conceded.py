"""A match lost at one blow, on a delay clock or by leaving one (rules S12), in files of games.

No other program knows a game that counts more than a backgammon. What is beyond it is written
as games that the loser conceded at their start, marked, and read back as the one game it was.
"""

from collections.abc import Sequence
from dataclasses import replace

from games.engine.formats.record import Action, ActionKind, Dice, Game, Record

MARK = "Conceded"
_MOST_LEVEL = 3
# GNU Backgammon counts a game only once dice lie on its board.
_OPENING: Dice = (2, 1)
_GIVEN_UP = frozenset({ActionKind.ROLL, ActionKind.RESIGN})


def stake_of(game: Game) -> int:
    """What a game of a match counts that was given up: the cube as it lay, times the level."""
    taken = sum(action.kind is ActionKind.TAKE for action in game.actions)
    return (game.cube << taken) * game.level


def split(record: Record) -> tuple[tuple[Game, ...], int | None]:
    """The games as files tell them, and the index of the first that was conceded, if any."""
    if not record.games or not record.games[-1].resigned or not record.decided:
        return record.games, None
    last = record.games[-1]
    beyond = last.points - stake_of(last)
    if beyond <= 0:
        return record.games, None
    games = [*record.games[:-1], replace(last, points=last.points - beyond)]
    while beyond:
        games.append(_conceded(record, games[-1], min(beyond, _MOST_LEVEL)))
        beyond -= games[-1].points
    return tuple(games), len(record.games)


def _conceded(record: Record, before: Game, level: int) -> Game:
    """A game at the score after another that the loser of that gives up at its start."""
    winner = before.winner or 0
    first, second = before.score
    score = first + before.points * (winner == 0), second + before.points * (winner == 1)
    away = sorted(record.length - points for points in score)
    due = record.options.crawford and away[0] == 1 < away[1] and not before.post_crawford
    crawford = due and not before.crawford
    return Game(
        score=score,
        crawford=crawford,
        post_crawford=before.post_crawford or before.crawford or away == [1, 1],
        actions=(
            Action(ActionKind.ROLL, winner, _OPENING),
            Action(ActionKind.RESIGN, 1 - winner, level=level),
        ),
        winner=winner,
        level=level,
        points=level,
    )


def joined(games: Sequence[Game], first: int | None, length: int) -> tuple[Game, ...]:
    """The games with those from index `first` on made one with the game before them.

    Only if that is what `split` would have written: the loser gave all of them up, unplayed.
    """
    if first is None or not 0 < first < len(games):
        return tuple(games)
    last, beyond = games[first - 1], games[first:]
    unplayed = all(
        game.winner == last.winner and all(action.kind in _GIVEN_UP for action in game.actions)
        for game in beyond
    )
    points = last.points + sum(game.points for game in beyond)
    if not unplayed or not last.resigned or last.winner is None:
        return tuple(games)
    if last.score[last.winner] + points < length:
        return tuple(games)
    return (*games[: first - 1], replace(last, points=points))
