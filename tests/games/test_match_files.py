"""Files of matches out and in, ids of positions, and the form of a challenge with all options."""

import json
import random
import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import translation

from games import import_phrases
from games.engine.cli import format_sentences
from games.engine.formats.failures import Trouble
from games.engine.formats.reading import read_match
from games.engine.state import Phase
from games.forms import ChallengeForm
from games.models import Challenge, Match
from games.services.answers import Ok
from tests.games import making
from tests.games.engine.formats.samples import files
from tests.games.engine.playing import choose
from tests.games.test_views import script_data, signed_in

pytestmark = pytest.mark.django_db(transaction=True)
IMPORT = "/zapasy/nacist/"


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def finished(hand, ruleset="hypergammon", **options) -> making.Game:
    """A match played to its end."""
    game = making.game(ruleset=ruleset, options=options)
    chance = random.Random(3)
    while game.state.phase is not Phase.OVER:
        hand.advance(1000)
        making.swept()
        assert isinstance(game.send(choose(game.state, chance)), Ok)
    return game


@pytest.mark.parametrize("form", ["mat", "sgf", "json"])
@pytest.mark.parametrize("ruleset", ["vrhcaby", "hypergammon", "nasazovani"])
def test_a_finished_match_is_a_file_that_is_read_back(hand, client, ruleset, form):
    game = finished(hand, ruleset)
    response = client.get(f"/hra/{game.match_id}/zapas.{form}")
    imported = read_match(response.content)

    assert response.status_code == 200
    assert f'filename="vrhcaby-{game.match_id}.{form}"' in response["Content-Disposition"]
    assert imported.refusal is None
    assert imported.record.ruleset == ruleset
    assert imported.record.final_score == game.state.score


@pytest.mark.parametrize("file", ["zapas.mat", "zapas.sgf", "zapas.json", "export.json"])
def test_every_file_of_a_match_has_its_button(client, file):
    game = making.game()

    assert (
        f'href="/hra/{game.match_id}/{file}"'
        in client.get(f"/hra/{game.match_id}/").content.decode()
    )


def test_a_live_match_has_no_file_and_an_unknown_form_is_none(client):
    game = making.game()

    assert client.get(f"/hra/{game.match_id}/zapas.mat").status_code == 404
    assert client.get(f"/hra/{game.match_id}/zapas.exe").status_code == 404
    assert client.get("/hra/404/zapas.mat").status_code == 404


def test_ids_of_a_position_now_and_before(client):
    game = making.game(ruleset="standard", options={"length": 3})
    first = client.get(f"/hra/{game.match_id}/pozice.json", {"version": "2"}).json()
    now = client.get(f"/hra/{game.match_id}/pozice.json").json()

    assert first["position_id"] == "4HPwATDgc/ABMA"
    assert now["xgid"].startswith("XGID=-b----E-C---eE---c-e----B-:0:0:")
    for version in ("0", "999", "-1", "x", "9" * 30):
        asked = client.get(f"/hra/{game.match_id}/pozice.json", {"version": version})
        assert asked.status_code == 404, version


def upload(client, data: bytes, name: str = "match.mat"):
    return client.post(IMPORT, {"file": SimpleUploadedFile(name, data)})


def test_a_file_of_another_program_is_replayed_and_nothing_is_stored():
    member = making.member()
    name = "gammonview_0669.mat"
    data = files("matches")[name]
    response = upload(signed_in(member.pk), data, name)
    page = response.content.decode()
    replay = script_data(page, "replay")

    assert response.status_code == 200
    assert len(replay["ids"]) == len(replay["events"])
    assert {"rolled", "stepped", "turn_ended", "game_ended"} <= {
        event["kind"] for event in replay["events"]
    }
    assert replay["ids"][0]["xgid"].startswith("XGID=")
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty_file"),
        (b"nothing of the kind", "unknown_format"),
        (b"PK\x03\x04" + bytes(100), "binary_file"),
        (b" 5 point match\n" * 300_000, "file_too_large"),
        (b'{"format":"vrhcaby-record","version":1}', "bad_record"),
        (b'{"format":1,"commitment":"","server_seed":null,"events":[]}', "match_log"),
        (b"(;GM[6]" + b"(" * 1000, "bad_sgf"),
    ],
)
def test_a_file_that_is_refused_gets_code_place_and_sentence(data, code):
    response = upload(signed_in(making.member().pk), data)
    page = response.content.decode()

    assert response.status_code == 400
    assert f"<code>{code}</code>" in page
    assert "Line 1" in page


@pytest.mark.parametrize(
    ("ruleset", "options", "told"),
    [
        ("standard", {"length": 3, "crawford": False}, True),
        ("standard", {"length": None, "automatic_doubles": 1}, True),
        ("standard", {"length": None}, True),
        ("standard", {"length": 3}, False),
        ("standard", {"length": 1, "crawford": False}, False),
        ("nasazovani", {"length": None}, False),
    ],
)
def test_the_result_tells_when_gnu_backgammon_needs_the_sgf(client, ruleset, options, told):
    game = making.game(rated=False, ruleset=ruleset, options=options)

    page = client.get(f"/hra/{game.match_id}/").content.decode()

    assert ("Pro GNU Backgammon stáhni soubor .sgf" in page) == told


def test_guests_import_nothing(client):
    assert upload(client, b"x").status_code == 302


def test_every_trouble_has_a_sentence():
    assert set(import_phrases.TROUBLES) == set(Trouble)
    for code in Trouble:
        assert import_phrases.sentence(code.value, {"reason": "blocked"}).endswith(
            "(That point is blocked.)"
        )


def test_a_score_at_which_the_match_is_over_is_told_with_the_length():
    told = import_phrases.sentence("score_differs", {"told": "7-0", "length": 7})

    assert told == "The file begins a game at 7-0, where a match of length 7 is over."


FACTS = (
    *("cube", "dice", "due", "field", "game", "kind", "length"),
    *("megabytes", "reason", "text", "told", "variant"),
)


@pytest.mark.parametrize("code", list(Trouble))
def test_the_page_and_the_command_line_say_the_same(code):
    facts = {name: f"<{name}>" for name in FACTS}
    page = import_phrases.sentence(code, facts)

    # The command line names the broken rule by its code, the page by a sentence of its own.
    assert format_sentences.sentence(code, facts).replace(" (<reason>)", "") == page
    assert "–" not in page


def form(**fields) -> ChallengeForm:
    return ChallengeForm({"ruleset": "standard", "length": "5", **fields})


@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        ({"jacoby": "on"}, "jacoby", ("Jacoby rule", "Length of the match")),
        ({"beavers": "2"}, "beavers", ("Beavers", "Length of the match")),
        ({"length": "money", "crawford": "on"}, "crawford", ("Crawford", "Length")),
        ({"length": "money", "raccoons": "on"}, "raccoons", ("Raccoons", "Beavers")),
        ({"ruleset": "vrhcaby"}, "length", ("Length of the match", "Draw by agreement")),
        ({"ruleset": "nasazovani", "crawford": "on"}, "crawford", ("Crawford", "Doubling cube")),
        ({"length": "money", "rated": "on"}, "rated", ("Length of the match",)),
        ({"length": "26"}, "length", ("26",)),
        ({"control": "delay", "reserve_min": "0"}, "reserve_min", ()),
        ({"control": "correspondence", "vacation": "61"}, "vacation", ()),
        ({"beavers": "1.5"}, "beavers", ()),
    ],
)
def test_what_does_not_go_together_is_told_at_its_field(fields, field, words):
    tried = form(**fields)

    assert not tried.is_valid()
    assert list(tried.errors) == [field]
    for word in words:
        assert word in tried.errors[field][0]


def test_a_challenge_with_all_options_is_made_as_asked():
    anna = making.member()
    fields = {
        "ruleset": "nackgammon",
        "length": "money",
        "jacoby": "on",
        "beavers": "3",
        "raccoons": "on",
        "automatic_doubles": "1",
        "control": "delay",
        "delay_s": "15",
        "reserve_min": "20",
    }
    signed_in(anna.pk).post("/vyzvy/nova/", fields)
    made = Challenge.objects.get(challenger=anna)

    assert made.options["length"] is None
    assert (made.options["beavers"], made.options["raccoons"]) == (3, True)
    assert made.control == {
        "kind": "delay",
        "limit_ms": 15_000,
        "idle_ms": 36_000_000,
        "reserve_ms": 1_200_000,
    }
    assert json.dumps(made.options)


def test_what_happens_when_time_is_over_is_told_before_the_game():
    anna, boris = making.member(), making.member()
    told = {
        "vrhcaby": {"control": "live"},
        "standard": {"control": "live"},
        "nackgammon": {"control": "delay", "length": "5"},
        "hypergammon": {"control": "correspondence", "vacation": "3"},
    }
    for ruleset, fields in told.items():
        signed_in(anna.pk).post("/vyzvy/nova/", {"ruleset": ruleset, **fields})
    page = signed_in(boris.pk).get("/").content.decode()
    rows = re.findall(r'<p class="lobby-expiry muted" data-f="expiry">([^<]+)</p>', page)

    idle = " 10 h without a step: who must act loses."
    assert sorted(unescape(row) for row in rows) == sorted(
        [
            "Time over: the opponent may end the game and win, or wait; "
            "who is offline then loses at once." + idle,
            "Time over: the opponent may end the game and win, or wait." + idle,
            "Time over: the whole match is lost, online or offline." + idle,
            "Time over: the game is lost, online or offline. A day of vacation is used first.",
        ]
    )


@pytest.mark.parametrize("ruleset", ["vrhcaby", "standard"])
def test_the_page_of_a_game_tells_what_happens_when_time_is_over(client, ruleset):
    game = making.game(ruleset=ruleset)
    page = client.get(f"/hra/{game.match_id}/", headers={"accept-language": "en"})

    assert "Time over: the opponent may end the game" in page.content.decode()


def test_what_the_service_refuses_leaves_the_form_as_it_was_typed():
    anna = making.member()
    client = signed_in(anna.pk)
    fields = {"ruleset": "nackgammon", "length": "7", "to": anna.username, "seed": "my own seed"}
    page = client.post("/vyzvy/nova/", fields)

    told = unescape(page.content.decode())
    assert "You cannot challenge yourself." in told
    assert re.search(r'<option value="nackgammon"[^>]* selected', told)
    assert re.search(r'<option value="7"[^>]* selected', told)
    assert 'value="my own seed"' in told
    assert not Challenge.objects.exists()


def test_a_challenge_is_made_by_a_form_without_scripts():
    anna, boris = making.member(), making.member()
    page = signed_in(anna.pk).post(
        "/vyzvy/nova/",
        {"ruleset": "egyptian", "length": "7", "to": boris.username, "rated": "on"},
        follow=True,
    )

    assert page.redirect_chain == [("/", 302)]
    assert "Your challenge waits" in page.content.decode()
    made = Challenge.objects.get()
    assert (made.opponent, made.options["length"], made.rated) == (boris, 7, True)
