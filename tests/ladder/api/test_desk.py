"""A director's desk over REST: settings, previews, what waits, archives; and what players see."""

import datetime
import re

import pytest
from django.utils import timezone

from accounts.models import Member
from ladder.models import Entry, Rating, Tournament
from ladder.services.tournaments import scores
from tests.games import making
from tests.ladder import tournaments
from tests.ladder.api.test_every_act import documented
from tests.ladder.api.test_tournaments import as_documented, did
from tests.ladder.services.tournaments.test_knockout import groups, knocked_out, won_by_number
from tests.vrhcaby.rest import calling

pytestmark = pytest.mark.django_db


def decided(made, number, board, first=1, second=0):
    """Enter a result of a pairing, as its director."""
    one = tournaments.pairing(made, number, board)
    tournaments.done(
        scores.enter_result(
            pairing_id=one.pk, by_id=made.by_id, first_score=first, second_score=second, why="x"
        )
    )
    return one.pk


def test_every_setting_is_read_and_written_as_it_was():
    made = tournaments.draft()
    director = calling.director(made.director)
    here = f"tournaments/{made.slug}"
    at = "2099-01-02T18:00:00.000Z"
    wishes = {"first_start": at, "round_every_minutes": 60, "points_draw": "1/3", "lengths": {}}

    did(director.post(f"{here}/settings", {"settings": wishes}))
    told = director.get(here)
    again = director.post(f"{here}/settings", {"settings": told.json["settings"]})

    as_documented("tournaments/{slug}", "get", told)
    assert {name: told.json["settings"][name] for name in wishes} == wishes
    assert again.status == 200, again
    assert director.get(here).json["settings"] == told.json["settings"]


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"first_start": "tomorrow"}, "settings.first_start"),
        ({"places": "8"}, "settings.places"),
        ({"colour": "red"}, "settings.colour"),
        ({"time_zone": "Mars/Olympus"}, "settings.time_zone"),
        ({"chain": ["beauty"]}, "settings.chain"),
        ({"rating_min": 1600, "rating_max": 1500}, "settings.rating_max"),
        ({"options": {"length": "x"}}, "settings.options"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_at_its_field(wish, field):
    made = tournaments.draft()

    answer = calling.director(made.director).post(
        f"tournaments/{made.slug}/settings", {"settings": wish}
    )

    assert answer.status == 422, answer
    assert list(answer.json["fields"]) == [field]


def test_a_ruling_is_shown_before_it_is_made():
    made = tournaments.started(["Ada", "Bob", "Cyril", "Dana"])
    pairing = decided(made, 1, 1)
    director = calling.director(made.director)
    before = calling.Caller().get(f"tournaments/{made.slug}/standings").json

    told = director.post(f"pairings/{pairing}/preview", {"act": "annul"})
    swapped = director.post(
        f"pairings/{pairing}/preview", {"act": "enter_result", "first_score": 0, "second_score": 1}
    )

    as_documented("pairings/{pairing_id}/preview", "post", told)
    points = {
        move["name"]: (move["points_before"], move["points_after"]) for move in told.json["moves"]
    }
    assert ("1", "0") in points.values()
    assert {("1", "0"), ("0", "1")} <= {
        (move["points_before"], move["points_after"]) for move in swapped.json["moves"]
    }
    assert calling.Caller().get(f"tournaments/{made.slug}/standings").json == before
    bare = director.post(f"pairings/{pairing}/preview", {"act": "enter_result"})
    assert (bare.status, bare.code) == (422, "bad_score")
    wrong = {"act": "enter_result", "first_score": 1, "second_score": 1}
    impossible = director.post(f"pairings/{pairing}/preview", wrong)
    assert (impossible.status, impossible.code) == (422, "bad_score")


@pytest.mark.parametrize(
    ("ruling", "act", "body"),
    [
        ({"act": "enter_result", "first_score": 0, "second_score": 1}, "result", {}),
        ({"act": "walkover_second"}, "walkover", {"winner": "second"}),
        ({"act": "double_walkover"}, "walkover/both", {}),
    ],
)
@pytest.mark.parametrize("reported", [False, True])
def test_the_first_ruling_of_a_pairing_brings_what_its_preview_says(ruling, act, body, reported):
    players = [making.member() for _ in range(4)]
    made = tournaments.started(players)
    decided(made, 1, 1)
    one = tournaments.pairing(made, 1, 2)
    if reported:
        scores.report(by_id=one.first.member_id, pairing_id=one.pk, first_score=1, second_score=0)
    director = calling.director(made.director)

    told = director.post(f"pairings/{one.pk}/preview", ruling).json
    sent = {**body, **{name: value for name, value in ruling.items() if name != "act"}}
    did(director.post(f"pairings/{one.pk}/{act}", {**sent, "why": "x"}))

    lines = calling.Caller().get(f"tournaments/{made.slug}/standings").json[0]["lines"]
    now = {line["entry"]: (line["place"], line["points"]) for line in lines}
    assert {
        move["entry"]: (move["place_after"], move["points_after"]) for move in told["moves"]
    } == now
    rated = {row.member_id: row.rating for row in Rating.objects.filter(experience__gt=0)}
    told_then = {effect["member"]["id"]: effect["after"] for effect in told["effects"]}
    assert set(told_then) == ({one.first.member_id, one.second.member_id} & set(rated))
    assert all(rated[member] == after for member, after in told_then.items())


def test_what_follows_after_the_tables_waits_at_the_desk():
    made = tournaments.started(["Ada", "Bob", "Cyril"], chain=["play_off:3", "shared"])
    director = calling.director(made.director)
    inbox = f"tournaments/{made.slug}/inbox"
    for number in (1, 2, 3):
        assert director.get(inbox).json["play_offs_due"] == []
        decided(made, number, 1, 0, 0)

    waits = director.get(inbox)
    as_documented("tournaments/{slug}/inbox", "get", waits)
    (due,) = waits.json["play_offs_due"]
    assert (due["place"], sorted(due["entries"])) == (1, made.entries)
    state = f"tournaments/{made.slug}/state"
    refused = director.post(state, {"to": "finished"})
    assert (refused.status, refused.code) == (409, "places_tied")
    assert refused.json["details"]["ties"][0]["players"] == ["Ada", "Bob", "Cyril"]
    wanted = {"stage_id": due["stage_id"], "place": due["place"]}
    did(director.post(f"tournaments/{made.slug}/play-offs", wanted))
    assert director.get(inbox).json["play_offs_due"] == []


def test_a_withdrawal_is_shown_before_it_is_made():
    made = tournaments.started(["Ada", "Bob", "Cyril", "Dana"])
    decided(made, 1, 1)
    director = calling.director(made.director)
    preview = f"tournaments/{made.slug}/withdrawals/preview"

    told = director.post(preview, {"entry_id": made.entries[0], "policy": "void_all"})

    as_documented("tournaments/{slug}/withdrawals/preview", "post", told)
    assert (told.json["counts"], told.json["in_full"]) == (False, 3)
    assert not Entry.objects.filter(left_round__isnull=False).exists()
    other = tournaments.started(["Eva", "Fred"])
    foreign = director.post(preview, {"entry_id": other.entries[0]})
    assert foreign.code == "no_such_entry"


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("withdrawals/preview", {"entry_id": 1}, "not_a_director"),
        ("inbox", None, "not_an_assistant"),
    ],
)
def test_who_does_not_direct_sees_nothing_of_the_desk(path, body, code):
    made = tournaments.started(["Ada", "Bob"])
    stranger = calling.director(making.member())
    method = "POST" if body else "GET"

    answer = stranger(method, f"tournaments/{made.slug}/{path}", body)
    pairing = tournaments.pairing(made, 1, 1).pk
    preview = stranger.post(f"pairings/{pairing}/preview", {"act": "annul"})

    assert (answer.status, answer.code) == (403, code)
    assert preview.code == "not_an_assistant"


def test_a_disputed_result_and_a_claim_wait_at_the_desk():
    players = [making.member(), making.member()]
    made = tournaments.started(players)
    one = tournaments.pairing(made, 1, 1)
    callers = [calling.player(one.first.member), calling.player(one.second.member)]

    mine = callers[0].get("me/pairings")
    for caller, score in zip(callers, (1, 0), strict=True):
        body = {"first_score": score, "second_score": 1 - score}
        did(caller.post(f"pairings/{one.pk}/report", body))
    shown = calling.Caller().get(f"pairings/{one.pk}")
    waits = calling.director(made.director).get(f"tournaments/{made.slug}/inbox")

    as_documented("me/pairings", "get", mine)
    as_documented("pairings/{pairing_id}", "get", shown)
    as_documented("tournaments/{slug}/inbox", "get", waits)
    assert [row["id"] for row in mine.json] == [one.pk]
    assert len(shown.json["reports"]) == 2
    assert waits.json["disputes"] == [one.pk]


@pytest.mark.parametrize("now", [(1, 0), (0, 0)])
def test_a_report_is_confirmed_as_it_was_seen_or_not_at_all(now):
    made = tournaments.started([making.member(), making.member()])
    one = tournaments.pairing(made, 1, 1)
    first, second = (calling.player(entry.member) for entry in (one.first, one.second))
    for score in ((0, 1), now):
        body = dict(zip(("first_score", "second_score"), score, strict=True))
        did(first.post(f"pairings/{one.pk}/report", body))

    stale = second.post(f"pairings/{one.pk}/report/confirm", {"first_score": 0, "second_score": 1})
    state = tournaments.pairing(made, 1, 1).state
    seen = second.post(f"pairings/{one.pk}/report/confirm", body)

    assert (stale.status, stale.code, state) == (409, "report_changed", "reported")
    assert stale.json["details"] == {"by": one.first.member.username, **body}
    assert stale.code in documented("pairings/{pairing_id}/report/confirm")
    assert did(seen)
    decided_as = tournaments.pairing(made, 1, 1)
    assert (decided_as.first_score, decided_as.second_score) == now


def test_a_confirmation_without_scores_takes_what_stands():
    made = tournaments.started([making.member(), making.member()])
    one = tournaments.pairing(made, 1, 1)
    scores.report(by_id=one.first.member_id, pairing_id=one.pk, first_score=1, second_score=0)

    did(calling.player(one.second.member).post(f"pairings/{one.pk}/report/confirm", {}))

    assert tournaments.pairing(made, 1, 1).source == "report"


def test_a_tournament_goes_out_and_comes_in_with_the_same_table():
    made = tournaments.started(["Ada", "Bob", "Cyril"])
    for number in (1, 2, 3):
        decided(made, number, 1)
    director = calling.director(made.director)
    archive = director.get(f"tournaments/{made.slug}/archive").text

    copy = director.post("tournament-archives", archive.encode())

    assert copy.status == 201, copy
    tables = [
        calling.Caller().get(f"tournaments/{slug}/standings").json[0]["lines"]
        for slug in (made.slug, copy.json["slug"])
    ]
    first, second = (
        [(line["place"], line["name"], line["points"]) for line in lines] for lines in tables
    )
    assert first == second


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 422, "archive_broken"),
        (b'{"kind":\n1}', 422, "archive_broken"),
        (b'{"kind": "vrhcaby-tournament", "version": 99}', 422, "archive_newer"),
    ],
)
def test_an_archive_that_cannot_be_read_tells_its_line(body, status, code):
    answer = calling.director(tournaments.official()).post("tournament-archives", body)

    assert (answer.status, answer.code) == (status, code)
    assert not Tournament.objects.exists()


def test_calendars_are_read_and_one_s_own_has_a_secret_address():
    made = tournaments.started(["Ada", "Bob"])
    caller = calling.player(making.member())

    calendar = calling.Caller().get(f"tournaments/{made.slug}/calendar")
    none = caller.get("me/calendar").json
    new = caller.post("me/calendar", {}).json

    assert calendar.text.startswith("BEGIN:VCALENDAR")
    as_such = calling.Caller().get(f"tournaments/{made.slug}/calendar", accept="text/calendar")
    assert as_such.status == 200
    assert none == {"address": None}
    assert caller.get("me/calendar").json == new
    assert calling.Caller().get(new["address"]).text.startswith("BEGIN:VCALENDAR")


def test_a_knock_out_is_drawn_in_the_director_s_own_order():
    made = tournaments.started(
        ["Ada", "Bob", "Cyril", "Dana"], format="groups_knockout", groups=2, qualifiers=1
    )
    for stage in (1, 2):
        one = tournaments.pairing(made, 1, 1, stage=stage)
        tournaments.done(
            scores.enter_result(
                pairing_id=one.pk, by_id=made.by_id, first_score=0, second_score=0, why="x"
            )
        )
    director = calling.director(made.director)
    stages = director.get(f"tournaments/{made.slug}").json["stages"]
    order = {
        str(stage["number"]): [
            calling.Caller()
            .get(f"tournaments/{made.slug}/standings")
            .json[index]["lines"][1]["entry"]
        ]
        for index, stage in enumerate(stages)
    }

    due = director.get(f"tournaments/{made.slug}/inbox").json["knockout_due"]
    drawn = director.post(f"tournaments/{made.slug}/knockout", {"order": order, "why": "By lot."})

    assert [(group["stage"], group["ranked"][:1]) for group in due] == [
        (int(number), group["going_on"]) for number, group in zip(order, due, strict=True)
    ]
    assert drawn.status == 200, drawn
    final = tournaments.pairing(made, 1, 1, stage=3)
    assert {final.first_id, final.second_id} == {entry for one in order.values() for entry in one}


def test_a_time_far_from_now_is_told_in_utc():
    made = tournaments.draft(first_start=timezone.now() + datetime.timedelta(days=400))

    told = calling.director(made.director).get(f"tournaments/{made.slug}").json

    assert told["first_start"] == told["settings"]["first_start"]
    assert told["first_start"].endswith("Z")


def test_times_in_the_details_of_a_refusal_are_those_of_all_answers():
    made = tournaments.opened()
    director = calling.director(made.director)
    did(director.post(f"tournaments/{made.slug}/settings", {"settings": {"name": "New"}}))

    late = director.post(
        f"tournaments/{made.slug}/settings", {"settings": {"name": "Newer"}, "version": 1}
    )

    assert late.code == "changed_meanwhile"
    for act in late.json["details"]["acts"]:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", act["at"])


@pytest.mark.parametrize(
    ("settings", "bot", "rated"),
    [
        ({}, False, True),
        ({}, True, False),
        ({"rated": False}, False, False),
    ],
)
def test_players_are_told_whether_their_pairing_will_count(settings, bot, rated):
    made = tournaments.started(2, **settings)
    caller = calling.player(made.players[0])
    Member.objects.filter(pk=made.players[0].pk).update(rated_with_bots=False)
    Member.objects.filter(pk=made.players[1].pk).update(is_bot=bot, rated_with_bots=True)

    (mine,) = caller.get("me/pairings").json
    shown = caller.get(f"pairings/{mine['id']}")

    assert (mine["rated"], shown.json["rated"]) == (rated, rated)
    as_documented("pairings/{pairing_id}", "get", shown)


def test_it_is_not_known_whether_a_pairing_counts_before_its_players_are():
    made = groups()
    won_by_number(made)
    tournaments.done(knocked_out(made))
    Tournament.objects.filter(pk=made.id).update(rated=True)
    final = tournaments.pairing(made, 2, 1, stage=3)

    assert calling.Caller().get(f"pairings/{final.pk}").json["rated"] is None


def test_what_a_guest_plays_does_not_count():
    made = tournaments.started([*tournaments.started(2).players[:1], "Host"])
    board = tournaments.pairing(made, 1, 1)

    assert calling.Caller().get(f"pairings/{board.pk}").json["rated"] is False
