"""Addresses of the sockets."""

from django.urls import path, re_path

from games.consumers import GameConsumer, LobbyConsumer, NowhereConsumer

websocket_urlpatterns = [
    path("ws/hra/<int:match_id>/", GameConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    re_path(r"", NowhereConsumer.as_asgi()),
]
