"""Flags for officials: found, kept up to date, decided; and nothing follows by itself."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import translation

from accounts.models import Member
from games.engine import commands
from ladder.enums import FlagStatus
from ladder.models import Rating, RatingFlag
from ladder.services import flags
from ladder.tasks import look_for_abuse
from tests.games import making
from vrhcaby.errors import DomainError

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def pair():
    """A member, and a friend who gives him games."""
    return making.member(), making.member()


def give(pair, count=1):
    """Let the second resign so many games at once."""
    for _ in range(count):
        making.game(members=pair).send(commands.Resign(1))


def official(*codenames):
    made = making.member()
    made.is_staff = True
    made.save()
    made.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    return type(made).objects.get(pk=made.pk)


def rows():
    return list(Member.objects.order_by("pk").values()), list(
        Rating.objects.order_by("pk").values()
    )


def test_points_given_away_are_flagged_with_their_evidence_and_nothing_else_happens(pair):
    give(pair, 4)
    before = rows()

    look_for_abuse()

    found = {flag.pattern: flag for flag in RatingFlag.objects.all()}
    assert set(found) == {"short_losses", "new_account"}
    flag = found["short_losses"]
    assert (flag.gainer, flag.giver, flag.status) == (*pair, FlagStatus.OPEN)
    assert len(flag.results) == 4
    assert flag.figures["short"] == 4
    assert rows() == before


def test_an_open_flag_grows_and_is_not_made_twice(pair):
    give(pair, 4)
    assert flags.look() == 2
    give(pair)
    assert flags.look() == 0

    assert [len(flag.results) for flag in RatingFlag.objects.all()] == [5, 5]


def test_a_decided_flag_comes_up_again_only_by_new_results(pair):
    give(pair, 4)
    flags.look()
    for flag in RatingFlag.objects.all():
        flags.decide(
            flag_id=flag.pk, official=official("change_ratingflag"), confirmed=False, note="Hráli"
        )

    assert flags.look() == 0
    give(pair)
    assert flags.look() == 2


def test_only_an_official_decides_and_once(pair):
    give(pair, 4)
    flags.look()
    flag = RatingFlag.objects.first()

    def decide(by):
        with pytest.raises(DomainError) as refused:
            flags.decide(flag_id=flag.pk, official=by, confirmed=True, note="x")
        return refused.value.code

    assert decide(pair[0]) == "not_an_official"
    assert decide(official("view_ratingflag")) == "not_an_official"
    chief = official("change_ratingflag")
    flags.decide(flag_id=flag.pk, official=chief, confirmed=True, note="x")
    assert decide(chief) == "flag_decided"


def test_the_admin_shows_the_evidence_and_takes_the_decision(pair):
    give(pair, 4)
    flags.look()
    flag = RatingFlag.objects.get(pattern="short_losses")
    client = Client()
    client.force_login(official("change_ratingflag", "view_ratingflag"))
    with translation.override("en"):
        page = client.get(f"/admin/ladder/ratingflag/{flag.pk}/change/").content.decode()
        client.post(
            f"/admin/ladder/ratingflag/{flag.pk}/decide/", {"confirmed": "1", "note": "Domluveno"}
        )

    assert page.count("/zmena/") == 4
    assert "short games: 4" in page
    flag.refresh_from_db()
    assert (flag.status, flag.note) == (FlagStatus.CONFIRMED, "Domluveno")
