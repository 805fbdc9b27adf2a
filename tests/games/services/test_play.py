"""Commands of the players: one way in, answered once, kept whole."""

import time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine import commands
from games.models import Command, MatchEvent
from games.services import audit, clocks, play
from games.services.answers import Ok
from tests.games import making
from vrhcaby.errors import Refused

pytestmark = pytest.mark.django_db

SECOND = 1_000
STATEMENTS_A_STEP = {"postgresql": 3, "sqlite": 5}


def test_a_step_is_kept_with_its_events_and_the_version_after_it(hand):
    game = making.game()
    before = game.row.version

    answer = game.step()

    assert answer == Ok(game.row.version)
    assert game.row.version > before
    assert game.kinds[before] == "stepped"
    assert game.row.deadline_at == hand.ms + making.MINUTE


def test_a_whole_rated_game_leaves_nothing_to_complain_of(hand):
    game = making.game(seeds=("červená", ""))

    while game.row.status == "live":
        hand.advance(SECOND)
        making.swept()
        assert isinstance(game.step(), Ok)

    assert game.row.reason == "borne_off"
    assert game.row.deadline_at is None
    assert game.row.result.winner == game.row.winner
    assert [seat.rating_before for seat in game.row.seats.all()] == [1500.0, 1500.0]
    assert sorted(seat.points for seat in game.row.seats.all()) == [0, 1]
    assert list(audit.check()) == []


def test_the_same_command_again_gets_the_same_answer_and_happens_once(hand):
    game = making.game()
    command = game.next_step()
    first = game.send(command, key="twice")
    version = game.row.version

    second = game.send(command, key="twice")

    assert second == first
    assert game.row.version == version
    assert Command.objects.count() == 1


def test_another_command_under_a_known_id_is_refused(hand):
    game = making.game()
    step = game.next_step()
    game.send(step, key="twice")

    answer = game.send(commands.Resign(step.seat), key="twice")

    assert answer == Refused("command_id_reused")
    assert game.row.status == "live"


def test_two_members_may_use_the_same_id(hand):
    game = making.game()
    turn = game.state.turn
    game.send(commands.Step(turn, 25, 1), key="same")
    game.send(game.next_step(), key="same")

    answer = game.send(commands.Resign(1 - turn), key="same")

    assert isinstance(answer, Ok)


def test_a_refused_command_changes_nothing_and_is_not_stored(hand):
    game = making.game()
    before = game.row

    answer = game.send(commands.Claim(1 - game.state.turn), key="early")

    assert answer.code == "time_not_over"
    assert answer.details["version"] == before.version
    assert game.row.state == before.state
    assert not Command.objects.exists()


def test_the_opponent_of_the_mover_may_not_step(hand):
    game = making.game()
    step = game.next_step()
    other = commands.Step(1 - step.seat, step.origin, step.die)

    assert game.send(other).code == "not_your_turn"


def test_nobody_plays_for_another_seat(hand):
    game = making.game()
    step = game.next_step()

    answer = play.command(
        match_id=game.match_id,
        member_id=game.members[1 - step.seat],
        command_id="a",
        command=step,
    )

    assert answer.code == "not_a_player"


def test_a_stranger_and_a_guest_may_not_play(hand):
    game = making.game()
    step = game.next_step()

    for member_id in (making.member().pk, None):
        answer = play.command(
            match_id=game.match_id, member_id=member_id, command_id="a", command=step
        )
        assert answer.code == "not_a_player"


def test_a_match_that_does_not_exist_is_refused(hand):
    answer = play.command(match_id=404, member_id=None, command_id="a", command=commands.Resign(0))

    assert answer == Refused("no_such_match")


def test_after_the_end_everything_is_refused(hand):
    game = making.game()
    turn = game.state.turn
    game.send(commands.Resign(turn))

    for command in (
        commands.Step(1 - turn, 24, 1),
        commands.Resign(1 - turn),
        commands.Claim(1 - turn),
        commands.OfferDraw(1 - turn),
        commands.Leave(turn),
    ):
        assert game.send(command).code == "game_over"


@pytest.mark.parametrize(
    ("command", "reason"), [(commands.Resign, "resigned"), (commands.Leave, "left")]
)
def test_giving_up_loses_also_off_turn(hand, command, reason):
    game = making.game()
    loser = 1 - game.state.turn

    game.send(command(loser))

    assert game.row.reason == reason
    assert game.row.winner == 1 - loser


def test_a_draw_is_offered_answered_and_rated_as_half(hand):
    game = making.game()
    game.play_steps(4)
    turn = game.state.turn
    game.send(commands.OfferDraw(turn))

    answer = game.send(commands.Accept(1 - turn))

    assert isinstance(answer, Ok)
    assert (game.row.reason, game.row.winner) == ("draw_agreed", None)
    assert [seat.rating_after for seat in game.row.seats.all()] == [1500.0, 1500.0]


def test_a_draw_too_early_says_how_many_steps_are_missing(hand):
    game = making.game()
    game.play_steps(1)

    answer = game.send(commands.OfferDraw(game.state.turn))

    assert (answer.code, answer.details["needs"]) == ("draw_too_early", 3)


def test_a_command_is_judged_as_of_its_arrival(hand):
    game = making.game()
    game.play_steps(4)
    hand.advance(making.MINUTE)
    game.be_here()
    making.swept()
    waited = time.monotonic() - 0.5

    answer = play.command(
        match_id=game.match_id,
        member_id=game.members[game.state.turn],
        command_id="late",
        command=commands.OfferDraw(game.state.turn),
        arrived=waited,
    )

    assert isinstance(answer, Ok), "the limit had not passed when the offer arrived"


def test_a_settlement_stays_when_the_command_after_it_is_refused(hand):
    game = making.game()
    turn = game.state.turn
    hand.advance(making.MINUTE)
    making.swept()

    answer = game.step()

    assert answer.code == "game_over", "he was offline when his limit passed"
    assert game.row.reason == "absent"
    assert game.row.winner == 1 - turn


def test_a_step_costs_few_statements(hand):
    game = making.game()
    game.play_steps(1)
    step = game.next_step()

    with CaptureQueriesContext(
        connection,
    ) as asked:
        game.send(step)

    statements = [query["sql"] for query in asked.captured_queries]
    worked = [sql for sql in statements if "SAVEPOINT" not in sql and "BEGIN" not in sql]
    assert len(worked) <= STATEMENTS_A_STEP[connection.vendor], worked


def test_everybody_at_the_table_is_told_after_the_commit(hand, django_capture_on_commit_callbacks):
    game = making.game()

    with django_capture_on_commit_callbacks() as callbacks:
        game.step()

    assert len(callbacks) == 1


def test_events_are_never_changed_or_deleted(hand):
    game = making.game()
    event = MatchEvent.objects.filter(match=game.match_id).first()

    for act in (
        event.save,
        event.delete,
        MatchEvent.objects.all().delete,
        lambda: MatchEvent.objects.update(kind="rolled"),
    ):
        with pytest.raises(TypeError, match="never"):
            act()


def test_while_no_clock_is_enforced_nothing_can_be_claimed(hand):
    game = making.game()
    turn = game.state.turn
    game.be_here()
    hand.advance(making.MINUTE)
    clocks.sweep()
    hand.advance(5_001)

    assert game.send(commands.Claim(1 - turn)).code == "clocks_paused"


def test_a_step_in_a_time_without_a_referee_starts_a_full_limit(hand):
    game = making.game()
    hand.advance(10 * making.MINUTE)

    answer = game.step()

    assert isinstance(answer, Ok)
    assert "clock_credited" in game.kinds
    assert game.row.deadline_at == hand.ms + making.MINUTE
    clocks.sweep()
    assert game.row.status == "live"
