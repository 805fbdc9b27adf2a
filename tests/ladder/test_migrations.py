"""What migrations make of rows that an earlier version wrote."""

import importlib

import pytest
from django.apps import apps

from accounts.models import Member
from games.engine import commands
from ladder.models import Pairing
from ladder.services.tournaments import audit, live, scores
from tests.games import making
from tests.ladder.tournaments import pairing, started
from vrhcaby import clock

pytestmark = pytest.mark.django_db


def test_scores_of_matches_played_here_are_taken_from_their_seats():
    repair = importlib.import_module("ladder.migrations.0010_scores_of_live_matches").repair
    with clock.frozen(making.NOON):
        making.swept()
        made = started(2, seating="by_hand")
        first, second = (making.here(one.pk) or one.pk for one in made.players)
        assert live.start_match(pairing_id=pairing(made, 1, 1).pk, by_id=first)
        began = live.start_match(pairing_id=pairing(made, 1, 1).pk, by_id=second)
        game = making.Game(began.match_id, (first, second))
        game.send(commands.Resign(game.state.turn))
    good = pairing(made, 1, 1)
    Pairing.objects.filter(pk=good.pk).update(first_score=0, second_score=0)
    assert list(audit.check()) != []

    repair(apps, None)
    repair(apps, None)

    mended = pairing(made, 1, 1)
    assert (mended.first_score, mended.second_score) == (good.first_score, good.second_score)
    assert list(audit.check()) == []


def test_results_with_a_bot_keep_whether_they_were_allowed_to_count():
    freeze = importlib.import_module("ladder.migrations.0015_leave_of_results_with_bots").freeze
    made = started(4, seating="by_hand")
    Member.objects.filter(pk__in=[one.pk for one in made.players[:2]]).update(is_bot=True)
    boards = [pairing(made, 1, number) for number in (1, 2)]
    mixed = [len({one.first.member.is_bot, one.second.member.is_bot}) > 1 for one in boards]
    assert mixed == [True, True]
    players = [boards[0].first.member_id, boards[0].second.member_id]
    Member.objects.filter(pk__in=players).update(rated_with_bots=True)
    for one in boards:
        act = {"pairing_id": one.pk, "by_id": made.by_id}
        assert scores.enter_result(**act, first_score=1, second_score=0)
    Pairing.objects.update(may_be_rated=None)
    Member.objects.update(rated_with_bots=True)

    freeze(apps)

    kept = Pairing.objects.in_bulk([one.pk for one in boards])
    assert [kept[one.pk].may_be_rated for one in boards] == [True, False]
    assert list(audit.check()) == []
