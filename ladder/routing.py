"""Addresses of the ladder's sockets."""

from django.urls import re_path

from ladder.consumers import TournamentConsumer

websocket_urlpatterns = [
    re_path(r"^ws/turnaj/(?P<slug>[-\w]{1,60})/$", TournamentConsumer.as_asgi()),
]
