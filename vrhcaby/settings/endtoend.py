"""The embedded site as tests start it in processes of its own: the clock may be moved."""

from vrhcaby.settings.embedded import *

CLOCK_MAY_BE_MOVED = True
