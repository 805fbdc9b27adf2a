"""Any ruleset, any options, any clock, to the end of the match: what must always hold (G1–G5)."""

import random
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine import codec, fairness
from games.engine import commands as c
from games.engine import events as e
from games.engine.choices import choices
from games.engine.cube import CUBE_LIMIT
from games.engine.decide import apply, decide, start
from games.engine.errors import RuleViolation
from games.engine.evolve import evolve, fold
from games.engine.export import to_data
from games.engine.proof import verify
from games.engine.rules import PRESETS, MatchOptions, preset
from games.engine.settle import credit, settle
from games.engine.state import Crawford, MatchState, Phase, deadline, must_act, new_match
from tests.games.engine.any_rules import Terms, money_terms, terms
from tests.games.engine.playing import SEEDS, checkers, choose, play

T0 = 1_700_000_000_000
MOST_ACTS = 2_000
QUICK = [1, 800, 2_000, 3_999]
PAUSES = [1, 500, 9_000, 30_000, 59_999, 60_000, 61_000]


class Course:
    """One match by chance, checked at every event; `log` is what has happened."""

    def __init__(self, seed: int, found: Terms) -> None:
        self.seed = seed
        self.chance = random.Random(seed)
        self.dice = fairness.Stream(seed.to_bytes(32, "big"), SEEDS)
        self.waiting = new_match(*found)
        self.state = self.waiting
        self.log: list[e.Event] = []
        self.at = T0
        self.crawford_games = 0
        self.keep(start(self.waiting, at=self.at, dice=self.dice))

    def run(self) -> None:
        acts = 0
        while self.state.phase is not Phase.OVER and acts < MOST_ACTS:
            acts += 1
            self.at += (
                self.chance.choice(PAUSES) if acts % 9 == 0 else self.chance.randint(1, 4_000)
            )
            self.settle()
            if self.state.phase in (Phase.LIVE, Phase.BETWEEN):
                self.act(acts)

    def settle(self) -> None:
        present = self.chance.choice(["online", "online", "unknown"])
        self.keep(settle(self.state, at=self.at, presence=lambda seat, at: present))
        due = deadline(self.state)
        assert due is None or due > self.at
        if self.state.phase is Phase.WAITING:
            self.keep(start(self.state, at=self.at, dice=self.dice))

    def act(self, acts: int) -> None:
        if acts % 40 == 0:
            since = self.at - self.chance.randint(0, 90_000)
            self.keep(credit(self.state, since=since, at=self.at, cause=e.Cause.OUTAGE))
        if acts % 23 == 0:
            self.ask_everything()
        command = choose(self.state, self.chance)
        events, after = apply(self.state, command, at=self.at, dice=self.dice)
        self.keep(events)
        assert self.state == after

    def ask_everything(self) -> None:
        """What `choices` says, `decide` does; a refusal changes nothing (rules G3)."""
        text = codec.state_to_json(self.state)
        for seat in (0, 1):
            for choice in choices(self.state, seat, self.at):
                assert self.answers(seat, choice.name) == {choice.code}
            for command in nonsense(seat, self.chance):
                self.code(command)
        assert codec.state_to_json(self.state) == text

    def answers(self, seat: int, name: str) -> set[str | None]:
        found = choices(self.state, seat, self.at)
        choice = next(it for it in found if it.name == name)
        if choice.possible:
            return {self.code(command) for command in choice.commands} or {None}
        return {self.code(sample(self.state, seat, name))}

    def code(self, command: c.Command) -> str | None:
        try:
            decide(self.state, command, at=self.at, dice=self.dice)
        except RuleViolation as refusal:
            return refusal.code
        return None

    def keep(self, events: tuple[e.Event, ...]) -> None:
        for event in events:
            before, self.state = self.state, evolve(self.state, event)
            assert self.state.version == before.version + 1
            self.crawford_games += (
                isinstance(event, e.GameStarted) and self.state.crawford is Crawford.NOW
            )
            require_sound(self.state)
        self.log += events


def nonsense(seat: int, chance: random.Random) -> list[c.Command]:
    """Commands with numbers that may mean nothing: refused, or legal, but never an error."""
    number = chance.choice([-1, 0, 1, 3, 6, 7, 24, 25, 26, 10**9])
    return [
        c.Step(seat, number, chance.choice([None, number, 3]), chance.choice([None, number, 4])),
        c.Turn(seat, ((number, 3), (6, number))),
        c.Place(seat, number),
        c.OfferResignation(seat, number),
    ]


def sample(state: MatchState, seat: int, name: str) -> c.Command:
    """A command of this name, as `choices` asks for it."""
    dice = state.dice_left or (1,)
    by_name: dict[str, c.Command] = {
        "roll": c.Roll(seat),
        "step": c.Step(seat, 0),
        "turn": c.Turn(seat, ()),
        "place": c.Place(seat, dice[0]),
        "double": c.Double(seat),
        "take": c.Take(seat),
        "drop": c.Drop(seat),
        "beaver": c.Beaver(seat),
        "raccoon": c.Raccoon(seat),
        "offer_draw": c.OfferDraw(seat),
        "accept": c.Accept(seat),
        "decline": c.Decline(seat),
        "resign": c.Resign(seat),
        "offer_resignation": c.OfferResignation(seat, 1),
        "hold": c.Hold(seat, on=not state.holds[seat]),
        "next_game": c.NextGame(seat),
        "leave": c.Leave(seat),
        "claim": c.Claim(seat),
    }
    return by_name[name]


def require_sound(state: MatchState) -> None:
    """Checkers, cube, clock and snapshot of one version."""
    count = state.rules.checkers
    assert checkers(state.board) == (count, count)
    state.board.require_one_colour_a_point()
    value = state.cube.value
    assert 1 <= value <= CUBE_LIMIT
    assert value & (value - 1) == 0
    assert min(state.reserve) >= 0 <= min(state.vacation)
    if state.phase is Phase.LIVE:
        assert state.clock.seat == must_act(state)
    text = codec.state_to_json(state)
    assert codec.state_from_json(text) == state


def require_conserved(course: Course) -> None:
    """The score is the sum of what the games counted (rules C3 to C5)."""
    ended = [event for event in course.log if isinstance(event, e.GameEnded)]
    for seat in (0, 1):
        won = sum(event.points for event in ended if event.winner == seat)
        assert course.state.score[seat] == won
    for event in ended:
        assert (event.points == 0) == (event.winner is None)


def require_ended_rightly(course: Course) -> None:
    state = course.state
    length = state.options.length
    if state.phase is not Phase.OVER or length is None:
        return
    if state.winner is not None:
        assert state.score[state.winner] >= length > state.score[1 - state.winner]


def require_one_crawford_game(course: Course) -> None:
    """Exactly once, if a game began in which either needed one point (rules C4)."""
    options = course.state.options
    if options.length in (None, 1) or not options.crawford:
        assert options.length == 1 or course.crawford_games == 0
        return
    score = [0, 0]
    due = False
    for event in course.log:
        if isinstance(event, e.GameStarted):
            due = due or options.length - 1 in score
        elif isinstance(event, e.GameEnded) and event.winner is not None:
            score[event.winner] += event.points
    assert course.crawford_games == due


@given(st.integers(0, 10_000), terms() | money_terms())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_match_keeps_the_rules_of_every_match(seed: int, found: Terms) -> None:
    course = Course(seed, found)

    course.run()

    assert course.state == fold(course.waiting, course.log)
    require_conserved(course)
    require_ended_rightly(course)
    require_one_crawford_game(course)
    assert _verified(course)


def _verified(course: Course) -> bool:
    """Every roll and every event of the export follows from the seeds and the rules."""
    server_seed = course.seed.to_bytes(32, "big")
    exported = to_data(
        match=1,
        ruleset="standard",
        state=course.state,
        commitment=fairness.commitment(server_seed),
        server_seed=server_seed,
        seeds=SEEDS,
        events=course.log,
    )
    report = verify(exported)
    assert report.play is None
    return report.good


LONG = [
    ("standard", MatchOptions(length=5, crawford=True)),
    ("nackgammon", MatchOptions(length=3, crawford=True)),
    ("hypergammon", MatchOptions(length=7, crawford=True)),
    ("egyptian", MatchOptions(length=3, crawford=True)),
    ("nasazovani", MatchOptions(length=3)),
    ("vrhcaby", MatchOptions()),
    ("standard", MatchOptions(length=None, jacoby=True, beavers=3, raccoons=True)),
    ("hypergammon", MatchOptions(length=None, automatic_doubles=2, beavers=1)),
]


@pytest.mark.parametrize(("key", "options"), LONG)
def test_every_preset_is_played_to_the_end_of_its_match(key: str, options: MatchOptions) -> None:
    *acts, (_, _, last) = play(preset(key), seed=11, options=options)

    assert last.phase is Phase.OVER
    assert acts
    log = [event for _, events, _ in acts for event in events]
    rolls = [event.roll for event in log if isinstance(event, e.Rolled)]
    assert all(a < b for a, b in pairwise(rolls))


def test_every_preset_is_among_them() -> None:
    assert {key for key, _ in LONG} == set(PRESETS)
