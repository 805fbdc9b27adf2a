"""A member who is gone by the time his row is locked: a refusal, no fault."""

import datetime

import pytest
from django.utils import timezone

from accounts import mutes, permissions, services
from tests.accounts import making

pytestmark = pytest.mark.django_db

SOON = datetime.timedelta(hours=1)
ACTS = {
    "ban": lambda by, pk: services.ban(
        member_id=pk, by=by, until=timezone.now() + SOON, reason="x"
    ),
    "lift_ban": lambda by, pk: services.lift_ban(member_id=pk, by=by),
    "mute": lambda by, pk: mutes.mute(member_id=pk, by=by, until=timezone.now() + SOON, reason="x"),
    "unmute": lambda by, pk: mutes.unmute(member_id=pk, by=by),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_nothing_is_done_to_a_member_who_is_gone(act):
    with pytest.raises(permissions.NoSuchMember):
        act(making.official(), 999_999)
