"""Pages and forms beside the chats: reports, blocks."""

from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games import selectors
from games.answering import Told, faults, respond, told
from games.models import ChatLine
from games.report_form import ReportForm
from games.services import blocking, reports
from vrhcaby.errors import Refused

HOME = "ladder:home"
BLOCKS = "accounts:blocks"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, line_id: int) -> HttpResponse:
    """Report a chat line that the member may read."""
    member_id = int(request.user.pk or 0)
    line = ChatLine.objects.select_related("author").filter(pk=line_id, removed=False).first()
    if line is None or line.room not in selectors.open_rooms(line.match_id, member_id):
        raise Http404
    form = ReportForm(request.POST if request.method == "POST" else None)
    if request.method != "POST" or not form.is_valid():
        if form.errors and "application/json" in request.headers.get("accept", ""):
            return respond(request, faults(form), back=_back(line))
        status = HTTPStatus.BAD_REQUEST if form.errors else HTTPStatus.OK
        context = {"form": form, "line": line, "back": _back(line)}
        return render(request, "games/report.html", context, status=status)
    answer = reports.report(member_id=member_id, line_id=line_id, **form.cleaned_data)
    thanks = Told(None, _("Thank you: the moderators will look at it."))
    return respond(
        request, told(answer) if isinstance(answer, Refused) else thanks, back=_back(line)
    )


@login_required
@require_POST
def block(request: HttpRequest, member_id: int) -> HttpResponse:
    """Block a member."""
    answer = blocking.block(member_id=int(request.user.pk or 0), other_id=member_id)
    done = Told(None, _("Blocked: you no longer meet in chats and challenges."))
    back = reverse(BLOCKS)
    return respond(request, told(answer) if isinstance(answer, Refused) else done, back=back)


@login_required
@require_POST
def unblock(request: HttpRequest, member_id: int) -> HttpResponse:
    """Take a block back."""
    blocking.unblock(member_id=int(request.user.pk or 0), other_id=member_id)
    return respond(request, Told(None, _("No longer blocked.")), back=reverse(BLOCKS))


def _back(line: ChatLine) -> str:
    if line.match_id is None:
        return reverse(HOME)
    return reverse("games:match", kwargs={"match_id": line.match_id})
