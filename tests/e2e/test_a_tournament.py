"""A double round robin of four from the new tournament to the final table.

The director works in a browser; the players are bots with sessions: they enter and sit down by the
forms of the pages, and play over the sockets.
"""

import asyncio
import random
import re
import urllib.parse
import urllib.request
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor

import pytest

from bench import bots, load
from tests.e2e import playing

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PLAYERS = 4
ROUNDS = 6
TOKEN = "t" * 32
OFFICIAL = """
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
member = get_user_model().objects.get(username={name!r})
member.groups.add(Group.objects.get_or_create(name="official")[0])
"""
BOARD = re.compile(r'action="(/turnaje/[-\w]+/parovani/\d+/)"')


class Surfer:
    """A member at the pages of the site by plain HTTP."""

    def __init__(self, url, guest):
        self.url = url
        self.guest = guest
        self.cookies = f"sessionid={guest['session']}; csrftoken={TOKEN}"

    def get(self, path):
        return self._ask(urllib.request.Request(self.url + path))

    def post(self, path, **fields):
        body = urllib.parse.urlencode({"csrfmiddlewaretoken": TOKEN, **fields}).encode()
        return self._ask(urllib.request.Request(self.url + path, data=body))

    def _ask(self, request):
        request.add_header("Cookie", self.cookies)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.read().decode()


@pytest.fixture(scope="module")
def director(browser, embedded_site):
    """An official at a browser, who has never made a tournament."""
    embedded_site.add_member("Karel", playing.PASSWORD, language="en")
    embedded_site.run(OFFICIAL.format(name="Karel"))
    person = playing.sit_down(browser, "Karel", viewport={"width": 1280, "height": 900})
    playing.sign_in(person, embedded_site.url)
    yield person
    person.close()


@pytest.fixture(scope="module")
def players(embedded_site):
    return [Surfer(embedded_site.url, guest) for guest in load.guests(embedded_site, PLAYERS)]


def test_a_double_round_robin_of_live_matches_ends_in_its_final_table(
    director, players, embedded_site
):
    slug = make(director, embedded_site.url)
    for player in players:
        player.post(f"/turnaje/{slug}/prihlasit/")
    start(director, embedded_site.url, slug)
    page = director.page
    page.goto(f"{embedded_site.url}/turnaje/{slug}/krizova/")

    for number in range(ROUNDS):
        apart(play_round(players, slug, embedded_site.ws_url, seed=number))

    results = page.locator(".cross td a")
    results.nth(ROUNDS * PLAYERS - 1).wait_for()
    assert results.count() == ROUNDS * PLAYERS
    finish(director, embedded_site.url, slug)
    the_final_table_is_whole(director, embedded_site.url, slug)
    assert load.check(embedded_site) == 0
    assert director.complaints == []


def apart(work):
    """Run a coroutine on a thread of its own: the browser keeps a loop in this one."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, work).result()


def make(director, url):
    """Make the tournament by the form, with nothing but a name and the format."""
    page = director.page
    page.goto(f"{url}/turnaje/")
    page.get_by_role("link", name="New tournament").click()
    page.fill("[name=name]", "Autumn cup")
    page.select_option("[name=format]", "double_round_robin")
    page.get_by_role("button", name="Make the tournament").click()
    page.get_by_role("button", name="Open the registration").click()
    page.get_by_role("button", name="Close the registration").wait_for()
    return page.url.split("/turnaje/")[1].split("/")[0]


def start(director, url, slug):
    """Close the registration and draw, by the console's own buttons."""
    page = director.page
    page.goto(f"{url}/turnaje/{slug}/rizeni/")
    page.get_by_role("button", name="Close the registration").click()
    page.get_by_role("button", name="Draw and start").click()
    page.locator("#confirm [value=confirm]").click()
    page.locator(".board-row").nth(1).wait_for()


async def play_round(players, slug, ws_url, *, seed):
    """Let everybody sit down to his open pairing and play it out."""
    boards = defaultdict(list)
    for player in players:
        page = await asyncio.to_thread(player.get, f"/turnaje/{slug}/")
        boards[BOARD.search(page)[1]].append(player)
    assert [len(two) for two in boards.values()] == [2, 2]
    await asyncio.gather(
        *(play_board(path, two, ws_url, seed=seed) for path, two in boards.items())
    )


async def play_board(path, two, ws_url, *, seed):
    told = bots.Told()
    pair = [
        bots.Bot(ws_url, one.guest["session"], random.Random(f"{seed}-{path}-{side}"), told)
        for side, one in enumerate(two)
    ]
    async with (
        await pair[0].line("/ws/lobby/") as first,
        await pair[1].line("/ws/lobby/") as second,
    ):
        for line in (first, second):
            await bots.say(line, type="hello")
            await bots.heard(line, "lobby")
        for one in two:
            await asyncio.to_thread(one.post, path, act="start", seed="mine")
        matches = [(await bots.heard(line, "go"))["match"] for line in (first, second)]
    assert matches[0] == matches[1]
    reasons = await asyncio.gather(*(bot.play(matches[0]) for bot in pair))
    assert reasons[0] == reasons[1]


def finish(director, url, slug):
    page = director.page
    page.goto(f"{url}/turnaje/{slug}/rizeni/")
    assert "All pairings are decided" in page.inner_text("[data-part=next]")
    page.get_by_role("button", name="Finish").click()
    page.locator("#confirm [value=confirm]").click()
    page.get_by_role("button", name="To the archive").wait_for()


def the_final_table_is_whole(director, url, slug):
    """Everybody played six matches, all points are given, and every place is certain."""
    page = director.page
    page.goto(f"{url}/turnaje/{slug}/tabulka/")
    rows = page.locator(".standing tbody tr")
    assert rows.count() == PLAYERS
    points = [half(text) for text in page.locator(".standing td.points").all_inner_texts()]
    assert sum(points) == ROUNDS * PLAYERS / 2
    assert points == sorted(points, reverse=True)
    assert page.locator(".standing tbody td:last-child strong").count() == PLAYERS
    played = page.locator(".standing tbody td:nth-child(4)").all_inner_texts()
    assert set(played) == {str(ROUNDS)}
    page.locator(".standing td.points a").first.click()
    page.get_by_role("heading", name="Sonneborn-Berger").wait_for()


def half(text):
    return float(text.strip().replace("½", ".5").replace(",", ".") or 0)
