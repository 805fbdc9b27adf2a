"""Access tokens: made, shown once, used, ended."""

import datetime

import pytest
from django.test import Client
from django.utils import timezone

from accounts import permissions, services, tokens
from accounts.enums import Scope
from accounts.models import AccessToken, access_tokens
from tests.accounts import making

pytestmark = pytest.mark.django_db


def make(member, *scopes, name="bot", days=None):
    return tokens.make(member_id=member.pk, name=name, scopes=scopes, days=days)


def signed_in(member):
    client = Client()
    client.force_login(member)
    client.post("/ucet/reauthenticate/", {"password": making.PASSWORD})
    return client


def test_only_a_hash_of_a_token_is_kept():
    made = make(making.member())
    row = AccessToken.objects.get(pk=made.token.pk)

    assert made.secret.startswith("vrh_")
    assert len(made.secret) <= access_tokens.LONGEST
    assert made.secret not in str(vars(row))
    assert row.digest == access_tokens.digest_of(made.secret)
    assert made.secret.startswith(row.prefix)


def test_a_token_gives_its_member_and_notes_its_use_once_a_minute():
    member = making.member()
    made = make(member, Scope.PLAY)

    first = tokens.bearer(made.secret)
    used = AccessToken.objects.get(pk=made.token.pk).last_used_at
    tokens.bearer(made.secret)

    assert first.member == member
    assert used is not None
    assert AccessToken.objects.get(pk=made.token.pk).last_used_at == used


def test_a_token_comes_whole_with_its_member_in_one_statement(django_assert_num_queries):
    member = making.member()
    made = make(member, Scope.PLAY, days=7)
    tokens.bearer(made.secret)

    with django_assert_num_queries(1):
        token = tokens.bearer(made.secret)
        found = token.member

    for read, row in ((found, member), (token, made.token)):
        row.refresh_from_db()
        names = [column.attname for column in row._meta.concrete_fields]
        assert {name: vars(read)[name] for name in names} == {
            name: vars(row)[name] for name in names
        }


@pytest.mark.parametrize(
    ("scopes", "allowed"),
    [((), {"read"}), (("play",), {"read", "play"}), (("direct",), {"read", "direct"})],
)
def test_a_token_allows_its_scopes_and_reading(scopes, allowed):
    token = make(making.member(), *scopes).token

    assert {scope.value for scope in Scope if token.allows(scope)} == allowed


@pytest.mark.parametrize("secret", ["", "vrh_x", "ž" * 10, "x" * 10_000, "vrh_\0"])
def test_what_is_no_token_opens_nothing(secret):
    with pytest.raises(tokens.BadToken):
        tokens.bearer(secret)


def test_a_token_ends_by_its_time():
    made = make(making.member(), days=7)
    AccessToken.objects.filter(pk=made.token.pk).update(expires_at=timezone.now())

    with pytest.raises(tokens.TokenExpired):
        tokens.bearer(made.secret)


def test_a_revoked_token_opens_nothing_and_is_not_revoked_twice():
    member = making.member()
    made = make(member)
    tokens.revoke(member_id=member.pk, token_id=made.token.pk)

    with pytest.raises(tokens.TokenRevoked):
        tokens.bearer(made.secret)
    with pytest.raises(tokens.NoSuchToken):
        tokens.revoke(member_id=member.pk, token_id=made.token.pk)


def test_nobody_revokes_another_s_token():
    made = make(making.member("Anna"))

    with pytest.raises(tokens.NoSuchToken):
        tokens.revoke(member_id=making.member("Eva").pk, token_id=made.token.pk)


def test_a_suspended_member_s_token_sleeps():
    member, official = making.member("Anna"), making.official()
    made = make(member)
    until = timezone.now() + datetime.timedelta(days=1)
    services.ban(member_id=member.pk, by=official, until=until, reason="x")

    with pytest.raises(permissions.Banned):
        tokens.bearer(made.secret)
    services.lift_ban(member_id=member.pk, by=official)
    assert tokens.bearer(made.secret).member == member


def test_a_member_has_twenty_living_tokens_at_most():
    member = making.member()
    made = [make(member) for _ in range(tokens.MOST_LIVING)]

    with pytest.raises(tokens.TooManyTokens):
        make(member)
    tokens.revoke(member_id=member.pk, token_id=made[0].token.pk)
    assert make(member).secret


@pytest.mark.parametrize(
    ("name", "scopes", "refused"),
    [(" ", (), tokens.TokenNameMissing), ("x", ("all",), tokens.BadScope)],
)
def test_what_makes_no_token_is_refused(name, scopes, refused):
    with pytest.raises(refused):
        make(making.member(), *scopes, name=name)


def test_the_page_shows_a_new_token_this_once():
    member = making.member(language="en")
    client = signed_in(member)

    made = client.post("/ucet/tokeny/", {"name": "My bot", "scopes": ["play"], "days": "30"})
    later = client.get("/ucet/tokeny/")
    secret = made.context["made"].secret
    row = AccessToken.objects.get(member=member)

    assert secret in made.text
    assert made["Cache-Control"].startswith("max-age=0")
    assert secret not in later.text
    assert "My bot" in later.text
    assert row.scopes == ["read", "play"]
    assert (row.expires_at - row.created_at).days == 30


def test_a_token_is_made_only_with_the_password_fresh(settings):
    member = making.member()
    client = Client()
    client.force_login(member)

    asked = client.post("/ucet/tokeny/", {"name": "x", "days": "0"})
    before = AccessToken.objects.count()
    made = client.post(asked["Location"], {"password": making.PASSWORD})

    assert asked["Location"].startswith("/ucet/reauthenticate/")
    assert before == 0
    assert made.status_code == 200
    assert AccessToken.objects.get().name == "x"


def test_the_page_revokes_a_token_and_says_what_is_wrong():
    member = making.member(language="en")
    client = signed_in(member)
    made = make(member)

    client.post(f"/ucet/tokeny/{made.token.pk}/zrusit/")
    again = client.post(f"/ucet/tokeny/{made.token.pk}/zrusit/", follow=True)
    nameless = client.post("/ucet/tokeny/", {"name": "", "days": "30"})

    assert AccessToken.objects.get(pk=made.token.pk).revoked_at
    assert "There is no such token" in again.text
    assert nameless.status_code == 200


def test_an_account_becomes_a_bot_s_and_its_owner_cannot_take_it_back():
    member = making.member(language="en")
    client = signed_in(member)

    page = client.post("/ucet/bot/", follow=True)
    again = client.post("/ucet/bot/", follow=True)
    member.refresh_from_db()

    assert member.is_bot
    assert "marked as a bot now" in page.text
    assert "marked as a bot already" in again.text
    assert 'class="bot"' in client.get(f"/clen/{member.username}/").text


def test_a_guest_has_no_tokens():
    for path in ("/ucet/tokeny/", "/ucet/bot/", "/ucet/tokeny/1/zrusit/"):
        assert Client().post(path).status_code == 302
