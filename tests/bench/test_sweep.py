"""The bench of the referee fails where a verdict comes too late, or never."""

import pytest

from bench import sweep
from games.models import Match
from tests.ladder.making import member


def missed(late, count):
    return [goal.name for goal in sweep.goals(late, count) if not goal.is_met]


@pytest.mark.parametrize(
    ("late", "behind"),
    [
        ([1_500] * 1_000, []),
        ([1_000] * 995 + [3_000] * 5, []),
        ([1_000] * 980 + [1_600] * 20, ["late at p99"]),
        ([1_000] * 999 + [3_001], ["late at most"]),
        ([1_000] * 999, ["verdicts of worker and beat"]),
        ([], ["verdicts of worker and beat", "late at p99", "late at most"]),
    ],
)
def test_a_limit_that_is_not_kept_is_named(late, behind):
    assert missed(late, 1_000) == behind


def test_one_verdict_alone_is_judged_too():
    assert missed([900], 1) == []
    assert missed([4_000], 1) == ["late at p99", "late at most"]


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_sweep_alone_judges_what_is_due_and_its_lags_are_read(capsys):
    from bench import due

    pair, at = [member("Anna").pk, member("Boris").pk], 1_800_000_000_000
    due.begin(*pair, at=at - due.LIMIT_MS)
    due.clone(due.begin(*pair, at=at - due.LIMIT_MS + 400), 3)

    exec(sweep._ALONE.format(at=at, profile=False), {})
    told = capsys.readouterr().out.splitlines()
    exec(sweep._LAGS.format(at=at), {})

    assert told[-1] == "2"
    assert capsys.readouterr().out == "[1000, 600]\n"
    assert Match.objects.live().count() == 3
