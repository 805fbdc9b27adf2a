"""The environment as settings."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from vrhcaby.settings import environment


def _database(url, **changes):
    options = {"folder": Path("/data"), "lock_timeout_ms": 3000, "pool_size": 8, **changes}
    return environment.database(url, **options)


def test_without_a_url_the_database_is_sqlite_in_the_data_folder():
    database = _database("")

    assert database["NAME"] == "/data/club.sqlite3"
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in database["OPTIONS"]["init_command"]


def test_a_postgresql_url_is_read_with_its_escapes():
    database = _database("postgresql://an%40na:s%2Fcret@db:5433/club?sslmode=require")

    assert database["USER"] == "an@na"
    assert database["PASSWORD"] == "s/cret"
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db", "5433", "club")
    assert database["OPTIONS"]["sslmode"] == "require"
    assert database["OPTIONS"]["options"] == "-c lock_timeout=3000"
    assert database["OPTIONS"]["pool"]["max_size"] == 8


def test_a_pool_of_none_means_no_pool():
    assert "pool" not in _database("postgresql://u@db/club", pool_size=0)["OPTIONS"]


def test_an_unknown_database_is_refused():
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        _database("mysql://u@db/club")


@pytest.mark.parametrize("text", ["-1", "x", "", "1.5", "²"])
def test_a_number_that_is_none_is_refused_by_name(text):
    with pytest.raises(ImproperlyConfigured, match="VRHCABY_POOL"):
        environment.whole({"VRHCABY_POOL": text}, "VRHCABY_POOL", 8)


@pytest.mark.parametrize(
    ("url", "tls", "ssl", "port"),
    [
        ("smtp://mail", False, False, 25),
        ("smtp+tls://u:p@mail", True, False, 587),
        ("smtps://u:p@mail:4650", False, True, 4650),
    ],
)
def test_mail_urls(url, tls, ssl, port):
    mail = environment.mail(url)

    assert (mail["EMAIL_USE_TLS"], mail["EMAIL_USE_SSL"], mail["EMAIL_PORT"]) == (tls, ssl, port)


def test_without_redis_the_layer_is_the_bridged_one():
    assert environment.channel_layer("")["BACKEND"] == "vrhcaby.layers.BridgedInMemoryLayer"


def test_with_redis_idle_sockets_do_not_time_out():
    hosts = environment.channel_layer("redis://cache:6379/0")["CONFIG"]["hosts"]

    assert hosts == [{"address": "redis://cache:6379/0", "socket_timeout": None}]
