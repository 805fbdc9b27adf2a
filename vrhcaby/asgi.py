"""The ASGI application: HTTP by Django, sockets by Channels on their database lanes."""

import gc
import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vrhcaby.settings.embedded")
http = get_asgi_application()

# After Django is set up: consumers import models, so these stand late (E402).
from games import pulse  # noqa: E402
from games import routing as games  # noqa: E402
from games.gate import CLOSE_FLOOD, FRAME_BYTES  # noqa: E402
from ladder import routing as ladder  # noqa: E402
from vrhcaby import bodies, inbound  # noqa: E402
from vrhcaby.lanes import Lanes  # noqa: E402
from vrhcaby.monitoring import Monitored  # noqa: E402
from vrhcaby.mounted import AtRoot  # noqa: E402
from vrhcaby.origins import OwnOrigins  # noqa: E402

# What is loaded by now lives as long as the process: looking through it again and again would hold
# up moves and large tables by 0.1–0.3 s each time, for nothing.
gc.freeze()
gc.set_threshold(10_000, 20, 20)

bodies.install()
inbound.bound(frame_bytes=FRAME_BYTES, flood_code=CLOSE_FLOOD)
# The games' last address takes whatever is none.
addresses = [*ladder.websocket_urlpatterns, *games.websocket_urlpatterns]
sockets = Lanes(OwnOrigins(AuthMiddlewareStack(URLRouter(addresses))))
pulse.start_with_server()

application = AtRoot(ProtocolTypeRouter({"http": Monitored(http), "websocket": sockets}))
