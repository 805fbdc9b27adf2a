"""The admin's window on tournaments: whoever directs one sees that one, officials see all.

Everything can be read and nothing changed here: acts go through the director's console.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts import permissions as accounts
from games import ruleset_names
from ladder.models import Entry, OfficialAct, Pairing, Role, Tournament


class ScopedAdmin(admin.ModelAdmin):
    """Shows rows of the tournaments that the member of the staff directs or assists."""

    show_full_result_count = False
    tournament = "tournament"
    """The lookup from a row to its tournament."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the rows of his tournaments; of all tournaments for officials."""
        rows = super().get_queryset(request)
        if accounts.is_official(request.user):
            return rows
        own = Role.objects.filter(member=request.user.pk, accepted_at__isnull=False)
        return rows.filter(**{f"{self.tournament}__in": own.values("tournament")})

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Tell whether there is anything here for him."""
        return self._may_look(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Tell whether he may look; which rows, `get_queryset` says."""
        if obj is not None and not self.get_queryset(request).filter(pk=obj.pk).exists():
            return False
        return self._may_look(request)

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Nobody adds rows by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody changes rows by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody deletes rows."""
        return False

    def _may_look(self, request: HttpRequest) -> bool:
        if not accounts.can_act(request.user) or not request.user.is_staff:
            return False
        accepted = Role.objects.filter(member=request.user.pk, accepted_at__isnull=False)
        return accounts.is_official(request.user) or accepted.exists()


@admin.register(Tournament)
class TournamentAdmin(ScopedAdmin):
    """Tournaments, each with the way to its page."""

    tournament = "pk"
    list_display = ("name", "state", "format", "game", "rated", "created_by", "page")
    list_filter = ("state", "format", "ruleset")
    list_select_related = ("created_by",)
    search_fields = ("name", "slug")

    @admin.display(description=_("rules"), ordering="ruleset")
    def game(self, tournament: Tournament) -> str:
        """Return what is played, by its name."""
        return ruleset_names.ruleset_name(tournament.ruleset)

    @admin.display(description=_("page"))
    def page(self, tournament: Tournament) -> SafeString:
        """Link to the tournament's page."""
        return format_html('<a href="{}">{}</a>', tournament.get_absolute_url(), tournament.slug)


@admin.register(Entry)
class EntryAdmin(ScopedAdmin):
    """Who has entered where."""

    list_display = ("tournament", "number", "shown_name", "state", "left_round")
    list_filter = ("state",)
    list_select_related = ("tournament", "member")
    search_fields = ("member__username", "member__canonical", "name", "tournament__name")


@admin.register(Role)
class RoleAdmin(ScopedAdmin):
    """Who directs and assists where."""

    list_display = ("tournament", "member", "kind", "invited_by", "accepted_at")
    list_select_related = ("tournament", "member", "invited_by")
    search_fields = ("member__username", "member__canonical", "tournament__name")


@admin.register(Pairing)
class PairingAdmin(ScopedAdmin):
    """Pairings with their results."""

    tournament = "round__stage__tournament"
    list_display = ("page", "first", "second", "state", "score", "source", "decided_at")
    list_filter = ("state", "source")
    list_select_related = ("round__stage__tournament", "first__member", "second__member")
    search_fields = (
        *("round__stage__tournament__name", "first__name", "second__name"),
        *("first__member__canonical", "second__member__canonical"),
    )
    ordering = ("-pk",)

    @admin.display(description=_("pairing"))
    def page(self, pairing: Pairing) -> SafeString:
        """Link to the pairing's page."""
        named = f"{pairing.round.stage.tournament}: {pairing.round.number}/{pairing.number}"
        return format_html('<a href="{}">{}</a>', pairing.get_absolute_url(), named)

    @admin.display(description=_("score"))
    def score(self, pairing: Pairing) -> str:
        """Return the points inside the match, where they are known."""
        if pairing.first_score is None or pairing.second_score is None:
            return "–"
        return f"{pairing.first_score}:{pairing.second_score}"


@admin.register(OfficialAct)
class OfficialActAdmin(ScopedAdmin):
    """The official log."""

    list_display = ("at", "tournament", "official", "code", "why")
    list_filter = ("code",)
    list_select_related = ("tournament", "official")
    search_fields = ("tournament__name", "official__username", "why")
    ordering = ("-pk",)
