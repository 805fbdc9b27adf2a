"""What an operator's machines ask: alive, ready, figures; and ids of requests."""

import json

import pytest
from asgiref.testing import ApplicationCommunicator
from django.test import override_settings

from games.models import Heartbeat
from vrhcaby import clock, metrics, monitoring, probes
from vrhcaby.asgi import application

LOCAL = ("127.0.0.1", 5000)
TOKEN = "a-token-of-some-length-and-more"


async def ask(path, *, headers=(), client=LOCAL, app=application):
    """Return status, headers and body of what the ASGI application answers."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"testserver"), *headers],
        "client": client,
    }
    line = ApplicationCommunicator(app, scope)
    await line.send_input({"type": "http.request", "body": b""})
    start = await line.receive_output(10)
    body = await line.receive_output(10)
    return start["status"], dict(start["headers"]), body["body"]


async def test_a_process_is_alive_whatever_name_it_is_asked_by():
    status, _, body = await ask("/healthz", headers=[(b"host", b"10.0.0.7")])

    assert (status, json.loads(body)) == (200, {"alive": True})


@pytest.mark.django_db(transaction=True)
def test_a_site_is_ready_when_the_referee_has_looked_lately(async_run):
    swept = Heartbeat.objects.create(id=1, swept_at=clock.now())

    status, _, body = async_run(ask("/readyz"))
    assert (status, json.loads(body)["ready"]) == (200, True)

    swept.swept_at -= 11_000
    swept.save()
    status, _, body = async_run(ask("/readyz"))
    assert (status, json.loads(body)["checks"]["sweep"]) == (503, "late")


@pytest.mark.django_db(transaction=True)
def test_a_site_that_never_swept_is_not_ready(async_run):
    status, _, body = async_run(ask("/readyz"))

    assert (status, json.loads(body)["checks"]["sweep"]) == (503, "never")


def test_a_check_that_fails_is_told_without_its_reason(monkeypatch, caplog):
    def broken():
        raise OSError("password=hunter2")

    monkeypatch.setitem(probes._checks, "database", broken)

    assert probes.readiness()["database"] == "away"
    assert "hunter2" not in caplog.text


def test_unapplied_migrations_make_a_process_unready(monkeypatch):
    class Behind:
        def __init__(self, connection):
            self.loader = type("L", (), {"graph": type("G", (), {"leaf_nodes": list})})

        def migration_plan(self, targets):
            return ["0099_later"]

    monkeypatch.setattr(probes, "_migrated", [])
    monkeypatch.setattr(probes, "MigrationExecutor", Behind)

    assert probes._migrations() == "unapplied"


@pytest.mark.services
def test_every_redis_of_the_site_is_asked(settings):
    assert len(probes.redis_urls()) == 2
    assert probes._outcome("redis", probes._redis) == "ok"

    settings.CACHES = {"default": {"LOCATION": "redis://127.0.0.1:1/0"}}
    assert probes._outcome("redis", probes._redis) == "away"


@pytest.mark.services
def test_what_waits_in_the_queues_is_counted():
    from vrhcaby.celery import app

    before = probes.queue_lengths()
    with app.connection_for_write() as line:
        app.send_task("games.sweep", queue="clocks", connection=line)
    try:
        after = probes.queue_lengths()
    finally:
        with app.connection_for_write() as line:
            line.default_channel.queue_purge("clocks")

    assert after["clocks"] == before["clocks"] + 1


@pytest.mark.parametrize(
    ("headers", "client", "may"),
    [
        ([(b"authorization", f"Bearer {TOKEN}".encode())], ("203.0.113.5", 1), True),
        ([(b"authorization", b"Bearer wrong")], ("203.0.113.5", 1), False),
        ([(b"authorization", b"Bearer ")], ("203.0.113.5", 1), False),
        ([], ("10.1.2.3", 1), True),
        ([], ("203.0.113.5", 1), False),
        ([(b"x-forwarded-for", b"10.1.2.3")], ("10.1.2.3", 1), False),
        ([], None, False),
        ([], ("not an address", 1), False),
    ],
)
@override_settings(METRICS_TOKEN=TOKEN, METRICS_FROM=["10.0.0.0/8"])
def test_figures_are_for_the_bearer_of_the_token_and_named_addresses(headers, client, may):
    scope = {"headers": headers, "client": client}

    assert monitoring.may_read_metrics(scope) is may


@override_settings(METRICS_TOKEN="", METRICS_FROM=[])
def test_without_a_setting_nobody_reads_figures():
    empty = {"headers": [(b"authorization", b"Bearer ")], "client": LOCAL}

    assert not monitoring.may_read_metrics(empty)


async def test_to_anybody_else_there_is_no_such_page():
    status, _, body = await ask("/metrics", client=("203.0.113.5", 1))

    assert (status, body) == (404, b"")


@pytest.mark.django_db(transaction=True)
def test_the_figures_speak_prometheus(async_run):
    Heartbeat.objects.create(id=1, swept_at=clock.now() - 2_000)
    with override_settings(METRICS_FROM=["127.0.0.1"]):
        status, headers, body = async_run(ask("/metrics"))

    text = body.decode()
    assert status == 200
    assert headers[b"content-type"].startswith(b"text/plain")
    assert 2.0 <= float(line_of(text, "vrhcaby_sweep_age_seconds ")) < 60
    assert line_of(text, "vrhcaby_live_matches ") == "0.0"
    assert "vrhcaby_pushes_lost_total" in text


def line_of(text, name):
    return next(line for line in text.splitlines() if line.startswith(name)).split()[-1]


def echo(status):
    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    return monitoring.Monitored(app)


async def test_an_answer_bears_the_id_that_the_proxy_gave():
    given = [(b"x-request-id", b"0123456789abcdef")]
    _, headers, _ = await ask("/", headers=given, app=echo(200))

    assert headers[b"x-request-id"] == b"0123456789abcdef"


@pytest.mark.parametrize("given", [b"", b"short", b"x" * 65, b"line\nbreak-in-it"])
async def test_an_id_that_is_none_is_replaced(given):
    _, headers, _ = await ask("/", headers=[(b"x-request-id", given)], app=echo(200))

    assert headers[b"x-request-id"] not in {given, b""}


async def test_requests_are_counted_by_status():
    count = metrics.REQUESTS.labels("GET", 418)
    before = count._value.get()

    await ask("/", app=echo(418))

    assert count._value.get() == before + 1
