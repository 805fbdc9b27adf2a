"""Corrections: what an official changes, all that follows from it, and the way back."""

import datetime

import pytest
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import QuerySet

from accounts.permissions import OFFICIALS, NotAnOfficial
from ladder.enums import CorrectionKind
from ladder.models import HISTORY_LENGTH, Correction, Rating, RatingChange
from ladder.rules import Standing
from ladder.services import audit, corrections
from ladder.services.rewriting import LedgerBroken
from tests.ladder.making import START, finished, member, played

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def players():
    return [member(name) for name in ("Anna", "Boris", "Cyril", "Dana")]


@pytest.fixture
def official():
    group, _ = Group.objects.get_or_create(name=OFFICIALS)
    somebody = member("Olga")
    somebody.groups.add(group)
    return somebody


@pytest.fixture
def results(players):
    anna, boris, cyril, _ = players
    pairs = [(anna, boris), (boris, cyril), (cyril, anna), (anna, boris)]
    return [
        played(*pair, at=START + datetime.timedelta(days=day)) for day, pair in enumerate(pairs)
    ]


def standings():
    return {rating.member.username: rating.standing for rating in Rating.objects.all()}


def correct(result, official, score, **how):
    return corrections.correct(
        ladder_result_id=result.ladder_result.pk,
        by_id=official.pk,
        score=score,
        why="The board says so.",
        **how,
    )


def undo(result, official, **how):
    return corrections.undo(
        ladder_result_id=result.ladder_result.pk, by_id=official.pk, why="My mistake.", **how
    )


def test_the_replay_equals_results_that_came_so(players, official):
    anna, boris, cyril, _ = players
    first = played(anna, boris, winner=0)
    played(boris, cyril)
    played(cyril, anna, length=5)
    same = [member(name) for name in ("Anna2", "Boris2", "Cyril2")]
    other = "standard"
    played(same[0], same[1], winner=1, ruleset=other)
    played(same[1], same[2], ruleset=other)
    played(same[2], same[0], length=5, ruleset=other)

    correct(first, official, 0.0)

    found = standings()
    for name in ("Anna", "Boris", "Cyril"):
        assert found[name] == found[f"{name}2"]
    assert list(audit.check()) == []


def test_an_annulled_result_counts_for_nobody(players, official):
    anna, boris, *_ = players
    only = played(anna, boris, length=3)

    correct(only, official, None)

    assert standings() == {"Anna": Standing(1500.0, 0), "Boris": Standing(1500.0, 0)}
    rating = Rating.objects.get(member=anna)
    assert (rating.history, rating.last_result, rating.last_rated_at) == ([], None, None)
    assert list(audit.check()) == []


def test_undoing_gives_back_every_number(results, official):
    before = list(
        Rating.objects.order_by("pk").values("member", "rating", "history", "last_result")
    )

    for score in (0.0, 0.5, None):
        correct(results[1], official, score)
        undo(results[1], official)
        after = Rating.objects.order_by("member").values(
            "member", "rating", "history", "last_result"
        )
        assert sorted(after, key=lambda row: row["member"]) == sorted(
            before, key=lambda row: row["member"]
        )
    assert list(audit.check()) == []


@pytest.mark.parametrize(("ruleset", "length"), [("standard", 7), ("standard", 1), ("vrhcaby", 3)])
def test_what_knows_no_draw_is_not_made_one(official, ruleset, length):
    result = played(member("Anna"), member("Boris"), ruleset=ruleset, length=length)
    entry = result.ladder_result

    with pytest.raises(corrections.CannotBeDrawn) as refused:
        correct(result, official, 0.5)
    with pytest.raises(corrections.CannotBeDrawn):
        corrections.preview(ladder_result=entry, score=0.5)

    assert refused.value.code == "cannot_be_drawn"
    assert not Correction.objects.exists()
    correct(result, official, 0.0)
    assert entry.corrections.get().score == 0.0


def test_a_draw_that_was_played_may_be_brought_back(official):
    result = played(member("Anna"), member("Boris"), ruleset="vrhcaby", winner=None)

    correct(result, official, 1.0)
    correct(result, official, 0.5)

    assert result.ladder_result.corrections.last().score == 0.5


def test_corrections_are_undone_one_by_one(results, official):
    correct(results[0], official, 0.5)
    correct(results[0], official, None)
    undo(results[0], official)
    assert results[0].ladder_result.corrections.last().score == 0.5
    undo(results[0], official)
    assert results[0].ladder_result.corrections.last().score == 1.0

    with pytest.raises(corrections.NothingToUndo):
        undo(results[0], official)
    assert Correction.objects.count() == 4


def test_only_lines_that_change_are_written(results, players, official):
    dana, extra = players[3], member("Eva")
    apart = played(dana, extra)

    correct(results[2], official, 0.0)

    written = RatingChange.objects.filter(correction=1)
    assert set(written.values_list("sequence", flat=True)) == {3, 4}
    assert not written.filter(ladder_result__result=apart).exists()


def test_the_seats_show_the_new_ratings(results, official):
    correct(results[0], official, None)

    assert set(results[0].match.seats.values_list("rating_before", "rating_after")) == {
        (None, None)
    }
    assert list(audit.check()) == []


def test_a_long_history_stays_right(players, official):
    anna, boris, cyril, _ = players
    results = [played(anna, (boris, cyril)[day % 2], winner=day % 2) for day in range(30)]

    correct(results[24], official, 0.0)
    assert list(audit.check()) == []
    correct(results[3], official, None)
    assert len(Rating.objects.get(member=anna).history) == HISTORY_LENGTH
    assert list(audit.check()) == []
    undo(results[3], official)
    assert list(audit.check()) == []


def test_a_preview_tells_what_will_be(results, official):
    ladder_result = results[0].ladder_result
    before = standings()

    told = corrections.preview(ladder_result=ladder_result, score=0.0)
    assert standings() == before
    correct(results[0], official, 0.0)

    assert {(e.member.username, e.after) for e in told.effects} == {
        (name, standing.rating) for name, standing in standings().items()
    }
    assert abs(told.effects[0].amount) >= abs(told.effects[-1].amount)


def test_several_results_are_corrected_with_one_replay(results, official):
    acts = [(results[number].ladder_result, CorrectionKind.ANNUL, None) for number in (3, 0)]
    with transaction.atomic():
        written = corrections.change_all(
            acts=acts, official_id=official.pk, why="He withdrew.", now=START
        )

    assert [act.number for act in written] == [1, 2]
    assert standings()["Anna"].experience == 1
    assert list(audit.check()) == []


@pytest.mark.parametrize(
    ("score", "why", "refusal"),
    [
        (1.0, "Because.", corrections.NothingToCorrect),
        (0.0, "  ", corrections.ReasonMissing),
        (0.25, "Because.", corrections.BadScore),
    ],
)
def test_what_makes_no_sense_is_refused(results, official, score, why, refusal):
    with pytest.raises(refusal):
        corrections.correct(
            ladder_result_id=results[0].ladder_result.pk, by_id=official.pk, score=score, why=why
        )
    assert not Correction.objects.exists()
    assert RatingChange.objects.count() == 8


def test_only_officials_correct(results, players):
    with pytest.raises(NotAnOfficial):
        correct(results[0], players[0], 0.0)
    with pytest.raises(NotAnOfficial):
        undo(results[0], players[0])


def test_a_correction_that_the_page_did_not_know_is_told(results, official):
    correct(results[0], official, 0.0, known=0)

    with pytest.raises(corrections.CorrectedMeanwhile) as refused:
        correct(results[0], official, 0.5, known=0)

    assert refused.value.details["by"] == "Olga"
    correct(results[0], official, 0.5, known=1)


def test_an_unknown_result_is_refused(official):
    with pytest.raises(corrections.NoSuchResult):
        corrections.correct(ladder_result_id=7, by_id=official.pk, score=0.0, why="Because.")


def test_a_ledger_that_lost_a_line_is_not_touched(results, official):
    QuerySet.delete(RatingChange.objects.filter(sequence=2, member__username="Cyril"))

    with pytest.raises(LedgerBroken):
        correct(results[0], official, 0.0)
    assert not Correction.objects.exists()


def test_results_after_a_correction_go_on_from_it(results, players, official):
    correct(results[3], official, 0.0)
    played(players[0], players[1])
    finished(players[2], players[3], rated=False)

    assert list(audit.check()) == []
