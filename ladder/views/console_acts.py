"""What a director does in the console, form by form; services decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from ladder import answering
from ladder.services.tournaments import discarding, entries, life, roles, rounds
from ladder.tournament_page import of_director
from ladder.views import acts
from vrhcaby.errors import Refused

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from ladder.selectors.tournaments.pages import Viewer

UNKNOWN_ACT = Refused("unknown_choice")


@require_POST
@of_director
def state(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Lead the tournament to its next state, start it, or go a state back."""
    to = request.POST.get("to", "")
    common = {
        "slug": viewer.tournament.slug,
        "by_id": viewer.user.pk,
        "version": acts.whole(request, "version"),
    }
    if to == "running":
        answer: Any = rounds.start(**common)
    elif to == "undo":
        seen = request.POST.get("state", "")
        answer = life.undo_state(state=seen, **common) if seen else UNKNOWN_ACT
    else:
        tied = "even_if_tied" in request.POST
        answer = life.change_state(to=to, even_if_tied=tied, **common)
    return answering.respond(request, answer, back=acts.console(viewer), done=_("Done."))


@require_POST
@of_director
def discard(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Throw the draft away."""
    version = acts.whole(request, "version")
    slug = viewer.tournament.slug
    answer = discarding.discard(slug=slug, by_id=viewer.user.pk, version=version)
    if isinstance(answer, Refused):
        return answering.respond(request, answer, back=acts.console(viewer))
    done = _("“%(name)s” is thrown away.") % {"name": viewer.tournament.name}
    return answering.respond(request, answer, back=reverse("ladder:tournaments"), done=done)


@require_POST
@of_director
def entry(request: HttpRequest, viewer: Viewer, entry_id: int) -> HttpResponse:
    """Confirm an entry, take it out, or give it a place."""
    services: Mapping[str, Callable[..., Any]] = {
        "confirm": entries.confirm,
        "remove": entries.remove,
        "promote": entries.promote,
    }
    service = services.get(request.POST.get("act", ""))
    answer = UNKNOWN_ACT
    if service is not None:
        slug = viewer.tournament.slug
        answer = service(slug=slug, by_id=viewer.user.pk, entry_id=entry_id)
    back = acts.console(viewer) if request.POST.get("back") == "console" else players(viewer)
    return answering.respond(request, answer, back=back, done=_("Done."))


@require_POST
@of_director
def add(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Add a member or a guest, or invite a member."""
    answer, done = _added(request, viewer)
    return answering.respond(request, answer, back=players(viewer), done=done)


def _added(request: HttpRequest, viewer: Viewer) -> tuple[Any, str]:
    act = request.POST.get("act", "")
    common = {"slug": viewer.tournament.slug, "by_id": viewer.user.pk}
    if act == "guest":
        return entries.add_guest(name=request.POST.get("name", ""), **common), _("The guest is in.")
    member = acts.member_named(request)
    if isinstance(member, Refused):
        return member, ""
    if act == "invite":
        return entries.invite(member_id=member, **common), _("The invitation is sent.")
    return entries.add(member_id=member, **common), _("The player is in.")


@require_POST
@of_director
def seats(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Put the players in the order of the draw: by the numbers given, by lot, or by rating."""
    common = {"slug": viewer.tournament.slug, "by_id": viewer.user.pk}
    act = request.POST.get("act")
    if act == "lot":
        answer = entries.draw_seats(seed=request.POST.get("seed", ""), **common)
        done = _("Drawn by the published seed.")
    elif act == "rating":
        answer, done = entries.seat_by_rating(**common), _("The ratings order the draw.")
    else:
        version = acts.whole(request, "version")
        answer = entries.reorder(entry_ids=ordered(request), version=version, **common)
        done = _("The order is saved.")
    return answering.respond(request, answer, back=players(viewer), done=done)


def ordered(request: HttpRequest) -> list[int]:
    """Return the entries of the form by the numbers beside them; equals as they stood."""
    numbered = [
        (acts.whole(request, field) or 0, int(key))
        for field in request.POST
        if field.startswith("seat-") and (key := field.removeprefix("seat-")).isdecimal()
    ]
    return [entry_id for _number, entry_id in sorted(numbered, key=lambda one: one[0])]


@require_POST
@of_director
def role(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Invite somebody to a role, or take one away."""
    back = reverse("ladder:console_roles", kwargs={"slug": viewer.tournament.slug})
    member = acts.member_named(request)
    common = {"slug": viewer.tournament.slug, "by_id": viewer.user.pk}
    answer: Any = member
    if isinstance(member, int) and request.POST.get("act") == "remove":
        answer = roles.remove(member_id=member, **common)
    elif isinstance(member, int):
        answer = roles.invite(member_id=member, kind=request.POST.get("kind", ""), **common)
    return answering.respond(request, answer, back=back, done=_("Done."))


ROUND_ACTS: Mapping[str, tuple[Callable[..., Any], Any]] = {
    "open": (rounds.open_round, gettext_lazy("The round is open.")),
    "close": (rounds.close_round, gettext_lazy("The round is closed.")),
    "reopen": (rounds.reopen_round, gettext_lazy("The round is open again.")),
}


@require_POST
@of_director
def round_act(request: HttpRequest, viewer: Viewer, round_id: int) -> HttpResponse:
    """Open, close or re-open a round, or give it other times."""
    back = acts.console(viewer, request.POST.get("from", ""))
    common = {
        "slug": viewer.tournament.slug,
        "by_id": viewer.user.pk,
        "round_id": round_id,
        "version": acts.whole(request, "version"),
        "why": request.POST.get("why", ""),
    }
    act = request.POST.get("act", "")
    if act == "reschedule":
        answer, done = _rescheduled(request, common), _("The times of the round are set.")
    elif act in ROUND_ACTS:
        service, said = ROUND_ACTS[act]
        answer, done = service(**common), str(said)
    else:
        answer, done = UNKNOWN_ACT, ""
    return answering.respond(request, answer, back=back, done=done)


def _rescheduled(request: HttpRequest, common: Mapping[str, Any]) -> Any:
    opens, deadline = acts.moment(request, "opens_at"), acts.moment(request, "deadline_at")
    if isinstance(opens, Refused):
        return opens
    if isinstance(deadline, Refused):
        return deadline
    return rounds.reschedule(
        opens_at=opens,
        deadline_at=deadline,
        length=acts.whole(request, "length"),
        held="held" in request.POST,
        **common,
    )


def players(viewer: Viewer) -> str:
    """Return the console's page of players."""
    return reverse("ladder:console_entries", kwargs={"slug": viewer.tournament.slug})
