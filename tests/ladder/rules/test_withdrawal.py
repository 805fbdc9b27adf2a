"""Who leaves: the half that decides, walkovers, and the table before and after."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.rules.pairings import round_robin
from ladder.rules.results import DRAW, LOSS, WIN, Fixture, Game, TournamentError
from ladder.rules.standings import standings
from ladder.rules.withdrawal import Policy, preview, verdict, withdraw

DATA = Path(__file__).parents[2] / "data" / "tournaments"
CASES = json.loads((DATA / "withdrawal_rules.json").read_text("utf-8"))["cases"]


def fixtures_of(players, double=False):
    return [
        Fixture(first, second, number)
        for number, pairs in enumerate(round_robin(players, double=double).rounds, 1)
        for first, second in pairs
    ]


def won_by_lower(fixture):
    first_wins = fixture.first < fixture.second
    return Game(
        fixture.first,
        fixture.second,
        WIN if first_wins else LOSS,
        LOSS if first_wins else WIN,
        fixture.round,
    )


def after_completing(case):
    """Return the fixtures of a case and games in which the last seat has played so many."""
    fixtures = fixtures_of(case["seats"], case.get("double", False))
    own = [pair for pair in fixtures if case["seats"] in pair[:2]]
    others = [pair for pair in fixtures if case["seats"] not in pair[:2]]
    return fixtures, [won_by_lower(pair) for pair in (*own[: case["completed"]], *others)]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_half_of_the_games_is_enough_to_count(case):
    fixtures, games = after_completing(case)

    judged = verdict(case["seats"], Policy.HALF, fixtures, games)

    assert judged.in_full == case["games_in_full"]
    assert judged.completed == case["completed"]
    assert judged.counts == case["expected"].startswith("count")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_annulled_games_stay_in_the_rating_and_counted_ones_bring_walkovers(case):
    fixtures, games = after_completing(case)
    leaver = case["seats"]

    after = withdraw(
        seats=range(1, leaver + 1), fixtures=fixtures, games=games, left={leaver: Policy.HALF}
    )

    own = [judged for judged in after.games if leaver in judged.game[:2]]
    played = [judged for judged in own if not judged.added]
    walkovers = [judged for judged in own if judged.added]
    counts = case["expected"].startswith("count")
    assert all(judged.for_rating for judged in played)
    assert all(judged.for_standings == counts for judged in played)
    assert len(walkovers) == (case["games_in_full"] - case["completed"] if counts else 0)
    assert not any(judged.for_rating for judged in walkovers)
    assert (leaver in after.ranked) == counts


FOUR = fixtures_of(4)


def left(policy, games, seat=4):
    return withdraw(seats=(1, 2, 3, 4), fixtures=FOUR, games=games, left={seat: policy})


def test_keeping_gives_the_opponents_the_rest_by_walkover():
    games = [won_by_lower(FOUR[0])]

    after = left(Policy.KEEP, games)

    added = [judged.game for judged in after.games if judged.added]
    assert {(game.first, game.second) for game in added} == {(4, 3), (2, 4)}
    assert all(game.forfeit for game in added)
    table = standings(seats=after.ranked, games=after.counting, chain=())
    assert {row.seat: row.points for row in table.rows} == {1: 1, 2: 1, 3: 1, 4: 0}
    assert set(after.open) == {pair for pair in FOUR if 4 not in pair[:2]}


def test_voiding_takes_the_games_out_of_everything():
    after = left(Policy.VOID, [won_by_lower(pair) for pair in FOUR])

    own = [judged for judged in after.games if 4 in judged.game[:2]]
    assert len(own) == 3
    assert not any(judged.for_standings or judged.for_rating for judged in own)
    assert after.ranked == (1, 2, 3)
    assert len(after.counting) == 3


def test_a_walkover_is_completed_only_by_who_was_there():
    lost = Game(1, 4, WIN, LOSS, 1, forfeit=True)

    assert verdict(4, Policy.HALF, FOUR, [lost]).completed == 0
    assert verdict(1, Policy.HALF, FOUR, [lost]).completed == 1


def test_both_lose_the_game_they_both_left():
    after = withdraw(
        seats=(1, 2, 3, 4),
        fixtures=FOUR,
        games=[],
        left={3: Policy.KEEP, 4: Policy.KEEP},
    )

    between = [judged.game for judged in after.games if set(judged.game[:2]) == {3, 4}]
    assert [(game.first_result, game.second_result) for game in between] == [(LOSS, LOSS)]


def test_no_walkover_is_given_against_a_player_who_is_annulled():
    after = withdraw(
        seats=(1, 2, 3, 4),
        fixtures=FOUR,
        games=[],
        left={3: Policy.KEEP, 4: Policy.HALF},
    )

    assert not any(4 in judged.game[:2] for judged in after.games)
    assert after.ranked == (1, 2, 3)


def test_swapped_sides_are_the_same_pairing():
    game = Game(4, 1, WIN, LOSS, 1)

    after = left(Policy.KEEP, [game], seat=2)

    assert (1, 4, 1) not in after.open
    assert len(after.open) == 2


def test_strangers_and_games_nobody_paired_are_refused():
    with pytest.raises(TournamentError, match="unknown_seat"):
        left(Policy.KEEP, [], seat=5)
    with pytest.raises(TournamentError, match="unpaired_game"):
        left(Policy.KEEP, [Game(1, 4, WIN, LOSS, 2)])


def test_the_preview_shows_everybody_s_way():
    games = [won_by_lower(pair) for pair in FOUR if pair.round < 3]
    before = standings(seats=(1, 2, 3, 4), games=games, chain=("wins", "direct_encounter"))
    withdrawal = withdraw(seats=(1, 2, 3, 4), fixtures=FOUR, games=games, left={1: Policy.VOID})

    shown = preview(before=before, withdrawal=withdrawal)

    assert shown.before is before
    assert shown.after.chain == before.chain
    moves = {move.seat: move for move in shown.moves}
    assert (moves[1].place_before, moves[1].place_after, moves[1].points_after) == (1, None, None)
    assert (moves[3].points_before, moves[3].points_after) == (1, 1)
    assert (moves[3].place_before, moves[3].place_after) == (3, 2)


@st.composite
def fields(draw):
    """Draw a round robin with some games played and some players gone."""
    players = draw(st.integers(2, 7))
    fixtures = fixtures_of(players, draw(st.booleans()))
    outcome = st.sampled_from([(WIN, LOSS), (DRAW, DRAW), (LOSS, WIN), None])
    games = []
    for pair in fixtures:
        result = draw(outcome)
        if result:
            games.append(Game(pair.first, pair.second, *result, pair.round, draw(st.booleans())))
    seats = range(1, players + 1)
    gone = draw(st.dictionaries(st.sampled_from(seats), st.sampled_from(list(Policy)), max_size=3))
    return seats, fixtures, games, gone


def brute_annulled(seat, policy, fixtures, results):
    own = [pair for pair in fixtures if seat in pair[:2]]
    done = 0
    for pair in own:
        game = results.get((frozenset(pair[:2]), pair.round))
        if game is not None:
            mine = game[2] if game.first == seat else game[3]
            done += not game.forfeit or mine == WIN
    return policy == "void_all" or (policy == "annul_below_half" and done < len(own) / 2)


def brute_points(seats, fixtures, games, gone):
    """Add up by the text of the rule: pair by pair, with no code of the package."""
    results = {(frozenset(game[:2]), game.round): game for game in games}
    out = {seat for seat, policy in gone.items() if brute_annulled(seat, policy, fixtures, results)}
    points = {seat: Fraction(0) for seat in seats if seat not in out}
    for pair in fixtures:
        if out & set(pair[:2]):
            continue
        game = results.get((frozenset(pair[:2]), pair.round))
        for seat in pair[:2]:
            other = pair.second if seat == pair.first else pair.first
            half_points = 2 if other in gone and seat not in gone else 0
            if game is not None:
                half_points = game[2] if game.first == seat else game[3]
            points[seat] += Fraction(half_points, 2)
    return points


@given(fields())
def test_points_after_withdrawals_are_those_of_the_rule(field):
    seats, fixtures, games, gone = field

    after = withdraw(seats=seats, fixtures=fixtures, games=games, left=gone)

    table = standings(seats=after.ranked, games=after.counting, chain=())
    assert {row.seat: row.points for row in table.rows} == brute_points(*field)


@given(fields(), st.randoms(use_true_random=False))
def test_the_order_of_leaving_and_of_results_does_not_matter(field, chance):
    seats, fixtures, games, gone = field
    leavers = list(gone.items())
    mixed = list(games)
    chance.shuffle(leavers)
    chance.shuffle(mixed)

    one = withdraw(seats=seats, fixtures=fixtures, games=games, left=gone)
    other = withdraw(seats=seats, fixtures=fixtures, games=mixed, left=dict(leavers))

    assert one.ranked == other.ranked
    assert set(one.games) == set(other.games)
    assert one.open == other.open


@given(fields())
def test_every_fixture_is_played_open_walked_over_or_gone(field):
    seats, fixtures, games, gone = field

    after = withdraw(seats=seats, fixtures=fixtures, games=games, left=gone)

    annulled = set(seats) - set(after.ranked)
    dropped = [
        pair
        for pair in fixtures
        if annulled & set(pair[:2])
        and not any(set(game[:2]) == set(pair[:2]) and game.round == pair.round for game in games)
    ]
    assert len(after.games) + len(after.open) + len(dropped) == len(fixtures)
    assert not any(set(pair[:2]) & gone.keys() for pair in after.open)
