"""The officials' page on the machine: does the referee work, what waits, what the audit found."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games import selectors
from games.instants import to_datetime
from vrhcaby import probes, release
from vrhcaby.models import AuditRun

AUDITS_SHOWN = 14
PERMISSION = "vrhcaby.view_auditrun"


@permission_required(PERMISSION, raise_exception=True)
def show(request: HttpRequest) -> HttpResponse:
    """Show the page; for staff who may view audits."""
    context = {**admin.site.each_context(request), "title": _("System"), **facts()}
    return render(request, "admin/system.html", context)


def facts() -> dict[str, Any]:
    """Return what the page shows."""
    found = selectors.referee()
    return {
        "release": release.name(),
        "referee": found,
        "outages": [(to_datetime(one.since), to_datetime(one.until)) for one in found.outages],
        "checks": probes.readiness(),
        "queues": _queues(),
        "audits": AuditRun.objects.all()[:AUDITS_SHOWN],
    }


def _queues() -> dict[str, int] | None:
    """Return the lengths of the queues; None when the broker is away."""
    try:
        return probes.queue_lengths()
    except probes.Away:
        return None
