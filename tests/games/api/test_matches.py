"""Matches over REST: what is told, in how many statements, and what bad input gets."""

import base64
import json

import pytest

from games.engine import commands
from games.services import once
from tests.games import making
from tests.ladder import making as past
from tests.vrhcaby.rest import calling

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest():
    return calling.Caller()


def some_results(count):
    one, other = past.member("Anna"), past.member("Bořek")
    return [past.played(one, other, winner=number % 2) for number in range(count)]


def test_a_live_match_is_told_with_its_table(guest):
    game = making.game()

    told = guest.get(f"matches/{game.match_id}").json

    assert told["match"]["status"] == "live"
    assert [seat["member"]["id"] for seat in told["match"]["seats"]] == list(game.members)
    assert told["match"]["started_at"].endswith("Z")
    assert told["table"]["version"] == told["match"]["version"]
    assert told["table"]["legal"]["steps"]
    assert told["table"]["you"] is None


def test_a_player_learns_his_seat(guest):
    first, second = making.member(), making.member()
    game = making.game(members=(first, second))

    told = calling.reader(second).get(f"matches/{game.match_id}").json

    assert told["table"]["you"] == 1


def test_pages_of_results_hold_each_result_once_there_and_back(guest):
    made = {result.match_id for result in some_results(7)}

    pages = [guest.get("results?limit=3").json]
    while pages[-1]["next"]:
        pages.append(guest.get(pages[-1]["next"]).json)
    back = guest.get(pages[-1]["previous"]).json

    assert [len(page["results"]) for page in pages] == [3, 3, 1]
    assert {row["id"] for page in pages for row in page["results"]} == made
    assert back["results"] == pages[1]["results"]
    assert pages[0]["previous"] is None


def test_results_come_as_a_table(guest):
    some_results(2)

    table = guest.get("results?format=csv")
    lines = table.text.splitlines()

    assert table.response["Content-Type"].startswith("text/csv")
    assert len(lines) == 3
    assert "seats.0.member.name" in lines[0]


@pytest.mark.parametrize(("accept", "lines"), [("application/x-ndjson", 3), ("text/csv", 4)])
def test_all_results_come_in_one_stream(guest, accept, lines):
    some_results(3)

    stream = guest.get("exports/results", accept=accept)

    assert stream.response.streaming
    assert len(stream.text.splitlines()) == lines


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("status=finished", 3),
        ("status=live", 1),
        ("ruleset=standard", 0),
        ("rated=false", 0),
        ("started_after=2030-01-01T00:00:00Z", 0),
        ("started_before=2030-01-01T00:00:00%2B01:00", 4),
    ],
)
def test_matches_are_filtered(guest, query, count):
    some_results(3)
    making.game()

    assert len(guest.get(f"matches?{query}").json["results"]) == count


FORGED = [
    ("0001-01-01T00:00:00+14:00", 1),
    ("9999-12-31T23:59:59-14:00", 1),
    ("2026-01-01T00:00:00+00:00", 1.5),
    ("2026-01-01T00:00:00+00:00", -1),
    (20260101, 1),
]


def forged(*values):
    """A cursor that no page has given."""
    return base64.urlsafe_b64encode(json.dumps([0, *values]).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    ("path", "status", "code", "field"),
    [
        ("matches?status=asleep", 422, "invalid", "status"),
        ("matches?member=x", 422, "invalid", "member"),
        ("matches?member=99999999999999999999", 422, "invalid", "member"),
        ("matches?started_after=0001-01-01T00:00:00%2B14:00", 422, "invalid", "started_after"),
        ("matches?rated=maybe", 422, "invalid", "rated"),
        ("matches?limit=0", 422, "invalid", "limit"),
        ("matches?limit=201", 422, "invalid", "limit"),
        ("matches?limit=%C2%B2", 422, "invalid", "limit"),
        ("matches?cursor=nonsense", 422, "bad_cursor", None),
        ("matches?cursor=WzAsIngiXQ", 422, "bad_cursor", None),
        ("matches?cursor=WzAsMWUzMDBd", 422, "bad_cursor", None),
        ("matches?colour=red", 422, "unknown_parameter", None),
        ("matches/1", 404, "no_such_match", None),
        ("matches/99999999999999999999", 404, "not_found", None),
        ("matches/0", 404, "not_found", None),
        ("matches/x", 404, "not_found", None),
        ("matches/1/record/exe", 404, "not_found", None),
        ("nonsense", 404, "not_found", None),
        ("results?format=xml", 406, "not_acceptable", None),
        ("results?cursor=WzAsIjIwMjYiLDFd", 422, "bad_cursor", None),
        *((f"results?cursor={forged(*held)}", 422, "bad_cursor", None) for held in FORGED),
        (f"members?cursor={forged(1, 1)}", 422, "bad_cursor", None),
    ],
)
def test_what_cannot_be_read_gets_a_problem(guest, path, status, code, field):
    answer = guest.get(path)

    assert (answer.status, answer.code) == (status, code)
    assert answer.response["Content-Type"] == "application/problem+json"
    assert answer.json["type"] == f"/api/v1/problems#{code}"
    assert field is None or field in answer.json["fields"]


def test_a_problem_speaks_the_language_that_is_asked_for(guest):
    english = guest.get("matches/1", **{"accept-language": "en"})
    czech = guest.get("matches/1", **{"accept-language": "cs"})

    assert english.json["detail"] == "There is no such game."
    assert czech.json["detail"] == "Taková hra tu není."
    assert czech.response["Content-Language"] == "cs"


def test_what_the_client_has_already_is_not_sent_again(guest):
    game = making.game()
    first = guest.get(f"matches/{game.match_id}/events")

    again = guest.get(
        f"matches/{game.match_id}/events", **{"if-none-match": first.response["ETag"]}
    )
    by_time = guest.get(
        f"matches/{game.match_id}/events",
        **{"if-modified-since": first.response["Last-Modified"]},
    )

    assert (again.status, by_time.status) == (304, 304)
    assert again.response.content == b""


def test_events_are_told_from_a_version_on(guest):
    game = making.game()
    game.play_steps(2)

    told = guest.get(f"matches/{game.match_id}/events?since=2").json["results"]

    assert told[0]["seq"] == 3
    assert told[-1]["seq"] == game.row.version


def test_a_position_has_all_ids_at_any_version(guest):
    game = making.game()

    now = guest.get(f"matches/{game.match_id}/position").json
    never = guest.get(f"matches/{game.match_id}/position?version=4000")

    assert now["position_id"] == "4HPwATDgc/ABMA"
    assert (never.status, never.code) == (404, "no_such_version")


def test_a_record_is_given_after_the_end(guest):
    game = making.game()
    early = guest.get(f"matches/{game.match_id}/record/mat")
    seat = calling.player(game.row.seats.get(side=0).member)
    resigned = seat.post(f"matches/{game.match_id}/commands", {"id": "1", "kind": "resign"})
    late = guest.get(f"matches/{game.match_id}/record/mat")

    assert (early.status, early.code) == (409, "match_still_live")
    assert resigned.status == 200, resigned
    assert late.status == 200
    assert "attachment" in late.response["Content-Disposition"]


@pytest.mark.parametrize(("form", "kind"), [("mat", "text/plain"), ("json", "application/json")])
def test_a_file_is_asked_for_by_its_type(guest, form, kind):
    game = making.game()
    game.send(making.commands.Resign(0))
    here = f"matches/{game.match_id}/record/{form}"

    first = guest.get(here, accept=kind)

    assert first.response["Content-Type"].split(";")[0] == kind
    assert first.status == 200
    assert guest.get("matches/999999999/record/mat", accept="text/plain").code == "no_such_match"
    assert guest.get(here, accept="image/png").code == "not_acceptable"


def test_the_dice_are_proven_after_the_end(guest):
    game = making.game()

    told = guest.get(f"matches/{game.match_id}/proof").json

    assert told["server_seed"] is None
    assert len(told["commitment"]) == 64


@pytest.mark.parametrize("path", ["matches", "results", "challenges", "members"])
def test_a_page_costs_the_same_for_one_row_and_for_thirty(
    guest, path, django_assert_max_num_queries
):
    some_results(30)
    with django_assert_max_num_queries(4):
        one = guest.get(f"{path}?limit=1")
    with django_assert_max_num_queries(4):
        thirty = guest.get(f"{path}?limit=30")

    assert one.status == thirty.status == 200


def test_a_command_sent_again_is_answered_as_before():
    game = making.game()
    mover = game.row.seats.get(side=game.state.turn).member
    caller = calling.player(mover)
    step = game.next_step()
    body = {"id": "same", "kind": "step", "from": step.origin, "die": step.die}

    first = caller.post(f"matches/{game.match_id}/commands", body)
    again = caller.post(f"matches/{game.match_id}/commands", body)
    other = caller.post(f"matches/{game.match_id}/commands", {"id": "same", "kind": "resign"})

    assert first.json == again.json
    assert (other.status, other.code) == (422, "command_id_reused")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"id": "x", "kind": "step", "from": "24", "die": 1}, "from"),
        ({"id": "x", "kind": "step", "from": 24.0, "die": 1}, None),
        ({"id": "x", "kind": "step", "die": 1}, "kind"),
        ({"id": "x", "kind": "fly"}, "kind"),
        ({"id": "x", "kind": "resign", "match": 1}, "match"),
        ({"id": "x", "kind": "resign", "colour": 1}, "colour"),
        ({"id": "x" * 65, "kind": "resign"}, "id"),
        ({"kind": "resign"}, "id"),
        ([], "object"),
    ],
)
def test_a_bad_command_names_its_field(body, field):
    game = making.game()
    caller = calling.player(game.row.seats.get(side=0).member)

    answer = caller.post(f"matches/{game.match_id}/commands", body)

    assert answer.status in (409, 422), answer
    assert field is None or field in answer.json["fields"], answer


@pytest.mark.parametrize(
    ("raw", "status", "code"),
    [
        (b"{", 400, "malformed"),
        (b'{"id": NaN}', 400, "malformed"),
        (b'{"id": 1, "id": 2}', 400, "malformed"),
        (b"\xff\xfe", 400, "malformed"),
        (b"[" * 100_000, 400, "malformed"),
        (b'{"id": ' + b"9" * 5_000 + b"}", 400, "malformed"),
        (b'{"id": "\\ud800", "kind": "resign"}', 400, "malformed"),
        (b'{"id": "\\u0000", "kind": "resign"}', 422, "bad_frame"),
        (b'{"x": "' + b"a" * 300_000 + b'"}', 413, "too_large"),
    ],
)
def test_what_is_no_json_breaks_nothing(raw, status, code):
    game = making.game()
    caller = calling.player(game.row.seats.get(side=0).member)

    answer = caller("POST", f"matches/{game.match_id}/commands", raw)

    assert (answer.status, answer.code) == (status, code)


def test_a_refusal_of_the_rules_tells_the_version():
    game = making.game()
    waiting = game.row.seats.get(side=1 - game.state.turn).member

    answer = calling.player(waiting).post(
        f"matches/{game.match_id}/commands", {"id": "x", "kind": "step", "from": 24, "die": 1}
    )

    assert (answer.status, answer.code) == (409, "not_your_turn")
    assert answer.json["details"]["version"] == game.row.version


def test_a_challenge_is_made_once_by_its_id():
    caller = calling.player(making.member())
    body = {"id": "c-1", "ruleset": "standard", "options": {"length": 3}, "rated": False}

    first = caller.post("challenges", body)
    again = caller.post("challenges", body)
    other = caller.post("challenges", {**body, "rated": True})

    assert first.status == again.status == 201
    assert first.json == again.json
    assert (other.status, other.code) == (422, "command_id_reused")


SPELLED_OUT = {"length": 1, "crawford": False, "jacoby": False, "beavers": 0}


@pytest.mark.parametrize(
    ("said", "again"),
    [
        ({}, {"options": None, "control": None, "limit_s": None}),
        ({"options": {}}, {"options": SPELLED_OUT}),
        ({"options": {"length": 3}}, {"options": {"length": 3, "crawford": True}}),
        ({"limit_s": 60}, {}),
        ({"limit_s": 30}, {"control": {"kind": "per_turn", "limit_s": 30}}),
    ],
)
def test_the_same_challenge_said_otherwise_is_the_same(said, again):
    caller = calling.player(making.member())
    body = {"id": "c-1", "ruleset": "standard", "rated": False}

    first = caller.post("challenges", {**body, **said})
    second = caller.post("challenges", {**body, **again})

    assert first.status == second.status == 201
    assert first.json == second.json


@pytest.mark.parametrize(
    "other",
    [
        {"options": {"length": 3}},
        {"options": {"length": 1, "opening_reroll": True}},
        {"limit_s": 30},
        {"control": {"kind": "delay"}},
        {"options": {"length": 1, "jacoby": True}},
        {"seed": "mine"},
        {"ruleset": "vrhcaby"},
    ],
)
def test_another_challenge_under_the_same_id_is_refused(other):
    caller = calling.player(making.member())
    body = {"id": "c-1", "ruleset": "standard", "rated": False, "options": {}}
    caller.post("challenges", body)

    answer = caller.post("challenges", {**body, **other})

    assert (answer.status, answer.code) == (422, "command_id_reused")


def test_a_request_whose_judge_died_may_be_sent_again(hand):
    member = making.member()
    once._row(member.pk, "c-1", "x")
    caller = calling.player(member)
    body = {"id": "c-1", "ruleset": "vrhcaby"}

    other_body = caller.post("challenges", body)
    once.forget(now=hand.ms + once.KEPT_MS + 1)
    late = caller.post("challenges", body)

    assert (other_body.status, other_body.code) == (422, "command_id_reused")
    assert late.status == 201


def test_a_challenge_is_accepted_and_its_match_begins():
    first, second = making.member(), making.member()
    making.here(first.pk)
    made = calling.player(first).post("challenges", {"id": "1", "ruleset": "vrhcaby"}).json

    began = calling.player(second).post(f"challenges/{made['challenge']}/accept", {"id": "2"})
    shown = calling.reader(first).get(f"challenges/{made['challenge']}")

    assert began.json["match"]
    assert shown.json["status"] == "accepted"
    assert shown.json["match"] == began.json["match"]


def test_a_match_by_correspondence_begins_though_nobody_is_here():
    first, second = making.member(), making.member()
    challenge = making.offered_by_letters(first.pk)

    began = calling.player(second).post(f"challenges/{challenge}/accept", {"id": "1"})
    told = calling.reader(first).get("me/notices")

    assert began.json["match"]
    assert [one["kind"] for one in told.json["results"]] == ["game_began"]


def test_a_challenge_to_one_is_seen_by_the_two_alone(guest):
    first, second, third = making.member(), making.member(), making.member()
    body = {"id": "1", "ruleset": "vrhcaby", "to": second.pk}
    made = calling.player(first).post("challenges", body).json["challenge"]

    seen = [calling.reader(one).get(f"challenges/{made}").status for one in (first, second, third)]

    assert seen == [200, 200, 404]
    assert guest.get("challenges").json["results"] == []
    assert calling.player(third).post(f"challenges/{made}/accept", {"id": "9"}).status == 404


def test_a_person_and_a_bot_play_for_ratings_only_if_both_allow_it():
    person, bot = making.member(), making.member()
    type(bot).objects.filter(pk=bot.pk).update(is_bot=True)
    caller = calling.player(person)
    body = {"id": "1", "ruleset": "vrhcaby", "to": bot.pk}

    refused = caller.post("challenges", body)
    unrated = caller.post("challenges", {**body, "id": "2", "rated": False})
    type(bot).objects.filter(pk__in=[bot.pk, person.pk]).update(rated_with_bots=True)
    allowed = caller.post("challenges", {**body, "id": "3"})

    assert (refused.status, refused.code) == (422, "rated_with_bot")
    assert unrated.status == allowed.status == 201


def test_a_bot_does_not_take_a_rated_challenge_of_a_person():
    person, bot = making.member(), making.member()
    type(bot).objects.filter(pk=bot.pk).update(is_bot=True)
    making.here(person.pk)
    made = calling.player(person).post("challenges", {"id": "1", "ruleset": "vrhcaby"}).json

    answer = calling.player(bot).post(f"challenges/{made['challenge']}/accept", {"id": "2"})

    assert (answer.status, answer.code) == (422, "rated_with_bot")


def over():
    """Return the number of a match that was played and given up."""
    game = making.game()
    game.play_steps(2)
    game.send(commands.Resign(0))
    return game.match_id


def test_a_match_that_is_over_is_not_sent_twice(guest):
    address = f"matches/{over()}"
    first = guest.get(address)
    tag = first.response["ETag"]

    again = guest.get(address, **{"if-none-match": tag})
    answer = guest.get(address)

    assert again.status == 304
    assert answer.response["ETag"] == tag
    assert "now" in answer.json["table"]


def test_a_match_that_goes_on_is_sent_again(guest):
    game = making.game()
    address = f"matches/{game.match_id}"
    tag = guest.get(address).response["ETag"]
    game.send(commands.Resign(0))

    assert guest.get(address, **{"if-none-match": tag}).status == 200


@pytest.mark.parametrize(
    ("form", "accept"),
    [("mat", "text/plain"), ("sgf", "application/x-go-sgf"), ("json", "application/json")],
)
def test_a_record_comes_as_the_very_type_that_is_documented(guest, form, accept):
    address = f"matches/{over()}/record/{form}"

    answer = guest.get(address, accept=accept)

    assert answer.status == 200
    assert answer.response["Content-Type"].startswith(accept)
    assert guest.get(address, accept="text/*;q=0.5, */*;q=0.1").status == 200
    refused = guest.get(address, accept="image/png")
    assert (refused.status, refused.code) == (406, "not_acceptable")
    missing = guest.get("matches/999/record/mat", accept="text/plain")
    assert (missing.status, missing.code) == (404, "no_such_match")
