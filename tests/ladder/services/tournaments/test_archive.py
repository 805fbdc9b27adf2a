"""A tournament out and in again, and files that cannot be read."""

import json

import pytest
from django.utils import translation

from ladder import tournament_phrases
from ladder.models import LadderResult, Pairing, Tournament
from ladder.selectors.tournaments import field
from ladder.services.tournaments import archive, brackets, scores, withdrawals
from tests.ladder.making import member
from tests.ladder.services.tournaments.test_knockout import groups, won_by_number
from tests.ladder.tournaments import done, official, refused, row, started

pytestmark = pytest.mark.django_db


def played(**settings):
    """Five players, one of them a guest with a difficult name; one left, one walkover."""
    people = [member("Anna"), member("Boris"), 'Novák, "Joe" \u200f=1+1', member("Dana"), "Eva"]
    made = started(people, seating="by_hand", lot_seed="15. 3.", chain=["wins", "lot"], **settings)
    for _ in range(3):
        for board in Pairing.objects.filter(state="open").order_by("pk"):
            win = board.first_id < board.second_id
            done(
                scores.enter_result(
                    pairing_id=board.pk,
                    by_id=made.by_id,
                    first_score=int(win),
                    second_score=int(not win),
                )
            )
    board = Pairing.objects.filter(state="open").first()
    done(scores.walkover(pairing_id=board.pk, by_id=made.by_id, winner="second", why="late"))
    done(
        withdrawals.withdraw(slug=made.slug, by_id=made.by_id, entry_id=made.entries[4], why="ill")
    )
    return made


def tables(slug):
    found = {}
    for stage in Tournament.objects.get(slug=slug).stages.select_related("tournament"):
        standings = field.of(stage).standings()
        names = {entry.pk: entry.shown_name for entry in field.of(stage).entries.values()}
        found[stage.number] = [
            (names[int(r.seat)], r.place, r.points, dict(r.tiebreaks)) for r in standings.rows
        ]
    return found


def test_out_and_in_again_gives_the_same_table():
    made = played()
    rated = LadderResult.objects.count()

    data = archive.export(row(made))
    copy = done(archive.read(by_id=made.by_id, data=data))

    assert copy.slug != made.slug
    assert tables(copy.slug) == tables(made.slug)
    assert LadderResult.objects.count() == rated
    again = json.loads(archive.export(Tournament.objects.get(slug=copy.slug)))
    first = json.loads(data)
    assert again["standings"] == first["standings"]
    assert again["entries"] == first["entries"]
    assert Tournament.objects.get(slug=copy.slug).rated is False


def test_groups_and_knockout_come_back_with_their_bracket():
    made = groups()
    won_by_number(made)
    done(brackets.start_knockout(slug=made.slug, by_id=made.by_id))
    data = archive.export(row(made))

    copy = done(archive.read(by_id=made.by_id, data=data))

    stages = json.loads(archive.export(Tournament.objects.get(slug=copy.slug)))["stages"]
    assert stages[2]["rounds"][1] == json.loads(data)["stages"][2]["rounds"][1]
    fed = Pairing.objects.get(round__stage__tournament__slug=copy.slug, for_place=1)
    assert fed.first_from.round.stage.tournament.slug == copy.slug


def broken(change, made=None):
    """Return the details of the refusal of an archive after a change."""
    made = made or played()
    data = json.loads(archive.export(row(made)))
    change(data)
    before = Tournament.objects.count()
    answer = archive.read(by_id=made.by_id, data=json.dumps(data, indent=1).encode())
    assert Tournament.objects.count() == before
    return refused(answer, "archive_broken")


def guest_named(name):
    """Return a change of an archive that gives its guest this name."""
    return lambda data: data["entries"][2].update(name=name)


CHANGES = {
    "stranger": lambda data: data["stages"][0]["rounds"][0]["pairings"][0].update(first=99),
    "himself": lambda data: data["stages"][0]["rounds"][0]["pairings"][0].update(first=2, second=2),
    "result": lambda data: data["stages"][0]["rounds"][0]["pairings"][0].update(results=[2, 2]),
    "state": lambda data: data["entries"][1].update(state="vanished"),
    "type": lambda data: data["entries"][1].update(number="two"),
    "twice": lambda data: data["entries"][1].update(number=1),
    "chain": lambda data: data["settings"].update(chain=["beauty"]),
    "ruleset": lambda data: data["settings"].update(ruleset="chess"),
    "unknown": lambda data: data.update(extra=1),
    "zone": lambda data: data["settings"].update(first_start="2026-05-01T18:00"),
    "rounds": lambda data: data["stages"][0]["rounds"].extend(
        [{"number": 6, "pairings": []}, {"number": 7, "pairings": []}]
    ),
    "kind": lambda data: data.update(kind="shopping-list"),
    "seats": lambda data: data["stages"][0].update(seats=[1]),
    "two_in_one_round": lambda data: data["stages"][0]["rounds"][1]["pairings"].append(
        data["stages"][0]["rounds"][1]["pairings"][0]
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_what_does_not_fit_is_refused_with_its_line(change):
    details = broken(change)

    assert details["line"] >= 1
    assert details["reason"]


@pytest.mark.parametrize("name", ["a\rb", "a\nb", "a\x1bb", "a\x85b", "a\u2029b", "\u200b"])
def test_a_guests_name_of_a_file_keeps_the_rule_of_guests_names(name):
    details = broken(guest_named(name))

    assert details["reason"].startswith("$.entries[2].name")


def test_the_line_is_that_of_the_value():
    made = played()
    lines = json.dumps(json.loads(archive.export(row(made))), indent=1).splitlines()
    expected = next(n for n, text in enumerate(lines, 1) if '"name": "Boris"' in text)

    details = broken(lambda data: data["entries"][1].update(name=" "), made)

    assert details["line"] == expected
    assert details["reason"].startswith("$.entries[1].name")


def test_a_file_cut_in_the_middle_is_refused_at_the_line_where_it_ends():
    made = started(["Anna", "Boris"], rated=False)
    lines = archive.export(row(made)).splitlines(keepends=True)
    data = b"".join(lines[:-20]) + b'"ab'

    details = refused(archive.read(by_id=official().pk, data=data), "archive_broken")

    assert details["line"] == len(lines) - 19
    with translation.override("en"):
        told = tournament_phrases.sentence("archive_broken", details)
    assert told.endswith("the file ends in the middle")


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", 1),
        (b"{", 1),
        (b'{"kind": "vrhcaby-tournament",\n "version": }', 2),
        (b"\xff\xfe", 1),
        (b'{"kind": "vrhcaby-tournament",\n "version": 1,\n "x": [1,\n\n', 3),
        (b'{"kind": "vrhcaby-tournament",\n "version": "\xff"}', 2),
        (b"[" * 100_000, 1),
        (b'{"kind": "vrhcaby-tournament", "version": 1}', 1),
    ],
)
def test_what_is_no_archive_is_refused(data, line):
    details = refused(archive.read(by_id=official().pk, data=data), "archive_broken")

    assert details["line"] == line


def test_a_newer_version_and_a_file_too_large_are_named():
    by_id = official().pk
    newer = b'{"kind": "vrhcaby-tournament", "version": 2}'

    assert refused(archive.read(by_id=by_id, data=newer), "archive_newer")["version"] == 2
    refused(archive.read(by_id=by_id, data=b" " * (8 * 1024 * 1024 + 1)), "archive_too_large")
    refused(archive.read(by_id=member("Anna").pk, data=newer), "may_not_make_tournaments")


def test_a_score_that_the_other_has_won_is_refused():
    def turn(data):
        boards = [one for r in data["stages"][0]["rounds"] for one in r["pairings"]]
        one = next(one for one in boards if one.get("score") and one["results"] == [2, 0])
        one["score"] = one["score"][::-1]

    assert "score: does not fit" in broken(turn)["reason"]


def test_a_table_that_the_results_do_not_give_is_refused():
    def better(data):
        data["standings"][0]["table"][0]["points"] = "99"

    assert "not what the results give" in broken(better)["reason"]
