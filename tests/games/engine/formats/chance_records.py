"""Whole matches at random, scored by the test itself, as records to write and read again."""

from dataclasses import dataclass, field
from functools import cache
from random import Random

from games.engine.board import BAR, HAND, OFF, PLACES, Board
from games.engine.formats.record import Action, ActionKind, Game, Moves, Record
from games.engine.graph import legal_turns
from games.engine.rules import MatchOptions, Rules, Scoring, preset
from games.engine.steps import closed_out

LONGEST_GAME = 800
FEWEST_BEFORE_RESIGNING = 6


@dataclass
class _Table:
    """One game being played."""

    chance: Random
    rules: Rules
    options: MatchOptions
    cube_in_use: bool
    actions: list[Action] = field(default_factory=list)
    cube: int = 1
    owner: int | None = None

    def play(self) -> tuple[int | None, int, int]:
        """Play to the end: winner, level, value; winner None when it takes too long."""
        board, seat = Board.start(self.rules), self.chance.randrange(2)
        for turn in range(LONGEST_GAME):
            if turn and (ended := self._before_roll(seat)) is not None:
                return ended
            if not self.rules.closed_out_rolls and closed_out(board):
                board, seat = board.turned(), 1 - seat
                continue
            dice = self._roll(first=not turn)
            steps = self._choose(board, dice)
            self.actions.append(Action(ActionKind.MOVE, seat, dice, steps))
            board = _after(board, steps)
            if board.won:
                return seat, self._level(board), self.cube
            board, seat = board.turned(), 1 - seat
        return None, 0, 0

    def _roll(self, *, first: bool) -> tuple[int, int]:
        while True:
            dice = self.chance.randint(1, 6), self.chance.randint(1, 6)
            if not first or dice[0] != dice[1]:
                return dice

    def _choose(self, board: Board, dice: tuple[int, int]) -> Moves:
        if board.hand:
            entries = [25 - die for die in dice][: board.hand]
            return tuple((HAND, entry) for entry in sorted(entries, reverse=True))
        turns = [steps for _, steps in legal_turns(board, dice, self.rules)]
        steps = self.chance.choice(turns)
        return tuple((step.origin, step.target) for step in steps)

    def _before_roll(self, seat: int) -> tuple[int, int, int] | None:
        chance = self.chance.random()
        if chance < 0.004 and len(self.actions) >= FEWEST_BEFORE_RESIGNING:
            level = self.chance.randint(1, 1 if self.rules.scoring is Scoring.SIMPLE else 3)
            self.actions.append(Action(ActionKind.RESIGN, seat, level=level))
            return 1 - seat, level, self.cube
        may = self.cube_in_use and self.owner in (None, seat) and self.cube < 1 << 10
        return self._double(seat) if may and chance > 0.9 else None

    def _double(self, seat: int) -> tuple[int, int, int] | None:
        offer, answers = seat, [ActionKind.DOUBLE]
        self.actions.append(Action(ActionKind.DOUBLE, seat))
        raises = [ActionKind.BEAVER, ActionKind.RACCOON] if self.options.beavers else []
        while raises and self.chance.random() < 0.3:
            self.cube *= 2
            offer = 1 - offer
            answers.append(raises.pop(0))
            self.actions.append(Action(answers[-1], offer))
        if self.chance.random() < 0.3:
            self.actions.append(Action(ActionKind.DROP, 1 - offer))
            return offer, 1, self.cube
        self.actions.append(Action(ActionKind.TAKE, 1 - offer))
        self.cube *= 2
        self.owner = 1 - seat
        return None

    def _level(self, board: Board) -> int:
        loser = board.counts[PLACES:]
        if self.rules.scoring is Scoring.SIMPLE or loser[OFF]:
            return 1
        if self.options.jacoby and self.owner is None:
            return 1
        return 3 if any(loser[19 : BAR + 1]) else 2


def _after(board: Board, steps: Moves) -> Board:
    counts = bytearray(board.counts)
    for origin, target in steps:
        counts[origin] -= 1
        counts[target] += 1
        if target != OFF and counts[PLACES + 25 - target]:
            counts[PLACES + 25 - target] -= 1
            counts[PLACES + BAR] += 1
    return Board(int.from_bytes(counts, "big"))


@cache
def chance_record(
    seed: int, ruleset: str, options: MatchOptions, *, games: int = 3, cubes: tuple[int, ...] = (1,)
) -> Record:
    """A match played out, or some games of a money session, each cube beginning at one of
    `cubes`."""
    chance, rules = Random(seed), preset(ruleset)
    score, crawford_played, played = [0, 0], False, []
    while len(played) < games if options.length is None else max(score) < options.length:
        needs = [(options.length or 0) - points for points in score]
        one_away = (needs[0] == 1) != (needs[1] == 1)
        crawford = options.crawford and one_away and not crawford_played
        table = _Table(chance, rules, options, rules.cube and not crawford)
        table.cube = cube = chance.choice(cubes)
        winner, level, value = table.play()
        if winner is None:
            continue
        played.append(
            Game(
                score=(score[0], score[1]),
                crawford=crawford,
                post_crawford=crawford_played or needs == [1, 1],
                cube=cube,
                actions=tuple(table.actions),
                winner=winner,
                level=level,
                points=level * value,
            )
        )
        crawford_played = crawford_played or crawford
        score[winner] += level * value
    return Record(
        players=("Anna Ř.", "Boris ]:\\ x"),
        ruleset=ruleset,
        options=options,
        games=tuple(played),
        info=(("Event", 'The "Cup"'), ("Round", "2")),
    )
