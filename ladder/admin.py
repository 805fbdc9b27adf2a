"""A window on the ladder for officials: everything can be read, nothing changed."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from ladder.models import Pool, Rating, RatingChange


class ReadOnlyAdmin(admin.ModelAdmin):
    """Shows rows; adding, changing and deleting are refused to everybody."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Nobody adds rows by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody changes rows by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody deletes rows."""
        return False


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
