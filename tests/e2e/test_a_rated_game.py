"""Two newcomers, two browsers, one rated game by the interface alone: the ladder has moved."""

import os
import re
from pathlib import Path

import pytest

from tests.e2e import playing

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "board.png"
STEPS_BEFORE_PICTURE = 24
MOST_STEPS = 1_200


@pytest.fixture(scope="module")
def people(browser, embedded_site):
    """Two new members, one at a large screen, one at a telephone."""
    anna = playing.sit_down(browser, "Anna", viewport={"width": 1280, "height": 720})
    boris = playing.sit_down(
        browser, "Boris", viewport={"width": 360, "height": 740}, color_scheme="dark"
    )
    for person in (anna, boris):
        playing.sign_up(person, embedded_site.url)
    yield [anna, boris]
    for person in (anna, boris):
        person.close()


def test_a_whole_rated_game_moves_the_ladder(people, embedded_site) -> None:
    anna, boris = people
    match_id = playing.begin(anna, boris, embedded_site.url)

    playing.play_on(people, steps=STEPS_BEFORE_PICTURE)
    if os.environ.get("WRITE_PICTURE"):
        write_picture(people)
    playing.play_on(people, steps=MOST_STEPS, seed=3)

    for person in people:
        person.page.locator("[data-result]").wait_for()
    titles = {person.page.inner_text("[data-result-title]") for person in people}
    assert titles == {"You won", "You lost"}
    assert "bearing off" in winner(people).page.inner_text("[data-result-words]")
    changes = anna.page.locator("[data-change-move]").all_inner_texts()
    assert sorted(text[0] for text in changes) == ["+", "−"]
    link = anna.page.get_by_role("link", name="How the change was computed").get_attribute("href")
    assert re.fullmatch(r"/zmena/[1-9]\d*/", link)
    the_ladder_has_moved(anna, embedded_site.url)
    the_replay_goes_from_the_start_to_the_end(anna, embedded_site.url, match_id)
    the_dice_are_proven(boris, embedded_site.url, match_id)
    assert [person.complaints for person in people] == [[], []]


def winner(people: list[playing.Person]) -> playing.Person:
    return next(one for one in people if one.page.inner_text("[data-result-title]") == "You won")


def write_picture(people: list[playing.Person]) -> None:
    """The picture of README: the large screen, with a checker held."""
    anna = people[0]
    while not playing.may_step(anna):
        playing.play_on(people, steps=1)
        anna.page.wait_for_timeout(300)
    page = anna.page
    playing.tap(anna, playing.points(anna, "movable")[0])
    PICTURE.parent.mkdir(exist_ok=True)
    page.screenshot(path=PICTURE)
    page.keyboard.press("Escape")


def the_ladder_has_moved(person: playing.Person, url: str) -> None:
    person.page.goto(f"{url}/zebricek/?all=1")
    table = person.page.inner_text("main")
    ratings = [float(text.replace(",", ".")) for text in re.findall(r"1[45]\d\d[.,]\d", table)]
    assert "Anna" in table
    assert "Boris" in table
    assert max(ratings) > 1500 > min(ratings)


def the_replay_goes_from_the_start_to_the_end(
    person: playing.Person, url: str, match_id: int
) -> None:
    page = person.page
    page.goto(f"{url}/hra/{match_id}/")
    page.locator("[data-replay-list] [aria-current]").wait_for()
    page.locator("[data-replay=first]").click()
    off = page.locator("[data-off]").all_inner_texts()
    assert off == ["off: 0", "off: 0"]
    page.keyboard.press("End")
    assert "off: 15" in page.locator("[data-off]").all_inner_texts()
    page.locator("[data-replay-list] button").nth(2).click()
    assert page.locator("[data-replay-list] [aria-current]").count() == 1


def the_dice_are_proven(person: playing.Person, url: str, match_id: int) -> None:
    page = person.page
    page.goto(f"{url}/hra/{match_id}/dukaz/")
    page.locator("[data-verdict].ok").wait_for()
    assert page.locator("tr.wrong").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
