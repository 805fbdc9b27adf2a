"""Who may what on the sockets: every frame of the schema for everybody who may come."""

import pytest
from asgiref.sync import sync_to_async

from accounts import tokens
from accounts.enums import Scope
from games import wire
from tests.games import making, talking

pytestmark = pytest.mark.django_db(transaction=True)

ENTRY = {"not_signed_in", "scope_too_small", "not_a_player"}
ROLES = ("guest", "stranger", "reader", "player")
SAMPLES = {
    "id": "m-1",
    "kind": "resign",
    "challenge": 999,
    "seed": "x",
    "ruleset": "vrhcaby",
    "ready": True,
    "room": "players",
}


def frames(direction):
    """Return by type the least frame of each kind that a client may send."""
    schema = wire.schema()
    found = {}
    for option in schema["properties"][direction]["anyOf"]:
        shape = schema["$defs"][option["$ref"].rsplit("/", 1)[1]]
        name = shape["properties"]["type"]["enum"][0]
        parts = {part: SAMPLES.get(part) for part in shape["required"] if part != "type"}
        found[name] = {"type": name, **parts}
    return found


GAME, LOBBY = frames("game client to server"), frames("lobby client to server")
READING = {"hello", "alive", "chat"}


def expected(role, kind, *, at_match):
    """Return the refusal that must come, None where the service is reached."""
    if kind in READING:
        return None
    if role == "guest":
        return "not_signed_in"
    if role == "stranger" and at_match and kind != "say":
        return "not_a_player"
    return "scope_too_small" if role == "reader" else None


@sync_to_async
def secret_of(role, member_id):
    if role == "guest":
        return None
    scopes = [] if role == "reader" else [Scope.PLAY]
    member_id = making.member().pk if role == "stranger" else member_id
    return tokens.make(member_id=member_id, name=role, scopes=scopes, days=None).secret


async def told(path, secret, frame):
    """Say a frame as somebody; return the code of the refusal, None without one."""
    async with talking.page(path, origin=None) as one:
        await one.hello(**({"token": secret} if secret else {}))
        await one.say(frame)
        if frame["type"] == "alive":
            await one.say({"type": "hello", "since": None})
        answer = await one.next(
            "ok", "refused", "error", "snapshot", "lobby", "chat_standing", "close"
        )
    return answer.get("code")


@pytest.mark.parametrize("kind", sorted(GAME))
@pytest.mark.parametrize("role", ROLES)
async def test_at_a_match_each_frame_is_open_to_whom_it_should(kind, role):
    game = await sync_to_async(making.game)()
    frame = {**GAME[kind], **({"match": game.match_id} if "match" in GAME[kind] else {})}
    secret = await secret_of(role, game.members[0])

    code = await told(talking.game_path(game.match_id), secret, frame)

    due = expected(role, kind, at_match=True)
    assert code == due if due else code not in ENTRY


@pytest.mark.parametrize("kind", sorted(LOBBY))
@pytest.mark.parametrize("role", ROLES)
async def test_in_the_lobby_each_frame_is_open_to_whom_it_should(kind, role):
    member = await sync_to_async(making.member)()
    secret = await secret_of(role, member.pk)

    code = await told("/ws/lobby/", secret, LOBBY[kind])

    due = expected(role, kind, at_match=False)
    assert code == due if due else code not in ENTRY
