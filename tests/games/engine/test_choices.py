"""One answer to what a seat may do now, for pages, services and computer players."""

import pytest

from games.engine import commands as c
from games.engine.choices import Choice, choices, commands
from games.engine.rules import MatchOptions
from games.engine.state import changed
from tests.games.engine.cube_scenes import table_to
from tests.games.engine.scenes import MINUTE, T0, Table, opening_table


def codes(table: Table, seat: int, at: int = T0) -> dict[str, str | None]:
    return {choice.name: choice.code for choice in choices(table.state, seat, at)}


def possible(table: Table, seat: int, at: int = T0) -> set[str]:
    return {choice.name for choice in choices(table.state, seat, at) if choice.possible}


def test_before_the_roll_one_rolls_doubles_or_resigns() -> None:
    table = table_to()

    assert possible(table, 1) == {"roll", "double", "offer_resignation", "hold", "leave"}
    assert possible(table, 0) == {"hold", "leave"}
    assert codes(table, 1)["turn"] == "must_roll"
    assert codes(table, 0)["double"] == "not_your_turn"


def test_a_double_is_answered() -> None:
    table = table_to(None, options=MatchOptions(length=None, beavers=1, raccoons=True))
    table.do(c.Double(1))

    assert possible(table, 0) == {"take", "drop", "beaver", "hold", "leave"}
    assert codes(table, 0)["raccoon"] == "no_raccoons"
    assert codes(table, 1)["roll"] == "decision_pending"
    table.do(c.Beaver(0))
    assert possible(table, 1) == {"take", "drop", "raccoon", "hold", "leave"}


def test_levels_of_a_resignation_are_those_that_may_be_offered() -> None:
    table = table_to()
    table.do(c.OfferResignation(1, 1))
    assert possible(table, 0) == {"accept", "decline", "hold", "leave"}
    table.do(c.Decline(0))

    found = {choice.name: choice for choice in choices(table.state, 1, T0)}
    assert found["offer_resignation"].commands == (
        c.OfferResignation(1, 2),
        c.OfferResignation(1, 3),
    )
    table.do(c.OfferResignation(1, 3))
    table.do(c.Decline(0))
    assert codes(table, 1)["offer_resignation"] == "level_refused"


def test_a_draw_says_how_many_steps_it_needs() -> None:
    table = opening_table()

    found = {choice.name: choice for choice in choices(table.state, 0, T0)}

    assert found["offer_draw"] == Choice("offer_draw", (), "draw_too_early", {"needs": 4})
    assert found["step"] == Choice("step")
    assert {"double", "offer_resignation", "place", "next_game"}.isdisjoint(found)


def test_placing_offers_the_dice_that_can_be_placed() -> None:
    rolls = [(3, 5), *[(6, 5), (4, 3)] * 7, (6, 2), (5, 1), (2, 1)]
    table = Table(rolls, rules="nasazovani")

    found = {choice.name: choice for choice in choices(table.state, 1, T0)}

    assert found["place"].commands == (c.Place(1, 6), c.Place(1, 2))
    assert found["turn"].code == "must_place"


def test_between_the_games_of_a_session_one_goes_on_or_leaves() -> None:
    table = table_to(None, options=MatchOptions(length=None))
    table.do(c.Double(1))
    table.do(c.Drop(0))
    table.do(c.NextGame(0))

    assert possible(table, 0) == {"leave"}
    assert codes(table, 0)["next_game"] == "nothing_changes"
    assert possible(table, 1) == {"next_game", "leave"}


def test_a_claim_is_possible_once_the_limit_was_judged() -> None:
    table = table_to()
    table.settle(T0 + MINUTE)

    assert "claim" in possible(table, 0, T0 + MINUTE)
    assert codes(table, 1, T0 + MINUTE)["claim"] == "nothing_to_claim"
    assert codes(table, 1, T0 + MINUTE)["offer_resignation"] == "time_over"


@pytest.mark.parametrize("seat", [0, 1])
def test_after_the_end_nothing_is_possible(seat: int) -> None:
    table = opening_table()
    table.do(c.Resign(0))

    assert set(codes(table, seat).values()) == {"game_over"}
    assert commands(table.state, seat, T0) == ()


def test_the_allowed_commands_can_be_listed_alone() -> None:
    table = table_to()
    table.state = changed(table.state, {"refused_level": 2})

    assert commands(table.state, 1, T0) == (
        c.Roll(1),
        c.Double(1),
        c.OfferResignation(1, 3),
        c.Hold(1, on=True),
        c.Leave(1),
    )
