"""What only some games and clocks have, each once in a browser: on paper, and on a telephone."""

import re

import pytest

from tests.e2e import playing, scenes

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MONEY = {"length": None, "beavers": 1, "raccoons": True}


def at(people, site, **match) -> tuple[playing.Person, playing.Person]:
    """Open a match for both that begins now; return who starts and the other."""
    number = scenes.begin_at(site, playing.TWO, **match)
    playing.open_match(people, site.url, number)
    starter = next(person for person in people if playing.may_step(person))
    return starter, people[1] if starter is people[0] else people[0]


def shown(person: playing.Person, selector: str):
    """The part of the page, once it is seen."""
    part = person.page.locator(selector).first
    part.wait_for(state="visible")
    return part


def play(person: playing.Person) -> None:
    """Put a turn together and send it."""
    for _ in range(8):
        if person.page.locator("[data-do=confirm]").is_enabled():
            break
        playing.step(person, 0)
    shown(person, "[data-do=confirm]").click()
    playing.until(person, "() => document.querySelector('[data-do=confirm]').hidden")


def double(person: playing.Person) -> None:
    """Offer the cube at one's turn."""
    shown(person, "[data-double]").click()


def step_from(person: playing.Person, point: str) -> None:
    """Move a checker of a point to the first of its targets, once the board lies still.

    Where the roll leaves it a single target, the tap has moved it there already.
    """
    before = playing.board_of(person)
    for _ in range(400):
        playing.tap(person, point)
        reachable = playing.points(person, "target")
        if reachable:
            playing.tap(person, reachable[0])
            return
        person.page.wait_for_timeout(50)
        if playing.board_of(person) != before:
            return
    raise AssertionError("no checker can be taken up")


def in_sight(person: playing.Person, selector: str) -> bool:
    """Whether the whole part lies in the window, without a scroll."""
    box = shown(person, selector).bounding_box()
    return box["y"] >= 0 and box["y"] + box["height"] <= person.page.viewport_size["height"]


def test_a_raccoon_is_offered_and_dropped_and_the_next_game_waits_for_both(people, site) -> None:
    starter, second = at(people, site, options=MONEY)
    play(starter)
    double(second)
    shown(starter, "[data-call=asked] [data-act=beaver]").click()
    raccoon = shown(second, "[data-call=asked] [data-act=raccoon]")
    assert "4" in shown(second, "[data-asked-words]").inner_text()
    assert all(in_sight(second, f"[data-act={act}]") for act in ("take", "drop", "raccoon"))
    raccoon.click()
    shown(starter, "[data-call=asked] [data-act=drop]").click()

    for person in people:
        assert in_sight(person, "[data-call=between] [data-act=next_game]")
        assert "Both players are awaited" in shown(person, "[data-between-awaited]").inner_text()
    shown(starter, "[data-act=next_game]").click()
    awaited = shown(second, "[data-between-awaited]")
    playing.until(second, "() => !document.body.innerText.includes('Both players are awaited')")
    assert awaited.inner_text() == f"{starter.name} is ready for the next game and waits for you."
    second.page.reload()
    assert f"{starter.name} is ready" in shown(second, "[data-between-awaited]").inner_text()
    shown(second, "[data-call=between] [data-act=leave]").click()
    for person in people:
        shown(person, "[data-result]")
    assert "4" in second.page.locator("[data-strip=own] [data-score]").inner_text()


def test_a_dead_cube_is_asked_about_once_more(people, site) -> None:
    starter, second = at(people, site, options={"length": 2})
    play(starter)
    double(second)
    shown(starter, "[data-act=take]").click()
    playing.until(second, "() => document.querySelector('svg[data-may=step]') !== null")
    play(second)
    double(starter)
    asked = shown(starter, "#ask-dead[open]")
    assert "dead" in asked.inner_text()
    asked.locator("button[autofocus]").click()
    assert starter.page.locator("#ask-dead[open]").count() == 0
    double(starter)
    shown(starter, "#ask-dead[open] [data-act=double]").click()
    shown(second, "[data-call=asked] [data-act=drop]").click()
    for person in people:
        shown(person, "[data-result]")


def test_one_who_is_closed_out_may_double_or_passes_without_a_roll(people, site) -> None:
    starter, second = at(people, site, position=scenes.CLOSED, options={"length": 3})
    for _ in range(2):
        step_from(starter, "8")
    shown(starter, "[data-do=confirm]").click()

    button = shown(second, "[data-passes]")
    assert button.inner_text() == "Pass the turn"
    assert "You are closed out and will not roll" in shown(second, "[data-status]").inner_text()
    shown(second, "[data-turn] [data-act=roll]").click()
    playing.until(second, "() => document.querySelector('.strip-their.acting')")
    log = second.page.locator("[data-log]").inner_text()
    assert "You are closed out and do not roll" in log
    assert "You rolled" not in log


def test_who_waits_on_a_telephone_sees_the_other_games(people, site) -> None:
    scenes.begin_at(site, playing.TWO)
    _, waiting = at(people, site)
    waiting.page.set_viewport_size(playing.SMALL)
    assert in_sight(waiting, "[data-others] li")


def test_a_page_opened_after_the_opening_roll_tells_it(people, site) -> None:
    starter, second = at(people, site, options={"length": 1})
    for person in (starter, second):
        first = person.page.locator("[data-log] li").last.inner_text()
        assert f"{starter.name} begins" in first
        assert first in shown(person, "[data-status]").inner_text()


def hasten(person: playing.Person, site, *, most_s: int) -> None:
    """Let the site's time pass twice as fast until a match is over.

    Faster the referee would take each step for a standstill and give it back. On a busy machine
    some may seem to be one: then it lasts longer.
    """
    ahead_ms = int(site.clock_file.read_text())
    for _ in range(most_s):
        if playing.is_over(person):
            return
        ahead_ms += 1000
        site.move_clock(ahead_ms)
        person.page.wait_for_timeout(1000)


def board_lies_still(people) -> bool:
    """Whether on a telephone the board lies at the same height for who acts and who waits."""
    tops = []
    for person in people:
        usual = person.page.viewport_size
        person.page.set_viewport_size(playing.SMALL)
        person.page.wait_for_timeout(200)
        tops.append(shown(person, "[data-board]").bounding_box()["y"])
        person.page.set_viewport_size(usual)
    return abs(tops[0] - tops[1]) < 0.5


def test_time_lost_by_a_delay_clock_is_the_match(people, site) -> None:
    starter, second = at(
        people,
        site,
        options={"length": 5},
        control=scenes.delay_clock(delay_s=2, reserve_s=60),
    )
    for person in people:
        strip = person.page.locator("[data-strip=own]")
        assert re.search(r"reserve (60|[1-5]\d)\b", strip.inner_text())
        assert scenes.faults(person.page) == []
    assert board_lies_still(people)
    assert "the whole match is lost" in starter.page.locator(".footline").inner_text()

    hasten(starter, site, most_s=180)
    for person in people:
        shown(person, "[data-result]")
    assert "your time ran out" in starter.page.locator("[data-result]").inner_text()
    assert "5/5" in second.page.locator("[data-strip=own] [data-score]").inner_text()


def test_correspondence_tells_hours_and_days_off(people, site) -> None:
    starter, _ = at(people, site, control=scenes.letters(hours=48, vacation=2))
    for person in people:
        assert "days off: 2" in person.page.locator("[data-strip=own]").inner_text()
        assert scenes.faults(person.page) == []
    assert board_lies_still(people)
    words = starter.page.locator(".footline").inner_text()
    assert "2 d a turn" in words
    assert "A day of vacation is used first" in words
    play(starter)


@pytest.mark.parametrize("ruleset", ["standard", "hypergammon"])
def test_axe_finds_nothing_on_the_page_of_a_match_with_a_cube(people, site, ruleset: str) -> None:
    starter, second = at(people, site, ruleset=ruleset, options={"length": 3})
    play(starter)
    for person, scheme in zip(people, ("light", "dark"), strict=True):
        person.page.emulate_media(color_scheme=scheme)
        assert scenes.faults(person.page) == []
    double(second)
    assert in_sight(starter, "[data-act=take]")
    assert in_sight(starter, "[data-act=drop]")
    for person in people:
        assert scenes.faults(person.page) == []
