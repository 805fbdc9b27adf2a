"""Commands judged by the rules of the ruleset, through `decide` alone."""

import dataclasses

import pytest

from games.engine import commands as c
from games.engine import events as e
from games.engine.board import Board
from games.engine.decide import annul, start
from games.engine.errors import RuleViolation
from games.engine.evolve import fold
from games.engine.replay import first_difference
from games.engine.rules import PRESETS, BackgammonZone, MatchOptions, Opening, Rules
from games.engine.state import Phase
from tests.games.engine.scenes import MINUTE, SECOND, T0, Table, opening_table

TO_FOUR = ((24, 6), (18, 5), (24, 4), (20, 2))
STUCK = "tm3AA0C2bcADQA"


def last(table: Table, kind: type) -> object:
    return next(event for event in reversed(table.events) if isinstance(event, kind))


# V2, V3, V8: rolls come by themselves


@pytest.mark.parametrize("lot", [0, 1])
def test_v2_the_lot_names_the_starter_who_rolls_both_dice(lot: int) -> None:
    table = Table([(4, 4)], lots=lot)

    assert [event.kind for event in table.events] == ["match_started", "game_started", "rolled"]
    assert table.state.turn == lot
    assert table.state.roll == (4, 4)
    assert table.events[1] == e.GameStarted(at=T0, number=1, starter=lot, lot=lot)


def test_v3_a_double_gives_four_steps() -> None:
    table = Table([(4, 4), (6, 5)])

    kinds = table.step((24, 4), (24, 4), (13, 4), (13, 4))

    assert kinds.count("stepped") == 4
    assert kinds[-2:] == ["turn_ended", "rolled"]


def test_v8_the_opponents_roll_follows_in_the_same_command() -> None:
    table = opening_table()

    assert table.step((24, 6)) == ["stepped"]
    assert table.step((18, 5), at=T0 + SECOND) == ["stepped", "turn_ended", "rolled"]
    assert table.events[-1] == e.Rolled(at=T0 + SECOND, seat=1, dice=(4, 2), roll=2)
    assert table.state.dice_left == (4, 2)


def test_v8_a_turn_ends_by_itself_when_the_other_die_is_dead() -> None:
    table = Table([(6, 5), (3, 1)], position="ADgADAACAAAAAA")

    kinds = table.step((12, 6))

    assert kinds == ["stepped", "turn_ended", "rolled"]
    assert table.state.passes == 0


def test_v7_either_die_may_be_played_first_though_it_kills_the_other() -> None:
    for die in (5, 6):
        table = Table([(6, 5), (3, 1)], position="ADgADAACAAAAAA")
        table.step((12, die))
        assert table.state.turn == 1


def test_s3_standard_demands_the_higher_die_of_the_same_position() -> None:
    table = Table([(6, 5), (6, 5), (3, 1)], rules=_set_up("standard"), position="ADgADAACAAAAAA")

    assert table.refused(c.Turn(0, ((12, 5),))) == "must_use_higher_die"
    assert table.refused(c.Turn(0, ())) == "must_use_both_dice"
    assert table.do(c.Turn(0, ((12, 6),)))[:2] == ["stepped", "turn_ended"]


def _set_up(key: str) -> Rules:
    """A preset whose starter rolls, so that a set-up position meets the roll it is meant for."""
    return dataclasses.replace(PRESETS[key], opening=Opening.LOT)


# V5, V6, V9, V21: the bar and passes


def test_v5_v6_a_hit_checker_must_enter_before_anything_else() -> None:
    table = Table([(2, 1), (6, 3)], position=Board.of({9: 1, 6: 14}, {17: 1, 6: 14}))

    table.step((9, 1), (6, 2))

    hits = [event.hit for event in table.events if isinstance(event, e.Stepped)]
    assert hits == [True, False]
    assert table.state.board.own(25) == 1
    assert table.refused(c.Step(1, 6, 3)) == "must_enter"
    table.step((25, 3))


def test_v9_a_roll_without_a_step_is_a_pass_and_the_next_roll_follows() -> None:
    table = Table([(6, 5), (4, 3), (1, 1)], position=STUCK)

    kinds = [event.kind for event in table.events[2:]]

    assert kinds == ["rolled", "passed", "rolled", "passed", "rolled"]
    assert (table.state.turn, table.state.passes) == (0, 2)


def test_v21_five_passes_in_a_row_draw_without_a_sixth_roll() -> None:
    table = Table([(6, 5), (4, 3), (2, 2), (6, 6), (5, 3)], position=STUCK)

    assert [event.kind for event in table.events[2:]] == [
        *["rolled", "passed"] * 5,
        "game_ended",
        "match_ended",
    ]
    assert table.state.rolls == 5
    assert (table.state.winner, table.state.reason) == (None, "draw_passes")
    assert table.events[-1] == e.MatchEnded(
        at=T0, winner=None, points=(0, 0), reason=e.Reason.DRAW_PASSES
    )


def test_v21_a_step_after_four_passes_starts_the_count_anew() -> None:
    table = Table([(6, 5), (4, 3), (2, 2), (6, 6), (3, 1), (6, 6)], position=STUCK)
    assert table.state.passes == 4

    table.do(c.Step(0, 25, 1))

    assert table.state.phase is Phase.LIVE
    assert table.events[6 + 5].kind == "stepped"
    assert table.state.passes <= 1


# V10 to V13: bearing off


def test_v11_a_larger_die_bears_off_the_furthest_only() -> None:
    table = Table([(6, 1), (3, 1)], position=Board.of({4: 1, 2: 2}, {6: 15}))

    assert table.refused(c.Step(0, 2, 6)) == "cannot_bear_off"
    table.step((4, 6))


def test_v12_the_exact_die_goes_first_and_the_larger_stays() -> None:
    table = Table([(6, 4), (3, 1)], position=Board.of({4: 1, 2: 2}, {6: 15}))

    assert table.refused(c.Step(0, 4, 6)) == "exact_die_first"
    table.do(c.Step(0, 4, target=0))

    assert table.state.dice_left == (6,)
    assert last(table, e.Stepped).die == 4  # type: ignore[attr-defined]


def test_v12_of_two_larger_dice_the_smaller_is_used() -> None:
    table = Table([(6, 5), (3, 1)], position=Board.of({4: 1, 2: 2}, {6: 15}))

    table.do(c.Step(0, 4, target=0))

    assert table.state.dice_left == (6,)


def test_v13_the_last_checker_wins_at_once_with_dice_left() -> None:
    table = Table([(6, 5)], position=Board.of({1: 1}, {23: 15}))

    kinds = table.do(c.Step(0, 1, target=0), at=T0 + 7)

    assert kinds == ["stepped", "game_ended", "match_ended"]
    assert table.events[-2] == e.GameEnded(
        at=T0 + 7, winner=0, level=1, points=1, reason=e.Reason.BORNE_OFF
    )
    assert (table.state.score, table.state.phase) == ((1, 0), Phase.OVER)
    assert table.state.clock.seat is None


# G3: refusals


def test_g3_steps_that_cannot_be_made() -> None:
    table = opening_table()

    assert table.refused(c.Step(1, 24, 6)) == "not_your_turn"
    assert table.refused(c.Step(0, 12, 6)) == "no_checker"
    assert table.refused(c.Step(0, 24, 3)) == "die_not_left"
    assert table.refused(c.Step(0, 24, 5)) == "blocked"
    assert table.refused(c.Step(0, 6, 6)) == "cannot_bear_off"
    assert table.refused(c.Step(0, 99, 6)) == "bad_step"
    assert table.refused(c.Turn(0, ((24, 6), (18, 5)))) == "not_a_turn_ruleset"
    assert table.refused(c.Roll(0)) == "already_rolled"
    assert table.refused(c.Accept(1)) == "no_offer"
    assert table.refused(c.Decline(0)) == "no_offer"


def test_a_whole_turn_ruleset_takes_no_single_steps() -> None:
    table = Table([(3, 1)], rules="standard")

    assert table.refused(c.Step(0, 8, 3)) == "not_a_step_ruleset"
    assert table.refused(c.OfferDraw(0)) == "no_draws"
    assert table.refused(c.Resign(0)) == "resignation_by_offer"


def test_a_waiting_match_takes_no_commands_and_starts_once() -> None:
    table = opening_table()
    table.state, live = table.waiting, table.state

    assert table.refused(c.Resign(0)) == "match_not_started"
    with pytest.raises(RuleViolation) as refusal:
        start(live, at=T0, dice=table.dice)
    assert refusal.value.code == "match_already_started"


ALL_COMMANDS = [
    c.Step(0, 24, 6),
    c.Turn(0, ((24, 6),)),
    c.Roll(0),
    c.OfferDraw(0),
    c.Accept(0),
    c.Decline(1),
    c.Resign(1),
    c.Leave(0),
    c.Claim(1),
]


@pytest.mark.parametrize("command", ALL_COMMANDS, ids=lambda command: type(command).__name__)
def test_a_finished_game_takes_no_commands(command: c.Command) -> None:
    table = opening_table()
    table.do(c.Leave(1))

    assert table.refused(command) == "game_over"


# V18: resigning and leaving


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("command", "reason"), [(c.Resign, "resigned"), (c.Leave, "left")])
def test_v18_resigning_and_leaving_lose_on_turn_and_off_it(
    command: type, reason: str, seat: int
) -> None:
    table = opening_table()

    assert table.do(command(seat)) == ["game_ended", "match_ended"]

    assert (table.state.winner, table.state.reason) == (1 - seat, reason)
    assert table.state.score == ((0, 1) if seat == 0 else (1, 0))


def test_v18_an_official_annuls_a_match_without_a_result() -> None:
    table = opening_table()
    events = annul(table.state, at=T0 + 9)

    ended = fold(table.state, events)

    assert (ended.phase, ended.winner, ended.reason) == (Phase.OVER, None, "annulled")
    assert ended.score == (0, 0)
    assert first_difference(table.waiting, [*table.events, *events]) is None
    with pytest.raises(RuleViolation):
        annul(ended, at=T0 + 10)


# V19, V20: draws


def test_v19_a_draw_needs_four_steps_by_both() -> None:
    table = opening_table()
    for done, (origin, die) in enumerate(TO_FOUR):
        seat = table.state.turn
        assert table.refused(c.OfferDraw(seat)) == "draw_too_early"
        assert table.state.steps_played == done
        table.step((origin, die))

    assert table.refused(c.OfferDraw(1)) == "not_your_turn"
    assert table.do(c.OfferDraw(0)) == ["draw_offered"]


def test_v19_a_draw_may_be_offered_in_the_middle_of_a_turn() -> None:
    table = opening_table()
    table.step(*TO_FOUR, (8, 3))

    table.do(c.OfferDraw(0))
    table.do(c.Decline(1))

    assert (table.state.turn, table.state.roll, table.state.dice_left) == (0, (3, 1), (1,))


def offered() -> Table:
    """Seat 0 has offered a draw ten seconds into its turn."""
    table = opening_table()
    table.step(*TO_FOUR)
    table.do(c.OfferDraw(0), at=T0 + 10 * SECOND)
    return table


def test_v19_while_an_offer_waits_it_is_answered_or_somebody_resigns() -> None:
    table = offered()
    at = T0 + 11 * SECOND

    for command in (c.Step(0, 8, 3), c.Accept(0), c.Decline(0), c.Claim(0)):
        assert table.refused(command, at=at) == "only_resign_now"
    for command in (c.Step(1, 8, 3), c.Claim(1), c.OfferDraw(1)):
        assert table.refused(command, at=at) == "offer_pending"
    assert table.refused(c.OfferDraw(0), at=at) == "offer_pending"


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("command", [c.Resign, c.Leave])
def test_v19_both_may_resign_while_an_offer_waits(command: type, seat: int) -> None:
    table = offered()

    table.do(command(seat), at=T0 + 11 * SECOND)

    assert table.state.winner == 1 - seat
    assert table.state.offer is None


def test_v20_v22_an_accepted_offer_is_a_draw() -> None:
    table = offered()

    assert table.do(c.Accept(1), at=T0 + 11 * SECOND) == ["game_ended", "match_ended"]

    assert (table.state.winner, table.state.reason) == (None, "draw_agreed")
    assert table.state.score == (0, 0)


@pytest.mark.parametrize("command", [c.Accept(1), c.Decline(1)])
@pytest.mark.parametrize(("late", "refused"), [(-1, False), (0, True), (1, True)])
def test_v20_an_answer_at_sixty_seconds_is_refused_before_any_sweep(
    command: c.Command, late: int, refused: bool
) -> None:
    table = offered()
    at = T0 + 10 * SECOND + MINUTE + late

    if refused:
        assert table.refused(command, at=at) == "offer_lapsed"
        assert table.refused(c.Step(0, 8, 3), at=at) == "offer_lapsed"
    else:
        table.do(command, at=at)


def test_v20_a_declined_offer_returns_the_turn_the_roll_and_the_time_left() -> None:
    table = offered()

    assert table.do(c.Decline(1), at=T0 + 30 * SECOND) == ["draw_declined"]

    clock = table.state.clock
    assert (table.state.turn, table.state.roll, table.state.offer) == (0, (3, 1), None)
    assert (clock.seat, clock.start, clock.limit) == (0, T0 + 30 * SECOND, 50 * SECOND)


@pytest.mark.parametrize(
    ("offered_after", "left"),
    [(49_999, 10_001), (50_000, 10_000), (50_001, 10_000), (59_999, 10_000)],
)
def test_v20_at_least_ten_seconds_are_left_after_an_offer(offered_after: int, left: int) -> None:
    table = opening_table()
    table.step(*TO_FOUR)
    table.do(c.OfferDraw(0), at=T0 + offered_after)

    table.do(c.Decline(1), at=T0 + offered_after + SECOND)

    assert table.state.clock.limit == left


@pytest.mark.parametrize(("late", "code"), [(-1, None), (0, "time_over"), (1, "time_over")])
def test_v19_no_draw_is_offered_after_the_limit(late: int, code: str | None) -> None:
    table = opening_table()
    table.step(*TO_FOUR)

    if code is None:
        table.do(c.OfferDraw(0), at=T0 + MINUTE + late)
    else:
        assert table.refused(c.OfferDraw(0), at=T0 + MINUTE + late) == code
        table.settle(T0 + MINUTE + late)
        assert table.refused(c.OfferDraw(0), at=T0 + MINUTE + late) == code


def test_v20_the_next_own_offer_needs_four_more_steps() -> None:
    rolls = [(6, 5), (4, 2), (3, 1), (6, 4), (5, 2), (2, 1)]
    table = Table(rolls)
    table.step(*TO_FOUR)
    table.do(c.OfferDraw(0))
    table.do(c.Decline(1))

    assert table.refused(c.OfferDraw(0)) == "draw_too_early"
    table.step((8, 3), (6, 1), (24, 6))
    assert (table.state.steps_played, table.state.turn) == (7, 1)
    table.step((13, 4))
    assert (table.state.steps_played, table.state.turn) == (8, 0)

    table.do(c.OfferDraw(0))


def test_v20_the_opponents_right_to_offer_is_untouched() -> None:
    table = opening_table()
    table.step(*TO_FOUR)
    table.do(c.OfferDraw(0))
    table.do(c.Decline(1))
    table.step((8, 3), (6, 1))

    assert table.do(c.OfferDraw(1)) == ["draw_offered"]


# V15: late steps and claims, as far as commands go


def test_v15_a_claim_needs_a_limit_that_was_judged() -> None:
    table = opening_table()

    assert table.refused(c.Claim(1), at=T0 + MINUTE - 1) == "time_not_over"
    assert table.refused(c.Claim(1), at=T0 + MINUTE) == "time_not_over"
    assert table.refused(c.Claim(0), at=T0 + MINUTE) == "nothing_to_claim"


def test_a_command_that_arrived_before_the_last_event_is_dated_with_it() -> None:
    table = opening_table()
    table.step((24, 6), at=T0 + 500)

    table.step((18, 5), at=T0 + 400)

    assert [event.at for event in table.events[-3:]] == [T0 + 500] * 3


# S: whole turns


def test_s1_ties_of_the_opening_are_rolled_again_and_the_higher_plays_that_roll() -> None:
    table = Table([(3, 3), (1, 1), (2, 5), (6, 4)], rules="standard")

    assert table.events[1] == e.GameStarted(
        at=T0, number=1, starter=1, opening=((1, 3, 3), (2, 1, 1), (3, 2, 5))
    )
    assert table.events[2] == e.Rolled(at=T0, seat=1, dice=(2, 5), roll=3)
    table.do(c.Turn(1, ((13, 5), (13, 2))))
    assert table.events[-1] == e.Rolled(at=T0, seat=0, dice=(6, 4), roll=4)


def test_s1_with_the_option_the_starter_rolls_both_anew() -> None:
    table = Table(
        [(3, 3), (5, 2), (6, 6)], rules="standard", options=MatchOptions(opening_reroll=True)
    )

    assert (table.state.turn, table.state.roll, table.state.rolls) == (0, (6, 6), 3)


def test_s2_both_dice_must_be_played_if_any_order_allows() -> None:
    table = Table([(3, 1), (6, 5)], rules="standard")

    assert table.refused(c.Turn(0, ((8, 3),))) == "must_use_both_dice"
    assert table.refused(c.Turn(0, ((8, 3), (6, 3)))) == "die_not_left"
    assert table.do(c.Turn(0, ((8, 3), (6, 1)))) == ["stepped", "stepped", "turn_ended", "rolled"]


def closed_out_board() -> Board:
    """The mover holds all six points of his home, the opponent has a checker on the bar."""
    return Board.of({24: 1, 6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 8: 2}, {25: 1, 6: 7, 8: 7})


def test_s6_who_is_closed_out_does_not_roll() -> None:
    rules = _set_up("standard")
    table = Table([(2, 1), (6, 1)], rules=rules, position=closed_out_board())

    kinds = table.do(c.Turn(0, ((8, 2), (8, 1))))

    assert kinds == ["stepped", "stepped", "turn_ended", "passed", "rolled"]
    assert (table.state.turn, table.state.rolls) == (0, 2)


def test_s6_in_vrhcaby_the_closed_out_player_rolls_and_it_counts_as_a_pass() -> None:
    table = Table([(2, 1), (6, 5), (6, 1)], position=closed_out_board())

    table.step((8, 2), (8, 1))

    assert [event.kind for event in table.events[-3:]] == ["rolled", "passed", "rolled"]
    assert table.state.passes == 1


def both_closed_out() -> Board:
    home = dict.fromkeys(range(1, 7), 2) | {25: 3}
    return Board.of(home, home)


def test_s13_a_position_that_nobody_can_leave_is_annulled() -> None:
    table = Table([], rules=_set_up("standard"), position=both_closed_out())

    assert [event.kind for event in table.events[2:]] == ["game_ended", "match_ended"]
    assert (table.state.winner, table.state.reason) == (None, "annulled")
    assert table.state.score == (0, 0)


def test_s13_vrhcaby_draws_it_by_passes_instead() -> None:
    table = Table([(6, 5)] * 5, position=both_closed_out())

    assert table.state.reason == "draw_passes"


@pytest.mark.parametrize(
    ("theirs", "level"),
    [
        ({23: 14}, 1),
        ({23: 15}, 3),
        ({19: 1, 6: 14}, 3),
        ({18: 1, 6: 14}, 2),
        ({6: 15}, 2),
        ({25: 1, 6: 14}, 3),
    ],
)
def test_s7_the_level_of_a_won_game(theirs: dict[int, int], level: int) -> None:
    table = Table([(6, 5)], rules=_set_up("standard"), position=Board.of({1: 1}, theirs))

    table.do(c.Turn(0, ((1, 6),)))

    assert (table.events[-2].level, table.state.score) == (level, (level, 0))  # type: ignore[union-attr]


def test_s7_the_zone_of_the_seed_is_every_point_from_seven() -> None:

    table = Table(
        [(6, 5)],
        rules=_set_up("standard"),
        options=MatchOptions(backgammon_zone=BackgammonZone.SEED),
        position=Board.of({1: 1}, {7: 1, 6: 14}),
    )
    table.do(c.Turn(0, ((1, 6),)))

    assert table.state.score == (3, 0)


@pytest.mark.parametrize(
    ("own", "theirs", "level"),
    [
        ({6: 15}, {24: 15}, 3),
        ({6: 14}, {24: 15}, 1),
        ({6: 15}, {6: 15}, 2),
        ({6: 14, 20: 1}, {1: 15}, 3),
    ],
)
def test_s12_leaving_costs_the_level_that_could_still_be_lost(
    own: dict[int, int], theirs: dict[int, int], level: int
) -> None:
    table = Table([(2, 1)], rules=_set_up("standard"), position=Board.of(own, theirs))

    table.do(c.Leave(0))

    assert table.state.score == (0, level)


def test_a_match_to_points_goes_on_with_the_next_game() -> None:
    rules = _set_up("standard")
    table = Table(
        [(6, 5), (3, 1), (4, 2)],
        rules=rules,
        options=MatchOptions(length=3),
        position=Board.of({1: 1}, {1: 14}),
        lots=[0, 1],
    )
    kinds = table.do(c.Turn(0, ((1, 6),)))

    assert kinds == ["stepped", "game_ended", "game_started", "rolled"]
    assert (table.state.score, table.state.game, table.state.turn) == ((1, 0), 2, 1)
    assert (table.state.steps_played, table.state.phase) == (0, Phase.LIVE)


def test_in_a_match_with_a_cube_the_roll_waits_for_a_command() -> None:
    table = Table([(3, 1), (6, 5)], rules=_set_up("standard"), options=MatchOptions(length=3))
    table.do(c.Turn(0, ((8, 3), (6, 1))))

    assert (table.state.turn, table.state.roll) == (1, None)
    assert table.refused(c.Turn(1, ((24, 6), (18, 5)))) == "must_roll"
    assert table.refused(c.Roll(0)) == "not_your_turn"
    assert table.do(c.Roll(1)) == ["rolled"]
