"""The whole production stack without containers, played through as a club would.

`python -m bench.stack [--games 4]`: PostgreSQL with an owner and a web role, two Redis, nginx with
`deploy/nginx/vrhcaby.conf` and TLS, two Daphnes, one worker, one beat, production settings. Bots
play rated games through nginx to the end; then every promise of the set-up is looked at.
"""

import argparse
import asyncio
import base64
import json
import os
import secrets
import ssl
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

import psycopg

from bench import bots, load
from tests.infrastructure import ports, required
from tests.infrastructure.nginx import Nginx
from tests.infrastructure.postgresql import PostgreSQL
from tests.infrastructure.redis import Redis
from tests.infrastructure.sites import Site

OWNER, WEB = "vrhcaby_owner", "vrhcaby_web"
READY_LIMIT_S = 120
TOKEN = secrets.token_urlsafe(24)


@dataclass(slots=True)
class Stack:
    """A running stack."""

    site: Site
    nginx: Nginx
    web_ports: list[int]

    def get(self, url: str, **headers: str) -> tuple[int, dict[str, str], str]:
        """Return status, headers and text of an address; redirections are not followed."""
        request = urllib.request.Request(url, headers=headers)
        opener = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=trusting(self.nginx.certificate)), _Staying()
        )
        try:
            with opener.open(request, timeout=10) as answer:
                return answer.status, _lower(answer.headers), answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, _lower(error.headers), error.read().decode(errors="replace")


def _lower(headers: Message) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


class _Staying(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_arguments: object) -> None:
        """Follow nothing."""


def trusting(certificate: Path) -> ssl.SSLContext:
    """Return a context that trusts the certificate of the day."""
    return ssl.create_default_context(cafile=str(certificate))


def environment(
    postgresql: PostgreSQL, broker: Redis, cache: Redis, folder: Path
) -> dict[str, str]:
    """Return the environment of the processes, as /etc/vrhcaby/environment would be."""
    return {
        "DJANGO_SETTINGS_MODULE": "vrhcaby.settings.production",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "SEED_KEYS": base64.urlsafe_b64encode(os.urandom(32)).decode(),
        "VRHCABY_HOSTS": "localhost",
        "VRHCABY_ORIGINS": "https://localhost",
        "VRHCABY_PROXIES": "1",
        "DATABASE_URL": url_of(postgresql, WEB),
        "REDIS_URL": broker.url(0),
        "CACHE_URL": cache.url(0),
        "EMAIL_URL": f"smtp://127.0.0.1:{ports.free_port()}",
        "VRHCABY_METRICS_TOKEN": TOKEN,
        "VRHCABY_STATIC": str(folder / "static"),
    }


def url_of(postgresql: PostgreSQL, role: str) -> str:
    """Return the URL of the site's database for a role."""
    return f"postgresql://{role}:word@127.0.0.1:{postgresql.port}/vrhcaby"


def make_roles(postgresql: PostgreSQL) -> None:
    """Run deploy/roles.sql, whose variables and meta-commands are psql's."""
    script = (Path(__file__).parents[1] / "deploy" / "roles.sql").read_text(encoding="utf-8")
    script = script.replace(":'owner_password'", "'word'").replace(":'web_password'", "'word'")
    lines = [line for line in script.splitlines() if not line.startswith(("\\", "--"))]
    with psycopg.connect(postgresql.url("postgres"), autocommit=True) as connection:
        for statement in " ".join(lines).split(";"):
            if statement.strip():
                connection.execute(statement)


@contextmanager
def running() -> Iterator[Stack]:
    """Start everything as docs/operating.md does, and stop it at the end."""
    with ExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)
        postgresql = PostgreSQL(required.postgresql_binaries(), fsync="on", full_page_writes="on")
        # As docs/second-machine.md has them; a single machine may do without passwords.
        binary = required.redis_binary()
        broker, cache = Redis(binary, password="word"), Redis(binary, password="word")
        for server in (postgresql, broker, cache):
            ending.callback(server.remove)
            server.start()
        make_roles(postgresql)
        site = Site(folder / "data", **environment(postgresql, broker, cache, folder))
        ending.callback(site.stop)
        install(site, postgresql)
        web_ports = [ports.free_port(), ports.free_port()]
        nginx = Nginx(required.nginx_binary(), web_ports=web_ports, static=folder / "static")
        ending.callback(nginx.remove)
        stack = Stack(site, nginx, web_ports)
        start(stack)
        yield stack


def install(site: Site, postgresql: PostgreSQL) -> None:
    """Migrate as the owner, give the web role its privileges, collect, and check."""
    as_web = site.environ["DATABASE_URL"]
    site.environ["DATABASE_URL"] = url_of(postgresql, OWNER)
    site.manage("migrate", "--no-input", "--verbosity", "0")
    site.manage("database_roles", WEB)
    site.environ["DATABASE_URL"] = as_web
    site.manage("collectstatic", "--no-input", "--verbosity", "0")
    site.manage("check", "--deploy", "--database", "default", "--fail-level", "WARNING")


def start(stack: Stack) -> None:
    """Start the processes and wait until both web processes are ready."""
    celery = ("-m", "celery", "-A", "vrhcaby.celery")
    for number, port in enumerate(stack.web_ports, start=1):
        daphne = ("-m", "daphne", "--verbosity", "0", "-b", "127.0.0.1", "-p", str(port))
        stack.site.spawn(f"web-{number}", *daphne, "vrhcaby.asgi:application")
    worker = ("worker", "-P", "threads", "-c", "4", "-Q", "clocks,default")
    stack.site.spawn("worker", *celery, *worker)
    stack.site.spawn("beat", *celery, "beat", "-S", "celery.beat.Scheduler", "--pidfile=")
    stack.nginx.start()
    until = time.monotonic() + READY_LIMIT_S
    for port in stack.web_ports:
        while not is_ready(stack, port):
            if time.monotonic() > until:
                raise RuntimeError(f"not ready\n{stack.site.log('web-1')[-3000:]}")
            time.sleep(0.5)


def is_ready(stack: Stack, port: int) -> bool:
    """Ask a web process itself."""
    try:
        return stack.get(f"http://127.0.0.1:{port}/readyz")[0] == 200
    except OSError:
        return False


def promises(stack: Stack) -> Iterator[tuple[str, bool]]:
    """Look at what the set-up promises; give each promise and whether it is kept."""
    url, get = stack.nginx.url, stack.get
    status, headers, page = get(f"{url}/")
    yield "the home page is shown through TLS", status == 200 and "<html" in page
    yield "browsers are told to stay with TLS", "strict-transport-security" in headers
    yield "an answer bears a request's id", len(headers.get("x-request-id", "")) == 32
    status, headers, _ = get(f"{stack.nginx.plain_url}/")
    yield "plain HTTP leads to TLS", (status, headers["location"][:8]) == (301, "https://")
    for path in ("/metrics", "/readyz"):
        yield f"{path} is not for the public", get(url + path)[0] == 404
    direct = f"http://127.0.0.1:{stack.web_ports[0]}/metrics"
    yield "figures need the token", get(direct)[0] == 404
    figures = get(direct, Authorization=f"Bearer {TOKEN}")[2]
    yield "figures count commands", 'vrhcaby_commands_total{kind="step",result="ok"}' in figures
    status, headers, _ = get(f"{url}/static/{a_script(stack)}")
    stays = "immutable" in headers.get("cache-control", "")
    yield "static files are nginx's and stay", status == 200 and stays
    forged = [get(f"{url}/healthz", **{"X-Forwarded-For": f"10.0.0.{n}"})[0] for n in range(3)]
    yield "a forged address changes nothing", forged == [200] * 3
    yield "another host name is refused", get(f"{url}/", Host="evil.example.org")[0] == 400


def a_script(stack: Stack) -> str:
    """Return the name of a collected script, with its hash."""
    manifest = Path(stack.site.environ["VRHCABY_STATIC"]) / "staticfiles.json"
    names = json.loads(manifest.read_text(encoding="utf-8"))["paths"].values()
    return next(name for name in names if name.endswith(".js"))


def main(arguments: list[str]) -> int:
    """Run all; return 1 when anything is not as promised."""
    parser = argparse.ArgumentParser(prog="bench.stack", description=__doc__)
    parser.add_argument("--games", type=int, default=4)
    wanted = parser.parse_args(arguments)
    with running() as stack:
        print("the stack is ready")
        players = load.guests(stack.site, 2 * wanted.games)
        ws_url = stack.nginx.url.replace("https", "wss")
        tls = trusting(stack.nginx.certificate)
        told = asyncio.run(bots.play_all([ws_url], players, seed=5, kinds=bots.MIXED, tls=tls))
        print(f"{wanted.games} games, {told.steps} steps through nginx; ends {dict(told.reasons)}")
        broken = [promise for promise, kept in promises(stack) if not kept]
        for promise in broken:
            print(f"NOT KEPT: {promise}")
        unsound = load.check(stack.site)
    return 1 if broken or unsound else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
