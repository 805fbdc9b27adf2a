"""Whom a late player meets when, on schedules as they are drawn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.rules.late import late_games
from ladder.rules.pairings import round_robin


def playing(players, *, double=False):
    rounds = round_robin(players, double=double).rounds
    return {
        number: {seat for pair in pairs for seat in pair} for number, pairs in enumerate(rounds, 1)
    }


@given(players=st.integers(2, 30), double=st.booleans())
def test_everybody_is_met_as_often_as_the_others_meet_and_once_in_a_round(players, double):
    opponents = list(range(1, players + 1))

    games = late_games(playing(players, double=double), opponents, double=double)

    assert sorted(game.opponent for game in games) == sorted(opponents * (2 if double else 1))
    rounds = [game.round for game in games]
    assert len(rounds) == len(set(rounds))
    assert abs(2 * sum(game.first for game in games) - len(games)) <= 1


@pytest.mark.parametrize("players", [3, 5, 9])
def test_where_somebody_rests_in_every_round_nobody_plays_twice(players):
    games = late_games(playing(players), list(range(1, players + 1)))

    assert not any(game.twice for game in games)
    assert max(game.round for game in games) == players


def test_among_an_even_number_a_round_is_added():
    games = late_games(playing(8), list(range(1, 9)))

    assert sorted(game.round for game in games) == list(range(1, 9))
    assert sum(game.twice for game in games) == 7
