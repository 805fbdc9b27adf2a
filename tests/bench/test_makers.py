"""What the measurements are made on: rows that the site takes for its own, however few."""

import json

import pytest

from games.models import Heartbeat, Match, Seat
from games.services import audit as games_audit
from games.services import clocks
from ladder.services import invariants
from tests.ladder.making import member
from vrhcaby import clock

pytestmark = pytest.mark.django_db(transaction=True)

NOW = 1_800_000_000_000
FEW = 10


@pytest.fixture
def due():
    """The maker of live matches, which expects an environment that is ready."""
    from bench import due

    return due


@pytest.fixture
def copied(due):
    with clock.frozen(NOW):
        begun = due.begin(member("Anna").pk, member("Boris").pk, at=NOW)
        due.clone(begun, FEW)
    return begun


def test_copies_of_a_match_differ_in_nothing_that_was_agreed(copied):
    columns = ("ruleset", "options", "rated", "source", "rules_version")
    first, *others = Match.objects.order_by("pk").values_list(*columns)

    assert others == [first] * FEW
    assert Seat.objects.count() == 2 * (FEW + 1)


def test_copies_end_each_at_its_time_an_hour_ahead(copied, due):
    first = Match.objects.get(pk=copied)
    copies = Match.objects.exclude(pk=copied).order_by("pk")

    assert [one.last_at - first.last_at for one in copies] == [due.FAR_MS + n for n in range(FEW)]
    assert len({one.dice.commitment for one in copies}) == FEW


def test_copies_are_what_play_would_have_made(copied):
    with clock.frozen(NOW):
        assert list(invariants.violations()) == []


def test_copies_are_judged_by_the_sweep_without_a_complaint(copied, due, caplog):
    late = NOW + 3 * due.FAR_MS
    Heartbeat.objects.update_or_create(id=1, defaults={"swept_at": late - 1_000})
    with clock.frozen(late):
        swept = clocks.sweep()

        assert swept.judged == FEW + 1
        assert [record for record in caplog.records if record.levelname != "INFO"] == []
        assert not Match.objects.live().exists()
        assert list(invariants.violations()) == []


def test_limits_asked_for_end_within_one_second(due, monkeypatch, capsys):
    monkeypatch.setattr(due, "MEMBERS", 3)

    due.main(["--due", str(FEW), "--live", "2", "--at", str(NOW)])

    assert json.loads(capsys.readouterr().out) == {"at": NOW}
    ending = Match.objects.filter(deadline_at__range=(NOW, NOW + 999)).order_by("deadline_at")
    assert list(ending.values_list("deadline_at", flat=True)) == list(range(NOW, NOW + FEW))
    assert Match.objects.count() == FEW + 1 + 2


def test_seated_guests_have_begun_a_match(capsys):
    from bench import guests

    guests.main(["2", "--tables", "--limit-s", "600"])

    tables = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(tables) == 2
    for table in tables:
        seats = Seat.objects.filter(match=table["match"]).order_by("side")
        assert [seat.member_id for seat in seats] == [one["id"] for one in table["members"]]
    assert list(games_audit.check()) == []


def test_a_session_of_a_guest_lets_him_in(client):
    from bench import guests

    made = guests.member()
    client.cookies["sessionid"] = made["session"]

    assert made["name"] in client.get("/ucet/").content.decode()
