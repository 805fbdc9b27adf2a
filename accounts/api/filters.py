"""Filters of the list of members."""

from typing import Any

from django.utils import timezone

from accounts import names
from accounts.enums import ActKind, NoticeKind
from accounts.models import Member, ModeratorAct, Mute, Notice
from vrhcaby.rest.filters import Filters, IdFilter, InstantFilter, OneOf, Ordering, Words, YesNo


class MemberFilters(Filters):
    """Which members."""

    name = Words(
        method="named", most=60, help_text="Exactly this name, in any case and with any accents."
    )
    search = Words(
        method="containing", most=60, help_text="A part of the name, in any case and accents."
    )
    is_bot = YesNo(help_text="Only bots, or only people.")
    ordering = Ordering(**{"name": "canonical", "-name": "-canonical", "id": "pk", "-id": "-pk"})

    class Meta:
        model = Member
        fields: tuple[str, ...] = ()

    def named(self, members: Any, _name: str, text: str) -> Any:
        """Keep the member of a name."""
        return members.filter(canonical=names.canonical(text))

    def containing(self, members: Any, _name: str, text: str) -> Any:
        """Keep members whose names have this in them; a text without letters finds nobody."""
        key = names.canonical(text)
        return members.filter(canonical__contains=key) if key else members.none()


class NoticeFilters(Filters):
    """Which notices."""

    unread = YesNo(method="not_read", help_text="Only those not read yet, or only the others.")
    kind = OneOf(choices=NoticeKind.choices, help_text="Those of a kind.")

    class Meta:
        model = Notice
        fields: tuple[str, ...] = ()

    def not_read(self, notices: Any, _name: str, wanted: bool) -> Any:
        """Keep notices that were not read, or those that were."""
        return notices.filter(read_at__isnull=wanted)


class MuteFilters(Filters):
    """Which mutes."""

    lasting = YesNo(method="that_last", help_text="Only those that last now, or only the others.")
    member = IdFilter("member", help_text="Those of a member.")
    ordering = Ordering(**{"-id": "-pk", "id": "pk"})

    class Meta:
        model = Mute
        fields: tuple[str, ...] = ()

    def that_last(self, mutes: Any, _name: str, wanted: bool) -> Any:
        """Keep mutes that last now, or those that do not."""
        lasting = Mute.objects.lasting(at=timezone.now())
        return mutes.filter(pk__in=lasting) if wanted else mutes.exclude(pk__in=lasting)


class ActFilters(Filters):
    """Which acts of moderation."""

    kind = OneOf(choices=ActKind.choices, help_text="Those of a kind.")
    member = IdFilter("member", help_text="What was done to a member.")
    moderator = IdFilter("moderator", help_text="What a moderator did.")
    since = InstantFilter("at", "gte", help_text="At this time or later.")
    before = InstantFilter("at", "lt", help_text="Before this time.")
    ordering = Ordering(**{"-id": "-pk", "id": "pk"})

    class Meta:
        model = ModeratorAct
        fields: tuple[str, ...] = ()
