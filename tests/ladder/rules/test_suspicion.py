"""Patterns that an official is shown, and honest play that he is not."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.rules.suspicion import DAY_MS, Pattern, Won, find

FRIEND, GIVER, OTHER = 1, 2, 3
_numbers = itertools.count(1)


def won(winner, loser, count=1, *, gain=8.0, steps=60, given_up=False, at=100 * DAY_MS):
    return [
        Won(next(_numbers), winner, loser, at + n * 1000, gain, steps, given_up)
        for n in range(count)
    ]


def patterns(results, joined=None):
    return [(one.pattern, one.gainer, one.giver) for one in find(results, joined=joined or {})]


def test_many_short_games_given_up_to_the_same_opponent_are_shown():
    short = won(FRIEND, GIVER, 4, given_up=True, steps=3)
    others = won(OTHER, GIVER, 9) + won(FRIEND, OTHER, 9)

    (found,) = find(short + others, joined={})

    assert (found.pattern, found.gainer, found.giver) == (Pattern.SHORT_LOSSES, FRIEND, GIVER)
    assert found.results == tuple(one.result for one in short)
    assert found.figures == {"short": 4, "games": 4, "gain": 32.0}


@pytest.mark.parametrize(
    "results",
    [
        won(FRIEND, GIVER, 3, given_up=True, steps=3),
        won(FRIEND, GIVER, 9, given_up=True, steps=40),
        won(FRIEND, GIVER, 9, given_up=False, steps=3),
        [won(n, GIVER, given_up=True, steps=3)[0] for n in range(10, 20)],
    ],
    ids=["few", "played on", "played out", "to many opponents"],
)
def test_games_given_up_honestly_are_not(results):
    among_others = won(OTHER, GIVER, 9) + won(FRIEND, OTHER, 9) + won(OTHER, FRIEND, 9)

    assert patterns(results + among_others) == []


def ring(givers, each, **more):
    return [
        one
        for giver in range(10, 10 + givers)
        for one in won(FRIEND, giver, each, given_up=True, steps=3, **more)
    ]


def test_several_who_give_one_member_a_few_short_games_each_are_shown():
    results = ring(4, 3) + won(FRIEND, OTHER, 5) + won(OTHER, FRIEND, 9)

    found = find(results, joined={})

    assert [(one.pattern, one.giver) for one in found] == [
        (Pattern.SEVERAL_GIVERS, giver) for giver in range(10, 14)
    ]
    assert found[0].figures == {
        "givers": 4,
        "short": 12,
        "share_of_wins": pytest.approx(12 / 17),
        "gain": 24.0,
    }


@pytest.mark.parametrize(
    "results",
    [
        ring(2, 3),
        ring(9, 1),
        ring(3, 2) + won(FRIEND, OTHER, 7),
    ],
    ids=["two", "once each", "who wins other games as well"],
)
def test_one_to_whom_some_have_given_up_quickly_is_not(results):
    among_others = won(OTHER, FRIEND, 9) + [
        one for n in range(10, 20) for one in won(n, OTHER, 4) + won(OTHER, n, 4)
    ]

    assert patterns(results + among_others) == []


def test_a_pair_that_plays_nobody_else_and_has_one_winner_is_shown():
    results = won(FRIEND, GIVER, 14) + won(GIVER, FRIEND, 1)

    assert patterns(results) == [(Pattern.SAME_PAIR, FRIEND, GIVER)]


@pytest.mark.parametrize(
    "results",
    [
        won(FRIEND, GIVER, 12) + won(GIVER, FRIEND, 8),
        won(FRIEND, GIVER, 11),
        won(FRIEND, GIVER, 20, gain=0.5),
        won(FRIEND, GIVER, 14) + won(OTHER, GIVER, 20) + won(FRIEND, OTHER, 20),
    ],
    ids=["who win in turn", "few", "nothing gained", "with others too"],
)
def test_two_friends_who_play_every_evening_are_not(results):
    assert patterns(results) == []


def test_a_new_member_who_loses_to_one_opponent_alone_is_shown():
    results = won(FRIEND, GIVER, 4)

    assert patterns(results, {GIVER: 95 * DAY_MS}) == [(Pattern.NEW_ACCOUNT, FRIEND, GIVER)]


@pytest.mark.parametrize(
    ("results", "joined"),
    [
        (won(FRIEND, GIVER, 4), 50 * DAY_MS),
        (won(FRIEND, GIVER, 3), 95 * DAY_MS),
        (won(FRIEND, GIVER, 4) + won(OTHER, GIVER, 4), 95 * DAY_MS),
        (won(FRIEND, GIVER, 4) + won(GIVER, FRIEND, 1), 95 * DAY_MS),
    ],
    ids=["no longer new", "few", "to others too", "who wins as well"],
)
def test_a_beginner_who_loses_as_beginners_do_is_not(results, joined):
    assert patterns(results, {GIVER: joined}) == []


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5), st.booleans()), max_size=60))
def test_what_is_found_does_not_depend_on_the_order_and_names_its_results(games):
    results = [
        Won(number, one, two, number * 1000, 5.0, 3 if short else 80, short)
        for number, (one, two, short) in enumerate(games)
        if one != two
    ]
    shuffled = results[:]
    random.Random(1).shuffle(shuffled)
    found = find(results, joined={})

    assert find(shuffled, joined={}) == found
    of = {one.result: one for one in results}
    for one in found:
        assert {(of[result].winner, of[result].loser) for result in one.results} == {
            (one.gainer, one.giver)
        }
