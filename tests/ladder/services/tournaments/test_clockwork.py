"""The clock's minute: idempotent, late-safe, and it says when it caught up."""

import datetime

import pytest

from accounts.models import Notice
from games.models import Lease
from ladder.models import NoShowClaim, OfficialAct, Pairing, Round
from ladder.services.tournaments import clockwork, no_shows, times
from tests.games import making
from tests.ladder.tournaments import done, opened, pairing, refused, row, started
from vrhcaby import clock

pytestmark = pytest.mark.django_db

NOON = making.NOON
NOON_DATE = datetime.datetime.fromtimestamp(NOON / 1000, datetime.UTC)
HOUR_MS = 3_600_000
HOUR = datetime.timedelta(hours=1)
MINUTE = datetime.timedelta(minutes=1)


@pytest.fixture
def noon():
    with clock.frozen(NOON) as hand:
        yield hand


def here(member_id, since_ms, until_ms):
    Lease.objects.create(
        connection=f"x{member_id}-{since_ms}"[:32],
        member_id=member_id,
        since=since_ms,
        expires=until_ms,
    )


def scheduled(**settings):
    """Four players, rounds of 50 minutes each hour, the first at 13:00."""
    return started(
        4,
        seating="by_hand",
        first_start=NOON_DATE + HOUR,
        round_every_minutes=60,
        round_lasts_minutes=50,
        **settings,
    )


def test_registration_closes_by_the_clock_once(noon):
    made = opened(registration_until=NOON_DATE + HOUR)
    assert clockwork.tick().closed == 0
    noon.advance(HOUR_MS)

    assert clockwork.tick().closed == 1
    assert clockwork.tick().closed == 0

    assert row(made).state == "closed"
    act = OfficialAct.objects.filter(code="registration_over").get()
    assert (act.official, "late_minutes" in act.after) == (None, False)


def test_a_round_opens_at_its_start_and_players_are_told_once(noon):
    made = scheduled()
    noon.advance(HOUR_MS)

    assert clockwork.tick().opened == 1
    assert clockwork.tick().opened == 0

    assert pairing(made, 1, 1).state == "open"
    assert Notice.objects.filter(kind="round_start").count() == 4


def test_a_worker_that_was_down_for_a_day_catches_up_and_says_so(noon):
    made = scheduled()
    noon.advance(24 * HOUR_MS)

    ticked = clockwork.tick()

    assert ticked.opened == 3
    assert list(Round.objects.values_list("state", flat=True)) == ["open"] * 3
    opened_acts = OfficialAct.objects.filter(code="round_opened").order_by("id")
    assert [act.after["late_minutes"] for act in opened_acts] == [23 * 60, 22 * 60, 21 * 60]
    # Each lasts as long as was planned, one after the other; nobody's time is over.
    ends = Round.objects.order_by("number").values_list("deadline_at", flat=True)
    now = datetime.datetime.fromtimestamp(clock.now() / 1000, datetime.UTC)
    assert [(end - now) // MINUTE for end in ends] == [50, 100, 150]
    assert not OfficialAct.objects.filter(code="deadline_passed").exists()
    again = clockwork.tick()
    assert (again.opened, again.due) == (0, 0)
    # Nobody knows any more who was here: nothing is lost by that.
    assert not Pairing.objects.filter(state="decided").exists()
    assert row(made).state == "running"


def test_a_held_round_waits_for_the_director(noon):
    scheduled()
    Round.objects.filter(number=1).update(held=True)
    noon.advance(HOUR_MS)

    assert clockwork.tick().opened == 0


def test_the_automatic_rule_decides_by_recorded_presence(noon):
    made = scheduled(no_show="automatic")
    noon.advance(HOUR_MS)
    clockwork.tick()
    start = clock.now()
    one, two = pairing(made, 1, 1), pairing(made, 1, 2)
    here(one.first.member_id, start, start + HOUR_MS)
    noon.advance(15 * making.MINUTE)
    clockwork.tick()

    assert (pairing(made, 1, 1).first_result, pairing(made, 1, 1).source) == (2, "walkover")
    assert pairing(made, 1, 2).second_result == 0
    assert pairing(made, 1, 2).first_result == 0
    assert two.state == "open"
    assert OfficialAct.objects.filter(code="no_show_by_rule", official=None).count() == 2


def test_an_outage_makes_the_case_unclear(noon):
    from games.models import Outage

    made = scheduled(no_show="automatic")
    noon.advance(HOUR_MS)
    clockwork.tick()
    start = clock.now()
    here(pairing(made, 1, 1).first.member_id, start, start + HOUR_MS)
    Outage.objects.create(since=start + 1000, until=start + 60_000)
    noon.advance(15 * making.MINUTE)
    clockwork.tick()

    assert pairing(made, 1, 1).state == "open"
    assert pairing(made, 1, 1).attendance["outage_ms"] == 59_000


def agreed(made, noon):
    """Let the first pairing be agreed for 12:30, and time go on to it."""
    board = pairing(made, 1, 1)
    at = NOON_DATE + HOUR / 2
    done(times.propose_time(pairing_id=board.pk, by_id=board.first.member_id, at=at))
    done(times.confirm_time(pairing_id=board.pk, by_id=board.second.member_id, at=at))
    noon.advance(HOUR_MS // 2)
    return board


def test_a_claim_is_granted_at_once_in_a_clear_case(noon):
    made = started(2, seating="by_hand", no_show="both")
    board = agreed(made, noon)
    here(board.second.member_id, clock.now(), clock.now() + HOUR_MS)
    act = {"pairing_id": board.pk, "by_id": board.second.member_id}

    refused(no_shows.claim_no_show(**act), "not_late_yet")
    noon.advance(15 * making.MINUTE)
    refused(
        no_shows.claim_no_show(pairing_id=board.pk, by_id=board.first.member_id), "you_were_away"
    )
    done(no_shows.claim_no_show(**act))

    board.refresh_from_db()
    assert (board.first_result, board.second_result, board.source) == (0, 2, "walkover")
    claim = NoShowClaim.objects.get()
    assert (claim.state, claim.evidence["first"]["here_ms"]) == ("granted", 0)


def test_otherwise_the_director_judges_with_the_evidence(noon):
    made = started(2, seating="by_hand", no_show="director")
    board = agreed(made, noon)
    here(board.second.member_id, clock.now(), clock.now() + HOUR_MS)
    noon.advance(15 * making.MINUTE)
    claim_id = done(no_shows.claim_no_show(pairing_id=board.pk, by_id=board.second.member_id)).id
    act = {"claim_id": claim_id, "by_id": made.by_id}

    refused(no_shows.judge_claim(**act, grant=True), "why_missing")
    refused(
        no_shows.judge_claim(claim_id=claim_id, by_id=board.second.member_id, grant=True, why="x"),
        "not_a_director",
    )
    done(no_shows.judge_claim(**act, grant=True, why="he did not call"))

    board.refresh_from_db()
    assert (board.state, board.second_result) == ("decided", 2)
    refused(no_shows.judge_claim(**act, grant=False, why="again"), "no_such_claim")


def test_evidence_recorded_then_serves_a_claim_long_after(noon):
    made = started(2, seating="by_hand", no_show="both")
    board = agreed(made, noon)
    here(board.second.member_id, clock.now(), clock.now() + HOUR_MS)
    noon.advance(16 * making.MINUTE)
    clockwork.tick()
    Lease.objects.all().delete()
    noon.advance(20 * HOUR_MS)

    done(no_shows.claim_no_show(pairing_id=board.pk, by_id=board.second.member_id))

    board.refresh_from_db()
    assert (board.state, board.second_result) == ("decided", 2)


def test_reminders_come_once(noon):
    made = started(2, seating="by_hand")
    board = pairing(made, 1, 1)
    at = NOON_DATE + HOUR
    done(times.propose_time(pairing_id=board.pk, by_id=board.first.member_id, at=at))
    done(times.confirm_time(pairing_id=board.pk, by_id=board.second.member_id, at=at))
    clockwork.tick()
    assert Notice.objects.filter(kind="reminder").count() == 0
    noon.advance(HOUR_MS // 2)

    clockwork.tick()
    clockwork.tick()

    assert Notice.objects.filter(kind="reminder").count() == 2


def test_times_are_agreed_by_both_and_a_change_clears_them(noon):
    made = started(2, seating="by_hand", round_lasts_minutes=24 * 60)
    board = pairing(made, 1, 1)
    first, second = board.first.member_id, board.second.member_id
    at = NOON_DATE + HOUR

    refused(times.propose_time(pairing_id=board.pk, by_id=first, at=NOON_DATE), "time_past")
    refused(
        times.propose_time(pairing_id=board.pk, by_id=first, at=at + 30 * HOUR), "after_deadline"
    )
    done(times.propose_time(pairing_id=board.pk, by_id=first, at=at))
    refused(times.confirm_time(pairing_id=board.pk, by_id=first, at=at), "nothing_proposed")
    refused(times.confirm_time(pairing_id=board.pk, by_id=second, at=at + HOUR), "time_changed")
    done(times.confirm_time(pairing_id=board.pk, by_id=second, at=at))
    assert pairing(made, 1, 1).agreed_at == at

    done(times.propose_time(pairing_id=board.pk, by_id=second, at=at + HOUR))
    board.refresh_from_db()
    assert (board.agreed_at, board.proposed_at) == (None, at + HOUR)
    done(times.clear_time(pairing_id=board.pk, by_id=first))
    board.refresh_from_db()
    assert board.proposed_at is None


def test_a_worker_that_was_down_for_a_day_catches_up_and_punishes_nobody(noon):
    made = scheduled(no_show="automatic", registration_until=None)
    noon.advance(24 * HOUR_MS)

    clockwork.tick()
    clockwork.tick()

    boards = Pairing.objects.filter(round__stage__tournament__slug=made.slug)
    assert not boards.filter(state="decided").exists()
    opened_late = OfficialAct.objects.filter(code="round_opened", after__has_key="late_minutes")
    assert opened_late.exists()
    assert all(act.official is None for act in OfficialAct.objects.filter(code="round_opened"))
    before = OfficialAct.objects.count()
    clockwork.tick()
    assert OfficialAct.objects.count() == before


def test_after_a_day_down_there_is_still_time_to_play(noon):
    made = scheduled(no_show="automatic")
    noon.advance(24 * HOUR_MS)
    clockwork.tick()

    first = pairing(made, 1, 1)

    assert first.due_at > datetime.datetime.fromtimestamp(clock.now() / 1000, datetime.UTC)


def test_a_site_that_has_just_come_back_does_not_take_its_own_absence_for_theirs(noon):
    made = scheduled(no_show="automatic")
    noon.advance(HOUR_MS)
    making.swept()
    clockwork.tick()
    assert pairing(made, 1, 1).state == "open"
    noon.advance(20 * making.MINUTE)

    clockwork.tick()

    assert pairing(made, 1, 1).state == "open"
    assert pairing(made, 1, 1).attendance["outage_ms"] > 14 * making.MINUTE
