"""Annulling a match: by an official, with a reason, unrated."""

import pytest

from games.engine import commands
from games.models import Annulment
from games.services import officials
from games.services.answers import Ok
from tests.games import making

pytestmark = pytest.mark.django_db


@pytest.fixture
def official(django_user_model):
    return django_user_model.objects.create_superuser("Official")


def test_an_annulled_match_has_no_winner_is_not_rated_and_says_why(hand, official):
    game = making.game()

    answer = officials.annul(match_id=game.match_id, official=official, why=" a fault ")

    assert isinstance(answer, Ok)
    assert (game.row.reason, game.row.winner, game.row.result.rated) == ("annulled", None, False)
    assert Annulment.objects.get().why == "a fault"
    assert [seat.rating_after for seat in game.row.seats.all()] == [None, None]


@pytest.mark.parametrize("why", ["", "  "])
def test_without_a_reason_nothing_is_annulled(hand, official, why):
    game = making.game()

    answer = officials.annul(match_id=game.match_id, official=official, why=why)

    assert answer.code == "why_missing"
    assert game.row.status == "live"


def test_members_and_staff_without_the_right_annul_nothing(hand, django_user_model):
    game = making.game()
    clerk = making.member()
    clerk.is_staff = True
    clerk.save()

    for nobody in (making.member(), clerk):
        answer = officials.annul(match_id=game.match_id, official=nobody, why="because")
        assert answer.code == "not_an_official"


def test_a_finished_match_is_not_annulled(hand, official):
    game = making.game()
    game.send(commands.Resign(0))

    answer = officials.annul(match_id=game.match_id, official=official, why="because")

    assert answer.code == "game_over"
    assert game.row.reason == "resigned"


def test_what_the_clock_had_decided_stays(hand, official):
    game = making.game()
    hand.advance(making.MINUTE)
    making.swept()

    answer = officials.annul(match_id=game.match_id, official=official, why="because")

    assert answer.code == "game_over"
    assert game.row.reason == "absent"
