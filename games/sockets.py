"""What both sockets do alike: who is there, what may be sent, errors, life and death."""

import dataclasses
import logging
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any

import structlog
from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import InterfaceError, OperationalError
from django.utils import translation

from accounts import selectors as accounts
from accounts import tokens
from accounts.enums import Scope
from accounts.models import AccessToken
from accounts.services import member_group
from games import gate, language, pace, phrases, pulse, wire
from vrhcaby import addresses, broadcast, metrics
from vrhcaby.errors import DomainError, Refused, database_refusal
from vrhcaby.outage import is_outage

logger = logging.getLogger(__name__)


class Socket(AsyncWebsocketConsumer, ABC):
    """A socket of a member or a guest. It remembers who is there, and what it may still send."""

    connection: pulse.Connection
    turnstile: gate.Gate
    language: str
    member_id: int | None = None
    acts: bool = True
    """Whether what comes here may act for its member: a token may allow reading only."""

    closed = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the socket; it is counted out also when the server gives up waiting for its end."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.leave()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Take a message; unlike the stock consumer, without a visit to the database's thread.

        A message of a group that the database cannot serve now does not close the socket.
        """
        try:
            await getattr(self, get_handler_name(message))(message)
        except (OperationalError, InterfaceError) as error:
            await self.outage(error)

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """Connect, or tell the page to try again later: when the database or Redis is away, or when
        one and the same comes in too often.
        """
        try:
            if not await pace.ENTRANCES.turn(self._whose()):
                await self.close(gate.CLOSE_TRY_AGAIN)
                return
            await self.connect()
        except Exception as error:
            if not is_outage(error):
                raise
            logger.warning("a socket could not be opened: %s", error)
            await self.close(gate.CLOSE_TRY_AGAIN)

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        """Count the socket out first: the layer, which its groups leave, may be away."""
        self.leave()
        await super().websocket_disconnect(message)

    async def open(self, **place: Any) -> bool:
        """Accept the socket of a member or a guest; False when his session has ended."""
        user = self.scope["user"]
        self.member_id = user.pk if user.is_authenticated else None
        self.language = language.of_scope(self.scope)
        self.turnstile = gate.Gate(time.monotonic())
        session = accounts.session_row(self.scope["session"], user) if self.member_id else None
        self.connection = pulse.Connection(
            ask=self.ask, shut=self.shut, member_id=self.member_id, session=session, **place
        )
        structlog.contextvars.bind_contextvars(
            socket=self.connection.name[:8], member=self.member_id, match=self.connection.match_id
        )
        await self.accept()
        await pulse.current().check_sessions(self.connection)
        return not self.closed

    async def turn(self) -> bool:
        """Wait for the turn of the member, or of the guests at this address, to be shown all.

        Where that would take long the socket is closed, to be opened again later: False.
        """
        if self.member_id is None:
            its_turn = await pace.GUESTS.turn(addresses.of_scope(self.scope))
        else:
            its_turn = await pace.MEMBERS.turn(str(self.member_id))
        if not its_turn:
            await self.shut(gate.CLOSE_TRY_AGAIN)
        return its_turn

    def _whose(self) -> str:
        """Return for whom this handshake counts: the member, or the guests at his address."""
        user = self.scope["user"]
        if user.is_authenticated:
            return f"member {user.pk}"
        return addresses.of_scope(self.scope)

    async def join(self, *groups: str) -> None:
        """Join groups, the member's own among them; the stock consumer leaves them again."""
        own = [] if self.member_id is None else [member_group(self.member_id)]
        self.groups = [*groups, *own]
        for group in self.groups:
            await self.channel_layer.group_add(group, self.channel_name)
        await pulse.current().enter(self.connection)

    async def sign_in(self, secret: str) -> bool:
        """Make a guest's socket that of a token's member; return False when it is not let in."""
        if self.member_id is not None:
            await self.complain("already_signed_in")
            return True
        token = await self._token(secret)
        if token is None:
            return False
        self.member_id, self.acts = token.member_id, token.allows(Scope.PLAY)
        self.language = language.of_scope({**self.scope, "user": token.member})
        try:
            await self._enter_as_member(accounts.TokenRow(token.pk, token.member_id))
        except Exception:
            # Half a member's it must not stay: nobody would ask it, nor let it sign in again.
            await self.shut(gate.CLOSE_TRY_AGAIN)
            raise
        return not self.closed

    async def _token(self, secret: str) -> AccessToken | None:
        """Return a token, or say why there is none and close; who guesses is not even looked up."""
        address = addresses.of_scope(self.scope)
        if pace.BAD_TOKENS.is_spent(address, time.monotonic()):
            await self.shut(gate.CLOSE_TRY_AGAIN)
            return None
        try:
            return await database_sync_to_async(tokens.bearer)(secret)
        except DomainError as refusal:
            pace.BAD_TOKENS.take(address, time.monotonic())
            await self.complain(refusal.code)
            await self.shut()
            return None

    async def _enter_as_member(self, entry: accounts.TokenRow) -> None:
        """Count the socket in again, as its member's; it hears from now on what he hears."""
        pulse.current().leave(self.connection)
        self.connection = dataclasses.replace(
            self.connection,
            member_id=self.member_id,
            session=entry,
            acts=self.acts,
            name=secrets.token_hex(16),
            plays=await self.plays_here(),
        )
        group = member_group(entry.member_id)
        self.groups = [*self.groups, group]
        await self.channel_layer.group_add(group, self.channel_name)
        await pulse.current().enter(self.connection)
        await pulse.current().check_sessions(self.connection)

    async def plays_here(self) -> bool:
        """Whether the member sits at the match of this socket, if it has one."""
        return False

    def leave(self) -> None:
        """Count the socket out; whoever sat here stays leased for a while."""
        self.closed = True
        if hasattr(self, "connection"):
            pulse.current().leave(self.connection)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Admit, decode and take one frame; nothing that a client sends raises."""
        arrived = time.monotonic()
        if self.closed:
            return
        if not self.turnstile.admit(arrived):
            await self.too_often(arrived)
            return
        try:
            frame = self.decode(wire.readable(text_data, most_bytes=gate.FRAME_BYTES))
            if not self._may_ask(frame, arrived):
                await self.too_often(arrived)
                return
            await self.take(frame, arrived)
            self.turnstile.good()
        except wire.BadFrame as bad:
            await self.nonsense(bad.code, bad.why)

    def _may_ask(self, frame: Any, now: float) -> bool:
        """Whether the member's sockets together send no more than they may; `alive` costs nothing.

        Guests are answered from memory, or at a pace of their own.
        """
        if self.member_id is None or isinstance(frame, wire.Alive):
            return True
        return pace.FRAMES.take(str(self.member_id), now) is not None

    @abstractmethod
    def decode(self, text: str) -> Any:
        """Return the frame of a text. Raises BadFrame."""

    @abstractmethod
    async def take(self, frame: Any, arrived: float) -> None:
        """Do what a frame asks for; `arrived` is its time by `time.monotonic`."""

    async def serve(self, service: Callable[..., Any], **kwargs: Any) -> Any:
        """Call an entry service on the database's thread, and send from here what it publishes."""
        call = database_sync_to_async(broadcast.held_back)
        answer, messages = await call(service, **kwargs)
        await broadcast.send_held_back(messages)
        return answer

    async def say(self, frame: wire.Outgoing) -> None:
        """Send a frame to this socket, unless it is closed."""
        await self.pass_on(wire.encode(frame))

    async def pass_on(self, text: str) -> None:
        """Send an encoded frame, unless the socket is closed."""
        if not self.closed:
            await self.send(text_data=text)

    async def answer(self, key: str, answer: Any) -> None:
        """Answer a command by its id: `ok`, or `refused` with the reason in words."""
        if not isinstance(answer, Refused):
            await self.say(accepted(key, answer))
            return
        with translation.override(self.language):
            text = phrases.sentence(answer.code, answer.details)
        version = answer.details.get("version")
        await self.say(wire.RefusedFrame(id=key, code=answer.code, text=text, version=version))

    async def complain(self, code: str, why: str = "") -> None:
        """Send an error frame; `why` tells authors of programs what was wrong, in English."""
        metrics.FRAMES_REFUSED.labels(code).inc()
        with translation.override(self.language):
            text = phrases.sentence(code)
        await self.say(wire.ErrorFrame(code=code, text=text, why=why))

    async def too_often(self, now: float) -> None:
        """Say now and then that frames come too often; close a flood politely."""
        if self.turnstile.floods():
            await self.complain("too_often")
            await self.shut(gate.CLOSE_FLOOD)
        elif self.turnstile.may_complain(now):
            await self.complain("too_often")

    async def nonsense(self, code: str, why: str) -> None:
        """Answer a frame that was not understood; after too many in a row close politely."""
        await self.complain(code, why)
        if self.turnstile.bad():
            await self.complain("too_many_bad_frames")
            await self.shut(gate.CLOSE_BAD_FRAMES)

    async def outage(self, error: Exception) -> None:
        """Answer what the database could not do; a fault of ours passes."""
        code = database_refusal(error)
        if code is None:
            raise error
        await self.complain(code)

    async def ask(self, version: int | None, away: bool) -> None:
        """Ask the page whether it lives, and tell it a version it must have reached by now."""
        await self.say(wire.AliveQuestion(now=int(time.time() * 1000), version=version, away=away))

    async def shut(self, code: int = gate.CLOSE_SESSION_ENDED) -> None:
        """Close the socket from our side; without a code because the session has ended."""
        if not self.closed:
            await self.close(code)
            self.closed = True

    async def frame(self, message: dict[str, Any]) -> None:
        """Pass on a frame that was sent to a group."""
        await self.pass_on(message["text"])

    async def notice(self, message: dict[str, Any]) -> None:
        """Tell the member something in his language."""
        with translation.override(self.language):
            text = phrases.notice(message["code"])
        await self.say(wire.Notice(message["code"], text, message.get("challenge")))

    async def member_notice(self, message: dict[str, Any]) -> None:
        """Tell the page that the member has a new notice, which his list of notices shows."""
        await self.notice({"code": "told"})

    async def chat_opened(self, message: dict[str, Any]) -> None:
        """A match is over, which concerns its chats only."""

    async def chat_standing(self, message: dict[str, Any]) -> None:
        """A mute or a block has changed, which concerns the chats only."""

    async def member_shut(self, message: dict[str, Any]) -> None:
        """Look at once whether the member's session still lives."""
        await pulse.current().check_sessions(self.connection)

    async def lobby_stale(self, message: dict[str, Any]) -> None:
        """The lobby has changed, which only the lobby shows."""


class Listener(Socket):
    """A socket that is told things and commands nothing: it says hello, and that it lives."""

    def decode(self, text: str) -> Any:
        """Return the frame of a text. Raises BadFrame for everything but `hello` and `alive`."""
        frame = wire.lobby_frame(text)
        if not isinstance(frame, wire.Hello | wire.Alive):
            raise wire.BadFrame("bad_frame", "nothing but hello and alive is taken here")
        return frame

    async def take(self, frame: Any, arrived: float) -> None:
        """Bring the page up to date when it says hello; a member's page counts as here."""
        if isinstance(frame, wire.Hello) and await self.turn():
            await self.hello(frame.since)
        await pulse.current().heard(self.connection)

    @abstractmethod
    async def hello(self, since: int | None) -> None:
        """Answer a hello; `since` is the version that the page holds."""


def accepted(key: str, answer: Any) -> wire.Ok:
    """Return the frame of an answer that is no refusal, also of one kept as plain values."""
    found = answer.get if isinstance(answer, dict) else partial(_attribute, answer)
    return wire.Ok(
        id=key,
        version=found("version"),
        match=found("match_id"),
        challenge=found("challenge_id"),
        until=found("until"),
    )


def _attribute(answer: Any, name: str) -> Any:
    return getattr(answer, name, None)
