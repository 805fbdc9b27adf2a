"""The formula with other constants is the Elo of others: published sums of chess and of Denmark."""

import json
from math import sqrt
from pathlib import Path

import pytest

from ladder.rules import Constants, Standing, expected_score, rate

DATA = Path(__file__).parents[2] / "data" / "tournaments"
FIDE = json.loads((DATA / "rating_elo_fide.json").read_text("utf-8"))
DANISH = json.loads((DATA / "rating_danish_variant.json").read_text("utf-8"))


def elo(k, scale=400.0):
    """Return constants under which a game changes the rating by k (S - E), for everybody."""
    return Constants(scale=scale, factor=k, ramp_start=1.0, ramp_floor=1.0)


@pytest.mark.parametrize(("difference", "expected"), FIDE["expected_score"])
def test_the_table_of_fide_is_the_logistic_but_for_its_rounding(difference, expected):
    assert expected_score(difference, 1, elo(1)) == pytest.approx(expected, abs=0.015)


@pytest.mark.parametrize("case", FIDE["changes"], ids=str)
def test_changes_in_chess_agree_but_for_the_rounding_of_the_table(case):
    gap = max(-400, min(400, case["opponent"] - case["rating"]))

    change, _ = rate(
        Standing(1500.0, 0),
        Standing(1500.0 + gap, 0),
        score=case["score"],
        length=1,
        constants=elo(case["k"]),
    )

    assert change.amount == pytest.approx(case["change"], abs=1)


@pytest.mark.parametrize("case", DANISH["cases"], ids=str)
def test_the_danish_variant_weighs_a_match_by_its_length(case):
    length = case["length"]
    constants = elo(sqrt(length), scale=2000.0)

    change, loss = rate(
        Standing(case["winner"], 0),
        Standing(case["loser"], 0),
        score=1,
        length=length,
        constants=constants,
    )

    assert change.amount == pytest.approx(case["change"], abs=0.01)
    assert loss.amount == pytest.approx(-case["change"], abs=0.01)
