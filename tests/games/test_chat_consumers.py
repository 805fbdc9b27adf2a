"""The chats on the sockets: who is sent which lines, and what concerns oneself alone."""

import datetime
import itertools

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts import mutes
from games import gate, pace
from games.engine import commands
from games.models import ChatLine
from games.services import blocking, reports
from tests.games import making, talking
from tests.vrhcaby.rest import calling

pytestmark = pytest.mark.django_db(transaction=True)

_keys = itertools.count(1)


@pytest.fixture
def game():
    return making.game()


@pytest.fixture
def member():
    return making.member()


@pytest.fixture
def chief():
    made = making.member()
    made.is_staff = made.is_superuser = True
    made.save()
    return made


def at(game, member_id=None):
    return talking.page(talking.game_path(game.match_id), member_id=member_id)


def lobby(member_id=None):
    return talking.page("/ws/lobby/", member_id=member_id)


async def chats(page):
    """Ask for the chats and return the rooms that come, by name."""
    await page.say({"type": "chat"})
    await page.next("chat_standing")
    # Frames are answered in their order: what comes before the answer to this one is all.
    await page.say({"type": "no such frame"})
    rooms = {}
    while (frame := await page.next("chat", "error"))["type"] == "chat":
        rooms[frame["room"]] = frame
    return rooms


async def write(page, text, room, key=None):
    key = key or f"say-{next(_keys)}"
    await page.say({"type": "say", "id": key, "room": room, "text": text})
    while True:
        answer = await page.next("ok", "refused", "error")
        if answer.get("id", key) == key:
            return answer


async def test_players_talk_and_spectators_talk_apart_until_the_end(game, member):
    async with (
        at(game, game.members[0]) as one,
        at(game, game.members[1]) as two,
        at(game, member.pk) as third,
        at(game) as guest,
    ):
        assert set(await chats(one)) == set(await chats(two)) == {"players"}
        assert set(await chats(third)) == {"spectators"}
        assert await chats(guest) == {}

        assert (await write(one, "Hodně štěstí", "players"))["type"] == "ok"
        assert (await two.next("chat"))["lines"][0]["text"] == "Hodně štěstí"
        assert (await write(third, "To prohraje", "spectators"))["type"] == "ok"
        assert (await write(third, "Hraj 13/7!", "players"))["code"] == "room_closed"
        assert (await write(two, "Co píšete?", "spectators"))["code"] == "room_closed"
        assert (await write(guest, "Ahoj", "spectators"))["code"] == "not_signed_in"

        await sync_to_async(game.send)(commands.Resign(0))
        opened = await two.next("chat")
        while opened["room"] != "spectators":
            opened = await two.next("chat")
        seen = await guest.next("chat")

    assert [line["text"] for line in opened["lines"]] == ["To prohraje"]
    assert (seen["room"], seen["closed"]) == ("spectators", "not_signed_in")
    heard = [line["text"] for frame in third.heard for line in frame.get("lines", ())]
    assert "Hodně štěstí" not in heard


async def test_a_socket_that_has_not_asked_is_sent_no_lines(member):
    async with lobby(member.pk) as one, lobby() as two:
        await one.say({"type": "chat"})
        await one.next("chat")
        await write(one, "Ahoj", "lobby")

        assert (await one.once("chat"))["room"] == "lobby"
        assert await two.silent(0.3)


async def test_lines_of_a_blocked_member_do_not_come_until_he_is_unblocked(member):
    other = await sync_to_async(making.member)()
    async with lobby(member.pk) as one, lobby(other.pk) as two:
        await chats(one)
        await chats(two)
        await sync_to_async(blocking.block)(member_id=member.pk, other_id=other.pk)
        assert (await one.next("chat_standing"))["hidden"] == [other.pk]
        await write(two, "Nevidíš mě", "lobby")
        await write(one, "Je tu ticho", "lobby")
        first = await one.next("chat")
        assert first["lines"][0]["text"] == "Je tu ticho"

        await sync_to_async(blocking.unblock)(member_id=member.pk, other_id=other.pk)
        assert (await one.next("chat_standing"))["hidden"] == []
        rooms = await chats(one)

    assert [line["text"] for line in rooms["lobby"]["lines"]] == ["Nevidíš mě", "Je tu ticho"]


async def test_a_mute_and_its_end_are_told_to_every_page_of_the_member(member, chief):
    until = timezone.now() + datetime.timedelta(hours=1)
    async with lobby(member.pk) as one:
        await chats(one)
        await sync_to_async(mutes.mute)(member_id=member.pk, by=chief, until=until, reason="Křik")
        told = await one.next("notice")
        standing = await one.next("chat_standing")
        refused = await write(one, "Proč?", "lobby")
        await sync_to_async(mutes.unmute)(member_id=member.pk, by=chief)
        over = await one.next("notice")
        free = await one.next("chat_standing")

    assert (told["code"], told["challenge"]) == ("muted", None)
    assert standing["mute"] == {"until": int(until.timestamp() * 1000), "reason": "Křik"}
    assert refused["code"] == "muted"
    assert (over["code"], free["mute"]) == ("mute_over", None)


async def test_a_removed_line_goes_from_the_pages(member, chief):
    other = await sync_to_async(making.member)()
    async with lobby(member.pk) as one, lobby(chief.pk) as boss:
        await chats(one)
        await write(one, "Reklama", "lobby")
        line = await sync_to_async(ChatLine.objects.get)()
        await sync_to_async(reports.report)(member_id=other.pk, line_id=line.pk, reason="spam")
        assert (await boss.next("notice"))["code"] == "report_made"
        report = await sync_to_async(line.reports.get)()
        await sync_to_async(reports.decide)(
            report_id=report.pk, moderator=chief, why="Reklama", remove=True
        )
        gone = await one.next("chat_removed")

    assert gone == {"type": "chat_removed", "room": "lobby", "line": line.pk}


@pytest.mark.parametrize(
    "text", ["a\\u0000b", "\\ud800", "x" * 1001], ids=["NUL", "surrogate", "too long"]
)
async def test_what_is_no_text_is_a_bad_frame_and_the_socket_stays(member, text):
    async with lobby(member.pk) as one:
        await one.say_text(f'{{"type":"say","id":"a","room":"lobby","text":"{text}"}}')
        assert (await one.next("error"))["code"] == "bad_frame"
        assert (await write(one, "Zpět", "lobby"))["type"] == "ok"


def written():
    return list(ChatLine.objects.order_by("pk").values_list("text", flat=True))


async def test_a_line_said_again_is_answered_as_the_first_time_and_written_once(member):
    async with lobby(member.pk) as one:
        first = await write(one, "Ahoj", "lobby", "mine")
        again = await write(one, "Ahoj", "lobby", "mine")
        other = await write(one, "Nazdar", "lobby", "mine")
    async with lobby(member.pk) as one:
        elsewhere = await write(one, "Ahoj", "lobby", "mine")

    assert first["type"] == "ok"
    assert first == again == elsewhere
    assert other["code"] == "command_id_reused"
    assert await sync_to_async(written)() == ["Ahoj"]


async def test_the_same_words_at_another_match_are_another_line(game):
    author = game.members[0]
    async with at(game, author) as one:
        first, again = [await write(one, "Ahoj", "players", "mine") for _ in range(2)]
    async with lobby(author) as one:
        other = await write(one, "Ahoj", "lobby", "mine")

    assert [first["type"], again["type"]] == ["ok", "ok"]
    assert other["code"] == "command_id_reused"
    assert await sync_to_async(written)() == ["Ahoj"]


async def test_a_socket_and_rest_know_each_others_lines(member):
    caller = await sync_to_async(calling.player)(member)
    post = sync_to_async(caller.post)
    async with lobby(member.pk) as one:
        await write(one, "Ahoj", "lobby", "socket")
        again = await post("lobby/chat", {"id": "socket", "room": "lobby", "text": "Ahoj"})
        other = await post("lobby/chat", {"id": "socket", "room": "lobby", "text": "Nazdar"})
        await post("lobby/chat", {"id": "rest", "room": "lobby", "quick": "hello"})
        reused = await write(one, "Nazdar", "lobby", "rest")

    assert again.status == 200
    assert other.code == reused["code"] == "command_id_reused"
    assert await sync_to_async(written)() == ["Ahoj", ""]


async def test_a_refused_line_may_be_said_again(member):
    async with lobby(member.pk) as one:
        empty = await write(one, " ", "lobby", "mine")
        made = await write(one, "Ahoj", "lobby", "mine")

    assert (empty["code"], made["type"]) == ("chat_empty", "ok")


async def test_who_asks_for_the_chats_without_end_is_asked_to_come_back_later(monkeypatch):
    monkeypatch.setattr(pace, "GUESTS", pace.Pace(at_once=1, per_s=0.01))

    async with talking.page("/ws/lobby/") as guest:
        await guest.say({"type": "chat"})
        await guest.next("chat")
        await guest.say({"type": "chat"})

        assert await guest.next("close") == {"type": "close", "code": gate.CLOSE_TRY_AGAIN}
