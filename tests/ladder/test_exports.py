"""The ladder for other programs: files, recomputation, a frame."""

import csv
import io
import json

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.utils import timezone

from accounts.permissions import OFFICIALS
from ladder.models import PROVISIONAL_BELOW, Rating
from ladder.rules.__main__ import main
from ladder.selectors import exports
from ladder.services import corrections, seasons
from tests.ladder.making import member, played

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def official():
    somebody = member("Olga")
    somebody.groups.add(Group.objects.get_or_create(name=OFFICIALS)[0])
    return somebody


@pytest.fixture
def results(official):
    """A pool with all that a ledger can hold: corrections, an annulment, a soft reset."""
    anna, boris, cyril = member("=Anna"), member("Boris"), member("Žofie")
    now = timezone.now()
    games = [
        played(*pair, at=now, winner=winner, length=length)
        for pair, winner, length in (
            ((anna, boris), 0, 7),
            ((boris, cyril), None, 5),
            ((cyril, anna), 1, PROVISIONAL_BELOW),
        )
    ]
    for game, score in ((games[0], 0.0), (games[1], None)):
        corrections.correct(
            ladder_result_id=game.ladder_result.pk, by_id=official.pk, score=score, why="So."
        )
    seasons.open_season(by_id=official.pk, name="Jaro")
    seasons.close_season(by_id=official.pk, keep=0.5)
    games.append(played(anna, cyril, at=now))
    return games


def test_anybody_can_compute_the_ratings_anew(client, results, tmp_path, capsys):
    file = tmp_path / "ratings.json"
    file.write_bytes(client.get("/zebricek/prepocet.json").content)

    assert main(["rating", "--check", str(file)]) == 0
    verdict = json.loads(capsys.readouterr().out)
    assert verdict == {"equal": True, "players": 3, "differ": [], "errors": []}

    document = json.loads(file.read_text("utf-8"))
    assert {"player": "Žofie"}.items() <= document["ratings"][2].items()
    document["ratings"][0]["rating"] += 1e-9
    file.write_text(json.dumps(document), "utf-8")
    assert main(["rating", "--check", str(file)]) == 1
    assert json.loads(capsys.readouterr().out)["differ"][0]["player"] == "=Anna"


def test_the_ladder_as_csv_and_json(client, results):
    sheet = client.get("/zebricek/tabulka.csv").content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(sheet)))
    listed = client.get("/zebricek/tabulka.json").json()["ladder"]

    assert rows[1][1] == "'=Anna"
    assert [row[5] for row in rows] == ["Bot", "", "", ""]
    assert [row["is_bot"] for row in listed] == [False, False, False]
    assert [row["place"] for row in listed] == [1, 2, None]
    assert listed[0]["player"] == "=Anna"
    assert listed[0]["rating"] == Rating.objects.get(member__username="=Anna").rating


def test_the_ledger_as_csv_and_json(client, results):
    answer = client.get("/zebricek/zmeny.json")
    changes = answer.json()["changes"]

    assert [line["entry"] for line in changes] == [1, 1, 3, 3, 4, 4, 4, 5, 5]
    assert {line["opponent"] for line in changes if line["entry"] == 4} == {None}
    assert changes[0]["change"] == changes[0]["after"] - changes[0]["before"]
    assert answer.json()["next"] is None
    sheet = client.get("/zebricek/zmeny.csv").content.decode("utf-8-sig")
    assert len(sheet.splitlines()) == 10
    again = client.get("/zebricek/zmeny.json", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


def test_files_mark_programs(client, results):
    get_user_model().objects.filter(username="=Anna").update(is_bot=True)

    for path in ("tabulka.csv", "zmeny.csv"):
        sheet = client.get(f"/zebricek/{path}", headers={"Accept-Language": "en"})
        rows = csv.DictReader(io.StringIO(sheet.content.decode("utf-8-sig")))
        mark, name = ("Bot", "Member") if path == "tabulka.csv" else ("player_is_bot", "player")
        marked = {row[name]: row[mark] for row in rows}
        assert marked["'=Anna"] in ("yes", "true")
        assert set(marked.values()) - {"yes", "true"} in ({""}, {"false"})
    listed = client.get("/zebricek/tabulka.json").json()["ladder"]
    assert [row["player"] for row in listed if row["is_bot"]] == ["=Anna"]


def test_a_long_ledger_comes_in_parts(client, results, monkeypatch):
    monkeypatch.setattr(exports, "ENTRIES_AT_MOST", 2)

    answer = client.get("/zebricek/zmeny.json?pool=vrhcaby&from=3")

    assert [line["entry"] for line in answer.json()["changes"]] == [3, 3, 4, 4, 4]
    assert answer["Link"] == (
        '<http://testserver/zebricek/zmeny.json?pool=vrhcaby&from=5>; rel="next"'
    )


@pytest.mark.parametrize("path", ["tabulka.csv", "zmeny.json", "prepocet.json"])
@pytest.mark.parametrize("query", ["?pool=nothing", "?pool=%00"])
def test_an_unknown_pool_is_not_found(client, results, path, query):
    assert client.get(f"/zebricek/{path}{query}").status_code == 404


def test_a_game_that_nobody_has_been_rated_in_has_an_empty_frame(client):
    answer = client.get("/embed/ladder/nackgammon?lang=en")

    assert answer.status_code == 200
    assert "Nobody has a place yet." in answer.content.decode()


@pytest.mark.parametrize("pool", ["nothing", "%00", "a%2Fb"])
def test_an_unknown_pool_has_no_frame(client, results, pool):
    assert client.get(f"/embed/ladder/{pool}").status_code == 404


@pytest.mark.parametrize("query", ["?from=x", "?from=-1", "?from=99999999999999999999", "?from=²"])
def test_a_nonsense_beginning_is_refused(client, results, query):
    for name in ("zmeny.json", "zmeny.csv"):
        assert client.get(f"/zebricek/{name}{query}").status_code == 400


def test_the_ladder_may_be_framed_and_nothing_else(client, results):
    frame = client.get("/embed/ladder/vrhcaby?lang=en&theme=dark")

    assert "frame-ancestors *" in frame["Content-Security-Policy"]
    assert "X-Frame-Options" not in frame
    text = frame.content.decode()
    assert 'lang="en" data-theme="dark"' in text
    assert "=Anna" in text
    assert client.get("/zebricek/")["X-Frame-Options"] == "DENY"


def test_how_to_check_is_told(client, results):
    text = client.get("/zebricek/prepocet/", headers={"accept-language": "en"}).content.decode()

    assert "python -m ladder.rules rating --check" in text
