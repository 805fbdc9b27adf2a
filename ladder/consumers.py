"""The socket of a tournament's pages: it says that something has changed, and the page reads."""

import json
from typing import Any

from channels.db import database_sync_to_async

from games import gate
from games.sockets import Listener
from ladder import realtime
from ladder.selectors.tournaments import pages


class TournamentConsumer(Listener):
    """Somebody who looks at a tournament. A member here counts as here, as in the lobby."""

    slug: str
    tournament_id: int

    async def connect(self) -> None:
        """Accept whoever comes; close again where there is nothing that he may see."""
        self.slug = self.scope["url_route"]["kwargs"]["slug"]
        found = await self.look()
        if await self.open():
            if found is None:
                await self.shut(gate.CLOSE_NO_SUCH_MATCH)
                return
            self.tournament_id = found.tournament.pk
            await self.join(realtime.tournament_group(self.tournament_id))

    async def hello(self, since: int | None) -> None:
        """Tell a page that holds an older version to read again."""
        found = await self.look()
        if found is not None and found.tournament.version != since:
            await self.changed(found.tournament.version, [])

    async def tournament_changed(self, message: dict[str, Any]) -> None:
        """Pass a change on; when the state or the settings changed, look whether he may see it."""
        if "state" in message["parts"] and await self.look() is None:
            await self.shut(gate.CLOSE_NO_SUCH_MATCH)
            return
        await self.changed(message["version"], message["parts"])

    async def changed(self, version: int, parts: list[str]) -> None:
        """Send which version there is, and what differs (nothing named: anything)."""
        frame = {"type": "changed", "version": version, "parts": parts}
        await self.pass_on(json.dumps(frame))

    async def look(self) -> pages.Viewer | None:
        """Return the tournament to this viewer, or None."""
        return await database_sync_to_async(pages.find)(self.slug, self.scope["user"])
