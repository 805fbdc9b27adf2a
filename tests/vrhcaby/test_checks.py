"""A half-configured production is refused."""

from types import SimpleNamespace

import pytest
from django.conf import settings

from vrhcaby import checks, probes

SECRET = "0123456789abcdef" * 4


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
        "ALLAUTH_TRUSTED_PROXY_COUNT": 1,
        "SECRET_KEY": SECRET,
        "SEED_KEYS": ["another"],
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "CSRF_TRUSTED_ORIGINS": ["https://club.example.org"],
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SECURE_SSL_REDIRECT": True,
        "METRICS_TOKEN": "",
        "METRICS_FROM": ["10.0.0.0/8"],
        "CELERY_TASK_ROUTES": {"games.sweep": {"queue": "clocks"}},
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
        ("E016", {"PROXY_COUNT": 0, "ALLAUTH_TRUSTED_PROXY_COUNT": 0}),
        ("E017", {"CLOCK_MAY_BE_MOVED": True}),
        ("E018", {"SEED_KEYS": ["another", SECRET]}),
        ("E019", {"CELERY_BROKER_URL": "redis://cache/0"}),
        ("E021", {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}),
        ("E022", {"CSRF_TRUSTED_ORIGINS": ["http://club.example.org"]}),
        ("E023", {"CSRF_TRUSTED_ORIGINS": ["https://*.example.org"]}),
        ("E024", {"SECRET_KEY": "short"}),
        ("E024", {"SECRET_KEY": "a" * 60}),
        ("E025", {"SESSION_COOKIE_SECURE": False}),
        ("E025", {"CSRF_COOKIE_SECURE": False}),
        ("E025", {"SECURE_SSL_REDIRECT": False}),
        ("E026", {"METRICS_TOKEN": "short"}),
        ("E027", {"METRICS_FROM": ["0.0.0.0/0"]}),
        ("E027", {"METRICS_FROM": ["everybody"]}),
        ("E028", {"CELERY_TASK_ROUTES": {}}),
        ("E029", {"ALLAUTH_TRUSTED_PROXY_COUNT": 2}),
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


@pytest.mark.services
@pytest.mark.django_db
def test_a_database_that_a_power_cut_would_damage_is_refused():
    found = checks.committed_means_kept(databases=["default"])

    assert [message.msg for message in found] == [
        "fsync is off in default.",
        "full_page_writes is off in default.",
    ]


@pytest.mark.services
@pytest.mark.django_db
def test_a_broker_that_throws_tasks_away_is_refused():
    def found():
        return [message.id for message in checks.broker_keeps_tasks(databases=["default"])]

    assert found() == []

    with probes.connected(settings.CELERY_BROKER_URL) as broker:
        broker.config_set("maxmemory-policy", "allkeys-lru")
        try:
            assert found() == ["vrhcaby.E031"]
        finally:
            broker.config_set("maxmemory-policy", "noeviction")
