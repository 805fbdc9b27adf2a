"""`manage.py club` as a process: start, refusals, stop."""

import io
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.cookiejar import CookieJar
from pathlib import Path
from types import SimpleNamespace
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from tests.infrastructure import ports
from tests.infrastructure.sites import SETTINGS
from vrhcaby.management.commands import club

ROOT = Path(__file__).resolve().parents[3]

pytestmark = [pytest.mark.slow, pytest.mark.own_process]


def _club(folder, *options, **environ):
    return subprocess.run(
        [sys.executable, "manage.py", "club", "--no-demo", *options],
        cwd=ROOT,
        env={
            **os.environ,
            "VRHCABY_DATA": str(folder),
            "DJANGO_SETTINGS_MODULE": SETTINGS,
            **environ,
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def _one_sentence(done):
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    (line,) = done.stderr.strip().splitlines()
    return line


def test_a_running_site_refuses_a_second_one_on_its_folder_and_on_its_port(embedded_site, tmp_path):
    same_folder = _one_sentence(_club(embedded_site.folder, "--port", str(ports.free_port())))
    same_port = _one_sentence(_club(tmp_path, "--port", str(embedded_site.port)))

    assert str(embedded_site.folder) in same_folder
    assert "VRHCABY_DATA" in same_folder
    assert f"ort {embedded_site.port} " in same_port
    assert "--port" in same_port


_SERVE = """
import sys, django
django.setup()
from vrhcaby.club.refusal import CannotRun
from vrhcaby.club.server import Club
try:
    Club(host="127.0.0.1", port={port}, on_ready=print).run()
except CannotRun as reason:
    sys.exit(str(reason))
"""


def test_a_port_taken_while_the_site_prepared_is_told(embedded_site, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", _SERVE.format(port=embedded_site.port)],
        cwd=ROOT,
        env={
            **os.environ,
            "VRHCABY_DATA": str(tmp_path),
            "DJANGO_SETTINGS_MODULE": SETTINGS,
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert (done.returncode, done.stdout) == (1, "")
    assert f"ort {embedded_site.port} " in done.stderr
    assert "--port" in done.stderr


def test_a_data_folder_that_cannot_be_written_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")

    sentence = _one_sentence(_club(tmp_path / "file" / "data"))

    assert re.search(r"The data folder .* cannot be used: Not a directory\.", sentence)
    czech = _one_sentence(_club(tmp_path / "file" / "data", LC_ALL="cs_CZ.UTF-8"))
    assert re.search(r"Datovou složku .* nelze použít: Not a directory\.", czech)


def test_a_database_that_is_away_is_one_sentence(tmp_path):
    nobody = f"postgresql://club@127.0.0.1:{ports.free_port()}/club"

    done = _club(tmp_path, DATABASE_URL=nobody)

    # The pool's own warnings may stand before it.
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "DATABASE_URL" in done.stderr.strip().splitlines()[-1]


_HANG = """
import threading, django
django.setup()
from vrhcaby.club.server import Club

def hang():
    threading.Thread(target=threading.Event().wait).start()
    print("ready", flush=True)

Club(host="127.0.0.1", port={port}, on_ready=hang).run()
"""


def test_what_never_ends_does_not_keep_the_process_after_a_signal(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", _HANG.format(port=ports.free_port())],
        cwd=ROOT,
        env={**os.environ, "VRHCABY_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": SETTINGS},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        line = process.stdout.readline()
        process.terminate()
        code = process.wait(30)
    finally:
        process.kill()
        process.stdout.close()
        process.wait()

    assert (line, code) == ("ready\n", 0)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_site_cleanly_and_its_data_stays(start_embedded, tmp_path, how):
    site = start_embedded(folder=tmp_path / "data", first=True)
    site.add_member("anna", "correct horse battery")
    process = site.processes["club"]

    began = time.monotonic()
    process.send_signal(how)
    code = process.wait(10)
    took = time.monotonic() - began

    assert code == 0, site.log("club")
    assert took < 5
    assert "Traceback" not in site.log("club")
    keys = (site.folder / "keys.json").read_text()
    site.start()
    assert site.get(f"{site.url}/ucet/login/")[0] == 200
    assert (site.folder / "keys.json").read_text() == keys
    assert "anna" in site.run(_NAMES)
    site.stop()


_NAMES = """
from django.contrib.auth import get_user_model
print(*get_user_model().objects.values_list("username", flat=True))
"""


def test_the_site_serves_its_static_files_under_hashed_names(embedded_site):
    _status, page = embedded_site.get(f"{embedded_site.url}/ucet/login/")
    sheet = re.search(r"/static/[\w./-]+\.[0-9a-f]{12}\.css", page)

    assert sheet is not None, page
    assert embedded_site.get(embedded_site.url + sheet.group())[0] == 200


def test_the_process_stays_small(start_embedded):
    """The whole site with nobody on it; the budget with a demo club is 150 MB."""
    site = start_embedded(first=True)

    assert resident_mb(site) < 150
    site.stop()


def test_signing_in_makes_the_process_no_larger(start_embedded):
    """A hash of a password takes 19 MB and gives them back, in whatever thread it is made."""
    site = start_embedded()
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(attempt, [site] * 4))
        before = resident_mb(site)
        list(threads.map(attempt, [site] * 12))

    assert resident_mb(site) < before + 10
    assert before < 150
    site.stop()


def attempt(site) -> None:
    """Sign in under a name that nobody has: a password is hashed all the same."""
    address, cookies = f"{site.url}/ucet/login/", CookieJar()
    visitor = build_opener(HTTPCookieProcessor(cookies))
    visitor.open(address, timeout=20).close()
    token = next(cookie.value for cookie in cookies if cookie.name.endswith("csrftoken"))
    form = {"login": token[:8], "password": "kostky", "csrfmiddlewaretoken": token}
    request = Request(address, urlencode(form).encode(), {"Referer": address})
    with suppress(HTTPError):
        visitor.open(request, timeout=20).close()


def resident_mb(site) -> float:
    """What the one process has in memory; skips where the system does not tell."""
    status = Path(f"/proc/{site.processes['club'].pid}/status")
    if not status.exists():
        pytest.skip("this system has no /proc")
    return int(re.search(r"VmRSS:\s+(\d+) kB", status.read_text()).group(1)) / 1024


@pytest.mark.parametrize(
    ("host", "address"), [("127.0.0.1", "http://127.0.0.1:8644"), ("::1", "http://[::1]:8644")]
)
def test_links_in_letters_lead_to_where_the_site_runs(monkeypatch, settings, host, address):
    settings.SITE_URL, settings.ALLOWED_HOSTS = "http://127.0.0.1:8000", []
    monkeypatch.delitem(club.ENVIRON, "VRHCABY_URL", raising=False)
    _serve(monkeypatch, host)

    assert address == settings.SITE_URL


def _serve(monkeypatch, host):
    """Serve with a server that is ready and ends at once; return what the terminal is told.

    The real one installs its reactor.
    """
    started = SimpleNamespace(
        Club=lambda *, on_ready, **_options: SimpleNamespace(run=lambda: on_ready() or True)
    )
    monkeypatch.setitem(sys.modules, "vrhcaby.club.server", started)
    told = io.StringIO()
    club.Command(stdout=told)._serve(host, 8644)
    return told.getvalue().splitlines()


@pytest.mark.parametrize(
    ("asked", "lines"),
    [
        ("C", ["The site runs at {} (Ctrl-C stops it).", "Stopped."]),
        ("cs_CZ.UTF-8", ["Web běží na {} (ukončíš ho Ctrl-C).", "Zastaveno."]),
    ],
)
def test_the_terminal_is_told_in_its_own_language(monkeypatch, settings, asked, lines):
    settings.ALLOWED_HOSTS = []
    monkeypatch.setenv("LC_ALL", asked)

    told = _serve(monkeypatch, "127.0.0.1")

    assert told == [line.format("http://127.0.0.1:8644/") for line in lines]
