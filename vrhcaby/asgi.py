"""The ASGI application: HTTP by Django, sockets by Channels on their database lanes."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vrhcaby.settings.embedded")
http = get_asgi_application()

# After Django is set up: consumers import models.
from games.routing import websocket_urlpatterns  # noqa: E402
from vrhcaby.lanes import Lanes  # noqa: E402
from vrhcaby.origins import OriginRules  # noqa: E402

sockets = Lanes(OriginRules(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))))

application = ProtocolTypeRouter({"http": http, "websocket": sockets})
