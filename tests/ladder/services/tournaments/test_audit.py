"""The audit of tournaments is silent when all is well, and names what is not."""

from dataclasses import replace
from fractions import Fraction

import pytest

from ladder.models import Pairing, Round, Tournament
from ladder.selectors.tournaments import field
from ladder.services.tournaments import audit, brackets, scores, withdrawals
from tests.ladder.services.tournaments.test_knockout import groups, won_by_number
from tests.ladder.services.tournaments.test_withdrawals import leave, played
from tests.ladder.tournaments import done, pairing

pytestmark = pytest.mark.django_db


def test_nothing_is_wrong_with_any_course():
    for policy in ("annul_below_half", "keep_and_forfeit", "void_all"):
        made = played(5, 2)
        done(leave(made, 2, policy))
        done(leave(made, 4, policy))
    cup = groups()
    won_by_number(cup)
    done(brackets.start_knockout(slug=cup.slug, by_id=cup.by_id))
    done(withdrawals.withdraw(slug=cup.slug, by_id=cup.by_id, entry_id=cup.entries[0], why="ill"))
    won_by_number(cup)

    assert list(audit.check()) == []


def found(part):
    return [line for line in audit.check() if part in line]


def test_a_result_that_is_not_the_matchs_is_named():
    made = played(4, 1)
    Pairing.objects.filter(pk=pairing(made, 1, 1).pk).update(source="live")

    assert found("has no result")


def test_an_undecided_pairing_in_a_closed_round_is_named():
    made = played(4, 1)
    Round.objects.filter(number=2, stage__tournament=made.id).update(state="closed")

    assert len(found("undecided in a closed round")) == 2


def test_a_false_finalist_is_named():
    cup = groups()
    won_by_number(cup)
    done(brackets.start_knockout(slug=cup.slug, by_id=cup.by_id))
    won_by_number(cup)
    final = pairing(cup, 2, 1, stage=3)
    Pairing.objects.filter(pk=final.pk).update(first=cup.entries[6])

    assert len(found("is not who came")) == 1


def test_a_table_that_its_results_do_not_give_is_named(monkeypatch):
    played(4, 2)
    of = field.of

    def generous(stage):
        found = of(stage)
        wrong = found.standings()
        wrong = replace(wrong, rows=(replace(wrong.rows[0], points=Fraction(9)), *wrong.rows[1:]))
        monkeypatch.setattr(field.Field, "standings", lambda self: wrong)
        return found

    monkeypatch.setattr(field, "of", generous)

    (line,) = found("its results give")
    assert "has 9 points" in line


def test_a_gap_in_the_log_is_named():
    made = played(4, 1)
    Tournament.objects.filter(pk=made.id).update(version=999)

    assert found("version 999")


def test_a_pair_that_meets_too_often_is_named():
    made = played(4, 0)
    board = pairing(made, 2, 1)
    other = pairing(made, 1, 1)
    Pairing.objects.filter(pk=board.pk).update(first=other.first, second=other.second)

    assert found("meet 2 times")
    done(scores.enter_result(pairing_id=other.pk, by_id=made.by_id, first_score=1, second_score=0))
