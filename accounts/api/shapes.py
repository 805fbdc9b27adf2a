"""What is told of members: the shape for the document, and the row itself."""

from typing import Any

from rest_framework import serializers

from accounts import services
from accounts.enums import Animation, Direction, Language, NoticeKind, Scope, Sound, Theme
from accounts.models import AccessToken, Member
from vrhcaby.rest.fields import Choice, Input, Instant, Text, Truth, instant

OF_PROFILE = ("pk", "username", "canonical", "is_bot", "date_joined")
"""Columns that a list of MemberProfile needs, its order included."""

NAME_HELP = "The name shown, in the member's own spelling."


class MemberBrief(serializers.Serializer):
    """A member, wherever one is named."""

    id = serializers.IntegerField(help_text="The member's number, which never changes.")
    name = serializers.CharField(help_text=NAME_HELP)
    is_bot = serializers.BooleanField(help_text="Whether a program plays under this name.")


class MemberProfile(MemberBrief):
    """What everybody may know of a member."""

    member_since = Instant(help_text="When the account was made.")


def _kinds(text: str) -> serializers.ListField:
    return serializers.ListField(
        child=Choice(NoticeKind.choices),
        max_length=len(NoticeKind.choices),
        required=False,
        help_text=text,
    )


class Preferences(Input):
    """How a member likes the site and the board; what is left out stays as it is."""

    language = Choice(Language.choices, required=False, help_text="Language of pages and mails.")
    time_zone = Text(max_length=64, required=False, help_text="A zone of the IANA database.")
    theme = Choice(Theme.choices, required=False, help_text="Colours of the pages.")
    board_direction = Choice(
        Direction.choices, required=False, help_text="The corner of one's home on the board."
    )
    animation = Choice(Animation.choices, required=False, help_text="How fast steps are shown.")
    sounds = Truth(required=False, help_text="Whether the game page is heard at all.")
    muted_sounds = serializers.ListField(
        child=Choice(Sound.choices),
        max_length=len(Sound.choices),
        required=False,
        help_text="Sounds that are never played.",
    )
    autoplay = Truth(required=False, help_text="Whether an only legal step is played by itself.")
    autobear = Truth(required=False, help_text="Whether checkers are borne off by themselves.")
    rated_with_bots = Truth(
        required=False,
        help_text="Whether games between a person and a bot may be rated; both must agree.",
    )
    unseen_notices = _kinds("Kinds of notices that are not wanted on the page.")
    unmailed_notices = _kinds("Kinds of notices that are not wanted by e-mail.")


class Me(MemberProfile):
    """The member who asks, and how he asks."""

    is_staff = serializers.BooleanField(help_text="Whether the member is one of the staff.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(Scope.choices),
        help_text="What this request's token allows; a session allows everything.",
    )
    unread_notices = serializers.IntegerField(help_text="How many notices are unread.")


class Token(serializers.Serializer):
    """An access token without its secret."""

    id = serializers.IntegerField(help_text="The token's number.")
    name = serializers.CharField(help_text="What its owner calls it.")
    prefix = serializers.CharField(help_text="Its first characters.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(Scope.choices), help_text="What it allows."
    )
    created_at = Instant(help_text="When it was made.")
    expires_at = Instant(allow_null=True, help_text="When its time is over; null: never.")
    last_used_at = Instant(
        allow_null=True, help_text="When it was last used, to the minute; null: never yet."
    )


class Suspension(Input):
    """Until when and why."""

    until = Instant(help_text="The end of the suspension, which lies in the future.")
    reason = Text(max_length=500, help_text="Why; the member reads it.")


class SuspensionTold(serializers.Serializer):
    """A suspension as officials see it."""

    member = MemberBrief(help_text="Who is suspended.")
    until = Instant(allow_null=True, help_text="The end of the suspension.")
    reason = serializers.CharField(help_text="Why.")


def brief(member: Member) -> dict[str, Any]:
    """Return a member as MemberBrief."""
    return named(member.pk, member.username, is_bot=member.is_bot)


def named(pk: int, name: str, *, is_bot: bool) -> dict[str, Any]:
    """Return a member of whom no more than this was read as MemberBrief."""
    return {"id": pk, "name": name, "is_bot": is_bot}


def profile(member: Any) -> dict[str, Any]:
    """Return a member, or a row of OF_PROFILE, as MemberProfile."""
    told = named(member.pk, member.username, is_bot=member.is_bot)
    return {**told, "member_since": instant(member.date_joined)}


def preferences(member: Member) -> dict[str, Any]:
    """Return a member's wishes as Preferences."""
    return {name: getattr(member, name) for name in sorted(services.PREFERENCES)}


def suspension(member: Member) -> dict[str, Any]:
    """Return a suspended member as SuspensionTold."""
    until = member.banned_until
    return {
        "member": brief(member),
        "until": None if until is None else instant(until),
        "reason": member.ban_reason,
    }


def token(one: AccessToken) -> dict[str, Any]:
    """Return an access token as Token."""
    return {
        "id": one.pk,
        "name": one.name,
        "prefix": one.prefix,
        "scopes": [scope.value for scope in Scope if one.allows(scope)],
        "created_at": instant(one.created_at),
        "expires_at": None if one.expires_at is None else instant(one.expires_at),
        "last_used_at": None if one.last_used_at is None else instant(one.last_used_at),
    }
