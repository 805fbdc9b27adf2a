"""Fixtures of all tests: the test database as a file, servers, whole sites, a browser."""

import hashlib
import itertools
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import caches
from django.db import connections
from django.test import TransactionTestCase

from tests.infrastructure import emptying, prepared, required
from tests.infrastructure.postgresql import PostgreSQL
from tests.infrastructure.redis import Redis
from tests.infrastructure.sites import EmbeddedSite, GrownUpSite

StartsEmbedded = Callable[..., EmbeddedSite]


OWN_PROCESS = {"start_embedded", "start_grown_up", "browser"}
DATABASE = {"db", "transactional_db"}


def pytest_configure() -> None:
    """Let the terminal speak English to the tests, which know its words.

    Let the sites that tests start hear Ctrl-C, also when the run is one of the background.

    A shell makes what it starts with `&` deaf to it, and so are all children of that.
    """
    os.environ["LC_ALL"] = "C.UTF-8"
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what starts processes and what asks the database.

    Skip what needs PostgreSQL and Redis when we are not on them.
    """
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("js") or OWN_PROCESS & fixtures:
            item.add_marker("own_process")
        if item.get_closest_marker("django_db") or DATABASE & fixtures:
            item.add_marker("database")
    if settings.DATABASES["default"]["ENGINE"].endswith("postgresql"):
        return
    away = pytest.mark.skip(
        reason="runs on PostgreSQL and Redis: python3 manage.py test starts them"
    )
    for item in items:
        if item.get_closest_marker("services"):
            item.add_marker(away)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Make SQLite's test database a file: one in memory answers threads "table is locked"."""
    for alias in connections:
        options = connections[alias].settings_dict
        if options["ENGINE"].endswith("sqlite3"):
            folder = tmp_path_factory.mktemp("database")
            options["TEST"]["NAME"] = str(folder / f"{alias}.sqlite3")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """Make the test database, and remember what it holds before any test."""
    with django_db_blocker.unblock():
        for alias in connections:
            emptying.remember(alias)


@pytest.fixture(scope="session", autouse=True)
def emptied_quickly() -> Iterator[None]:
    """Let the tables be emptied by deleting their few rows."""

    def teardown(self: TransactionTestCase) -> None:
        for alias in self._databases_names(include_mirrors=False):
            emptying.empty(alias)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", teardown)
        yield


@pytest.fixture(autouse=True)
def dice_of_the_test(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each test throw the same dice whenever it is run; VRHCABY_TEST_DICE gives it others."""
    salt = os.environ.get("VRHCABY_TEST_DICE", "")
    numbers = itertools.count()

    def token_bytes(count: int) -> bytes:
        text = f"{salt}|{request.node.nodeid}|{next(numbers)}"
        return hashlib.sha256(text.encode()).digest()[:count]

    monkeypatch.setattr("games.dice.token_bytes", token_bytes)


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """Keep nothing that is remembered of a database: the next test's has the same numbers."""
    from ladder.selectors import past

    caches["parts"].clear()
    past.forget()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """A PostgreSQL server that belongs to this test process alone."""
    binaries = required.postgresql_binaries()
    if binaries is None:
        required.lacking("PostgreSQL")
    server = PostgreSQL(binaries)
    server.start()
    yield server
    server.remove()


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    """A Redis server that belongs to this test process alone."""
    binary = required.redis_binary()
    if binary is None:
        required.lacking("Redis")
    server = Redis(binary)
    server.start()
    yield server
    server.remove()


@pytest.fixture(scope="session")
def start_embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartsEmbedded]:
    """Return a function that starts an embedded site; all are stopped at the end.

    It goes on from a copy of what a first start leaves, unless the first start is what is tested.
    """
    sites: list[EmbeddedSite] = []

    def start(*, folder: Path | None = None, first: bool = False, **environ: str) -> EmbeddedSite:
        where = folder or tmp_path_factory.mktemp("site")
        if not first:
            prepared.copy(_shelf(tmp_path_factory), _start_once, where)
        site = EmbeddedSite(where, **environ)
        sites.append(site)
        site.start()
        return site

    yield start
    for site in sites:
        site.stop()


def _shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    own = tmp_path_factory.getbasetemp()
    # A worker's folder stands in the folder of the run.
    return (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "prepared"


def _start_once(folder: Path) -> None:
    site = EmbeddedSite(folder)
    try:
        site.start()
    finally:
        site.stop()


@pytest.fixture(scope="session")
def start_grown_up(
    tmp_path_factory: pytest.TempPathFactory, postgresql: PostgreSQL, redis_server: Redis
) -> Iterator[Callable[..., GrownUpSite]]:
    """Return a function that starts a site on PostgreSQL and Redis; all are stopped at the end."""
    sites: list[GrownUpSite] = []

    def start(**environ: str) -> GrownUpSite:
        folder = tmp_path_factory.mktemp("grown-up")
        site = GrownUpSite(folder, postgresql=postgresql, redis=redis_server, **environ)
        sites.append(site)
        site.start()
        return site

    yield start
    for site in sites:
        site.stop()


@pytest.fixture(scope="session")
def embedded_site(start_embedded: Callable[..., EmbeddedSite]) -> EmbeddedSite:
    """One embedded site, without the demo club, for all tests that do not break it."""
    return start_embedded()


@pytest.fixture(scope="session")
def grown_up_site(start_grown_up: Callable[..., GrownUpSite]) -> GrownUpSite:
    """One site on PostgreSQL and Redis for all tests that do not break it."""
    return start_grown_up()


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    """The system's Chromium; for a module, since Playwright keeps a loop running meanwhile."""
    executable = required.chromium_binary()
    if executable is None:
        required.lacking("Chromium")
    from tests.infrastructure.browser import launched

    with launched(executable) as running:
        yield running
