"""The sweep once a second in a process of its own, without a broker."""

import os
import time

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vrhcaby.settings.endtoend")

import django

django.setup()

# Models can be imported only now: the lines below stand late (E402).
from games.services import clocks  # noqa: E402

while True:
    clocks.sweep()
    time.sleep(1)
