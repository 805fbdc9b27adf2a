"""The cache's Redis starts from the file that an operator copies, beside the broker's."""

import re
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis

from tests.infrastructure import ports, required

pytestmark = pytest.mark.own_process

ROOT = Path(__file__).resolve().parents[2]
CONFIGURATION = ROOT / "deploy" / "redis" / "redis-cache.conf"
DEBIANS_UNIT = Path("/lib/systemd/system/redis-server@.service")


def configured(name):
    """Return the value of an option in the file."""
    lines = CONFIGURATION.read_text().splitlines()
    return next(line.split(" ", 1)[1] for line in lines if line.startswith(f"{name} "))


@contextmanager
def running(folder, *, added="", **known):
    """Give a client of a server that runs from the file, its port and its places alone changed."""
    binary = required.redis_binary()
    if binary is None:
        required.lacking("Redis")
    port = ports.free_port()
    file = folder / "redis-cache.conf"
    file.write_text(CONFIGURATION.read_text() + added)
    places = ("--dir", folder, "--pidfile", folder / "pid", "--logfile", folder / "log")
    command = [binary, file, "--port", port, *places, "--daemonize", "no"]
    process = subprocess.Popen([*map(str, command)], stdout=subprocess.DEVNULL)
    try:
        ports.wait_for(port, process, seconds=15)
        with redis.Redis(port=port, decode_responses=True, **known) as client:
            yield client
    finally:
        ports.end(process)


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    with running(tmp_path_factory.mktemp("redis")) as client:
        yield client


def test_it_forgets_when_it_is_full_and_keeps_nothing_on_the_disk(cache):
    wanted = {"maxmemory": str(128 * 1024**2), "maxmemory-policy": "allkeys-lru"}
    wanted |= {"save": "", "appendonly": "no"}

    assert {name: cache.config_get(name)[name] for name in wanted} == wanted


def test_nobody_outside_the_machine_reaches_it(cache):
    assert cache.config_get("bind")["bind"] == "127.0.0.1 -::1"


def test_another_machine_reaches_it_when_the_guide_was_followed_and_with_the_password(tmp_path):
    guide = (ROOT / "docs" / "second-machine.md").read_text()
    template = re.search(r"printf '(bind .*)' \$word", guide)[1]
    # Of this machine's own addresses one that stands for the private network's.
    added = template.replace("10.0.0.1", "127.0.0.7").replace("\\n", "\n") % "secret"

    with running(tmp_path, added=added, host="127.0.0.7", password="secret") as client:
        assert client.ping()
        port = client.connection_pool.connection_kwargs["port"]
        stranger = redis.Redis(host="127.0.0.7", port=port)
        with stranger, pytest.raises(redis.AuthenticationError):
            stranger.ping()


def test_its_port_is_the_one_the_environment_names():
    example = (ROOT / "deploy" / "systemd" / "vrhcaby.env.example").read_text()

    assert f"\nCACHE_URL=redis://127.0.0.1:{configured('port')}/0\n" in example


@pytest.mark.skipif(not DEBIANS_UNIT.exists(), reason="Debian's Redis is not on this machine")
def test_its_places_are_those_that_debians_unit_lets_it_write():
    unit = DEBIANS_UNIT.read_text().replace("%i", "cache")

    assert f"\nPIDFile={configured('pidfile')}\n" in unit
    assert f"redis-server /etc/redis/{CONFIGURATION.name} " in unit
    for place in (Path(configured("logfile")).parent, configured("dir")):
        assert f"\nReadWritePaths=-{place}\n" in unit
