"""A half-configured production is refused."""

from types import SimpleNamespace

import pytest

from vrhcaby import checks


def _complete(**changes):
    settings = {
        "DEBUG": False,
        "ALLOWED_HOSTS": ["club.example.org"],
        "CHANNEL_LAYERS": {"default": {"BACKEND": "channels_redis.pubsub.X"}},
        "CELERY_BROKER_URL": "redis://broker/0",
        "CACHES": {"default": {"BACKEND": "redis", "LOCATION": "redis://cache/0"}},
        "DATABASES": {"default": {"ENGINE": "django.db.backends.postgresql"}},
        "PROXY_COUNT": 1,
        "CLOCK_MAY_BE_MOVED": False,
        "SECRET_KEY": "one",
        "SEED_KEYS": ["another"],
    }
    return SimpleNamespace(**{**settings, **changes})


def test_a_complete_production_is_accepted():
    assert list(checks.faults(_complete())) == []


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("E010", {"DEBUG": True}),
        ("E011", {"ALLOWED_HOSTS": ["*"]}),
        ("E011", {"ALLOWED_HOSTS": []}),
        ("E012", {"CHANNEL_LAYERS": {"default": {"BACKEND": "x.BridgedInMemoryLayer"}}}),
        ("E013", {"CELERY_BROKER_URL": "memory://localhost/"}),
        ("E014", {"CACHES": {"default": {"BACKEND": "x.locmem.LocMemCache"}}}),
        ("E015", {"DATABASES": {"default": {"ENGINE": "django.db.backends.sqlite3"}}}),
        ("E016", {"PROXY_COUNT": 0}),
        ("E017", {"CLOCK_MAY_BE_MOVED": True}),
        ("E018", {"SEED_KEYS": ["another", "one"]}),
        ("E019", {"CELERY_BROKER_URL": "redis://cache/0"}),
    ],
)
def test_each_missing_piece_has_its_own_refusal(code, change):
    assert [found for found, _text in checks.faults(_complete(**change))] == [code]


def test_the_check_reads_the_settings():
    found = {message.id for message in checks.production()}

    assert "vrhcaby.E017" in found


def test_seed_keys_must_be_keys(settings):
    settings.SEED_KEYS = []
    assert [message.id for message in checks.seed_keys()] == ["vrhcaby.E001"]

    settings.SEED_KEYS = ["short"]
    assert [message.id for message in checks.seed_keys()] == ["vrhcaby.E002"]


@pytest.mark.services
@pytest.mark.django_db
def test_a_database_that_acknowledges_before_it_keeps_is_refused():
    from django.db import connection

    assert checks.acknowledged_means_committed(databases=["default"]) == []

    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")
    found = checks.acknowledged_means_committed(databases=["default"])

    assert [message.id for message in found] == ["vrhcaby.E020"]
