"""Matches to points and money sessions from game to game: rules C4, C5, S12, S13."""

import pytest

from games.engine import commands as c
from games.engine import events as e
from games.engine.board import Board
from games.engine.choices import choices
from games.engine.cube import Cube
from games.engine.decide import annul, decide, start
from games.engine.evolve import fold
from games.engine.replay import first_difference
from games.engine.rules import MatchOptions
from games.engine.state import Phase, changed, claimable, deadline, must_act
from tests.games.engine.scenes import HOURS, SECOND, T0, Table

FIRST = ((8, 3), (6, 1))
ONE_LEFT = Board.of({1: 1}, {1: 14})
MONEY = MatchOptions(length=None)


def session(**more: object) -> Table:
    """A money session after its first game, which seat 0 has won by one point."""
    table = Table(
        [(6, 5), (3, 1), (4, 2), (3, 1), (6, 4)],
        rules="standard",
        options=more.pop("options", MONEY),  # type: ignore[arg-type]
        position=ONE_LEFT,
        **more,  # type: ignore[arg-type]
    )
    assert table.do(c.Turn(0, ((1, 6),))) == ["stepped", "game_ended"]
    return table


# C5: money


def test_c5_a_session_waits_between_games_until_both_want_the_next() -> None:
    table = session()
    assert (table.state.phase, table.state.score) == (Phase.BETWEEN, (1, 0))
    assert must_act(table.state) is None

    assert table.do(c.NextGame(1)) == ["next_game_wanted"]
    assert table.state.ready == (False, True)
    assert table.refused(c.NextGame(1)) == "nothing_changes"
    assert table.do(c.NextGame(0)) == ["next_game_wanted", "game_started", "rolled"]

    assert (table.state.phase, table.state.game, table.state.ready) == (
        Phase.LIVE,
        2,
        (False, False),
    )
    assert first_difference(table.waiting, table.events) is None


def test_c5_points_are_summed_and_each_game_begins_with_a_fresh_cube() -> None:
    table = session()
    for seat in (0, 1):
        table.do(c.NextGame(seat))
    table.do(c.Turn(0, FIRST))
    table.do(c.Double(1))
    table.do(c.Drop(0))
    assert table.state.score == (1, 1)

    table.do(c.NextGame(0))
    table.do(c.NextGame(1))

    assert table.state.cube == Cube()


@pytest.mark.parametrize("seat", [0, 1])
def test_c5_either_may_leave_between_games_and_who_is_ahead_has_won(seat: int) -> None:
    table = session()

    assert table.do(c.Leave(seat)) == ["session_left", "match_ended"]

    assert table.events[-2] == e.SessionLeft(at=T0, seat=seat)
    assert table.events[-1] == e.MatchEnded(
        at=T0, winner=0, points=(1, 0), reason=e.Reason.SESSION_ENDED
    )
    assert first_difference(table.waiting, table.events) is None


def test_c5_an_even_session_has_no_winner() -> None:
    table = session()
    for seat in (0, 1):
        table.do(c.NextGame(seat))
    table.do(c.Turn(0, FIRST))
    table.do(c.Double(1))
    table.do(c.Drop(0))
    table.do(c.Leave(0))

    assert (table.state.winner, table.state.score) == (None, (1, 1))


def test_c5_between_games_nothing_else_can_be_done() -> None:
    table = session()

    for command in (c.Roll(0), c.Double(1), c.OfferResignation(0, 1), c.Claim(1), c.Accept(0)):
        assert table.refused(command) == "between_games"
    assert table.refused(c.Turn(0, FIRST)) == "between_games"


@pytest.mark.parametrize("length", [None, 3])
def test_the_next_game_cannot_be_wanted_while_one_is_played(length: int | None) -> None:
    table = Table([(3, 1)], rules="standard", options=MatchOptions(length=length))

    assert table.refused(c.NextGame(0)) == "game_not_over"


def test_c5_leaving_a_game_loses_it_and_ends_the_session() -> None:
    table = session()
    for seat in (0, 1):
        table.do(c.NextGame(seat))

    assert table.do(c.Leave(0)) == ["game_ended", "match_ended"]
    assert (table.state.winner, table.state.score, table.state.reason) == (1, (1, 3), "left")


@pytest.mark.parametrize(("late", "kinds"), [(-1, []), (0, ["match_ended"]), (1, ["match_ended"])])
def test_c5_a_session_that_nobody_goes_on_with_ends_after_ten_hours(
    late: int, kinds: list[str]
) -> None:
    table = session()
    end = T0 + 10 * HOURS
    assert deadline(table.state) == end

    assert table.settle(end + late) == kinds

    if kinds:
        assert (table.state.reason, table.state.winner) == ("session_ended", 0)
        assert first_difference(table.waiting, table.events) is None


def test_c5_after_that_the_next_game_cannot_be_wanted_before_any_sweep() -> None:
    assert session().refused(c.NextGame(0), at=T0 + 10 * HOURS) == "game_over"


def test_v23_an_outage_between_games_is_given_back() -> None:
    table = session()

    assert table.credit(T0 + SECOND, T0 + 61 * SECOND) == ["clock_credited"]
    assert deadline(table.state) == T0 + 10 * HOURS + 60 * SECOND


def test_a_session_starts_by_start_once() -> None:
    table = session()
    with pytest.raises(Exception, match="match_already_started"):
        start(table.state, at=T0, dice=table.dice)


def test_an_official_annuls_a_session_between_games() -> None:
    table = session()
    events = annul(table.state, at=T0 + 1)

    ended = fold(table.state, events)

    assert (ended.phase, ended.winner, ended.score) == (Phase.OVER, None, (1, 0))
    assert first_difference(table.waiting, [*table.events, *events]) is None


# S12: what leaving and losing on time cost


@pytest.mark.parametrize(
    ("cube", "owner", "jacoby", "points"),
    [(1, None, False, 3), (4, 1, True, 12), (1, None, True, 1)],
)
def test_s12_leaving_costs_the_cube_times_what_could_still_be_lost(
    cube: int, owner: int | None, jacoby: bool, points: int
) -> None:
    table = Table(
        [(3, 1), (6, 5)], rules="standard", options=MatchOptions(length=None, jacoby=jacoby)
    )
    state = changed(table.state, {"cube": Cube(cube, owner)})

    after = fold(state, decide(state, c.Leave(0), at=T0, dice=table.dice))

    assert after.score == (0, points)


def test_s12_leaving_a_game_of_a_match_costs_that_game() -> None:
    table = Table([(3, 1), (6, 5)], rules="standard", options=MatchOptions(length=7))

    asked = next(it for it in choices(table.state, 0, table.state.at) if it.name == "leave")
    assert asked.details == {"points": 3}

    assert table.do(c.Leave(0)) == ["game_ended", "game_started", "rolled"]
    assert (table.state.score, table.state.phase) == ((0, 3), Phase.LIVE)


def test_s12_simple_games_count_one() -> None:
    table = Table([(3, 1), (6, 5)] * 30, rules="nasazovani", options=MatchOptions(length=2))
    told = {it.name: it.details for it in choices(table.state, 0, table.state.at)}
    assert told["resign"] == told["leave"] == {"points": 1}

    table.do(c.Leave(0))

    assert table.state.score == (0, 1)


def test_s12_ten_hours_cost_the_game_of_who_must_answer() -> None:
    table = Table([(3, 1), (6, 5), (4, 2)], rules="standard", options=MatchOptions(length=7))
    table.do(c.Turn(0, FIRST))
    table.do(c.Double(1), at=T0 + SECOND)

    assert table.settle(T0 + 10 * HOURS) == ["limit_passed", "game_ended"]
    assert (table.state.score, table.state.phase) == ((0, 3), Phase.WAITING)


# S13


def both_closed_out() -> Board:
    home = dict.fromkeys(range(1, 7), 2) | {25: 3}
    return Board.of(home, home)


@pytest.mark.parametrize("length", [3, None])
def test_s13_a_stuck_game_of_a_match_is_annulled_and_the_match_goes_on(length: int | None) -> None:
    table = Table([(3, 1), (6, 5), (4, 2)], rules="standard", options=MatchOptions(length=length))
    nearly = changed(table.state, {"board": both_closed_out(), "turns": 4, "roll": None})
    nearly = changed(nearly, {"dice_left": (), "steps_played": 9, "cube": Cube(2, 1)})

    events = decide(nearly, c.Hold(1, on=True), at=T0, dice=table.dice)

    kinds = [event.kind for event in events]
    ended = next(event for event in events if isinstance(event, e.GameEnded))
    assert (ended.winner, ended.points, ended.reason) == (None, 0, "annulled")
    assert ("match_ended" in kinds, "game_started" in kinds) == (False, length is not None)


@pytest.mark.parametrize("length", [3, None])
def test_s13_a_game_that_nobody_can_begin_ends_the_match_instead_of_coming_again(
    length: int | None,
) -> None:
    table = Table(
        [(3, 1)] * 3,
        rules="nackgammon",
        options=MatchOptions(length=length, opening_reroll=True),
        position=both_closed_out(),
    )

    assert [event.kind for event in table.events[-2:]] == ["game_ended", "match_ended"]
    assert (table.state.reason, table.state.winner) == ("annulled", None)


# C4 from game to game


def test_c4_the_next_game_of_a_match_follows_by_itself_with_its_opening_rolls_shown() -> None:
    table = Table(
        [(6, 5), (2, 2), (3, 1)],
        rules="standard",
        options=MatchOptions(length=3),
        position=ONE_LEFT,
    )
    assert table.do(c.Turn(0, ((1, 6),)))[1:] == ["game_ended", "game_started", "rolled"]

    began = table.events[-2]
    assert began == e.GameStarted(at=T0, number=2, starter=0, opening=((2, 2, 2), (3, 3, 1)))
    assert not claimable(table.state, T0)
