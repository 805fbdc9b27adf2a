"""Which sessions are dead, asked for many sockets in one statement."""

import datetime
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts import selectors, services
from accounts.selectors import SessionRow
from tests.accounts import making

pytestmark = pytest.mark.django_db


def signed_in(member: Any) -> tuple[Client, SessionRow]:
    client = Client()
    client.force_login(member)
    return client, selectors.session_row(client.session, member)


def test_a_signed_in_session_is_alive() -> None:
    _client, row = signed_in(making.member())

    assert selectors.session_alive(*row)


def test_signing_out_ends_a_session() -> None:
    client, row = signed_in(making.member())

    client.logout()

    assert not selectors.session_alive(*row)


def test_age_ends_a_session() -> None:
    _client, row = signed_in(making.member())

    Session.objects.update(expire_date=timezone.now())

    assert not selectors.session_alive(*row)


def test_a_new_password_ends_a_session() -> None:
    member = making.member()
    _client, row = signed_in(member)

    services.change_password(member_id=member.pk, password="jiné heslo zde")

    assert not selectors.session_alive(*row)


def test_signing_out_everywhere_ends_a_session() -> None:
    member = making.member()
    _client, row = signed_in(member)

    services.end_sessions(member_id=member.pk)

    assert not selectors.session_alive(*row)


def test_a_suspension_stops_a_session_and_its_end_revives_it() -> None:
    member = making.member()
    _client, row = signed_in(member)

    until = timezone.now() + datetime.timedelta(hours=1)
    services.ban(member_id=member.pk, by=making.official(), until=until, reason="x")
    during = selectors.session_alive(*row)
    services.lift_ban(member_id=member.pk, by=making.official("Filip"))

    assert not during
    assert selectors.session_alive(*row)


def test_a_closed_account_ends_a_session() -> None:
    member = making.member()
    _client, row = signed_in(member)

    member.is_active = False
    member.save()

    assert not selectors.session_alive(*row)


@pytest.mark.parametrize("forged", ["", "0" * 64])
def test_a_forged_hash_is_dead(forged: str) -> None:
    _client, row = signed_in(making.member())

    assert not selectors.session_alive(row.session_key, row.member_id, forged)


def test_another_members_session_is_dead() -> None:
    _client, row = signed_in(making.member("Anna"))
    other = making.member("Boris")

    assert not selectors.session_alive(row.session_key, other.pk, row.auth_hash)


def test_an_old_secret_key_still_counts_while_it_is_a_fallback(settings: Any) -> None:
    _client, row = signed_in(making.member())

    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "a new one"

    assert selectors.session_alive(*row)
    settings.SECRET_KEY_FALLBACKS = []
    assert not selectors.session_alive(*row)


@pytest.mark.parametrize("count", [1, 6])
def test_any_number_of_sockets_is_one_statement(count: int, django_assert_num_queries: Any) -> None:
    rows = [signed_in(making.member(f"Hráč{n}x"))[1] for n in range(2, 2 + count)]
    gone = SessionRow("nosuchkey", rows[0].member_id, rows[0].auth_hash)

    with django_assert_num_queries(1):
        dead = selectors.dead_sessions([*rows, gone])

    assert dead == {gone}


def test_no_socket_is_no_statement(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert selectors.dead_sessions([]) == set()


def test_may_act_reads_the_row() -> None:
    member = making.member()
    before = selectors.may_act(member.pk)
    until = timezone.now() + datetime.timedelta(hours=1)
    services.ban(member_id=member.pk, by=making.official(), until=until, reason="x")

    assert before
    assert not selectors.may_act(member.pk)
    assert not selectors.may_act(0)
