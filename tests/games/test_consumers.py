"""The game socket: who may do what, what a bad frame gets, and how a page catches up."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone, translation
from redis.exceptions import ConnectionError as RedisConnectionError

from games import feed, gate, phrases, pulse
from games.engine import commands
from games.services import clocks, play
from tests.games import making, talking
from vrhcaby.errors import Refused

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game():
    return making.game()


@pytest.fixture
def turn(game):
    """The seat that is to move first."""
    return game.state.turn


def page(game, seat=None, **options):
    """A page of a seat's member, or of a guest."""
    member_id = None if seat is None else game.members[seat]
    return talking.page(talking.game_path(game.match_id), member_id=member_id, **options)


@sync_to_async
def row(game):
    return game.row


@sync_to_async
def result_id(game):
    return game.row.result.pk


@sync_to_async
def send(game, command):
    return game.send(command)


# Hello


async def test_a_page_gets_the_whole_table_when_it_says_hello(game):
    async with page(game, 1) as one:
        shown = await one.hello()

    assert shown["type"] == "snapshot"
    assert shown["you"] == 1
    assert shown["version"] == (await row(game)).version
    assert shown["legal"]["steps"]
    assert shown["state"]["boards"][0][24] == shown["state"]["boards"][1][24] == 2
    assert len(shown["commitment"]) == 64
    assert shown["clock"]["limit"] == 60_000


async def test_after_a_gap_a_page_gets_what_it_missed(game, turn):
    async with page(game, turn) as one:
        before = await one.hello()
        await one.step(before)
    async with page(game, turn) as again:
        tail = await again.hello(since=before["version"])
        here = [await again.next("presence"), await again.next("presence")]

    assert tail["type"] == "events"
    assert [event["seq"] for event in tail["events"]] == list(
        range(before["version"] + 1, tail["version"] + 1)
    )
    assert [one["seat"] for one in here] == [0, 1]


@pytest.mark.parametrize("since", [0, 10_000])
async def test_a_version_that_is_none_of_this_match_gets_a_snapshot(game, since):
    async with page(game, 0) as one:
        assert (await one.hello(since=since))["type"] == "snapshot"


async def test_a_page_that_has_everything_gets_no_events(game):
    async with page(game, 0) as one:
        shown = await one.hello()
        tail = await one.hello(since=shown["version"])

    assert tail["events"] == []


# Commands


async def test_a_step_is_answered_and_told_to_both_and_to_those_who_watch(game, turn):
    async with (
        page(game, turn) as mover,
        page(game, 1 - turn) as other,
        page(game) as guest,
    ):
        answer = await mover.step(await mover.hello())
        told = [await one.once("events") for one in (mover, other, guest)]

    assert answer["type"] == "ok"
    assert {one["version"] for one in told} == {answer["version"]}
    assert told[0] == told[1] == told[2]
    assert told[0]["events"][0]["kind"] == "stepped"
    assert told[0]["state"]["last"][0][:2] == [
        told[0]["events"][0]["data"]["origin"],
        told[0]["events"][0]["data"]["target"],
    ]


async def test_a_step_may_be_given_by_its_target_alone(game, turn):
    async with page(game, turn) as mover:
        shown = await mover.hello()
        origin, target, _, _ = shown["legal"]["steps"][0]
        answer = await mover.command(game.match_id, "step", **{"from": origin, "to": target})

    assert answer["type"] == "ok"


async def test_the_wrong_turn_is_refused_with_a_reason(game, turn):
    async with page(game, 1 - turn) as other:
        answer = await other.command(game.match_id, "step", **{"from": 24, "die": 1})

    assert answer["type"] == "refused"
    assert answer["code"] == "not_your_turn"
    assert answer["text"] == "It is not your turn."
    assert answer["version"] == (await row(game)).version


async def test_the_reason_is_in_the_members_language(game, turn):
    member = get_user_model().objects.filter(pk=game.members[1 - turn])
    await sync_to_async(member.update)(language="cs")
    async with page(game, 1 - turn, language="en") as other, page(game, language="cs") as guest:
        answer = await other.command(game.match_id, "claim")
        unknown = await guest.command(game.match_id, "claim")

    with translation.override("cs"):
        assert answer["text"] == phrases.sentence("time_not_over")
        assert unknown["text"] == phrases.sentence("not_signed_in")


async def test_a_guest_watches_and_may_do_nothing(game):
    async with page(game) as guest:
        shown = await guest.hello()
        answer = await guest.command(game.match_id, "resign")

    assert shown["you"] is None
    assert (answer["type"], answer["code"]) == ("refused", "not_signed_in")


async def test_a_member_who_does_not_play_may_do_nothing(game):
    stranger = await sync_to_async(making.member)()
    async with talking.page(talking.game_path(game.match_id), member_id=stranger.pk) as watcher:
        answer = await watcher.command(game.match_id, "resign")

    assert answer["code"] == "not_a_player"


async def test_a_command_for_another_match_is_refused(game, turn):
    async with page(game, turn) as one:
        answer = await one.command(game.match_id + 1, "resign")

    assert answer["code"] == "wrong_match"
    assert (await row(game)).status == "live"


async def test_a_finished_match_is_refused_and_told_with_its_result(game, turn):
    async with page(game, 1 - turn) as winner:
        await winner.hello()
        await send(game, commands.Resign(turn))
        told = await winner.next("events")
        answer = await winner.command(game.match_id, "resign")
        shown = await winner.hello()

    assert answer["code"] == "game_over"
    assert told["result"] == shown["result"]
    assert told["result"]["reason"] == "resigned"
    assert told["result"]["winner"] == 1 - turn
    before, after = (told["result"]["ratings"][1 - turn][key] for key in ("before", "after"))
    assert float(after) > float(before) == 1500.0
    assert told["result"]["id"] == await result_id(game)


async def test_the_same_id_twice_is_answered_twice_and_happens_once(game, turn):
    async with page(game, turn) as one:
        shown = await one.hello()
        origin, _, die, _ = shown["legal"]["steps"][0]
        step = {"key": "twice", "from": origin, "die": die}
        first = await one.command(game.match_id, "step", **step)
        second = await one.command(game.match_id, "step", **step)
        other = await one.command(game.match_id, "resign", key="twice")

    assert first == second
    assert other["code"] == "command_id_reused"
    assert (await row(game)).version == first["version"]


async def test_two_tabs_that_play_the_same_step_play_it_once(game, turn):
    async with page(game, turn) as left, page(game, turn) as right:
        shown = await left.hello()
        origin, _, die, _ = shown["legal"]["steps"][0]
        for number, tab in enumerate((left, right)):
            await tab.say(
                {
                    "type": "command",
                    "id": f"tab-{number}",
                    "match": game.match_id,
                    "kind": "step",
                    "from": origin,
                    "die": die,
                }
            )
        answers = [await tab.next("ok", "refused") for tab in (left, right)]
        events = await left.once("events")

    kinds = sorted(answer["type"] for answer in answers)
    if kinds == ["ok", "refused"]:
        assert (await row(game)).version == events["version"]
    else:
        # Two checkers stood there and the die was a double: both steps are legal.
        assert shown["state"]["dice"][0] == shown["state"]["dice"][1]


# Bad frames


BAD = [
    "",
    "nonsense",
    "[]",
    "null",
    "1",
    '"hello"',
    "{}",
    '{"type": "unknown"}',
    '{"type": "hello", "since": "1"}',
    '{"type": "hello", "since": 1.0}',
    '{"type": "hello", "since": -1}',
    '{"type": "hello", "since": true}',
    '{"type": "hello", "since": NaN}',
    '{"type": "hello", "since": 99999999999999999999999}',
    '{"type": "hello", "more": 1}',
    '{"type": "command", "id": "", "match": 1, "kind": "resign"}',
    '{"type": "command", "id": "a\\u0000", "match": 1, "kind": "resign"}',
    '{"type": "command", "id": "a\\ud800", "match": 1, "kind": "resign"}',
    '{"type": "command", "id": "' + "a" * 65 + '", "match": 1, "kind": "resign"}',
    '{"type": "command", "id": "a", "match": 1, "kind": "win"}',
    '{"type": "command", "id": "a", "match": 1, "kind": "step"}',
    '{"type": "command", "id": "a", "match": 1, "kind": "step", "from": 13}',
    '{"type": "command", "id": "a", "match": 1, "kind": "step", "from": 26, "die": 1}',
    '{"type": "command", "id": "a", "match": 1, "kind": "step", "from": 13, "die": 7}',
    '{"type": "command", "id": "a", "match": 1, "kind": "resign", "from": 13}',
    '{"type": "alive"' + "[" * 4000,
    "[" * 8000,
]


async def test_a_bad_frame_gets_an_error_and_the_socket_stays_open(game):
    async with page(game, 0) as one:
        for number, text in enumerate(BAD):
            await one.say_text(text)
            error = await one.next()
            assert (error["type"], error["code"]) == ("error", "bad_frame"), text
            assert error["text"]
            if number % 10 == 0:
                await one.say({"type": "alive"})
        shown = await one.hello()

    assert shown["type"] == "snapshot"


async def test_a_binary_frame_and_one_too_large_are_refused(game):
    async with page(game, 0) as one:
        await one.say_bytes(b'{"type": "alive"}')
        binary = await one.next()
        await one.say_text('{"type": "alive", "x": "' + "ž" * 5_000 + '"}')
        large = await one.next()
        shown = await one.hello()

    assert (binary["code"], binary["why"]) == ("bad_frame", "a frame is text, not bytes")
    assert large["code"] == "frame_too_large"
    assert shown["type"] == "snapshot"


async def test_twenty_bad_frames_in_a_row_close_the_socket_politely(game):
    async with page(game, 0) as one:
        for _ in range(gate.BAD_FRAMES_IN_A_ROW):
            await one.say_text("nonsense")
        heard = [await one.next() for _ in range(gate.BAD_FRAMES_IN_A_ROW + 2)]

    assert heard[-2]["code"] == "too_many_bad_frames"
    assert heard[-1] == {"type": "close", "code": gate.CLOSE_BAD_FRAMES}


async def test_a_good_frame_between_starts_the_count_anew(game):
    async with page(game, 0) as one:
        for _ in range(2):
            for _ in range(gate.BAD_FRAMES_IN_A_ROW - 2):
                await one.say_text("nonsense")
                await one.next("error")
            await asyncio.sleep(1)
            await one.say({"type": "alive"})
        shown = await one.hello()

    assert shown["type"] == "snapshot"


async def test_a_flood_is_dropped_with_one_complaint(game):
    async with page(game, 0) as one:
        for _ in range(3 * int(gate.BURST)):
            await one.say({"type": "alive"})
        complaint = await one.next()
        quiet = await one.silent()

    assert complaint["code"] == "too_often"
    assert quiet


# Who may open a socket


@pytest.mark.parametrize("match_id", [0, 10_000, 2**63, 10**40])
async def test_a_match_that_does_not_exist_closes_with_its_code(game, match_id):
    async with talking.page(talking.game_path(match_id)) as one:
        assert await one.next() == {"type": "close", "code": gate.CLOSE_NO_SUCH_MATCH}


@pytest.mark.parametrize("path", ["/", "/ws/", "/ws/hra/x/", "/ws/hra/1/more/"])
async def test_an_address_that_is_none_closes_with_the_same_code(path):
    async with talking.page(path) as one:
        assert await one.next() == {"type": "close", "code": gate.CLOSE_NO_SUCH_MATCH}


async def test_another_sites_page_cannot_open_a_socket(game):
    stranger = talking.Page(talking.game_path(game.match_id), origin="http://evil.example")

    assert not await stranger.open()


async def test_logging_out_closes_the_members_sockets(game):
    session = await talking.session_of(game.members[0])
    one = talking.Page(talking.game_path(game.match_id), session=session)
    assert await one.open()
    await one.hello()

    client = Client()
    client.cookies["sessionid"] = session
    await sync_to_async(client.logout)()
    closed = await asyncio.wait_for(one.next("close"), 8)

    assert closed["code"] == gate.CLOSE_SESSION_ENDED


async def test_a_suspended_member_is_shut_out_at_once(game):
    from accounts import services as accounts

    official = await sync_to_async(get_user_model().objects.create_superuser)("Official")
    async with page(game, 0) as one:
        await one.hello()
        await sync_to_async(accounts.ban)(
            member_id=game.members[0],
            by=official,
            until=timezone.now() + timezone.timedelta(days=1),
            reason="test",
        )
        closed = await asyncio.wait_for(one.next("close"), 2)

    assert closed["code"] == gate.CLOSE_SESSION_ENDED


# Presence


async def test_the_opponent_is_told_who_comes(game, turn):
    async with page(game, 0) as one:
        await one.hello()
        await sync_to_async(making.Lease.objects.all().delete)()
        async with page(game, 1):
            told = await one.next("presence")

    assert (told["seat"], told["online"]) == (1, True)


async def test_the_server_asks_whether_a_page_lives_and_counts_who_watches(game):
    async with page(game, 0) as one, page(game):
        question = await asyncio.wait_for(one.next("alive?"), 8)
        await one.say({"type": "alive"})
        shown = await one.hello()

    assert question["now"] > 0
    assert shown["spectators"] == 1
    assert {"type": "spectators", "count": 1} in one.heard


async def test_a_frame_of_a_sweep_reaches_the_pages(game, turn):
    async with page(game, 1 - turn) as one:
        await one.hello()
        await sync_to_async(expire)(game)
        told = await one.next("events")

    assert told["events"][0]["kind"] == "limit_passed"
    assert told["result"]["reason"] == "absent"
    assert told["result"]["limit_at"] == told["events"][0]["data"]["limit_at"]


def expire(game):
    """Let the limit have passed long ago, nobody being there, and sweep."""
    making.Lease.objects.filter(match=game.match_id).delete()
    match = game.row
    clock_then = match.last_at
    with making.clock.frozen(clock_then + making.MINUTE):
        making.swept()
        clocks.sweep()


# Rematch


async def test_a_rematch_moves_both_pages(game, turn):
    await send(game, commands.Resign(turn))
    async with page(game, 0) as one, page(game, 1) as other:
        await one.say({"type": "rematch", "id": "r1"})
        offered = await one.next("ok")
        told = await other.next("rematch")
        await other.say({"type": "rematch", "id": "r2", "seed": "again"})
        accepted = await other.next("ok")
        moved = [await page.once("moved") for page in (one, other)]

    assert told == {"type": "rematch", "challenge": offered["challenge"], "from": 0}
    assert {frame["match"] for frame in moved} == {accepted["match"]}


# The channel layer away


def redis_away(*args):
    raise RedisConnectionError("Redis is away")


async def test_a_page_that_goes_while_redis_is_away_is_counted_out(game, monkeypatch):
    one = talking.Page(talking.game_path(game.match_id))
    await one.open()
    await one.hello()
    watching = set(pulse.current()._connections)
    monkeypatch.setattr(get_channel_layer(), "group_discard", redis_away)

    with pytest.raises(RedisConnectionError):
        await one.close()

    assert len(watching) == 1
    assert not pulse.current()._connections


@pytest.mark.parametrize("path", ["/ws/lobby/", None])
async def test_a_socket_that_is_cancelled_is_counted_out(game, path):
    one = talking.Page(path or talking.game_path(game.match_id))
    await one.open()
    await one.hello()
    assert len(pulse.current()._connections) == 1

    await one.kill()

    assert not pulse.current()._connections
    assert not feed.current()._listeners


async def test_a_page_that_comes_while_redis_is_away_is_told_to_try_again(game, monkeypatch):
    monkeypatch.setattr(get_channel_layer(), "group_add", redis_away)

    async with talking.page(talking.game_path(game.match_id)) as one:
        assert await one.next() == {"type": "close", "code": gate.CLOSE_TRY_AGAIN}


async def test_a_command_on_a_connection_that_died_meanwhile_is_judged_all_the_same(
    game, turn, monkeypatch
):
    answers = iter([Refused("unavailable")])
    judged = play.command
    monkeypatch.setattr(play, "command", lambda **given: next(answers, None) or judged(**given))

    async with page(game, turn) as mine:
        answer = await mine.step(await mine.hello())

    assert answer["type"] == "ok"
