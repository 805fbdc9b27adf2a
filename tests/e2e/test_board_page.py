"""The game page in a real browser: hands, keys, lost connections, spectators, small screens."""

import pytest

from tests.e2e import playing, scenes

pytestmark = [pytest.mark.browser, pytest.mark.slow]

_SHIFT = """
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!entry.hadRecentInput) window.shifted = (window.shifted ?? 0) + entry.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
"""
# How many lines of the log tell an own step.
_OWN_STEPS = """() => [...document.querySelectorAll("[data-log] li")]
    .filter((line) => line.textContent.includes("You:")).length"""


@pytest.fixture
def people(at_screens):
    """The two; at the end they stop playing."""
    yield at_screens
    resign(at_screens[0])


@pytest.fixture
def table(people, site):
    """The two at a game just begun."""
    playing.open_match(people, site.url, scenes.begin(site, playing.TWO))
    return people


def resign(person: playing.Person) -> None:
    """Give the game up, if it is not over yet."""
    if not person.page.locator("[data-ask=ask-resign]").is_visible():
        return
    person.page.locator("[data-ask=ask-resign]").click()
    person.page.locator("#ask-resign [data-act=resign]").click()
    person.page.locator("[data-result]").wait_for()


def on_turn(table) -> playing.Person:
    """The player whose move it is."""
    for _ in range(200):
        for person in table:
            if playing.may_step(person):
                return person
        table[0].page.wait_for_timeout(25)
    raise AssertionError("nobody may step")


def waiting(table) -> playing.Person:
    return table[1] if on_turn(table) is table[0] else table[0]


def test_a_checker_may_be_dragged(table) -> None:
    person = on_turn(table)
    page = person.page
    before = playing.board_of(person)
    origin = playing.points(person, "movable")[0]
    halo = page.locator(f'[data-point="{origin}"] .column')
    playing.tap(person, origin)
    target = playing.points(person, "target")[0]
    page.keyboard.press("Escape")
    start, end = (
        halo.bounding_box(),
        page.locator(f'[data-point="{target}"] .column').bounding_box(),
    )

    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    page.mouse.up()

    page.wait_for_timeout(300)
    assert playing.board_of(person) != before
    assert playing.board_of(person) != ""


def test_a_checker_dropped_on_no_target_goes_back(table) -> None:
    person = on_turn(table)
    page = person.page
    before = playing.board_of(person)
    origin = playing.points(person, "movable")[0]
    start = page.locator(f'[data-point="{origin}"] .column').bounding_box()

    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(5, 5, steps=4)
    page.mouse.up()

    page.wait_for_timeout(300)
    assert playing.board_of(person) == before
    assert playing.may_step(person)


def test_the_game_can_be_played_by_keys_alone(table) -> None:
    person = on_turn(table)
    page = person.page
    before = playing.board_of(person)
    origin = playing.points(person, "movable")[0]

    page.locator(f'[data-point="{origin}"]').focus()
    page.keyboard.press("Enter")
    target = playing.points(person, "target")[0]
    walk_to(page, target)
    page.keyboard.press("Enter")

    page.wait_for_timeout(300)
    assert playing.board_of(person) != before


def walk_to(page, target: str) -> None:
    """Go to a point by arrow keys: along one row, across, along the other."""
    along, across = ("ArrowLeft", "ArrowRight"), ("ArrowUp", "ArrowDown")
    if page.viewport_size["width"] < page.viewport_size["height"]:
        along, across = across, along
    for key in (*along, across[0], along[0], across[1], along[1]):
        for _ in range(1 if key in across else 14):
            if page.evaluate("document.activeElement.dataset.point") == target:
                return
            page.keyboard.press(key)
    raise AssertionError(f"the keys do not reach {target}")


def test_a_move_may_be_typed_and_a_wrong_one_is_told(table) -> None:
    person = on_turn(table)
    page = person.page
    before = playing.board_of(person)
    origin = playing.points(person, "movable")[0]
    playing.tap(person, origin)
    target = playing.points(person, "target")[0]
    page.keyboard.press("Escape")
    names = {"25": "bar", "0": "off"}

    page.evaluate("document.querySelector('[data-typed]').value = '1/24'")
    page.evaluate("document.querySelector('[data-typed-form]').requestSubmit()")
    assert "1/24" in page.inner_text("[data-status]")
    page.evaluate("document.querySelector('[data-typed]').value = ' '")
    page.evaluate("document.querySelector('[data-typed-form]').requestSubmit()")
    assert "1/24" in page.inner_text("[data-status]")
    assert playing.board_of(person) == before

    text = f"{names.get(origin, origin)}/{names.get(target, target)}"
    page.evaluate(f"document.querySelector('[data-typed]').value = '{text}'")
    page.evaluate("document.querySelector('[data-typed-form]').requestSubmit()")
    page.wait_for_timeout(300)
    assert playing.board_of(person) != before


def test_a_step_appears_on_the_other_board_and_in_words(table) -> None:
    person, other = on_turn(table), waiting(table)
    before = playing.board_of(other)

    playing.step(person, 0)

    other.page.wait_for_timeout(400)
    assert playing.board_of(other) != before
    assert person.name in other.page.inner_text("[data-log]")


def test_a_draw_waits_for_four_steps_and_says_so(table) -> None:
    person = on_turn(table)

    assert person.page.locator("[data-act=offer_draw]").is_disabled()
    assert "more step" in person.page.inner_text("[data-draw-reason]")

    playing.play_on(list(table), steps=4)
    person = on_turn(table)
    other = table[1] if person is table[0] else table[0]
    person.page.locator("[data-act=offer_draw]").click()
    other.page.locator("[data-call=answer]").wait_for()
    assert other.page.locator("[data-board]").is_visible()
    person.page.locator("[data-call=waiting]").wait_for()
    other.page.locator("[data-act=accept]").click()

    for one in table:
        one.page.locator("[data-result]").wait_for()
        assert one.page.inner_text("[data-result-title]") == "Draw"


def test_resigning_asks_once(table) -> None:
    first, second = table
    first.page.locator("[data-ask=ask-resign]").click()
    first.page.locator("#ask-resign form button").first.click()
    assert not playing.is_over(first)

    resign(first)

    second.page.locator("[data-result]").wait_for()
    assert second.page.inner_text("[data-result-title]") == "You won"
    assert "resigned" in second.page.inner_text("[data-result-words]")


def test_do_not_wait_appears_when_the_time_is_over_and_wins(people, site) -> None:
    playing.begin(*people, site.url, limit="30")
    person, other = on_turn(people), waiting(people)
    claim = other.page.locator("[data-act=claim]")
    assert not claim.is_visible()

    claim.wait_for(timeout=40_000)
    assert person.name in other.page.inner_text("[data-claim-words]")
    assert person.page.locator("[data-call=late]").is_visible()
    claim.click()
    other.page.locator("[data-result]").wait_for()

    assert other.page.inner_text("[data-result-title]") == "You won"
    assert "claim" in other.page.inner_text("[data-result-words]")
    assert ":" in other.page.inner_text("[data-result-words]")


def test_a_rematch_leads_both_to_the_next_game(table) -> None:
    first, second = table
    address = first.page.url
    resign(first)

    first.page.locator("form[data-rematch=offer] button").click()
    second.page.locator("form[data-rematch=accept] button").click()

    for one in table:
        one.page.wait_for_url(lambda url: url != address and "/hra/" in url)
        playing.ready(one)


def test_a_spectator_sees_the_game_from_either_side_and_may_do_nothing(
    table, browser, site
) -> None:
    guest = playing.sit_down(browser, "guest", viewport=playing.LARGE)
    guest.page.goto(table[0].page.url)
    playing.ready(guest)
    before = playing.board_of(guest)

    playing.step(on_turn(table), 0)
    guest.page.wait_for_timeout(400)
    after = playing.board_of(guest)
    guest.page.locator("[data-flip]").click()

    assert after != before
    assert playing.board_of(guest) != after
    assert guest.page.locator("[data-act]").count() == 0
    assert guest.complaints == []
    guest.close()


def test_nothing_jumps_while_playing_and_the_small_page_does_not_scroll_sideways(table) -> None:
    for person in table:
        person.page.evaluate(_SHIFT)

    playing.play_on(list(table), steps=10)

    for person in table:
        assert person.page.evaluate("window.shifted ?? 0") < 0.01
        assert person.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    column = table[1].page.locator('[data-point="8"] .column').bounding_box()
    assert min(column["width"], column["height"]) >= 24


def test_the_buttons_of_a_game_fit_a_telephone_in_czech(table, site) -> None:
    person = table[1]
    address = person.page.url
    playing.read_in(person, site.url, "cs")

    person.page.goto(address)
    playing.ready(person)
    fits = person.page.evaluate("document.documentElement.scrollWidth <= 360")
    edge = person.page.locator("[data-ask=ask-leave]").bounding_box()

    playing.read_english(person, site.url)
    person.page.goto(address)
    assert fits
    assert edge["x"] + edge["width"] <= 360


def test_a_lost_connection_comes_back_without_reload_and_nothing_is_played_twice(
    table, site
) -> None:
    playing.play_on(list(table), steps=3)
    person = on_turn(table)
    origin = playing.points(person, "movable")[0]
    steps = person.page.evaluate(_OWN_STEPS)
    site.kill("club")
    person.page.locator("[data-banner]").wait_for()

    playing.tap(person, origin)
    playing.tap(person, playing.points(person, "target")[0])
    assert "not sent" in person.page.inner_text("[data-banner]")
    assert person.page.locator(".halo.unsent").count() == 1
    typed = playing.board_of(person)
    site.start()

    for one in table:
        one.page.locator("[data-banner]").wait_for(state="hidden", timeout=60_000)
    playing.until(person, "() => !document.querySelector('.halo.unsent')")
    assert playing.board_of(person) == typed
    playing.until(person, f"(steps) => ({_OWN_STEPS})() === steps", steps + 1)
    shown = playing.board_of(person)
    person.page.reload()
    playing.ready(person)
    assert playing.board_of(person) == shown


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(table, scheme: str) -> None:
    from axe_core_python.sync_playwright import Axe

    for person in table:
        person.page.emulate_media(color_scheme=scheme)
        person.page.wait_for_timeout(400)
        found = Axe().run(person.page)["violations"]
        assert [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found] == []


def test_the_page_weighs_little(table) -> None:
    page = table[0].page
    page.reload()
    playing.ready(table[0])

    weight = page.evaluate(
        "() => [...performance.getEntriesByType('navigation'),"
        " ...performance.getEntriesByType('resource')]"
        ".reduce((sum, entry) => sum + entry.encodedBodySize, 0)"
    )

    assert weight < 150_000


def test_other_games_stand_above_the_board_with_whose_move_it_is(table, site) -> None:
    first, second = table
    other = first.page.url
    playing.begin(first, second, site.url)

    strip = first.page.locator("[data-others] .other")
    strip.wait_for()
    playing.until(first, "() => document.querySelector('[data-others] .other span:not([hidden])')")

    assert first.page.locator("[data-others] a").get_attribute("href") in other
    words = [one.page.locator("[data-others] .other").inner_text() for one in table]
    assert sorted("your move" in text for text in words) == [False, True]
    resign(first)
    first.page.goto(other)
    playing.ready(first)
