"""A window on the ladder for officials: everything can be read, nothing changed."""

from django.contrib import admin
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.read_only_admin import ReadOnlyAdmin
from ladder import flag_admin as flag_admin  # registers its windows
from ladder import tournament_admin as tournament_admin
from ladder.models import Correction, LadderResult, Pool, Rating, RatingChange, Season


@admin.register(Pool)
class PoolAdmin(ReadOnlyAdmin):
    """Pools with the constants of their formula."""

    list_display = ("ruleset", "start", "scale", "factor", "last_sequence")


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdmin):
    """Current ratings, by pool."""

    list_display = ("member", "pool", "rating", "experience", "last_rated_at")
    list_filter = ("pool",)
    list_select_related = ("member", "pool")
    search_fields = ("member__username", "member__canonical")
    ordering = ("pool", "-rating")


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnlyAdmin):
    """The ledger, the newest lines first, each with the page that shows its sum."""

    list_display = (
        "sequence",
        "pool",
        "at",
        "member",
        "opponent",
        "score",
        "before",
        "after",
        "sum",
    )
    list_filter = ("pool", "score")
    list_select_related = ("member", "opponent", "pool")
    search_fields = ("member__username", "member__canonical")
    ordering = ("-pk",)

    @admin.display(description=_("sum"))
    def sum(self, change: RatingChange) -> SafeString:
        """Link to the page on which the change is computed."""
        return format_html(
            '<a href="{}">{}</a>', change.get_absolute_url(), f"{change.amount:+.2f}"
        )


@admin.register(LadderResult)
class LadderResultAdmin(ReadOnlyAdmin):
    """Results that entered the ledger, the newest first, as they happened."""

    list_display = ("sequence", "pool", "at", "first", "second", "score", "length")
    list_filter = ("pool", "score")
    list_select_related = ("first", "second", "pool")
    search_fields = ("first__username", "second__username")
    ordering = ("-pk",)


@admin.register(Correction)
class CorrectionAdmin(ReadOnlyAdmin):
    """What officials did to results, and why."""

    list_display = ("number", "pool", "at", "kind", "ladder_result", "official", "why")
    list_filter = ("pool", "kind")
    list_select_related = ("pool", "official", "ladder_result")
    ordering = ("-pk",)


@admin.register(Season)
class SeasonAdmin(ReadOnlyAdmin):
    """Seasons; they are opened and closed on their own page."""

    list_display = ("name", "opened_at", "opened_by", "closed_at", "closed_by")
    list_select_related = ("opened_by", "closed_by")
