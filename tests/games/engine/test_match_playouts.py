"""Whole matches by chance: what must hold at every version, whatever happens (rules G2, G3, G4)."""

import random
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine import codec, fairness
from games.engine import commands as c
from games.engine import events as e
from games.engine.board import Board
from games.engine.clock import TimeControl
from games.engine.decide import decide, start
from games.engine.errors import RuleViolation
from games.engine.evolve import evolve, fold
from games.engine.export import read, to_data
from games.engine.graph import legal_steps
from games.engine.proof import verify
from games.engine.rules import PRESETS, BackgammonZone, MatchOptions, preset
from games.engine.settle import Presence, credit, settle
from games.engine.state import MatchState, Phase, board_of, deadline, must_act, new_match
from tests.games.engine.playing import SEEDS, checkers, play

GAMES = 3


def require_sound(state: MatchState) -> None:
    """What a state owes at every version (rules G4)."""
    count = state.rules.checkers
    state.board.require_one_colour_a_point()
    assert checkers(state.board) == (count, count)
    assert state.board.turned().turned() == state.board
    text = codec.state_to_json(state)
    assert codec.state_from_json(text) == state


def require_pips(before: MatchState, event: e.Event, after: MatchState) -> None:
    """Pips fall by what was played, and rise by what a hit costs."""
    if not isinstance(event, e.Stepped):
        return
    own, theirs = before.board.pips(), before.board.their_pips()
    assert own - after.board.pips() == event.origin - event.target <= event.die
    hit_from = 25 - event.target
    assert after.board.their_pips() - theirs == ((25 - hit_from) if event.hit else 0)


@pytest.mark.parametrize("key", PRESETS)
def test_g2_g4_random_matches_of_every_preset(key: str) -> None:
    for seed in range(GAMES):
        log: list[e.Event] = []
        waiting = None
        for before, events, after in play(preset(key), seed=seed):
            waiting = waiting or before
            state = before
            for event in events:
                following = evolve(state, event)
                assert following.version == state.version + 1
                if state.phase is Phase.LIVE:
                    require_pips(state, event, following)
                state = following
            assert state == after
            require_sound(after)
            log += events
        assert waiting is not None
        assert fold(waiting, log) == after
        assert after.phase is Phase.OVER
        assert after.reason == "borne_off"
        assert after.score[after.winner or 0] == log[-2].points  # type: ignore[union-attr]


@pytest.mark.parametrize("key", ["standard", "hypergammon", "egyptian"])
def test_a_match_to_points_ends_at_its_length(key: str) -> None:
    options = MatchOptions(length=5, crawford=True, backgammon_zone=BackgammonZone.SEED)

    *_, (_, events, last) = play(preset(key), seed=7, options=options)

    assert isinstance(events[-1], e.MatchEnded)
    assert max(last.score) >= 5 > min(last.score)


@pytest.mark.parametrize("key", PRESETS)
def test_rolls_are_numbered_without_gap_or_repetition(key: str) -> None:
    log = [event for _, events, _ in play(preset(key), seed=1) for event in events]

    opening = [number for it in log if isinstance(it, e.GameStarted) for number, _, _ in it.opening]
    rolled = [it.roll for it in log if isinstance(it, e.Rolled)]
    numbers = sorted({*opening, *rolled})

    assert numbers == list(range(1, len(numbers) + 1))
    assert all(a < b for a, b in pairwise(rolled))


@pytest.mark.parametrize("key", PRESETS)
def test_an_exported_match_of_every_preset_is_verified(key: str) -> None:
    server_seed = (2).to_bytes(32, "big")
    acts = list(play(preset(key), seed=2))
    log = [event for _, events, _ in acts for event in events]
    state = acts[-1][2]
    exported = to_data(
        match=1,
        ruleset=key,
        state=state,
        commitment=fairness.commitment(server_seed),
        server_seed=server_seed,
        seeds=SEEDS,
        events=log,
    )

    report = verify(exported)

    assert report.good
    assert report.rolls == state.rolls
    assert read(exported).events == tuple(log)


# Anything, at any time, of vrhcáby

ANY_POINT = st.integers(-1, 26)
ANY_COMMAND = st.one_of(
    st.builds(
        c.Step,
        st.integers(0, 1),
        ANY_POINT,
        st.none() | st.integers(0, 7),
        st.none() | ANY_POINT,
    ),
    st.builds(c.Turn, st.integers(0, 1), st.just(((24, 1),))),
    *(
        st.builds(kind, st.integers(0, 1))
        for kind in (c.OfferDraw, c.Accept, c.Decline, c.Claim, c.Roll)
    ),
)
ENDING = st.builds(c.Resign, st.integers(0, 1)) | st.builds(c.Leave, st.integers(0, 1))
CREDIT = st.tuples(st.integers(0, 90_000), st.sampled_from(list(e.Cause)))
BOUNDARIES = st.sampled_from([9_999, 10_000, 59_999, 60_000, 60_001, 120_000])


@st.composite
def disturbances(draw: st.DrawFn) -> tuple[object, int, Presence, bool]:
    """An act, the pause before it, who is there, and whether the clock is settled before it."""
    kind = draw(st.integers(0, 19))
    act: object = draw(st.integers(0, 10**6))
    if kind == 1:
        act = draw(CREDIT)
    elif kind in (2, 3, 4):
        act = draw(ANY_COMMAND)
    pause = draw(BOUNDARIES if draw(st.integers(0, 9)) == 1 else st.integers(0, 5_000))
    presence = draw(st.sampled_from(["online", "online", "online", "unknown", "offline"]))
    return act, pause, presence, draw(st.booleans())


class Chaos:
    """A match under hypothesis: the state, its log, and what must hold after each act."""

    def __init__(self, seed: int) -> None:
        rules = preset("vrhcaby")
        self.dice = fairness.Stream(seed.to_bytes(32, "big"), ("", ""))
        self.waiting = new_match(rules, MatchOptions(), TimeControl.of(rules))
        self.state = self.waiting
        self.log: list[e.Event] = []
        self.at = 1_700_000_000_000
        self.keep(start(self.waiting, at=self.at, dice=self.dice))

    def keep(self, events: tuple[e.Event, ...]) -> None:
        for event in events:
            assert event.at >= self.state.at
            self.state = evolve(self.state, event)
        self.log += events
        require_sound(self.state)

    def settle(self, presence: Presence) -> None:
        self.keep(settle(self.state, at=self.at, presence=lambda seat, at: presence))
        due = deadline(self.state)
        assert due is None or due > self.at
        assert settle(self.state, at=self.at, presence=lambda seat, at: presence) == ()

    def act(self, act: object) -> None:
        before = self.state
        if isinstance(act, tuple):
            length, cause = act
            self.keep(credit(self.state, since=self.at - length, at=self.at, cause=cause))
            assert self.state.clock.ends >= before.clock.ends
            assert (self.state.clock.idle_ends or 0) >= (before.clock.idle_ends or 0)
        else:
            self.obey(self.command(act))

    def command(self, act: object) -> c.Command:
        if not isinstance(act, int):
            return act  # type: ignore[return-value]
        legal = _legal_steps(self.state)
        seat = must_act(self.state) or 0
        if not legal:
            return (c.Decline if act % 5 else c.Accept)(seat)
        if act % 7 == 0:
            return c.OfferDraw(seat)
        return c.Step(seat, *legal[act % len(legal)])

    def obey(self, command: c.Command) -> None:
        before = self.state
        text = codec.state_to_json(before)
        try:
            events = decide(before, command, at=self.at, dice=self.dice)
        except RuleViolation:
            events = ()
        assert codec.state_to_json(before) == text
        assert not events or before.phase is Phase.LIVE
        self.keep(events)


def _legal_steps(state: MatchState) -> list[tuple[int, int]]:
    if state.phase is not Phase.LIVE or state.offer is not None:
        return []
    steps = legal_steps(state.board, state.dice_left, state.rules)
    return [(step.origin, step.die) for step in steps]


@given(
    st.integers(0, 1000),
    st.lists(disturbances(), min_size=30, max_size=120),
    st.none() | ENDING,
)
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_g2_g3_g4_anything_at_any_time(
    seed: int, acts: list[tuple[object, int, Presence, bool]], ending: c.Command | None
) -> None:
    chaos = Chaos(seed)
    for act, pause, presence, settled in acts:
        chaos.at += pause
        if settled:
            chaos.settle(presence)
        chaos.act(act)
    if ending is not None:
        chaos.act(ending)

    assert chaos.state == fold(chaos.waiting, chaos.log)
    _require_verifiable(chaos, seed)


def _require_verifiable(chaos: Chaos, seed: int) -> None:
    server_seed = seed.to_bytes(32, "big")
    exported = to_data(
        match=1,
        ruleset="vrhcaby",
        state=chaos.state,
        commitment=fairness.commitment(server_seed),
        server_seed=server_seed,
        seeds=("", ""),
        events=chaos.log,
    )
    report = verify(exported)
    assert report.play is None
    assert report.good


@pytest.mark.parametrize("key", PRESETS)
def test_g3_commands_out_of_turn_change_nothing(key: str) -> None:
    chance = random.Random(5)
    for number, (before, events, state) in enumerate(play(preset(key), seed=5)):
        if number % 7 or state.phase is not Phase.LIVE:
            continue
        other = 1 - state.turn
        point = chance.randint(1, 25)
        text = codec.state_to_json(state)
        for command in (
            c.Step(other, point, 1),
            c.Turn(other, ((point, 1),)),
            c.Turn(state.turn, ((point, 7),)),
            c.Roll(other),
            c.Accept(other),
            c.Claim(other),
            c.OfferDraw(other),
        ):
            with pytest.raises(RuleViolation):
                decide(state, command, at=state.at, dice=fairness.Stream(bytes(32), SEEDS))
        assert codec.state_to_json(state) == text
        assert events
        assert before.version < state.version


def test_both_seats_see_one_position() -> None:
    for _, _, state in play(preset("vrhcaby"), seed=9):
        mine: Board = board_of(state, 0)
        assert mine.turned() == board_of(state, 1)
        assert mine.own(25) == board_of(state, 1).theirs(25)
