"""Attacks on the sockets: from other sites, into other people's games, after one's time is over."""

import datetime
import time

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone

from accounts import services, tokens
from accounts.models import Member
from games import gate, pace
from games.models import Match
from games.services import lobby
from tests.games import making, talking
from vrhcaby.origins import is_ours, is_program

pytestmark = pytest.mark.django_db(transaction=True)

SOON_S = 5.0


def scope(*, origin=None, host="testserver", **more):
    headers = [(b"host", host.encode())]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    headers += [(name.replace("_", "-").encode(), value.encode()) for name, value in more.items()]
    return {"type": "websocket", "headers": headers}


# From which pages


@pytest.mark.parametrize(
    ("origin", "host", "ours"),
    [
        ("http://testserver", "testserver", True),
        ("HTTP://TestServer", "testserver", True),
        ("http://testserver:8000", "testserver:8000", True),
        ("http://testserver:8001", "testserver:8000", False),
        ("http://testserver", "testserver:8000", False),
        ("https://testserver", "testserver", False),
        ("http://evil.example", "testserver", False),
        ("http://evil.example", "evil.example", False),
        ("http://testserver.evil.example", "testserver", False),
        ("http://testserver@evil.example", "testserver", False),
        ("http://testserver/", "testserver", False),
        ("null", "testserver", False),
        ("file://", "testserver", False),
        ("", "testserver", False),
        (None, "testserver", False),
        ("http://", "", False),
        ("http://[::1", "[::1", False),
    ],
)
def test_a_socket_is_opened_by_our_own_pages_only(origin, host, ours):
    assert is_ours(scope(origin=origin, host=host)) is ours


@pytest.mark.parametrize(
    ("origin", "ours"),
    [
        ("https://klub.example", True),
        ("http://klub.example", False),
        ("https://klub.example:444", False),
        ("https://www.klub.cz", True),
        ("https://a.b.klub.cz", True),
        ("https://klub.cz", False),
        ("https://evilklub.cz", False),
    ],
)
def test_other_origins_are_those_the_operator_trusts(settings, origin, ours):
    settings.CSRF_TRUSTED_ORIGINS = ["https://klub.example", "https://*.klub.cz"]

    assert is_ours(scope(origin=origin)) is ours


def test_behind_a_proxy_that_ends_tls_the_origin_is_https(settings):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

    assert is_ours(scope(origin="https://testserver", x_forwarded_proto="https"))
    assert not is_ours(scope(origin="http://testserver", x_forwarded_proto="https"))


def test_nobody_makes_himself_https_where_no_proxy_is_trusted():
    assert not is_ours(scope(origin="https://testserver", x_forwarded_proto="https"))


@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/hra/1/", "/ws/nowhere/"])
@pytest.mark.parametrize("origin", ["http://evil.example", "http://testserver:81", "null"])
async def test_a_page_of_another_site_gets_no_socket_even_with_our_cookie(path, origin):
    member = await sync_to_async(making.member)()
    session = await talking.session_of(member.pk)

    assert not await talking.Page(path, session=session, origin=origin).open()


async def test_without_an_origin_our_cookie_says_nothing():
    member = await sync_to_async(making.member)()

    async with talking.page("/ws/lobby/", member_id=member.pk, origin=None) as page:
        await page.hello()
        await page.say({"type": "challenge", "id": "c", "ruleset": "vrhcaby"})
        answer = await page.next("refused", "ok")

    assert (answer["type"], answer["code"]) == ("refused", "not_signed_in")


def test_without_an_origin_the_host_must_be_ours_still(settings):
    settings.ALLOWED_HOSTS = ["testserver"]

    assert is_program(scope())
    assert not is_program(scope(host="evil.example"))


# Other people's games

KINDS = ("roll", "double", "resign", "leave", "claim", "offer_draw", "accept", "next_game")


@sync_to_async
def stored(game):
    return Match.objects.filter(pk=game.match_id).values().get()


@pytest.mark.parametrize("who", ["guest", "spectator", "player of another game"])
async def test_who_does_not_play_changes_nothing_in_a_game(who):
    game, other = await sync_to_async(making.game)(), await sync_to_async(making.game)()
    ids = {"guest": None, "player of another game": other.members[0]}
    member_id = ids[who] if who in ids else (await sync_to_async(making.member)()).pk
    before = await stored(game)

    async with talking.page(talking.game_path(game.match_id), member_id=member_id) as page:
        shown = await page.hello()
        answers = [await page.command(game.match_id, kind) for kind in KINDS]
        answers.append(await page.step(shown))
        await page.say({"type": "rematch", "id": "r", "seed": ""})
        answers.append(await page.next("refused"))

    assert shown["you"] is None
    assert {answer["type"] for answer in answers} == {"refused"}
    assert {answer["code"] for answer in answers} <= {"not_signed_in", "not_a_player"}
    assert await stored(game) == before


async def test_a_player_reaches_no_other_game_through_his_own():
    game, other = await sync_to_async(making.game)(), await sync_to_async(making.game)()
    before = await stored(other)

    async with talking.page(talking.game_path(game.match_id), member_id=game.members[0]) as page:
        await page.hello()
        answers = [await page.command(other.match_id, kind) for kind in KINDS]

    assert {answer["code"] for answer in answers} == {"wrong_match"}
    assert await stored(other) == before


async def test_a_player_never_acts_for_the_other_seat():
    game = await sync_to_async(making.game)()
    turn = (await sync_to_async(lambda: game.state)()).turn
    before = await stored(game)

    member_id = game.members[1 - turn]
    async with talking.page(talking.game_path(game.match_id), member_id=member_id) as page:
        shown = await page.hello()
        answer = await page.step(shown)

    assert answer["code"] == "not_your_turn"
    assert await stored(game) == before


@pytest.mark.parametrize("kind", ["decline", "withdraw", "ready", "seed", "accept"])
async def test_a_stranger_does_nothing_with_a_challenge_between_two_others(kind):
    anna, boris, eve = [await sync_to_async(making.member)() for _ in range(3)]
    made = await sync_to_async(lobby.challenge)(
        member_id=anna.pk, ruleset="vrhcaby", rated=True, opponent_id=boris.pk
    )
    frame = {"type": kind, "id": "x", "challenge": made.challenge_id}
    if kind == "seed":
        frame["seed"] = "e"

    async with talking.page("/ws/lobby/", member_id=eve.pk) as page:
        await page.say(frame)
        answer = await page.next("refused", "ok", "error")

    assert (answer["type"], answer.get("code")) == ("refused", "no_such_challenge")


async def test_no_socket_is_told_the_servers_seed_or_ids_of_commands_while_it_plays():
    game = await sync_to_async(making.game)()
    row = await sync_to_async(lambda: Match.objects.select_related("dice").get(pk=game.match_id))()

    async with talking.page(talking.game_path(game.match_id), member_id=game.members[0]) as page:
        shown = await page.hello()
        await page.command(game.match_id, "resign", key="secret-key-of-a-command")
        ended = await page.next("events")

    told = str(shown) + str(ended)
    assert row.dice.secret not in told
    assert "secret-key-of-a-command" not in told


# When one's time is over


def ban(member):
    chief = making.member()
    chief.is_staff = chief.is_superuser = True
    chief.save()
    until = timezone.now() + datetime.timedelta(hours=1)
    services.ban(member_id=member.pk, by=chief, until=until, reason="x")


def sign_out(client):
    client.post("/ucet/logout/")


@pytest.mark.parametrize("path", ["lobby", "game", "watched game"])
@pytest.mark.parametrize(
    "end",
    [
        lambda member, client: ban(member),
        lambda member, client: sign_out(client),
        lambda member, client: services.change_password(member_id=member.pk, password="nové"),
        lambda member, client: services.end_sessions(member_id=member.pk),
        lambda member, client: Member.objects.filter(pk=member.pk).update(is_active=False),
        lambda member, client: client.session.flush(),
    ],
    ids=["banned", "signed out", "password changed", "ended elsewhere", "deactivated", "expired"],
)
async def test_a_socket_closes_within_five_seconds_of_the_end_of_its_session(path, end):
    member, game = await sync_to_async(making.member)(), await sync_to_async(making.game)()
    if path == "game":
        member = await Member.objects.aget(pk=game.members[0])
    client = Client()
    await sync_to_async(client.force_login)(member)
    address = "/ws/lobby/" if path == "lobby" else talking.game_path(game.match_id)
    page = talking.Page(address, session=client.session.session_key)
    assert await page.open()
    await page.hello()

    begun = time.monotonic()
    await sync_to_async(end)(member, client)
    closed = await page.next("close")

    assert closed["code"] == gate.CLOSE_SESSION_ENDED
    assert time.monotonic() - begun < SOON_S
    await page.close()


async def test_a_session_that_has_ended_is_nobodys():
    member = await sync_to_async(making.member)()
    session = await talking.session_of(member.pk)
    await sync_to_async(services.end_sessions)(member_id=member.pk)
    page = talking.Page("/ws/lobby/", session=session)

    assert await page.open()
    assert (await page.hello())["you"] is None
    await page.close()


# Many sockets of one


@pytest.fixture
def _few_frames(monkeypatch):
    monkeypatch.setattr(pace, "FRAMES", pace.Pace(at_once=10, per_s=0.001, longest_s=0.0))


async def asks(page, times):
    """Send commands about nothing; return the types of the answers."""
    for number in range(times):
        await page.say({"type": "withdraw", "id": f"w{number}", "challenge": 999_999})
    return [(await page.next("refused", "error"))["type"] for _ in range(times)]


@pytest.mark.usefixtures("_few_frames")
async def test_a_member_asks_no_more_by_many_sockets_than_he_may_and_others_do_not_feel_it():
    anna, boris = [await sync_to_async(making.member)() for _ in range(2)]
    told = []
    async with (
        talking.page("/ws/lobby/", member_id=anna.pk) as first,
        talking.page("/ws/lobby/", member_id=anna.pk) as second,
        talking.page("/ws/lobby/", member_id=anna.pk) as third,
        talking.page("/ws/lobby/", member_id=boris.pk) as other,
    ):
        told += await asks(first, 5)
        told += await asks(second, 5)
        told += await asks(third, 1)
        others = await asks(other, 5)
        await third.say({"type": "alive"})
        alive = await third.silent()

    assert told == ["refused"] * 10 + ["error"]
    assert others == ["refused"] * 5
    assert alive


async def test_two_tables_a_lobby_and_the_chats_never_feel_what_a_member_may_ask():
    """A person at two tables clicks ten times a second at most, for a minute."""
    for tenth in range(600):
        assert pace.FRAMES.take("person", 100.0 + tenth / 10) == 0.0
    for _ in range(3 * 2):
        assert pace.FRAMES.take("person", 160.0) == 0.0


async def test_handshakes_of_guests_of_one_address_are_bounded_and_a_members_are_his_own(
    monkeypatch,
):
    monkeypatch.setattr(pace, "ENTRANCES", pace.Pace(at_once=3, per_s=0.001, longest_s=0.0))
    anna, boris = [await sync_to_async(making.member)() for _ in range(2)]

    async def opens(member_id=None):
        session = await talking.session_of(member_id) if member_id else None
        page = talking.Page("/ws/lobby/", session=session)
        opened = await page.open()
        if opened:
            await page.close()
        return opened

    assert [await opens() for _ in range(5)] == [True] * 3 + [False] * 2
    assert [await opens(anna.pk) for _ in range(4)] == [True] * 3 + [False]
    assert await opens(boris.pk)


async def test_bad_tokens_of_one_address_are_not_looked_up_without_end(monkeypatch):
    monkeypatch.setattr(pace, "BAD_TOKENS", pace.Pace(at_once=3, per_s=0.001))
    looked_up = []
    bearer = tokens.bearer
    monkeypatch.setattr(tokens, "bearer", lambda one: looked_up.append(one) or bearer(one))
    codes = []
    for number in range(5):
        async with talking.page("/ws/lobby/", origin=None) as page:
            await page.say({"type": "hello", "since": None, "token": f"vrh_guess{number}"})
            codes.append((await page.next("close"))["code"])

    assert codes == [gate.CLOSE_SESSION_ENDED] * 3 + [gate.CLOSE_TRY_AGAIN] * 2
    assert len(looked_up) == 3
