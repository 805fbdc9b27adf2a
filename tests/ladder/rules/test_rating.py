"""Known answers of the FIBS formula, and what must hold for any results."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.rules import (
    Constants,
    RatedResult,
    RatingError,
    Standing,
    expected_score,
    k_factor,
    newcomer,
    rate,
    replay,
)

DATA = Path(__file__).parents[2] / "data"
PUBLISHED = json.loads((DATA / "rating_fibs.json").read_text("utf-8"))
EXAMPLES = json.loads((DATA / "fibs_rating_examples.json").read_text("utf-8"))
BRASS_CITY = Constants(ramp_start=2.0, ramp_span=400.0)
ESTABLISHED = 400


def favourite_cells():
    table = PUBLISHED["published"]["expected_score_of_favourite"]
    for difference, row in table["by_rating_difference"].items():
        for length, expected in zip(table["lengths"], row, strict=True):
            yield int(difference), length, expected


def change_cells():
    table = PUBLISHED["published"]["change_for_established_players"]
    for gap, row in table["opponent_minus_player"].items():
        for length, (won, lost) in zip(table["lengths"], row, strict=True):
            yield int(gap), length, won, lost


@pytest.mark.parametrize(("difference", "length", "expected"), list(favourite_cells()))
def test_published_expected_scores(difference, length, expected):
    assert expected_score(difference, length) == pytest.approx(expected, abs=0.0006)


@pytest.mark.parametrize(("gap", "length", "won", "lost"), list(change_cells()))
def test_published_changes_of_established_players(gap, length, won, lost):
    own = Standing(1500.0, ESTABLISHED)
    opponent = Standing(1500.0 + gap, ESTABLISHED)
    whole_number_cell = isinstance(won, int) or isinstance(lost, int)
    tolerance = 0.5 if whole_number_cell else 0.08

    after_win, _ = rate(own, opponent, score=1.0, length=length)
    after_loss, _ = rate(own, opponent, score=0.0, length=length)

    assert after_win.amount == pytest.approx(won, abs=tolerance)
    assert after_loss.amount == pytest.approx(lost, abs=tolerance)


@pytest.mark.parametrize("example", EXAMPLES["worked_examples_computed"])
def test_worked_examples(example):
    check_example(example, Constants())


@pytest.mark.parametrize("example", EXAMPLES["variant"]["worked_examples_computed"])
def test_worked_examples_of_another_ramp(example):
    check_example(example, BRASS_CITY)


def check_example(example, constants):
    changes = rate(
        Standing(example["r1"], example["exp1"]),
        Standing(example["r2"], example["exp2"]),
        score=1.0 if example["winner"] == 1 else 0.0,
        length=example["match_length"],
        constants=constants,
    )
    upset = min(changes[0].expected, changes[1].expected)

    assert upset == pytest.approx(example["p_upset"], abs=1e-6)
    assert changes[0].amount == pytest.approx(example["change1"], abs=6e-5)
    assert changes[1].amount == pytest.approx(example["change2"], abs=6e-5)


def test_ramp_values():
    for experience, k in PUBLISHED["ramp_values_fibs_help"].items():
        assert k_factor(int(experience)) == k


def test_equal_established_players_move_by_two():
    even = Standing(1500.0, ESTABLISHED)

    winner, loser = rate(even, even, score=1.0, length=1)

    assert (winner.amount, loser.amount) == (2.0, -2.0)


def test_a_draw_takes_from_the_favourite():
    stronger, weaker = rate(
        Standing(1700.0, ESTABLISHED), Standing(1500.0, ESTABLISHED), score=0.5, length=1
    )

    assert stronger.amount == pytest.approx(-weaker.amount)
    assert stronger.amount == pytest.approx(4 * (0.5 - expected_score(200.0, 1)))
    assert stronger.amount < 0


def test_each_player_has_his_own_ramp_and_both_gain_experience():
    new, old = rate(newcomer(), Standing(1500.0, 1000), score=1.0, length=7)

    assert (new.k, old.k) == (5.0, 1.0)
    assert (new.standing.experience, old.standing.experience) == (7, 1007)


def test_the_extreme_difference_does_not_overflow():
    winner, loser = rate(Standing(1e9, 0), Standing(-1e9, 0), score=1.0, length=25)

    assert (winner.expected, loser.expected) == (1.0, 0.0)
    assert winner.amount == loser.amount == 0.0


@pytest.mark.parametrize(
    ("score", "length", "code"),
    [
        (0.25, 1, "bad_score"),
        (2.0, 1, "bad_score"),
        (float("nan"), 1, "bad_score"),
        (1.0, 0, "bad_length"),
    ],
)
def test_refusals(score, length, code):
    with pytest.raises(RatingError) as refusal:
        rate(newcomer(), newcomer(), score=score, length=length)

    assert refusal.value.code == code


def test_nobody_is_rated_against_himself():
    with pytest.raises(RatingError, match="same_player"):
        list(replay([RatedResult("Anna", "Anna", 1.0)]))


@pytest.mark.parametrize(
    "wrong", [{"scale": 0.0}, {"factor": -1.0}, {"ramp_span": 0.0}, {"start": float("nan")}]
)
def test_constants_without_meaning_are_refused(wrong):
    with pytest.raises(RatingError, match="bad_constants"):
        Constants(**wrong)


RESULTS = st.lists(
    st.builds(
        RatedResult,
        st.integers(0, 4),
        st.integers(5, 9),
        st.sampled_from([0.0, 0.5, 1.0]),
        st.sampled_from([1, 3, 5, 7, 25]),
    ),
    max_size=60,
)


@given(RESULTS)
def test_a_replay_chains_each_players_changes(results):
    last: dict[int, Standing] = {}

    for result, changes in zip(results, replay(results), strict=True):
        for player, change in zip((result.first, result.second), changes, strict=True):
            standing = last.get(player, newcomer())
            assert (change.before, change.experience_before) == standing
            assert change.experience_before + result.length == change.standing.experience
            last[player] = change.standing


@given(RESULTS)
def test_a_replay_is_the_same_to_the_last_bit(results):
    assert list(replay(results)) == list(replay(iter(results)))


@given(
    st.floats(500, 2500), st.floats(500, 2500), st.sampled_from([0.0, 0.5, 1.0]), st.integers(1, 25)
)
def test_points_are_conserved_between_established_players(first, second, score, length):
    own, other = rate(
        Standing(first, ESTABLISHED), Standing(second, ESTABLISHED), score=score, length=length
    )

    assert own.amount + other.amount == pytest.approx(0.0, abs=1e-9)
    assert own.expected + other.expected == pytest.approx(1.0)


def test_a_replay_can_start_from_given_standings():
    start = {"Anna": Standing(1800.0, 1000), "Boris": Standing(1400.0, 200)}

    (changes,) = replay([RatedResult("Anna", "Boris", 0.0)], start=start)

    assert [round(change.amount, 4) for change in changes] == [-2.4525, 7.3576]
