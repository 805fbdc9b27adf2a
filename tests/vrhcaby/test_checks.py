"""A half-configured production is refused."""

from vrhcaby import checks


def _codes(messages):
    return {message.id for message in messages}


def _complete(settings):
    settings.ALLOWED_HOSTS = ["club.example.org"]
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels_redis.pubsub.X"}}
    settings.CELERY_BROKER_URL = "redis://broker/0"
    settings.CACHES = {"default": {"BACKEND": "redis", "LOCATION": "redis://cache/0"}}
    settings.DATABASES = {"default": {"ENGINE": "django.db.backends.postgresql"}}
    settings.PROXY_COUNT = 1
    settings.CLOCK_MAY_BE_MOVED = False


def test_a_complete_production_is_accepted(settings):
    _complete(settings)

    assert checks.production() == []


def test_each_missing_piece_has_its_own_refusal(settings):
    _complete(settings)
    settings.ALLOWED_HOSTS = ["*"]
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "vrhcaby.layers.BridgedInMemoryLayer"}}
    settings.CELERY_BROKER_URL = "memory://localhost/"
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    settings.DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3"}}
    settings.PROXY_COUNT = 0
    settings.CLOCK_MAY_BE_MOVED = True
    settings.DEBUG = True

    found = _codes(checks.production())

    assert found == {f"vrhcaby.E01{number}" for number in range(8)}


def test_cache_and_broker_may_not_share_a_redis(settings):
    _complete(settings)
    settings.CELERY_BROKER_URL = "redis://cache/0"

    assert _codes(checks.production()) == {"vrhcaby.E019"}


def test_seed_keys_must_be_keys(settings):
    settings.SEED_KEYS = []
    assert _codes(checks.seed_keys()) == {"vrhcaby.E001"}

    settings.SEED_KEYS = ["short"]
    assert _codes(checks.seed_keys()) == {"vrhcaby.E002"}
