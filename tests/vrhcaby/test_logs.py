"""Log lines: one JSON object each, with the ids of what was done, and no secret."""

import io
import json
import logging
import logging.config

import pytest
import structlog
from django.test import Client
from django.urls import reverse

from tests.games import making
from vrhcaby.settings import logs


@pytest.fixture
def lines():
    """What is logged meanwhile, as production writes it: a function that returns the entries."""
    written = io.StringIO()
    configured = logs.json_lines(level="DEBUG")
    formatter = configured["formatters"]["line"]
    handler = logging.StreamHandler(written)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(**_arguments(formatter)))
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    structlog.contextvars.clear_contextvars()
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    root.removeHandler(handler)
    root.setLevel(before)
    structlog.contextvars.clear_contextvars()


def _arguments(formatter):
    return {name: value for name, value in formatter.items() if name != "()"}


def test_an_entry_bears_the_ids_that_were_bound(lines):
    structlog.contextvars.bind_contextvars(request="r-1", match=7)

    logging.getLogger("games").info("match %s finished", 7)

    (entry,) = lines()
    assert (entry["event"], entry["request"], entry["match"]) == ("match 7 finished", "r-1", 7)
    assert {"timestamp", "level", "logger"} <= entry.keys()


@pytest.mark.django_db
def test_what_a_service_logs_bears_its_match(lines, hand):
    game = making.game()

    game.send(making.commands.Resign(0))

    finished = [entry for entry in lines() if "finished" in entry["event"]]
    assert [entry["match"] for entry in finished] == [game.match_id]


@pytest.mark.parametrize(
    "text",
    [
        "cannot reach postgresql://club:hunter2@db:5432/club",
        "redis://:hunter2@broker/0 is away",
        "Not Found: /ucet/password/reset/key/1-hunter2/",
        "Not Found: /ucet/confirm-email/hunter2/",
        "Not Found: /ucet/odber/hunter2/",
        "Bad Request: /turnaje/moje.ics?lang=cs&klic=hunter2",
    ],
)
def test_secrets_in_addresses_are_blanked(lines, text):
    logging.getLogger("anywhere").warning("%s", text)

    (entry,) = lines()
    assert "hunter2" not in json.dumps(entry)
    assert logs._HIDDEN in entry["event"]


def test_values_under_telling_names_and_in_tracebacks_are_blanked(lines):
    structlog.contextvars.bind_contextvars(password="hunter2", dice_seed="hunter2")

    def fail():
        raise OSError("postgresql://club:hunter2@db/club")

    try:
        fail()
    except OSError:
        logging.getLogger("anywhere").exception("failed")

    (entry,) = lines()
    assert "hunter2" not in json.dumps(entry)
    assert "OSError" in entry["exception"]


@pytest.mark.django_db
def test_signing_in_leaves_neither_password_nor_session_in_the_log(lines, client):
    member = making.member("anna")
    member.set_password("hunter2-and-more")
    member.save()

    for password in ("hunter2-and-wrong", "hunter2-and-more"):
        client.post(reverse("account_login"), {"login": "anna", "password": password})
    Client().get("/no-such-page/")

    text = json.dumps(lines())
    assert "no-such-page" in text
    assert "hunter2" not in text
    assert client.cookies["sessionid"].value not in text


@pytest.mark.django_db
def test_a_game_leaves_no_seed_in_the_log(lines, hand):
    game = making.game(seeds=("červená", "modrá"))
    secret = game.row.dice.secret

    game.send(making.commands.Resign(0))

    text = json.dumps(lines(), ensure_ascii=False)
    assert "červená" not in text
    assert secret not in text
