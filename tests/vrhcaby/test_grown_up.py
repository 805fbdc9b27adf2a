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


def _last_sweep(site):
    program = (
        "from games.models import Heartbeat; print(*Heartbeat.objects.values_list('swept_at'))"
    )
    return site.run(program).strip()


def _sweeps_again(site, *, seconds):
    """Say whether the referee's heartbeat moves within a time."""
    before = _last_sweep(site)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if _last_sweep(site) != before:
            return True
        time.sleep(0.5)
    return False


def test_the_clocks_run_in_their_own_queue(grown_up_site):
    assert _sweeps_again(grown_up_site, seconds=20), grown_up_site.log("worker-clocks")


def _known_processes(site):
    program = (
        "from games.models import Instance; print(*Instance.objects.values_list('pk', flat=True))"
    )
    return set(site.run(program).split())


def _known_within(site, seconds, enough):
    """Ask which web processes are known until they are enough; return the last answer."""
    until = time.monotonic() + seconds
    while not enough(known := _known_processes(site)) and time.monotonic() < until:
        time.sleep(0.2)
    return known


def test_a_web_process_is_known_to_the_referee_before_anybody_comes(grown_up_site):
    site = grown_up_site
    before = _known_within(site, 20, lambda known: len(known) >= 2)

    site.kill("web-2")
    site.start()

    fresh = _known_within(site, 20, lambda known: known - before) - before
    assert len(fresh) == 1


def test_an_outage_of_postgresql_is_503_and_passes(grown_up_site, postgresql):
    site = grown_up_site
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


def test_an_outage_of_redis_leaves_pages_readable_and_the_clocks_come_back(
    grown_up_site, redis_server
):
    site = grown_up_site

    redis_server.kill()
    try:
        away, _page = site.get(f"{site.url}/")
    finally:
        redis_server.start()

    assert away == 200
    assert _sweeps_again(site, seconds=60), site.log("worker-clocks")
