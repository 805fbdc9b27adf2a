"""Tests: fixed keys, fast hashing, mail in memory, a clock that may be moved."""

from vrhcaby.settings.base import *

SECRET_KEY = "tests-only-not-a-secret"
SEED_KEYS = ["dGVzdHMtb25seS1ub3QtYS1zZWNyZXQtYnV0LTMyYnk="]
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
CLOCK_MAY_BE_MOVED = True

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# The test client is synchronous, and files are served under test by real processes only.
MIDDLEWARE = [name for name in MIDDLEWARE if not name.startswith("servestatic.")]

# A pool would lend tests' threads fewer connections than their barriers need.
DATABASES["default"].setdefault("OPTIONS", {}).pop("pool", None)
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;"
    )

# Workers of one test run share a Redis but not a database: their groups and keys must not meet.
_WORKER = ENVIRON.get("PYTEST_XDIST_WORKER", "main")
if "prefix" in CHANNEL_LAYERS["default"]["CONFIG"]:
    CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = f"test-{_WORKER}"
if _WORKER.startswith("gw") and "redis" in CACHES["default"].get("LOCATION", ""):
    # Clearing a cache empties its whole database, whatever the prefix: each worker has its own.
    _SERVER = CACHES["default"]["LOCATION"].rpartition("/")[0]
    CACHES["default"]["LOCATION"] = f"{_SERVER}/{2 + int(_WORKER[2:]) % 14}"
