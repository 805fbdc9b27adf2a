"""The default: one process, no services; keys are made once and kept in the data folder."""

import sys

from vrhcaby import keys
from vrhcaby.settings.base import *

_KEYS = keys.load_or_create(DATA_FOLDER)

SECRET_KEY = _KEYS.secret_key
SEED_KEYS = _KEYS.seed_keys
ALLOWED_HOSTS = [*ALLOWED_HOSTS, "127.0.0.1", "localhost", "[::1]"]

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # REST framework loads PostgreSQL's driver wherever it can: five megabytes for nothing here.
    sys.modules.setdefault("django.contrib.postgres.fields", None)  # type: ignore[arg-type]
