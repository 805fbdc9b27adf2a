"""A member's data, his sessions, and his leaving for good."""

import datetime
import io
import json
import zipfile

import pytest
from asgiref.sync import sync_to_async
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import connections
from django.test import AsyncClient, Client
from django.utils import timezone

from accounts import leaving, retention
from accounts.models import Block, Member, Notice
from accounts.tasks import forget_old
from games import tasks
from games.engine import commands
from games.models import Challenge, ChatLine, DiceSeed, Match, MemberDice, Report
from games.services import blocking, chat, lobby, reports
from tests.accounts.making import PASSWORD
from tests.games import making
from vrhcaby.errors import DomainError

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _fresh():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def anna():
    return Member.objects.create_user("Anna", "anna@example.org", PASSWORD, language="en")


@pytest.fixture
def boris():
    return Member.objects.create_user("Boris", "boris@example.org", PASSWORD, language="en")


def signed_in(member, **headers):
    client = Client()
    given = {"login": member.username, "password": PASSWORD}
    client.post("/ucet/login/", given, headers=headers or None)
    client.post("/ucet/reauthenticate/", {"password": PASSWORD})
    return client


def lived(anna, boris):
    """A finished game, chat lines both ways, a report, a block and a challenge of Anna's."""
    game = making.game(members=(anna, boris))
    chat.say(member_id=anna.pk, room="players", match_id=game.match_id, text="Moje slova")
    chat.say(member_id=boris.pk, room="players", match_id=game.match_id, text="Borisova slova")
    line = ChatLine.objects.get(author=anna)
    reports.report(member_id=boris.pk, line_id=line.pk, reason="other")
    lobby.challenge(member_id=anna.pk, ruleset="standard", rated=True)
    blocking.block(member_id=anna.pk, other_id=making.member("Zlobil").pk)
    game.send(commands.Resign(0))
    return game


# My data


async def fetched(member):
    """Get the archive by the pages; return its files as they are read from JSON."""
    client = AsyncClient()
    client.cookies = (await sync_to_async(signed_in)(member)).cookies
    answer = await client.post("/ucet/soukromi/data/", headers={"accept-encoding": "gzip, br"})
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/zip"
    raw = b"".join([piece async for piece in answer])
    await sync_to_async(connections.close_all)()
    with zipfile.ZipFile(io.BytesIO(raw)) as archived:
        assert archived.testzip() is None
        return {name: json.loads(archived.read(name)) for name in archived.namelist()}


async def test_all_that_is_kept_about_a_member_is_in_the_archive_and_nothing_of_others(anna, boris):
    game = await sync_to_async(lived)(anna, boris)
    await MemberDice.objects.acreate(member=anna, rolls=36, pips=294, doubles=6)

    files = await fetched(anna)

    (me,) = files["member.json"]
    assert me["username"] == "Anna"
    assert "password" not in me
    assert [one["match"] for one in files["games.json"]] == [game.match_id]
    assert len(files["games.json"][0]["events"]) > 3
    assert [line["text"] for line in files["chat.json"]] == ["Moje slova"]
    assert [one["blocked__username"] for one in files["blocks.json"]] == ["Zlobil"]
    assert files["dice.json"] == [{"rolls": 36, "pips": 294, "doubles": 6}]
    assert len(files["challenges.json"]) == 2
    assert len(files["rating_changes.json"]) == len(files["ratings.json"]) == 1
    everything = json.dumps(files, ensure_ascii=False)
    assert "Borisova slova" not in everything
    assert "boris@example.org" not in everything


def test_data_are_sent_to_whom_has_just_given_his_password(anna):
    client = Client()
    client.force_login(anna)

    for path in ("data/", "odejit/"):
        assert "reauthenticate" in client.get(f"/ucet/soukromi/{path}")["Location"]
    assert signed_in(anna).get("/ucet/soukromi/data/").status_code == 200


# Leaving


def test_who_leaves_is_nobody_any_more_and_his_games_stay(anna, boris):
    game = lived(anna, boris)
    LogEntry.objects.create(
        user=boris,
        content_type=ContentType.objects.get_for_model(Member),
        object_id=str(anna.pk),
        object_repr="Anna",
        action_flag=CHANGE,
    )
    client = signed_in(anna)
    other = signed_in(anna)

    assert client.get("/ucet/soukromi/odejit/").status_code == 200
    client.post("/ucet/soukromi/odejit/", {"name": "anna"})
    assert Member.objects.filter(username="Anna").exists()
    answer = client.post("/ucet/soukromi/odejit/", {"name": "Anna"}, follow=True)

    assert "You have left" in answer.content.decode()
    row = Member.objects.get(pk=anna.pk)
    assert (row.username, row.email, row.is_active) == (f"smazaný-{anna.pk}", "", False)
    assert not row.has_usable_password()
    assert other.get("/ucet/").status_code == 302
    assert signed_in(anna).get("/ucet/").status_code != 200
    assert Match.objects.filter(pk=game.match_id).exists()
    page = Client().get(f"/hra/{game.match_id}/").content.decode()
    assert "Anna" not in page
    assert row.username in page
    assert [line.text for line in ChatLine.objects.all()] == ["Borisova slova"]
    assert not Block.objects.exists()
    assert "Anna" not in json.dumps(Report.objects.get().context)
    assert LogEntry.objects.get().object_repr == row.username
    Member.objects.create_user("Anna", "anna@example.org", PASSWORD)


def test_who_plays_or_belongs_to_the_staff_does_not_leave_yet(anna, boris):
    making.game(members=(anna, boris))
    boris.is_staff = True
    boris.save()

    for member, code in ((anna, "still_playing"), (boris, "staff_stays")):
        with pytest.raises(DomainError) as refused:
            leaving.forget(member_id=member.pk)
        assert refused.value.code == code
    assert Member.objects.filter(username__in=["Anna", "Boris"], is_active=True).count() == 2
    client = signed_in(anna)
    answer = client.post("/ucet/soukromi/odejit/", {"name": "Anna"}, follow=True)
    assert "finish it first" in answer.content.decode()


def test_open_challenges_of_who_has_left_are_closed(anna):
    lobby.challenge(member_id=anna.pk, ruleset="vrhcaby", rated=True)
    leaving.forget(member_id=anna.pk)

    tasks.close_stale_challenges()

    assert Challenge.objects.get().status == "expired"


# Sessions


def test_a_member_sees_where_he_is_signed_in_and_ends_one_of_them(anna, boris):
    phone, desk = signed_in(anna, user_agent="Phone <b>7</b>"), signed_in(anna, user_agent="Desk")
    signed_in(boris, user_agent="Tablet")

    page = desk.get("/ucet/prihlaseni/").content.decode()
    assert "Phone &lt;b&gt;7" in page
    assert "Tablet" not in page
    row = next(
        r for r in desk.get("/ucet/prihlaseni/").context["sessions"] if r.user_agent != "Desk"
    )
    desk.post(f"/ucet/prihlaseni/{row.pk}/")

    assert phone.get("/ucet/").status_code == 302
    assert desk.get("/ucet/").status_code == 200


def test_nobody_ends_a_session_of_another(anna, boris):
    victim, attacker = signed_in(anna), signed_in(boris)
    row = victim.get("/ucet/prihlaseni/").context["sessions"][0]

    assert attacker.post(f"/ucet/prihlaseni/{row.pk}/").status_code == 404
    assert victim.get("/ucet/").status_code == 200


# How long things are kept


def test_old_notices_go_and_young_ones_stay(anna, settings):
    for days in (300, 10):
        at = timezone.now() - datetime.timedelta(days=days)
        Notice.objects.create(member=anna, kind="reminder", about=f"{days}", path="/", at=at)

    settings.KEEP_NOTICES_DAYS = 0
    forget_old()
    assert Notice.objects.count() == 2

    settings.KEEP_NOTICES_DAYS = 200
    forget_old()
    assert Notice.objects.get().about == "10"


def test_what_has_been_kept_long_enough_goes(anna, boris, settings):
    lived(anna, boris)
    long_ago = timezone.now() - datetime.timedelta(days=1000)
    ChatLine.objects.filter(author=anna).update(at=long_ago)
    Report.objects.update(closed_at=long_ago, closed_by=boris, status="dismissed")
    lobby.withdraw(challenge_id=Challenge.objects.get(status="open").pk, member_id=anna.pk)
    Challenge.objects.filter(match=None).update(closed_at=long_ago)
    Session.objects.create(session_key="old", session_data="", expire_date=long_ago)
    seeds = DiceSeed.objects.count()

    settings.KEEP_CHAT_DAYS = settings.KEEP_REPORTS_DAYS = settings.KEEP_CHALLENGES_DAYS = 0
    tasks.forget_old()
    assert (ChatLine.objects.count(), Report.objects.count()) == (2, 1)

    settings.KEEP_CHAT_DAYS = settings.KEEP_REPORTS_DAYS = settings.KEEP_CHALLENGES_DAYS = 999
    tasks.forget_old()
    forget_old()
    assert [line.text for line in ChatLine.objects.all()] == ["Borisova slova"]
    assert not Report.objects.exists()
    assert Challenge.objects.count() == 1
    assert DiceSeed.objects.count() == seeds - 1
    assert not Session.objects.filter(session_key="old").exists()
    assert retention.limit(0) is None
