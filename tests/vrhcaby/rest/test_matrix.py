"""Who may what: every operation of the document for everybody who may come."""

import datetime

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Permission
from django.utils import timezone

from accounts import services, tokens
from accounts.enums import Scope
from accounts.models import AccessToken, Member
from tests.games import making
from tests.vrhcaby.rest import calling, world
from vrhcaby.rest.operation import BY_SESSION

pytestmark = pytest.mark.django_db

ROLES = ("guest", "reader", "player", "director", "official", "expired", "revoked", "unknown")
NOT_AN_OFFICIAL = {
    *("not_an_official", "ban_not_allowed", "not_a_moderator", "mute_not_allowed"),
    "appoint_not_allowed",
}
NO_ENTRY = {
    "expired": (401, "token_expired"),
    "revoked": (401, "token_revoked"),
    "unknown": (401, "bad_token"),
}
SCOPES = {
    "reader": {"read"},
    "player": {"read", "play"},
    "director": {"read", "play", "direct"},
    "official": {"read", "play", "direct"},
}
ACCESS = {"not_signed_in", "scope_too_small", "bad_token", "token_expired", "token_revoked"}


def comes(club, role, operation):
    """Return the caller of a role."""
    member = club.away if operation.id == "answerReady" else club.me
    if role == "guest":
        return calling.Caller()
    if role == "unknown":
        return calling.Caller("vrh_nonsense")
    if role == "official":
        return calling.fit(club.official, operation.scope)
    scopes = [scope for scope in Scope if scope in SCOPES.get(role, {"read", "play", "direct"})]
    made = tokens.make(member_id=member.pk, name=role, scopes=scopes, days=7)
    if role == "expired":
        AccessToken.objects.filter(pk=made.token.pk).update(expires_at=timezone.now())
    if role == "revoked":
        tokens.revoke(member_id=member.pk, token_id=made.token.pk)
    return calling.Caller(made.secret)


def expected(role, operation):
    """Return what must come: a status and a code, or None where the service is reached."""
    if role in NO_ENTRY:
        return NO_ENTRY[role]
    if operation.scope is None:
        return None
    if role == "guest":
        return 401, "not_signed_in"
    if operation.scope == BY_SESSION and role == "official":
        return None
    if operation.scope not in SCOPES[role]:
        return 403, "scope_too_small"
    return (403, NOT_AN_OFFICIAL) if operation.official and role != "official" else None


@pytest.mark.parametrize("operation", world.operations(), ids=lambda one: one.id)
def test_each_operation_lets_in_whom_it_should(operation):
    club = world.World()
    found = {}
    for role in ROLES:
        answer = club.call(operation, comes(club, role, operation))
        due = expected(role, operation)
        told = answer.json.get("code") if answer.status >= 400 else None
        if due is None:
            right = told not in ACCESS | NOT_AN_OFFICIAL
        else:
            codes = due[1] if isinstance(due[1], set) else {due[1]}
            right = answer.status == due[0] and told in codes
        if not right:
            found[role] = (answer.status, told, due)

    assert found == {}


@pytest.mark.parametrize("operation", world.operations(), ids=lambda one: one.id)
def test_a_suspended_member_s_token_opens_nothing(operation):
    club = world.World()
    caller = calling.director(club.me)
    until = timezone.now() + datetime.timedelta(days=1)
    services.ban(member_id=club.me.pk, by=club.official, until=until, reason="Test.")

    answer = club.call(operation, caller)

    assert (answer.status, answer.code) == (403, "banned")


@pytest.fixture
def strictly(settings):
    """Return a function that makes a member's caller, for whose requests the factor is required."""

    def make(member, scope=None):
        caller = calling.fit(member, scope)

        def call(*request):
            settings.STAFF_NEEDS_SECOND_FACTOR = True
            answer = caller(*request)
            settings.STAFF_NEEDS_SECOND_FACTOR = False
            return answer

        return call

    return make


@pytest.mark.parametrize(
    "operation", [one for one in world.operations() if one.official], ids=lambda one: one.id
)
def test_an_official_without_the_second_factor_that_is_required_does_no_act(operation, strictly):
    club = world.World()
    moderator, chief = making.member(), making.member()
    Member.objects.filter(pk__in=(moderator.pk, chief.pk)).update(is_staff=True)
    Member.objects.filter(pk=chief.pk).update(is_superuser=True)
    moderator.user_permissions.set(Permission.objects.all())
    for member in (moderator, chief):
        answer = club.call(operation, strictly(member, operation.scope))
        assert (answer.status, answer.code) == (403, "second_factor_missing")

    Authenticator.objects.create(user=club.official, type=Authenticator.Type.TOTP, data={})
    answer = club.call(operation, strictly(club.official, operation.scope))
    assert answer.status == operation.success or answer.code not in NOT_AN_OFFICIAL | {
        "second_factor_missing"
    }


def test_who_directs_as_a_plain_member_needs_no_second_factor(strictly):
    club = world.World()
    caller = strictly(club.me)

    found = {}
    for operation in world.operations():
        if operation.scope == "direct" and not operation.official:
            answer = club.call(operation, caller)
            found[operation.id] = answer.json.get("code") if answer.status >= 400 else None

    assert found
    assert "second_factor_missing" not in found.values()
