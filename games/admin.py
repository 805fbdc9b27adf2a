"""The admin's window on the games: read only; the one act, annulling, goes through its service."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.read_only_admin import ReadOnlyAdmin
from games import match_terms, models, permissions, phrases, ruleset_names
from games import moderation_admin as moderation_admin  # registers its windows
from games.enums import MatchStatus
from games.instants import to_datetime
from games.services import officials
from games.terms import Terms
from vrhcaby.errors import Refused


def _moment(field: str, name: Any) -> Any:
    """Return a column for a field in milliseconds: date and time in the official's zone."""

    @admin.display(description=name, ordering=field)
    def moment(row: Model) -> str:
        ms = getattr(row, field)
        if ms is None:
            return "–"
        local = timezone.localtime(to_datetime(ms))
        return f"{formats.date_format(local, 'SHORT_DATE_FORMAT')} {local:%H:%M:%S}.{ms % 1000:03}"

    return moment


class SeatInline(admin.TabularInline):
    """Who sits at a match."""

    model = models.Seat
    extra = 0
    can_delete = False
    fields = ("side", "member", "seed", "rating_before", "rating_after", "points")
    readonly_fields = fields


class AnnulForm(forms.Form):
    """Why a match is annulled."""

    why = forms.CharField(label=_("Reason"), max_length=500, widget=forms.Textarea)


@admin.register(models.Match)
class MatchAdmin(ReadOnlyAdmin):
    """Matches, with a link to the game page and replay, and the annulment of live ones."""

    list_display = ("id", "players", "game", "rated", "status", "reason", "started_at", "page")
    list_filter = ("status", "ruleset", "rated", "reason")
    search_fields = ("=id", "seats__member__username")
    date_hierarchy = "started_at"
    inlines = (SeatInline,)
    exclude = ("state", "trail", "dice", "deadline_at", "last_at", "ruleset", "options")
    readonly_fields = (
        "game",
        "agreed",
        _moment("deadline_at", _("next deadline")),
        _moment("last_at", _("last event")),
    )
    change_form_template = "admin/games/match/change_form.html"

    def get_queryset(self, request: HttpRequest) -> "QuerySet[models.Match]":
        """Read the players along."""
        return super().get_queryset(request).prefetch_related("seats__member")

    @admin.display(description=_("players"))
    def players(self, match: models.Match) -> str:
        """Return both names."""
        return " – ".join(str(seat.member) for seat in match.seats.all())

    @admin.display(description=_("Game"))
    def game(self, match: models.Match) -> str:
        """Return what is played, by its name."""
        return ruleset_names.ruleset_name(match.ruleset)

    @admin.display(description=_("terms"))
    def agreed(self, match: models.Match) -> str:
        """Return the length, the options and the clock in words."""
        return " · ".join(match_terms.lines(Terms.from_data(match.options)))

    @admin.display(description=_("page"))
    def page(self, match: models.Match) -> str:
        """Return a link to the game page, which is the replay of a finished match."""
        return format_html('<a href="{}">{}</a>', match.get_absolute_url(), match)

    def get_urls(self) -> list[Any]:
        """Add the page on which a match is annulled."""
        annul = self.admin_site.admin_view(self.annul)
        return [path("<int:match_id>/annul/", annul, name="games_match_annul"), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Offer the annulment to those who may decide it."""
        match = self.get_object(request, object_id)
        live = match is not None and match.status == MatchStatus.LIVE
        context = {"may_annul": live and permissions.may_annul(request.user)}
        kwargs["extra_context"] = {**(kwargs.get("extra_context") or {}), **context}
        return super().change_view(request, object_id, *args, **kwargs)

    def annul(self, request: HttpRequest, match_id: int) -> HttpResponse:
        """Ask for the reason, then annul the match by the service."""
        back = reverse("admin:games_match_change", args=[match_id])
        if request.method == "GET" and not models.Match.objects.live().filter(pk=match_id).exists():
            messages.error(request, phrases.sentence("game_over", {}))
            return redirect(back)
        form = AnnulForm(request.POST or None)
        if form.is_valid():
            answer = officials.annul(
                match_id=match_id, official=request.user, why=form.cleaned_data["why"]
            )
            _tell(request, answer)
            return redirect(back)
        context = {**self.admin_site.each_context(request), "form": form, "back": back}
        return render(request, "admin/games/match/annul.html", {**context, "match_id": match_id})


def _tell(request: HttpRequest, answer: Any) -> None:
    if isinstance(answer, Refused):
        messages.error(request, phrases.sentence(answer.code, answer.details))
    else:
        messages.success(request, _("The match is annulled."))


@admin.register(models.MatchEvent)
class MatchEventAdmin(ReadOnlyAdmin):
    """All that has happened in matches."""

    list_display = ("match", "seq", "kind", "seat", _moment("at", _("time")), "data")
    list_filter = ("kind",)
    search_fields = ("=match__id",)
    exclude = ("command", "at")
    readonly_fields = (_moment("at", _("time")),)
    show_full_result_count = False


@admin.register(models.Result)
class ResultAdmin(ReadOnlyAdmin):
    """How matches ended."""

    list_display = ("match", "winner", "reason", "rated", "finished_at")
    list_filter = ("reason", "rated")
    search_fields = ("=match__id",)


@admin.register(models.Challenge)
class ChallengeAdmin(ReadOnlyAdmin):
    """Challenges, open and closed."""

    list_display = ("id", "challenger", "opponent", "ruleset", "rated", "status", "created_at")
    list_filter = ("status", "ruleset", "rated")
    list_select_related = ("challenger", "opponent")
    search_fields = ("challenger__username", "opponent__username")
    exclude = ("dice", "taker_seed", "terms")


@admin.register(models.Annulment)
class AnnulmentAdmin(ReadOnlyAdmin):
    """What officials have annulled, and why."""

    list_display = ("match", "official", "why", "at")
    list_select_related = ("match", "official")


@admin.register(models.Outage)
class OutageAdmin(ReadOnlyAdmin):
    """Times in which no clock was enforced."""

    list_display = (_moment("since", _("since")), _moment("until", _("until")))
    exclude = ("since", "until")
    readonly_fields = list_display
