"""The chats on a socket: the rooms it may read, lines in and out.

A page that wants the chats asks for them; bots and pages without a chat are not bothered. What a
socket keeps is whose lines its member does not want to see: it goes through them for each line.
"""

from typing import Any

from channels.db import database_sync_to_async

from games import realtime, selectors, wire
from games.services import chat
from games.sockets import Socket
from vrhcaby.errors import Refused


class Chatting(Socket):
    """A socket with chats: those of a match, or that of the lobby (no match)."""

    match_id: int | None = None
    hidden: frozenset[int] = frozenset()
    chatting = False

    async def chat(self, frame: wire.ChatRequest | wire.Say) -> None:
        """Show the rooms, or let a line be judged."""
        if isinstance(frame, wire.ChatRequest):
            if await self.turn():
                await self.show_chats()
            return
        if self.member_id is None:
            await self.answer(frame.id, Refused("not_signed_in"))
            return
        if not self.acts:
            await self.answer(frame.id, Refused("scope_too_small"))
            return
        answer = await self.serve(
            chat.say_once, member_id=self.member_id, match_id=self.match_id, frame=frame
        )
        await self.answer(frame.id, answer)

    async def show_chats(self) -> None:
        """Join the rooms that may be read, then read them, so that no line falls between."""
        self.chatting = True
        await self.show_standing()
        rooms = await database_sync_to_async(selectors.open_rooms)(self.match_id, self.member_id)
        for room in rooms:
            await self.enter_room(room)

    async def enter_room(self, room: str) -> None:
        """Join a room and show its latest lines."""
        group = realtime.chat_group(room, self.match_id)
        if group not in self.groups:
            self.groups.append(group)
            await self.channel_layer.group_add(group, self.channel_name)
        read = database_sync_to_async(selectors.room_frame)
        guest = self.member_id is None
        await self.say(await read(room, self.match_id, hidden=self.hidden, guest=guest))

    async def show_standing(self) -> None:
        """Tell what concerns the member alone, and remember whom he does not want to see."""
        read = database_sync_to_async(selectors.chat_standing)
        standing = await read(self.member_id)
        self.hidden = frozenset(standing.hidden)
        await self.say(standing)

    async def chat_line(self, message: dict[str, Any]) -> None:
        """Pass a new line on, unless its author is blocked here."""
        if message["author"] not in self.hidden:
            await self.pass_on(message["text"])

    async def chat_opened(self, message: dict[str, Any]) -> None:
        """The match is over: show the room of its spectators too."""
        if self.chatting:
            await self.show_chats()

    async def chat_standing(self, message: dict[str, Any]) -> None:
        """A mute or a block has changed."""
        if self.chatting:
            await self.show_standing()
