"""Two at once: whoever commits first counts, nothing happens twice.

On SQLite, where writers queue, a few trials; on PostgreSQL two hundred of each.
"""

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from django.db import connection

from games.engine import commands
from games.engine.state import Phase
from games.models import MatchEvent, Result
from games.services import audit, clocks, lobby, play
from games.services.answers import Ok, Waiting
from tests.games import making
from tests.games.engine.playing import choose
from vrhcaby import clock

pytestmark = pytest.mark.django_db(transaction=True)

FEW = 8
MANY = 200
trials = pytest.mark.parametrize(
    "trials",
    [FEW, pytest.param(MANY, marks=[pytest.mark.services, pytest.mark.slow])],
)


@contextmanager
def two_threads():
    """Give a function that runs two calls at the same moment and returns what they gave."""
    barrier = threading.Barrier(2)

    def run(call):
        barrier.wait(30)
        return call()

    with ThreadPoolExecutor(2) as pool:

        def together(first, second):
            return [
                future.result(30) for future in (pool.submit(run, first), pool.submit(run, second))
            ]

        yield together
        together(lambda: connection.close(), lambda: connection.close())


@pytest.fixture
def members():
    return making.member(), making.member()


def sent(game, command, key):
    """Return the call that sends a command of a seat's member."""

    def send():
        return play.command(
            match_id=game.match_id,
            member_id=game.members[command.seat],
            command_id=key,
            command=command,
        )

    return send


def a_double_past_its_limit(hand, members):
    """A match in which a double waits, unanswered until its limit has passed; who doubled."""
    game = making.game(members=members, ruleset="standard", options={"length": 5})
    chance = random.Random(1)
    while game.state.roll is not None or not game.state.turns:
        hand.advance(1000)
        making.swept()
        assert isinstance(game.send(choose(game.state, chance)), Ok)
    doubler = game.state.turn
    assert isinstance(game.send(commands.Double(doubler)), Ok)
    hand.advance(game.state.clock.left(clock.now()))
    making.swept()
    clocks.sweep()
    return game, doubler


@trials
@pytest.mark.parametrize("answer", [commands.Take, commands.Drop])
def test_an_answer_to_the_cube_against_a_claim(hand, members, trials, answer):
    for number in range(trials):
        game, doubler = a_double_past_its_limit(hand, members)
        with two_threads() as together:
            given, claimed = together(
                sent(game, answer(1 - doubler), f"answer-{number}"),
                sent(game, commands.Claim(doubler), f"claim-{number}"),
            )
        ends = [
            data["reason"]
            for data in MatchEvent.objects.filter(
                match=game.match_id, kind="game_ended"
            ).values_list("data", flat=True)
        ]
        assert isinstance(given, Ok) is not isinstance(claimed, Ok), (given, claimed)
        if isinstance(claimed, Ok):
            assert ends == ["claimed"]
        else:
            assert ends == (["dropped"] if answer is commands.Drop else [])
        assert game.state.phase is Phase.LIVE
    assert list(audit.check()) == []


def past_its_limit(hand, members, *, here=True):
    """A match whose mover's limit has passed, unjudged."""
    game = making.game(members=members)
    if here:
        game.be_here()
    hand.ms = game.row.deadline_at
    making.swept()
    return game


def accepted(answers):
    return [answer for answer in answers if isinstance(answer, Ok)]


def ended_once(game):
    """The match ended once: one result, one event, each member rated once."""
    result = Result.objects.get(match=game.match_id)
    assert game.kinds.count("match_ended") == 1
    assert sorted(result.ladder_result.changes.values_list("member", flat=True)) == sorted(
        game.members
    )


@trials
def test_a_step_against_a_claim(trials, hand, members):
    claims = 0
    with two_threads() as together:
        for _ in range(trials):
            game = past_its_limit(hand, members)
            step = game.next_step()

            answers = together(
                sent(game, step, "step"), sent(game, commands.Claim(1 - step.seat), "claim")
            )

            assert len(accepted(answers)) == 1
            assert game.kinds.count("limit_passed") == 1
            if isinstance(answers[1], Ok):
                claims += 1
                assert answers[0].code == "game_over"
                ended_once(game)
            else:
                assert answers[1].code in {"time_not_over", "nothing_to_claim"}
                assert game.row.status == "live"
                game.send(commands.Resign(0))
    assert list(audit.check()) == []
    assert 0 <= claims <= trials


@trials
def test_a_resignation_against_the_winning_step(trials, hand, members):
    with two_threads() as together:
        for _ in range(trials):
            game = making.game_at({1: 1}, {1: 1}, members=members)
            step = game.next_step()

            answers = together(
                sent(game, step, "step"), sent(game, commands.Resign(1 - step.seat), "resign")
            )

            assert len(accepted(answers)) == 1
            assert game.row.winner == step.seat
            assert game.row.reason == ("borne_off" if isinstance(answers[0], Ok) else "resigned")
            ended_once(game)


@trials
def test_a_claim_twice(trials, hand, members):
    with two_threads() as together:
        for _ in range(trials):
            game = past_its_limit(hand, members)
            claim = commands.Claim(1 - game.state.turn)

            answers = together(sent(game, claim, "left"), sent(game, claim, "right"))

            assert len(accepted(answers)) == 1
            ended_once(game)


@trials
def test_two_tabs_that_send_the_same_step(trials, hand, members):
    with two_threads() as together:
        for _ in range(trials):
            game = making.game_at({13: 1, 1: 1}, {1: 2}, members=members)
            step = commands.Step(game.state.turn, 13, game.state.dice_left[0])

            answers = together(sent(game, step, "left"), sent(game, step, "right"))

            assert len(accepted(answers)) == 1
            stepped = MatchEvent.objects.filter(match=game.match_id, kind="stepped")
            assert [event.data["origin"] for event in stepped] == [13]


@trials
def test_two_tabs_that_send_one_command_twice(trials, hand, members):
    with two_threads() as together:
        for _ in range(trials):
            game = making.game(members=members)
            step = game.next_step()

            first, second = together(sent(game, step, "same"), sent(game, step, "same"))

            assert isinstance(first, Ok)
            assert first == second
            assert game.kinds.count("stepped") == 1
            assert game.row.version == first.version
            game.send(commands.Resign(0))
            hand.advance(1_000)  # so many matches in one instant nobody begins


@trials
def test_a_sweep_against_a_step(trials, hand, members):
    with two_threads() as together:
        for number in range(trials):
            here = number % 2 == 0
            game = past_its_limit(hand, members, here=here)

            _, answer = together(clocks.sweep, sent(game, game.next_step(), "step"))

            assert game.kinds.count("limit_passed") == 1
            assert isinstance(answer, Ok) is here
            if here:
                assert game.row.deadline_at == clock.now() + making.MINUTE
                game.send(commands.Resign(0))
            else:
                assert game.row.reason == "absent"
                ended_once(game)
    assert list(audit.check()) == []


@trials
def test_two_sweeps(trials, hand, members):
    with two_threads() as together:
        for _ in range(trials):
            game = past_its_limit(hand, members, here=False)

            together(clocks.sweep, clocks.sweep)

            assert game.kinds.count("limit_passed") == 1
            ended_once(game)


@trials
def test_two_challenges_past_the_limit_of_open_ones(trials, hand, members):
    challenger, _ = members

    def challenge(limit_s):
        return lambda: lobby.challenge(
            member_id=challenger.pk, ruleset="vrhcaby", rated=True, limit_ms=limit_s * 1000
        )

    for limit_s in range(20, 20 + lobby.MOST_OPEN - 1):
        assert isinstance(challenge(limit_s)(), Waiting)
    with two_threads() as together:
        for _ in range(trials):
            made = [
                answer
                for answer in together(challenge(50), challenge(51))
                if isinstance(answer, Waiting)
            ]
            assert len(made) <= 1
            for answer in made:
                lobby.withdraw(challenge_id=answer.challenge_id, member_id=challenger.pk)
