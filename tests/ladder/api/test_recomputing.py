"""The recomputation of a pool over REST: the file of the page, from which all ratings follow."""

import json

import pytest

from ladder.rules.__main__ import main
from ladder.selectors import exports
from tests.ladder.api.test_tournaments import as_documented
from tests.ladder.test_exports import official as official
from tests.ladder.test_exports import results as results
from tests.vrhcaby.rest import calling

pytestmark = pytest.mark.django_db(transaction=True)
HERE = "pools/vrhcaby/recomputation"


@pytest.mark.usefixtures("results")
def test_anybody_computes_the_ratings_anew_from_it(client, tmp_path, capsys):
    told = calling.Caller().get(HERE)
    file = tmp_path / "ratings.json"
    file.write_text(told.text, "utf-8")

    as_documented("pools/{pool}/recomputation", "get", told)
    assert told.json == client.get("/zebricek/prepocet.json").json()
    assert [row for row in told.json["results"] if "reset" in row]
    assert main(["rating", "--check", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["equal"] is True


@pytest.mark.usefixtures("results")
def test_while_the_ledger_moves_it_is_busy(monkeypatch):
    monkeypatch.setattr(exports, "TRIES", 0)

    answer = calling.Caller().get(HERE)

    assert (answer.status, answer.code) == (503, "busy")


def test_a_pool_that_is_none_has_no_recomputation():
    assert calling.Caller().get("pools/nothing/recomputation").code == "no_such_pool"
