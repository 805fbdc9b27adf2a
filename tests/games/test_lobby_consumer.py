"""The lobby socket: what it shows, to whom, and what members do there."""

import asyncio
import itertools

import pytest
from asgiref.sync import sync_to_async
from django.db import InterfaceError, transaction

from accounts.enums import NoticeKind
from accounts.services import notices
from games import realtime, selectors
from games.engine import commands
from games.models import Challenge
from games.services import clocks, lobby
from tests.games import making, talking
from tests.vrhcaby.rest import calling

pytestmark = pytest.mark.django_db(transaction=True)

LOBBY = "/ws/lobby/"
_numbers = itertools.count(1)


@pytest.fixture
def anna():
    clocks.sweep()
    return making.member("Anna")


@pytest.fixture
def boris():
    return making.member("Boris")


async def shows(page, wanted):
    """Return the first lobby from now on that fulfils a condition."""
    async with asyncio.timeout(talking.LONGEST_S):
        while True:
            shown = await page.next("lobby", "lobby_changed")
            if wanted(shown):
                return shown


async def do(page, kind, **fields):
    await page.say({"type": kind, "id": f"{kind}-{next(_numbers)}", **fields})
    return await page.next("ok", "refused", "error")


async def test_the_lobby_shows_who_is_here_and_what_is_played(anna):
    game = await sync_to_async(making.game)()
    async with talking.page(LOBBY, member_id=anna.pk) as page:
        shown = await page.hello()

    assert shown["you"] == anna.pk
    assert "Anna" in [member["name"] for member in shown["members"]]
    assert [match["match"] for match in shown["live"]] == [game.match_id]
    assert shown["live"][0]["pips"] == [167, 167]


@transaction.atomic
def tell(member, about):
    notices.tell(
        member_ids=[member.pk],
        kind=NoticeKind.RULING,
        params={"tournament": "Cup"},
        path="/turnaje/cup/",
        about=about,
    )


async def test_a_notice_reaches_the_page_of_its_member_alone(anna, boris):
    async with (
        talking.page(LOBBY, member_id=anna.pk) as hers,
        talking.page(LOBBY, member_id=boris.pk) as his,
    ):
        await hers.hello()
        await his.hello()

        await sync_to_async(tell)(anna, "the first")
        assert (await hers.next("notice"))["code"] == "told"
        await sync_to_async(tell)(boris, "the second")
        assert (await his.next("notice"))["code"] == "told"

    assert [frame["type"] for frame in his.heard].count("notice") == 1


async def test_a_challenge_is_made_shown_to_all_accepted_and_played(anna, boris):
    async with (
        talking.page(LOBBY, member_id=anna.pk) as hers,
        talking.page(LOBBY, member_id=boris.pk) as his,
        talking.page(LOBBY) as guest,
    ):
        for page in (hers, his, guest):
            await page.hello()
        made = await do(hers, "challenge", ruleset="vrhcaby", rated=True, limit_s=60)
        for page in (hers, his, guest):
            shown = await shows(page, lambda lobby: lobby["challenges"])
            assert shown["challenges"][0]["id"] == made["challenge"]
        accepted = await do(his, "accept", challenge=made["challenge"], seed="his")
        gone = [await page.once("go") for page in (hers, his)]
        after = await shows(guest, lambda lobby: lobby["live"])

    assert {frame["match"] for frame in gone} == {accepted["match"]}
    assert after["challenges"] == []


async def test_a_directed_challenge_is_shown_to_its_two_alone(anna, boris):
    async with (
        talking.page(LOBBY, member_id=anna.pk) as hers,
        talking.page(LOBBY, member_id=boris.pk) as his,
        talking.page(LOBBY) as guest,
    ):
        for page in (hers, his, guest):
            await page.hello()
        await do(hers, "challenge", ruleset="vrhcaby", rated=False, to=boris.pk)
        for page in (hers, his):
            shown = await shows(page, lambda lobby: lobby["challenges"])
            assert shown["challenges"][0]["target"] == "Boris"
        seen = await guest.hello()
        declined = await do(his, "decline", challenge=shown["challenges"][0]["id"])
        notice = await hers.next("notice")

    assert seen["challenges"] == []
    assert declined["type"] == "ok"
    assert notice["code"] == "challenge_declined"
    assert notice["text"]


async def test_one_who_was_away_is_asked_and_sits_down(anna, boris):
    made = await sync_to_async(lobby.challenge)(member_id=anna.pk, ruleset="vrhcaby", rated=True)
    async with talking.page(LOBBY, member_id=boris.pk) as his:
        await his.hello()
        asked = await do(his, "accept", challenge=made.challenge_id)
        async with talking.page(LOBBY, member_id=anna.pk) as hers:
            shown = await hers.hello()
            answer = await do(hers, "ready", challenge=made.challenge_id)
            go = await his.once("go")

    assert asked["until"] == shown["ready"]["until"]
    assert shown["ready"]["from"] == "Boris"
    assert answer["match"] == go["match"]


async def test_a_match_by_correspondence_begins_though_the_challenger_is_away(anna, boris):
    challenge = await sync_to_async(making.offered_by_letters)(anna.pk)
    async with talking.page(LOBBY, member_id=boris.pk) as his:
        await his.hello()
        answer = await do(his, "accept", challenge=challenge)
        go = await his.once("go")

    assert answer["match"] == go["match"]


async def test_a_guest_may_do_nothing(anna):
    async with talking.page(LOBBY) as guest:
        answer = await do(guest, "challenge", ruleset="vrhcaby")

    assert answer["code"] == "not_signed_in"


async def test_refusals_and_nonsense_are_answered(anna):
    async with talking.page(LOBBY, member_id=anna.pk) as page:
        refused = await do(page, "challenge", ruleset="standard", options={"jacoby": True})
        gone = await do(page, "accept", challenge=404)
        await page.say({"type": "challenge", "id": "x", "ruleset": "vrhcaby", "limit_s": 0})
        error = await page.next()

    assert refused["code"] == "bad_options"
    assert refused["text"] == "These do not go together: Jacoby rule – Length of the match."
    assert gone["code"] == "no_such_challenge"
    assert error["code"] == "bad_frame"
    assert "limit_s" in error["why"]


async def test_the_challenger_mixes_in_a_seed_and_withdraws(anna):
    async with talking.page(LOBBY, member_id=anna.pk) as page:
        await page.hello()
        made = await do(page, "challenge", ruleset="vrhcaby")
        mixed = await do(page, "seed", challenge=made["challenge"], seed="later")
        withdrawn = await do(page, "withdraw", challenge=made["challenge"])
        await page.say({"type": "hello", "since": None})
        await shows(page, lambda lobby: lobby["challenges"] == [])

    assert [answer["type"] for answer in (made, mixed, withdrawn)] == ["ok"] * 3


async def test_nothing_is_sent_while_nothing_changes(anna):
    async with talking.page(LOBBY, member_id=anna.pk) as page:
        await page.hello()
        await asyncio.sleep(0.5)
        page.heard.clear()
        quiet = await page.silent(0.5)

    assert quiet


async def test_the_first_one_in_an_empty_lobby_sees_it_as_it_is_now(anna):
    async with talking.page(LOBBY) as guest:
        await guest.hello()
    await sync_to_async(lobby.challenge)(member_id=anna.pk, ruleset="vrhcaby", rated=True)

    async with talking.page(LOBBY) as guest:
        shown = await guest.hello()

    assert len(shown["challenges"]) == 1


async def test_a_finished_match_leaves_the_lobby_of_its_players(anna):
    game = await sync_to_async(making.game)(members=(anna, await sync_to_async(making.member)()))
    async with talking.page(LOBBY, member_id=anna.pk) as page:
        before = await page.hello()
        await sync_to_async(game.send)(commands.Resign(0))
        await shows(page, lambda lobby: lobby["live"] == [])

    assert [match["match"] for match in before["live"]] == [game.match_id]


async def test_while_the_database_is_away_the_lobby_stays_open(anna, monkeypatch):
    async with talking.page(LOBBY, member_id=anna.pk) as page:
        await page.hello()
        with monkeypatch.context() as away:
            away.setattr(selectors, "personal_part", unreachable)
            await sync_to_async(realtime.lobby_changed)(anna.pk)
            error = await page.next("error")
        shown = await page.hello()

    assert error["code"] == "unavailable"
    assert shown["type"] == "lobby"


def unreachable(*args, **kwargs):
    raise InterfaceError("connection already closed")


async def test_a_wish_said_again_is_answered_as_the_first_time_and_done_once(anna, boris):
    wish = {"id": "mine", "ruleset": "vrhcaby", "rated": False, "to": boris.pk}
    async with talking.page(LOBBY, member_id=anna.pk) as page:
        first = await do(page, "challenge", **wish)
        again = await do(page, "challenge", **wish)
    async with talking.page(LOBBY, member_id=anna.pk) as page:
        elsewhere = await do(page, "challenge", **wish)
        other = await do(page, "challenge", **{**wish, "ruleset": "standard"})
        withdrawal = {"id": "back", "challenge": first["challenge"]}
        gone = [await do(page, "withdraw", **withdrawal) for _ in range(2)]
        reused = await do(page, "withdraw", **{**withdrawal, "id": "mine"})

    assert first["type"] == "ok"
    assert first == again == elsewhere
    assert other["code"] == reused["code"] == "command_id_reused"
    assert [one["type"] for one in gone] == ["ok", "ok"]
    assert await sync_to_async(Challenge.objects.count)() == 1


async def test_a_socket_and_rest_know_each_others_ids(anna, boris):
    wish = {"id": "mine", "ruleset": "vrhcaby", "rated": False, "to": boris.pk}
    caller = await sync_to_async(calling.player)(anna)

    made = await sync_to_async(caller.post)("challenges", wish)
    async with talking.page(LOBBY, member_id=anna.pk) as page:
        again = await do(page, "challenge", **wish)

    assert made.status == 201
    assert again["challenge"] == made.json["challenge"]


async def test_a_refused_wish_may_be_said_again(anna, boris):
    wish = {"id": "mine", "ruleset": "vrhcaby", "rated": True, "to": boris.pk}
    boris.is_bot = True
    await sync_to_async(boris.save)()
    async with talking.page(LOBBY, member_id=anna.pk) as page:
        refused = await do(page, "challenge", **wish)
        boris.is_bot = False
        await sync_to_async(boris.save)()
        made = await do(page, "challenge", **wish)

    assert (refused["code"], made["type"]) == ("rated_with_bot", "ok")
