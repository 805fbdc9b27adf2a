"""Programs at the sockets: a token in the first words instead of a session."""

import asyncio
import datetime

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts import services, tokens
from accounts.enums import Scope
from accounts.models import AccessToken
from games.models import Lease
from tests.games import making, talking

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game():
    return making.game()


def made(member_id, *scopes, days=None):
    return tokens.make(member_id=member_id, name="test", scopes=scopes, days=days)


def line(game):
    return talking.page(talking.game_path(game.match_id), origin=None)


@sync_to_async
def leases(member_id):
    return Lease.objects.filter(member=member_id, match__isnull=False, instance__isnull=False)


async def test_a_program_without_origin_plays_by_its_token(game):
    seat = await sync_to_async(lambda: game.state.turn)()
    token = await sync_to_async(made)(game.members[seat], Scope.PLAY)
    async with line(game) as program:
        shown = await program.hello(token=token.secret)
        answer = await program.step(shown)

    assert shown["you"] == seat
    assert answer["type"] == "ok"


async def test_a_session_without_origin_is_a_guest(game):
    """A page of another site cannot leave out the header; so nobody's cookie is used by it."""
    async with talking.page(
        talking.game_path(game.match_id), member_id=game.members[0], origin=None
    ) as one:
        shown = await one.hello()

    assert shown["you"] is None


async def test_a_token_that_may_only_read_watches_from_its_seat(game):
    token = await sync_to_async(made)(game.members[0])
    async with line(game) as program:
        shown = await program.hello(token=token.secret)
        answer = await program.command(game.match_id, "resign")
        rows = await leases(game.members[0])
        leased = await sync_to_async(rows.count)()

    assert shown["you"] == 0
    assert (answer["type"], answer["code"]) == ("refused", "scope_too_small")
    assert leased == 0


async def test_a_revoked_token_closes_its_sockets(game):
    token = await sync_to_async(made)(game.members[0], Scope.PLAY)
    async with line(game) as program:
        await program.hello(token=token.secret)
        await sync_to_async(tokens.revoke)(member_id=game.members[0], token_id=token.token.pk)
        async with asyncio.timeout(5):
            closed = await program.next("close")

    assert closed["code"] == 4001


async def test_a_suspended_member_s_program_is_cut_off(game):
    official = await sync_to_async(making.member)()
    await sync_to_async(type(official).objects.filter(pk=official.pk).update)(
        is_staff=True, is_superuser=True
    )
    await sync_to_async(official.refresh_from_db)()
    token = await sync_to_async(made)(game.members[0], Scope.PLAY)
    async with line(game) as program:
        await program.hello(token=token.secret)
        await sync_to_async(services.ban)(
            member_id=game.members[0],
            by=official,
            until=timezone.now() + datetime.timedelta(days=1),
            reason="Test.",
        )
        async with asyncio.timeout(5):
            closed = await program.next("close")

    assert closed["code"] == 4001


@pytest.mark.parametrize("secret", ["", "a" * 65, "a" * 3000, "vrh 1", "žeton", "\0"])
async def test_a_text_that_can_be_no_token_is_none(game, secret):
    async with line(game) as program:
        await program.say({"type": "hello", "since": None, "token": secret})
        told = await program.next()
        closed = await program.next()

    assert (told["type"], told["code"]) == ("error", "bad_token")
    assert closed == {"type": "close", "code": 4001}


@pytest.mark.parametrize("how", ["unknown", "expired", "revoked"])
async def test_a_token_that_is_none_is_told_and_the_socket_closed(game, how):
    token = await sync_to_async(made)(game.members[0], days=7)
    rows = AccessToken.objects.filter(pk=token.token.pk)
    if how == "expired":
        await rows.aupdate(expires_at=timezone.now())
    if how == "revoked":
        await rows.aupdate(revoked_at=timezone.now())
    secret = "vrh_nonsense" if how == "unknown" else token.secret
    async with line(game) as program:
        await program.say({"type": "hello", "since": None, "token": secret})
        told = await program.next()
        closed = await program.next()

    assert told["code"] == {"unknown": "bad_token"}.get(how, f"token_{how}")
    assert closed == {"type": "close", "code": 4001}


async def test_in_the_lobby_a_program_challenges_by_its_token():
    member = await sync_to_async(making.member)()
    token = await sync_to_async(made)(member.pk, Scope.PLAY)
    reading = await sync_to_async(made)(member.pk)
    async with (
        talking.page("/ws/lobby/", origin=None) as program,
        talking.page("/ws/lobby/", origin=None) as reader,
    ):
        shown = await program.hello(token=token.secret)
        await reader.hello(token=reading.secret)
        await program.say({"type": "challenge", "id": "1", "ruleset": "standard"})
        answer = await program.once("ok")
        await reader.say({"type": "challenge", "id": "2", "ruleset": "vrhcaby"})
        refused = await reader.once("refused")

    assert shown["you"] == member.pk
    assert answer["challenge"]
    assert refused["code"] == "scope_too_small"


async def test_a_member_s_page_is_not_made_another_s(game):
    token = await sync_to_async(made)(game.members[1], Scope.PLAY)
    path = talking.game_path(game.match_id)
    async with talking.page(path, member_id=game.members[0]) as one:
        await one.say({"type": "hello", "since": None, "token": token.secret})
        told = await one.next("error")
        shown = await one.next("snapshot")

    assert told["code"] == "already_signed_in"
    assert shown["you"] == 0
