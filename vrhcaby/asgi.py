"""The ASGI application: HTTP by Django, sockets by Channels on their database lanes."""

import os
from importlib import import_module
from importlib.util import find_spec

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vrhcaby.settings.embedded")
http = get_asgi_application()

from vrhcaby.lanes import Lanes  # noqa: E402

routes = []
for app in ("games", "ladder"):
    if find_spec(f"{app}.routing"):
        routes += import_module(f"{app}.routing").websocket_urlpatterns

application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": Lanes(AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(routes)))),
    }
)
