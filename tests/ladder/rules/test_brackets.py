"""Brackets: the usual seeding, byes, and groups kept apart."""

import pytest

from ladder.rules.brackets import across, bracket
from ladder.rules.results import TournamentError


def test_the_usual_bracket_of_eight():
    made = bracket(8)

    assert made.rounds == 3
    assert made.pairs == ((1, 8), (4, 5), (2, 7), (3, 6))


@pytest.mark.parametrize("seeds", range(2, 65))
def test_the_best_have_byes_and_the_two_best_meet_in_the_final(seeds):
    made = bracket(seeds)

    free = {first for first, second in made.pairs if second is None}
    assert free == set(range(1, 2**made.rounds - seeds + 1))
    half = len(made.pairs) // 2 or 1
    assert 1 in {seed for pair in made.pairs[:half] for seed in pair}
    if len(made.pairs) > 1:
        assert 2 in {seed for pair in made.pairs[half:] for seed in pair}


@pytest.mark.parametrize(("seeds", "code"), [(1, "too_few_players"), (129, "too_many_players")])
def test_brackets_that_cannot_be(seeds, code):
    with pytest.raises(TournamentError) as refusal:
        bracket(seeds)
    assert refusal.value.code == code


@pytest.mark.parametrize("groups", [2, 3, 4, 5, 6, 8, 16])
def test_winner_and_second_of_a_group_are_in_different_halves(groups):
    seeds = across(groups, 2)
    assert sorted(seeds) == [(group, rank) for group in range(1, groups + 1) for rank in (1, 2)]

    made = bracket(len(seeds))
    half = len(made.pairs) // 2
    for part in (made.pairs[:half], made.pairs[half:]):
        here = [seeds[seed - 1][0] for pair in part for seed in pair if seed is not None]
        assert len(here) == len(set(here))


@pytest.mark.parametrize(("groups", "qualifiers"), [(2, 3), (2, 4), (3, 3), (4, 4), (8, 3)])
def test_nobody_meets_his_own_group_in_the_first_round(groups, qualifiers):
    seeds = across(groups, qualifiers)

    for first, second in bracket(len(seeds)).pairs:
        assert second is None or seeds[first - 1][0] != seeds[second - 1][0]
