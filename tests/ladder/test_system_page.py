"""The officials' page on the machine."""

import datetime

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from games.models import Audience, Heartbeat, Instance, Outage
from tests.games import making
from vrhcaby import clock, probes
from vrhcaby.models import AuditRun

pytestmark = pytest.mark.django_db
QUERIES = 20


@pytest.fixture
def staff(client):
    member = making.member("boss")
    member.is_staff = True
    member.save()
    member.user_permissions.add(Permission.objects.get(codename="view_auditrun"))
    client.force_login(member)
    return member


def test_it_shows_the_referee_sockets_audits_and_outages(client, staff):
    making.game()
    now = clock.now()
    Heartbeat.objects.update_or_create(id=1, defaults={"swept_at": now, "enforcing_since": now})
    server = Instance.objects.create(id="alive", started=now, renewed=now)
    Audience.objects.create(instance=server, match_id=making.Match.objects.get().pk, count=37)
    Outage.objects.create(since=1_700_000_000_000, until=1_700_000_009_000)
    began = datetime.datetime(2026, 3, 10, tzinfo=datetime.UTC)
    AuditRun.objects.create(
        night=began.date(), began=began, ended=began, violations=1, lines="match 4: <state>"
    )

    page = client.get(reverse("system")).content.decode()

    assert "enforced since" in page
    assert "<td>37</td>" in page
    assert "14. 11. 2023" in page
    assert "match 4: &lt;state&gt;" in page


def test_it_says_when_clocks_are_not_enforced(client, staff):
    page = client.get(reverse("system")).content.decode()

    assert "no sweep has come for 5 seconds" in page


def test_a_broker_that_is_away_is_said_and_the_page_is_shown(client, staff, monkeypatch):
    def away():
        raise probes.Away

    monkeypatch.setattr(probes, "queue_lengths", away)

    assert "the broker is away" in client.get(reverse("system")).content.decode()


def test_the_number_of_queries_does_not_grow_with_audits(
    client, staff, django_assert_max_num_queries
):
    began = datetime.datetime(2026, 3, 10, tzinfo=datetime.UTC)
    for day in range(30):
        at = began + datetime.timedelta(days=day)
        AuditRun.objects.create(night=at.date(), began=at, ended=at)

    with django_assert_max_num_queries(QUERIES):
        client.get(reverse("system"))


def test_staff_without_the_permission_are_refused_and_others_sent_to_sign_in(client, staff):
    staff.user_permissions.clear()
    assert client.get(reverse("system")).status_code == 403

    client.logout()
    assert client.get(reverse("system")).status_code == 302


def test_the_admin_leads_to_it(client, staff):
    assert reverse("system") in client.get(reverse("admin:index")).content.decode()
