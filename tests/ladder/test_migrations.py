"""What migrations make of rows that an earlier version wrote."""

import importlib

import pytest
from django.apps import apps

from games.engine import commands
from ladder.models import Pairing
from ladder.services.tournaments import audit, live
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
