"""Chats over REST: lines read and written, reports, blocks."""

import pytest

from accounts import services
from games.engine import commands
from games.models import ChatLine, Report
from tests.games import making
from tests.vrhcaby.rest import calling

pytestmark = pytest.mark.django_db


def lines(caller, path="lobby/chat"):
    """What stands in each room, by its name."""
    return {
        room["room"]: [line["text"] or line["quick"] for line in room["lines"]]
        for room in caller.get(path).json
    }


def say(caller, path="lobby/chat", **frame):
    return caller.post(path, {"id": "1", "room": "lobby", **frame})


def test_a_line_is_written_once_under_its_id_and_read_by_everybody():
    anna = calling.player(making.member())

    first, again = say(anna, text="Ahoj"), say(anna, text="Ahoj")
    other = say(anna, text="Nazdar")

    assert (first.status, again.status, other.code) == (200, 200, "command_id_reused")
    assert lines(calling.Caller()) == {"lobby": ["Ahoj"]}


def test_a_bot_s_line_is_marked_as_such():
    robot = making.member()
    services.become_bot(member_id=robot.pk)
    say(calling.player(robot), quick="hello")

    line = calling.Caller().get("lobby/chat").json[0]["lines"][0]

    assert (line["bot"], line["quick"]) == (True, "hello")


def test_each_reads_and_writes_the_rooms_that_are_open_to_him():
    first = making.member()
    game = making.game(members=(first, making.member()))
    place = f"matches/{game.match_id}/chat"
    player, watcher = (calling.player(one) for one in (first, making.member()))
    say(player, place, room="players", text="mezi námi")
    say(watcher, place, room="spectators", text="o nich")

    assert lines(player, place) == {"players": ["mezi námi"]}
    assert lines(watcher, place) == {"spectators": ["o nich"]}
    assert lines(calling.Caller(), place) == {}
    assert say(watcher, place, id="2", room="players", text="rada").code == "room_closed"
    game.send(commands.Resign(0))
    assert lines(calling.Caller(), place) == {"spectators": ["o nich"]}


@pytest.mark.parametrize(
    ("frame", "status", "code"),
    [
        ({}, 422, "chat_empty"),
        ({"text": "x", "quick": "hello"}, 422, "chat_empty"),
        ({"text": "x" * 301}, 422, "chat_too_long"),
        ({"text": "x", "room": "players"}, 403, "room_closed"),
        ({"quick": "rubbish"}, 422, "bad_frame"),
        ({"text": "\0"}, 422, "bad_frame"),
    ],
)
def test_a_line_that_cannot_be_is_refused(frame, status, code):
    answer = say(calling.player(making.member()), **frame)

    assert (answer.status, answer.code) == (status, code)
    assert not ChatLine.objects.exists()


def test_who_writes_too_fast_is_told_when_to_come_again():
    anna = calling.player(making.member())

    answers = [say(anna, id=str(number), text=f"{number}") for number in range(6)]

    assert [answer.status for answer in answers] == [200] * 5 + [429]
    assert answers[-1].response["Retry-After"] == "10"


def test_a_line_is_reported_once_by_who_can_read_it():
    anna, boris = making.member(), making.member()
    say(calling.player(anna), text="Jsi hloupý")
    report = f"chat-lines/{ChatLine.objects.get().pk}/report"
    caller = calling.player(boris)

    answers = [caller.post(report, {"reason": "insult", "note": "Au"}) for _ in range(2)]

    assert [answer.status for answer in answers] == [204, 409]
    assert (Report.objects.get().member, Report.objects.get().note) == (anna, "Au")
    assert calling.player(anna).post(report, {"reason": "spam"}).code == "line_is_yours"
    assert caller.post("chat-lines/999/report", {"reason": "spam"}).code == "no_such_line"
    assert caller.post(report, {"reason": "dull"}).status == 422


def test_lines_of_who_is_blocked_are_not_seen_until_he_is_no_longer():
    anna, boris = making.member(), making.member()
    say(calling.player(boris), text="Ahoj")
    caller = calling.player(anna)

    blocked = caller("PUT", f"me/blocks/{boris.pk}", {})
    then = lines(caller)
    listed = [row["member"]["id"] for row in caller.get("me/blocks").json]
    standing = caller.get("me/chat-standing").json
    lifted = caller("DELETE", f"me/blocks/{boris.pk}")

    assert (blocked.status, lifted.status) == (204, 204)
    assert (then, listed) == ({"lobby": []}, [boris.pk])
    assert standing == {"mute": None, "hidden": [boris.pk]}
    assert lines(caller) == {"lobby": ["Ahoj"]}


def test_nobody_blocks_himself_or_nobody():
    anna = making.member()
    caller = calling.player(anna)

    assert caller("PUT", f"me/blocks/{anna.pk}", {}).code == "block_yourself"
    assert caller("PUT", "me/blocks/999", {}).code == "no_such_member"
