"""Chances, races and match equity against published and other programs' figures (rules Q1-Q5)."""

import json
from pathlib import Path

import pytest

from games.engine import chances, kazaross, match_equity, races
from games.engine.board import BAR
from games.engine.match_errors import BadCube, CrawfordGame
from games.engine.position_id import decode
from games.engine.rules import preset

REFERENCE = json.loads(
    (Path(__file__).resolve().parents[2] / "data" / "reference" / "chances.json").read_text()
)
STANDARD = preset("standard")
MOVES = (
    36, 36, 36, 34, 31, 27, 23, 17, 12, 8, 6, 4, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1,
)  # fmt: skip


def sides(position_id: str) -> tuple[list[int], list[int]]:
    board = decode(position_id)
    return list(board.counts[: BAR + 1]), list(board.turned().counts[: BAR + 1])


def test_there_are_21_distinct_rolls_of_36() -> None:
    weights = [weight for _, weight in chances.rolls()]

    assert (len(weights), sum(weights)) == (21, 36)


def test_hits_by_distance_are_the_published_ones() -> None:
    found = {str(distance): chances.hits(distance) for distance in range(1, 25)}

    assert found == REFERENCE["hits"]


def test_a_checker_moves_at_least_so_far() -> None:
    assert tuple(chances.moves(distance) for distance in range(1, 25)) == MOVES


def test_blocked_points_between_take_indirect_shots_away() -> None:
    assert chances.hits(6, blocked={5}) == 17
    assert chances.hits(6, blocked={1, 5}) == 15
    assert chances.hits(12, blocked={3, 4}) == 1
    assert chances.hits(3, blocked={1, 2}) == 11


def test_entering_is_by_the_rule_of_squares() -> None:
    for row in REFERENCE["bar_entry"]:
        closed = row["closed_points"]
        assert chances.enters_all(1, closed) == row["enter_at_least_one_of_36"]
        assert chances.enters_all(2, closed) == row["enter_both_two_on_bar_of_36"]
    assert [chances.enters_all(k, 2) for k in (3, 4, 5)] == [4, 4, 0]


@pytest.mark.parametrize("row", REFERENCE["shots"], ids=lambda row: row["position_id"])
def test_shots_of_a_position_count_legal_turns(row) -> None:
    found = chances.shots(decode(row["position_id"]), STANDARD)

    assert found.total == row["total"]
    assert sorted(f"{high}{low}" for high, low in found.rolls) == sorted(row["rolls"])
    assert set(found.by_blot) <= set(row["blots"])


@pytest.mark.parametrize("row", REFERENCE["races"], ids=lambda row: row["position_id"])
def test_race_counts_are_those_of_gnu_backgammon(row) -> None:
    own, theirs = sides(row["position_id"])
    thorp, keith, isight = (f(own, theirs) for f in (races.thorp, races.keith, races.isight))
    leader = row["thorp"]["leader"]

    longer = leader > races._THORP_LONG
    assert thorp.leader == pytest.approx(row["thorp"]["leader_plus_tenth"] if longer else leader)
    assert thorp.trailer == row["thorp"]["trailer"]
    assert float(keith.leader) == pytest.approx(row["keith"]["leader_plus_seventh"], abs=0.06)
    assert keith.trailer == row["keith"]["trailer"]
    assert races.kleinman(own, theirs) == pytest.approx(row["kleinman"]["cubeless_win"], abs=1e-4)
    assert (isight.leader, isight.trailer) == (row["isight"]["leader"], row["isight"]["trailer"])
    assert float(races.lead_percent(own, theirs)) == pytest.approx(
        row["rule_8_9_12"]["percent_ahead"], abs=0.06
    )


def test_equality_takes_by_thorp() -> None:
    own, theirs = [0] * 26, [0] * 26
    own[6], theirs[6] = 1, 1
    even = races.thorp(own, theirs)
    assert even.verdict == races.Verdict(double=True, redouble=True, take=True)


@pytest.mark.parametrize("row", REFERENCE["match_equity"])
def test_match_equity_of_the_table_and_of_the_formula(row) -> None:
    needs, other = row["leader_needs"], row["trailer_needs"]

    assert match_equity.janowski(needs, other) == pytest.approx(row["janowski"], abs=1e-4)
    assert match_equity.winning(needs, other) == pytest.approx(row["kazaross_xg2"], abs=1e-4)


def test_three_away_against_five_away_by_janowski() -> None:
    assert match_equity.janowski(3, 5) == pytest.approx(0.6545, abs=1e-4)


def test_equity_is_a_weighted_sum() -> None:
    def of(win, gammon, backgammon, lose):
        return match_equity.equity(win=win, gammon=gammon, backgammon=backgammon, lose=lose)

    assert of(1, 1, 1, (0, 0, 0)) == 3
    assert of(0.1, 0, 0, (0.9, 0, 0)) == pytest.approx(-0.8)


def test_the_two_players_share_a_match() -> None:
    for needs in range(1, match_equity.MOST + 1):
        for other in range(1, match_equity.MOST + 1):
            both = match_equity.winning(needs, other) + match_equity.winning(other, needs)
            assert both == pytest.approx(1, abs=2e-5)
    assert len(kazaross.POST_CRAWFORD) == match_equity.MOST


def test_a_take_needs_a_quarter_far_from_the_end() -> None:
    decision = match_equity.cube_decision(20, 20)

    assert decision.take_point == pytest.approx(0.25, abs=0.03)


@pytest.mark.parametrize("cube", [0, -1, 3, 6])
def test_a_cube_is_a_power_of_two(cube: int) -> None:
    with pytest.raises(BadCube):
        match_equity.cube_decision(5, 5, cube=cube)


@pytest.mark.parametrize("needs", [(1, 25), (25, 1)])
def test_the_crawford_game_has_no_cube_to_decide_on(needs: tuple[int, int]) -> None:
    with pytest.raises(CrawfordGame):
        match_equity.cube_decision(*needs)

    assert match_equity.cube_decision(*needs, post_crawford=True)
    assert match_equity.cube_decision(1, 1)


def test_a_need_past_the_table_is_refused() -> None:
    with pytest.raises(ValueError, match="26"):
        match_equity.winning(26, 1)
