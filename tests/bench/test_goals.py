"""A measurement that misses its goal says so and fails."""

import pytest

from bench.goals import Goal, exit_code


@pytest.mark.parametrize(
    ("figure", "least", "met"),
    [
        (1.5, False, True),
        (1.51, False, False),
        (1.5, True, True),
        (1.49, True, False),
        (float("nan"), False, False),
        (float("nan"), True, False),
    ],
)
def test_a_limit_is_kept_up_to_itself_and_never_by_what_is_not_known(figure, least, met):
    assert Goal("p99", figure, 1.5, least=least).is_met is met


def test_a_missed_goal_is_told_with_figure_and_limit(capsys):
    goals = [Goal("p99", 1700, 1500, " ms"), Goal("rate", 0.95, 0.9, " ×", least=True)]

    assert exit_code(goals) == 1
    assert capsys.readouterr().out == "goal: p99 1700 ms, at most 1500 ms   MISSED\n"


def test_reached_goals_end_well(capsys):
    assert exit_code([Goal("rate", 0.95, 0.9, " ×", least=True)]) == 0
    assert "1 goals" in capsys.readouterr().out


def test_nothing_measured_is_no_success():
    assert exit_code([]) == 1
