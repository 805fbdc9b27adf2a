"""The demo club: complete, in order, made once, and only on a new site."""

import stat
from collections import Counter
from io import StringIO

import pytest
from django.contrib.auth import authenticate, get_user_model
from django.core.management import CommandError, call_command

from games.models import Challenge, Match, Result
from ladder.management import demo_club, demo_passwords
from ladder.models import PROVISIONAL_BELOW, Pairing, Rating, Tournament
from tests.ladder.making import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(settings, tmp_path):
    settings.DATA_FOLDER = tmp_path / "data"
    return settings.DATA_FOLDER


@pytest.fixture
def short_plan(monkeypatch):
    """A history of a few games, for what does not depend on its length."""
    games = demo_club.plan()[:6]
    monkeypatch.setattr(demo_club, "plan", lambda: games)
    return games


def demo(**options):
    out = StringIO()
    call_command("demo", stdout=out, **options)
    return out.getvalue()


@pytest.mark.slow
def test_the_whole_club(folder):
    demo()

    assert call_command("check_invariants") is None
    assert Match.objects.live().count() == 0
    assert Match.objects.count() == len(demo_club.plan()) > 100
    assert Challenge.objects.filter(status="open", opponent=None).count() == 1
    assert Rating.objects.filter(experience__gte=PROVISIONAL_BELOW).count() == 8
    assert Rating.objects.filter(experience__lt=PROVISIONAL_BELOW).count() == 2
    reasons = set(Result.objects.values_list("reason", flat=True))
    # The dice are real: now and then they bring five passes in a row.
    assert reasons - {"draw_passes"} == {
        "borne_off",
        "resigned",
        "claimed",
        "absent",
        "draw_agreed",
    }
    cup = Tournament.objects.get()
    assert (cup.state, cup.entries.count()) == ("running", 10)
    pairings = Pairing.objects.values_list("state", flat=True)
    assert Counter(pairings) == {"decided": 16, "reported": 1, "open": 3, "waiting": 25}
    days = Result.objects.dates("finished_at", "day")
    assert (days.last() - days.first()).days > 60


def test_members_and_administrator_can_sign_in(folder, short_plan):
    told = demo()

    passwords = demo_passwords.kept(folder)
    assert passwords.members in told
    assert passwords.administrator in told
    assert get_user_model().objects.count() == 11
    for name in demo_club.SKILLS:
        assert authenticate(None, username=name, password=passwords.members) is not None
    administrator = authenticate(None, username="spravce", password=passwords.administrator)
    assert administrator.is_superuser
    assert authenticate(None, username="spravce", password=passwords.members) is None


def test_the_passwords_are_for_the_owner_alone_and_drawn_for_each_site(folder, tmp_path):
    first = demo_passwords.drawn(folder)
    second = demo_passwords.drawn(tmp_path / "other")

    file = folder / demo_passwords.FILE_NAME
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len({first.members, first.administrator, second.members, second.administrator}) == 4


def test_a_second_run_changes_nothing_and_tells_the_same(folder, short_plan):
    first = demo()
    before = list(Match.objects.order_by("pk").values_list("pk", "version", "finished_at"))

    second = demo()

    assert second in first
    assert list(Match.objects.order_by("pk").values_list("pk", "version", "finished_at")) == before
    assert get_user_model().objects.count() == 11
    assert Challenge.objects.filter(status="open").count() == 1


def test_a_run_that_was_interrupted_goes_on(folder, short_plan, monkeypatch):
    monkeypatch.setattr(demo_club, "plan", lambda: short_plan[:2])
    demo()
    monkeypatch.setattr(demo_club, "plan", lambda: short_plan)

    demo()

    assert Match.objects.count() == len(short_plan)
    assert call_command("check_invariants") is None


def test_a_site_with_members_is_left_alone(folder):
    member("Anna")

    with pytest.raises(CommandError):
        demo()

    assert demo(offer=True) == ""
    assert get_user_model().objects.count() == 1
    assert not folder.exists()


def test_the_plan_is_the_same_each_time_and_in_order():
    games = demo_club.plan()

    assert games == demo_club.plan()
    moments = [(-game.days_ago, game.evening_ms) for game in games]
    assert moments == sorted(moments)
    assert all(game.first != game.second and game.days_ago >= 1 for game in games)
