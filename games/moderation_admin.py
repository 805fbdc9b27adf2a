"""Reports of chat lines in the admin site: what was said, and the decision."""

import datetime
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import permissions
from accounts.read_only_admin import ReadOnlyAdmin
from games import phrases
from games.enums import QuickPhrase, ReportStatus
from games.models import NOTE_LENGTH, ChatLine, Report
from games.services import reports
from vrhcaby.errors import Refused

HOURS = ((1, _("an hour")), (24, _("a day")), (7 * 24, _("a week")), (30 * 24, _("30 days")))
DISMISS, REMOVE, MUTE, BOTH = "dismiss", "remove", "mute", "both"
VERDICTS = (
    (DISMISS, _("Nothing is wrong with it")),
    (REMOVE, _("Remove the line")),
    (MUTE, _("Mute the member")),
    (BOTH, _("Remove the line and mute the member")),
)


class DecisionForm(forms.Form):
    """What is done about a report, for how long, and why."""

    verdict = forms.ChoiceField(label=_("Decision"), choices=VERDICTS, widget=forms.RadioSelect)
    hours = forms.TypedChoiceField(label=_("Muted for"), choices=HOURS, coerce=int, initial=24)
    why = forms.CharField(
        label=_("Reason"),
        help_text=_("A member who is muted reads it."),
        max_length=NOTE_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def decision(self) -> dict[str, Any]:
        """Return the arguments of `reports.decide` that a valid form stands for."""
        verdict, hours = self.cleaned_data["verdict"], self.cleaned_data["hours"]
        until = timezone.now() + datetime.timedelta(hours=hours)
        return {
            "why": self.cleaned_data["why"],
            "remove": verdict in {REMOVE, BOTH},
            "mute_until": until if verdict in {MUTE, BOTH} else None,
        }


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    """Reports, the open ones waiting for a decision."""

    list_display = ("id", "at", "member", "reason", "room", "status", "reporter", "closed_by")
    list_filter = ("status", "reason", "room")
    list_select_related = ("member", "reporter", "closed_by")
    search_fields = ("member__username", "reporter__username")
    exclude = ("context", "line")
    readonly_fields = ("said",)
    change_form_template = "admin/games/report/change_form.html"

    @admin.display(description=_("lines around it"))
    def said(self, report: Report) -> SafeString:
        """Return the lines as they stood, the reported one marked."""
        return said(report)

    def get_urls(self) -> list[Any]:
        """Add the page on which a report is decided."""
        decide = self.admin_site.admin_view(self.decide)
        own = path("<int:report_id>/decide/", decide, name="games_report_decide")
        return [own, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Offer the decision to those who may make it."""
        report = self.get_object(request, object_id)
        waits = report is not None and report.status == ReportStatus.OPEN
        context = {"may_decide": waits and permissions.can_moderate(request.user)}
        kwargs["extra_context"] = {**(kwargs.get("extra_context") or {}), **context}
        return super().change_view(request, object_id, *args, **kwargs)

    def decide(self, request: HttpRequest, report_id: int) -> HttpResponse:
        """Show what was said, ask for the decision, and let the service make it."""
        if not permissions.can_moderate(request.user):
            messages.error(request, phrases.sentence("not_a_moderator"))
            return redirect("admin:index")
        report = get_object_or_404(Report, pk=report_id)
        back = reverse("admin:games_report_change", args=[report_id])
        form = DecisionForm(request.POST if request.method == "POST" else None)
        if form.is_valid():
            answer = reports.decide(report_id=report_id, moderator=request.user, **form.decision())
            _tell(request, answer)
            return redirect("admin:games_report_changelist")
        context = {**self.admin_site.each_context(request), "form": form, "back": back}
        context |= {"report": report, "said": said(report), "title": _("Decide about a report")}
        return render(request, "admin/games/report/decide.html", context)


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnlyAdmin):
    """What was said, wherever it was."""

    list_display = ("at", "room", "match", "author", "text", "quick", "removed")
    list_filter = ("room", "removed")
    list_select_related = ("author", "match")
    search_fields = ("author__username", "text")
    show_full_result_count = False


def said(report: Report) -> SafeString:
    """Return the lines around a reported one as a list, the reported one in bold."""
    rows = (
        (
            datetime.datetime.fromisoformat(line["at"])
            .astimezone(timezone.get_current_timezone())
            .strftime("%d.%m. %H:%M:%S"),
            line["author"],
            format_html("<strong>{}</strong>", _words(line)) if line["reported"] else _words(line),
        )
        for line in report.context
    )
    return format_html("<ol>{}</ol>", format_html_join("", "<li>{} {}: {}</li>", rows))


def _words(line: dict[str, Any]) -> str:
    return line["text"] or str(QuickPhrase(line["quick"]).label)


def _tell(request: HttpRequest, answer: Any) -> None:
    if isinstance(answer, Refused):
        messages.error(request, phrases.sentence(answer.code, answer.details))
    else:
        messages.success(request, gettext("Decided."))
