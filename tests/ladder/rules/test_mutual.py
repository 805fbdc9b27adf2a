"""Direct encounter: published cases, and against an independent reading of the rule."""

import json
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ladder.rules.mutual import order
from ladder.rules.results import DRAW, LOSS, WIN, Game, Record

DATA = Path(__file__).parents[2] / "data" / "tournaments"
CASES = json.loads((DATA / "direct_encounter_cases.json").read_text("utf-8"))["cases"]
RESULTS = {1: (WIN, LOSS), 0.5: (DRAW, DRAW), 0: (LOSS, WIN)}


def record_of(seats, results, per_pair=1):
    games = [Game(first, second, *RESULTS[score]) for first, second, score in results]
    return Record(seats, games, per_pair=per_pair)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_published_cases(case):
    record = record_of(case["tied"], case["results"])

    assert order(record, case["tied"]) == case["expected_order"]


def test_in_a_double_round_robin_one_game_of_two_is_a_missing_game():
    once = record_of("ab", [("a", "b", 1)], per_pair=2)
    twice = record_of("ab", [("a", "b", 1), ("b", "a", 0.5)], per_pair=2)

    assert order(once, "ab") == [["a", "b"]]
    assert order(twice, "ab") == [["a"], ["b"]]


def test_the_table_of_all_tied_on_points_speaks_before_that_of_the_rest():
    results = [
        ("a", "b", 1),
        ("b", "c", 1),
        ("c", "a", 1),
        ("a", "d", 0),
        ("b", "d", 1),
        ("c", "d", 1),
    ]
    record = record_of("abcd", results)

    assert order(record, "ab") == [["a"], ["b"]]
    assert order(record, "ab", tied_on_points="abcd") == [["b"], ["a"]]


def ends_of(results, group):
    """Return everybody's points for every outcome of the missing games, and whether any is."""
    pairs = list(map(frozenset, combinations(group, 2)))
    known = [results[pair] for pair in pairs if pair in results]
    missing = [splits(pair) for pair in pairs if pair not in results]
    ends = []
    for split in product(*missing):
        points = dict.fromkeys(group, Fraction(0))
        for share in (*known, *split):
            for seat, score in share.items():
                points[seat] += score
        ends.append(points)
    return ends, bool(missing)


def reading(results, group):
    """Order a group by the text of the rule, with every outcome of the missing games tried."""
    if len(group) < 2:
        return [list(group)]
    ends, missing = ends_of(results, group)
    if missing:
        return reading_with_missing(results, group, ends)
    levels = sorted(set(ends[0].values()), reverse=True)
    parts = [[seat for seat in group if ends[0][seat] == level] for level in levels]
    if len(parts) == 1:
        return parts
    return [block for part in parts for block in reading(results, part)]


def reading_with_missing(results, group, ends):
    for seat in group:
        rest = [other for other in group if other != seat]
        if all(end[seat] > end[other] for end in ends for other in rest):
            return [[seat], *reading(results, rest)]
    return [list(group)]


def splits(pair):
    one, other = sorted(pair)
    return [{one: Fraction(score), other: 1 - Fraction(score)} for score in (0, 0.5, 1)]


@st.composite
def groups(draw):
    seats = "abcde"[: draw(st.integers(2, 5))]
    outcomes = draw(st.sampled_from([(0, 1), (0, 0.5, 1), (0, 0.5, 1, None), (1, 1, 1, None)]))
    results = []
    for first, second in combinations(seats, 2):
        score = draw(st.sampled_from(outcomes))
        if score is not None:
            results.append((first, second, score))
    assume(len(list(combinations(seats, 2))) - len(results) <= 6)
    return seats, results


@given(groups())
def test_the_order_is_that_of_the_rule_read_word_by_word(group):
    seats, results = group
    shares = {
        frozenset((first, second)): {first: Fraction(score), second: 1 - Fraction(score)}
        for first, second, score in results
    }

    assert order(record_of(seats, results), list(seats)) == reading(shares, list(seats))
