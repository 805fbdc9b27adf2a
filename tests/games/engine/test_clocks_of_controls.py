"""Clocks by their controls, at every boundary: per turn, delay, correspondence (V14–V17, S12)."""

import dataclasses

import pytest

from games.engine import commands as c
from games.engine import events as e
from games.engine.clock import DAY_MS, ControlKind, TimeControl
from games.engine.cube import ResignationOffer
from games.engine.replay import first_difference
from games.engine.rules import MatchOptions, PastLimit
from games.engine.state import Phase, deadline
from tests.games.engine.scenes import HOURS, MINUTE, SECOND, T0, Table

FIRST = ((8, 3), (6, 1))
SECOND_TURN = ((24, 6), (18, 5))
ROLLS = [(3, 1), (6, 5), (4, 2), (5, 1), (6, 3), (2, 1)] + [(3, 1), (4, 2)] * 20
DELAY = TimeControl(ControlKind.DELAY, 12 * SECOND, reserve_ms=2 * MINUTE)
LETTERS = TimeControl(ControlKind.CORRESPONDENCE, 2 * DAY_MS, None, vacation=2)
BOUNDARY = pytest.mark.parametrize("late", [-1, 0, 1])


def table(control: TimeControl, length: int | None = 7) -> Table:
    """The opening 3-1 of seat 0, then 6-5 of seat 1."""
    return Table(ROLLS, rules="standard", options=MatchOptions(length=length), control=control)


# Per turn


@BOUNDARY
def test_per_turn_the_limit_is_that_of_the_dice_to_play(late: int) -> None:
    found = table(TimeControl(ControlKind.PER_TURN, MINUTE))
    end = T0 + 2 * MINUTE

    assert found.settle(end + late) == (["limit_passed"] if late >= 0 else [])
    found.do(c.Turn(0, FIRST), at=end + late)
    assert deadline(found.state) == end + late + MINUTE


@BOUNDARY
def test_per_turn_a_loss_by_the_control_is_final(late: int) -> None:
    found = table(TimeControl(ControlKind.PER_TURN, MINUTE, past_limit=PastLimit.LOSS))
    end = T0 + 2 * MINUTE

    if late < 0:
        assert found.settle(end + late) == []
        found.do(c.Turn(0, FIRST), at=end + late)
        return
    assert found.refused(c.Turn(0, FIRST), at=end + late) == "game_over"
    assert found.settle(end + late) == ["limit_passed", "game_ended"]
    assert (found.state.score, found.state.phase) == ((0, 3), Phase.WAITING)
    assert found.events[-1].reason == "time"  # type: ignore[union-attr]


# Delay: reserve and delay, final, costing the match


@BOUNDARY
def test_delay_time_within_the_delay_costs_no_reserve(late: int) -> None:
    found = table(DELAY)
    assert found.state.reserve == (120_000, 120_000)
    assert deadline(found.state) == T0 + 132 * SECOND

    found.do(c.Turn(0, FIRST), at=T0 + 12 * SECOND + late)

    assert found.state.reserve == (120_000 - max(late, 0), 120_000)


def test_delay_the_roll_begins_no_new_limit() -> None:
    found = table(DELAY)
    found.do(c.Turn(0, FIRST), at=T0)
    found.do(c.Roll(1), at=T0 + 10 * SECOND)
    assert deadline(found.state) == T0 + 132 * SECOND

    found.do(c.Turn(1, SECOND_TURN), at=T0 + 22 * SECOND)

    assert found.state.reserve == (120_000, 110_000)


@BOUNDARY
def test_delay_the_end_of_the_reserve_loses_the_match(late: int) -> None:
    found = table(DELAY)
    end = T0 + 132 * SECOND

    if late < 0:
        assert found.settle(end + late) == []
        found.do(c.Turn(0, FIRST), at=end + late)
        assert found.state.reserve[0] == -late
        return
    assert found.refused(c.Turn(0, FIRST), at=end + late) == "game_over"
    assert found.settle(end + late, "online") == ["limit_passed", "game_ended", "match_ended"]
    assert (found.state.winner, found.state.score, found.state.reason) == (1, (0, 7), "time")
    assert first_difference(found.waiting, found.events) is None


def test_delay_leaving_costs_the_match_too() -> None:
    found = table(DELAY)

    assert found.do(c.Leave(1)) == ["game_ended", "match_ended"]
    assert found.state.score == (7, 0)


def test_delay_in_a_money_session_time_costs_the_game() -> None:
    found = table(DELAY, None)

    assert found.settle(T0 + 132 * SECOND) == ["limit_passed", "game_ended"]
    assert (found.state.phase, found.state.score) == (Phase.BETWEEN, (0, 3))


def test_delay_an_answer_has_its_own_delay_and_uses_the_answerers_reserve() -> None:
    found = table(DELAY)
    found.do(c.Turn(0, FIRST), at=T0)
    found.do(c.Hold(1, on=True), at=T0)
    found.do(c.Double(1), at=T0 + 10 * SECOND)
    assert found.state.clock.limit == 132 * SECOND

    found.do(c.Take(0), at=T0 + 32 * SECOND)

    assert found.state.reserve == (110_000, 120_000)
    assert (found.state.clock.seat, found.state.clock.limit) == (1, 122 * SECOND)
    found.do(c.Roll(1), at=T0 + 34 * SECOND)
    found.do(c.Turn(1, SECOND_TURN), at=T0 + 35 * SECOND)
    assert found.state.reserve == (110_000, 119_000)


def test_delay_an_offer_in_the_reserve_stops_it_and_gives_no_ten_seconds() -> None:
    found = table(DELAY)
    found.do(c.Turn(0, FIRST), at=T0)
    found.do(c.OfferResignation(1, 1), at=T0 + 130 * SECOND)
    assert found.state.reserve == (120_000, 2_000)
    assert found.state.pending == ResignationOffer(1, 1, 0)

    found.do(c.Decline(0), at=T0 + 131 * SECOND)

    assert (found.state.clock.seat, found.state.clock.limit) == (1, 2 * SECOND)
    assert found.settle(T0 + 133 * SECOND - 1) == []
    assert found.settle(T0 + 133 * SECOND)[:1] == ["limit_passed"]


def test_delay_who_does_not_answer_a_double_loses_the_match() -> None:
    found = table(DELAY)
    found.do(c.Turn(0, FIRST), at=T0)
    found.do(c.Double(1), at=T0)

    assert found.settle(T0 + 132 * SECOND) == ["limit_passed", "game_ended", "match_ended"]
    assert (found.state.winner, found.state.score) == (1, (0, 7))


def test_delay_v23_an_outage_is_given_back_and_costs_no_reserve() -> None:
    found = table(DELAY)
    found.credit(T0 + 20 * SECOND, T0 + 80 * SECOND)
    assert deadline(found.state) == T0 + 192 * SECOND

    found.do(c.Turn(0, FIRST), at=T0 + 82 * SECOND)

    assert found.state.reserve == (110_000, 120_000)


def test_delay_v23_presence_that_is_unknown_loses_nothing_for_a_minute() -> None:
    found = table(DELAY)
    end = T0 + 132 * SECOND

    assert found.settle(end, "unknown") == ["presence_unknown"]
    assert found.settle(end + MINUTE, "unknown") == ["limit_passed", "game_ended", "match_ended"]


def test_delay_the_reserve_is_for_the_whole_match() -> None:
    found = table(DELAY)
    found.do(c.Turn(0, FIRST), at=T0 + 42 * SECOND)
    found.do(c.Double(1), at=T0 + 42 * SECOND)
    found.do(c.Drop(0), at=T0 + 42 * SECOND)

    assert (found.state.game, found.state.reserve) == (2, (90_000, 120_000))


def test_delay_a_draw_offer_stops_the_clock_and_its_answer_costs_nobody() -> None:
    found = Table([(6, 5), (4, 2), (3, 1), (6, 4)], control=DELAY)
    found.step((24, 6), (18, 5), (24, 4), (20, 2))
    found.do(c.OfferDraw(0), at=T0 + 22 * SECOND)
    found.do(c.Decline(1), at=T0 + 70 * SECOND)

    assert found.state.reserve == (110_000, 120_000)
    assert (found.state.clock.seat, found.state.clock.limit) == (0, 110 * SECOND)


# Correspondence


@BOUNDARY
def test_letters_days_of_vacation_go_before_the_game_is_lost(late: int) -> None:
    found = table(LETTERS)
    first_end = T0 + 2 * DAY_MS
    assert deadline(found.state) == first_end

    assert found.settle(first_end + late) == (["vacation_taken"] if late >= 0 else [])
    if late < 0:
        return
    assert found.events[-1] == e.VacationTaken(
        at=first_end + late, seat=0, limit_at=first_end, left=1
    )
    assert (found.state.vacation, deadline(found.state)) == ((1, 2), first_end + DAY_MS)


@BOUNDARY
def test_letters_the_last_day_loses_the_game(late: int) -> None:
    found = table(LETTERS)
    end = T0 + 4 * DAY_MS

    if late < 0:
        assert found.refused(c.Claim(1), at=end + late) == "time_not_over"
        assert found.settle(end + late) == ["vacation_taken", "vacation_taken"]
        found.do(c.Turn(0, FIRST), at=end + late)
        assert deadline(found.state) == end + late + 2 * DAY_MS
        return
    assert found.refused(c.Turn(0, FIRST), at=end + late) == "game_over"
    kinds = found.settle(end + late, "online")
    assert kinds == ["vacation_taken", "vacation_taken", "limit_passed", "game_ended"]
    assert (found.state.score, found.events[-1].reason) == ((0, 3), "time")  # type: ignore[union-attr]
    assert first_difference(found.waiting, found.events) is None


def test_letters_one_limit_covers_the_turn_and_every_answer_has_its_own() -> None:
    found = table(LETTERS)
    found.do(c.Turn(0, FIRST), at=T0)
    found.do(c.Double(1), at=T0 + DAY_MS)
    assert deadline(found.state) == T0 + 3 * DAY_MS

    found.do(c.Take(0), at=T0 + 2 * DAY_MS)

    assert found.state.roll is not None
    assert deadline(found.state) == T0 + 4 * DAY_MS


def test_letters_there_are_no_ten_hours_and_nobody_has_to_be_there() -> None:
    found = table(LETTERS)

    assert found.settle(T0 + 47 * HOURS, "offline") == []


def test_letters_a_claim_by_the_control_waits_for_the_opponent() -> None:
    found = table(dataclasses.replace(LETTERS, vacation=0, past_limit=PastLimit.CLAIM))
    end = T0 + 2 * DAY_MS

    assert found.settle(end, "offline") == ["limit_passed"]
    assert deadline(found.state) is None
    found.do(c.Claim(1), at=end)
    assert found.state.score == (0, 3)


def test_letters_a_draw_offer_waits_as_long_as_a_turn() -> None:
    found = Table([(6, 5), (4, 2), (3, 1), (6, 4)], control=LETTERS)
    found.step((24, 6), (18, 5), (24, 4), (20, 2))
    found.do(c.OfferDraw(0))
    assert deadline(found.state) == T0 + 2 * DAY_MS

    assert found.settle(T0 + 2 * DAY_MS - 1) == []
    assert found.settle(T0 + 2 * DAY_MS) == ["draw_lapsed"]
    assert deadline(found.state) == T0 + 4 * DAY_MS


def test_letters_a_session_that_is_not_gone_on_with_ends_by_the_limit() -> None:
    found = table(LETTERS, None)
    found.do(c.Turn(0, FIRST))
    found.do(c.Double(1))
    found.do(c.Drop(0))
    assert deadline(found.state) == T0 + 2 * DAY_MS

    assert found.settle(T0 + 2 * DAY_MS - 1) == []
    assert found.settle(T0 + 2 * DAY_MS) == ["match_ended"]
    assert found.state.reason == "session_ended"


# Per step, as far as it is the control's to say


@BOUNDARY
def test_per_step_what_happens_at_the_limit_is_the_controls_to_say(late: int) -> None:
    control = TimeControl(ControlKind.PER_STEP, MINUTE, past_limit=PastLimit.CLAIM)
    found = Table([(6, 5)], control=control)

    kinds = found.settle(T0 + MINUTE + late, "offline")

    assert kinds == (["limit_passed"] if late >= 0 else [])
    assert found.state.phase is Phase.LIVE
