"""The window of officials on members: find, look, suspend."""

from typing import Any, cast

from allauth.account.decorators import secure_admin_login
from django.contrib import admin, messages
from django.contrib.admin import helpers
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import names, permissions, phrases, services
from accounts.forms import BanForm
from accounts.models import Member
from accounts.moderation_admin import Muting
from accounts.second_factor_admin import SecondFactorAdmin as SecondFactorAdmin
from vrhcaby.errors import DomainError

# Officials sign in on the same page as everybody, under the same limits.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.site_header = _("Vrhcáby: administration")
admin.site.site_title = _("Vrhcáby")

_POWERS = ("is_active", "is_bot", "is_staff", "is_superuser", "groups", "user_permissions")


def _official(request: HttpRequest) -> Member:
    """Return who acts; the admin site lets nobody else in."""
    return cast(Member, request.user)


class _NameNotTaken:
    """The key of names is no field of the forms, so they would not check that it is unique."""

    instance: Member
    cleaned_data: dict[str, Any]

    def clean_username(self) -> str:
        """Refuse a name that is another member's or looks like it."""
        name: str = self.cleaned_data["username"]
        if Member.objects.named(name).exclude(pk=self.instance.pk).exists():
            raise ValidationError(phrases.refusal("name_taken"), code="name_taken")
        return name


class MemberCreationForm(_NameNotTaken, AdminUserCreationForm):
    """A new member with name, e-mail and password."""

    class Meta:
        model = Member
        fields = ("username", "email")


class MemberChangeForm(_NameNotTaken, UserChangeForm):
    """All of a member that officials may see."""

    class Meta:
        model = Member
        fields = "__all__"


class SuspendedFilter(admin.SimpleListFilter):
    """Members suspended at present."""

    title = _("suspension")
    parameter_name = "suspended"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Offer the suspended alone."""
        return [("now", _("Suspended now"))]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        """Keep the suspended if asked."""
        return queryset.banned(at=timezone.now()) if self.value() == "now" else queryset


@admin.register(Member)
class MemberAdmin(Muting, UserAdmin):
    """Search, list, look, suspend; only superusers hand out powers."""

    form = MemberChangeForm
    add_form = MemberCreationForm
    list_display = ("username", "email", "date_joined", "last_login", "suspended", "is_staff")
    list_filter = (SuspendedFilter, "is_bot", "is_staff", "is_active", "language")
    search_fields = ("username", "email")
    ordering = ("username",)
    readonly_fields = (
        "canonical",
        "date_joined",
        "last_login",
        "banned_until",
        "ban_reason",
        "banned_by",
    )
    fieldsets = (
        (None, {"fields": ("username", "canonical", "email", "password")}),
        (
            _("Suspension"),
            {
                "fields": ("banned_until", "ban_reason", "banned_by"),
                "description": _("Suspend or reinstate by an action in the list of members."),
            },
        ),
        (
            _("Preferences"),
            {
                "fields": (
                    "language",
                    "time_zone",
                    "theme",
                    "board_direction",
                    "animation",
                    "sounds",
                    "autoplay",
                    "autobear",
                    "rated_with_bots",
                )
            },
        ),
        (_("Powers"), {"fields": _POWERS}),
        (_("Dates"), {"fields": ("date_joined", "last_login")}),
    )
    add_fieldsets = (
        (None, {"fields": ("username", "email", "usable_password", "password1", "password2")}),
    )
    actions = ("suspend", "lift", "mute")

    @admin.display(description=_("suspended"), boolean=True)
    def suspended(self, member: Member) -> bool:
        """Tell whether the member is suspended at present."""
        return member.is_banned(at=timezone.now())

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> Any:
        """Find names in any spelling: the database folds the case of plain letters only."""
        found, may_repeat = super().get_search_results(request, queryset, search_term)
        if key := names.canonical(search_term.strip()):
            found |= queryset.filter(canonical__contains=key)
        return found, may_repeat

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Only superusers change what somebody may do."""
        fields = super().get_readonly_fields(request, obj)
        return tuple(fields) if request.user.is_superuser else (*fields, *_POWERS)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Members of the staff are changed by superusers only."""
        allowed = super().has_change_permission(request, obj)
        if obj is None or request.user.is_superuser:
            return allowed
        return allowed and not (obj.is_staff or obj.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody is deleted here: games and ratings name their players."""
        return False

    def has_ban_permission(self, request: HttpRequest) -> bool:
        """Tell whether the official sees the actions of suspension."""
        return permissions.can_ban(_official(request))

    @admin.action(description=_("Suspend …"), permissions=["ban"])
    def suspend(self, request: HttpRequest, queryset: QuerySet[Member]) -> HttpResponse | None:
        """Ask until when and why, then suspend the chosen members."""
        form = BanForm(request.POST if "suspend" in request.POST else None)
        if not form.is_valid():
            return self._ask(request, queryset, form)
        done = 0
        for member in queryset:
            done += self._suspend_one(request, member, form)
        if done:
            text = ngettext("%d member suspended.", "%d members suspended.", done) % done
            self.message_user(request, text, messages.SUCCESS)
        return None

    @admin.action(description=_("Lift the suspension"), permissions=["ban"])
    def lift(self, request: HttpRequest, queryset: QuerySet[Member]) -> None:
        """End the suspension of the chosen members."""
        for member in queryset:
            try:
                services.lift_ban(member_id=member.pk, by=_official(request))
            except DomainError as refusal:
                self._refused(request, member, refusal)
            else:
                self.log_change(request, member, gettext("Suspension lifted."))

    def user_change_password(
        self, request: HttpRequest, id: str, form_url: str = ""
    ) -> HttpResponse:
        """Change a password as Django does, and close the sockets of the member."""
        response = super().user_change_password(request, id, form_url)
        if request.method == "POST" and response.status_code == 302:
            services.shut_sockets(int(id), code="password_changed")
        return response

    def _suspend_one(self, request: HttpRequest, member: Member, form: BanForm) -> bool:
        try:
            services.ban(member_id=member.pk, by=_official(request), **form.cleaned_data)
        except DomainError as refusal:
            self._refused(request, member, refusal)
            return False
        self.log_change(request, member, gettext("Suspended."))
        return True

    def _refused(self, request: HttpRequest, member: Member, refusal: DomainError) -> None:
        text = f"{member}: {phrases.refusal(refusal.code)}"
        self.message_user(request, text, messages.ERROR)

    def _ask(self, request: HttpRequest, queryset: QuerySet[Member], form: BanForm) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": _("Suspend members"),
            "opts": self.model._meta,
            "form": form,
            "members": queryset,
            "act": "suspend",
            "action_checkbox_name": helpers.ACTION_CHECKBOX_NAME,
        }
        return TemplateResponse(request, "accounts/admin_suspend.html", context)
