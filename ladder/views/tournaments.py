"""Tournaments to everybody: the list, a tournament, its form, its log."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import select_template
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import permissions as accounts
from ladder import answering, permissions, tournament_forms, tournament_page
from ladder.enums import TournamentState
from ladder.forms import PageForm
from ladder.selectors.tournaments import acts, final_order, pages
from ladder.services.tournaments import life
from ladder.tournament_forms import DRAFTS, TournamentForm
from ladder.tournament_page import of_director, of_tournament
from vrhcaby.errors import Refused

if TYPE_CHECKING:
    from django.http import HttpRequest

    from accounts.models import Member
    from ladder.selectors.tournaments.pages import Viewer


@require_safe
@never_cache
def listing(request: HttpRequest) -> HttpResponse:
    """Show tournaments: prepared, open and running ones, then the finished, by pages."""
    number = PageForm(request.GET).number()
    finished, has_next = pages.finished(request.user, number=number)
    context = {
        "current": pages.current(request.user) if number == 1 else [],
        "finished": finished,
        "number": number,
        "has_next": has_next,
        "may_create": permissions.can_create(request.user),
    }
    return render(request, "ladder/tournaments/list.html", context)


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """Tell in the reader's language how a director runs a tournament, from first to last."""
    names = (get_language(), "en")
    template = select_template([f"ladder/tournaments/help.{name}.html" for name in names])
    return HttpResponse(template.render({}, request))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Make a tournament; ?draft= fills the form with a usual kind of it."""
    member = cast("Member", request.user)
    if not permissions.can_create(member):
        accounts.require_second_factor(member)
        raise PermissionDenied
    draft = request.GET.get("draft", "")
    form = TournamentForm(
        request.POST if request.method == "POST" else None,
        initial=tournament_forms.draft(draft, member.time_zone),
        zone=member.time_zone,
    )
    if request.method == "POST" and form.is_valid():
        answer = life.create(by_id=member.pk, settings=form.settings())
        if not isinstance(answer, Refused):
            messages.success(request, _("The tournament is made. Nobody sees it yet but you."))
            return redirect("ladder:console", slug=answer.slug)
        form.tell(answer)
    context = {
        "form": form,
        "heading": _("New tournament"),
        "submit": _("Make the tournament"),
        "back": reverse("ladder:tournaments"),
        "drafts": [(key, name) for key, (name, _changes) in DRAFTS.items()],
        "draft": draft,
    }
    return render(request, "ladder/tournaments/form.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@of_director
def edit(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Change the settings of a tournament."""
    tournament = viewer.tournament
    form = TournamentForm(
        request.POST if request.method == "POST" else None,
        initial=tournament_forms.initial(tournament),
        zone=tournament.time_zone,
    )
    if request.method == "POST" and form.is_valid():
        answer = life.edit(
            slug=tournament.slug,
            by_id=viewer.user.pk,
            settings=form.settings(),
            version=form.cleaned_data["version"],
        )
        if not isinstance(answer, Refused):
            messages.success(request, _("Settings saved."))
            return redirect("ladder:console", slug=tournament.slug)
        if answer.code == "changed_meanwhile":
            form.tell_meanwhile(answer, answering.told(answer))
        else:
            form.tell(answer)
    context = {
        "form": form,
        "heading": _("Settings of %(name)s") % {"name": tournament.name},
        "submit": _("Save"),
        "back": reverse("ladder:console", kwargs={"slug": tournament.slug}),
        "started": tournament.state in tournament_page.PLAYED,
    }
    return render(request, "ladder/tournaments/form.html", context)


@require_safe
@never_cache
@of_tournament
def overview(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show a tournament: what it is, who plays, what is played now, what its viewer can do."""
    tournament = viewer.tournament
    stages = pages.stages(tournament) if tournament.state in tournament_page.PLAYED else []
    rounds = pages.now_played(stages)
    sheets = pages.sheet(rounds) if rounds else {}
    context = tournament_page.context(
        viewer,
        "overview",
        text=tournament_page.text(tournament),
        entries=pages.entries(tournament),
        mine=pages.mine(viewer, now=timezone.now()),
        sheets=[(played, sheets[played.pk]) for played in rounds],
        several=len(stages) > 1,
        podium=final_order.podium(tournament, stages),
        registers=tournament.state == TournamentState.REGISTRATION,
    )
    return render(request, "ladder/tournaments/overview.html", context)


@require_safe
@never_cache
@of_tournament
def log(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the official log, the newest act first."""
    number = PageForm(request.GET).number()
    told, has_next = acts.log(viewer.tournament, number=number)
    context = tournament_page.context(
        viewer,
        "log",
        acts=told,
        number=number,
        has_next=has_next,
    )
    return render(request, "ladder/tournaments/log.html", context)
