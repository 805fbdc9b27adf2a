"""The archive of a tournament as a file, and a tournament read from one."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from accounts import permissions as accounts
from ladder import answering, archives, permissions
from ladder.services.tournaments import archive
from ladder.tournament_page import of_tournament
from vrhcaby.errors import Refused

if TYPE_CHECKING:
    from django.http import HttpRequest

    from accounts.models import Member
    from ladder.selectors.tournaments.pages import Viewer


class ArchiveForm(forms.Form):
    """An archive to be read; the file is read once and kept nowhere."""

    file = forms.FileField(
        label=gettext_lazy("Archive (JSON)"), allow_empty_file=True, max_length=200
    )


@require_safe
@of_tournament
def written(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Give the archive of a tournament: everything that its pages show."""
    tournament = viewer.tournament
    answer = HttpResponse(archive.export(tournament), content_type="application/json")
    name = f"{tournament.slug}.json"
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return answer


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def read(request: HttpRequest) -> HttpResponse:
    """Make a tournament of an archive; a file that cannot be read gets its line and reason."""
    member = cast("Member", request.user)
    if not permissions.can_create(member):
        accounts.require_second_factor(member)
        raise PermissionDenied
    form = ArchiveForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data["file"].read(archives.LARGEST + 1)
        answer = archive.read(by_id=member.pk, data=given)
        if not isinstance(answer, Refused):
            messages.success(request, _("The tournament is read; compare its table."))
            return redirect("ladder:tournament", slug=answer.slug)
        form.add_error("file", forms.ValidationError(answering.told(answer), code=answer.code))
    status = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
    return render(request, "ladder/tournaments/archive.html", {"form": form}, status=status)
