"""The audit finds what is planted, and nothing else."""

import datetime

import pytest
from django.db import connection

from games import limits
from games.engine import commands
from games.models import Challenge, Instance, Lease, Match, MatchEvent, Result, Seat
from games.services import audit, clocks
from tests.games import making

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(hand):
    made = making.game()
    made.play_steps(5)
    return made


def codes():
    return {violation.code for violation in audit.check()}


def over(game):
    game.send(commands.Resign(0))
    return game


def meddle(statement, *values):
    """Change a row behind the models' backs."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def test_a_sound_database_is_silent(game):
    over(making.game())

    assert codes() == set()


def test_a_changed_roll_is_found_by_the_dice_and_the_state(game):
    event = MatchEvent.objects.filter(kind="rolled").first()
    dice = "[1, 1]" if event.data["dice"] != [1, 1] else "[2, 2]"
    meddle(
        "UPDATE games_matchevent SET data = %s WHERE id = %s",
        f'{{"dice": {dice}, "roll": {event.data["roll"]}}}',
        event.pk,
    )

    assert {"dice", "rules"} <= codes()


def test_a_missing_event_is_found(game):
    last = game.row.version
    meddle("DELETE FROM games_matchevent WHERE match_id = %s AND seq = %s", game.match_id, last)

    assert {"numbers", "state"} <= codes()


def test_an_event_that_is_none_is_found(game):
    event = MatchEvent.objects.filter(kind="stepped").first()
    meddle("UPDATE games_matchevent SET data = %s WHERE id = %s", '{"v": 99}', event.pk)

    assert codes() == {"bad_event"}


def test_another_snapshot_is_found(game):
    other = making.game()
    Match.objects.filter(pk=game.match_id).update(state=other.row.state)

    assert "state" in codes()


@pytest.mark.parametrize(
    ("columns", "code"),
    [({"deadline_at": 1}, "deadline"), ({"trail": {}}, "trail"), ({"version": 2}, "numbers")],
)
def test_a_column_that_disagrees_is_found(game, columns, code):
    Match.objects.filter(pk=game.match_id).update(**columns)

    assert code in codes()


def test_another_winner_and_a_missing_result_are_found(game):
    over(game)
    Match.objects.filter(pk=game.match_id).update(winner=0)
    assert {"ending", "result"} <= codes()

    Result.objects.filter(match=game.match_id).update(winner=0)
    assert codes() == {"ending"}


def test_a_seed_made_after_the_start_and_another_commitment_are_found(game):
    dice = game.row.dice
    dice.created_at = game.row.last_at + 1
    dice.commitment = "0" * 64
    dice.save()

    assert codes() == {"commitment"}


def test_a_changed_seed_of_a_player_is_found(game):
    Seat.objects.filter(match=game.match_id, side=0).update(seed="other")

    assert "dice" in codes()


def test_a_deadline_nobody_judged_is_found(game, hand):
    hand.ms = game.row.deadline_at + audit.SWEEP_BOUND_MS
    making.swept()
    assert codes() == set()
    hand.advance(1)
    making.swept()

    assert codes() == {"unjudged"}


def test_a_command_that_gave_nothing_is_found(game):
    kept = game.row.commands.first()
    kept.version += 1
    kept.save()

    assert codes() == {"command"}


def test_a_lease_of_a_stranger_and_a_challenge_with_other_dice_are_found(game):
    stranger = making.member()
    Lease.objects.create(
        connection="x", member=stranger, match_id=game.match_id, since=1, expires=2
    )
    other = making.game()
    first, second = Challenge.objects.filter(match__in=[game.match_id, other.match_id])
    mine, theirs = first.dice_id, second.dice_id
    spare = making.dice_seed()
    Challenge.objects.filter(pk=first.pk).update(dice=spare)
    assert (mine, theirs) != (spare.pk, spare.pk)

    assert codes() == {"lease", "dice"}


def test_an_annulled_match_is_sound(game, django_user_model):
    from games.services import officials

    official = django_user_model.objects.create_superuser("Official")
    officials.annul(match_id=game.match_id, official=official, why="a fault of ours")

    assert (game.row.reason, game.row.winner) == ("annulled", None)
    assert codes() == set()


def test_what_the_referee_does_leaves_a_sound_database(game, hand):
    hand.advance(10_000)
    clocks.sweep()
    hand.advance(making.MINUTE)
    making.swept()
    clocks.sweep()

    assert codes() == set()


def test_points_that_are_not_the_score_are_found(game):
    over(game)
    Seat.objects.filter(match=game.match_id, side=0).update(points=9)

    assert codes() == {"points"}


def test_points_before_the_end_are_found(game):
    Seat.objects.filter(match=game.match_id, side=0).update(points=1)

    assert codes() == {"points"}


def test_an_event_that_cannot_happen_at_its_version_is_found(game):
    meddle(
        "UPDATE games_matchevent SET kind = 'bogus' WHERE match_id = %s AND seq = 2", game.match_id
    )
    assert codes() == {"bad_event"}


def test_a_lease_that_outlives_its_server_is_found(game):
    now = game.row.last_at
    server = Instance.objects.create(id="dead", started=now, renewed=now)
    lease = Lease.objects.create(
        connection="of-the-dead",
        member_id=game.members[0],
        match_id=game.match_id,
        instance=server,
        since=now,
        expires=now + limits.LEASE_MS,
    )
    assert codes() == set()

    Lease.objects.filter(pk=lease.pk).update(expires=now + limits.LEASE_MS + 1)
    assert codes() == {"lease"}


def test_finished_matches_before_a_time_can_be_left_out(game):
    over(game)
    Seat.objects.filter(match=game.match_id, side=0).update(points=9)
    after = game.row.finished_at + datetime.timedelta(seconds=1)

    assert list(audit.check(since=after)) == []
    assert list(audit.check(since=game.row.finished_at)) != []
