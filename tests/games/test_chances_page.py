"""The page of chances: figures of a position, of a race, of a score; bad input is told."""

import pytest
from django.test import Client
from django.utils import translation

from games import chances_page
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


@pytest.mark.parametrize("position", ["", "nonsense", "4HPwATDgc/ABM!", "//////////////"])
def test_a_bad_id_is_told_and_the_start_is_shown(position: str) -> None:
    page = shown(position=position)

    assert "This is not the id of a position of this game." in page
    assert "Pips: you 167, opponent 167." in page


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

    assert "This is not the id" not in page
    assert ("what is not on the board counts as borne off" in page) == (ruleset == "nasazovani")


def test_a_bad_id_of_the_placement_game_leaves_a_board_with_checkers() -> None:
    given = chances_page.context({"ruleset": "nasazovani", "position": "nonsense"})

    assert given["wrong"]
    assert sum(given["counts"]["own"][1:]) == 15


def test_a_chance_out_of_a_bare_formula_is_cut_at_a_hundred() -> None:
    race = chances_page.context({"position": "a78NAADtOwAAAA"})["race"]

    assert race.isight.percent == 100
