"""The game socket: who may do what, what a bad frame gets, and how a page catches up."""

import asyncio

import pytest
from asgiref.sync import sync_to_async

from games.engine import commands
from tests.games import making, talking

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game():
    return making.game()


async def both(game):
    """The pages of both players, by seat."""


async def test_a_page_gets_the_whole_table_when_it_says_hello(game):
    async with talking.page(talking.game_path(game.match_id), member_id=game.members[1]) as page:
        shown = await page.hello()

    assert shown["type"] == "snapshot"
    assert shown["you"] == 1
    assert shown["version"] == await sync_to_async(lambda: game.row.version)()
    assert shown["legal"]["steps"]


async def test_a_step_is_answered_and_told_to_both(game):
    turn = await sync_to_async(lambda: game.state.turn)()
    path = talking.game_path(game.match_id)
    async with (
        talking.page(path, member_id=game.members[turn]) as mover,
        talking.page(path, member_id=game.members[1 - turn]) as other,
    ):
        shown = await mover.hello()
        await other.hello()
        answer = await mover.step(shown)
        told = await other.next("events")

    assert answer["type"] == "ok"
    assert told["version"] == answer["version"]
    assert told["events"][0]["kind"] == "stepped"
