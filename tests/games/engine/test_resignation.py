"""Resigning by an offer with a level, and the wish to be asked before the roll (rules S6, S8)."""

import pytest

from games.engine import commands as c
from games.engine import events as e
from games.engine.board import Board
from games.engine.choices import choices
from games.engine.cube import Cube, ResignationOffer
from games.engine.decide import decide
from games.engine.evolve import fold
from games.engine.outcome import losable_level
from games.engine.rules import MatchOptions, Resignation, Rules
from games.engine.state import changed, must_act
from tests.games.engine.scenes import MINUTE, SECOND, T0, Table

FIRST = ((8, 3), (6, 1))
CONTACT = Board.of({6: 15}, {24: 15})
RACE = Board.of({6: 15}, {6: 15})
ONE_OFF = Board.of({6: 14}, {24: 15})
CLOSED_OUT = Board.of({25: 1, 6: 14}, {6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2})


def asked(length: int | None = 5, **more: object) -> Table:
    """Seat 1 is on turn before its roll."""
    options = more.pop("options", None) or MatchOptions(length=length)
    dice = [(3, 1), (6, 5)] + [(4, 2), (5, 1), (6, 3), (2, 1)] * 9
    table = Table(dice, rules="standard", options=options, **more)  # type: ignore[arg-type]
    table.do(c.Turn(0, FIRST))
    assert (table.state.turn, table.state.roll) == (1, None)
    return table


def at_board(board: Board, **changes: object) -> Table:
    """As `asked`, with another position before seat 1, which its events do not give."""
    table = asked(changes.pop("length", 5), options=changes.pop("options", None))  # type: ignore[arg-type]
    table.state = changed(table.state, {"board": board, **changes})
    return table


def test_s8_a_resignation_is_offered_with_its_level_and_the_opponent_answers() -> None:
    table = asked()

    assert table.do(c.OfferResignation(1, 2), at=T0 + SECOND) == ["resignation_offered"]

    assert table.events[-1] == e.ResignationOffered(at=T0 + SECOND, seat=1, level=2)
    assert table.state.pending == ResignationOffer(1, 2, MINUTE - SECOND)
    assert must_act(table.state) == 0
    assert (table.state.clock.seat, table.state.clock.limit) == (0, MINUTE)


def test_s8_accepted_it_costs_the_cube_times_the_level() -> None:
    table = at_board(CONTACT, length=9, cube=Cube(2, 1))
    for command in (c.OfferResignation(1, 2), c.Accept(0)):
        table.state = _after(table, command)

    assert table.state.score == (4, 0)


def test_s8_accepted_it_is_told_as_resigned() -> None:
    table = asked(1, options=MatchOptions(length=2))
    table.do(c.OfferResignation(1, 1))

    assert table.do(c.Accept(0))[:1] == ["game_ended"]

    ended = next(event for event in table.events if isinstance(event, e.GameEnded))
    assert ended == e.GameEnded(at=T0, winner=0, level=1, points=1, reason=e.Reason.RESIGNED)


def test_s8_declined_the_game_goes_on_and_that_level_or_less_is_not_offered_again() -> None:
    table = asked()
    table.do(c.OfferResignation(1, 2))
    assert table.do(c.Decline(0)) == ["resignation_declined"]

    assert (table.state.turn, table.state.roll, table.state.pending) == (1, None, None)
    assert table.refused(c.OfferResignation(1, 1)) == "level_refused"
    assert table.refused(c.OfferResignation(1, 2)) == "level_refused"
    assert table.do(c.OfferResignation(1, 3)) == ["resignation_offered"]


def test_s8_in_the_next_turn_every_level_may_be_offered_again() -> None:
    table = asked()
    table.do(c.OfferResignation(1, 3))
    table.do(c.Decline(0))
    table.do(c.Roll(1))
    table.do(c.Turn(1, ((24, 6), (18, 5))))
    table.do(c.Roll(0))
    table.do(c.Turn(0, ((24, 4), (20, 2))))

    assert (table.state.turn, table.state.refused_level) == (1, 0)
    assert table.do(c.OfferResignation(1, 1)) == ["resignation_offered"]


def test_s8_only_before_ones_own_roll() -> None:
    table = asked()
    assert table.refused(c.OfferResignation(0, 1)) == "not_your_turn"
    table.do(c.Roll(1))
    assert table.refused(c.OfferResignation(1, 1)) == "already_rolled"


def test_s8_not_while_a_cube_offer_or_another_resignation_waits() -> None:
    table = asked()
    table.do(c.Double(1))
    for seat in (0, 1):
        assert table.refused(c.OfferResignation(seat, 1)) == "decision_pending"

    table = asked()
    table.do(c.OfferResignation(1, 1))
    for command in (c.OfferResignation(1, 2), c.Double(1), c.Roll(1), c.Accept(1), c.Decline(1)):
        assert table.refused(command) == "decision_pending"
    assert table.refused(c.Take(0)) == "no_double"


@pytest.mark.parametrize("level", [0, 4, -1])
def test_s8_there_are_three_levels(level: int) -> None:
    assert asked().refused(c.OfferResignation(1, level)) == "level_impossible"


@pytest.mark.parametrize(("board", "highest"), [(CONTACT, 3), (RACE, 2), (ONE_OFF, 1)])
def test_s8_a_level_that_cannot_happen_any_more_is_refused(board: Board, highest: int) -> None:
    table = at_board(board)

    assert losable_level(table.state, 1) == highest
    for level in range(highest + 1, 4):
        assert table.refused(c.OfferResignation(1, level)) == "level_impossible"
    _after(table, c.OfferResignation(1, highest))


@pytest.mark.parametrize(("owner", "highest"), [(None, 1), (0, 3), (1, 3)])
def test_s8_with_jacoby_and_an_unowned_cube_only_a_single_game_can_be_lost(
    owner: int | None, highest: int
) -> None:
    options = MatchOptions(length=None, jacoby=True)
    table = at_board(CONTACT, options=options, cube=Cube(2, owner))

    assert losable_level(table.state, 1) == highest


def test_s8_not_after_the_limit_has_passed_and_the_claim_stays() -> None:
    table = asked()
    assert table.refused(c.OfferResignation(1, 1), at=T0 + MINUTE) == "time_over"
    table.settle(T0 + MINUTE)
    assert table.refused(c.OfferResignation(1, 1), at=T0 + MINUTE) == "time_over"

    table.do(c.Claim(0), at=T0 + MINUTE)


def test_s8_a_refused_resignation_gives_the_time_back_that_was_left() -> None:
    table = asked()
    table.do(c.OfferResignation(1, 1), at=T0 + 15 * SECOND)
    table.do(c.Decline(0), at=T0 + 40 * SECOND)

    assert (table.state.clock.seat, table.state.clock.limit) == (1, 45 * SECOND)


def test_s8_where_one_resigns_at_once_no_offer_is_made() -> None:
    rules = Rules(resignation=Resignation.AT_ONCE)
    table = Table([(3, 1), (6, 5)], rules=rules, options=MatchOptions(length=3))
    table.do(c.Turn(0, FIRST))

    assert table.refused(c.OfferResignation(1, 1)) == "resignation_at_once"
    assert table.do(c.Resign(0))[0] == "game_ended"


# The wish to be asked before the roll


def test_s8_a_set_wish_stops_the_roll_that_comes_by_itself() -> None:
    table = Table([(3, 1), (6, 5), (4, 2)], rules="standard")
    assert table.do(c.Hold(1, on=True)) == ["roll_held"]
    assert table.events[-1] == e.RollHeld(at=T0, seat=1, on=True)

    assert table.do(c.Turn(0, FIRST))[-1] == "turn_ended"
    assert (table.state.turn, table.state.roll) == (1, None)
    table.do(c.OfferResignation(1, 1))
    table.do(c.Decline(0))

    assert table.do(c.Roll(1)) == ["rolled"]
    assert table.state.holds == (False, False)


def test_s8_the_wish_can_be_taken_back_and_the_roll_follows_at_once() -> None:
    table = Table([(3, 1), (6, 5), (4, 2)], rules="standard")
    table.do(c.Hold(1, on=True))
    assert table.refused(c.Hold(1, on=True)) == "nothing_changes"
    assert table.refused(c.Hold(0, on=False)) == "nothing_changes"
    table.do(c.Turn(0, FIRST))

    assert table.do(c.Hold(1, on=False)) == ["roll_held", "rolled"]


def test_s8_the_wish_is_for_one_roll() -> None:
    table = Table([(3, 1), (6, 5), (4, 2), (2, 1)], rules="standard")
    table.do(c.Hold(1, on=True))
    table.do(c.Turn(0, FIRST))
    table.do(c.Roll(1))
    table.do(c.Turn(1, ((24, 6), (18, 5))))

    assert table.do(c.Turn(0, ((24, 4), (20, 2))))[-1] == "rolled"


@pytest.mark.parametrize("key", ["vrhcaby", "nasazovani"])
def test_v3_where_nothing_is_decided_before_a_roll_it_cannot_be_held(key: str) -> None:
    table = Table([(3, 1), (6, 5)] * 40, rules=key)

    assert table.refused(c.Hold(0, on=True)) == "no_hold"


# S6: closed out


def test_s6_one_who_may_double_is_asked_although_he_is_closed_out() -> None:
    table = at_board(CLOSED_OUT)
    table.state = changed(table.state, {"turns": 3})
    asked = next(it for it in choices(table.state, 1, table.state.at) if it.name == "roll")
    assert asked.details == {"closed_out": True}

    events = _events(table, c.Roll(1))

    assert [event.kind for event in events][:1] == ["passed"]
    assert [event.kind for event in _events(table, c.Double(1))] == ["doubled"]


def test_s6_one_who_wishes_to_resign_is_asked_although_he_is_closed_out() -> None:
    closing = Board.of({24: 1, 6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 8: 2}, {25: 1, 6: 7, 8: 7})
    table = Table([(3, 5), (2, 1), (6, 1)], rules="standard", position=closing.turned())
    table.state = changed(table.state, {"turn": 0, "board": closing, "roll": (2, 1)})
    table.state = changed(table.state, {"dice_left": (2, 1)})
    table.state = _after(table, c.Hold(1, on=True))
    table.state = _after(table, c.Turn(0, ((8, 2), (8, 1))))
    assert (table.state.turn, table.state.roll) == (1, None)

    kinds = [event.kind for event in _events(table, c.Roll(1))]
    assert kinds == ["passed", "rolled"]
    assert [it.kind for it in _events(table, c.OfferResignation(1, 2))] == ["resignation_offered"]


def _events(table: Table, command: c.Command) -> tuple[e.Event, ...]:
    return decide(table.state, command, at=T0, dice=table.dice)


def _after(table: Table, command: c.Command) -> object:
    return fold(table.state, _events(table, command))
