"""Access tokens over REST: their owner's programs see them and revoke them, nobody else's."""

import pytest

from accounts import tokens
from tests.accounts import making
from tests.ladder.api.test_tournaments import as_documented
from tests.vrhcaby.rest import calling

pytestmark = pytest.mark.django_db


def made(member, name):
    return tokens.make(member_id=member.pk, name=name, scopes=(), days=None)


def test_one_s_own_tokens_are_listed_without_their_secrets():
    member, other = making.member("Anna"), making.member("Boris")
    own, revoked = made(member, "bot"), made(member, "lost")
    made(other, "his")
    tokens.revoke(member_id=member.pk, token_id=revoked.token.pk)

    told = calling.Caller(own.secret).get("me/tokens")

    as_documented("me/tokens", "get", told)
    assert [row["name"] for row in told.json] == ["bot"]
    assert told.json[0]["last_used_at"] is not None
    assert own.secret not in told.text


def test_a_token_that_was_lost_is_revoked_and_opens_nothing_more():
    member = making.member("Anna")
    lost, caller = made(member, "lost"), calling.Caller.of_session(member)

    first = caller("DELETE", f"me/tokens/{lost.token.pk}")
    again = caller("DELETE", f"me/tokens/{lost.token.pk}")

    assert (first.status, again.status, again.code) == (204, 404, "no_such_token")
    assert calling.Caller(lost.secret).get("me").code == "token_revoked"


def test_nobody_revokes_the_token_of_another():
    member, other = making.member("Anna"), making.member("Boris")
    his = made(other, "his")

    answer = calling.Caller.of_session(member)("DELETE", f"me/tokens/{his.token.pk}")

    assert (answer.status, answer.code) == (404, "no_such_token")
    assert calling.Caller(his.secret).get("me").status == 200


@pytest.mark.parametrize("program", [calling.reader, calling.player, calling.director])
def test_a_token_revokes_none_but_itself(program):
    member = making.member("Anna")
    other, caller = made(member, "other"), program(member)

    answer = caller("DELETE", f"me/tokens/{other.token.pk}")

    assert (answer.status, answer.code) == (403, "scope_too_small")
    assert caller("DELETE", "me/token").status == 204
