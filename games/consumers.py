"""The two sockets: a match, and the lobby."""

import functools
import time
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from games import feed, gate, pulse, realtime, selectors, wire
from games.chatting import Chatting
from games.services import lobby, once, play, sitting, wished
from vrhcaby import metrics
from vrhcaby.errors import UNAVAILABLE, Refused


class GameConsumer(Chatting):
    """A match: its players act, everybody else watches."""

    seat: int | None = None

    async def connect(self) -> None:
        """Accept whoever comes; close again when there is no such match."""
        match_id = int(self.scope["url_route"]["kwargs"]["match_id"])
        user = self.scope["user"]
        place = await database_sync_to_async(selectors.place)(match_id, user.pk)
        self.match_id, self.seat = match_id, place.seat if place else None
        if await self.open(match_id=match_id, plays=self.seat is not None):
            if place is None:
                await self.shut(gate.CLOSE_NO_SUCH_MATCH)
                return
            await self.join(realtime.match_group(match_id))

    def decode(self, text: str) -> wire.GameIncoming:
        """Return the frame of a text. Raises BadFrame."""
        return wire.game_frame(text)

    async def take(self, frame: Any, arrived: float) -> None:
        """Do what a frame asks for."""
        match frame:
            case wire.CommandFrame():
                await self.command(frame, arrived)
            case wire.Hello(since=since, token=token):
                if (token is None or await self.sign_in(token)) and await self.turn():
                    await self.hello(since)
            case wire.RematchRequest():
                await self.rematch(frame)
            case wire.ChatRequest() | wire.Say():
                await self.chat(frame)
        await pulse.current().heard(self.connection)

    async def plays_here(self) -> bool:
        """Find the seat of the member of a token."""
        place = await database_sync_to_async(selectors.place)(self.match_id, self.member_id)
        self.seat = place.seat if place else None
        return self.seat is not None

    async def hello(self, since: int | None) -> None:
        """Bring a page up to date: what it missed, or everything."""
        read = database_sync_to_async(selectors.frames_since)
        for frame in await read(self.match_id, self.member_id, since=since):
            await self.say(frame)

    async def command(self, frame: wire.CommandFrame, arrived: float) -> None:
        """Let a player's command be judged."""
        command = wire.command(frame, self.seat or 0)
        refused = self.refusal(frame.match)
        if refused is not None:
            await self.answer(frame.id, refused)
            metrics.COMMANDS.labels(frame.kind, refused.code).inc()
            return
        judged = functools.partial(
            self.serve,
            play.command,
            match_id=self.match_id,
            member_id=self.member_id,
            command_id=frame.id,
            command=command,
            arrived=arrived,
        )
        answer = await judged()
        if isinstance(answer, Refused) and answer.code == UNAVAILABLE:
            # The lane's connection may only have died while idle. A command is kept once by its id.
            answer = await judged()
        await self.answer(frame.id, answer)
        result = answer.code if isinstance(answer, Refused) else "ok"
        metrics.COMMANDS.labels(frame.kind, result).inc()
        metrics.COMMAND_SECONDS.observe(time.monotonic() - arrived)

    def refusal(self, match_id: int | None) -> Refused | None:
        """Return why a command is not even judged: another match's, or nobody's who plays."""
        if match_id != self.match_id:
            return Refused("wrong_match")
        if self.seat is None:
            return Refused("not_signed_in" if self.member_id is None else "not_a_player")
        if not self.acts:
            return Refused("scope_too_small")
        return None

    async def rematch(self, frame: wire.RematchRequest) -> None:
        """Offer a rematch, or accept the opponent's."""
        refused = self.refusal(self.match_id)
        rematch: Any = sitting.rematch
        again = functools.partial(
            rematch, match_id=self.match_id, member_id=self.member_id, seed=frame.seed
        )
        answer = refused or await self.serve(
            once.answered,
            member_id=self.member_id,
            key=frame.id,
            body={"rematch": self.match_id, "seed": frame.seed},
            act=again,
        )
        await self.answer(frame.id, answer)


class LobbyConsumer(Chatting):
    """The lobby: members act, guests watch."""

    listener: feed.Listener | None = None

    async def connect(self) -> None:
        """Accept whoever comes."""
        if await self.open():
            await self.join(realtime.LOBBY)

    def leave(self) -> None:
        """Count the socket out of the lobby as well."""
        if self.listener is not None:
            feed.current().leave(self.listener)
        super().leave()

    def decode(self, text: str) -> wire.LobbyIncoming:
        """Return the frame of a text. Raises BadFrame."""
        return wire.lobby_frame(text)

    async def take(self, frame: Any, arrived: float) -> None:
        """Do what a frame asks for."""
        match frame:
            case wire.Hello(token=token):
                if (token is None or await self.sign_in(token)) and await self.turn():
                    await self.hello()
            case wire.ChatRequest() | wire.Say():
                await self.chat(frame)
            case wire.Alive():
                pass
            case _:
                await self.act(frame)
        await pulse.current().heard(self.connection)

    async def hello(self) -> None:
        """Show the lobby now and from now on."""
        if self.listener is not None and self.listener.member_id != self.member_id:
            feed.current().leave(self.listener)
            self.listener = None
        if self.listener is None:
            self.listener = feed.Listener(self.member_id, self.say)
        await feed.current().join(self.listener)

    async def act(self, frame: Any) -> None:
        """Let a member's wish be judged."""
        if self.member_id is None:
            await self.answer(frame.id, Refused("not_signed_in"))
            return
        if not self.acts:
            await self.answer(frame.id, Refused("scope_too_small"))
            return
        answer = await self.serve(
            once.answered,
            member_id=self.member_id,
            key=frame.id,
            body=wished.body(frame),
            act=functools.partial(_act, frame, self.member_id),
        )
        await self.answer(frame.id, answer)

    async def lobby_stale(self, message: dict[str, Any]) -> None:
        """Read again what has changed: everybody's part, or this member's."""
        if message.get("mine") and self.listener is not None:
            await feed.current().show(self.listener, changed=True)
        else:
            feed.current().stale()


class NowhereConsumer(AsyncWebsocketConsumer):
    """An address that is none: the page is told not to try again."""

    async def connect(self) -> None:
        """Accept, so that the browser gets to see why, and close."""
        await self.accept()
        await self.close(gate.CLOSE_NO_SUCH_MATCH)


def _act(frame: Any, member_id: int) -> Any:
    """Call the service that a frame of the lobby asks for."""
    match frame:
        case wire.NewChallenge():
            return lobby.challenge(member_id=member_id, **wire.terms(frame))
        case wire.Accept(challenge=challenge, seed=seed):
            return sitting.accept(challenge_id=challenge, member_id=member_id, seed=seed)
        case wire.Decline(challenge=challenge):
            return lobby.decline(challenge_id=challenge, member_id=member_id)
        case wire.Withdraw(challenge=challenge):
            return lobby.withdraw(challenge_id=challenge, member_id=member_id)
        case wire.Ready(challenge=challenge, ready=ready):
            return sitting.answer_ready(challenge_id=challenge, member_id=member_id, ready=ready)
        case wire.MixIn(challenge=challenge, seed=seed):
            return lobby.mix_in(challenge_id=challenge, member_id=member_id, seed=seed)
    raise TypeError(frame)
