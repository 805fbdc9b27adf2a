"""The floor: the least that a durable move could cost with these parts.

The same Daphne, lanes, channel layer and database as the site; a stock consumer that for each
frame locks a row, inserts another, updates the first by the ORM, and sends the frame to both.
"""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vrhcaby.settings.endtoend")

from django.core.asgi import get_asgi_application

http = get_asgi_application()

from channels.db import database_sync_to_async  # noqa: E402
from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.db import transaction  # noqa: E402
from django.urls import path  # noqa: E402

from games.models import Match, MatchEvent  # noqa: E402
from vrhcaby.lanes import Lanes  # noqa: E402

FIRST_SEQ = 100_000


def keep(match_id: int, seq: int) -> None:
    """One transaction: lock, insert, update."""
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match_id)
        MatchEvent.objects.create(
            match=match, seq=FIRST_SEQ + seq, at=0, seat=0, kind="floor", data={"seq": seq}
        )
        Match.objects.filter(pk=match_id).update(last_at=seq)


class FloorConsumer(AsyncWebsocketConsumer):
    """An echo to both sockets of a table, after a commit."""

    async def connect(self) -> None:
        """Join the table."""
        self.match_id = self.scope["url_route"]["kwargs"]["match_id"]
        self.table = f"floor.{self.match_id}"
        await self.channel_layer.group_add(self.table, self.channel_name)
        await self.accept()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Keep a move and tell it to both."""
        await database_sync_to_async(keep)(self.match_id, int(text_data))
        await self.channel_layer.group_send(self.table, {"type": "move", "text": text_data})

    async def move(self, message: dict[str, str]) -> None:
        """Pass a move on."""
        await self.send(text_data=message["text"])


application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": Lanes(URLRouter([path("floor/<int:match_id>/", FloorConsumer.as_asgi())])),
    }
)
