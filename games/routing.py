"""Addresses of the sockets."""

from django.urls import path

from games.consumers import GameConsumer, LobbyConsumer

websocket_urlpatterns = [
    path("ws/hra/<int:match_id>/", GameConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
]
