"""The officials' window on flags of rating abuse: the evidence, and the decision."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.read_only_admin import ReadOnlyAdmin
from games import phrases
from games import selectors as games
from games.enums import EndReason
from ladder.enums import FlagStatus
from ladder.models import RatingFlag
from ladder.services import flags
from vrhcaby.errors import DomainError


class FlagDecisionForm(forms.Form):
    """What an official makes of a flag."""

    confirmed = forms.TypedChoiceField(
        label=_("Decision"),
        choices=((0, _("Nothing is wrong with it")), (1, _("Points were given away"))),
        coerce=lambda given: given == "1",
        widget=forms.RadioSelect,
    )
    note = forms.CharField(
        label=_("Note"), max_length=500, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )


@admin.register(RatingFlag)
class RatingFlagAdmin(ReadOnlyAdmin):
    """Results that look like points given away, with the evidence; officials decide."""

    list_display = ("found_at", "pattern", "gainer", "giver", "status", "decided_by")
    list_filter = ("status", "pattern")
    list_select_related = ("gainer", "giver", "decided_by")
    search_fields = ("gainer__username", "giver__username")
    exclude = ("results", "figures")
    readonly_fields = ("shown_figures", "evidence")
    change_form_template = "admin/ladder/ratingflag/change_form.html"

    @admin.display(description=_("figures"))
    def shown_figures(self, flag: RatingFlag) -> str:
        """Return the figures in words."""
        return figures_text(flag.figures)

    @admin.display(description=_("results"))
    def evidence(self, flag: RatingFlag) -> SafeString:
        """Return the results as links to their games and to what they did to the ratings."""
        return evidence_list(flag)

    def get_urls(self) -> list[Any]:
        """Add the page on which a flag is decided."""
        decide = self.admin_site.admin_view(self.decide)
        own = path("<int:flag_id>/decide/", decide, name="ladder_ratingflag_decide")
        return [own, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Offer the decision to those who may make it."""
        flag = self.get_object(request, object_id)
        waits = flag is not None and flag.status == FlagStatus.OPEN
        context = {"may_decide": waits and flags.may_decide(request.user)}
        kwargs["extra_context"] = {**(kwargs.get("extra_context") or {}), **context}
        return super().change_view(request, object_id, *args, **kwargs)

    def decide(self, request: HttpRequest, flag_id: int) -> HttpResponse:
        """Show the evidence, ask for the decision, and let the service keep it."""
        flag = get_object_or_404(RatingFlag, pk=flag_id)
        if not flags.may_decide(request.user):
            messages.error(request, phrases.sentence("not_an_official"))
            return redirect("admin:index")
        form = FlagDecisionForm(request.POST if request.method == "POST" else None)
        if form.is_valid():
            _decide(request, flag_id, form.cleaned_data)
            return redirect("admin:ladder_ratingflag_changelist")
        context = {**self.admin_site.each_context(request), "form": form, "flag": flag}
        context |= {"evidence": evidence_list(flag), "figures": figures_text(flag.figures)}
        return render(request, "admin/ladder/ratingflag/decide.html", context)


FIGURES = {
    "short": _("short games: %(value)d"),
    "games": _("games of the two: %(value)d"),
    "givers": _("members who gave them: %(value)d"),
    "share_of_wins": _("share of all that was won: %(percent)d %%"),
    "losses": _("losses as a new member: %(value)d"),
    "share": _("share of all their games: %(percent)d %%"),
    "wins": _("won by one of them: %(percent)d %%"),
    "gain": _("points gained: %(value).1f"),
}


def figures_text(figures: dict[str, float]) -> str:
    """Return the figures of a flag in words."""
    return ", ".join(
        str(FIGURES[name]) % {"value": value, "percent": round(value * 100)}
        for name, value in figures.items()
    )


def evidence_list(flag: RatingFlag) -> SafeString:
    """Return the results of a flag, each with its game, its reason and its steps."""
    found = games.courses(flag.results)
    rows = (
        (
            reverse("games:match", kwargs={"match_id": found[result].match_id}),
            found[result].match_id,
            EndReason(found[result].reason).label,
            found[result].steps,
            reverse("ladder:change", kwargs={"result_id": result}),
            _("sum"),
        )
        for result in flag.results
        if result in found
    )
    line = '<li><a href="{}">#{}</a> {} ({}) <a href="{}">{}</a></li>'
    return format_html("<ol>{}</ol>", format_html_join("", line, rows))


def _decide(request: HttpRequest, flag_id: int, given: dict[str, Any]) -> None:
    try:
        flags.decide(flag_id=flag_id, official=request.user, **given)
    except DomainError as refusal:
        messages.error(request, phrases.sentence(refusal.code, refusal.details))
    else:
        messages.success(request, gettext("Decided."))
