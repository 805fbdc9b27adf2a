"""What a machine may lack: named in a skip, or a failure where it is required."""

import os
import shutil
from pathlib import Path

import pytest

PostgreSQLBinaries = Path


def is_required() -> bool:
    """Say whether a missing service, browser or Node fails the tests instead of skipping them."""
    return os.environ.get("VRHCABY_REQUIRE_SERVICES") == "1"


def lacking(what: str) -> None:
    """Skip the test, naming what this machine lacks; fail instead where it is required."""
    sentence = f"{what} is not installed on this machine"
    if is_required():
        pytest.fail(f"{sentence}, and VRHCABY_REQUIRE_SERVICES=1 requires it", pytrace=False)
    pytest.skip(sentence)


def postgresql_binaries() -> PostgreSQLBinaries | None:
    """Return the folder with `initdb` and `postgres`, the newest found, or None."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    found = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = sorted(found, key=lambda path: int(path.parts[-3].split(".")[0]))
    return newest[-1].parent if newest else None


def redis_binary() -> str | None:
    """Return the path of a Redis server, or None."""
    return shutil.which("redis-server") or shutil.which("valkey-server")


def chromium_binary() -> str | None:
    """Return the path of the system's Chromium, or None."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path:
            return path
    return None


def node_binary() -> str | None:
    """Return the path of Node, or None."""
    return shutil.which("node") or shutil.which("nodejs")


def nginx_binary() -> str | None:
    """Return the path of nginx, or None."""
    return shutil.which("nginx") or shutil.which("/usr/sbin/nginx")


def caddy_binary() -> str | None:
    """Return the path of Caddy, or None."""
    return shutil.which("caddy")
