"""Moderation in the admin site: mutes of members, and the log of what moderators did."""

from typing import cast

from django.contrib import admin, messages
from django.contrib.admin import helpers
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import mutes, permissions, phrases
from accounts.forms import MuteForm
from accounts.models import Member, ModeratorAct, Mute
from accounts.read_only_admin import ReadOnlyAdmin
from vrhcaby.errors import DomainError


class Muting:
    """The action of the list of members that takes the chats from some."""

    def has_mute_permission(self, request: HttpRequest) -> bool:
        """Tell whether the official sees the actions of mutes."""
        return permissions.can_moderate(request.user)

    @admin.action(description=_("Mute in the chats …"), permissions=["mute"])
    def mute(self, request: HttpRequest, queryset: QuerySet[Member]) -> HttpResponse | None:
        """Ask until when and why, then mute the chosen members."""
        form = MuteForm(request.POST if "mute" in request.POST else None)
        if not form.is_valid():
            return _ask(cast(admin.ModelAdmin, self), request, queryset, form)
        done = sum(_muted(request, member, form) for member in queryset)
        if done:
            text = ngettext("%d member muted.", "%d members muted.", done) % done
            messages.success(request, text)
        return None


@admin.register(Mute)
class MuteAdmin(ReadOnlyAdmin):
    """Who was muted until when and why; a mute can be lifted."""

    list_display = ("member", "reason", "by", "at", "until", "lasts")
    list_select_related = ("member", "by")
    search_fields = ("member__username", "member__canonical", "reason")
    actions = ("lift",)

    @admin.display(description=_("lasts"), boolean=True)
    def lasts(self, row: Mute) -> bool:
        """Tell whether the mute lasts now."""
        return row.lifted_at is None and timezone.now() < row.until

    def has_lift_permission(self, request: HttpRequest) -> bool:
        """Tell whether the official may lift mutes."""
        return permissions.can_moderate(request.user)

    @admin.action(description=_("Lift the mute"), permissions=["lift"])
    def lift(self, request: HttpRequest, queryset: QuerySet[Mute]) -> None:
        """Give the chats back to the members of the chosen mutes."""
        for row in queryset:
            try:
                mutes.unmute(member_id=row.member_id, by=cast(Member, request.user))
            except DomainError as refusal:
                text = f"{row.member}: {phrases.refusal(refusal.code)}"
                self.message_user(request, text, messages.ERROR)


@admin.register(ModeratorAct)
class ModeratorActAdmin(ReadOnlyAdmin):
    """What moderators and officials did to members; nobody can change it."""

    list_display = ("at", "moderator", "kind", "member", "why")
    list_filter = ("kind",)
    list_select_related = ("moderator", "member")
    search_fields = ("member__username", "moderator__username", "why")
    date_hierarchy = "at"


def _muted(request: HttpRequest, member: Member, form: MuteForm) -> bool:
    try:
        mutes.mute(member_id=member.pk, by=cast(Member, request.user), **form.cleaned_data)
    except DomainError as refusal:
        messages.error(request, f"{member}: {phrases.refusal(refusal.code)}")
        return False
    return True


def _ask(
    page: admin.ModelAdmin, request: HttpRequest, members: QuerySet[Member], form: MuteForm
) -> HttpResponse:
    context = {
        **page.admin_site.each_context(request),
        "title": _("Mute members"),
        "opts": Member._meta,
        "form": form,
        "members": members,
        "act": "mute",
        "action_checkbox_name": helpers.ACTION_CHECKBOX_NAME,
    }
    return TemplateResponse(request, "accounts/admin_mute.html", context)
