"""Berger tables: equal to the printed ones, complete and balanced for any number of players."""

import json
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.rules.pairings import round_robin
from ladder.rules.results import TournamentError

DATA = Path(__file__).parents[2] / "data" / "tournaments"
SINGLE = json.loads((DATA / "berger_tables.json").read_text("utf-8"))["tables"]
DOUBLE = json.loads((DATA / "berger_double.json").read_text("utf-8"))["tables"]

numbers = st.integers(2, 60)


def as_lists(schedule):
    return json.loads(json.dumps(schedule.rounds))


def longest_streak(schedule, seat):
    """Return how many games in a row the seat plays on one side, byes left out."""
    sides = [pair.index(seat) for pairs in schedule.rounds for pair in pairs if seat in pair]
    longest = run = 1
    for before, after in pairwise(sides):
        run = run + 1 if before == after else 1
        longest = max(longest, run)
    return longest


@pytest.mark.parametrize("players", SINGLE)
def test_single_tables_are_those_that_fide_prints(players):
    printed = SINGLE[players]
    phantom = int(players) + 1

    schedule = round_robin(int(players))

    assert as_lists(schedule) == [
        [pair for pair in pairs if phantom not in pair] for pairs in printed["rounds"]
    ]
    assert list(schedule.byes) == printed.get("bye_seat_by_round", [])


@pytest.mark.parametrize("players", DOUBLE)
def test_double_tables_are_those_that_fide_recommends(players):
    schedule = round_robin(int(players), double=True)

    assert as_lists(schedule) == DOUBLE[players]["rounds"]
    assert (
        max(longest_streak(schedule, seat) for seat in range(1, int(players) + 1))
        == DOUBLE[players]["longest_same_side_streak"]
    )


def test_two_players_meet_once_or_on_both_sides():
    assert round_robin(2).rounds == (((1, 2),),)
    assert round_robin(2, double=True).rounds == (((1, 2),), ((2, 1),))


def test_three_players_twice_have_a_bye_in_each_cycle():
    assert round_robin(3, double=True).byes == (1, 2, 3, 1, 3, 2)


@given(numbers)
def test_everybody_meets_everybody_once(players):
    schedule = round_robin(players)

    met = Counter(frozenset(pair) for pairs in schedule.rounds for pair in pairs)

    assert met == Counter(map(frozenset, combinations(range(1, players + 1), 2)))
    assert len(schedule.rounds) == players - 1 + players % 2


@given(numbers, st.booleans())
def test_nobody_plays_twice_in_a_round_and_who_does_not_play_has_the_bye(players, double):
    schedule = round_robin(players, double=double)

    for number, pairs in enumerate(schedule.rounds):
        playing = [seat for pair in pairs for seat in pair]
        idle = set(range(1, players + 1)) - set(playing)
        assert len(playing) == len(set(playing))
        assert idle == ({schedule.byes[number]} if players % 2 else set())
    assert len(schedule.byes) == (len(schedule.rounds) if players % 2 else 0)


@given(numbers)
def test_sides_are_balanced(players):
    firsts = Counter(pair[0] for pairs in round_robin(players).rounds for pair in pairs)

    for seat in range(1, players + 1):
        if players % 2:
            assert firsts[seat] == (players - 1) // 2
        else:
            assert firsts[seat] == players // 2 - (seat > players // 2)


@given(numbers)
def test_a_double_cycle_turns_every_pair_and_nobody_sits_thrice_on_one_side(players):
    schedule = round_robin(players, double=True)

    met = Counter(pair for pairs in schedule.rounds for pair in pairs)

    assert set(met.values()) == {1}
    assert len(met) == players * (players - 1)
    assert all(longest_streak(schedule, seat) <= 2 for seat in range(1, players + 1))


def test_two_hundred_players_are_paired():
    schedule = round_robin(200, double=True)

    assert len(schedule.rounds) == 398
    assert all(len(pairs) == 100 for pairs in schedule.rounds)


@pytest.mark.parametrize(
    ("players", "code"),
    [
        (1, "too_few_players"),
        (0, "too_few_players"),
        (-4, "too_few_players"),
        (201, "too_many_players"),
    ],
)
def test_fields_that_cannot_be_paired_are_refused(players, code):
    with pytest.raises(TournamentError) as refusal:
        round_robin(players)
    assert refusal.value.code == code
