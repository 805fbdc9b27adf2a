"""What can still be reached: against every end played out."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.rules.chains import CZECH_CHAMPIONSHIP, USUAL
from ladder.rules.pairings import round_robin
from ladder.rules.prospects import COMPLETIONS, POINTS, prospects
from ladder.rules.reach import Supply, most_content
from ladder.rules.results import (
    CLASSIC,
    DRAW,
    LOSS,
    THREE_FOR_A_WIN,
    WIN,
    Fixture,
    Game,
    Record,
    TournamentError,
)
from ladder.rules.standings import standings

OUTCOMES = ((WIN, LOSS), (DRAW, DRAW), (LOSS, WIN))
DECISIVE = ((WIN, LOSS), (LOSS, WIN))


@st.composite
def running(draw, most_open=5):
    """Draw a round robin with all but a few games played: seats, games, open pairs, how often."""
    players = draw(st.integers(3, 6))
    double = draw(st.booleans())
    fixtures = [
        Fixture(first, second, number)
        for number, pairs in enumerate(round_robin(players, double=double).rounds, 1)
        for first, second in pairs
    ]
    fixtures = draw(st.permutations(fixtures))
    count = draw(st.integers(0, min(most_open, len(fixtures))))
    games = [
        Game(pair.first, pair.second, *draw(st.sampled_from(OUTCOMES)), pair.round)
        for pair in fixtures[count:]
    ]
    return range(1, players + 1), games, fixtures[:count], 1 + double


def every_end(games, fixtures, outcomes):
    for end in product(outcomes, repeat=len(fixtures)):
        played = (
            Game(pair.first, pair.second, *result, pair.round)
            for pair, result in zip(fixtures, end, strict=True)
        )
        yield [*games, *played]


def places_by_points(seats, games, fixtures, *, scheme, outcomes):
    """Return the best and worst place of each seat, with every tie taken both ways."""
    best, worst = dict.fromkeys(seats, len(seats)), dict.fromkeys(seats, 1)
    for end in every_end(games, fixtures, outcomes):
        points = Record(seats, end, scheme=scheme).points
        for seat, own in points.items():
            best[seat] = min(best[seat], 1 + sum(other > own for other in points.values()))
            worst[seat] = max(worst[seat], sum(other >= own for other in points.values()))
    return best, worst


@settings(deadline=None)
@given(running(), st.sampled_from([CLASSIC, THREE_FOR_A_WIN]), st.booleans())
def test_bounds_on_points_hold_and_are_exact_where_they_say_so(stage, scheme, draws):
    seats, games, fixtures, _ = stage
    best, worst = places_by_points(
        seats, games, fixtures, scheme=scheme, outcomes=OUTCOMES if draws else DECISIVE
    )

    found = prospects(
        seats=seats, games=games, fixtures=fixtures, scheme=scheme, draws=draws, completions=0
    )

    for prospect in found:
        assert prospect.method == POINTS
        assert prospect.best <= best[prospect.seat]
        assert prospect.worst >= worst[prospect.seat]
        if prospect.best_exact:
            assert prospect.best == best[prospect.seat]
        if prospect.worst_exact:
            assert prospect.worst == worst[prospect.seat]
        if scheme == CLASSIC or not draws:
            assert prospect.best_exact
            assert prospect.worst_exact


@settings(deadline=None, max_examples=60)
@given(running(most_open=3))
def test_played_out_ends_give_exactly_the_places_of_the_chain(stage):
    seats, games, fixtures, per_pair = stage
    chain = ("wins", "direct_encounter", "sonneborn_berger", "shared")
    places = {seat: set() for seat in seats}
    for end in every_end(games, fixtures, OUTCOMES):
        for row in standings(seats=seats, games=end, chain=chain, per_pair=per_pair).rows:
            places[row.seat].add(row.place)

    found = prospects(seats=seats, games=games, fixtures=fixtures, chain=chain, per_pair=per_pair)

    for prospect in found:
        assert prospect.method == COMPLETIONS
        assert (prospect.best, prospect.worst) == (
            min(places[prospect.seat]),
            max(places[prospect.seat]),
        )
        assert prospect.best_exact
        assert prospect.worst_exact


@settings(deadline=None, max_examples=60)
@given(running(most_open=3), st.sampled_from([USUAL, CZECH_CHAMPIONSHIP]), st.integers(-7, 7))
def test_what_the_open_games_do_not_tell_is_taken_both_ways(stage, chain, margin):
    seats, games, fixtures, per_pair = stage

    found = prospects(seats=seats, games=games, fixtures=fixtures, chain=chain, per_pair=per_pair)

    bounds = {prospect.seat: (prospect.best, prospect.worst) for prospect in found}
    for end in every_end(games, fixtures, OUTCOMES):
        scored = [game._replace(margin=margin * at) for at, game in enumerate(end)]
        scored[: len(games)] = games
        for row in standings(seats=seats, games=scored, chain=chain, per_pair=per_pair).rows:
            best, worst = bounds[row.seat]
            assert best <= row.place <= worst


@settings(deadline=None, max_examples=60)
@given(running(most_open=3))
def test_the_bounds_on_points_contain_those_of_the_chain(stage):
    seats, games, fixtures, per_pair = stage
    given_stage = {
        "seats": seats,
        "games": games,
        "fixtures": fixtures,
        "per_pair": per_pair,
    }

    wide = prospects(**given_stage, completions=0)
    narrow = prospects(**given_stage)

    for outer, inner in zip(wide, narrow, strict=True):
        assert outer.best <= inner.best <= inner.worst <= outer.worst


def test_a_finished_tournament_is_decided():
    games = [Game(1, 2, WIN, LOSS), Game(2, 3, WIN, LOSS), Game(1, 3, WIN, LOSS)]

    found = prospects(seats=(1, 2, 3), games=games, fixtures=[])

    assert [(prospect.best, prospect.clinched) for prospect in found] == [
        (1, True),
        (2, True),
        (3, True),
    ]


def test_a_deciding_match_still_to_come_leaves_the_place_open():
    games = [Game(1, 2, WIN, LOSS), Game(2, 1, WIN, LOSS)]
    stage = {"seats": (1, 2), "games": games, "fixtures": [], "per_pair": 2}

    before = prospects(**stage, chain=CZECH_CHAMPIONSHIP)
    after = prospects(**stage, chain=CZECH_CHAMPIONSHIP, play_offs=[Game(2, 1, WIN, LOSS)])

    assert [(prospect.best, prospect.worst) for prospect in before] == [(1, 2), (1, 2)]
    assert [(prospect.best, prospect.worst) for prospect in after] == [(2, 2), (1, 1)]


def test_the_leader_of_a_long_tournament_is_certain_before_its_end():
    fixtures = [
        Fixture(first, second, number)
        for number, pairs in enumerate(round_robin(12).rounds, 1)
        for first, second in pairs
    ]
    games = [
        Game(*pair[:2], *((WIN, LOSS) if pair.first < pair.second else (LOSS, WIN)), pair.round)
        for pair in fixtures
        if 1 in pair[:2] or pair.round <= 8
    ]
    open_pairs = [pair for pair in fixtures if 1 not in pair[:2] and pair.round > 8]

    found = prospects(seats=range(1, 13), games=games, fixtures=open_pairs)

    assert found[0].clinched
    assert found[0].method == POINTS
    assert not found[5].clinched


def test_when_the_effort_is_spent_the_bound_is_only_wider():
    fixtures = [Fixture(*pair) for pairs in round_robin(8).rounds for pair in pairs]
    stage = {"seats": range(1, 9), "games": [], "fixtures": fixtures}

    for exact, bound in zip(prospects(**stage), prospects(**stage, effort=0), strict=True):
        assert exact.best_exact
        assert bound.best <= exact.best
        assert bound.worst >= exact.worst


def test_open_pairs_of_strangers_are_refused():
    with pytest.raises(TournamentError, match="unknown_seat"):
        prospects(seats=(1, 2), games=[], fixtures=[Fixture(1, 3)])


@given(
    st.lists(
        st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd"), st.integers(1, 2)),
        max_size=5,
    ),
    st.fixed_dictionaries({seat: st.integers(-1, 4) for seat in "abcd"}),
)
def test_as_many_are_content_as_any_sharing_out_allows(pairs, needs):
    supplies = [Supply(one, other, units, units) for one, other, units in pairs if one != other]
    most = 0
    for split in product(*(range(supply.total + 1) for supply in supplies)):
        held = dict.fromkeys(needs, 0)
        for supply, units in zip(supplies, split, strict=True):
            held[supply.first] += units
            held[supply.second] += supply.total - units
        most = max(most, sum(held[seat] >= need for seat, need in needs.items()))

    found = most_content(supplies, needs, effort=100_000)

    assert (found.count, found.exact) == (most, True)


def test_awarded_points_count():
    found = prospects(seats=(1, 2), games=[], fixtures=[Fixture(1, 2)], awarded={1: Fraction(3, 2)})

    assert [(prospect.best, prospect.worst) for prospect in found] == [(1, 1), (2, 2)]
