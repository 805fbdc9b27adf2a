"""The ASGI application: HTTP by Django, sockets by Channels on their database lanes."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vrhcaby.settings.embedded")
http = get_asgi_application()

# After Django is set up: consumers import models.
from games import routing as games  # noqa: E402
from ladder import routing as ladder  # noqa: E402
from vrhcaby.lanes import Lanes  # noqa: E402

# The games' last address takes whatever is none.
addresses = [*ladder.websocket_urlpatterns, *games.websocket_urlpatterns]
sockets = Lanes(AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(addresses))))

application = ProtocolTypeRouter({"http": http, "websocket": sockets})
