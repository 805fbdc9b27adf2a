"""One tournament and one pairing to their viewer, and the desk of those who direct."""

from typing import Any

from django.utils import timezone
from rest_framework.response import Response

from accounts.enums import Scope
from ladder import console_page, permissions
from ladder.api import detail_shapes
from ladder.models import Pairing
from ladder.permissions import NoSuchTournament
from ladder.selectors.tournaments import inbox, pages
from ladder.selectors.tournaments.pages import Viewer
from vrhcaby.errors import DomainError
from vrhcaby.rest.operation import Operation


def viewer(slug: str, user: Any) -> Viewer:
    """Return a tournament to who asks. Raises NoSuchTournament."""
    found = pages.find(slug, user)
    if found is None:
        raise NoSuchTournament
    return found


def pairing(pairing_id: int, user: Any) -> tuple[Viewer, Pairing]:
    """Return a pairing to who asks, and its tournament. Raises DomainError."""
    slugs = Pairing.objects.filter(pk=pairing_id).values_list(
        "round__stage__tournament__slug", flat=True
    )
    slug = slugs.first()
    seen = None if slug is None else pages.find(slug, user)
    found = None if seen is None else pages.pairing(seen, pairing_id)
    if seen is None or found is None:
        raise DomainError("no_such_pairing")
    return seen, found


class ShowPairing(Operation):
    """A pairing with all that is known of it: times, reports, matches, the dice's commitment."""

    summary = "A pairing"
    tag = "tournaments"
    Output = detail_shapes.PairingDetail
    refusals = ("no_such_pairing",)

    def get(self, request: Any, pairing_id: int) -> Response:
        """Answer the pairing."""
        _viewer, found = pairing(pairing_id, request.user)
        return Response(detail_shapes.pairing(found))


class ShowInbox(Operation):
    """What waits for the directors and assistants of a tournament; at most 50 of each kind."""

    summary = "What waits for directors"
    tag = "directors"
    scope = Scope.DIRECT.value
    Output = detail_shapes.InboxTold
    refusals = ("no_such_tournament", "not_an_assistant")

    def get(self, request: Any, slug: str) -> Response:
        """Answer what waits."""
        seen = viewer(slug, request.user)
        permissions.require_can_enter_results(request.user, seen.tournament)
        found = inbox.of(seen, now=timezone.now())
        return Response(
            {
                "disputes": [one.pairing.pk for one in found.disputes],
                "claims": [detail_shapes.claim(one) for one in found.claims],
                "overdue": [one.pk for one in found.overdue],
                "unconfirmed": [one.pk for one in found.unconfirmed],
                "to_confirm": [one.pk for one in found.to_confirm],
                "offered_roles": [detail_shapes.role(one) for one in found.roles],
                **_due(seen),
            }
        )


def _due(seen: Viewer) -> dict[str, Any]:
    """Return what follows after the tables: deciding matches, and the knock-out."""
    stages = pages.stages(seen.tournament)
    return {
        "play_offs_due": [
            {
                "stage_id": one.stage.pk,
                "place": one.place,
                "entries": [entry.pk for entry in one.tied],
            }
            for one in console_page.play_offs_due(seen, stages)
        ],
        "knockout_due": [
            {
                "stage": one.stage.number,
                "ranked": [entry.pk for entry in one.ranked],
                "going_on": list(one.going_on),
            }
            for one in console_page.knockout_due(seen, stages)
        ],
    }
