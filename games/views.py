"""Pages of matches, the forms of challenges, and the rules."""

import re
from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import select_template
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import (
    chances_page,
    importing,
    match_page,
    rules_pictures,
    ruleset_names,
    selectors,
)
from games.answering import faults, respond, told, wants_json
from games.engine.errors import RuleViolation
from games.engine.rules import PRESETS
from games.forms import ChallengeForm, ImportForm, ReadyForm, SeedForm
from games.models import Match, MatchEvent
from games.services import lobby, sitting

HOME = "ladder:home"
VERSION = re.compile(r"\d{0,9}", re.ASCII)


@require_safe
@never_cache
def match(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show a match: to its players to play, to all others to watch; when over, the replay."""
    try:
        context = match_page.context(request, match_id)
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    return render(request, "games/match.html", context)


@require_safe
def export(request: HttpRequest, match_id: int) -> HttpResponse:
    """Give a match as JSON, as docs/fairness.md says; the server's seed only when it is over."""
    try:
        text = selectors.export_text(match_id)
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    return HttpResponse(text, content_type="application/json; charset=utf-8")


@require_safe
def record(request: HttpRequest, match_id: str, form: str) -> HttpResponse:
    """Give a finished match as a file of other programs (.mat, .sgf) or as our own record."""
    try:
        file = selectors.record_file(int(match_id), form)
    except (Match.DoesNotExist, selectors.NotFinished) as missing:
        raise Http404 from missing
    response = HttpResponse(file.text, content_type=file.content_type)
    response["Content-Disposition"] = f'attachment; filename="{file.name}"'
    return response


@require_safe
@never_cache
def position(request: HttpRequest, match_id: int) -> HttpResponse:
    """Give the ids of a match's position as JSON, now or at ?version=; null what has none."""
    asked = request.GET.get("version", "")
    if not VERSION.fullmatch(asked):
        raise Http404
    try:
        ids = selectors.position_ids(match_id, int(asked) if asked else None)
    except (Match.DoesNotExist, MatchEvent.DoesNotExist) as missing:
        raise Http404 from missing
    return JsonResponse(ids)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_match(request: HttpRequest) -> HttpResponse:
    """Take a match file and show its replay; a refused one gets its code, place and reason.

    Nothing is stored, whatever comes of it.
    """
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method != "POST" or not form.is_valid():
        return render(request, "games/import.html", {"form": form}, status=_status(form))
    given = form.cleaned_data["file"].read(importing.MOST_BYTES + 1)
    try:
        shown = importing.context(given)
    except RuleViolation as refused:
        context = {"form": ImportForm(), "trouble": importing.trouble(refused)}
        return render(request, "games/import.html", context, status=HTTPStatus.BAD_REQUEST)
    return render(request, "games/imported.html", shown)


def _status(form: ImportForm) -> int:
    return HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK


@require_safe
def proof(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show every draw of a match beside the same draw computed by the reader's browser."""
    try:
        exported = selectors.export(match_id)
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    shown = selectors.snapshot(match_id, None)
    names = shown.names
    context = {
        "match_id": match_id,
        "exported": exported,
        "names": names,
        "players": list(zip(names, shown.bots, strict=True)),
        "seeds": list(zip(names, exported["seeds"], strict=True)),
        "draws": _draws(exported["events"], names),
    }
    return render(request, "games/proof.html", context)


@require_safe
def rules(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Show the rules of a game in the reader's language."""
    if ruleset not in PRESETS:
        raise Http404
    language = get_language()
    template = select_template(
        [f"games/rules/{ruleset}.{language}.html", f"games/rules/{ruleset}.en.html"]
    )
    context = {"name": ruleset_names.ruleset_name(ruleset), "pictures": rules_pictures.PICTURES}
    return HttpResponse(template.render(context, request))


@require_safe
def chances(request: HttpRequest) -> HttpResponse:
    """Show the chances of a position, and what a cube decision needs at a score."""
    return render(request, "games/chances.html", chances_page.context(request.GET.dict()))


@login_required
@require_POST
def rematch(request: HttpRequest, match_id: int) -> HttpResponse:
    """Offer a rematch, or accept the opponent's offer."""
    form = SeedForm(request.POST)
    back = reverse("games:match", kwargs={"match_id": match_id})
    if not form.is_valid():
        return respond(request, faults(form), back=back)
    answer = sitting.rematch(match_id=match_id, member_id=_member_id(request), **form.cleaned_data)
    return respond(request, told(answer), back=back)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def challenge_new(request: HttpRequest) -> HttpResponse:
    """Make a challenge, to one member (?to=) or to everybody."""
    if request.method != "POST":
        form = ChallengeForm(initial={"to": request.GET.get("to", "")})
        return render(request, "games/challenge.html", {"form": form})
    form = ChallengeForm(request.POST)
    if not form.is_valid():
        if wants_json(request):
            return respond(request, faults(form), back=reverse(HOME))
        return render(request, "games/challenge.html", {"form": form})
    wanted = form.cleaned_data
    answer = lobby.challenge(
        member_id=_member_id(request),
        ruleset=wanted["ruleset"],
        rated=wanted["rated"],
        opponent_id=wanted["to"],
        options=wanted["options"],
        control=wanted["time_control"],
        seed=wanted["seed"],
    )
    said = told(answer)
    if said.refused and not wants_json(request):
        form.add_error(None, said.text)
        return render(request, "games/challenge.html", {"form": form})
    return respond(request, said, back=reverse(HOME))


@login_required
@require_POST
def challenge_accept(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """Accept a challenge; the game begins at once when the challenger is here."""
    form = SeedForm(request.POST)
    if not form.is_valid():
        return respond(request, faults(form), back=reverse(HOME))
    answer = sitting.accept(
        challenge_id=challenge_id, member_id=_member_id(request), **form.cleaned_data
    )
    return respond(request, told(answer), back=reverse(HOME))


@login_required
@require_POST
def challenge_decline(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """Decline a challenge made to oneself."""
    answer = lobby.decline(challenge_id=challenge_id, member_id=_member_id(request))
    return respond(request, told(answer), back=reverse(HOME))


@login_required
@require_POST
def challenge_withdraw(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """Take one's own challenge back."""
    answer = lobby.withdraw(challenge_id=challenge_id, member_id=_member_id(request))
    return respond(request, told(answer), back=reverse(HOME))


@login_required
@require_POST
def challenge_ready(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """Answer whether one sits down at the game that another has accepted meanwhile."""
    form = ReadyForm(request.POST)
    form.is_valid()
    answer = sitting.answer_ready(
        challenge_id=challenge_id, member_id=_member_id(request), ready=form.cleaned_data["ready"]
    )
    return respond(request, told(answer), back=reverse(HOME))


def _member_id(request: HttpRequest) -> int:
    """Return who asks; the views above are for members only."""
    return int(request.user.pk or 0)


def _draws(events: list[dict[str, Any]], names: tuple[str, str]) -> list[dict[str, Any]]:
    """Return the lots and rolls of a match as rows of the proof page."""
    rows: list[dict[str, Any]] = []
    for event in events:
        facts = event["data"]
        if event["kind"] == "game_started" and facts.get("lot") is not None:
            row = f"lot-{facts['number']}"
            rows.append({"row": row, "number": None, "shown": names[facts["lot"]], "name": ""})
        if event["kind"] == "rolled":
            dice = "-".join(map(str, facts["dice"]))
            row = f"roll-{facts['roll']}"
            rows.append(
                {"row": row, "number": facts["roll"], "shown": dice, "name": names[event["seat"]]}
            )
    return rows
