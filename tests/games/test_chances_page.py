"""The page of chances: figures of a position, of a race, of a score; bad input is told."""

import pytest
from django.test import Client
from django.utils import translation

from games import chances_page
from games.engine.cli.format_sentences import SENTENCES
from games.engine.formats.failures import Trouble
from games.engine.rules import PRESETS

pytestmark = pytest.mark.django_db


def shown(**parameters: str) -> str:
    with translation.override("en"):
        answer = Client(headers={"accept-language": "en"}).get("/sance/", parameters)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_the_start_has_its_pips_and_no_race() -> None:
    page = shown()

    assert "Pips: you 167, opponent 167." in page
    assert "Kleinman</th>" not in page


def test_a_race_has_its_counts() -> None:
    page = shown(position="rbcIAOD1bQEAAA")

    assert "80.3" in page
    assert "72.5" in page


def test_a_shot_is_counted_for_each_blot() -> None:
    page = shown(position="exiAsDi+xwEDCA")

    assert "A hit with 27 of 36 rolls (75.0 %)." in page


@pytest.mark.parametrize(
    ("position", "character", "code"),
    [
        ("", 1, "bad_position_id"),
        ("nonsense", 9, "bad_position_id"),
        ("4HPwATDgc/ABM!", 14, "bad_position_id"),
        ("4HPwATDgc/ABMAA", 15, "bad_position_id"),
        ("//////////////", 1, "bad_position_id"),
        ("27YBANC2bQAABA", 1, "both_closed_out"),
        ("AAAAAAAAAAAAAA", 1, "no_checkers"),
    ],
)
def test_a_bad_id_is_told_as_the_engine_tells_it_and_the_start_is_shown(
    position: str, character: int, code: str
) -> None:
    page = shown(position=position)

    sentence = SENTENCES[Trouble(code)]
    assert f"<b>Line 1, character {character}:</b> {sentence} <code>{code}</code>" in page
    assert "Pips: you 167, opponent 167." in page


@pytest.mark.parametrize("cube", ["0", "3", "-1", "128", "x", "²", "01"])
def test_a_cube_that_no_cube_shows_is_refused(cube: str) -> None:
    page = shown(needs="3", other="5", cube=cube)

    assert "A cube shows 1, 2, 4, 8, 16, 32 or 64. <code>bad_cube</code>" in page
    assert "Doubled now" not in page


def test_the_crawford_game_has_no_cube_and_those_after_it_have() -> None:
    crawford = shown(needs="1", other="25")
    after = shown(needs="1", other="25", post_crawford="on")

    assert "This is the Crawford game: the cube rests." in crawford
    assert "A take needs" not in crawford
    assert "the cube rests" not in after
    assert "Doubled now" in after


def test_a_score_gives_the_take_point() -> None:
    page = shown(needs="3", other="5", cube="1")

    assert "65.45 % by Janowski" in page
    assert "A take needs" in page


@pytest.mark.parametrize("needs", ["0", "-1", "99", "x", "²", "1e9"])
def test_a_senseless_score_is_brought_within_bounds(needs: str) -> None:
    assert "Your chance to win the match" in shown(needs=needs, cube=needs)


@pytest.mark.parametrize("ruleset", PRESETS)
def test_every_game_begins_at_its_own_start(ruleset: str) -> None:
    page = shown(ruleset=ruleset)

    assert "notice error" not in page
    assert ("what is not on the board counts as borne off" in page) == (ruleset == "nasazovani")


def test_a_bad_id_of_the_placement_game_leaves_a_board_with_checkers() -> None:
    given = chances_page.context({"ruleset": "nasazovani", "position": "nonsense"})

    assert given["wrong"]
    assert sum(given["counts"]["own"][1:]) == 15


def test_a_chance_out_of_a_bare_formula_is_cut_at_a_hundred() -> None:
    race = chances_page.context({"position": "a78NAADtOwAAAA"})["race"]

    assert race.isight.percent == 100
