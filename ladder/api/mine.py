"""What a member has to play in tournaments, and the calendars."""

from typing import Any, ClassVar

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.response import Response

from accounts.enums import Scope
from ladder import calendars
from ladder.api import desk
from ladder.api import tournament_shapes as shapes
from ladder.models import CalendarKey
from ladder.selectors.tournaments import calendar, pages
from ladder.services import calendars as keys
from vrhcaby.rest import operation
from vrhcaby.rest.fields import Nothing
from vrhcaby.rest.operation import Operation
from vrhcaby.rest.problems import require

MOST = 200


class CalendarTold(serializers.Serializer):
    """Where one's own calendar is read."""

    address = serializers.CharField(
        allow_null=True,
        help_text="The secret address of the feed (.ics); null: none was asked for yet.",
    )


class ListMyPairings(Operation):
    """Pairings of the member who asks that are open in running tournaments, the next first."""

    summary = "My pairings"
    tag = "tournaments"
    scope = Scope.READ.value
    Output, many = shapes.NamedPairingTold, True

    def get(self, request: Any) -> Response:
        """Answer the pairings."""
        rows = pages.played_by(request.user, most=MOST)
        return Response([shapes.named_pairing(row) for row in rows])


class ShowMyCalendar(Operation):
    """Where programs read the calendar of the member who asks, without signing in."""

    summary = "My calendar"
    tag = "tournaments"
    scope = Scope.READ.value
    Output = CalendarTold

    def get(self, request: Any) -> Response:
        """Answer the address."""
        return Response(_address(request))


class RenewMyCalendar(Operation):
    """Give one's own calendar a new secret address; the old one is nobody's from then on."""

    summary = "Renew my calendar's address"
    tag = "tournaments"
    scope = Scope.PLAY.value
    kind = operation.WRITE
    Output = CalendarTold
    Input, example = Nothing, {}

    def post(self, request: Any) -> Response:
        """Renew the address."""
        self.taken(request)
        require(keys.renew(by_id=request.user.pk))
        return Response(_address(request))


class ShowCalendar(Operation):
    """The calendar of a tournament (.ics): its rounds, and the times agreed."""

    summary = "Calendar of a tournament"
    tag = "tournaments"
    Output = "file"
    produces = ("text/calendar",)
    refusals: ClassVar[tuple[str, ...]] = ("no_such_tournament",)

    def get(self, request: Any, slug: str) -> HttpResponse:
        """Answer the file."""
        tournament = desk.viewer(slug, request.user).tournament
        site = request.build_absolute_uri("/").rstrip("/")
        entries = calendar.of_tournament(tournament, site=site)
        written = calendars.feed(entries, name=tournament.name, now=timezone.now())
        return HttpResponse(written, content_type="text/calendar; charset=utf-8")


def _address(request: Any) -> dict[str, str | None]:
    key = CalendarKey.objects.filter(member=request.user).values_list("key", flat=True).first()
    path = f"{reverse('ladder:my_feed')}?klic={key}"
    return {"address": request.build_absolute_uri(path) if key else None}
