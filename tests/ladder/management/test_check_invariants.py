"""The command that checks everything: silent when all is well."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import QuerySet

from games.models import MatchEvent
from ladder.management import demo_club, demo_passwords
from ladder.models import Rating
from ladder.services.invariants import violations

pytestmark = pytest.mark.django_db


@pytest.fixture
def games(monkeypatch):
    """Three games, really played."""
    plan = demo_club.plan()[:3]
    monkeypatch.setattr(demo_club, "plan", lambda: plan)
    demo_club.make(demo_passwords.Passwords("for members", "for one"))


def run():
    out = StringIO()
    try:
        call_command("check_invariants", stdout=out)
    except CommandError as error:
        return error.returncode, out.getvalue()
    return 0, out.getvalue()


def test_it_is_silent_when_all_is_well(games):
    assert run() == (0, "")


def test_it_is_silent_on_an_empty_site():
    assert run() == (0, "")


def test_it_tells_of_the_ladder_one_line_each(games):
    Rating.objects.update(rating=1.0)

    code, told = run()

    assert code == 1
    lines = told.splitlines()
    assert len(lines) == Rating.objects.count()
    assert all(line.startswith("pool vrhcaby: rating of member") for line in lines)


def test_it_tells_of_the_games(games):
    last = MatchEvent.objects.order_by("pk").last()
    QuerySet.delete(MatchEvent.objects.filter(pk=last.pk).order_by())

    code, told = run()

    assert code == 1
    assert f"match {last.match_id}: " in told
    assert len(list(violations())) == len(told.splitlines())
