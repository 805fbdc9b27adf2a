"""Sockets of the test: through origin check, session and routing to the real consumers."""

import asyncio
import itertools
import json
from contextlib import asynccontextmanager

from asgiref.sync import sync_to_async
from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client

from games import routing as games
from ladder import routing as ladder
from vrhcaby.origins import OwnOrigins

addresses = [*ladder.websocket_urlpatterns, *games.websocket_urlpatterns]
application = OwnOrigins(AuthMiddlewareStack(URLRouter(addresses)))
_keys = itertools.count(1)
WAIT_S = 6.0
LONGEST_S = 20.0


class Page:
    """A browser's end of a socket; frames that were heard stay in `heard`."""

    def __init__(self, path, *, session=None, origin="http://testserver", language="en"):
        headers = [(b"host", b"testserver"), (b"accept-language", language.encode())]
        if origin:
            headers.append((b"origin", origin.encode()))
        if session:
            headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={session}".encode()))
        self._line = WebsocketCommunicator(application, path, headers=headers)
        self.heard = []

    async def open(self):
        connected, _ = await self._line.connect(timeout=WAIT_S)
        return connected

    async def close(self):
        await self._line.disconnect()

    async def kill(self):
        """End the socket as Daphne ends one that does not end in time: by cancelling it."""
        self._line.future.cancel()
        await asyncio.wait([self._line.future])

    async def say(self, frame):
        await self._line.send_to(text_data=json.dumps(frame))

    async def say_text(self, text):
        await self._line.send_input({"type": "websocket.receive", "text": text})

    async def say_bytes(self, raw):
        await self._line.send_to(bytes_data=raw)

    async def next(self, *kinds):
        """Return the next frame, or the next of these types; `close` gives the close's code."""
        async with asyncio.timeout(LONGEST_S):
            while True:
                frame = await self._frame()
                self.heard.append(frame)
                if not kinds or frame["type"] in kinds:
                    return frame

    async def once(self, kind):
        """Return a frame of a type, whether it was heard already or is still to come."""
        for frame in self.heard:
            if frame["type"] == kind:
                return frame
        return await self.next(kind)

    async def _frame(self):
        message = await self._line.receive_output(WAIT_S)
        if message["type"] == "websocket.close":
            return {"type": "close", "code": message["code"]}
        return json.loads(message["text"])

    async def silent(self, seconds=0.1):
        """Whether nothing comes for a while."""
        return await self._line.receive_nothing(seconds)

    async def hello(self, since=None, **more):
        await self.say({"type": "hello", "since": since, **more})
        return await self.next("snapshot", "events", "lobby")

    async def command(self, match, kind, *, key=None, **fields):
        """Send a command and return its answer."""
        key = key or f"page-{next(_keys)}"
        await self.say({"type": "command", "id": key, "match": match, "kind": kind, **fields})
        while True:
            answer = await self.next("ok", "refused", "error")
            if answer.get("id", key) == key:
                return answer

    async def step(self, shown):
        """Play the first legal step of a shown frame."""
        origin, target, die, _ = shown["legal"]["steps"][0]
        return await self.command(
            shown["match"], "step", **{"from": origin, "die": die, "to": target}
        )


@sync_to_async
def session_of(member_id):
    """Log a member in and return the key of his session."""
    client = Client()
    client.force_login(get_user_model().objects.get(pk=member_id))
    return client.session.session_key


@asynccontextmanager
async def page(path, *, member_id=None, **options):
    """An open socket of a member or a guest; closed at the end."""
    session = await session_of(member_id) if member_id else None
    opened = Page(path, session=session, **options)
    assert await opened.open()
    try:
        yield opened
    finally:
        await opened.close()


def game_path(match_id):
    return f"/ws/hra/{match_id}/"
