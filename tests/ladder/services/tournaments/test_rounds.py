"""The draw, the rounds that open and close, and the step back from them."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Notice
from ladder.models import OfficialAct, Pairing, Round, Stage
from ladder.services import audit
from ladder.services.tournaments import entries, life, rounds, scores
from tests.ladder.making import member
from tests.ladder.tournaments import done, draft, opened, pairing, refused, row, started
from vrhcaby import clock

pytestmark = pytest.mark.django_db

NOON = 1_780_000_000_000
NOON_DATE = datetime.datetime.fromtimestamp(NOON / 1000, datetime.UTC)
HOUR = datetime.timedelta(hours=1)


def pairs(made, number, stage=1):
    rows = Pairing.objects.filter(
        round__stage__tournament__slug=made.slug, round__stage__number=stage, round__number=number
    ).select_related("first", "second")
    return [(made.entries.index(p.first_id) + 1, made.entries.index(p.second_id) + 1) for p in rows]


def round_states(made):
    rows = Round.objects.filter(stage__tournament__slug=made.slug).order_by("stage", "number")
    return list(rows.values_list("state", flat=True))


def decide_all(made, number):
    for one in Pairing.objects.filter(
        round__stage__tournament__slug=made.slug, round__number=number
    ):
        done(
            scores.enter_result(pairing_id=one.pk, by_id=made.by_id, first_score=1, second_score=0)
        )


def test_four_players_meet_as_fide_prints_it():
    made = started(4, seating="by_hand")

    assert [pairs(made, number) for number in (1, 2, 3)] == [
        [(1, 4), (2, 3)],
        [(4, 3), (1, 2)],
        [(2, 4), (3, 1)],
    ]


def test_rounds_open_one_after_the_other():
    made = started(4, seating="by_hand")
    assert round_states(made) == ["open", "waiting", "waiting"]
    assert pairing(made, 2, 1).state == "waiting"

    decide_all(made, 1)

    assert round_states(made) == ["closed", "open", "waiting"]
    assert pairing(made, 2, 1).state == "open"
    assert pairing(made, 2, 1).dice is not None
    codes = list(OfficialAct.objects.order_by("id").values_list("code", "official")[-0:])
    assert ("round_closed", None) in codes


def test_all_rounds_at_once_where_it_is_said():
    made = started(3, seating="by_hand", rounds_open="all")

    assert round_states(made) == ["open"] * 3


def test_a_round_with_a_start_waits_for_it():
    with clock.frozen(NOON):
        made = started(
            4,
            seating="by_hand",
            first_start=NOON_DATE + HOUR,
            round_every_minutes=60,
            round_lasts_minutes=50,
        )

        assert round_states(made) == ["waiting"] * 3
        last = Round.objects.get(stage__tournament__slug=made.slug, number=3)
        assert last.opens_at == NOON_DATE + 3 * HOUR
        assert last.deadline_at == last.opens_at + datetime.timedelta(minutes=50)


def test_one_player_makes_no_tournament():
    made = opened()
    done(entries.enter(slug=made.slug, by_id=member("Anna").pk))
    done(life.change_state(slug=made.slug, by_id=made.by_id, to="closed"))

    refused(rounds.start(slug=made.slug, by_id=made.by_id), "too_few_players")
    assert not Stage.objects.exists()


def test_seven_rounds_for_five_players_are_refused_at_the_start():
    made = opened(ruleset="standard", options={"length": 7}, lengths={"7": 5})
    for name in "ABCDE":
        done(entries.add_guest(slug=made.slug, by_id=made.by_id, name=name))
    done(life.change_state(slug=made.slug, by_id=made.by_id, to="closed"))

    details = refused(rounds.start(slug=made.slug, by_id=made.by_id), "no_such_round")

    assert details["field"] == "lengths"
    assert row(made).state == "closed"


def test_a_draw_is_given_up_until_something_has_come_of_it():
    made = started(4, seating="by_hand")
    done(life.undo_state(slug=made.slug, by_id=made.by_id))
    assert not Stage.objects.exists()

    done(rounds.start(slug=made.slug, by_id=made.by_id))
    board = pairing(made, 1, 1)
    done(scores.enter_result(pairing_id=board.pk, by_id=made.by_id, first_score=1, second_score=0))

    details = refused(life.undo_state(slug=made.slug, by_id=made.by_id), "depends_on_it")
    assert details == {"what": "results", "count": 1}


def test_a_tournament_finishes_when_all_is_decided_and_a_step_back_is_possible():
    made = started(2, seating="by_hand")
    act = {"slug": made.slug, "by_id": made.by_id}

    refused(life.change_state(**act, to="finished"), "not_all_decided")
    decide_all(made, 1)
    done(life.change_state(**act, to="finished"))
    assert row(made).finished_at is not None
    done(life.change_state(**act, to="archived"))
    done(life.undo_state(**act))
    done(life.undo_state(**act))

    assert (row(made).state, row(made).finished_at) == ("running", None)


def test_rounds_are_closed_and_reopened_by_the_director():
    made = started(4, seating="by_hand")
    first = Round.objects.get(stage__tournament__slug=made.slug, number=1)
    act = {"slug": made.slug, "by_id": made.by_id, "round_id": first.pk}

    assert refused(rounds.close_round(**act), "round_undecided") == {"count": 2}
    refused(rounds.reopen_round(**act), "round_not_closed")
    decide_all(made, 1)
    done(rounds.reopen_round(**act, why="a result was wrong"))
    assert round_states(made) == ["open", "open", "waiting"]
    refused(rounds.open_round(**act), "round_already_open")
    done(rounds.close_round(**act))

    assert round_states(made) == ["closed", "open", "waiting"]


def test_a_deadline_before_its_start_is_refused():
    made = started(4, seating="by_hand")
    first = Round.objects.get(stage__tournament__slug=made.slug, number=1)

    details = refused(
        rounds.reschedule(
            slug=made.slug,
            by_id=made.by_id,
            round_id=first.pk,
            opens_at=NOON_DATE,
            deadline_at=NOON_DATE,
        ),
        "deadline_before_start",
    )

    assert details == {"field": "deadline_at"}


@pytest.mark.parametrize("rounds_open", ["one_by_one", "all"])
def test_a_start_asks_and_tells_in_as_many_statements_at_any_size(rounds_open):
    counted = {}
    for players in (4, 8):
        made = draft(rounds_open=rounds_open)
        act = {"slug": made.slug, "by_id": made.by_id}
        people = [member(f"player {players}-{number}") for number in range(players)]
        for one in people:
            done(entries.add(**act, member_id=one.pk))
        for state in ("registration", "closed"):
            done(life.change_state(**act, to=state))
        with CaptureQueriesContext(connection) as asked:
            done(rounds.start(**act))
        counted[players] = len(asked)
        told = Notice.objects.filter(kind="round_start", member__in=people)
        assert told.values("member").distinct().count() == told.count() == players

    assert counted[4] == counted[8]
    assert list(audit.check()) == []
