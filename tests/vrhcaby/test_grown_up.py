"""The same code as separate processes on PostgreSQL and Redis, through outages of both."""

import time

import pytest

pytestmark = pytest.mark.slow


def _answers_within(site, url, wanted, *, seconds):
    """Ask until the status is the wanted one; return the last answer."""
    until = time.monotonic() + seconds
    while True:
        status, text = site.get(url)
        if status == wanted or time.monotonic() > until:
            return status, text
        time.sleep(0.2)


def test_two_web_processes_show_the_same_site(grown_up_site):
    for url in grown_up_site.urls:
        status, text = grown_up_site.get(f"{url}/")

        assert (status, "<html" in text) == (200, True)


def test_the_clocks_run_in_their_own_queue(grown_up_site):
    heartbeat = "from games.models import Heartbeat; print(*Heartbeat.objects.values_list('swept_at'))"

    first = grown_up_site.manage("shell", "--no-imports", "-c", heartbeat)
    time.sleep(3)
    second = grown_up_site.manage("shell", "--no-imports", "-c", heartbeat)

    assert first.strip()
    assert first != second, grown_up_site.log("worker-clocks")


def test_an_outage_of_postgresql_is_503_and_passes(start_grown_up, postgresql):
    site = start_grown_up()
    home = f"{site.url}/"
    assert site.get(home)[0] == 200

    postgresql.kill()
    try:
        away, page = _answers_within(site, home, 503, seconds=20)
    finally:
        postgresql.start()
    back, _page = _answers_within(site, home, 200, seconds=30)

    assert (away, back) == (503, 200)
    assert "Traceback" not in page
    site.stop()


def test_an_outage_of_redis_leaves_pages_readable_and_passes(start_grown_up, redis_server):
    site = start_grown_up()

    redis_server.kill()
    try:
        away, _page = site.get(f"{site.url}/")
    finally:
        redis_server.start()
    back, _page = _answers_within(site, f"{site.url}/", 200, seconds=20)

    assert away in {200, 503}
    assert back == 200
    site.stop()
