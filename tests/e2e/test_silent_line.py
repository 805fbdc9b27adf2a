"""A player's line falls silent without closing, as a telephone's does that has lost its signal."""

import time

import pytest

from tests.e2e import playing
from tests.infrastructure.silent import SilentProxy

pytestmark = [pytest.mark.browser, pytest.mark.slow]

KNOWN_WITHIN_S = 10
_STATUS = "(value) => document.querySelector('[data-table]').dataset.connection === value"
_UNSENT = "() => document.querySelectorAll('.halo.unsent').length > 0"
_SENT = "() => document.querySelectorAll('.halo.unsent').length === 0"
_STEPS = """async ({url, seat}) => {
    const { events } = await (await fetch(`${url}export.json`)).json();
    return events.filter((event) => event.kind === 'stepped' && event.seat === seat).length;
}"""


@pytest.fixture
def line(site):
    """The line of the player on turn."""
    with SilentProxy(site.port) as proxy:
        yield proxy


@pytest.fixture
def player(at_screens, line, site):
    """The player on turn, at the far end of the line."""
    match = playing.begin(*at_screens, site.url, limit="300")
    while True:
        mover = next((person for person in at_screens if playing.may_step(person)), None)
        if mover is not None:
            break
        at_screens[0].page.wait_for_timeout(25)
    mover.page.goto(f"{line.url}/hra/{match}/")
    playing.ready(mover)
    playing.until(mover, "() => document.querySelector('svg[data-may=step]') !== null")
    return mover


def banner(player):
    return player.page.locator("[data-banner]")


def test_a_silent_line_is_told_in_seconds_and_its_step_stands_once(player, line) -> None:
    line.freeze()
    frozen = time.monotonic()
    assert playing.step(player, 0)
    stepped = playing.board_of(player)

    playing.until(player, _UNSENT)
    playing.until(player, _STATUS, "away")
    banner(player).wait_for()

    assert time.monotonic() - frozen < KNOWN_WITHIN_S
    assert "not sent" in banner(player).inner_text()
    assert playing.board_of(player) == stepped
    line.thaw()
    playing.until(player, _STATUS, "open")
    playing.until(player, _SENT)
    assert not banner(player).is_visible()
    seat = player.page.evaluate("() => JSON.parse(document.getElementById('snapshot').text).you")
    asked = {"url": player.page.url, "seat": seat}
    assert player.page.evaluate(_STEPS, asked) == 1


def test_a_step_on_a_line_just_left_is_sent_by_the_next_one_and_stands_once(player, line) -> None:
    line.freeze()
    playing.until(player, _STATUS, "connecting")
    assert playing.step(player, 0)
    playing.until(player, _UNSENT)

    line.thaw()

    playing.until(player, _STATUS, "open")
    playing.until(player, _SENT)
    seat = player.page.evaluate("() => JSON.parse(document.getElementById('snapshot').text).you")
    asked = {"url": player.page.url, "seat": seat}
    assert player.page.evaluate(_STEPS, asked) == 1


def test_a_browser_that_has_no_network_says_so_at_once(player) -> None:
    gone = time.monotonic()
    player.context.set_offline(True)
    banner(player).wait_for()
    assert time.monotonic() - gone < KNOWN_WITHIN_S

    player.context.set_offline(False)

    playing.until(player, _STATUS, "open")
    assert not banner(player).is_visible()
