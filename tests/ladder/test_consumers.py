"""The socket of a tournament: who may listen, and what he hears."""

import pytest
from asgiref.sync import sync_to_async

from ladder.services.tournaments import entries, life
from tests.games import talking
from tests.ladder.making import member
from tests.ladder.tournaments import done, draft, opened, row

pytestmark = pytest.mark.django_db(transaction=True)


def path(made):
    return f"/ws/turnaj/{made.slug}/"


@pytest.fixture
def cup():
    return opened(visibility="members")


async def test_a_change_is_told_with_the_version_it_made(cup):
    reader = await sync_to_async(member)("Reader")
    async with talking.page(path(cup), member_id=reader.pk) as page:
        await page.say({"type": "hello", "since": 0})
        await page.next("changed")
        answer = await sync_to_async(entries.enter)(slug=cup.slug, by_id=reader.pk)
        frame = await page.next("changed")

    assert frame == {"type": "changed", "version": done(answer).version, "parts": frame["parts"]}
    assert "entries" in frame["parts"]


async def test_a_page_that_holds_an_older_version_is_told_to_read_again(cup):
    reader = await sync_to_async(member)("Reader")
    async with talking.page(path(cup), member_id=reader.pk) as page:
        await page.say({"type": "hello", "since": 0})
        frame = await page.next("changed")

    assert frame["version"] == (await sync_to_async(row)(cup)).version


async def test_who_may_not_see_it_is_sent_away(cup):
    hidden = await sync_to_async(draft)()
    reader = await sync_to_async(member)("Reader")
    for address, member_id in (
        (path(cup), None),
        (path(hidden), reader.pk),
        ("/ws/turnaj/nowhere/", reader.pk),
    ):
        async with talking.page(address, member_id=member_id) as page:
            assert (await page.next("close"))["code"] == 4004


async def test_one_who_may_no_longer_see_it_is_sent_away(cup):
    reader = await sync_to_async(member)("Reader")
    async with talking.page(path(cup), member_id=reader.pk) as page:
        await page.say({"type": "hello", "since": 0})
        await page.next("changed")
        await sync_to_async(life.undo_state)(slug=cup.slug, by_id=cup.by_id)
        assert (await page.next("close"))["code"] == 4004


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"type": "challenge", "id": "a", "ruleset": "vrhcaby"}', "\x00"]
)
async def test_it_takes_no_commands(cup, text):
    reader = await sync_to_async(member)("Reader")
    async with talking.page(path(cup), member_id=reader.pk) as page:
        await page.say_text(text)
        assert (await page.next("error"))["code"] == "bad_frame"
